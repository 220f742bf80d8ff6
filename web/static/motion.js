// Moves what is new on a live page: a card comes from its seat, a trick goes to whoever took it, scores
// count up, a proof slides out, a deal's sum and a win come forward. The page is final before anything
// moves: no text waits for a movement, and the next view ends whatever still moves. Knows no game.

const LONGEST_MS = 400;
const EASE = "cubic-bezier(0.2, 0.8, 0.3, 1)";
const still = matchMedia("(prefers-reduced-motion: reduce)");
const swept = document.createElement("div"); // the last trick on its way; text nobody reads
let before = null; // what lay there before the view that is coming
const running = []; // with what is to be done at the end of each

swept.className = "swept";
swept.setAttribute("aria-hidden", "true");
document.body.append(swept);
CSS.registerProperty?.({ name: "--shown", syntax: "<integer>", inherits: true, initialValue: "0" });

const all = (selector) => [...document.querySelectorAll(`#table ${selector}`)];
const box = (each) => each.getBoundingClientRect();
const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
const number = (words) => (/^[+−-]?\d+$/.test(words) ? Number(words.replace("−", "-")) : null);

function move(each, frames, ms = LONGEST_MS, done = () => {}) {
  const moving = each.animate(frames, { duration: ms, easing: EASE });
  moving.onfinish = done;
  running.push([moving, done]);
}

/** What moves is where it belongs, at once. */
function settle() {
  for (const [moving, done] of running.splice(0)) {
    moving.onfinish = null;
    moving.cancel();
    done();
  }
}

/** What can move: the cards that lie there, the figures, the proofs, and how far the game is. */
function look() {
  const places = all(".place[data-card]");
  return {
    cards: new Map(places.map((each) => [each.dataset.seat, each.dataset.card])),
    trick: document.querySelector("#table .trick.is-resting") ? places.map(lying) : [],
    figures: new Map(figures().map(([key, { textContent }]) => [key, number(textContent)])),
    proofs: new Set(all(".proof > p").map(({ textContent }) => textContent)),
    gains: all(".gains").map(({ textContent }) => textContent)[0],
    isOver: document.querySelector("#table.is-over") !== null,
  };
}

/** A card as it lies, to be shown once more after the page has forgotten it. */
function lying(place) {
  const card = place.querySelector(".card");
  const scale = box(card).width / card.offsetWidth; // the big screen zooms
  return { copy: card.cloneNode(true), at: box(place), scale, width: card.offsetWidth, ...place.dataset, wins: place.matches(".wins") };
}

/** The numbers of the tables, each with whose it is: a row or column may come or go. */
function figures() {
  return all(".sheets tr").flatMap((row) =>
    [...row.cells].flatMap((cell, column) => {
      const figure = cell.querySelector(":scope > b");
      return figure ? [[`${row.closest("table").className} ${row.cells[0].textContent} ${column}`, figure]] : [];
    }),
  );
}

function show() {
  if (!before || still.matches || document.hidden) return;
  arrive();
  sweep();
  for (const [key, figure] of figures()) {
    if (before.figures.get(key) != null) count(figure, before.figures.get(key));
  }
  prove();
  end();
}

/** Each new card comes from outside, where its seat is; it makes no page wider. */
function arrive() {
  const table = document.querySelector("#table");
  const round = table.querySelector(".round");
  if (!round) return;
  const [x, y] = middle(box(round));
  for (const place of round.children) {
    const { seat, card } = place.dataset;
    if (!card || before.cards.get(seat) === card) continue;
    const laid = place.querySelector(".card");
    if (!laid.offsetWidth) continue; // hidden by something else
    const [left, top] = middle(box(place));
    const far = (1.5 * laid.offsetHeight) / Math.hypot(left - x, top - y || 1);
    const from = `${(left - x) * far}px ${(top - y) * far}px`;
    table.style.overflowX = "clip";
    move(laid, [{ translate: from, opacity: 0 }, {}], 320, () => (table.style.overflowX = ""));
  }
}

/** A finished trick that has made room goes to whoever took it. */
function sweep() {
  const { trick } = before;
  const taker = trick.find(({ wins }) => wins);
  const isThere = ({ seat, card }) => all(`.place[data-card="${card}"]`).some((each) => each.dataset.seat === seat);
  if (!taker?.width || trick.some(isThere)) return; // the big screen may have had something else there
  const [x, y] = middle(taker.at);
  for (const { copy, at, scale, width } of trick) {
    const [left, top] = middle(at);
    swept.append(copy);
    Object.assign(copy.style, { zoom: scale, width: `${width}px`, left: `${(left / scale) - width / 2}px`, top: `${(top - 0.7 * width * scale) / scale}px` });
    const to = `${(x - left) / scale}px ${(y - top) / scale}px`;
    move(copy, { translate: ["0 0", to], scale: [1, 0.4], opacity: [1, 0] }, 360, () => copy.remove());
  }
}

/** Count from what a figure was to what it is; its text is already that. */
function count(figure, from) {
  const to = number(figure.textContent);
  if (to === null || to === from || !CSS.registerProperty) return;
  figure.classList.add("counts-up");
  move(figure, { "--shown": [from, to] }, LONGEST_MS, () => figure.classList.remove("counts-up"));
}

function prove() {
  const fresh = all(".proof > p").filter(({ textContent }) => !before.proofs.has(textContent));
  if (!fresh.length) return;
  const proof = fresh[0].parentElement;
  move(proof, { clipPath: ["inset(0 0 100% 0)", "inset(0)"], translate: ["0 -1.5rem", "0 0"] });
}

/** A deal ends with its sum, a game with who won it: the whole scene comes up, since nothing of it stands where it stood. */
function end() {
  const [gains] = all(".gains");
  if (gains && gains.textContent !== before.gains) {
    for (const figure of gains.querySelectorAll("b")) count(figure, 0);
    move(gains, { scale: [0.8, 1], opacity: [0, 1] }, 360);
  }
  const isOver = document.querySelector("#table.is-over") !== null;
  if (isOver === before.isOver) return;
  for (const each of all(":is(.turn, .table-top, .proof, .sheets)")) {
    move(each, { opacity: [0, 1], scale: isOver && each.matches(".turn") ? [0.7, 1] : [1, 1] });
  }
}

document.addEventListener("table:coming", () => {
  settle();
  before = look();
});
document.addEventListener("table:view", () => {
  show();
  before = null; // a stream that begins again without a view brings nothing new
});
