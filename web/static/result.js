// Says who has won to whoever has scrolled that out of sight, in a line over the page that leads there: it moves
// nothing, and nothing scrolls by itself. Loaded by live.js once a game is over.
const line = Object.assign(document.createElement("button"), { type: "button", className: "result", hidden: true });
const headline = () => document.querySelector("main.is-over .turn h1");
const top = document.querySelector(".top");

const watcher = new IntersectionObserver(([{ isIntersecting }]) => (line.hidden = isIntersecting), {
  rootMargin: `-${top.offsetHeight}px 0px 0px`,
});

/** The newest view may have another headline, or none. */
function follow() {
  watcher.disconnect();
  line.hidden = true;
  line.textContent = document.getElementById("table").dataset.heading;
  if (headline()) watcher.observe(headline());
}

line.addEventListener("click", () => {
  headline().tabIndex = -1;
  headline().focus({ preventScroll: true });
  scrollTo(0, 0);
});
const style = {
  rel: "stylesheet",
  href: new URL("result.css", import.meta.url).href,
  onload: () => top.append(line), // before, it would push the page down
};
document.head.append(Object.assign(document.createElement("link"), style));
document.addEventListener("table:view", follow);
follow();
