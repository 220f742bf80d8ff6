// Picks pieces up and lays them on readers: by tap and tap, by dragging, or by arrow keys and Enter.
// Says what was done to the stage; where things lie in the end, the scene says.
import { act } from "./act.js";
import { message } from "./words.js";

const DRAG_PX = 6;
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export class Hands {
  #cloth;
  #pieces;
  #seats;
  #say;
  #pads;
  #picked = null;
  #dragged = null;
  #due = -1;
  #ignoresClick = false;

  constructor(cloth, others, pieces, seats, say) {
    this.#cloth = cloth;
    this.#pieces = pieces;
    this.#seats = seats;
    this.#say = say;
    this.#pads = [...cloth.querySelectorAll(".pad")];
    for (const place of [cloth, ...others]) {
      place.addEventListener("click", (event) => this.#click(event));
      place.addEventListener("keydown", (event) => this.#key(event));
      place.addEventListener("pointerdown", (event) => this.#down(event));
    }
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", (event) => this.#up(event));
    addEventListener("pointercancel", () => this.#drop());
  }

  /** A scene has been drawn: keep one way in by Tab, and the hand that is due open. */
  follow(scene) {
    const due = scene.seats.findIndex((its) => its.due);
    if (due !== this.#due && due >= 0 && !this.#picked) this.#seats.open(due);
    this.#due = due;
    if (this.#picked && !this.#picked.isConnected) this.#pick(null);
    const wires = scene.readers.map((its) => its.cut);
    this.#pads.forEach((pad, reader) => (pad.dataset.cut = wires[reader]));
    for (const group of document.querySelectorAll(".hand, .tray, .piles")) keepOneStop(group);
  }

  #click(event) {
    if (this.#ignoresClick) {
      this.#ignoresClick = false;
      return;
    }
    const byKeys = event.detail === 0;
    const piece = event.target.closest(".piece");
    const pad = event.target.closest(".pad") ?? piece?.closest(".spot")?.querySelector(".pad");
    if (pad) this.#use(pad, byKeys);
    else if (piece) this.#pick(piece === this.#picked ? null : piece, byKeys);
  }

  /** A reader was chosen: lay what is picked, or lift what lies there, or open that seat's hand. */
  #use(pad, byKeys) {
    const reader = Number(pad.dataset.reader);
    if (this.#picked) {
      const piece = this.#picked;
      const next = piece.nextElementSibling ?? piece.previousElementSibling ?? pad;
      this.#pick(null);
      this.#lay(piece, reader);
      if (byKeys) next.focus();
    } else if (pad.closest(".spot").querySelector(".on-pad").children.length) {
      act({ do: "lift", reader });
    } else if (!this.#seats.isShared) {
      this.#seats.open(reader);
    }
  }

  #lay(piece, reader) {
    const { token } = piece.dataset;
    if (token === "pair") act({ do: "pair", reader });
    else if (token === "wires") act({ do: "cut", reader, mend: this.#pads[reader].dataset.cut === "true" });
    else {
      this.#pieces.expect(token, reader);
      act({ do: "lay", card: token, reader });
    }
  }

  #pick(piece, byKeys = false) {
    this.#picked?.classList.remove("is-picked");
    this.#picked?.removeAttribute("aria-pressed");
    this.#picked = piece;
    this.#cloth.classList.toggle("is-choosing", Boolean(piece));
    this.#say(piece ? message("picked", { card: piece.getAttribute("aria-label") }) : "");
    if (!piece) return;
    piece.classList.add("is-picked");
    piece.setAttribute("aria-pressed", "true");
    const own = Number(piece.closest(".seat")?.dataset.seat ?? 0);
    if (byKeys) this.#pads[own < this.#pads.length ? own : 0].focus();
  }

  #key(event) {
    const step = STEPS[event.key];
    const piece = event.target.closest(".piece");
    const pad = event.target.closest(".pad");
    if (event.key === "Escape" && this.#picked) {
      const back = this.#picked;
      this.#pick(null);
      back.focus();
    } else if (step && pad) {
      this.#pads.at((Number(pad.dataset.reader) + step) % this.#pads.length).focus();
      event.preventDefault();
    } else if (step && piece) {
      stepFrom(piece, step);
      event.preventDefault();
    }
  }

  // --- dragging ----------------------------------------------------------------------------------

  #down(event) {
    const piece = event.target.closest(".piece");
    if (!piece || event.button !== 0) return;
    this.#dragged = { piece, x: event.clientX, y: event.clientY, isMoving: false };
  }

  #move(event) {
    const drag = this.#dragged;
    if (!drag) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.isMoving && Math.hypot(x, y) < DRAG_PX) return;
    if (!drag.isMoving) {
      drag.isMoving = true;
      this.#pick(null);
      drag.piece.classList.add("is-dragged");
      this.#cloth.classList.add("is-choosing");
    }
    drag.piece.style.translate = `${x}px ${y}px`;
    const over = padAt(event);
    this.#pads.forEach((pad) => pad.classList.toggle("is-over", pad === over));
  }

  #up(event) {
    const drag = this.#dragged;
    if (!drag?.isMoving) {
      this.#dragged = null;
      return;
    }
    const pad = padAt(event);
    this.#ignoresClick = true;
    setTimeout(() => (this.#ignoresClick = false));
    const from = drag.piece.closest(".on-pad")?.closest(".spot").querySelector(".pad");
    if (pad && pad !== from) this.#lay(drag.piece, Number(pad.dataset.reader));
    else if (from && !pad) act({ do: "lift", reader: Number(from.dataset.reader) });
    this.#drop();
  }

  #drop() {
    const drag = this.#dragged;
    this.#dragged = null;
    if (!drag) return;
    drag.piece.classList.remove("is-dragged");
    drag.piece.style.translate = "";
    this.#cloth.classList.remove("is-choosing");
    this.#pads.forEach((pad) => pad.classList.remove("is-over"));
  }
}

/** The reader under the pointer, seen through the piece that is being dragged. */
function padAt(event) {
  return document
    .elementsFromPoint(event.clientX, event.clientY)
    .map((each) => each.closest(".spot"))
    .find(Boolean)
    ?.querySelector(".pad");
}

/** Tab stops once at a group of pieces; arrows go on from there. */
function keepOneStop(group) {
  const pieces = [...group.querySelectorAll(".piece")];
  const stop = pieces.find((piece) => piece === document.activeElement) ?? pieces.find((piece) => piece.tabIndex === 0) ?? pieces[0];
  pieces.forEach((piece) => (piece.tabIndex = piece === stop ? 0 : -1));
}

function stepFrom(piece, step) {
  const pieces = [...piece.closest(".hand, .tray, .piles, .seat").querySelectorAll(".piece")];
  const next = pieces.at((pieces.indexOf(piece) + step) % pieces.length);
  pieces.forEach((each) => (each.tabIndex = each === next ? 0 : -1));
  next.focus();
}
