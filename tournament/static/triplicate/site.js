"use strict";

/* What every page shares: how answers to htmx are shown, what a morph must leave alone, and that
   a form is sent once. The rest of htmx's configuration is in base.html, in <meta name="htmx-config">. */
(() => {
  // Tabs in one row that scrolls (layout.css) begin at the page that is shown.
  document.addEventListener("DOMContentLoaded", () => {
    for (const here of document.querySelectorAll("nav.tabs [aria-current]")) {
      const tabs = here.parentElement;
      tabs.scrollLeft = here.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - here.offsetWidth) / 2;
    }
  });

  const isPage = (text) => /^\s*(<!doctype html|<html)/i.test(text);

  /* ---- Morphing ---------------------------------------------------------------------------- */

  // A refresh that comes in the middle of typing must not wipe what is being typed …
  Idiomorph.defaults.ignoreActiveValue = true;
  // … nor what was already typed or chosen elsewhere in <form data-keep="ID">; a form for
  // something else (another ID) does replace it. An open <details> stays open.
  Idiomorph.defaults.callbacks.beforeNodeMorphed = (before, after) =>
    !(before instanceof HTMLFormElement
      && before.dataset.touched !== undefined
      && after instanceof HTMLFormElement
      && before.dataset.keep === after.dataset.keep);
  Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) =>
    !(name === "open" && node instanceof HTMLDetailsElement);

  document.addEventListener("input", (event) => {
    const form = event.target.closest("form[data-keep]");
    if (form) form.dataset.touched = "";
  });
  document.addEventListener("reset", (event) => {
    delete event.target.dataset.touched;
  });

  /* ---- Answers ----------------------------------------------------------------------------- */

  const say = (sentence) => {
    const box = document.getElementById("problem");
    if (!box) return;
    box.textContent = sentence;
    box.hidden = !sentence;
    if (sentence) box.scrollIntoView({ block: "nearest" });
  };
  const sayFrom = (name) => say(document.getElementById("problem")?.dataset[name] ?? "");

  // The sign-in page must bring people back to the page they see, not to the address of a part
  // of it or of a form.
  const asDestination = (url) => {
    const destination = new URL(url, location.href);
    if (destination.searchParams.has("next")) {
      destination.searchParams.set("next", location.pathname + location.search);
    }
    return destination.href;
  };

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    if (!isPage(xhr.responseText)) {
      if (xhr.status >= 500) sayFrom("server");
      return;
    }
    // A whole page never goes into a panel: a redirect was followed, to sign-in or elsewhere.
    // (A view can also say so itself with the header HX-Redirect, whatever its status.)
    event.detail.shouldSwap = false;
    if (xhr.status < 400) {
      location.assign(asDestination(xhr.responseURL));
      return;
    }
    const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
    const sentences = [...page.querySelectorAll("main h1, main .lead")].map((part) => part.textContent.trim());
    if (xhr.status < 500 && sentences.length) say(sentences.join(" – "));
    else sayFrom("server");
  });
  // What a page fetches by itself needs no sentence of its own: #connection says it (live.js).
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, (event) => {
      if (event.detail.requestConfig.verb !== "get") sayFrom("network");
    });
  }
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful) say("");
  });

  /* ---- A form is sent once ----------------------------------------------------------------- */

  // A second tap does nothing until there is an answer. Buttons are not `disabled`: that would
  // take the focus away from people at a keyboard, and the button's own value out of the form.
  const RELEASE_AFTER = 8000; // a download or a lost connection leaves the page where it is

  const submitters = (form) =>
    form instanceof HTMLFormElement ? form.querySelectorAll("button:not([type=button], [type=reset])") : [form];
  const hold = (form) => {
    form.dataset.sent = "";
    for (const button of submitters(form)) button.setAttribute("aria-busy", "true");
  };
  const release = (form) => {
    delete form.dataset.sent;
    for (const button of submitters(form)) button.removeAttribute("aria-busy");
  };

  // On the window, after all listeners of the page: htmx, or a question, may have prevented it.
  window.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented) return;
    if (form.dataset.sent !== undefined) {
      event.preventDefault();
      return;
    }
    hold(form);
    setTimeout(() => release(form), RELEASE_AFTER);
  });
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) release(form);
  });

  const isSending = (elt, verb) => verb !== "get" && elt.matches("form, button");
  document.addEventListener("htmx:confirm", (event) => {
    const { elt, verb } = event.detail;
    if (isSending(elt, verb) && elt.dataset.sent !== undefined) event.preventDefault();
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, requestConfig } = event.detail;
    if (!isSending(elt, requestConfig.verb)) return;
    hold(elt);
    // The answer may be this form again, with what is wrong with it: then it must be shown.
    delete elt.dataset.touched;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const { elt, requestConfig, xhr } = event.detail;
    if (!isSending(elt, requestConfig.verb)) return;
    release(elt);
    if (!xhr.status && elt.dataset.keep) elt.dataset.touched = ""; // never reached the server
  });
})();
