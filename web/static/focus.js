// Keeps the keyboard where it was while a page changes under it, and moves it by arrows in a grid of
// cards. Knows no tables.

const FIELDS = "a[href], button, input:not([type=hidden]), select, summary, textarea, [tabindex='0']";
const GRIDS = ".ranks, .named";

const isThere = (each) => each.isConnected && !each.disabled && (each.checkVisibility?.() ?? true);
const fieldsIn = (part) => [...part.querySelectorAll(FIELDS)].filter(isThere);

/** The part's heading, which no Tab reaches: from there it goes on to what comes after it. */
function headingOf(part) {
  const heading = [...part.querySelectorAll("h1, h2")].find(isThere) ?? part;
  if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  return heading;
}

/** Change a part of the page. What had the focus and is gone, leaves it to the same key, to the one that
    has its place in the same form, or else to the part's heading: a key that is pressed twice is no other's. */
export function keepFocus(part, change) {
  const had = document.activeElement;
  if (!had || had === document.body || !part.contains(had)) return change();
  const around = [];
  for (let each = had.parentElement; each && each !== part; each = each.parentElement) {
    if (each.id) around.push([each.id, fieldsIn(each).indexOf(had)]);
  }
  const { name, value, textContent } = had;
  const { id } = part;
  change();
  if (document.activeElement === had && isThere(had)) return;
  const now = id ? document.getElementById(id) : part;
  const isSame = (each) => name && each.name === name && each.value === value && each.textContent === textContent;
  const next = around
    .map(([its, at], far) => {
      const all = fieldsIn(document.getElementById(its) ?? document.createElement("p"));
      return all.find(isSame) ?? (far ? null : all[Math.min(at, all.length - 1)]);
    })
    .find(Boolean);
  (next ?? headingOf(now)).focus({ preventScroll: true });
}

const keysOf = (grid) => [...grid.querySelectorAll("button, input")].filter((each) => !each.disabled);

/** Of each grid one key is reached by Tab; arrows lead to the others. */
export function rove(part) {
  for (const grid of part.querySelectorAll(GRIDS)) {
    const keys = keysOf(grid);
    const first = keys.find((each) => each === document.activeElement) ?? keys.find((each) => each.tabIndex === 0) ?? keys[0];
    for (const each of keys) each.tabIndex = each === first ? 0 : -1;
  }
}

/** The key that an arrow leads to from this one; it stays in its column where rows are as long. */
function beside(keys, from, arrow) {
  const at = keys.indexOf(from);
  const row = (each) => each.closest(".row");
  const rows = [...new Set(keys.map(row))];
  const inRow = (number) => keys.filter((each) => row(each) === rows[number]);
  const number = rows.indexOf(row(from));
  const column = inRow(number).indexOf(from);
  const last = (found) => found[Math.min(column, found.length - 1)];
  switch (arrow) {
    case "ArrowRight":
      return keys[at + 1];
    case "ArrowLeft":
      return keys[at - 1];
    case "ArrowDown":
      return last(inRow(number + 1));
    case "ArrowUp":
      return last(inRow(number - 1));
    case "Home":
      return keys[0];
    case "End":
      return keys.at(-1);
  }
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const grid = target.closest?.(GRIDS);
  if (!grid || !/^(Arrow|Home|End)/.test(key)) return;
  event.preventDefault(); // the page does not scroll
  const next = beside(keysOf(grid), target, key);
  if (!next) return;
  target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});
