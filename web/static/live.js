// Keeps a page at the newest view of its table and says plainly how old that view is.
// Reads one stream; asks for nothing else and stores nothing.
//
// Own code instead of a library: the page must know about missing beats in any case, and htmx with
// its stream extension alone is 44 KB of the 60 that a page may weigh.
import { morph } from "./morph.js";

const LATE = 2.5; // so many beats missed: not live any more
const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 15000;
const NEWS_MS = 400; // one announcement for what comes in one go: more would cut each other off

const link = document.getElementById("link");
const words = JSON.parse(link.dataset.words);
const news = document.getElementById("news");
const title = document.title.split(" · ").pop();
let source = null;
let beatMs = 2000; // until the first beat says its own period
let heardAt = Date.now();
let isHeard = false;
let retryMs = FIRST_RETRY_MS;
let retryAt = 0;
let newsTimer = 0;

const table = () => document.getElementById("table");
const ageMs = () => Date.now() - heardAt;
const isLate = () => ageMs() > LATE * beatMs;

/** Open the stream anew, whatever became of the last one. */
function open() {
  source?.close();
  source = new EventSource(document.body.dataset.live);
  source.addEventListener("view", (event) => hear(() => show(event.data)));
  source.addEventListener("beat", (event) => hear(() => (beatMs = Number(event.data) || beatMs)));
  retryAt = Date.now() + retryMs * (0.8 + 0.4 * Math.random()); // a room full of phones spreads out
  retryMs = Math.min(2 * retryMs, LAST_RETRY_MS);
}

function hear(then) {
  heardAt = Date.now();
  isHeard = true;
  retryMs = FIRST_RETRY_MS;
  then();
  tell();
}

/** Put the view in place of the old one. */
function show(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  morph(table(), page.getElementById("table"));
  const { heading, news: told } = table().dataset;
  document.title = `${heading} · ${title}`;
  clearTimeout(newsTimer);
  newsTimer = setTimeout(() => {
    if (news.textContent !== told) news.textContent = told;
  }, NEWS_MS);
  document.dispatchEvent(new Event("table:view"));
}

/** Say how true the page is. */
function tell() {
  const board = table().dataset.board;
  const state = isLate() ? "stale" : isHeard ? board : "waiting";
  const told = (words[state] ?? state).replace("{seconds}", Math.round(ageMs() / 1000));
  if (link.dataset.state !== state) link.dataset.state = state;
  if (link.textContent !== told) link.textContent = told;
}

/** Back from sleep, another page or another network: do not wait for a retry. */
function wake() {
  if (document.hidden || ageMs() < beatMs) return;
  retryMs = FIRST_RETRY_MS;
  open();
  tell();
}

document.addEventListener("visibilitychange", wake);
window.addEventListener("pageshow", wake);
window.addEventListener("online", wake);
window.addEventListener("pagehide", () => source?.close());
setInterval(() => {
  if (isLate() && Date.now() > retryAt) open();
  tell();
}, 1000);
open();
