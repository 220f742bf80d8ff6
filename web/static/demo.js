// The virtual table: draws the scenes that its stream brings, and tells the stage what hands do.
// Decides nothing about play: a card counts when the board has read it, as at a real table.
import { tell as admit } from "./answer.js";
import { act, onRefusal } from "./demo/act.js";
import { longPress } from "./demo/button.js";
import { Stream } from "./stream.js";
import "./sleep.js";
import { Hands } from "./demo/hands.js";
import { Leaving } from "./demo/leaving.js";
import { Oled } from "./demo/oled.js";
import { Pieces } from "./demo/pieces.js";
import { Sayings } from "./demo/sayings.js";
import { Seats } from "./demo/seats.js";
import { Buzzer } from "./demo/buzzer.js";
import { Tour } from "./demo/tour.js";
import { listed, message, words } from "./demo/words.js";

const LATE_MS = 5000; // two and a half beats missed: not live any more
const NEWS_MS = 400; // one announcement for what comes in one go
const NARROW = matchMedia("(max-width: 60rem)");

const at = (id) => document.getElementById(id);
const all = (selector) => [...document.querySelectorAll(selector)];
const cloth = at("cloth");
const seats = new Seats(cloth, at("apart"));
const lamps = all("[data-button]");
const oled = new Oled(at("oled"));
const buzzer = new Buzzer();
const pieces = new Pieces(seats, at("tray"), at("piles"));
const hands = new Hands(cloth, [at("tray"), at("piles"), at("apart")], pieces, seats, say);
const sayings = new Sayings(at("says"));
const leaving = new Leaving(at("leaving"));
const tour = new Tour(at("tour"), at("caption"));

let source = null;
let heardAt = performance.now(); // nobody sets this clock
let newsTimer = 0;
let refusal = ""; // of the last act
let told = ""; // by the newest scene
let hint = "";

// --- what the stream brings ----------------------------------------------------------------------

function open() {
  source?.close();
  source = new Stream(document.body.dataset.live);
  source.addEventListener("scene", (event) => hear(() => show(JSON.parse(event.data))));
  source.addEventListener("refused", ({ detail }) => admit(detail, "no-stream"));
  source.addEventListener("beat", () => hear(() => {}));
}

function hear(then) {
  admit({}, "no-stream");
  heardAt = performance.now();
  then();
  tell();
}

function tell() {
  const isLate = performance.now() - heardAt > LATE_MS;
  const state = isLate ? "stale" : cloth.dataset.game === undefined ? "waiting" : "live";
  put(at("link"), words.state[state === "live" && source?.isPolled ? "polled" : state]);
  at("link").dataset.state = state;
}

function show(scene) {
  oled.show(scene.screen);
  buzzer.sound(scene.hertz);
  seats.follow(scene);
  fit();
  scene.readers.forEach((its, reader) => showReader(seats.own[reader], its, lamps[reader], scene.lights[reader]));
  seats.own.forEach((its, reader) => (its.querySelector(".spot").hidden = !scene.readers[reader]));
  lamps.forEach((lamp, reader) => (lamp.hidden = !scene.readers[reader]));
  document.querySelector(".print").hidden = scene.readers.length < lamps.length;
  for (const its of [at("keys"), document.querySelector(".more-keys")]) its.hidden = !scene.keys;
  cloth.dataset.game = scene.game;
  if (at("kind") !== document.activeElement) at("kind").value = scene.kind;
  const [game] = scene.kind.split(":");
  for (const pick of all("[data-kind]")) pick.setAttribute("aria-pressed", pick.dataset.kind.split(":")[0] === game);
  sayings.show(scene.says);
  leaving.show(scene.leaving);
  pieces.show(scene);
  hands.follow(scene);
  put(at("heading"), scene.heading);
  put(at("beside"), scene.beside);
  at("heading").dataset.won = scene.over ?? "";
  told = scene.note;
  hint = words.hints[scene.auto];
  note();
  at("auto").dataset.plays = scene.auto;
  tour.follow(scene);
  pull("cable", !scene.plugged, scene.plugged ? words.pull : words.plug);
  cloth.classList.toggle("is-unplugged", !scene.plugged);
  announce(scene.auto ? "" : scene.news);
}

function showReader(section, its, lamp, light) {
  section.classList.toggle("is-cut", its.cut);
  section.classList.toggle("is-idle", !its.name);
  const name = its.name || words.nobody;
  put(section.querySelector(".pad-name"), its.name);
  const what = its.tokens.length ? listed(its.tokens.map(pieces.nameOf)) : its.cut ? words.cut : words.empty;
  const reader = seats.isShared
    ? message("shared reader", { reader: name, what })
    : message("own reader", { who: name, what });
  label(section.querySelector(".pad"), reader);
  glow(lamp, light);
  put(lamp.querySelector("span"), name);
  const number = Number(lamp.dataset.button) + 1;
  const button = seats.isShared ? message("shared button", { number }) : message("own button", { who: name });
  label(lamp, lit(light) ? message("lit button", { button, light: words.lights[lit(light)] }) : button);
}

/** One hand at a time on a narrow screen, and wherever there are more seats than readers. */
function fit() {
  document.body.classList.toggle("is-narrow", NARROW.matches || seats.isShared);
}

// --- lights --------------------------------------------------------------------------------------

/** The lamp's own colour; an LED's brightness is linear, an eye's and a screen's is not. */
function glow(lamp, [red, green, blue]) {
  const brightest = Math.max(red, green, blue);
  const full = brightest ? [red, green, blue].map((part) => Math.round((part / brightest) * 255)) : [0, 0, 0];
  lamp.style.setProperty("--lamp", `rgb(${full.join(" ")})`);
  lamp.style.setProperty("--glow", brightest ? Math.max(0.35, (brightest / 255) ** 0.45).toFixed(2) : "0");
  lamp.dataset.light = `${red},${green},${blue}`;
}

function lit([red, green, blue]) {
  if (!red && !green && !blue) return "";
  if (red && green && blue && Math.min(red, green, blue) * 2 > Math.max(red, green, blue)) return "white";
  if (red > 2 * green && red > 2 * blue) return "red";
  if (green > 2 * red && green > 2 * blue) return "green";
  if (blue > red && blue > green) return "blue";
  return "amber";
}

// --- words ---------------------------------------------------------------------------------------

function put(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

function label(element, words) {
  if (element.getAttribute("aria-label") !== words) element.setAttribute("aria-label", words);
}

function say(words) {
  put(at("picked"), words);
}

/** What was refused stays until the next act, whatever happens at the table meanwhile. */
function note() {
  const shown = refusal || told;
  put(at("note"), shown || hint);
  at("note").classList.toggle("is-hint", !shown);
}

function announce(words) {
  clearTimeout(newsTimer);
  newsTimer = setTimeout(() => put(at("news"), words), NEWS_MS);
}

function pull(name, isPressed, words) {
  const button = document.querySelector(`[data-do="${name}"]`);
  button.setAttribute("aria-pressed", isPressed);
  put(button, words);
}

// --- what hands do -------------------------------------------------------------------------------

at("keys").addEventListener("click", (event) => {
  const key = event.target.closest("[data-key]");
  if (key) act({ do: "press", key: key.dataset.key });
});
lamps.forEach((lamp, seat) => longPress(lamp, (long) => act({ do: "button", seat, long })));

const PULLS = {
  cable: (button) => ({ do: "cable", plugged: button.getAttribute("aria-pressed") === "true" }),
  reset: () => ({ do: "reset" }),
  shuffle: () => ({ do: "shuffle" }),
};
all("[data-do]").forEach((button) => button.addEventListener("click", () => act(PULLS[button.dataset.do](button))));

const plays = () => at("auto").dataset.plays === "true";
at("auto").addEventListener("click", () => act({ do: "auto", on: !plays() }));
// The first touch takes over: what a hand reaches for must not be played by the table meanwhile.
at("cloth").addEventListener("pointerdown", () => plays() && act({ do: "auto", on: false }), true);
document.addEventListener("click", ({ target }) => target.closest("#tour") || tour.stop(), true);
at("tour").addEventListener("click", () => tour.toggle());
at("faces").addEventListener("click", () => {
  const isOpen = cloth.classList.toggle("shows-backs");
  at("faces").setAttribute("aria-pressed", !isOpen);
  pieces.hide(isOpen);
});
function begin(kind) {
  const [game, players, variant] = kind.split(":");
  act({ do: "begin", game, players: Number(players), variant });
}
at("kind").addEventListener("change", () => {
  begin(at("kind").value);
  at("kind").blur();
});
all("[data-kind]").forEach((pick) => pick.addEventListener("click", () => begin(pick.dataset.kind)));
NARROW.addEventListener("change", fit);
fit();
at("sound").addEventListener("click", () => at("sound").setAttribute("aria-pressed", buzzer.toggle()));
document.querySelector(".more-keys").addEventListener("click", (event) => {
  const isOpen = cloth.classList.toggle("shows-keys");
  event.currentTarget.setAttribute("aria-expanded", isOpen);
});
onRefusal((words) => {
  refusal = words;
  note();
});

// A page nobody looks at needs no stream; browsers allow six to a host.
document.addEventListener("visibilitychange", () => (document.hidden ? source?.close() : open()));
document.addEventListener("page:slept", ({ detail }) => {
  heardAt -= detail;
  if (!document.hidden) open();
});
addEventListener("pageshow", ({ persisted }) => persisted && open());
setInterval(() => document.hidden || tell(), 1000);
if (!document.hidden) open();
