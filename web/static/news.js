// Tells a screen reader what is new: once for a trick, or once for a card where somebody wants that.
const WAIT_MS = 400; // one announcement for what comes in one go: more would cut each other off
const SLEPT_MS = 5000; // a page is looked at each second: it has slept, and has to hear from its host first
const KEPT = "tricktable.each";
const status = document.getElementById("news");
const each = document.getElementById("each"); // only where this can be chosen
let last = "";
let newest = "";
let timer = 0;
let wasAway = false;
let lookedAt = performance.now();
let wokeAt = -Infinity;

/** The newest view's words: `news` with each card, `heard` with each trick and empty amid one. */
export function follow({ news, heard }) {
  newest = news;
  const words = each?.checked ? news : heard;
  if (!words || words === last) return;
  last = words;
  clearTimeout(timer);
  timer = setTimeout(() => (status.textContent = words), WAIT_MS);
}

/** The host is away, or there again: what is heard may be old, or is not. */
export function reach(isAway) {
  const now = performance.now();
  if (now - lookedAt > SLEPT_MS) wokeAt = now;
  lookedAt = now;
  if (isAway && now - wokeAt < SLEPT_MS) return;
  if (isAway === wasAway || !status.dataset.live) return;
  wasAway = isAway;
  last = ""; // what has come since is told, even if it is what was told last
  clearTimeout(timer);
  status.textContent = isAway ? document.body.dataset.away : status.dataset.live;
}

/** The last announcement once more, and what has come since. */
function again() {
  clearTimeout(timer);
  status.textContent = ""; // the same words are news again
  const words = newest.includes(last) ? newest : `${last} ${newest}`;
  timer = setTimeout(() => (status.textContent = words), 100);
}

if (each) {
  document.getElementById("listen").hidden = false; // without this script it could do nothing
  document.getElementById("again").addEventListener("click", again);
  try {
    each.checked = localStorage.getItem(KEPT) !== null;
    each.addEventListener("change", () => (each.checked ? localStorage.setItem(KEPT, "") : localStorage.removeItem(KEPT)));
  } catch {
    // a browser that keeps nothing: then it holds until the page is closed
  }
}
