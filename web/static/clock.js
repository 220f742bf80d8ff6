// Counts the round down, each second and by this page alone: the host says once when it ends. The page's
// own clock may be wrong, so it is compared with the host's. Tells a screen reader that the round is over.
import "./sleep.js";

const RESTS_MS = 250; // nobody sees a quarter of a second
const status = () => document.getElementById("aloud") ?? document.getElementById("news");
let zero = Date.now() - performance.now(); // what the host's clock said when this page's own began; a guess until it is asked
let wasRunning = false;

/** The host's time of day in ms, whatever this page's clock says and whoever sets it. */
export const hostNow = () => zero + performance.now();

async function compare() {
  const before = performance.now();
  const answer = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => null);
  const said = Date.parse(answer?.headers.get("Date"));
  if (said) zero = said + 500 - (before + performance.now()) / 2; // it is told in whole seconds
  show();
}

function show() {
  const running = document.querySelector(".clock[data-ends]");
  const over = document.querySelector(".clock[data-over]");
  const left = running ? Number(running.dataset.ends) - hostNow() : 0;
  if (wasRunning && (over || (running && left <= 0))) {
    wasRunning = false;
    const words = over?.textContent ?? running.dataset.end;
    if (status()) status().textContent = words;
  }
  if (!running) return;
  if (left > 0) wasRunning = true;
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const words = seconds ? running.dataset.words.replace("{time}", time) : running.dataset.end;
  if (running.textContent !== words) running.textContent = words;
}

document.addEventListener("table:view", show);
document.addEventListener("visibilitychange", () => document.hidden || compare());
document.addEventListener("page:slept", compare);
setInterval(() => document.hidden || show(), RESTS_MS);
compare();
