"use strict";

/* Watching a table (#watch) and stepping through a replay (#replay). Both work without this file.

   - #watched comes by the stream (live.js), or is fetched when the stream only says that something
     changed. Of two states the later is kept.
   - A replay's links are fetched, so that an open list stays open; the address goes with them.
   - Arrow keys step: left and right by a card, up and down by a trick; Home and End.             */
(() => {
  const watch = document.getElementById("watch");
  const replay = document.getElementById("replay");
  const ask = (address) => fetch(address, { cache: "no-store", headers: { "X-Requested-With": "table" } });

  /* ---- Watching ------------------------------------------------------------------------------ */

  const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  let shownAt = performance.now();

  const tick = () => {
    const gone = (performance.now() - shownAt) / 1000;
    for (const clock of watch.querySelectorAll("[data-left]")) {
      const left = Number(clock.dataset.left) - (clock.dataset.stopped === undefined ? gone : 0);
      clock.textContent = minutes(Math.ceil(Math.max(0, left)));
    }
  };

  const at = (element) => Number(element?.dataset.at ?? 0);
  const show = (html) => {
    const parsed = document.createElement("template");
    parsed.innerHTML = html;
    if (at(parsed.content.querySelector("#watched")) < at(document.getElementById("watched"))) return;
    Idiomorph.morph(watch, html, { morphStyle: "innerHTML" });
    shownAt = performance.now();
    tick();
  };

  const refresh = async () => {
    try {
      const answer = await ask(location.pathname);
      // Over, stopped, or not to be seen any more: the whole page says so.
      if (!answer.ok || answer.redirected) location.reload();
      else show(await answer.text());
    } catch {
      // The stream notices a lost connection, says so, and tells again.
    }
  };

  if (watch) {
    document.body.addEventListener("triplicate:content", (event) => show(event.detail));
    document.body.addEventListener("triplicate:changed", refresh);
    setInterval(tick, 500);
  }

  /* ---- Replays ------------------------------------------------------------------------------- */

  const KEYS = {
    ArrowLeft: "step-before",
    ArrowRight: "step-after",
    ArrowUp: "step-trick-before",
    ArrowDown: "step-trick-after",
    Home: "step-first",
    End: "step-last",
  };

  const go = async (address, isNew) => {
    try {
      const answer = await ask(address);
      if (!answer.ok) throw new Error(answer.statusText);
      Idiomorph.morph(replay, await answer.text(), { morphStyle: "innerHTML" });
      if (isNew) history.pushState(null, "", address);
    } catch {
      location.assign(address);
    }
  };

  if (replay) {
    replay.addEventListener("click", (event) => {
      const link = event.target.closest('a[href^="?"]');
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(link.href, true);
    });
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.target.closest("input, select, textarea")) return;
      const link = document.getElementById(KEYS[event.key]);
      if (!link) return;
      event.preventDefault();
      if (link.hasAttribute("href")) link.click();
    });
    window.addEventListener("popstate", () => go(location.href, false));
  }
})();
