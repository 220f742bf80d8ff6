// Brings another moment of a game without loading the page anew: by the links, the slider and the
// arrow keys. Says it to a screen reader. Without it every moment is a link.
import { ask, tell as complain } from "./answer.js";

const replay = () => document.getElementById("replay");
const seen = new Map();
const searches = document.getElementById("searches");
const PROMISED_MS = 60_000; // what it says a search takes at most
let wanted = 0;
let late = 0;
let search = null; // the host ends it once nobody waits for it

/** A page is asked for once, however often its moment is come back to. */
async function page(address, signal) {
  if (!seen.has(address)) {
    const answer = await ask(address, { signal });
    if (signal?.aborted) return null;
    complain(answer.ok ? answer : { ...answer, status: answer.status || 1 });
    if (!answer.ok) return null;
    seen.set(address, new DOMParser().parseFromString(answer.text, "text/html").getElementById("replay").outerHTML);
  }
  return seen.get(address);
}

async function go(address, link = null) {
  const number = ++wanted; // a slider asks for many, and the last one counts
  search?.abort();
  search = null;
  searches.textContent = "";
  clearTimeout(late);
  document.querySelector("[aria-busy]")?.removeAttribute("aria-busy");
  if (link && !seen.has(address) && /[?&](ask|marks|seat)=/.test(address)) {
    search = new AbortController();
    link.setAttribute("aria-busy", "true");
    link.closest("nav, p").after(searches); // beside what was touched, where it is in sight
    searches.textContent = searches.dataset.words;
    late = setTimeout(() => { searches.textContent = searches.dataset.late; }, PROMISED_MS);
  }
  const fresh = await page(address, search?.signal);
  if (number !== wanted) return;
  clearTimeout(late);
  searches.textContent = "";
  link?.removeAttribute("aria-busy");
  replay().after(searches);
  if (!fresh) return;
  const { id } = document.activeElement;
  const held = replay().contains(document.activeElement);
  const slider = id === "at" ? document.activeElement : null;
  replay().outerHTML = fresh;
  if (slider) {
    // Whoever drags it goes on holding it.
    const drawn = document.getElementById("at");
    slider.value = drawn.value;
    drawn.replaceWith(slider);
  }
  const next = document.getElementById(id) ?? document.querySelector("#next, #prev, .tried a, #undo");
  if (held) next?.focus({ preventScroll: true }); // what was touched may be gone: then what comes next
  document.getElementById("news").textContent = replay().dataset.news;
  history.replaceState(null, "", address);
}

function moment(at) {
  const { number, of } = replay().dataset;
  const to = Math.min(Math.max(at, 1), Number(of));
  if (to === Number(number) && !wanted) return;
  const address = new URL(location.href);
  address.searchParams.set("at", to);
  go(address.href);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(".moments a, .tried a, .asks a, .onward a[data-step]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  if (link.dataset.at) moment(Number(link.dataset.at));
  else if (!link.hasAttribute("aria-busy")) go(link.href, link);
});
document.addEventListener("input", ({ target }) => target.id === "at" && moment(Number(target.value)));
document.addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
  const { number, of } = replay().dataset;
  if (!of) return; // a moment that is tried has no others
  const to = { ArrowLeft: number - 1, ArrowRight: Number(number) + 1, Home: 1, End: Number(of) }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  moment(to);
});
