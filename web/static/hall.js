// Hangs a competition on a big screen: all tables at a glance, smaller where they are many, and what is
// longer than the screen in pages that turn, for nobody scrolls a television. No row is ever cut. A key, a
// touch or the wheel stops it for good, and then the page scrolls as any other.
const EACH_MS = 12_000; // as on the wall of a table
const SIZES = [1.5, 1.25, 1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7]; // of the letters; a list that is longer still turns
const isWide = matchMedia("(min-width: 60rem) and (min-height: 30rem)");
const sheet = new CSSStyleSheet(); // polled.js writes the page anew, but not this
const starts = new Map(); // by list: the rows before the page that is shown
const ends = new Map(); // by list: those before the next one

/** Each list, as selectors: what it may fill, and its rows. */
function lists() {
  const found = document.querySelector(".seats") ? [["#where-all", ".seats > li"]] : [];
  for (const { id } of document.querySelectorAll(".standings")) found.push([`#${id}`, "tbody > tr"]);
  return found.map(([box, rows]) => ({ box, rows: `${box} ${rows}` }));
}

/** How many rows are shown whole, from the first; the style hides those of former pages. */
function shown({ box, rows }, start) {
  const { bottom, right } = document.querySelector(box).getBoundingClientRect();
  const all = [...document.querySelectorAll(rows)];
  const end = all.findIndex((row, at) => {
    const its = row.getBoundingClientRect();
    return at >= start && (its.bottom > bottom || its.right > right);
  });
  return [end < 0 ? all.length : Math.max(end, start + 1), all.length];
}

/** Whether each name that must not break has room in its row, with the dash after it. */
const areWhole = ({ rows }) =>
  [...document.querySelectorAll(`${rows} bdi`)].every((each) => {
    const dash = each.nextSibling ? parseFloat(getComputedStyle(each).fontSize) : 0;
    return each.getBoundingClientRect().right + dash <= each.closest("li, tr").getBoundingClientRect().right;
  });

function draw() {
  document.body.classList.toggle("turns", isWide.matches);
  sheet.replaceSync("");
  if (!isWide.matches) return;
  let style = "";
  const add = (rule) => sheet.replaceSync((style += rule));
  for (const list of lists()) {
    let start = starts.get(list.rows) ?? 0;
    if (start >= document.querySelectorAll(list.rows).length) start = 0;
    const before = style;
    for (const size of SIZES) {
      style = before;
      const isLarge = size >= 1; // letters that are smaller matter more than names in one line
      add(`${list.box} { --fit: ${size}; } ${list.rows} bdi { white-space: ${isLarge ? "nowrap" : "normal"}; }`);
      const [end, of] = shown(list, 0);
      if (end === of && (!isLarge || areWhole(list))) break;
    }
    if (start) add(`${list.rows}:nth-child(-n + ${start}) { display: none; }`);
    const [end, of] = shown(list, start);
    if (end < of) add(`${list.rows}:nth-child(n + ${end + 1}) { display: none; }`);
    if (end - start < of) add(`${list.box} > h2::after { content: "${start + 1}–${end} / ${of}"; }`);
    starts.set(list.rows, start);
    ends.set(list.rows, end < of ? end : 0);
  }
}

function turn() {
  for (const [rows, end] of ends) starts.set(rows, end);
  draw();
}

function stop() {
  clearInterval(turning);
  watching.disconnect();
  removeEventListener("resize", draw);
  sheet.replaceSync("");
  document.body.classList.remove("turns");
}

document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
const turning = setInterval(turn, EACH_MS);
const watching = new MutationObserver(draw);
watching.observe(document.getElementById("competition"), { childList: true, subtree: true, characterData: true });
addEventListener("resize", draw);
document.fonts.ready.then(draw);
draw();
for (const each of ["keydown", "pointerdown", "touchmove", "wheel"]) {
  addEventListener(each, stop, { passive: true, once: true });
}
