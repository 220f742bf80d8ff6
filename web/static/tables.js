// Keeps the host's list of tables true: asks for it again and again, for a browser opens no stream for
// each of many tables. Says so when nobody answers.
import { ask, tell, within } from "./answer.js";
import { update } from "./update.js";

const EVERY_MS = 2000;
const token = document.querySelector("input[name=host_token]")?.value;

async function look() {
  const here = document.getElementById("tables");
  const signal = within(2 * EVERY_MS); // a host that sleeps does not even refuse
  const headers = token ? { "X-Host-Token": token } : {};
  const answer = await ask(location, { headers, signal });
  tell(answer);
  if (answer.ok) {
    const page = new DOMParser().parseFromString(answer.text, "text/html");
    const fresh = page.getElementById("tables");
    if (!fresh) return location.reload(); // only one is left: its own page
    update(here, fresh);
    const { hosts } = page.body.dataset;
    if (hosts) document.dispatchEvent(new CustomEvent("live:hosts", { detail: JSON.parse(hosts) }));
    return;
  }
  for (const link of here.querySelectorAll(".link")) link.dataset.state = "stale";
  if (answer.status) return;
  document.dispatchEvent(new Event("live:lost"));
  for (const link of here.querySelectorAll(".link")) link.textContent = here.dataset.stale;
}

if (document.body.dataset.hosts) import("./elsewhere.js");
setInterval(() => document.hidden || look(), EVERY_MS);
document.addEventListener("visibilitychange", () => document.hidden || look());
