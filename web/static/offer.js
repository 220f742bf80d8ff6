// Offers the lesson to a phone that has not met this game: once, and never again. A browser that
// keeps nothing is offered nothing, or it would be asked each time.
const KEPT = "tricktable.met";

const offer = document.getElementById("offer");
const { game } = offer.dataset;

const cookie = () => document.cookie.split("; ").find((each) => each.startsWith(`${KEPT}=`));
const read = (words) => words?.split(".") ?? [];

/** The games that this phone was offered a lesson in. */
function met() {
  try {
    return read(localStorage.getItem(KEPT));
  } catch {
    return read(cookie()?.slice(KEPT.length + 1)); // some browsers keep only this
  }
}

function keep() {
  const words = [...new Set([...met(), game])].join(".");
  try {
    localStorage.setItem(KEPT, words);
  } catch {
    document.cookie = `${KEPT}=${words}; max-age=31536000; path=/; samesite=lax`;
  }
  return met().includes(game);
}

// A page in a frame is somebody else's picture of a phone.
if (window === top && !met().includes(game) && keep()) offer.hidden = false;
offer.querySelector("button").addEventListener("click", () => offer.remove());
