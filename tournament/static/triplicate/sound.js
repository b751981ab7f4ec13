"use strict";

/* Short tones: a card, one's own turn, a clock that runs out, the end of a deal. Browsers let a page
   sound only after a first touch or key; data-sound="off" on the body keeps it silent. */
(() => {
  const body = document.body;
  if (!window.liveTable || !window.AudioContext) return;

  let context = null;
  const wake = () => {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
  };
  for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, wake, { passive: true });

  const tone = (frequency, { after = 0, length = 0.12, loud = 0.12, type = "sine" } = {}) => {
    const at = context.currentTime + after;
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.type = type;
    oscillator.frequency.value = frequency;
    gain.gain.setValueAtTime(loud, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(at);
    oscillator.stop(at + length);
  };
  const SOUNDS = {
    card: () => tone(190, { length: 0.07, loud: 0.16, type: "triangle" }),
    turn: () => {
      tone(587);
      tone(880, { after: 0.11, length: 0.2 });
    },
    low: () => tone(988, { length: 0.08 }),
    end: () => [523, 659, 784].forEach((note, place) => tone(note, { after: place * 0.13, length: 0.3 })),
  };
  const sound = (name) => {
    if (context?.state === "running" && body.dataset.sound !== "off") SOUNDS[name]();
  };

  body.addEventListener("table:shown", ({ detail: { before, after } }) => {
    if (!before.deal) return;
    if (after.isOver && !before.isOver) sound("end");
    else if (after.isMine && !before.isMine) sound("turn");
    else if (after.ply > before.ply) sound("card");
  });

  let warned = "";
  setInterval(() => {
    const table = document.getElementById("table");
    const clock = document.getElementById("clock");
    if (!clock?.classList.contains("is-low") || table.dataset.mine === undefined) return;
    const turn = `${table.dataset.deal} ${table.dataset.ply}`;
    if (turn !== warned) sound("low");
    warned = turn;
  }, 500);
})();
