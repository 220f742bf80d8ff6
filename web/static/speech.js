// Says words to whoever does not look: with the phone's own voice where that is wanted and there is
// one, else to a screen reader. Knows no game and has no words of its own.
const KEPT = "tricktable.blind";
const LATE_MS = 2500; // a voice that has not begun by then never will

export const wants = { on: false, each: false, voice: true, rate: 1, ...kept() };
export const hasVoice = "speechSynthesis" in window;
let failed = ""; // why the phone did not speak: `silent`, or `touch` where a finger is asked for
let reading = 0;
let speaking = null; // kept, or some browsers forget it in the middle of a word

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {}; // a browser that keeps nothing
  }
}

export function keep() {
  try {
    localStorage.setItem(KEPT, JSON.stringify(wants));
  } catch {
    // then it holds until the page is closed
  }
}

/** Put it in place of what was said last, silently: that is not so any more. */
export function show(words) {
  document.getElementById("said").textContent = words;
  tellReader("");
}

/** Say it once, instead of whatever is being said. */
export function say(words) {
  if (!words) return;
  document.getElementById("said").textContent = words;
  if (wants.on && wants.voice && hasVoice) speak(words);
  else tellReader(words);
}

/** Say what a screen reader is told by the page itself. */
export function echo(words) {
  if (wants.on && wants.voice && hasVoice) say(words);
}

export function hush() {
  if (hasVoice) speechSynthesis.cancel();
}

function speak(words) {
  const lang = document.documentElement.lang;
  const voices = speechSynthesis.getVoices();
  tellReader("");
  hush();
  // Another language's voice would speak gibberish. Some phones tell their voices late: then try.
  if (voices.length && !voices.some((each) => each.lang.split(/[-_]/)[0] === lang)) return fail(words);
  const utterance = new SpeechSynthesisUtterance(words);
  Object.assign(utterance, { lang, rate: wants.rate });
  const late = setTimeout(() => utterance === speaking && fail(words), LATE_MS); // iPhones say no error
  utterance.addEventListener("start", () => {
    clearTimeout(late);
    admit("");
  });
  utterance.addEventListener("error", ({ error }) => {
    clearTimeout(late);
    if (error !== "interrupted" && error !== "canceled") fail(words, error);
  });
  speaking = utterance;
  speechSynthesis.speak(utterance);
}

function fail(words, error) {
  const isAsleep = error === "not-allowed" || navigator.userActivation?.hasBeenActive === false;
  admit(isAsleep ? "touch" : "silent");
  tellReader(words);
}

/** Say plainly that the phone does not speak, as long as it does not. */
function admit(why) {
  if (why === failed) return;
  failed = why;
  const { dataset } = document.getElementById("blind");
  document.getElementById("mute").textContent = why && dataset[why];
}

function tellReader(words) {
  const status = document.getElementById("aloud");
  status.textContent = "";
  clearTimeout(reading); // older words would come after newer ones
  if (words) reading = setTimeout(() => (status.textContent = words), 100); // the same words are news again
}

window.addEventListener("pagehide", hush);
