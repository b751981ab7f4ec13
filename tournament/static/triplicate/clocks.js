"use strict";

/* The clocks of a round: [data-left] counts down from the seconds the server says are left, never by
   this computer's own clock; [data-stopped] stands still. data-over is said at zero.
   A public page is kept and sent again, so that it can only say when the round ends: [data-until], in
   seconds since 1970, counts down once the server was asked what time it is. */
(() => {
  const known = new WeakMap();
  let server = null; // its time less performance.now(), in seconds
  let asked = false;

  const ask = () => {
    if (asked) return;
    asked = true;
    fetch(location.href, { method: "HEAD", cache: "no-store" }).then((answer) => {
      const date = Date.parse(answer.headers.get("Date") ?? "");
      // Its seconds are cut off: on average half of one is gone.
      if (!Number.isNaN(date)) server = date / 1000 + 0.5 - performance.now() / 1000;
      tick();
    }, () => { asked = false; });
  };

  const leftOf = (clock) => {
    if (clock.dataset.until !== undefined) {
      if (server === null) ask();
      return server === null ? null : Math.ceil(Number(clock.dataset.until) - server - performance.now() / 1000);
    }
    let since = known.get(clock);
    if (since?.left !== clock.dataset.left) {
      since = { left: clock.dataset.left, at: performance.now() };
      known.set(clock, since);
    }
    const gone = clock.dataset.stopped === undefined ? (performance.now() - since.at) / 1000 : 0;
    return Math.ceil(Number(since.left) - gone);
  };

  const words = (seconds) => {
    const rest = `${String(Math.floor((seconds % 3600) / 60)).padStart(seconds < 3600 ? 1 : 2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
    return seconds < 3600 ? rest : `${Math.floor(seconds / 3600)}:${rest}`;
  };

  const tick = () => {
    for (const clock of document.querySelectorAll("[data-left], [data-until]")) {
      const left = leftOf(clock);
      if (left === null) continue;
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
  // A device that slept has counted too little.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || server === null) return;
    asked = false;
    ask();
  });
})();
