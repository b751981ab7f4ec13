"use strict";

/* Keeps an open page current. <body data-stream="ADDRESS"> names a stream of server-sent events;
   whenever it says `changed`, the DOM event `triplicate:changed` is dispatched on the body, and
   whatever listens fetches its part anew: hx-trigger="triplicate:changed from:body". A stream that
   brings the part itself says `content`, dispatched as `triplicate:content` with the HTML as detail.

   - The server tells a new stream what changed since the page was rendered. A stream opened again,
     after a loss or a sleep, dispatches in any case.
   - data-stream-jitter="MS" spreads the fetching of a page that hundreds have open.
   - One stream a page, none in hidden tabs: HTTP/1.1 allows six connections to a site. */
(() => {
  if (window.triplicateLive) return;
  window.triplicateLive = true;

  const FIRST_WAIT = 1000;
  const LONGEST_WAIT = 15000;
  // The server sends `ping` every 15 s. A phone that changed networks hears nothing and gets no error.
  const SILENCE = 40000;
  // A stream's address is good for 24 hours; after that only a new page has a good one.
  const STALE = 23 * 3600 * 1000;

  let stream = null;
  let address = "";
  let wait = FIRST_WAIT;
  let retryTimer = 0;
  let silenceTimer = 0;
  let jitterTimer = 0;
  let wasLost = false;

  const announce = () => document.body.dispatchEvent(new CustomEvent("triplicate:changed", { bubbles: true }));

  // Several events in a row are one change: what is fetched afterwards has seen them all.
  const changed = () => {
    const jitter = Number(document.body.dataset.streamJitter) || 0;
    jitterTimer ||= setTimeout(() => {
      jitterTimer = 0;
      announce();
    }, Math.random() * jitter);
  };

  const show = (state) => {
    const badge = document.getElementById("connection");
    if (!badge || badge.dataset.state === state) return;
    badge.dataset.state = state;
    badge.textContent = badge.dataset[state];
    badge.hidden = false;
  };

  const close = () => {
    clearTimeout(retryTimer);
    clearTimeout(silenceTimer);
    if (stream) stream.close();
    stream = null;
  };

  const lost = () => {
    close();
    show("lost");
    wasLost = true;
    // Everybody lost the same server: they must not all come back in the same instant.
    retryTimer = setTimeout(retry, wait * (0.5 + Math.random()));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  };

  const retry = () => {
    if (Date.now() - performance.timeOrigin < STALE) open();
    else fetch(location.href, { method: "HEAD" }).then(() => location.reload(), lost);
  };

  const heard = () => {
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(lost, SILENCE);
  };

  function open() {
    close();
    const opened = new EventSource(address);
    stream = opened;
    heard();
    const whileCurrent = (action) => (event) => {
      if (stream !== opened) return;
      heard();
      action(event);
    };
    opened.addEventListener("open", whileCurrent(() => {
      wait = FIRST_WAIT;
      show("live");
      if (wasLost) changed();
      wasLost = false;
    }));
    opened.addEventListener("changed", whileCurrent(changed));
    opened.addEventListener("content", whileCurrent(({ data }) => {
      document.body.dispatchEvent(new CustomEvent("triplicate:content", { bubbles: true, detail: data }));
    }));
    opened.addEventListener("ping", whileCurrent(() => {}));
    opened.addEventListener("error", whileCurrent(lost));
  }

  // Brings the stream into line with the page as it is now; does nothing when it already is.
  const follow = () => {
    const wanted = document.hidden ? "" : document.body.dataset.stream || "";
    if (wanted === address) return;
    address = wanted;
    wait = FIRST_WAIT;
    if (address) open();
    else close();
  };

  document.addEventListener("visibilitychange", () => {
    follow();
    if (address) announce();
  });
  document.addEventListener("htmx:afterSettle", follow);
  window.addEventListener("pagehide", () => {
    address = "";
    close();
  });
  window.addEventListener("pageshow", (event) => {
    follow();
    if (event.persisted && address) announce();
  });
  window.addEventListener("online", () => {
    if (address) open();
  });
  window.addEventListener("offline", () => {
    if (address) lost();
  });
  follow();
})();
