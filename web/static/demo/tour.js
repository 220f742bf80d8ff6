// The guided first minute: real acts at the board, one after the other, each with a sentence. A wrong
// suit is proved, the cable is pulled and nothing is lost. It stops as soon as somebody touches anything.
import { act } from "./act.js";
import { words } from "./words.js";

const READ_MS = 3400; // a sentence of it is read in that time
const CARD_MS = 900; // between cards, so that an eye can follow
const SUIT = "C"; // in the first of the games whoever has the lowest club leads it
const isClub = (card) => card.endsWith(SUIT);
const isWrong = (card) => !/[CS]$/.test(card);

/** Whether nothing lies on a reader: two cards at once are none. */
const areFree = ({ readers }) => readers.every(({ tokens }) => !tokens.length);

class Stopped extends Error {}

export class Tour {
  #button;
  #caption;
  #scene = null;
  #run = 0; // the number of the tour that runs; 0 for none
  #runs = 0;
  #laid = []; // its cards so far
  #wakes = new Set();

  constructor(button, caption) {
    this.#button = button;
    this.#caption = caption;
  }

  /** The newest scene. */
  follow(scene) {
    this.#scene = scene;
    for (const wake of this.#wakes) wake();
  }

  toggle() {
    if (this.#run) return this.stop();
    this.#run = ++this.#runs;
    this.#show();
    this.#play(this.#run).catch((error) => {
      if (!(error instanceof Stopped)) throw error;
    });
  }

  stop() {
    this.#caption.hidden = true; // its last words, too, which stay until then
    if (!this.#run) return;
    this.#run = 0;
    for (const wake of this.#wakes) wake();
    if (!this.#scene.plugged) act({ do: "cable", plugged: true });
    this.#show();
  }

  #show() {
    this.#button.setAttribute("aria-pressed", Boolean(this.#run));
    this.#button.textContent = words.tour[this.#run ? "stop" : "begin"];
  }

  async #play(run) {
    const before = this.#scene.game;
    const [game, players] = document.querySelector("[data-kind]").dataset.kind.split(":");
    act({ do: "begin", game, players: Number(players), variant: "", abandon: true });
    await this.#until(run, (scene) => scene.game > before);
    this.#laid = [];
    await this.#say(run, "lay");
    const first = this.#holder(`2${SUIT}`);
    await this.#lay(run, first, `2${SUIT}`);
    const others = [1, 2, 3].map((place) => (first + place) % 4);
    const wrong = others.find((seat) => this.#hand(seat).some(isClub) && this.#hand(seat).some(isWrong));
    for (const seat of others) {
      if (seat !== wrong) {
        await this.#layOwn(run, seat);
        continue;
      }
      await this.#say(run, "revoke", wrong);
      await this.#lay(run, wrong, this.#hand(wrong).find(isWrong));
      await this.#say(run, "follow");
    }
    // Whoever leads, it comes out as soon as the club does.
    while ((await this.#due(run)) !== wrong || !isClub(this.#own(wrong))) await this.#layOwn(run, await this.#due(run));
    await this.#say(run, "prove", wrong);
    await this.#layOwn(run, wrong);
    await this.#pause(run, READ_MS);
    await this.#say(run, "pull");
    act({ do: "cable", plugged: false });
    await this.#until(run, ({ plugged }) => !plugged);
    const next = await this.#due(run);
    const kept = this.#own(next);
    await this.#until(run, areFree);
    act({ do: "lay", card: kept, reader: next });
    await this.#pause(run, READ_MS);
    act({ do: "cable", plugged: true });
    await this.#until(run, ({ seats }) => !seats[next].hand.includes(kept) && seats.some((seat) => seat.front === kept));
    await this.#say(run, "plug");
    await this.#say(run, "end");
    this.#run = 0;
    this.#show();
  }

  #hand = (seat) => this.#scene.seats[seat].hand;
  #holder = (card) => this.#scene.seats.findIndex((seat) => seat.hand.includes(card));

  /** Whose turn it is, once it is somebody's. */
  async #due(run) {
    await this.#until(run, ({ seats }) => seats.some((seat) => seat.due));
    return this.#scene.seats.findIndex((seat) => seat.due);
  }

  /** A card that this seat may play: of the suit that was led, or else a club if it has one. */
  #own(seat) {
    const hand = this.#hand(seat);
    const led = this.#laid[this.#laid.length - (this.#laid.length % 4)];
    return hand.find((card) => card[1] === led?.[1]) ?? hand.find(isClub) ?? hand[0];
  }

  #layOwn(run, seat) {
    return this.#lay(run, seat, this.#own(seat));
  }

  async #lay(run, seat, card) {
    await this.#until(run, areFree);
    act({ do: "lay", card, reader: seat });
    await this.#until(run, ({ seats }) => seats.some((each) => each.front === card));
    this.#laid.push(card);
    await this.#pause(run, CARD_MS);
  }

  async #say(run, key, seat) {
    const who = seat === undefined ? "" : this.#scene.seats[seat].name;
    this.#caption.textContent = words.tour[key].replace("{who}", who);
    this.#caption.hidden = false;
    await this.#pause(run, READ_MS);
  }

  /** Wait for a scene like this. Throws Stopped once somebody has touched anything. */
  async #until(run, isSo) {
    while (this.#run === run && !isSo(this.#scene)) await this.#sleep();
    if (this.#run !== run) throw new Stopped();
  }

  async #pause(run, ms) {
    const end = performance.now() + ms;
    while (this.#run === run && performance.now() < end) await this.#sleep(end - performance.now());
    if (this.#run !== run) throw new Stopped();
  }

  /** Until the next scene, a stop, or so many milliseconds. */
  #sleep(ms) {
    return new Promise((resolve) => {
      const timer = ms === undefined ? 0 : setTimeout(() => wake(), ms);
      const wake = () => {
        clearTimeout(timer);
        this.#wakes.delete(wake);
        resolve();
      };
      this.#wakes.add(wake);
    });
  }
}
