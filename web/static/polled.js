// Keeps a page true that follows no stream: asks for it every ten seconds, and when the page is seen
// again. Standings move when a game ends, so more often would only cost. Says how old the page is, and
// looks for another host of the club when its own does not answer.
import { ask, tell as admit, within } from "./answer.js";
import "./sleep.js";

const EVERY_MS = 10_000;
const AGAIN_MS = 2000; // while nobody answers
const ANSWERS_MS = 4000; // a host that sleeps does not even refuse
const { dataset } = document.body;
const link = document.getElementById("link");
const words = JSON.parse(link.dataset.words);
const token = document.querySelector("input[name=host_token]")?.value;
let trueAt = performance.now();
let askedAt = trueAt;
let isAsking = false;
let isLost = false;
let shown = dataset.part && document.getElementById(dataset.part).outerHTML;

/** A page without a part that changes asks only whether its host is there, and which others are. */
async function look() {
  if (isAsking) return;
  isAsking = true;
  askedAt = performance.now();
  const signal = within(ANSWERS_MS);
  const headers = token ? { "X-Host-Token": token } : {};
  const answer = await ask(dataset.part ? location : "/asking", { headers, signal });
  admit(answer);
  isLost = !(answer.ok && (await take(new DOMParser().parseFromString(answer.text, "text/html"))));
  if (!isLost) trueAt = performance.now();
  else if (!answer.status) document.dispatchEvent(new Event("live:lost"));
  isAsking = false;
  tell();
}

/** What updates a page is loaded when something has changed: without it the page is there sooner. */
async function updating() {
  const { update } = await import("./update.js");
  if (!window.Idiomorph) {
    await new Promise((onload, onerror) => {
      const src = new URL("vendor/idiomorph.min.js", import.meta.url);
      document.head.append(Object.assign(document.createElement("script"), { src, onload, onerror }));
    });
  }
  return update;
}

/** Put the newer part in place of the old one, and draw its chart anew if it has one. */
async function show(fresh) {
  if (fresh.outerHTML === shown) return; // a chart would be drawn again for nothing
  const [here, update] = [document.getElementById(fresh.id), await updating()];
  update(here, fresh);
  shown = fresh.outerHTML;
  if (here.querySelector(".chart")) (await import("./chart.js")).redraw(here);
}

/** Whether the page could be brought up to date: the script that does so may not come either. */
async function take(page) {
  try {
    if (dataset.part) await show(page.getElementById(dataset.part));
  } catch {
    return false;
  }
  const { hosts } = page.body.dataset;
  if (hosts) document.dispatchEvent(new CustomEvent("live:hosts", { detail: JSON.parse(hosts) }));
  return true;
}

/** Say how true the page is. */
function tell() {
  const ageMs = performance.now() - trueAt;
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
document.addEventListener("page:slept", ({ detail }) => {
  trueAt -= detail;
  wake();
});
addEventListener("online", wake);
addEventListener("pageshow", ({ persisted }) => persisted && wake());
setInterval(() => {
  if (document.hidden) return;
  if (performance.now() - askedAt > (isLost ? AGAIN_MS : EVERY_MS)) look();
  tell();
}, 1000);
if (dataset.hosts) import("./elsewhere.js");
tell();
