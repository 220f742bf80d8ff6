// Notices that the computer has slept: then the clock on its wall has gone on and a page's own may have stood
// still. An age is told by the page's own clock alone, for anybody may set the other one. So no page says how
// long it was away; it only looks again, which does no harm where somebody has set the clock.
const LOOK_MS = 1000;
const APART_MS = 2000; // in a second: no clock is wrong by so much that nobody has set

const apart = () => Date.now() - performance.now();
let before = apart();

setInterval(() => {
  const now = apart();
  if (Math.abs(now - before) > APART_MS) document.dispatchEvent(new Event("page:slept"));
  before = now;
}, LOOK_MS);
