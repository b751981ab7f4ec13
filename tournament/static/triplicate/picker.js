"use strict";

/* Trick counts in two taps. In every .trick-picker (data-total: what the counts add up to) the
   radio buttons of each seat are a group; the two seats chosen last stand, and the remaining one
   is filled in. Where the newest choice makes the one before impossible, that one is taken back,
   so that the picker never shows counts that cannot be. Without this script the server fills in
   the third. */
(() => {
  const pickers = new WeakMap(); // picker → names of its groups, the one chosen last at the end

  const groupsOf = (picker) => {
    const groups = new Map();
    for (const radio of picker.querySelectorAll("input[type=radio]")) {
      if (!groups.has(radio.name)) groups.set(radio.name, []);
      groups.get(radio.name).push(radio);
    }
    return groups;
  };
  const chosen = (radios) => radios.find((radio) => radio.checked && radio.dataset.filled === undefined);
  const clear = (radios) => {
    for (const radio of radios) {
      radio.checked = false;
      delete radio.dataset.filled;
    }
  };
  const fill = (radios, value) => {
    clear(radios);
    const radio = radios.find((one) => Number(one.value) === value);
    radio.checked = true;
    radio.dataset.filled = "";
  };

  // Says which of the counts chosen before (name → value) are others now, or none.
  const tell = (picker, groups, before) => {
    const line = picker.querySelector("[role=status]");
    const said = [];
    for (const [name, was] of before) {
      const [first] = groups.get(name);
      const now = groups.get(name).find((radio) => radio.checked)?.value;
      if (now === was) continue;
      const seat = first.closest("fieldset").querySelector(".seat").lastChild.textContent;
      const sentence = now === undefined ? line.dataset.taken : line.dataset.changed;
      said.push(sentence.replace("{seat}", seat).replace("{was}", was).replace("{now}", now));
    }
    line.textContent = said.join(" ");
  };

  const picked = (picker, radio) => {
    const total = Number(picker.dataset.total);
    const groups = groupsOf(picker);
    delete radio.dataset.filled;
    const before = [...groups]
      .filter(([name]) => name !== radio.name)
      .map(([name, radios]) => [name, chosen(radios)?.value])
      .filter(([, value]) => value !== undefined);
    const known = pickers.get(picker) ?? [...groups.keys()];
    const order = [...known.filter((name) => name !== radio.name), radio.name];
    pickers.set(picker, order);

    // Newest first: keep choices while they can stand together and one seat is left to fill in.
    let left = total;
    let kept = 0;
    const open = [];
    for (const name of [...order].reverse()) {
      const choice = chosen(groups.get(name));
      if (choice && kept < groups.size - 1 && Number(choice.value) <= left) {
        left -= Number(choice.value);
        kept += 1;
      } else {
        open.push(name);
      }
    }
    for (const name of open) clear(groups.get(name));
    if (open.length === 1) fill(groups.get(open[0]), left);
    else if (left === 0) for (const name of open) fill(groups.get(name), 0);
    tell(picker, groups, before);
  };

  document.addEventListener("change", (event) => {
    const picker = event.target.closest(".trick-picker");
    if (picker && event.target.type === "radio") picked(picker, event.target);
  });
})();
