// Keeps a page at the newest view of its table and says plainly how old that view is.
// Reads one stream, while the page is seen; asks for nothing else and stores nothing.
// Why no library does this: docs/explanation/pages.md.
import { ask, tell as admit } from "./answer.js";
import { Stream } from "./stream.js";
import { renew, update } from "./update.js";
import "./sleep.js";

const LATE = 2.5; // this many beats missed: not live any more
const DOUBTFUL = 1.25; // this many: is the host still there?
const LOOK_MS = 250; // so often a silent host is noticed
const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 15000; // a phone that wakes does not wait for it

const link = document.getElementById("link");
const words = JSON.parse(link.dataset.words);
const title = document.title.split(" · ").pop();
const news = document.getElementById("news") && import("./news.js"); // the page of a seat says by itself what is new
let source = null; // none while nobody looks
let beatMs = 2000; // until the first beat says its own period
let heardAt = performance.now(); // nobody sets this clock
let isHeard = false;
let isBegun = false; // the stream has just begun: if no view comes first, the page has the newest
let { has } = document.body.dataset; // the tag of the view that the page shows
let retryMs = FIRST_RETRY_MS;
let retryAt = 0;
let isHeardUnseen = () => false;
let lookAs = () => ({}); // the headers of who may see the table as it is
let isLooking = false;
let isWanted = false; // it has changed again meanwhile
let moves = !matchMedia("(prefers-reduced-motion: reduce)").matches;

const table = () => document.getElementById("table");
const isOver = ({ classList }) => classList.contains("is-over");
/** What a game's end shows otherwise: the table, and on a guest's page what is below it. */
const scene = () => [...table().children, ...document.querySelectorAll("main ~ :is(.sit, .more)")];
const ageMs = () => performance.now() - heardAt;
const isLate = () => ageMs() > LATE * beatMs;

/** Let the page keep its stream while it is hidden, as long as `test` says that somebody listens. */
export function keepUnseen(test) {
  isHeardUnseen = test;
}

/** Open the stream anew, whatever became of the last one. */
function open() {
  source?.close();
  source = new Stream(document.body.dataset.live, has);
  source.addEventListener("error", doubt);
  source.addEventListener("refused", ({ detail }) => admit(detail, "no-stream"));
  source.addEventListener("open", () => (isBegun = true));
  source.addEventListener("view", ({ data, lastEventId }) => hear(() => show(data, lastEventId)));
  source.addEventListener("changed", () => hear(look));
  source.addEventListener("hosts", hosts);
  source.addEventListener("beat", (event) => hear(() => (beatMs = Number(event.data) || beatMs)));
  retryAt = performance.now() + retryMs * (0.8 + 0.4 * Math.random()); // a room full of phones spreads out
  retryMs = Math.min(2 * retryMs, LAST_RETRY_MS);
}

/** A club has other hosts, and these are there now. */
function hosts({ data }) {
  document.dispatchEvent(new CustomEvent("live:hosts", { detail: JSON.parse(data) }));
}

/** Perhaps the page can go to one of them. */
function doubt() {
  document.dispatchEvent(new Event("live:lost"));
}

/** In a broadcast the stream says only that something has changed: then who may see it asks for it. */
async function look() {
  if (isLooking) return void (isWanted = true);
  isLooking = true;
  do {
    isWanted = false;
    const answer = await ask(document.body.dataset.look, { headers: lookAs() });
    admit(answer);
    if (answer.ok) show(answer.text);
  } while (isWanted);
  isLooking = false;
}

/** Ask for the table with the token of this page. */
export function looksAs(headers) {
  lookAs = headers;
}

function hear(then) {
  admit({}, "no-stream");
  heardAt = performance.now();
  isHeard = true;
  retryMs = FIRST_RETRY_MS;
  then();
  if (isBegun) current();
  tell();
  if (moves) import("./motion.js"); // what the page has already does not move
  moves = false;
}

/** Put the view in place of the old one. */
function show(html, tag) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("table");
  document.dispatchEvent(new CustomEvent("table:coming", { detail: fresh }));
  if (isOver(fresh) !== isOver(table())) renew(scene());
  const inPlace = keepPlace();
  update(table(), fresh);
  inPlace();
  has = tag;
  current();
}

/** The page shows the newest view. */
function current() {
  isBegun = false;
  if (table().querySelector(".clock")) import("./clock.js");
  if (document.querySelector(".still > .is-over")) import("./result.js");
  document.title = `${table().dataset.heading} · ${title}`;
  const { news: told, heard } = table().dataset;
  news?.then(({ follow }) => follow({ news: told, heard }));
  document.dispatchEvent(new CustomEvent("table:view", { detail: has }));
}

/** What somebody reads stays under their eyes when something above it grows; browsers differ in that. */
function keepPlace() {
  const { style } = document.documentElement;
  const top = (each) => each.getBoundingClientRect().top;
  const pieces = [...document.querySelectorAll("main :is(section, details), main ~ *")];
  const read = scrollY > 0 && pieces.find((each) => each.getClientRects().length && top(each) >= 0);
  if (!read) return () => {};
  const before = top(read);
  style.overflowAnchor = "none"; // not the way of the browser, for this once
  return () => {
    if (read.isConnected) scrollBy(0, top(read) - before);
    style.overflowAnchor = "";
  };
}

/** Say how true the page is. */
function tell() {
  const board = table().dataset.board;
  const state = isLate() ? "stale" : isHeard ? board : "waiting";
  const isAway = isLate();
  news?.then(({ reach }) => reach(isAway));
  const isPolled = state === "live" && source?.isPolled;
  const told = (words[isPolled ? "polled" : state] ?? state).replace("{seconds}", Math.round(ageMs() / 1000));
  if (link.dataset.state !== state) link.dataset.state = state; // or blind.js would hear of each second
  if (link.textContent !== told) link.textContent = told;
}

/** Let the stream go: a page that nobody sees keeps none from those that somebody does. */
export function letGo() {
  source?.close();
  source = null;
  document.title = title; // the title of the tab is still seen, and would soon be untrue
}

/** Back from another page or another network: do not wait for a retry. */
function wake() {
  if (document.hidden || (source && ageMs() < beatMs)) return;
  anew();
}

function anew() {
  retryMs = FIRST_RETRY_MS;
  open();
  tell();
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden && !isHeardUnseen()) letGo();
  wake();
});
document.addEventListener("page:slept", ({ detail }) => {
  heardAt -= detail;
  if (source) anew();
});
window.addEventListener("pageshow", wake);
window.addEventListener("online", wake);
window.addEventListener("pagehide", letGo);
setInterval(() => {
  if (!source) return;
  if (ageMs() > DOUBTFUL * beatMs) doubt();
  if (isLate() && performance.now() > retryAt) open();
  tell();
}, LOOK_MS);
if (document.body.dataset.hosts) import("./elsewhere.js");
if (!document.hidden) open();
