// Says words to whoever does not look: with the phone's own voice where that is wanted and there is
// one, else to a screen reader. Knows no game and has no words of its own.
const KEPT = "tricktable.blind";
const LATE_MS = 2500; // a voice that has not begun by then never will

export const wants = { on: false, each: false, voice: true, rate: 1, chime: true, awake: true, ...kept() };
export const hasVoice = "speechSynthesis" in window;
let failed = ""; // why the phone did not speak: silent, or touch where a finger is asked for
let reading = 0;
let waiting = ""; // what a screen reader is about to be told
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

/** Say it once, instead of whatever is being said, or behind it. */
export function say(words, isBehind = false) {
  if (!words) return;
  document.getElementById("said").textContent = words;
  if (wants.on && wants.voice && hasVoice) speak(words, isBehind);
  else tellReader(words, isBehind);
}

/** Say what a screen reader is told by the page itself. */
export function echo(words) {
  if (wants.on && wants.voice && hasVoice) say(words);
}

export function hush() {
  if (hasVoice) speechSynthesis.cancel();
}

function speak(words, isBehind) {
  const lang = document.documentElement.lang;
  const voices = speechSynthesis.getVoices();
  tellReader("");
  const isQueued = isBehind && speechSynthesis.speaking;
  if (!isBehind) hush();
  // Another language's voice would speak gibberish. Some phones tell their voices late: then try.
  if (voices.length && !voices.some((each) => each.lang.split(/[-_]/)[0] === lang)) return fail(words);
  const utterance = new SpeechSynthesisUtterance(words);
  Object.assign(utterance, { lang, rate: wants.rate });
  // iPhones say no error; what waits for other words is not late.
  const late = isQueued ? 0 : setTimeout(() => utterance === speaking && fail(words), LATE_MS);
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

function tellReader(words, isBehind = false) {
  const status = document.getElementById("aloud");
  // Older words would come after newer ones, unless both are to be heard.
  waiting = isBehind && waiting ? `${waiting} ${words}` : words;
  clearTimeout(reading);
  status.textContent = "";
  if (!waiting) return;
  reading = setTimeout(() => {
    status.textContent = waiting; // the same words are news again
    waiting = "";
  }, 100);
}

window.addEventListener("pagehide", hush);
