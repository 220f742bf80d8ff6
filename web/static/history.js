// Unfolds other pages into the live one: asks for one when it is opened, and again when the table has
// moved on. Until then it costs nothing; without JavaScript the link in it leads there.
import { ask } from "./answer.js";
import { update } from "./update.js";

const AGAIN_MS = 1500; // not for every card of a quick trick,
const SPREAD_MS = 1000; // and not from all phones at once
const parts = [...document.querySelectorAll("details[data-page]")];
const held = new Map(); // what each part shows
const charts = () => import("./chart.js");
let timer = 0;

async function load(part) {
  const answer = await ask(part.dataset.page);
  if (!answer.ok) return complain(part, answer.why);
  part.querySelector("#not-now")?.remove();
  const page = new DOMParser().parseFromString(answer.text, "text/html");
  const want = document.createElement("div");
  const { className } = part.querySelector(".part");
  want.className = className;
  want.append(...page.querySelectorAll(part.dataset.part || "main > :not(.turn, .findings, .onward)")); // this page has those
  if (held.get(part) === want.innerHTML) return;
  held.set(part, want.innerHTML);
  if (!part.dataset.part) style(page);
  update(part.querySelector(".part"), want);
  if (part.querySelector(".chart")) (await charts()).redraw(part);
}

/** Say why it is not what was played, or not the newest; the next view asks again. */
function complain(part, words) {
  const told = part.querySelector("#not-now") ?? document.createElement("p");
  Object.assign(told, { id: "not-now", className: "banner", textContent: words });
  told.setAttribute("role", "alert");
  part.querySelector(".part").before(told);
}

/** The look of that page, each sheet once. */
function style(page) {
  for (const each of page.querySelectorAll("link[rel=stylesheet]")) {
    const href = new URL(each.href).pathname;
    if (document.querySelector(`link[href="${href}"]`)) continue;
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href });
    document.head.append(link);
  }
}

for (const part of parts) part.addEventListener("toggle", () => part.open && load(part));
document.addEventListener("table:view", () => {
  if (timer || document.hidden) return;
  timer = setTimeout(again, AGAIN_MS + Math.random() * SPREAD_MS);
});
document.addEventListener("visibilitychange", () => document.hidden || again());

export function again() {
  timer = 0;
  parts.filter((part) => part.open && (part.checkVisibility?.() ?? true)).forEach(load);
}
