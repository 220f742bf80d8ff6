// A soft signal when this seat's turn comes, and a screen that stays on while somebody sits here. Loaded at the
// first touch: before it no browser sounds, and none plays what keeps a screen on.
import { wants } from "./speech.js";

const NOTES = [587, 784]; // a fourth up, in Hz
const VOLUME = 0.12;
const NOTE_S = 0.18;
const SHAKES_MS = [60, 80, 60];
const own = () => document.getElementById("own");
const isDue = () => own().matches(".sits.is-due");

let audio = null;
let wasDue = isDue();
let lock = null; // what keeps the screen on: a wake lock, or a film that plays unseen

function chime() {
  navigator.vibrate?.(SHAKES_MS);
  if (!window.AudioContext) return;
  audio ??= new AudioContext();
  audio.resume();
  NOTES.forEach((hertz, number) => {
    const tone = new OscillatorNode(audio, { frequency: hertz });
    const volume = new GainNode(audio, { gain: 0 });
    const from = audio.currentTime + number * NOTE_S;
    volume.gain.setTargetAtTime(VOLUME, from, 0.02);
    volume.gain.setTargetAtTime(0, from + NOTE_S / 2, 0.08);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + 3 * NOTE_S);
  });
}

/** Who hears everything spoken is told their turn already. */
function follow() {
  if (isDue() && !wasDue && wants.chime && !wants.on) chime();
  wasDue = isDue();
  keepAwake();
}

/** A wake lock needs a secure address, which a host at home has not; a film on the page does as well on most phones. */
async function keepAwake() {
  const isWanted = wants.awake && own().matches(".sits") && !document.hidden;
  if (isWanted === (lock !== null)) return;
  if (!isWanted) {
    lock.release();
    lock = null;
    return;
  }
  const unseen = film();
  lock = unseen;
  try {
    const held = await navigator.wakeLock.request("screen");
    if (lock === unseen) lock = held;
    else held.release();
  } catch {
    if (lock === unseen) unseen.begin();
  }
}

/** A film of one point, drawn here: it comes from nowhere, and has no sound. */
function film() {
  const canvas = Object.assign(document.createElement("canvas"), { width: 2, height: 2 });
  const video = Object.assign(document.createElement("video"), { muted: true, playsInline: true, className: "film" });
  const pen = canvas.getContext("2d");
  const draw = () => pen.fillRect(0, 0, 2, 2); // a film without pictures would not play
  let timer = 0;
  video.setAttribute("aria-hidden", "true");
  const begin = async () => {
    draw();
    timer = setInterval(draw, 1000);
    video.srcObject = canvas.captureStream(1);
    document.body.append(video);
    try {
      await video.play();
    } catch {
      document.getElementById("dark").hidden = false;
    }
  };
  const release = () => {
    clearInterval(timer);
    video.remove();
  };
  return { begin, release };
}

document.addEventListener("own:view", follow);
document.addEventListener("visibilitychange", keepAwake);
document.addEventListener("change", ({ target }) => target.dataset.want === "awake" && keepAwake());
document.addEventListener("change", ({ target }) => target.dataset.want === "chime" && target.checked && chime());
keepAwake();
