"use strict";

/* Tables that call the director: their number in the title, and a tone for each new one. What waits
   is in #calls, an item with data-call each (desk/_calls.html). Browsers let a page sound only after a
   first touch or key. */
(() => {
  const title = document.title;
  const waiting = () => [...document.querySelectorAll("#calls [data-call]")].map((item) => item.dataset.call);

  let context = null;
  const wake = () => {
    context ??= window.AudioContext ? new AudioContext() : null;
    if (context?.state === "suspended") context.resume();
  };
  for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, wake, { passive: true });

  const sound = () => {
    if (context?.state !== "running") return;
    for (const [place, frequency] of [659, 523, 659].entries()) {
      const at = context.currentTime + place * 0.18;
      const oscillator = context.createOscillator();
      const gain = context.createGain();
      oscillator.frequency.value = frequency;
      gain.gain.setValueAtTime(0.15, at);
      gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.16);
      oscillator.connect(gain).connect(context.destination);
      oscillator.start(at);
      oscillator.stop(at + 0.16);
    }
  };

  let known = new Set(waiting());
  const show = () => {
    const now = waiting();
    document.title = now.length ? `(${now.length}) ${title}` : title;
    if (now.some((call) => !known.has(call))) sound();
    known = new Set(now);
  };
  document.addEventListener("htmx:afterSettle", show);
  show();
})();
