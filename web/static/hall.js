// Where a competition's big screen is longer than the screen, shows one screenful after another, for
// nobody scrolls a television. A key, a touch or the wheel stops it for good.
const EACH_MS = 12_000;
const OVERLAP = 0.15; // of a screen, so that no line is only half seen
const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;

function next() {
  const end = document.documentElement.scrollHeight - innerHeight;
  const top = scrollY < end - 1 ? Math.min(end, scrollY + (1 - OVERLAP) * innerHeight) : 0;
  scrollTo({ top, behavior: isCalm ? "instant" : "smooth" });
}

const turning = setInterval(next, EACH_MS);
for (const each of ["keydown", "pointerdown", "touchmove", "wheel"]) {
  addEventListener(each, () => clearInterval(turning), { passive: true });
}
