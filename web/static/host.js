// Keeps the host's page in step with its table without losing what is being typed.
// Sends the page's own forms and nothing else; without it they work as plain forms.
import { ask, tell } from "./answer.js";
import { keepFocus } from "./focus.js";
import { keeper } from "./refresh.js";
import { update } from "./update.js";
import { looksAs } from "./live.js";

const PEN = "tricktable.pen"; // this browser's word for itself: whoever opens a second page is the same person
const given = document.querySelector("input[name=pen]")?.value;
const pen = localStorage.getItem(PEN) ?? given;
if (pen) localStorage.setItem(PEN, pen);

const OUTSIDE = ".top, #watched, .foot"; // of the host's page; it says itself what a drawer hides
const SETTLES = "#start, #again"; // where the next game is settled
let opener = null; // what had the focus before a drawer opened

const pageIn = (root) => root.getElementById("host");

/** The page's own address: a plain form leads to its action's. */
const home = () => new URL(pageIn(document).dataset.home, location);

/** Put the host's page of an answer in place of the old one; one that has none says what went wrong. */
function take(answer, isAnswer) {
  const fresh = pageIn(new DOMParser().parseFromString(answer.text, "text/html"));
  const refusal = document.getElementById("refusal");
  if (!fresh) return isAnswer ? complain(answer.why) : tell(answer);
  tell({});
  if (refusal && !isAnswer && !fresh.querySelector("#refusal")) {
    fresh.prepend(refusal.cloneNode(true)); // stays until the next form
  }
  const opened = fresh.querySelector(".drawer")?.id;
  const before = document.querySelector(".drawer")?.id;
  if (!before) opener = document.activeElement;
  const isAskedFor = !document.getElementById("start");
  const isSettled = document.querySelector(SETTLES);
  update(pageIn(document), fresh);
  for (const each of document.querySelectorAll(OUTSIDE)) each.inert = Boolean(opened); // no Tab leads out of it
  if (isAnswer && opened && opened !== before) document.querySelector(`#${opened} h2`).focus();
  if (isAnswer && isAskedFor) document.getElementById("start")?.focus(); // and it is in sight
  if (before && !opened && opener?.isConnected) opener.focus();
  if (isAnswer && isSettled && !document.querySelector(SETTLES)) scrollTo(0, 0); // a game begins: what it waits for
}

/** Say what went wrong where whoever pressed is looking, until the next form. */
function complain(words) {
  const told = document.getElementById("refusal") ?? document.createElement("p");
  Object.assign(told, { id: "refusal", className: "banner", textContent: words });
  told.setAttribute("role", "alert");
  (document.querySelector(".drawer") ?? pageIn(document)).prepend(told);
}

/** With the host's token, on a device that needs one. */
function headers() {
  const token = document.querySelector("input[name=host_token]")?.value;
  return token ? { "X-Host-Token": token } : {};
}

/** Read the host's page anew: the table has changed. */
function anew() {
  const { asked } = pageIn(document).dataset; // what is open stays open
  const where = home();
  where.search = location.search;
  for (const [name, value] of new URLSearchParams(asked)) where.searchParams.append(name, value);
  if (pen) where.searchParams.set("pen", pen);
  return ask(where, { headers: headers() });
}

const { refresh, send } = keeper(anew, (answer) => {
  take(answer, false); // 409: what is open cannot be any more
  renameAll();
});

/** Send a form without leaving the page. */
function submit(event) {
  const { target: form, submitter } = event;
  if ("plain" in form.dataset) return; // a file comes or goes, or another page is wanted
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, submitter));
  if (pen) body.set("pen", pen);
  const where = submitter?.getAttribute("formaction") ?? form.action;
  const isAct = new URL(where, location).pathname !== home().pathname; // or it asks for a form
  const folded = form.closest("details");
  return send(async () => {
    const answer = await ask(where, { method: "POST", body });
    take(answer, true);
    if (isAct && answer.ok && !("stays" in (submitter?.dataset ?? {}))) {
      keepFocus(pageIn(document), () => {
        form.reset(); // the next card is the next seat's
        folded?.removeAttribute("open");
      });
    }
    if (!isAct && answer.ok) folded?.querySelectorAll("form").forEach((each) => each.reset()); // as was asked for
    renameAll();
  });
}

/** A name that is typed stands at once wherever its seat is named, and through each view. */
function rename({ target }) {
  if (target.name !== "names") return;
  // Not `elements.names`: who plays alone has one field, and that would be no list.
  const seat = [...target.form.querySelectorAll("[name=names]")].indexOf(target);
  for (const each of target.form.querySelectorAll(`[data-seat="${seat}"]`)) {
    each.textContent = target.value.trim() || each.dataset.else;
  }
}

const renameAll = () => document.querySelectorAll("#begins [name=names]").forEach((target) => rename({ target }));

// Two people swap when the key between them is pressed, or dragged from one onto another.
let dragged = null;
let isDropped = false; // then the click that ends it is none

/** Whom the pointer is over, if not the one whose key is dragged; that person is marked. */
function over({ clientX, clientY }) {
  const found = document.elementFromPoint(clientX, clientY)?.closest(".person");
  const person = found?.contains(dragged) ? null : found;
  for (const each of document.querySelectorAll(".person")) each.classList.toggle("is-over", each === person);
  return person;
}

function drop(event) {
  const person = over(event);
  const key = dragged;
  dragged = null;
  if (!person) return;
  isDropped = true;
  person.classList.remove("is-over");
  const { value } = person.querySelector("[name=swap]");
  const onto = Object.assign(document.createElement("input"), { type: "hidden", name: "onto", value });
  key.form.append(onto);
  key.form.requestSubmit(key);
  onto.remove();
}

document.addEventListener("pointerdown", ({ target, isPrimary }) => {
  isDropped = false;
  dragged = isPrimary ? target.closest("[name=swap]") : null; // a second finger drags nobody
});
document.addEventListener("pointermove", (event) => dragged && over(event));
document.addEventListener("pointerup", (event) => dragged && drop(event));
document.addEventListener("pointercancel", () => (dragged = null));
document.addEventListener("click", (event) => isDropped && event.target.closest("[name=swap]") && event.preventDefault());

/** The code is one touch away, also where it is folded. */
function showCode({ target }) {
  if (target.closest("a[href='#join']")) document.getElementById("join").open = true;
}

/** Escape leaves things as they are. */
function leave(event) {
  if (event.key === "Escape") document.querySelector(".drawer .leave")?.click();
}

// The list of tables shows the only one at once; what is read anew later is this table.
history.replaceState(null, "", home().pathname + location.search + location.hash);
looksAs(headers);
renameAll(); // what was typed before this came
document.addEventListener("click", showCode);
document.addEventListener("keydown", leave);
document.addEventListener("input", rename);
document.addEventListener("table:view", refresh);
document.addEventListener("submit", submit);
if (given && pen !== given) refresh(); // the page was drawn for a new word, not for this tab's
