// Takes a page to another host of the club when its own is gone; a page with the host's token offers a link.
// Knows the addresses from its host; what stands behind the # goes along and is sent to nobody.
import { within } from "./answer.js";

const ANSWERS_MS = 700; // a host that stands still answers nobody; after 2.75 s of silence, 3.45 s in all
const AGAIN_MS = 1000; // a host that is only late is asked no more often
const { dataset } = document.body;
let hosts = JSON.parse(dataset.hosts);
let known = hosts; // those that somebody's policy lets us ask
let ask = (...what) => fetch(...what);
let frame = null;
let isComing = false;
let isLooking = false;
let lookedAt = -Infinity; // by the page's own clock

/** Our host says which others are there now. The page's policy is from when it was drawn; that of a frame is from now. */
function learn({ detail }) {
  stay();
  hosts = detail;
  if (isComing || hosts.every((each) => known.includes(each))) return;
  const fresh = document.createElement("iframe");
  const asked = hosts;
  isComing = fresh.hidden = true;
  fresh.addEventListener("load", () => {
    isComing = false;
    try {
      if (fresh.contentWindow.location.pathname !== "/asking") throw new Error();
    } catch {
      return fresh.remove(); // our host was just gone, and that page is the browser's own
    }
    frame?.remove();
    frame = fresh;
    known = asked;
    ask = (...what) => fresh.contentWindow.fetch(...what);
  });
  fresh.src = "/asking";
  document.body.append(fresh);
}

/** Gives the host back if it is there; fails otherwise. What it answers is read by nobody. */
async function there(host) {
  const how = { mode: "no-cors", credentials: "omit", cache: "no-store", signal: within(ANSWERS_MS) };
  await ask(`${host}/here`, how);
  return host;
}

/** Our own host first: it may only have been restarted. Of the others, the one that answers first.
    All are asked at once, because who waits for one after the other is too late. */
async function look() {
  if (isLooking || performance.now() - lookedAt < AGAIN_MS) return;
  isLooking = true;
  const askable = hosts.filter((each) => known.includes(each));
  const another = Promise.any(askable.map(there)).catch(() => null);
  try {
    await there(location.origin);
    stay();
  } catch {
    const found = await another;
    if (found) (dataset.offer ? offer : go)(found);
  }
  isLooking = false;
  lookedAt = performance.now();
}

/** Our own host is there: nobody needs another one. */
function stay() {
  document.getElementById("elsewhere")?.remove();
}

function go(host) {
  location.replace(host + location.pathname + location.search + location.hash);
}

/** Who answers at that address now may be somebody else: nothing of this page is sent there. */
function offer(host) {
  if (document.getElementById("elsewhere")) return;
  const said = document.createElement("p");
  const link = document.createElement("a");
  said.id = "elsewhere";
  said.className = "banner";
  said.setAttribute("role", "alert");
  const { home = location.pathname } = document.querySelector("[data-home]")?.dataset ?? {}; // a form may have led here
  link.href = link.textContent = host + home;
  said.append(`${dataset.offer} `, link);
  document.querySelector("main:not([hidden] *)").before(said); // the decks' page follows a table that it does not show
}

document.addEventListener("live:hosts", learn);
document.addEventListener("live:lost", look);
