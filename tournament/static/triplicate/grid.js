"use strict";

/* The entry grid at a keyboard: Enter and the arrows lead from row to row. Leaving a row saves it
   (htmx, on `change`); a row that did not reach the server is marked, and the button below sends
   what is left. Without this script Enter sends the whole grid. */
(() => {
  const BOX = ".entry-grid [data-entry]";
  const REFUSED = 422;

  const beside = (box, step) => {
    const boxes = [...document.querySelectorAll(BOX)];
    return boxes[boxes.indexOf(box) + step];
  };
  const button = () => document.querySelector("button[form=grid]");

  document.addEventListener("keydown", (event) => {
    if (!event.target.matches?.(BOX) || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    // A row that was refused may be sent again as it is.
    const box = event.target;
    if (event.key === "Enter" && box.matches("[aria-invalid=true]") && box.value === box.defaultValue) {
      box.dispatchEvent(new Event("change", { bubbles: true }));
    }
    const next = beside(box, step);
    if (next) {
      next.focus();
      next.select();
    } else if (event.key === "Enter" && step > 0) {
      button()?.focus();
    }
  });

  // The row that is answered may be the one somebody has come back to. One that is refused calls
  // them back, unless they are typing the next.
  const isTyping = (box) => box?.matches(BOX) && box.value !== box.defaultValue;
  let answered = "";
  let refused = false;
  document.addEventListener("htmx:beforeSwap", (event) => {
    const row = event.detail.target;
    const box = document.activeElement;
    const own = row.querySelector("[data-entry]");
    refused = event.detail.xhr.status === REFUSED && !row.contains(box) && !isTyping(box);
    answered = own && (refused || row.contains(box)) ? own.id : "";
  });
  document.addEventListener("htmx:afterSettle", () => {
    const box = answered && document.getElementById(answered);
    if (box) box.focus();
    if (box && refused) box.select();
    answered = "";
  });

  const mark = (event) => event.detail.elt.closest?.(".entry-grid tr")?.classList.add("unsent");
  document.addEventListener("htmx:sendError", mark);
  document.addEventListener("htmx:timeout", mark);
  document.addEventListener("htmx:responseError", mark); // a refused row is replaced right after

  const isOpen = (box) => box.value.trim() && !box.matches("[aria-invalid=true]");
  window.addEventListener("beforeunload", (event) => {
    const form = document.getElementById("grid");
    if (!form || form.dataset.sent !== undefined) return;
    if ([...document.querySelectorAll(BOX)].some(isOpen)) event.preventDefault();
  });
  (document.querySelector(`${BOX}[aria-invalid=true]`) ?? document.querySelector(BOX))?.focus();
})();
