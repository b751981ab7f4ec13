"use strict";

/* One's own hand: by mouse, touch and keyboard.

   A mouse raises what it points at, so that a click plays. On a touch screen the first tap raises a
   card and the second plays it (unless one tap is preferred), or it is drawn up to the middle. On a
   keyboard letters and arrows raise, Enter plays. A card that may not be played says why. */
(() => {
  const body = document.body;
  const live = window.liveTable;
  if (!live) return;

  const DRAG_FROM = 12;
  const DRAG_PLAYS = 64;
  let raised = null;
  let pointer = "mouse";
  let dragged = false;
  let hadFocus = false;

  const hand = () => document.getElementById("hand");
  const playable = () => [...(hand()?.querySelectorAll(".hand-card.is-playable") ?? [])];
  const hint = (text) => {
    const box = document.getElementById("hint");
    if (!box) return;
    box.textContent = text;
    box.hidden = !text;
  };

  const raise = (card, { focus = false } = {}) => {
    raised = card?.value ?? null;
    for (const each of hand()?.querySelectorAll(".hand-card") ?? []) {
      each.classList.toggle("is-raised", each.value === raised);
    }
    hint(raised && pointer === "touch" && !focus ? body.dataset.again : "");
    if (card && focus) card.focus({ preventScroll: true });
  };

  const play = (card) => {
    if (live.isSending()) return;
    card.classList.add("is-going");
    live.send(hand(), card);
    raised = null;
    hint("");
  };

  const chosen = (card) => {
    if (live.isSending()) return;
    if (!card.classList.contains("is-playable")) {
      live.say(card.dataset.reason || hand().dataset.why || "");
      return;
    }
    live.say("");
    const needsTwo = pointer === "touch" && body.dataset.tap !== "one";
    if (needsTwo && raised !== card.value) raise(card);
    else play(card);
  };

  document.addEventListener("click", (event) => {
    const card = event.target.closest?.(".hand-card");
    if (!card) {
      if (raised && !event.target.closest?.("#hand, .table-tools")) raise(null);
      return;
    }
    event.preventDefault();
    if (dragged) {
      dragged = false;
      return;
    }
    // Without a pointer it is the keyboard or a screen reader.
    if (event.detail === 0) pointer = "keyboard";
    chosen(card);
  });

  /* ---- Drawing a card up to the middle ------------------------------------------------------- */

  let drag = null;
  document.addEventListener("pointerdown", (event) => {
    pointer = event.pointerType === "mouse" ? "mouse" : "touch";
    dragged = false;
    const card = event.target.closest?.(".hand-card.is-playable");
    drag = card && event.isPrimary && event.button === 0 && !live.isSending()
      ? { card, x: event.clientX, y: event.clientY, id: event.pointerId, moves: false }
      : null;
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moves && y > -DRAG_FROM) return;
    drag.moves = true;
    drag.card.classList.add("is-dragged");
    drag.card.style.transform = `translate(${x}px, ${y}px)`;
    drag.card.classList.toggle("is-over-table", -y >= DRAG_PLAYS);
  });
  const drop = (event, plays) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { card, moves, y } = drag;
    drag = null;
    card.style.transform = "";
    card.classList.remove("is-dragged", "is-over-table");
    if (!moves) return;
    dragged = true;
    // The hand may have been drawn anew under the finger.
    const now = document.getElementById(card.id);
    if (plays && y - event.clientY >= DRAG_PLAYS && now?.classList.contains("is-playable")) play(now);
  };
  document.addEventListener("pointerup", (event) => drop(event, true));
  document.addEventListener("pointercancel", (event) => drop(event, false));

  /* ---- Keyboard ------------------------------------------------------------------------------ */

  const keys = (text) => new Map((text ?? "").split(" ").filter(Boolean).map((pair) => pair.split(":")));
  const suits = keys(body.dataset.suitKeys);
  const ranks = keys(body.dataset.rankKeys);

  const among = (cards) => {
    if (!cards.length) return false;
    const place = cards.findIndex((card) => card.value === raised);
    raise(cards[(place + 1) % cards.length], { focus: true });
    return true;
  };
  const move = (step) => {
    const cards = playable();
    if (!cards.length) return false;
    const place = cards.findIndex((card) => card.value === raised);
    const next = place < 0 ? (step > 0 ? 0 : cards.length - 1) : (place + step + cards.length) % cards.length;
    raise(cards[next], { focus: true });
    return true;
  };
  // A suit and then a rank name one card, also where the suit alone has raised it already.
  let suitTyped = false;
  const byRank = (rank) => {
    const cards = playable();
    const suit = raised?.slice(-1);
    const inSuit = cards.find((card) => card.value === rank + suit);
    const named = suitTyped;
    suitTyped = false;
    if (inSuit && (inSuit.value !== raised || named)) {
      raise(inSuit, { focus: true });
      return true;
    }
    return among(cards.filter((card) => card.value.slice(0, -1) === rank));
  };
  const help = () => {
    const keys = document.getElementById("keys");
    if (!keys) return false;
    keys.open = !keys.open;
    return true;
  };
  // Digits by the key: a French keyboard writes them with Shift only.
  const digitOf = (event) => /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];

  const done = (event) => {
    const key = event.key.toLowerCase();
    if (key === "?") return help();
    const digit = digitOf(event);
    if (event.shiftKey && !digit) return false;
    if (key === "escape") {
      if (!live.close()) {
        raise(null);
        live.say("");
      }
      return true;
    }
    if (key === "arrowright" || key === "arrowleft") {
      suitTyped = false;
      return move(key === "arrowright" ? 1 : -1);
    }
    if (key === "enter") {
      const card = playable().find((each) => each.value === raised);
      if (!card || event.target.closest("button, a, summary")) return false;
      play(card);
      return true;
    }
    if (suits.has(key)) {
      suitTyped = among(playable().filter((card) => card.value.slice(-1) === suits.get(key)));
      return suitTyped;
    }
    if (ranks.has(key)) return byRank(ranks.get(key));
    if (digit) return byRank(ranks.get(digit) ?? digit);
    return false;
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
    if (event.target.closest?.("input, select, textarea, [contenteditable]") && event.key !== "Escape") return;
    pointer = "keyboard";
    if (done(event)) event.preventDefault();
  });

  /* ---- After a change ------------------------------------------------------------------------ */

  body.addEventListener("table:changing", () => {
    hadFocus = Boolean(document.activeElement?.closest("#hand"));
  });
  body.addEventListener("table:shown", () => {
    const card = playable().find((each) => each.value === raised);
    const going = live.isSending();
    raise(going ? null : card ?? null);
    if (hadFocus && document.activeElement === body) hand()?.focus({ preventScroll: true });
  });
})();
