"use strict";

/* Entries that survive a lost connection. A <form data-entry> is first kept in this phone's storage,
   then sent; it leaves the storage when the server has decided about it, and is sent again until
   then. It is known by its sent_id, so that the server takes it once however often it arrives.

   - Of several pages open in one browser, one sends an entry: it puts its claim beside it. (What
     is made for this, navigator.locks, is absent on the plain-http addresses of a local network.)
     Pages hear of each other's claims late, later still on a busy phone: should two send an entry
     after all, the server takes it once.
   - What waits, and what was refused later, is listed in #kept (_kept.html) on every table page.
   - Without this script, or without storage, the browser sends the form as any other. */
(() => {
  if (window.triplicateEntries) return;
  window.triplicateEntries = true;

  const PREFIX = "triplicate-entry:";
  const CLAIM_PREFIX = "triplicate-claim:";
  const ANSWER = 15000; // how long one attempt may take
  const CLAIM = ANSWER + 5000;
  const HEARING = 400; // in which a page hears what another wrote, busy phones included
  const FIRST_WAIT = 2000;
  const LONGEST_WAIT = 60000;
  const SHOW_AFTER = 1200; // a quick answer needs no list that comes and goes
  const page = `${Date.now()}-${Math.random()}`;

  /* ---- What is kept -------------------------------------------------------------------------- */

  const storage = (() => {
    try {
      localStorage.setItem("triplicate-probe", "");
      localStorage.removeItem("triplicate-probe");
      return localStorage;
    } catch {
      return null; // switched off, or full
    }
  })();

  const parsed = (key) => JSON.parse(storage.getItem(key)); // null, if there is none
  const read = (id) => parsed(PREFIX + id);
  const write = (entry) => storage.setItem(PREFIX + entry.id, JSON.stringify(entry));
  const remove = (id) => {
    storage.removeItem(PREFIX + id);
    storage.removeItem(CLAIM_PREFIX + id);
  };
  const all = () =>
    Object.keys(storage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => read(key.slice(PREFIX.length)))
      .filter((entry) => entry !== null)
      .sort((one, other) => one.at - other.at);

  // A claim is no part of the entry: writing it late must not bring back what was sent or discarded.
  const claimOf = (id) => parsed(CLAIM_PREFIX + id);
  const putClaim = (id) =>
    storage.setItem(CLAIM_PREFIX + id, JSON.stringify({ by: page, until: Date.now() + CLAIM }));
  const isFree = (id) => {
    const found = read(id);
    const claim = claimOf(id);
    return found && !found.message && !(claim && claim.by !== page && claim.until > Date.now());
  };
  const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

  // All pages are told at once that the connection is back: each first lets some time pass, a
  // random one, to hear of a claim that another put before. Of claims put at once the last stands.
  const claim = async (id) => {
    await pause(Math.random() * HEARING);
    if (!isFree(id)) return null;
    putClaim(id);
    await pause(HEARING);
    return claimOf(id)?.by === page ? read(id) : null;
  };
  const release = (id) => {
    if (claimOf(id)?.by === page) storage.removeItem(CLAIM_PREFIX + id);
  };

  /* ---- What is shown ------------------------------------------------------------------------- */

  const list = () => document.getElementById("kept");
  const sent = new Map(); // what this page sent late, for its list

  const stateOf = (entry) => {
    if (entry.message) return "refused";
    return sending.has(entry.id) ? "sending" : "waiting";
  };

  const item = (entry, state) => {
    const made = list().querySelector("template").content.firstElementChild.cloneNode(true);
    made.dataset.entry = entry.id;
    made.querySelector("[data-what]").textContent = entry.what;
    made.querySelector("[data-message]").textContent = entry.message;
    made.querySelector("[data-board]").href = entry.url;
    for (const part of made.querySelectorAll("[data-when]")) {
      if (!part.dataset.when.split(" ").includes(state)) part.remove();
    }
    return made;
  };

  const sending = new Set(); // what this page is sending
  const quick = new Set(); // a form's first attempt, as long as it may still be quick: not listed

  let shown = "";

  const show = () => {
    if (!storage || !list()) return;
    const kept = all().filter((entry) => !quick.has(entry.id));
    const items = [
      ...kept.map((entry) => [entry, stateOf(entry)]),
      ...[...sent.values()].map((entry) => [entry, "sent"]),
    ];
    // What has not changed is neither read out again nor taken from under the cursor.
    const wanted = JSON.stringify(items.map(([entry, state]) => [entry.id, state]));
    if (wanted !== shown) list().querySelector("ul").replaceChildren(...items.map((pair) => item(...pair)));
    shown = wanted;
    list().hidden = !items.length;
    const waiting = kept.filter((entry) => !entry.message).map((entry) => entry.url);
    for (const forms of document.querySelectorAll("[data-entry-forms]")) {
      forms.hidden = waiting.includes(forms.dataset.entryForms);
    }
  };

  /* ---- Sending ------------------------------------------------------------------------------- */

  const token = () => list().querySelector("[name=csrfmiddlewaretoken]");

  // Returns an answer's status, kind and text; null when none came.
  const ask = async (address, options = {}) => {
    const patience = new AbortController();
    const timeout = setTimeout(() => patience.abort(), ANSWER);
    try {
      const answer = await fetch(address, { ...options, signal: patience.signal });
      const kind = answer.headers.get("Content-Type") ?? "";
      return { status: answer.status, kind, text: await answer.text() };
    } catch {
      return null; // no connection, or lost while answering
    } finally {
      clearTimeout(timeout);
    }
  };

  // The page was open for too long, or somebody signed in meanwhile: a fresh page has a good token.
  const renewToken = async () => {
    const answer = await ask(location.href);
    const fresh = new DOMParser().parseFromString(answer?.text ?? "", "text/html");
    const value = fresh.querySelector("#kept [name=csrfmiddlewaretoken]")?.value;
    if (value) token().value = value;
  };

  // Returns what the site decided, or null when it did not: then the entry stays. A hotel's sign-in
  // page, a broken server and a limit on guesses decide nothing.
  const post = async (entry) => {
    const answer = await ask(entry.url, {
      method: "POST",
      body: entry.body,
      headers: {
        "Accept": "application/json",
        "Content-Type": "application/x-www-form-urlencoded",
        "X-CSRFToken": token().value,
      },
    });
    if (!answer) return null;
    const { status, kind, text } = answer;
    if (kind.startsWith("application/json") && status < 500 && status !== 429) return JSON.parse(text);
    if (status === 403) await renewToken();
    return null;
  };

  // Sends a claimed entry; returns the server's decision, or null.
  const send = async (entry) => {
    sending.add(entry.id);
    const patience = setTimeout(() => {
      quick.delete(entry.id);
      show();
    }, SHOW_AFTER);
    const decision = await post(entry);
    clearTimeout(patience);
    sending.delete(entry.id);
    if (decision) remove(entry.id);
    else release(entry.id);
    return decision;
  };

  let wait = FIRST_WAIT;
  let timer = 0;
  let flushing = false;

  const later = () => {
    clearTimeout(timer);
    if (!all().some((entry) => !entry.message)) return;
    timer = setTimeout(flush, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  };

  async function flush() {
    if (!storage || !list() || flushing) return;
    flushing = true;
    for (const { id } of all()) {
      if (sending.has(id)) continue;
      const entry = await claim(id);
      const decision = entry && (await send(entry));
      if (!decision) continue;
      wait = FIRST_WAIT;
      if (!decision.ok) {
        write({ ...entry, message: [decision.message, decision.first].filter(Boolean).join(" ") });
      } else if (entry.url === location.pathname) {
        location.assign(decision.url);
      } else {
        sent.set(id, entry);
      }
      // What the page shows of the board is out of date.
      document.body.dispatchEvent(new CustomEvent("triplicate:changed", { bubbles: true }));
    }
    flushing = false;
    show();
    later();
  }

  const flushNow = () => {
    wait = FIRST_WAIT;
    flush();
  };

  /* ---- Forms --------------------------------------------------------------------------------- */

  const hold = (form, isHeld) => {
    if (isHeld) form.dataset.sent = "";
    else delete form.dataset.sent;
    for (const button of form.querySelectorAll("button")) {
      if (isHeld) button.setAttribute("aria-busy", "true");
      else button.removeAttribute("aria-busy");
    }
  };

  const isComplete = (form) =>
    [...form.querySelectorAll("fieldset")].every((group) =>
      [...group.querySelectorAll("input")].some((input) => (input.type === "radio" ? input.checked : input.value.trim())));

  const words = (form) => {
    const typed = form.querySelector("input:not([type=hidden], [type=radio], [type=checkbox])")?.value.trim();
    const chosen = [...form.querySelectorAll("input:checked")].map((input) =>
      (input.closest("label").querySelector("bdi") ?? input.closest("label")).textContent.trim());
    return `${form.dataset.what} ${typed || chosen.join(" – ")}`;
  };

  const keep = (form) => {
    const data = new FormData(form);
    data.delete("csrfmiddlewaretoken");
    const entry = {
      id: data.get("sent_id"),
      url: new URL(form.action).pathname,
      what: words(form),
      body: new URLSearchParams(data).toString(),
      at: Date.now(),
      message: "",
    };
    putClaim(entry.id);
    write(entry);
    return entry;
  };

  const problem = (form, sentence) => {
    const box = form.querySelector("[data-problem]");
    box.textContent = sentence;
    box.hidden = !sentence;
  };

  const submitted = async (form) => {
    hold(form, true);
    let entry;
    try {
      entry = keep(form);
    } catch {
      form.submit(); // no room to keep it: sent like any other form
      return;
    }
    quick.add(entry.id);
    const decision = await send(entry);
    quick.delete(entry.id);
    if (decision?.ok) {
      location.assign(decision.url);
      return;
    }
    hold(form, false);
    show();
    if (!decision) {
      list().scrollIntoView({ block: "nearest" });
      later();
    } else if (decision.html && document.getElementById("board")) {
      const board = document.getElementById("board");
      board.innerHTML = decision.html;
      window.htmx.process(board);
      board.querySelector("[role=alert]").focus();
    } else {
      problem(form, decision.message);
    }
  };

  if (!storage) return;

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-entry]")) return;
    event.preventDefault();
    if (form.dataset.sent !== undefined) return;
    const complete = isComplete(form);
    problem(form, complete ? "" : form.dataset.incomplete);
    if (complete) submitted(form);
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-discard]");
    if (!button) return;
    remove(button.closest("[data-entry]").dataset.entry);
    show();
  });

  document.addEventListener("htmx:afterSettle", show);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) flushNow();
  });
  window.addEventListener("online", flushNow);
  // The stream is back, so the server is.
  document.addEventListener("triplicate:changed", flushNow);
  window.addEventListener("storage", (event) => {
    if (event.key === null || event.key.startsWith(PREFIX)) show();
  });
  // Another page of this phone must not wait for this one to come back.
  window.addEventListener("pagehide", () => {
    for (const { id } of all()) release(id);
  });
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    for (const form of document.querySelectorAll("form[data-entry]")) form.reset();
    flushNow();
  });
  // What pages left behind that were cut off.
  for (const key of Object.keys(storage)) {
    if (key.startsWith(CLAIM_PREFIX) && parsed(key)?.until < Date.now()) storage.removeItem(key);
  }
  show();
  flush();
})();
