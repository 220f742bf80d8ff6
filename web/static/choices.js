// What a seat chooses before it sends it: what follows from each choice, and that it outlasts the page.
const CHOSEN = "tricktable.chosen";
const FIELDS = ":is([type=radio], [type=checkbox], .counts input):enabled";
const CARDS = "[name=card]:checked"; // perhaps touched before this came
const own = () => document.getElementById("own");

/** Brings what depends on the choices up to date. */
export function arrange() {
  for (const button of own().querySelectorAll("[data-counted]")) count(button);
  for (const button of own().querySelectorAll(".say > button.main:not([data-counted], [value])")) tell(button);
  for (const button of own().querySelectorAll("[name=rest]")) follow(button);
  remember();
}

/** The second of two touches says what it sends, and can only be what goes with the first. */
function follow(button) {
  const part = button.form.querySelector("[name=part]:checked");
  button.disabled = !part?.dataset.rests.split(" ").includes(button.value);
  button.querySelector("b").replaceChildren(...(part?.nextElementSibling.cloneNode(true).childNodes ?? []));
  const { one } = button.dataset;
  const suit = one && button.querySelector("b ~ .unseen");
  if (suit) suit.textContent = part?.value === "1" ? one : (button.dataset.many ??= suit.textContent);
}

/** The number follows the cards, another number leaves them in the hand; places follow each other. */
function match({ target }) {
  const { form, name } = target;
  if (!form || !own().contains(form)) return;
  const cards = [...form.querySelectorAll("[name=card]:checked")];
  const values = form.querySelectorAll("[name=value]");
  if (name === "value") for (const each of cards) each.checked = false;
  if (name === "card") for (const each of values) each.checked = each.value === String(cards.length || "");
  if (name.startsWith("thing-")) {
    for (const each of values) each.checked = false;
    share([...form.querySelectorAll("[name^=thing-]")], target);
  }
  arrange();
}

/** The button says how many cards it moves; it cannot be pressed with more than can be moved. */
function count(button) {
  const { counted, most } = button.dataset;
  const values = [...button.form.querySelectorAll("[name=value]")];
  const at = values.findIndex((each) => each.checked);
  const isTooMany = at < 0 && button.form.querySelector("[name=card]:checked") !== null;
  const words = isTooMany ? most : JSON.parse(counted)[at];
  button.dataset.plain ??= button.textContent;
  button.textContent = words ?? button.dataset.plain;
  button.disabled = isTooMany;
}

/** The button says what it sends. */
function tell(button) {
  const chosen = button.form.querySelector("[name=value]:checked");
  const words = chosen?.closest("label").textContent.replace(/\s+/g, " ").trim();
  const plain = (button.dataset.plain ??= button.textContent);
  button.textContent = words ? document.body.dataset.sends.replace("{what}", plain).replace("{cards}", words) : plain;
}

/** A place goes to one thing only; the last thing has the place that is left. */
function share(all, chosen) {
  for (const each of all) if (each !== chosen && each.value === chosen.value) each.checked = false;
  const taken = all.filter((each) => each.checked);
  const left = all.filter(({ name, value }) => !taken.some((each) => each.name === name || each.value === value));
  if (left.length === 1) left[0].checked = true;
}

/** What is chosen and not sent yet outlasts the page, in this tab. */
function remember() {
  const fields = [...own().querySelectorAll("form[id] :is(:checked, .counts input)")];
  const chosen = fields.map(({ form, name, value }) => [form.id, name, value]);
  try {
    sessionStorage.setItem(CHOSEN, JSON.stringify([moment(), chosen]));
  } catch {
    // a browser that keeps nothing
  }
}

const moment = () => `${location.pathname} ${own().dataset.game} ${own().dataset.seat}`;

/** Choose again what was chosen before the page was loaded anew, in forms that nobody has touched since. */
function recall() {
  let before = null;
  try {
    before = JSON.parse(sessionStorage.getItem(CHOSEN));
  } catch {}
  if (before?.[0] !== moment()) return;
  const isAsBefore = ({ form }) => !form.querySelector(":checked:not([checked])");
  const fields = [...own().querySelectorAll(`form[id] ${FIELDS}`)].filter(isAsBefore);
  for (const [id, name, value] of before[1]) {
    const isIt = (each) => each.form.id === id && each.name === name;
    const isTyped = ["count", "number"].includes(name);
    const found = fields.filter((each) => isIt(each) && (isTyped || each.value === value));
    if (!found.length) continue;
    if (isTyped) fields.splice(fields.indexOf(found[0]), 1)[0].value ||= value;
    else found[0].checked = true;
  }
}

document.addEventListener("change", match);
recall();
for (const target of own().querySelectorAll(CARDS)) match({ target });
