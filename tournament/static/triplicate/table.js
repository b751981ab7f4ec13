"use strict";

/* A table played in the browser: shows what the stream brings, sends what its player does.

   - #seat is what live/_seat.html renders. It comes by the stream (live.js: triplicate:content), or is
     fetched when the stream only says that something changed. Of two states the later is kept:
     data-ply counts the steps of a deal (data-deal), data-at is the server's time.
   - Forms with data-send are sent by fetch, one at a time. A step that does not reach the server is
     kept and sent again until it is answered, or the table has moved on: the ply it carries makes
     that harmless.
   - Clocks count from the seconds that the server says are left, never by the phone's own clock.
   - After each change `table:shown` is dispatched on the body (hand.js, sound.js).             */
(() => {
  const body = document.body;
  const seat = document.getElementById("seat");
  if (!seat) return;
  body.classList.add("scripted");

  const HERE_EVERY = 15000;
  const LOW = 10; // seconds
  const FIRST_WAIT = 1000;
  const LONGEST_WAIT = 8000;
  const ANSWER_WITHIN = 10000;
  const STREAM_WITHIN = 1500;
  const MESSAGE_FOR = 6000;
  const title = document.title;
  const table = () => document.getElementById("table");

  /* ---- What is shown ------------------------------------------------------------------------- */

  const isPage = (text) => /^\s*(<!doctype html|<html)/i.test(text);
  const stateOf = (element) => ({
    deal: element?.dataset.deal ?? "",
    ply: Number(element?.dataset.ply ?? 0),
    at: Number(element?.dataset.at ?? 0),
    isMine: element?.dataset.mine !== undefined,
    isOver: element?.dataset.over !== undefined,
  });
  const isOlder = (next, now) =>
    next.deal === now.deal && next.ply !== now.ply ? next.ply < now.ply : next.at < now.at;

  const show = (html) => {
    const parsed = document.createElement("template");
    parsed.innerHTML = html;
    const next = stateOf(parsed.content.querySelector("#table"));
    const before = stateOf(table());
    if (isOlder(next, before)) return;
    body.dispatchEvent(new CustomEvent("table:changing"));
    // Nothing is typed here: what has the focus changes like all else, the hand above all.
    Idiomorph.morph(seat, html, { morphStyle: "innerHTML", ignoreActiveValue: false });
    shown(before);
  };

  function shown(before) {
    const after = stateOf(table());
    if (wish && wish.ply !== null && (after.deal !== wish.deal || after.ply > wish.ply)) settle();
    startClocks(0);
    endPhrases();
    keepMessage();
    document.title = after.isMine ? `▶ ${table().dataset.turnTitle} – ${title}` : title;
    body.dispatchEvent(new CustomEvent("table:shown", { detail: { before, after } }));
  }

  /* ---- Fetching ------------------------------------------------------------------------------ */

  // With an open stream, the answer to an act need not bring the page as well.
  const streaming = () => (document.getElementById("connection")?.dataset.state === "live" ? "open" : "closed");

  const ask = (address, options = {}) =>
    fetch(address, {
      ...options,
      cache: "no-store",
      headers: { "X-Requested-With": "table", "X-CSRFToken": body.dataset.csrf, "X-Stream": streaming() },
      signal: AbortSignal.timeout?.(ANSWER_WITHIN),
    });

  let fetchTimer = 0;
  const refresh = async () => {
    clearTimeout(fetchTimer);
    try {
      const answer = await ask(seat.dataset.address);
      const text = await answer.text();
      if (answer.status >= 500) throw new Error(text);
      // Elsewhere, released, gone: the whole page says so.
      if (isPage(text) || !answer.ok) location.reload();
      else show(text);
    } catch {
      fetchTimer = setTimeout(() => document.hidden || refresh(), FIRST_WAIT * 3);
    }
  };
  body.addEventListener("triplicate:changed", refresh);
  body.addEventListener("triplicate:content", (event) => show(event.detail));

  setInterval(async () => {
    if (document.hidden) return;
    try {
      const answer = await ask(body.dataset.here, { method: "POST" });
      if ([403, 404, 409].includes(answer.status)) location.reload();
    } catch {
      // The stream notices a lost connection, and says so.
    }
  }, HERE_EVERY);

  /* ---- Sending ------------------------------------------------------------------------------- */

  let wish = null;
  let wishTimer = 0;

  const settle = () => {
    clearTimeout(wishTimer);
    wish = null;
    seat.removeAttribute("data-sending");
    say("");
  };

  const send = (form, button) => {
    if (wish) return false;
    const data = new FormData(form);
    if (button?.name) data.set(button.name, button.value);
    const says = form.dataset.send === "say";
    wish = {
      address: form.getAttribute("action"), // a button of that name hides form.action
      data,
      deal: data.get("deal"),
      ply: data.has("ply") ? Number(data.get("ply")) : null,
      wait: FIRST_WAIT,
      once: says,
    };
    seat.dataset.sending = "";
    for (const open of document.querySelectorAll("details.tool[open], details.seat-won[open]")) open.open = false;
    attempt();
    return true;
  };

  const attempt = async () => {
    clearTimeout(wishTimer);
    const mine = wish;
    let problem = body.dataset.unsent;
    try {
      const answer = await ask(mine.address, { method: "POST", body: mine.data });
      if (answer.status === 204) {
        // Done, and the stream brings what came of it; if it does not, the page is fetched.
        if (mine.ply === null) settle();
        else if (wish === mine) wishTimer = setTimeout(refresh, STREAM_WITHIN);
        return;
      }
      const text = await answer.text();
      if (answer.status < 500) {
        if (isPage(text)) location.reload();
        else {
          if (wish === mine) settle();
          show(text);
        }
        return;
      }
      problem = body.dataset.broken;
    } catch {
      // Not reached: it is sent again.
    }
    if (wish !== mine) return;
    if (mine.once) settle();
    else {
      say(problem, Infinity);
      wishTimer = setTimeout(attempt, mine.wait);
      mine.wait = Math.min(mine.wait * 2, LONGEST_WAIT);
    }
  };
  window.addEventListener("online", () => wish && attempt());

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.send === undefined) return;
    event.preventDefault();
    send(form, event.submitter);
  });

  /* ---- A sentence for a moment --------------------------------------------------------------- */

  let message = { text: "", timer: 0 };

  // Why a card cannot be played, or that it is not sent yet; "" takes it away.
  function say(text, time = MESSAGE_FOR) {
    clearTimeout(message.timer);
    message = { text, timer: text && time !== Infinity ? setTimeout(() => say(""), time) : 0 };
    const box = document.getElementById("reason");
    if (!box) return;
    box.textContent = text;
    box.hidden = !text;
  }
  // What the server refused stays until the next change; our own sentence survives one.
  const keepMessage = () => {
    const box = document.getElementById("reason");
    if (box?.hidden && message.text) {
      box.textContent = message.text;
      box.hidden = false;
    }
  };

  /* ---- Clocks -------------------------------------------------------------------------------- */

  let started = 0;
  const startClocks = (late) => {
    started = performance.now() - late;
    tick();
  };
  const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const tick = () => {
    const gone = (performance.now() - started) / 1000;
    for (const clock of seat.querySelectorAll("[data-left]")) {
      const left = Math.max(0, Number(clock.dataset.left) - (clock.dataset.stopped === undefined ? gone : 0));
      const whole = Math.ceil(left);
      if (clock.id === "clock") {
        const total = Number(clock.dataset.total) || left;
        document.getElementById("clock-figure").textContent = whole;
        clock.querySelector(".clock-hand").setAttribute("stroke-dasharray", `${total ? (100 * left) / total : 0} 100`);
      } else clock.textContent = minutes(whole);
      clock.classList.toggle("is-low", left <= LOW);
    }
  };
  setInterval(tick, 250);

  const endPhrases = () => {
    for (const phrase of seat.querySelectorAll("[data-phrase-left]")) {
      clearTimeout(phrase.ending);
      phrase.hidden = false;
      phrase.ending = setTimeout(() => { phrase.hidden = true; }, 1000 * Number(phrase.dataset.phraseLeft));
    }
  };

  /* ---- Preferences and menus ----------------------------------------------------------------- */

  const preferences = document.getElementById("preferences");
  preferences?.addEventListener("change", (event) => {
    body.dataset[event.target.name] = event.target.value;
    ask(preferences.action, { method: "POST", body: new FormData(preferences) }).catch(() => {});
  });

  // A name that is cut shows as a whole when it is tapped.
  document.addEventListener("click", (event) => event.target.closest?.(".seat-name")?.classList.toggle("is-whole"));

  const opened = () => [...document.querySelectorAll("details.tool[open], details.seat-won[open], #menu[open], #keys[open]")];
  document.addEventListener("click", (event) => {
    for (const details of opened()) if (!details.contains(event.target)) details.open = false;
  });

  window.liveTable = {
    send,
    say,
    isSending: () => wish !== null,
    // Closes what is open above the table; returns whether anything was.
    close: () => {
      const all = opened();
      for (const details of all) {
        details.open = false;
        if (details.contains(document.activeElement)) details.querySelector("summary").focus();
      }
      return all.length > 0;
    },
  };

  const arrived = performance.getEntriesByType("navigation")[0]?.responseStart ?? performance.now();
  startClocks(performance.now() - arrived);
  // hand.js and sound.js, which come after this file, hear of the page as it was loaded as well.
  document.addEventListener("DOMContentLoaded", () => shown(stateOf(null)));
})();
