// Counts a table's rows with the large keys: one number after the other, each chosen up or down.
// What can only be one number is put in already. Has no words of its own, and sends nothing.
const SUITS = 4;
let at = 0;

const fields = () => [...document.querySelectorAll("#own .counts input")];
const number = (field) => (/^\d+$/.test(field.value) ? Number(field.value) : null);

/** What each row, and each suit, adds up to; of a number alone, the most. */
const total = () => Number(document.querySelector("#own .counts").dataset.total);
const least = () => Number(document.querySelector("#own .counts").dataset.least ?? 0);
const isAlone = () => fields().length === 1;

/** Whether there is anything to count. */
export const canCount = () => fields().length > 0;

/** Begin with the first field. */
export function begin() {
  at = 0;
  return here(fields());
}

/** Where the counting has come to, in words. */
function here(all) {
  for (const each of all) each.classList.toggle("is-here", each === all[at]);
  all[at].scrollIntoView({ block: "nearest" });
  const { count, begin: first } = document.getElementById("blind").dataset;
  const [field, known] = [all[at].getAttribute("aria-label"), number(all[at])];
  if (known !== null) return count.replace("{field}", field).replace("{number}", known);
  return at ? field : first.replace("{field}", field);
}

/** Another number; before there is one, Back is the field before. */
export function step(by) {
  const all = fields();
  const known = number(all[at]);
  if (known === null && by < 0 && at > 0) at -= 1;
  else all[at].value = known === null ? (isAlone() ? least() : Math.floor(total() / SUITS)) : around(known + by);
  return here(all);
}

/** A number from the least to all, the one after all being the least. */
const around = (count) => (count > total() ? least() : count < least() ? total() : count);

/** The next field; null once all are counted, and nothing is left to choose. */
export function next() {
  const all = fields();
  if (number(all[at]) !== null) at += 1;
  if (at === all.length) at = Math.max(all.findIndex((each) => number(each) === null), 0);
  if (all.every((each) => number(each) !== null) && at === 0) return null;
  if (number(all[at]) === null) all[at].value = only(all, at) ?? "";
  return here(all);
}

/** The one number that there can be, where the rest of a stack or of a suit is counted. */
function only(all, place) {
  if (isAlone()) return null;
  const [row, column] = [Math.floor(place / SUITS), place % SUITS];
  const lines = [(_, one) => Math.floor(one / SUITS) === row, (_, one) => one % SUITS === column];
  for (const line of lines) {
    const others = all.filter(line).filter((each) => each !== all[place]).map(number);
    const left = total() - others.reduce((sum, each) => sum + each, 0);
    if (!others.includes(null) && left >= 0) return left;
  }
  return null;
}
