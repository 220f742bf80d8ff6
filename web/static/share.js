// One stream for all pages of this browser that follow the same thing. A browser opens six connections to a
// host: if each page held one, a seventh would not even load.
//
// Whichever page hears its stream first holds it, and passes on what it brings; the others let theirs go and
// follow. Only a few things are streamed at a time: whoever holds one more asks for it again and again, as does
// whoever is refused a stream. A page that nobody sees leads nobody: browsers let its timers run slowly.
// Knows no tables, and not what events say.

import { ask, within } from "./answer.js";
import { address } from "./stream.js";

const STREAMS = 4; // of six connections: pages, forms and pictures need some, too
const POLL_MS = 2000;
const GONE_MS = 6000; // a holder is heard with every beat
const FRESH_MS = 2500; // whoever has heard nothing for so long cannot say that another page is live
const REFUSED_POLLS = 15; // before a stream that was refused is tried again
const SPREAD_MS = 300; // not all followers at once, when their holder has gone
const STATES = ["view", "changed", "scene"]; // the newest of them is all that a page needs
const TYPES = [...STATES, "hosts", "beat"];
const holders = new Map(); // of other pages: what they hold, since when, and when they were heard last

/** What a stream (`stream.js`) follows once there are other pages, or when the host refuses it one. */
export class Shared extends EventTarget {
  /** Whether the newest is asked for again and again. */
  isPolled = false;
  #id = Math.random().toString(36).slice(2); // plain HTTP has no randomUUID
  #pages = window.BroadcastChannel && new BroadcastChannel("tricktable.streams"); // old browsers have none
  #key;
  #has;
  #newest = null; // the newest state that the stream has brought
  #source = null;
  #since = null; // when this page began to hold the stream; all pages compare it
  #heardAt = 0;
  #holder = null; // the page that it follows
  #timer = 0;
  #pollsLeft = 0; // a stream that was refused is not tried again before

  constructor(key, has = "") {
    super();
    this.#key = key;
    this.#has = has;
    this.#pages?.addEventListener("message", ({ data }) => this.#hear(data));
    addEventListener("pagehide", this.close);
    document.addEventListener("visibilitychange", this.#unseen);
    this.#open();
    this.#say({ asks: true });
  }

  /** Let it go: another page that follows the same goes on with it. */
  close = () => {
    if (this.#since !== null) this.#say({ isGone: true });
    this.#end();
    this.#pages?.close();
    this.#pages = null;
    removeEventListener("pagehide", this.close);
    document.removeEventListener("visibilitychange", this.#unseen);
  };

  /** One that speaks goes on alone. */
  #unseen = () => {
    if (document.hidden && this.#since !== null) this.#say({ isGone: true });
  };

  #address(more = {}) {
    return address(this.#key, { has: this.#has, ...more });
  }

  #open() {
    const source = (this.#source = new EventSource(this.#address()));
    source.addEventListener("open", () => this.dispatchEvent(new Event("open")));
    source.addEventListener("error", () => {
      this.#pass("error");
      this.dispatchEvent(new Event("error"));
      if (source.readyState === EventSource.CLOSED) this.#turnTo(true, REFUSED_POLLS);
    });
    for (const type of TYPES) source.addEventListener(type, (event) => this.#take(event));
  }

  #end() {
    this.#source?.close();
    clearInterval(this.#timer);
    [this.#source, this.#timer, this.#since] = [null, 0, null];
  }

  /** What the host says to this page. */
  #take({ type, data, lastEventId }) {
    this.#since ??= performance.timeOrigin + performance.now();
    this.#heardAt = performance.now();
    if (lastEventId) this.#has = lastEventId;
    if (STATES.includes(type)) this.#newest = { type, data, lastEventId };
    this.#pass(type, data, lastEventId);
    this.#emit(type, data, lastEventId);
    this.#settle();
  }

  /** What another page says. */
  #hear(said) {
    const isMine = said.key === this.#key;
    if (said.isGone) {
      holders.delete(said.from);
      if (said.from === this.#holder) return this.#again();
    } else if (said.asks) {
      if (this.#since !== null) this.#answer(said.from);
    } else {
      holders.set(said.from, { key: said.key, since: said.since, at: performance.now() });
      if (isMine) this.#follow(said);
    }
    this.#settle();
  }

  /** The state that a page has which has heard all that this one has. */
  #state = () => (this.#newest && !this.#newest.lastEventId ? this.#newest.data : this.#has.split(".")[0]);

  /** One of two holders gives way; a follower takes what its holder passes on, once both have the same. */
  #follow(said) {
    const isNews = said.type && (!said.to || said.to === this.#id);
    if (this.#holder === said.from) return isNews && this.#emit(said.type, said.data, said.lastEventId, said);
    if (this.#holder || said.type === "error") return;
    const isElder = this.#since !== null && !document.hidden && (this.#since - said.since || (this.#id < said.from ? -1 : 1)) < 0;
    if (isElder) return this.#answer(said.from);
    const isSame = said.state === this.#state();
    if (!isSame && !(isNews && STATES.includes(said.type))) return said.to || this.#say({ asks: true });
    if (this.#since !== null) this.#say({ isGone: true });
    this.#end();
    this.#holder = said.from;
    this.dispatchEvent(new Event("open"));
    if (isSame) this.#emit("beat", "", "", said);
    else this.#emit(said.type, said.data, said.lastEventId, said);
  }

  /** The holder has gone: whichever of its followers hears the host first is the next. */
  #again() {
    this.#holder = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      if (!this.#holder) this.#open();
    }, SPREAD_MS * Math.random());
  }

  #emit(type, data, lastEventId, { isPolled = this.#isPolling() } = {}) {
    this.isPolled = isPolled;
    if (lastEventId) this.#has = lastEventId;
    if (STATES.includes(type)) this.#newest = { type, data, lastEventId };
    this.dispatchEvent(type === "error" ? new Event(type) : new MessageEvent(type, { data, lastEventId }));
  }

  #say(what) {
    this.#pages?.postMessage({ key: this.#key, from: this.#id, ...what });
  }

  #pass(type, data, lastEventId, to) {
    if (this.#since === null || document.hidden) return;
    this.#say({ since: this.#since, state: this.#state(), isPolled: this.#isPolling(), type, data, lastEventId, to });
  }

  /** To a page that asks: what it needs, whatever it has. */
  #answer(to) {
    if (performance.now() - this.#heardAt > FRESH_MS) return;
    const { type, data, lastEventId } = this.#newest ?? {};
    this.#pass(type, data, lastEventId, to);
  }

  #isPolling = () => this.#since !== null && this.#timer !== 0;

  /** Those who have held theirs for longest stream, all others ask. */
  #settle() {
    if (this.#since === null) return;
    const now = performance.now();
    for (const [from, { at }] of holders) if (now - at > GONE_MS) holders.delete(from);
    const older = [...holders.values()].filter(({ key, since }) => key !== this.#key && since < this.#since);
    const isBeyond = !document.hidden && new Set(older.map(({ key }) => key)).size >= STREAMS;
    const polls = this.#pollsLeft > 0 || isBeyond;
    if (polls !== this.#isPolling()) this.#turnTo(polls);
  }

  /** Ask again and again, at once if the stream was refused; or have it streamed. */
  #turnTo(polls, pollsLeft = 0) {
    clearInterval(this.#timer);
    this.#source?.close();
    [this.#source, this.#timer, this.#pollsLeft] = [null, 0, pollsLeft];
    if (!polls) return this.#open();
    this.#timer = setInterval(() => this.#poll(), POLL_MS);
    if (pollsLeft) this.#poll();
  }

  async #poll() {
    const timer = this.#timer;
    const signal = within(2 * POLL_MS);
    const { ok, status, text, why } = await ask(this.#address({ once: 1 }), { signal });
    if (timer !== this.#timer) return; // meanwhile it streams, follows or is closed
    this.#pollsLeft -= this.#pollsLeft > 0;
    if (!ok) {
      this.dispatchEvent(new CustomEvent("refused", { detail: { status, why } }));
      return this.dispatchEvent(new Event("error"));
    }
    const { id = "", event, data } = Object.fromEntries(text.split("\n").map((line) => line.split(/: (.*)/s)));
    const isNew = STATES.includes(event) && data !== this.#newest?.data;
    this.#take({ type: isNew ? event : "beat", data: isNew ? data : POLL_MS, lastEventId: id });
  }
}
