// Large keys in a fixed place, for who does not look. Loaded once they are wanted.
import { newest, now, repeat, tell } from "./blind.js";
import { keep, wants } from "./speech.js";

const RATES = [1, 1.25, 1.5, 2, 0.75];
let chosen = null; // by the keys, and not said yet
let isSure = false; // of what is asked twice
let isCounting = false; // Next, Back and Say it are for the numbers of a table
let counter = null; // what counts them: it comes with such a table, which few games have

const own = () => document.getElementById("own");
const keys = () => document.getElementById("blind");

/** All that can be pressed now: what can be chosen, what is said by itself, and getting up. */
const CHOICES = ":is(#own, #leave) form :is([type=radio], button:is([name], [data-counts], [data-leaves])):enabled";
const choices = () => [...document.querySelectorAll(CHOICES)].filter(isOffered);

/** Of cards only those of the suit that was chosen, and none behind a fold; what is shared out, all at once. */
const isOffered = (choice) => !choice.closest(".allotment") && (!choice.closest(".fan") || (choice.checkVisibility?.() ?? true));
/** What is chosen only to choose further. */
const isStep = (choice) => choice.matches(".fan [type=radio], [name=part]");

function step(by) {
  isCounting &&= counter?.canCount();
  if (isCounting) return counter.step(by);
  const all = choices();
  if (!all.length) return keys().dataset.none;
  const at = all.indexOf(chosen);
  chosen = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length];
  isSure = false;
  if (chosen.type === "radio") chosen.checked = true;
  const isAlone = all.length === 1 && chosen.dataset.sure;
  return isAlone ? `${keys().dataset.none} ${named(chosen)}` : named(chosen);
}

const named = (choice) => choice.dataset.say ?? choice.ariaLabel ?? choice.textContent.replace(/\s+/g, " ").trim();

function press() {
  isCounting &&= counter?.canCount();
  const all = choices();
  if (isCounting) return counter.next() ?? submit(all.find((each) => "counts" in each.dataset));
  if (!all.length) return keys().dataset.none;
  if (!all.includes(chosen)) chosen = all.find((each) => each.checked);
  if (!chosen) return keys().dataset.first;
  if (chosen.dataset.sure && !isSure) {
    isSure = true;
    return chosen.dataset.sure;
  }
  isCounting = "counts" in chosen.dataset;
  if (isCounting) return counter?.begin();
  if (isStep(chosen)) {
    chosen.checked = true;
    chosen.dispatchEvent(new Event("change", { bubbles: true }));
    chosen = choices().find((each) => each.matches(".ranks:not(.hand-keys) button, [name=rest]"));
    return named(chosen);
  }
  submit(chosen);
  chosen = null;
}

function submit(choice) {
  const { form } = choice;
  form.requestSubmit(choice.type === "submit" ? choice : form.querySelector("button"));
}

function speed() {
  wants.rate = RATES[(RATES.indexOf(wants.rate) + 1) % RATES.length];
  keep();
  return newest();
}

const asked = {
  hand: () => own().dataset.hand || now(),
  table: () => own().dataset.table || now(),
  points: () => own().dataset.points || now(),
  now: () => {
    isCounting = false;
    return now();
  },
  again: () => newest(),
  speed,
  back: () => step(-1),
  next: () => step(1),
  press,
};

async function prepare() {
  if (own().querySelector(".counts")) counter = await import("./count.js").catch(() => null);
}

document.addEventListener("own:view", prepare);
document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-key]")?.dataset.key;
  if (key) tell(asked[key]());
});
document.addEventListener("change", ({ target, isTrusted }) => {
  if (!isTrusted || !wants.on || target.type !== "radio" || target.dataset.want) return;
  chosen = target;
  repeat(named(target));
});

/** Once they can be pressed. */
export const ready = prepare();
