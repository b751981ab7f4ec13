// Checks, in the reader's browser and without asking any server, that the cards a page shows are
// those that were sealed before play. docs/deals.md defines every step; templates/deals/_verify.html
// shows how a page includes it. Our own SHA-256, because browsers withhold theirs from pages on
// plain http, which is what a laptop in a café serves.
"use strict";

(() => {
  if (globalThis.triplicateDeals) return;

  // The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4).
  const ROUND = new Uint32Array([
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
  ]);
  const START = [
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ];
  const ALGORITHM = "triplicate-deal/1";
  const FORMAT = "triplicate-deal-set/1";
  const IMPORTED = "triplicate-imported-set/1";
  const MOST_ATTEMPTS = 256;
  const ACES = ["AS", "AH", "AD", "AC"];
  const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
  // What a page may print for a rank: its letter, its French index, or 10.
  const RANKS = { A: ["A", "As", "1"], K: ["K", "R"], Q: ["Q", "D"], J: ["J", "V"], T: ["T", "10"] };

  const NOTICES = { verified: "success", altered: "error", unsealed: "error", failed: "warning" };

  const utf8 = (text) => new TextEncoder().encode(text);
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const unhex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
  const rotate = (word, count) => (word >>> count) | (word << (32 - count));

  function join(...parts) {
    const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
    let end = 0;
    for (const part of parts) {
      whole.set(part, end);
      end += part.length;
    }
    return whole;
  }

  function uint32(number) {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, number);
    return bytes;
  }

  function compress(state, view, offset) {
    const words = new Uint32Array(64);
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(offset + 4 * i);
    for (let i = 16; i < 64; i++) {
      const early = words[i - 15];
      const late = words[i - 2];
      words[i] =
        words[i - 16] +
        (rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)) +
        words[i - 7] +
        (rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const first =
        h +
        (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
        ((e & f) ^ (~e & g)) +
        ROUND[i] +
        words[i];
      const second =
        (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      state[i] += word;
    });
  }

  function sha256(bytes) {
    const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
    view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
    const state = new Uint32Array(START);
    for (let offset = 0; offset < padded.length; offset += 64) compress(state, view, offset);
    return join(...Array.from(state, uint32));
  }

  function hmac(key, message) {
    const block = new Uint8Array(64);
    block.set(key.length > 64 ? sha256(key) : key);
    const inner = sha256(join(block.map((byte) => byte ^ 0x36), message));
    return sha256(join(block.map((byte) => byte ^ 0x5c), inner));
  }

  function shuffle(deck, { key, publicValue, game, board, attempt }) {
    const name = utf8(game);
    const value = utf8(publicValue);
    const message = join(
      utf8(ALGORITHM),
      uint32(name.length),
      name,
      uint32(value.length),
      value,
      uint32(board),
      uint32(attempt),
    );
    const cards = [...deck];
    let left = cards.length;
    for (let block = 0; left > 1; block++) {
      for (const byte of hmac(key, join(message, uint32(block)))) {
        if (left > 1 && byte < 256 - (256 % left)) {
          const chosen = byte % left;
          left -= 1;
          [cards[left], cards[chosen]] = [cards[chosen], cards[left]];
        }
      }
    }
    return cards;
  }

  function deal(description, key, publicValue, board) {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const { deck, game } = description;
      const cards = shuffle(deck, { key: unhex(key), publicValue, game, board, attempt });
      const hands = description.hands.map((size) => cards.splice(0, size));
      const passed =
        description.pass_four_aces &&
        hands.some((hand) => ACES.every((ace) => hand.includes(ace)));
      if (!passed) return { hands, talon: cards };
    }
    throw new RangeError("no deal without four aces in one hand");
  }

  // The one text of a JSON value: names sorted, no blanks. Our names are ASCII, so that this sort
  // is the one of the definition.
  function canonical(value) {
    if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    const members = Object.keys(value).sort();
    return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
  }

  const seal = (sealed) => hex(sha256(utf8(canonical(sealed))));
  const commitment = (description, key) => seal({ ...description, key });

  const same = (some, others) => canonical(some) === canonical(others);
  // The cards of a hand have no order, those of the talon do.
  const sameCards = (some, others) =>
    some.hands.length === others.hands.length &&
    some.hands.every((hand, seat) => same([...hand].sort(), [...others.hands[seat]].sort())) &&
    same(some.talon, others.talon);

  // Imported deals are sealed with all their cards: a byte for each, its place in the deck.
  function judgeImported({ description, key, cards, board, hands, talon, commitment: published }) {
    const { deck } = description;
    if (seal({ ...description, key, cards }) !== published) return "unsealed";
    if (!(board >= 1 && board <= description.boards)) return "altered";
    const places = unhex(cards).slice((board - 1) * deck.length, board * deck.length);
    const dealt = Array.from(places, (place) => deck[place]);
    const sealed = { hands: description.hands.map((size) => dealt.splice(0, size)), talon: dealt };
    return sameCards({ hands, talon }, sealed) ? "verified" : "altered";
  }

  // "verified", "unsealed" (not what the commitment was published for) or "altered" (other cards).
  function judge(proof) {
    const { description, key, public_value: publicValue, board } = proof;
    if (description.format === IMPORTED) return judgeImported(proof);
    if (description.format !== FORMAT || description.algorithm !== ALGORITHM) {
      throw new RangeError("another form of deal set");
    }
    const announced = description.announced !== null;
    const sealed = commitment(description, key) === proof.commitment;
    if (!sealed || announced !== (publicValue !== "")) return "unsealed";
    if (!(board >= 1 && board <= description.boards)) return "altered";
    return sameCards(proof, deal(description, key, publicValue, board)) ? "verified" : "altered";
  }

  // What the eye reads there, without blanks.
  function visible(fragment) {
    for (const hidden of fragment.querySelectorAll(".visually-hidden")) hidden.remove();
    return fragment.textContent.replace(/[\s\ufe0e\ufe0f]/g, "");
  }

  // Whether what a page prints for a card can stand for its code: the rank in the card's element,
  // and the last suit printed before or in it. A card drawn as a picture has neither, and a code
  // that is not rank and suit is not printed as such.
  function reads(place, element, code) {
    if (!/^[AKQJTN2-9][SHDC]$/.test(code)) return true;
    const rank = visible(element.cloneNode(true)).replace(/[♠♥♦♣]/g, "");
    const before = document.createRange();
    before.setStart(place, 0);
    before.setEnd(element, element.childNodes.length);
    const suit = visible(before.cloneContents()).match(/[♠♥♦♣](?=[^♠♥♦♣]*$)/);
    const ranks = RANKS[code[0]] || [code[0]];
    return (!rank || ranks.includes(rank)) && (!suit || suit[0] === SUITS[code[1]]);
  }

  function cardsIn(place) {
    return Array.from(place.querySelectorAll("[data-card]"), (element) => {
      const code = element.dataset.card;
      return reads(place, element, code) ? code : `not ${code}`;
    });
  }

  // The cards as the page shows them to the reader.
  function shownIn(page) {
    const seats = Array.from(page.querySelectorAll("[data-seat]"));
    seats.sort((one, other) => one.dataset.seat - other.dataset.seat);
    const talon = Array.from(page.querySelectorAll("[data-talon]"));
    return { hands: seats.map(cardsIn), talon: talon.flatMap(cardsIn) };
  }

  function verdict({ verify, shown }) {
    const proof = JSON.parse(document.getElementById(verify).textContent);
    const found = judge(proof);
    if (found !== "verified" || !shown) return found;
    return sameCards(proof, shownIn(document.getElementById(shown))) ? found : "altered";
  }

  function verifyAll() {
    for (const element of document.querySelectorAll("[data-verify]")) {
      let found = "failed";
      try {
        found = verdict(element.dataset);
      } catch (error) {
        console.error(error);
      }
      element.dataset.verdict = found;
      element.className = `notice notice-${NOTICES[found]}`;
      element.textContent = element.dataset[found];
    }
  }

  // For the tests, which hold this file against the vectors of docs/deals.md.
  globalThis.triplicateDeals = { sha256, hmac, hex, unhex, utf8, shuffle, deal, commitment, judge };

  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", verifyAll);
  } else {
    verifyAll();
  }
  // What htmx changed on the page is checked again.
  document.addEventListener("htmx:afterSettle", verifyAll);
})();
