// Keeps the host's console in step with its table without losing what is being typed.
// Sends the page's own forms and nothing else; without it they work as plain forms.
import { morph } from "./morph.js";
import "./live.js";

let isAsking = false;
let askAgain = false;
let sent = 0; // forms so far: what was asked before one is older than its answer
let underWay = 0;

const PEN = "tricktable.pen"; // this tab's word for itself: it holds the pen or not, reloaded or not
const given = document.querySelector("input[name=pen]")?.value;
const pen = sessionStorage.getItem(PEN) ?? given;
if (pen) sessionStorage.setItem(PEN, pen);

const consoleIn = (root) => root.getElementById("console");

/** Put the console of an answer in place of the old one. */
function take(html, isAnswer) {
  const fresh = consoleIn(new DOMParser().parseFromString(html, "text/html"));
  const refusal = document.getElementById("refusal");
  if (!fresh) return;
  if (refusal && !isAnswer && !fresh.querySelector("#refusal")) {
    fresh.prepend(refusal.cloneNode(true)); // stays until the next form
  }
  const opened = fresh.querySelector(".drawer")?.id;
  const isOpen = opened && document.getElementById(opened);
  morph(consoleIn(document), fresh);
  if (isAnswer && opened && !isOpen) document.querySelector(`#${opened} h2`).focus();
}

/** Read the console anew: the table has changed. */
async function refresh() {
  askAgain = isAsking || underWay > 0;
  if (askAgain) return;
  isAsking = true;
  const before = sent;
  const { asked } = consoleIn(document).dataset; // what is open stays open
  const where = new URL(location);
  for (const [name, value] of new URLSearchParams(asked)) where.searchParams.append(name, value);
  if (pen) where.searchParams.set("pen", pen);
  const token = document.querySelector("input[name=host_token]")?.value;
  try {
    const answer = await fetch(where, {
      headers: token ? { "X-Host-Token": token } : {},
    });
    const html = await answer.text();
    if (sent !== before) askAgain = true;
    else if (answer.ok || answer.status === 409) take(html, false); // what is open cannot be any more
  } catch {
    // The link state says already that the host is away.
  }
  isAsking = false;
  if (askAgain) refresh();
}

/** Send a form without leaving the page. */
async function send(event) {
  const { target: form, submitter } = event;
  if ("plain" in form.dataset) return; // a file comes or goes, or another page is wanted
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, submitter));
  if (pen) body.set("pen", pen);
  const where = submitter?.getAttribute("formaction") ?? form.action;
  const isAct = new URL(where, location).pathname !== location.pathname; // or it asks for a form
  const folded = form.closest("details");
  sent += 1;
  underWay += 1;
  try {
    const answer = await fetch(where, { method: "POST", body });
    take(await answer.text(), true);
    if (isAct && answer.ok) {
      form.reset(); // the next card is the next seat's
      folded?.removeAttribute("open");
    }
    if (!isAct) folded?.querySelectorAll("form").forEach((each) => each.reset()); // as was asked for
  } finally {
    underWay -= 1;
  }
  if (askAgain) refresh();
}

/** Escape leaves things as they are. */
function leave(event) {
  if (event.key === "Escape") document.querySelector(".drawer .leave")?.click();
}

document.addEventListener("keydown", leave);
document.addEventListener("table:view", refresh);
document.addEventListener("submit", send);
if (given && pen !== given) refresh();
