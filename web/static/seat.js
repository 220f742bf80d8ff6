// Keeps a seat's own part of its page, and sends what the seat says. The phone is known by the token
// in its address's fragment, which no browser sends by itself and no log has.
import { keepFocus, rove } from "./focus.js";
import { ask } from "./answer.js";
import { keeper } from "./refresh.js";
import { renew, update } from "./update.js";
import "./blind.js";
import { looksAs } from "./live.js";

const { own: where, claim, away } = document.body.dataset;
const names = JSON.parse(document.body.dataset.cards);
const CHOICE = "form [type=radio], form [type=checkbox], .counts input";
const OTHERS = ["score", "mine", "leave", "rest"]; // parts beside its own: how it stands, and what the menu has for it
const UNDRAWN_MS = 100; // a page without a frame for so long has been hidden meanwhile
const BEHIND_MS = 100; // four phones on one slow computer have drawn a card by then
const FIRST_MS = 1000; // the stream begins sooner
let until = 0; // when nobody will have held the button in time
let seat = ""; // the number of this phone's seat, as the page writes it
let pressed = ""; // what the form under way says
let next = null; // another press, made meanwhile
let takenAt = ""; // the newest entry when somebody took a phone that is passed round
let choices = null; // what arranges them
let isGone = false; // it has left its seat
let newest = ""; // the view that the page shows: its tag, and the version of the table
let sending = null; // until the form under way has been answered
let first = setTimeout(() => refresh(), FIRST_MS); // if no view comes

const own = () => document.getElementById("own");
const headers = () => (location.hash.length > 1 ? { "X-Seat-Token": location.hash.slice(1) } : {});

/** Put an answer's own part in place; one that has none says what went wrong. */
function take({ text, why }, isAnswer) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = page.getElementById("own");
  if (!fresh) return complain(why, isAnswer);
  for (const each of fresh.querySelectorAll("[data-keys]")) draw(each);
  const before = document.getElementById("refusal");
  if (before && !isAnswer && before.textContent !== away && !("passes" in before.dataset)) fresh.prepend(before.cloneNode(true)); // stays until the next press
  const forms = [...fresh.querySelectorAll("#acts > form")];
  own().querySelectorAll("#acts > form:not(:focus-within)").forEach((form, at) => {
    if (forms[at]?.id !== form.id) form.replaceWith(form.cloneNode(true)); // or it jumps
  });
  if (!fresh.querySelector("nav") !== !own().querySelector("nav")) renew(own().querySelectorAll(".acts")); // a game begins or ends
  for (const name of OTHERS) update(document.getElementById(name), page.getElementById(name));
  update(own(), fresh); // last: who looks for the focus in it has all of the page laid out
  arrange();
  if (own().querySelector(".chairs")) import("./sit.js");
  if (isAnswer) show(document.getElementById("refusal"));
  if (seat !== own().dataset.seat) {
    seat = own().dataset.seat;
    turn(document);
  }
  until = performance.now() + 1000 * Number(own().dataset.left);
  document.dispatchEvent(new CustomEvent("own:view", { detail: isAnswer }));
}

/** The keys that lay a card each, as web/guest/markup.py draws them where there are no scripts. */
function draw(ranks) {
  for (const codes of ranks.dataset.keys.split("/")) {
    const row = Object.assign(document.createElement("div"), { className: "row" });
    row.append(...codes.split(" ").map(key));
    ranks.append(row);
  }
}

function key(code) {
  const [first, second] = code;
  const value = first + second;
  const [of, shown] = first === "X" ? [first, second] : [second, first === "T" ? "10" : first];
  const drawn = document.getElementById("key").content.firstElementChild.cloneNode(true);
  Object.assign(drawn, { value, className: code.endsWith("+") ? `${of} can` : of });
  drawn.setAttribute("aria-label", names[value]);
  drawn.querySelector("b").textContent = shown;
  drawn.querySelector("svg").classList.add(of);
  drawn.querySelector("use").setAttribute("href", `#${of}`);
  return drawn;
}

/** Of the room for all that a deal asks, leave what is not needed now below the screen. */
function fit() {
  const acts = document.getElementById("acts") ?? own();
  const { top, bottom } = acts.getBoundingClientRect();
  const ends = [...acts.children].map((each) => each.getBoundingClientRect().bottom);
  document.querySelector(".dock").style.setProperty("--spare", `${Math.max(0, bottom - Math.max(top, ...ends))}px`);
}

/** Turn the table top of a page so that this phone's seat is below; without one it stays as it came. */
function turn(page) {
  if (!seat) return;
  for (const round of page.querySelectorAll(".round")) {
    const seats = Number(round.dataset.seats);
    for (const { classList, dataset } of round.children) {
      classList.replace(
        [...classList].find((each) => /^at\d/.test(each)),
        `at${(dataset.seat - seat + seats) % seats}`,
      );
    }
  }
}

/** Say what went wrong: until the next press, or, if nobody pressed anything, until it has passed. */
function complain(words, isAnswer) {
  const told = document.getElementById("refusal") ?? document.createElement("p");
  if (told.textContent === words && !isAnswer) return;
  Object.assign(told, { id: "refusal", className: "banner", textContent: words });
  told.setAttribute("role", "alert");
  delete told.dataset.say;
  if (!isAnswer) told.dataset.passes = "";
  own().prepend(told);
  show(told);
  document.dispatchEvent(new CustomEvent("own:lost", { detail: words }));
}

/** What is the seat's own, asked for anew: the table has changed. */
const { refresh, send, isAsking, isSending } = keeper(
  () => ask(takenAt ? `${where}${where.includes("?") ? "&" : "?"}taken_at=${takenAt}` : where, { headers: headers() }),
  (answer) => take(answer, false),
);

const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
const waited = (ms) => new Promise((done) => setTimeout(done, ms));

/** Whether the table waits for another seat, and not for this one. */
function isOthersTurn() {
  const due = [...document.querySelectorAll("#table .is-due[data-seat]")];
  return due.length > 0 && due.every((each) => each.dataset.seat !== seat);
}

/** A card is drawn first: the question would keep phone and host busy. A page that is hidden draws nothing.
    Whose turn it is asks first, for the same reason. Whom the answer to a form told already does not ask. */
async function later({ detail: view }) {
  newest = view ?? "";
  if (first) {
    first = clearTimeout(first);
    return refresh();
  }
  if (!document.hidden) await Promise.race([drawn(), waited(UNDRAWN_MS)]);
  if (isOthersTurn()) await waited(BEHIND_MS);
  await sending;
  if (!newest.endsWith(`.${own().dataset.version}`)) refresh();
}

/** Send a form; while it is under way, the same press once more is that press, and another waits. */
function submit(event) {
  const { target: form, submitter } = event;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, submitter));
  if (takenAt) body.set("taken_at", takenAt);
  const press = `${form.action}?${body}`;
  if (isSending() && press === pressed) return;
  next = async () => {
    [pressed, next] = [press, null];
    await (sending = send(() => say(form, submitter, body)));
    next?.();
  };
  if (!isSending()) next();
}

/** Whether the seat's own part is to be asked for anew. */
async function say(form, submitter, body) {
  const answer = await ask(form.action, { method: "POST", body, headers: headers() });
  if (answer.ok && form.getAttribute("action") === claim) {
    isGone = false;
    history.replaceState(null, "", `#${JSON.parse(answer.text).token}`);
    form.reset(); // somebody else takes the next chair at this phone
    document.getElementById("refusal")?.remove();
    return true;
  }
  if (answer.ok && "leaves" in submitter.dataset) forget();
  if (answer.ok && "first" in submitter.dataset) bring(Number(submitter.value));
  take(answer, true);
  takenAt = "first" in submitter.dataset ? own().dataset.seq : takenAt;
  if (answer.ok) done(form);
  return false;
}

/** Somebody has taken a phone that is passed round: their token comes first from now on. */
function bring(number) {
  const tokens = location.hash.slice(1).split(".");
  tokens.unshift(...tokens.splice(number, 1));
  history.replaceState(null, "", `#${tokens.join(".")}`);
}

/** Why something cannot be done is seen, wherever the page was scrolled to. */
function show(refusal) {
  refusal?.scrollIntoView({ block: "nearest" });
}

/** What depends on the choices of this phone and on no host; it is loaded once there is something to choose. */
async function arrange() {
  rove(own());
  if (!choices && own().querySelector(CHOICE)) {
    fit();
    choices = await import("./choices.js").catch(() => null); // the next view asks again
  }
  choices?.arrange();
  fit();
}

/** Other languages and the rules keep the token. */
function keep({ target }) {
  const link = target.closest(".tongues a, [data-keeps]");
  if (link) link.hash = location.hash;
}

function forget() {
  isGone = true;
  history.replaceState(null, "", location.pathname + location.search);
}

function done(form) {
  keepFocus(own(), () => {
    form.reset();
    form.closest("details")?.removeAttribute("open");
  });
  arrange();
  if (document.activeElement === document.body || !document.activeElement.getClientRects().length) {
    own().querySelector("h2")?.focus({ preventScroll: true });
  }
}

/** What has the focus is seen, and not hidden by the seat's own part; of a long table the beginning. */
function uncover({ target }) {
  const dock = document.querySelector(".dock");
  if (dock.contains(target) || getComputedStyle(dock).position !== "sticky") return;
  const box = (each) => each.getBoundingClientRect();
  if (box(target).right <= box(dock).left) return; // they stand side by side
  const hidden = box(target).bottom + 8 - box(dock).top; // more than the outline
  const above = box(target).top - 8 - box(document.querySelector(".top")).bottom;
  if (hidden > 0) scrollBy(0, Math.min(hidden, above));
}

/** Count down while the table waits for the button. */
function tick() {
  if (own().dataset.state !== "waits") return;
  const left = Math.max(0, Math.ceil((until - performance.now()) / 1000));
  const shown = own().querySelector(".left b");
  if (shown) shown.textContent = left;
  if (!left && !isAsking()) refresh();
}

document.addEventListener("touchstart", () => {}, { passive: true }); // or iPhones show nothing while it is held

/** What sounds and keeps the screen on has to wait for a touch. */
for (const type of ["pointerdown", "keydown"]) {
  document.addEventListener(type, () => import("./chime.js"), { once: true, capture: true });
}

/** The menu is loaded once it is opened, as a whole or for one part. */
async function openMenu(event) {
  const { opens } = event.target.closest("[data-opens]")?.dataset ?? {};
  if (!opens) return;
  event.preventDefault();
  const menu = await import("./sheet.js").then((module) => module.menu()).catch(() => null);
  if (menu) menu.open(opens);
  else complain(away, true);
}

looksAs(headers);
document.querySelector("#sheet .yours").append(document.getElementById("mine"));
document.getElementById("invite").before(document.getElementById("leave"));
document.querySelector("#sheet .wants").before(document.getElementById("rest"));
document.addEventListener("click", openMenu);
document.addEventListener("table:coming", ({ detail: fresh }) => turn(fresh));
document.addEventListener("table:view", later);
document.addEventListener("submit", submit);
document.addEventListener("click", keep);
document.addEventListener("focusin", uncover);
document.getElementById("skip").addEventListener("click", () => (own().querySelector("h2") ?? own()).focus());
window.addEventListener("hashchange", refresh);
window.addEventListener("popstate", () => isGone && forget()); // the menu lay over an address with its token
for (const type of ["change", "toggle"]) document.addEventListener(type, fit, true);
document.addEventListener("toggle", ({ target }) => target.open && own().contains(target) && target.scrollIntoView({ block: "nearest" }), true);
window.addEventListener("resize", fit);
setInterval(tick, 1000);
