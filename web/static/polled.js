// Keeps a page true that follows no stream: asks for it every ten seconds, and when the page is seen
// again. Standings move when a game ends, so more often would only cost. Says how old the page is, and
// looks for another host of the club when its own does not answer.
import { update } from "./update.js";

const EVERY_MS = 10_000;
const AGAIN_MS = 2000; // while nobody answers
const ANSWERS_MS = 4000; // a host that sleeps does not even refuse
const { dataset } = document.body;
const link = document.getElementById("link");
const words = JSON.parse(link.dataset.words);
const token = document.querySelector("input[name=host_token]")?.value;
let trueAt = Date.now();
let askedAt = trueAt;
let isAsking = false;
let isLost = false;

/** A page without a part that changes asks only whether its host is there, and which others are. */
async function look() {
  if (isAsking) return;
  isAsking = true;
  askedAt = Date.now();
  try {
    const signal = AbortSignal.timeout(ANSWERS_MS);
    const headers = token ? { "X-Host-Token": token } : {};
    const answer = await fetch(dataset.part ? location : "/asking", { headers, signal });
    if (!answer.ok) throw new Error();
    take(new DOMParser().parseFromString(await answer.text(), "text/html"));
    isLost = false;
    trueAt = Date.now();
  } catch {
    isLost = true;
    document.dispatchEvent(new Event("live:lost"));
  }
  isAsking = false;
  tell();
}

function take(page) {
  const { part } = dataset;
  if (part) update(document.getElementById(part), page.getElementById(part));
  const { hosts } = page.body.dataset;
  if (hosts) document.dispatchEvent(new CustomEvent("live:hosts", { detail: JSON.parse(hosts) }));
}

/** Say how true the page is. */
function tell() {
  const ageMs = Date.now() - trueAt;
  const state = isLost || ageMs > EVERY_MS + ANSWERS_MS ? "stale" : "live";
  const told = words[state].replace("{seconds}", Math.round(ageMs / 1000));
  link.hidden = !told;
  if (link.dataset.state !== state) link.dataset.state = state;
  if (link.textContent !== told) link.textContent = told;
}

function wake() {
  if (document.hidden) return;
  tell();
  look();
}

document.addEventListener("visibilitychange", wake);
addEventListener("online", wake);
addEventListener("pageshow", ({ persisted }) => persisted && wake());
setInterval(() => {
  if (document.hidden) return;
  if (Date.now() - askedAt > (isLost ? AGAIN_MS : EVERY_MS)) look();
  tell();
}, 1000);
if (dataset.hosts) import("./elsewhere.js");
tell();
