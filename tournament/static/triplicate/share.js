"use strict";

/* A link to be given to somebody: <… data-share="LINK"> around its words (.address), a button that
   copies it, one that hands it to whatever the device sends with, and a line that says what was done.
   What a device cannot do is not shown (friends.css). */
(() => {
  const abilities = document.documentElement.classList;
  abilities.add("can-copy");
  if (navigator.share) abilities.add("can-send");

  // Over plain http browsers have no clipboard: there the link is selected, and copied as people do.
  const copy = async (box) => {
    try {
      if (navigator.clipboard) return await navigator.clipboard.writeText(box.dataset.share).then(() => true);
    } catch {
      // Refused by the browser: as without a clipboard.
    }
    getSelection().selectAllChildren(box.querySelector(".address"));
    return document.execCommand("copy");
  };

  document.addEventListener("click", async ({ target }) => {
    const button = target.closest("[data-share] button");
    if (!button) return;
    const box = button.closest("[data-share]");
    if (button.dataset.send !== undefined) {
      // Whoever closes the sheet of apps again has refused nothing of ours.
      navigator.share({ title: document.title, url: box.dataset.share }).catch(() => {});
      return;
    }
    const said = box.querySelector("[role=status]");
    said.textContent = (await copy(box)) ? said.dataset.copied : said.dataset.selected;
  });
})();
