// Keeps the organiser's page true: a stream says that something has changed, and the page asks for itself
// with the token that it has. Sends its own forms, which work without it, too.
import { ask, tell as admit, within } from "./answer.js";
import { keeper } from "./refresh.js";
import { Stream } from "./stream.js";
import { update } from "./update.js";
import { hostNow } from "./clock.js";

const REST_MS = 500; // between two looks: at twenty tables a card is laid ten times a second
const LATE = 2.5; // this many beats missed: not live any more
const RETRY_MS = 3000;
const MIN_MS = 60_000;
const link = document.getElementById("link");
let source = null;
let beatMs = 2000;
let heardAt = null; // by the page's own clock, which nobody sets
let openedAt = 0;
let restsUntil = 0;
let timer = 0;

const main = () => document.getElementById("club");
const token = () => main().querySelector("input[name=host_token]")?.value;
const headers = () => (token() ? { "X-Host-Token": token() } : {});

/** Put the page of an answer in place; one that is another page says what went wrong. */
function take(answer, isAnswer) {
  const fresh = new DOMParser().parseFromString(answer.text, "text/html").getElementById("club");
  if (!fresh) return isAnswer ? complain(answer.why) : admit(answer);
  admit({});
  const refusal = document.getElementById("refusal");
  if (refusal && !isAnswer) fresh.querySelector(".all").prepend(refusal.cloneNode(true)); // until the next form
  update(main(), fresh);
  document.dispatchEvent(new Event("table:view"));
  count();
}

/** Say what went wrong, until the next form. */
function complain(words) {
  const told = document.getElementById("refusal") ?? document.createElement("p");
  Object.assign(told, { id: "refusal", className: "banner", textContent: words });
  told.setAttribute("role", "alert");
  main().querySelector(".all").prepend(told);
}

const { refresh, send } = keeper(
  () => ask(location, { headers: headers(), signal: within(2 * RETRY_MS) }),
  (answer) => take(answer, false),
);

/** Look soon, and not more often than there is anything to see. */
function later(ms = 0) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    restsUntil = performance.now() + REST_MS;
    if (!document.hidden) refresh();
  }, Math.max(ms, restsUntil - performance.now()));
}

/** Send a form without leaving the page. */
function submit(event) {
  const { target: form, submitter } = event;
  if ("plain" in form.dataset) return; // a table's page for the host
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, submitter));
  send(async () => {
    const answer = await ask(form.action, { method: "POST", body, headers: headers() });
    take(answer, true);
    if (answer.ok) form.reset();
  });
}

function open() {
  source?.close();
  openedAt = performance.now();
  source = new Stream(document.body.dataset.live);
  source.addEventListener("changed", () => later(hear()));
  source.addEventListener("hosts", ({ data }) => document.dispatchEvent(new CustomEvent("live:hosts", { detail: JSON.parse(data) })));
  source.addEventListener("error", lost);
  source.addEventListener("refused", ({ detail }) => admit(detail, "no-stream"));
  source.addEventListener("beat", ({ data }) => hear((beatMs = Number(data) || beatMs)));
}

/** Another host of the club may be there. */
function lost() {
  document.dispatchEvent(new Event("live:lost"));
}

function hear() {
  admit({}, "no-stream");
  heardAt = performance.now();
  tell();
}

/** Say how true the page is, and how long each call has waited. */
function tell() {
  const isHeard = heardAt !== null;
  const isLive = isHeard && performance.now() - heardAt < LATE * beatMs;
  link.dataset.state = isLive ? "live" : isHeard ? "stale" : "waiting";
  link.textContent = isLive ? (source?.isPolled ? link.dataset.polled : link.dataset.live) : isHeard ? link.dataset.stale : "";
  if (!isLive && isHeard) lost();
  if (!isLive && source && performance.now() - openedAt > RETRY_MS) open();
  count();
}

function count() {
  for (const each of document.querySelectorAll(".since")) {
    const words = each.dataset.words.replace("{number}", Math.max(0, Math.floor((hostNow() - each.dataset.since) / MIN_MS)));
    if (each.textContent !== words) each.textContent = words;
  }
}

function wake() {
  if (document.hidden) {
    source?.close();
    source = null;
  } else {
    open();
    later();
  }
}

document.addEventListener("submit", submit);
document.addEventListener("visibilitychange", wake);
document.addEventListener("page:slept", ({ detail }) => {
  if (heardAt !== null) heardAt -= detail;
  wake();
});
addEventListener("online", wake);
addEventListener("pageshow", ({ persisted }) => persisted && wake());
setInterval(() => document.hidden || tell(), 1000);
if (document.body.dataset.hosts) import("./elsewhere.js");
open();
