// The seat for who does not look: large keys in a fixed place, and what is told without being asked.
// A finished trick and the own turn are; each card only for who wants that, the hand never.
import { echo, hasVoice, hush, keep, say, show as write, wants } from "./speech.js";
import { keepUnseen, letGo } from "./live.js";

const CARD = 0; // the kinds of events: web/seat/events.py
const WORD = 2;
const RATES = [1, 1.25, 1.5, 2, 0.75];

let heard = null; // what has been told already
let last = "";
let chosen = null; // by the keys, and not said yet
let isSure = false; // of what is asked twice
let isCounting = false; // Next, Back and Say it are for the numbers of a table
let counter = null; // what counts them: it comes with such a table, which few games have

const own = () => document.getElementById("own");
const keys = () => document.getElementById("blind");
const now = () => own().dataset.now || own().querySelector("h2")?.textContent || "";

function tell(words) {
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
function repeat(words) {
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

/** What is new since it was told last. */
function follow({ detail: isAnswer }) {
  const data = { ...own().dataset };
  const said = document.getElementById("refusal");
  const refusal = said?.dataset.say ?? said?.textContent; // cards in it are pictures
  const before = heard;
  heard = data;
  show();
  if (isAnswer && refusal) return repeat(refusal.trim());
  if (!before) return wants.on && tell(now());
  if (data.state !== before.state || data.seat !== before.seat) return tell(now());
  // A game that is taken up again begins without an event: only that it goes on is news.
  if (data.game !== before.game && data.events === "[]") return report(`${data.note} ${data.turn || data.headline}`.trim());
  const isEach = wants.on && (wants.each || isAnswer);
  const isNew = (name) => data[name] && data[name] !== before[name];
  const events = fresh(data, before).filter(([, , kind]) => isEach || kind !== CARD);
  const told = events.map(([, words]) => words);
  for (const name of ["side", "note"]) if (isNew(name)) told.push(data[name]);
  told.push(...proved(data, before));
  if (isNew("result")) told.push(data.result);
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
  report([...new Set(told)].join(" "));
}

/** All that can be pressed now: what can be chosen, what is said by itself, and getting up. */
const CHOICES = "form :is([type=radio], button:is([name], [data-counts], [data-leaves])):enabled";
const choices = () => [...own().querySelectorAll(CHOICES)].filter(isOffered);

/** Of cards only those of the suit that was chosen, and none behind a fold; what is shared out, all at once. */
const isOffered = (choice) => !choice.closest(".allotment") && (!choice.closest(".fan") || (choice.checkVisibility?.() ?? true));
const isSuit = (choice) => choice.matches(".fan [type=radio]");

function step(by) {
  isCounting &&= counter?.canCount();
  if (isCounting) return counter.step(by);
  const all = choices();
  if (!all.length) return keys().dataset.none;
  const at = all.indexOf(chosen);
  chosen = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length];
  isSure = false;
  if (chosen.type === "radio") chosen.checked = true;
  const isAlone = all.length === 1 && chosen.dataset.sure;
  return isAlone ? `${keys().dataset.none} ${named(chosen)}` : named(chosen);
}

const named = (choice) => choice.dataset.say ?? choice.textContent.replace(/\s+/g, " ").trim();

function press() {
  isCounting &&= counter?.canCount();
  const all = choices();
  if (isCounting) return counter.next() ?? submit(all.find((each) => "counts" in each.dataset));
  if (!all.length) return keys().dataset.none;
  if (!all.includes(chosen)) chosen = all.find((each) => each.checked);
  if (!chosen) return keys().dataset.first;
  if (chosen.dataset.sure && !isSure) {
    isSure = true;
    return chosen.dataset.sure;
  }
  isCounting = "counts" in chosen.dataset;
  if (isCounting) return counter?.begin();
  if (isSuit(chosen)) {
    chosen.checked = true;
    chosen = choices().find((each) => each.matches(".ranks:not(.hand-keys) button"));
    return named(chosen);
  }
  submit(chosen);
  chosen = null;
}

function submit(choice) {
  const { form } = choice;
  form.requestSubmit(choice.type === "submit" ? choice : form.querySelector("button"));
}

function speed() {
  wants.rate = RATES[(RATES.indexOf(wants.rate) + 1) % RATES.length];
  keep();
  return last || now();
}

const asked = {
  hand: () => own().dataset.hand || now(),
  table: () => own().dataset.table || now(),
  points: () => own().dataset.points || now(),
  now: () => {
    isCounting = false;
    return now();
  },
  again: () => last || now(),
  speed,
  back: () => step(-1),
  next: () => step(1),
  press,
};

/** The page as it is wanted; its switches come anew with every view. */
function show() {
  document.body.classList.toggle("blind", wants.on);
  keys().hidden = !wants.on;
  if (own().querySelector(".counts")) import("./count.js").then((module) => (counter = module));
  for (const input of document.querySelectorAll("[data-want]")) {
    input.checked = wants[input.dataset.want];
    if (input.dataset.want === "voice") input.disabled = !hasVoice;
  }
}

document.addEventListener("own:view", follow);
document.addEventListener("own:lost", ({ detail }) => repeat(detail));
document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-key]")?.dataset.key;
  if (key) tell(asked[key]());
});
document.addEventListener("change", ({ target }) => {
  if (target.dataset.want) {
    wants[target.dataset.want] = target.checked;
    keep();
    hush();
    show();
    if (target.checked) tell(now());
  } else if (wants.on && target.type === "radio") {
    chosen = target;
    repeat(named(target));
  }
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
  const told = state === "stale" ? stale : before === "stale" ? live : link.textContent;
  say(told, true); // what is said again is the game's
}).observe(link, { attributeFilter: ["data-state"] });

// A phone in a pocket goes on speaking; of a browser's hidden pages only the one that was left last.
const ear = window.BroadcastChannel && new BroadcastChannel("tricktable.ear"); // old browsers have none
const isSpoken = () => wants.on && wants.voice && hasVoice;
keepUnseen(isSpoken);
ear?.addEventListener("message", () => document.hidden && letGo());
document.addEventListener("visibilitychange", () => {
  if (document.hidden && isSpoken()) ear?.postMessage("mine");
});
