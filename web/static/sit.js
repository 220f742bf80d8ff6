// Who takes a seat types their name once: this browser keeps it, and the seat that it had last at this
// table. Loaded by seat.js where there are seats to choose from.
import { ask } from "./answer.js";

const NAME = "tricktable-name";
const SEAT = `tricktable-seat ${location.pathname}`;
const { own: where } = document.body.dataset;
const own = () => document.getElementById("own");

/** A browser may forbid a page to keep anything: then it is typed again. */
function kept(key, value) {
  try {
    if (value === undefined) return localStorage.getItem(key) ?? "";
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  } catch {
    // as if nothing had been kept
  }
  return "";
}

/** Fill in the name, and keep the seat once this phone has one. */
function arrange() {
  const name = document.querySelector("#sit [name=name]");
  if (name && !name.value && document.activeElement !== name) name.value = kept(NAME);
  if (/^(gathers|sits)$/.test(own().dataset.state)) kept(SEAT, location.hash);
  else if (!location.hash) offer();
}

/** A key that leads back to the seat that this browser had, if it still has it. */
async function offer() {
  const hash = kept(SEAT);
  const form = own().querySelector("form.chairs");
  if (!hash || !form || document.getElementById("seat-again")) return;
  const answer = await ask(where, { headers: { "X-Seat-Token": hash.slice(1) } });
  if (!answer.ok || !form.isConnected || document.getElementById("seat-again")) return;
  const had = new DOMParser().parseFromString(answer.text, "text/html").getElementById("own").dataset;
  if (!/^(gathers|sits)$/.test(had.state)) return kept(SEAT, "");
  const key = Object.assign(document.createElement("button"), { id: "seat-again", type: "button", className: "main all" });
  key.textContent = form.dataset.back.replace("{name}", had.name);
  key.addEventListener("click", () => (location.hash = hash)); // seat.js asks anew
  form.prepend(key);
}

document.addEventListener("submit", ({ target }) => {
  const name = target.id === "sit" && target.elements.name.value.trim();
  if (name) kept(NAME, name);
});
document.addEventListener("own:view", arrange);
arrange();
document.addEventListener("click", ({ target }) => {
  const chair = target.closest(".lobby .is-free")?.dataset.seat; // on the table, too
  if (chair) document.querySelector(`#sit [value="${chair}"]`)?.click();
});
