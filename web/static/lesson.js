// Brings the next step or the verdict without loading the page anew, and says it as the seat's page
// would. Without it every answer is a link.
import { ask, tell as complain } from "./answer.js";
import { echo } from "./speech.js";

const lesson = () => document.querySelector("main.lesson");

async function go(address) {
  const answer = await ask(address);
  complain(answer.ok ? answer : { ...answer, status: answer.status || 1 });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(answer.text, "text/html");
  lesson().replaceWith(page.querySelector("main.lesson"));
  tell();
}

/** A screen reader reads what has the focus; a phone that speaks says it. */
function tell() {
  const verdict = document.querySelector("#verdict p")?.parentNode;
  (verdict ?? lesson().querySelector("h1")).focus({ preventScroll: Boolean(verdict) });
  verdict?.scrollIntoView({ block: "nearest" });
  echo(lesson().dataset.said);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(".lesson a:is([data-step], .place a)");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const address = link.href + location.hash;
  const isAnswer = new URL(address).searchParams.has("answer");
  history[isAnswer ? "replaceState" : "pushState"](null, "", address);
  go(address);
});
window.addEventListener("popstate", () => go(location.href));
echo(lesson().dataset.said);
