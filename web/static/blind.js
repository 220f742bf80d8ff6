// The seat for who does not look: what is told without being asked, and whether large keys are wanted.
// A finished trick and the own turn are told; each card only for who wants that, the hand never.
import { echo, hasVoice, hush, keep, say, show as write, wants } from "./speech.js";
import { keepUnseen, letGo } from "./live.js";

const CARD = 0; // the kinds of events: web/seat/events.py
const WORD = 2;

let heard = null; // what has been told already
let last = "";
let dealing = ""; // the game of which it has been told how to deal

const own = () => document.getElementById("own");
const keys = () => document.getElementById("blind");

/** What the game waits for. */
export const now = () => own().dataset.now || own().querySelector("h2")?.textContent || "";

/** What can be said again. */
export const newest = () => last || now();

export function tell(words) {
  if (!words) return;
  last = words;
  say(words);
}

/** What has happened, behind what is still being said. */
function report(words) {
  if (!words) return;
  last = words;
  say(words, true);
}

/** What a screen reader reads in the page by itself. */
export function repeat(words) {
  last = words;
  echo(words);
}

/** The entries of the game that were not told yet: each is told once, in order. */
function fresh({ game, events }, before) {
  const isSame = game === before.game;
  const all = JSON.parse(events || "[]");
  const since = isSame ? before.seq : -1; // a new game begins with event 0
  return all.filter(([seq]) => seq > since);
}

/** What the cards have proved and was not told yet. */
function proved({ found }, before) {
  const told = JSON.parse(before.found || "[]");
  return JSON.parse(found || "[]").filter((each) => !told.includes(each));
}

/** Sentences in a row; Japanese ones leave no blank between. */
const row = (...said) => said.filter(Boolean).join(" ").replace(/([。！？]) /g, "$1");

/** What is new since it was told last. */
function follow({ detail: isAnswer }) {
  const data = { ...own().dataset };
  const said = document.getElementById("refusal");
  const refusal = said?.dataset.say ?? said?.textContent; // cards in it are pictures
  const before = heard;
  heard = data;
  show();
  if (isAnswer && refusal) return repeat(refusal.trim());
  const deal = dealing !== data.game && data.deal;
  if (deal) dealing = data.game;
  if (!before && !wants.on) return;
  if (data.state !== before?.state || data.seat !== before.seat) return tell(row(deal, now()));
  // A game that is taken up again begins without an event: only that it goes on is news.
  if (data.game !== before.game && data.events === "[]") return report(row(data.note, data.turn || data.headline));
  const isEach = wants.on && (wants.each || isAnswer);
  const isNew = (name) => data[name] && data[name] !== before[name];
  const events = fresh(data, before).filter(([, , kind]) => isEach || kind !== CARD);
  const told = events.map(([, words]) => words);
  for (const name of ["side", "note"]) if (isNew(name)) told.push(data[name]);
  told.push(...proved(data, before));
  if (isNew("result")) told.push(data.result);
  if (deal) told.splice(events[0]?.[0] === 0 ? 1 : 0, 0, deal); // the first event is that a game begins; who dealt comes after it
  // Who took a trick leads the next: that need not be said.
  const isWaited = isEach ? events.length : events.at(-1)?.[2] === WORD;
  if (isNew("turn")) told.push(data.turn);
  else if (isWaited && !data.turn) told.push(data.headline);
  if (isNew("question")) told.push(data.question);
  if (before.turn && !data.turn && !told.length) {
    // The turn went with what this seat has played, and need not be said; or it was taken away.
    if (Number(data.last) > Number(before.last)) write((last = now()));
    else told.push(now());
  } else if (Number(data.last) < Number(before.last) && !told.includes(data.turn)) {
    told.push(data.turn || data.headline); // an entry was taken back
  }
  report(row(...new Set(told)));
}

/** The page as it is wanted. */
function show() {
  document.body.classList.toggle("blind", wants.on);
  if (wants.on) import("./large.js").then(({ ready }) => ready).then(() => (keys().hidden = !wants.on));
  else keys().hidden = true;
  for (const input of document.querySelectorAll("[data-want]")) {
    input.checked = wants[input.dataset.want];
    if (input.dataset.want === "voice") input.disabled = !hasVoice;
  }
}

document.addEventListener("own:view", follow);
document.addEventListener("own:lost", ({ detail }) => repeat(detail));
document.addEventListener("change", ({ target }) => {
  if (!target.dataset.want) return;
  wants[target.dataset.want] = target.checked;
  keep();
  hush();
  show();
  if (target.checked && wants.on) tell(now());
});

// Whoever does not see the corner hears when the page is no longer live, and when it is again.
const link = document.getElementById("link");
let linked = link.dataset.state;
new MutationObserver(() => {
  const { state } = link.dataset;
  if (state === linked) return;
  const before = linked;
  linked = state;
  if (before === "waiting") return;
  const { stale, live } = keys().dataset;
  const told = state === "stale" ? row(document.body.dataset.away, stale) : before === "stale" ? live : link.textContent;
  say(told, true); // what is said again is of the game
}).observe(link, { attributeFilter: ["data-state"] });

// A phone in a pocket goes on speaking; of a browser's hidden pages only the one that was left last.
const ear = window.BroadcastChannel && new BroadcastChannel("tricktable.ear"); // old browsers have none
const isSpoken = () => wants.on && wants.voice && hasVoice;
keepUnseen(isSpoken);
ear?.addEventListener("message", () => document.hidden && letGo());
document.addEventListener("visibilitychange", () => {
  if (document.hidden && isSpoken()) ear?.postMessage("mine");
});
