// Makes the guests' view a screen that nobody touches: shows the sheets in turn, never while a trick
// is being played, lets everything fit, and keeps the evening's standings and how the last deal was
// scored.
import { ask, tell as admit } from "./answer.js";
import { renew, update } from "./update.js";
import "./live.js";

const TURN_MS = 12_000; // time to read a sheet across the room
const EVENING_MS = 60_000; // within it the code to scan leads to where the host has moved
const FADE_MS = 400; // as long as anything may take: see motion.js
const SIZES = [1, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58, 0.52];
const LINES = [1, 0.86, 0.72, 0.6, 0.5, 0.36, 0.28]; // of a headline; the last ones in two or more lines
const MOST_TRICKS = 4; // are shown where there is room,
const MOST_SEATS = 4; // with a column for each seat that can be read
const HANDLED_MS = 4000; // so long after a pointer or a key, what they are for is seen
const LEAST = 0.75; // smaller than this, two sheets show one after the other
const still = matchMedia("(prefers-reduced-motion: reduce)");
const hold = document.getElementById("hold");
const evening = document.getElementById("evening");
const scored = document.getElementById("scored");
let at = 0; // which sheet is shown with the standings
let isCrowded = false; // whether there is room for one alone,
let isAway = false; // and the standings have made room for the other
let isTelling = true; // between deals: how the last one was scored, in place of its last trick
let isEnding = false; // the end of the game has the whole screen
let told = scored.innerHTML; // as it came
let asked = 0; // how often for what was played: an older answer than the newest is none
let fading = []; // what comes up just now

const all = (selector) => [...document.querySelectorAll(selector)];
const isPlaying = () => document.querySelector(".trick:not(.is-resting) .card") !== null;
const isOver = () => document.querySelector("main.is-over") !== null;
const canTell = () => !isEnding && !scored.hidden && document.querySelector("main.is-between") !== null;
const isHeld = () => hold.getAttribute("aria-pressed") === "true";
/** The standings, and what takes turns below them. */
const sheets = () => all(".sheets > :not(details):not([hidden])");

/** Show the standings with one sheet, as large as they fit; where both are too many, one of them. */
function show() {
  const column = document.querySelector(".sheets");
  const now = document.querySelector(".now");
  document.body.classList.toggle("ends", isEnding);
  now.append(scored); // the newest view knows nothing of it
  tell(now);
  if (!column) return;
  column.append(evening); // nor of this
  column.querySelector(".is-filling")?.classList.remove("is-filling");
  if (isPlaying()) [at, isAway] = [0, false];
  const [standings, ...others] = sheets();
  at %= others.length || 1;
  const only = (...some) => {
    for (const sheet of [standings, ...others]) sheet.classList.toggle("is-shown", some.includes(sheet));
  };
  // Of one size with whichever is shown: then the standings stay where they are.
  const sizes = (others.length ? others : [null]).map((each) => (only(standings, each), fit(column)));
  const size = Math.min(...sizes);
  isCrowded = size < LEAST && others.length > 0;
  only(standings, others[at]);
  column.style.setProperty("--fit", size);
  if (!isCrowded) return fill(column);
  only(isAway ? others[at] : standings);
  fit(column);
}

/** What room is left holds the newest tricks of the deal, as many as fit. */
function fill(column) {
  const tricks = column.querySelector("details.tricks");
  const rows = [...(tricks?.querySelectorAll("tbody tr") ?? [])];
  if (!rows.length || tricks.querySelector(`thead :is(.is-long, th:nth-child(${MOST_SEATS + 2}))`)) return; // a name is whole
  tricks.open = true;
  for (let count = Math.min(rows.length, MOST_TRICKS); count >= 0; count--) {
    tricks.classList.toggle("is-filling", count > 0);
    rows.forEach((row, number) => (row.hidden = number < rows.length - count));
    if (isFitting(column)) return;
  }
}

/** How the last deal was scored, or its last trick. What is little room for are the rulings alone. */
function tell(now) {
  const [turn, felt] = [".turn", ".table-top"].map((each) => now.querySelector(each));
  for (const each of turn.querySelectorAll("h1, .eyebrow")) narrow(each);
  const isBetween = canTell();
  now.classList.toggle("is-telling", isBetween);
  scored.classList.remove("is-short");
  if (isBetween && fit(now, [felt, scored]) < LEAST) {
    scored.classList.add("is-short");
    fit(now, [felt, scored]) || fit(now, [turn, felt, scored]); // the headline stays as large as it is, if it can
  }
  if (isBetween && isTelling) return;
  now.classList.remove("is-telling");
  fit(now, isOver() ? [turn, felt] : [felt]);
}

/** Letters as large as the place of this line allows. */
function narrow(line) {
  for (const size of LINES) {
    line.style.setProperty("--line", size);
    if (line.scrollHeight <= line.clientHeight + 1) return;
  }
}

/** Letters as large as there is room for them. */
function fit(part, scaled = [part]) {
  for (const size of SIZES) {
    for (const each of scaled) each?.style.setProperty("--fit", size);
    if (isFitting(part)) return size;
  }
  return 0;
}

const isFitting = (part) =>
  part.scrollHeight <= part.clientHeight + 1 && [part, ...part.querySelectorAll(".wide")].every(isWhole);

const isWhole = (each) => each.scrollWidth <= each.clientWidth + 1;

/** What comes next. */
function turn() {
  const wasEnding = isEnding;
  isEnding = isOver() && !wasEnding;
  if (isEnding) return show();
  isAway = isCrowded && !isAway;
  if (!isAway) at += 1;
  isTelling = wasEnding || !isTelling; // after who has won, how
  show();
  if (still.matches) return;
  const [standings, ...others] = sheets();
  const fresh = canTell() ? all(isTelling ? "#scored" : ".table-top") : [];
  if (others.length) fresh.push(isCrowded && !isAway ? standings : others[at]);
  settle();
  fading = fresh.map((each) => each.animate({ opacity: [0, 1] }, FADE_MS));
}

/** What comes up is there at once. */
function settle() {
  for (const each of fading.splice(0)) each.cancel();
}

/** When a deal begins or ends, what comes is no longer what it was: it stands elsewhere, and has not moved there. */
function clear() {
  renew(all(".turn, .table-top"));
}

/** What was played: it changes when a deal ends, and when it is put right afterwards. */
async function refresh() {
  const number = (asked += 1);
  const answer = await ask(location.href);
  if (number !== asked) return;
  admit(answer);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(answer.text, "text/html");
  const fresh = page.getElementById("scored");
  isTelling ||= fresh.innerHTML !== told;
  told = fresh.innerHTML;
  update(scored, fresh);
  update(evening, page.getElementById("evening"));
  update(document.querySelector(".join"), page.querySelector(".join")); // the host may have moved
  show();
}

let handled = 0;

/** Nobody touches a television: what can be pressed is seen when there is a pointer, or a key is. */
function handle() {
  document.body.classList.add("is-handled");
  clearTimeout(handled);
  handled = setTimeout(() => document.body.classList.remove("is-handled"), HANDLED_MS);
}

let wasOver = false;
let drawn = document.getElementById("table").outerHTML; // the newest view, as it came
let isNew = false; // a stream may begin with a view that the page has already

let waiting = 0;

/** What is shown now has its whole time, whenever it came. */
function wait() {
  clearInterval(waiting);
  waiting = setInterval(() => isPlaying() || isHeld() || turn(), TURN_MS);
}

/** A game that has just ended, or had when this screen was hung up. */
function begin() {
  if (isOver() === wasOver) return;
  isEnding = wasOver = isOver();
  wait();
}

document.addEventListener("table:coming", ({ detail: { className, outerHTML } }) => {
  settle();
  isNew = outerHTML !== drawn;
  drawn = outerHTML;
  if (className !== document.getElementById("table").className) clear();
});
document.addEventListener("table:view", () => {
  begin();
  if (isNew && document.querySelector("main.is-between")) refresh();
  isNew = false;
  show();
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "ArrowRight") turn(); // on a remote control
});
for (const kind of ["pointermove", "pointerdown", "keydown"]) document.addEventListener(kind, handle);
hold.addEventListener("click", () => hold.setAttribute("aria-pressed", !isHeld()));
setInterval(() => document.hidden || refresh(), EVENING_MS);
document.addEventListener("visibilitychange", () => document.hidden || refresh());
addEventListener("resize", show);
document.body.dataset.turns = "";
hold.hidden = false;
wait();
begin();
show();
document.fonts.ready.then(show);
