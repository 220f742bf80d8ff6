// Notices that the computer has slept: then the clock on its wall has gone on and a page's own may have stood
// still. Says by how many ms they parted; or somebody has set the clock, so whoever hears it only looks again,
// and is as old as it says until something comes. An age is told by the page's own clock alone.
const LOOK_MS = 1000;
const APART_MS = 2000; // in a second: no clock is wrong by so much that nobody has set

const apart = () => Date.now() - performance.now();
let before = apart();

function look() {
  const now = apart();
  const detail = now - before;
  before = now;
  if (Math.abs(detail) > APART_MS) document.dispatchEvent(new CustomEvent("page:slept", { detail: Math.max(0, detail) }));
}

setInterval(look, LOOK_MS);
// Who wakes does not wait for a timer, and is told before whoever else looks at their age.
for (const type of ["visibilitychange", "pageshow", "online"]) addEventListener(type, look, true);
