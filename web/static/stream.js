// Follows what the host streams: by a stream of its own, until another page of this browser says that it is there.
// Then they share one (`share.js`). A phone has one page: it waits for nobody, and loads nothing for others.

const TYPES = ["open", "error", "refused", "view", "changed", "scene", "hosts", "beat"];
const AGAIN_MS = 2000;
let Shared = null; // once it is loaded

/** Where an address is followed from what the page `has`. */
export function address(key, more) {
  const where = new URL(key, location);
  for (const [name, value] of Object.entries(more)) if (value) where.searchParams.set(name, value);
  return where;
}

/** Follows an address as an EventSource does, with events of the same names. `has`: the tag of what the page shows. */
export class Stream extends EventTarget {
  #key;
  #has;
  #source = null;
  #pages = null;
  #isClosed = false;

  constructor(key, has = "") {
    super();
    this.#key = key;
    this.#has = has;
    this.#open();
  }

  /** Whether the newest is asked for again and again. */
  get isPolled() {
    return Boolean(this.#source.isPolled);
  }

  close() {
    this.#isClosed = true;
    this.#source.close();
    this.#pages?.close();
  }

  #open() {
    if (this.#isClosed) return;
    this.#source = Shared ? new Shared(this.#key, this.#has) : new EventSource(address(this.#key, { has: this.#has }));
    for (const type of TYPES) this.#source.addEventListener(type, (event) => this.#hear(event));
    if (Shared || !window.BroadcastChannel) return;
    this.#pages = new BroadcastChannel("tricktable.streams");
    this.#pages.onmessage = () => this.#share();
    this.#pages.postMessage({ asks: true });
  }

  #hear(event) {
    const { type, data, lastEventId, detail, target } = event;
    if (lastEventId) this.#has = lastEventId;
    this.dispatchEvent(data === undefined ? new CustomEvent(type, { detail }) : new MessageEvent(type, { data, lastEventId }));
    if (type === "error" && target.readyState === 2 && !Shared) this.#share(); // it was refused
  }

  /** Let go first: all connections might be streams, and what shares them would never come. */
  async #share() {
    this.#pages?.close();
    this.#source.close();
    try {
      ({ Shared } = await import("./share.js"));
      this.#open();
    } catch {
      setTimeout(() => this.#open(), AGAIN_MS);
    }
  }
}
