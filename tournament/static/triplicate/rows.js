"use strict";

/* A box that finds a name in a long list: <label hidden data-filter="#LIST"><input type="search">.
   It hides the rows of the table body or list that do not contain what is typed, accents and
   capitals aside. Hidden rows are still part of their form. Without JavaScript there is no box. */
(() => {
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

  const rowsOf = (list) => list.querySelectorAll(":scope > li, :scope > tbody > tr");

  const filter = (box) => {
    const list = document.querySelector(box.closest("[data-filter]").dataset.filter);
    const wanted = plain(box.value.trim());
    for (const row of rowsOf(list)) row.hidden = !plain(row.querySelector("bdi").textContent).includes(wanted);
  };

  const offer = () => {
    for (const label of document.querySelectorAll("[data-filter][hidden]")) label.hidden = false;
  };

  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-filter] input")) filter(event.target);
  });
  document.addEventListener("htmx:afterSettle", offer);
  offer();
})();
