// Keeps a competition's page true: asks for its live part every ten seconds, and when the page is seen
// again. Standings move when a game ends, so more often would only cost.
import { update } from "./update.js";

const EVERY_MS = 10_000;
const token = document.querySelector("input[name=host_token]")?.value;

async function look() {
  try {
    const signal = AbortSignal.timeout(EVERY_MS);
    const headers = token ? { "X-Host-Token": token } : {};
    const answer = await fetch(location, { headers, signal });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    update(document.getElementById("competition"), page.getElementById("competition"));
  } catch {
    // The host is away: what was true stays until it is back.
  }
}

setInterval(() => document.hidden || look(), EVERY_MS);
document.addEventListener("visibilitychange", () => document.hidden || look());
