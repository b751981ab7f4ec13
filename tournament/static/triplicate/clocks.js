"use strict";

/* Clocks on the desk's pages: [data-left] counts down from the seconds the server says are left,
   never by this computer's own clock; [data-stopped] stands still. data-over is said at zero. */
(() => {
  const known = new WeakMap();
  const words = (seconds) => {
    const rest = `${String(Math.floor((seconds % 3600) / 60)).padStart(seconds < 3600 ? 1 : 2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
    return seconds < 3600 ? rest : `${Math.floor(seconds / 3600)}:${rest}`;
  };

  const tick = () => {
    for (const clock of document.querySelectorAll("[data-left]")) {
      let since = known.get(clock);
      if (since?.left !== clock.dataset.left) {
        since = { left: clock.dataset.left, at: performance.now() };
        known.set(clock, since);
      }
      const gone = clock.dataset.stopped === undefined ? (performance.now() - since.at) / 1000 : 0;
      const left = Math.ceil(Number(since.left) - gone);
      const said = left <= 0 && clock.dataset.over ? clock.dataset.over : words(Math.max(0, left));
      if (clock.textContent !== said) clock.textContent = said;
      const box = clock.closest(".round-left");
      if (box) {
        box.classList.toggle("is-soon", left > 60 && left <= 300);
        box.classList.toggle("is-low", left > 0 && left <= 60);
        box.classList.toggle("is-over", left <= 0);
      }
    }
  };
  setInterval(tick, 500);
  document.addEventListener("htmx:afterSettle", tick);
})();
