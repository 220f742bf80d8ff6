// Counts the round down, each second and by this page alone: the host says once when it ends. The page's
// own clock may be wrong, so it is compared with the host's. Tells a screen reader that the round is over.
const RESTS_MS = 250; // nobody sees a quarter of a second
const status = () => document.getElementById("aloud") ?? document.getElementById("news");
let ahead = 0; // how many ms this clock is ahead of the host's
let wasRunning = false;

async function compare() {
  const before = Date.now();
  const answer = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => null);
  const said = Date.parse(answer?.headers.get("Date"));
  if (said) ahead = (before + Date.now()) / 2 - (said + 500); // it is told in whole seconds
  show();
}

function show() {
  const running = document.querySelector(".clock[data-ends]");
  const over = document.querySelector(".clock[data-over]");
  const left = running ? Number(running.dataset.ends) - (Date.now() - ahead) : 0;
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
setInterval(() => document.hidden || show(), RESTS_MS);
compare();
