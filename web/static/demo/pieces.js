// Everything with a tag: the cards and what else lies beside the table. Puts each piece where the
// scene says it is and lets it travel there. Knows no rules.

import { message, words } from "./words.js";

const ORDER = "SHCDWRBGX";
const STRENGTH = "23456789TJQKA";
const PROPS = words.props;
const TRAVEL_MS = 360;
const DEAL_STEP_MS = 14;
const NS = "http://www.w3.org/2000/svg";

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

export class Pieces {
  #seats;
  #tray;
  #piles;
  #made = new Map();
  #expected = new Map(); // piece laid here and not yet confirmed: where, and until when
  #areHidden = false;

  constructor(seats, tray, piles) {
    this.#seats = seats;
    this.#tray = tray;
    this.#piles = piles;
    Object.keys(PROPS).forEach((token) => tray.append(slot(token, this.piece(token))));
  }

  /** A piece's name in words; face down only its suit is to be seen. */
  nameOf = (token) => {
    return token in PROPS ? PROPS[token][1] : words.cards[token];
  };

  /** The piece with this token; made when it is first asked for. */
  piece(token) {
    if (!this.#made.has(token)) this.#made.set(token, this.#make(token));
    return this.#made.get(token);
  }

  /** A hand has just put a piece there; the scene that says so is on its way. */
  expect(token, reader) {
    this.#expected.set(token, { reader, until: performance.now() + 700 });
    this.#travel(() => this.#seats.own[reader].querySelector(".on-pad").append(this.piece(token)));
  }

  /** Turn the hands face down, or up again. */
  hide(areHidden) {
    this.#areHidden = areHidden;
    this.#made.forEach((piece, token) => this.#name(piece, token));
  }

  /** Put every piece where the scene has it. */
  show(scene) {
    this.#heap(scene.piles);
    const wanted = this.#wanted(scene);
    if ([...wanted].every(([parent, tokens]) => isSame(parent, tokens))) return;
    this.#travel(() => wanted.forEach((tokens, parent) => fill(parent, tokens.map((token) => this.piece(token)))));
    this.#made.forEach((piece, token) => this.#name(piece, token));
  }

  /** For each place the tokens that lie there, in order. */
  #wanted(scene) {
    const now = performance.now();
    this.#expected.forEach(({ reader, until }, token) => {
      const hasCome = scene.readers[reader].tokens.includes(token);
      if (hasCome || until < now) this.#expected.delete(token);
    });
    const wanted = new Map();
    const lying = new Set(this.#expected.keys());
    scene.readers.forEach((its) => its.tokens.forEach((token) => lying.add(token)));
    scene.readers.forEach((its, reader) => {
      const coming = [...this.#expected].filter(([, to]) => to.reader === reader).map(([token]) => token);
      wanted.set(this.#seats.own[reader].querySelector(".on-pad"), [...its.tokens, ...coming]);
    });
    for (const place of document.querySelectorAll(".front, .fronts > div > div, .hand")) wanted.set(place, []);
    scene.seats.forEach((its, seat) => {
      wanted.set(this.#seats.frontOf(seat), its.front && !lying.has(its.front) ? [its.front] : []);
      wanted.set(this.#seats.handOf(seat), its.hand.filter((token) => !lying.has(token) && token !== its.front).sort(byRank));
    });
    scene.piles.forEach((its, n) => {
      wanted.set(this.#piles.children[n].firstChild, its.top.filter((token) => !lying.has(token)));
    });
    for (const place of this.#tray.children) {
      wanted.set(place, lying.has(place.dataset.slot) ? [] : [place.dataset.slot]);
    }
    return wanted;
  }

  /** Have a place for each pile. */
  #heap(piles) {
    while (this.#piles.children.length > piles.length) this.#piles.lastChild.remove();
    while (this.#piles.children.length < piles.length) this.#piles.append(pile());
    piles.forEach(({ name, count }, n) => (this.#piles.children[n].lastChild.textContent = message("pile", { pile: name, number: count })));
  }

  /** Change the places, then let every piece that has moved travel from where it was. */
  #travel(change) {
    if (stillness.matches) return change();
    const before = new Map();
    this.#made.forEach((piece) => piece.isConnected && before.set(piece, piece.getBoundingClientRect()));
    const focused = document.activeElement;
    change();
    if (focused?.isConnected) focused.focus({ preventScroll: true });
    const centre = document.querySelector(".board").getBoundingClientRect();
    let dealt = 0;
    this.#made.forEach((piece) => {
      if (!piece.isConnected) return;
      const to = piece.getBoundingClientRect();
      if (!to.width) return;
      const from = before.get(piece);
      if (!from?.width) deal(piece, centre, to, DEAL_STEP_MS * dealt++);
      else if (Math.hypot(from.x - to.x, from.y - to.y) > 1) travel(piece, from, to);
    });
  }

  #make(token) {
    const piece = document.createElement("button");
    piece.type = "button";
    piece.dataset.token = token;
    piece.tabIndex = -1;
    const letter = token[0] === "X" ? "X" : token[1];
    piece.className = token in PROPS ? `piece prop ${token}` : `piece ${letter}`;
    if (!(token in PROPS)) {
      const rank = document.createElement("b");
      rank.textContent = token[0] === "T" ? "10" : letter === "X" ? token[1] : token[0];
      piece.append(rank, suit(letter), suit(letter, "large"));
    } else {
      piece.append(token === "wires" ? drawing("scissors") : document.createElement("i"), PROPS[token][0]);
    }
    this.#name(piece, token);
    return piece;
  }

  #name(piece, token) {
    const isDown = this.#areHidden && !(token in PROPS) && piece.closest(".hand");
    const isTop = piece.closest(".pile");
    const down = words.backs[token[0] === "X" ? "X" : token[1]];
    const top = isTop && message("top", { pile: isTop.lastChild.textContent });
    const name = top || (isDown ? down : this.nameOf(token));
    if (piece.getAttribute("aria-label") !== name) piece.setAttribute("aria-label", name);
  }
}

function pile() {
  const made = document.createElement("div");
  made.className = "pile";
  made.append(document.createElement("div"), document.createElement("span"));
  return made;
}

/** A prop's own place in the tray; it stays when the prop is used, so that no other moves. */
function slot(token, piece) {
  const made = document.createElement("span");
  made.dataset.slot = token;
  made.dataset.name = PROPS[token][0];
  made.append(piece);
  return made;
}

function suit(letter, more = "") {
  return drawing(letter, `suit ${letter} ${more}`.trim());
}

function drawing(symbol, classes = "") {
  const made = document.createElementNS(NS, "svg");
  made.setAttribute("class", classes);
  made.setAttribute("aria-hidden", "true");
  made.append(document.createElementNS(NS, "use"));
  made.firstChild.setAttribute("href", `#${symbol}`);
  return made;
}

function suitOf(token) {
  return ORDER.indexOf(token[0] === "X" ? "X" : token[1]);
}

function byRank(one, other) {
  return suitOf(one) - suitOf(other) || STRENGTH.indexOf(other[0]) - STRENGTH.indexOf(one[0]);
}

function isSame(parent, tokens) {
  return parent.children.length === tokens.length && tokens.every((token, n) => parent.children[n].dataset.token === token);
}

function fill(parent, wanted) {
  [...parent.children].filter((child) => !wanted.includes(child)).forEach((child) => child.remove());
  wanted.forEach((piece, n) => parent.children[n] !== piece && parent.insertBefore(piece, parent.children[n] ?? null));
}

function travel(piece, from, to) {
  const scale = from.width / to.width;
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${scale})`;
  piece.animate(
    [{ transform: start, transformOrigin: "0 0", zIndex: 5 }, { transform: "none", transformOrigin: "0 0", zIndex: 5 }],
    { duration: TRAVEL_MS, easing: "cubic-bezier(.2,.7,.2,1)" },
  );
}

function deal(piece, centre, to, delay) {
  const x = centre.x + centre.width / 2 - to.x - to.width / 2;
  const y = centre.y + centre.height / 2 - to.y - to.height / 2;
  piece.animate(
    [{ transform: `translate(${x}px, ${y}px) rotate(-20deg)`, opacity: 0 }, { transform: "none", opacity: 1 }],
    { duration: TRAVEL_MS, delay, easing: "cubic-bezier(.2,.7,.2,1)", fill: "backwards" },
  );
}
