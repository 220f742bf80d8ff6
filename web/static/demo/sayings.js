// What can be said now: a row of buttons for each thing, as the scene offers it, and first the answers
// to the open question. Knows no rules.
import { act } from "./act.js";

const NS = "http://www.w3.org/2000/svg";

export class Sayings {
  #place;
  #shown = "";

  constructor(place) {
    this.#place = place;
    place.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) act(JSON.parse(button.dataset.does));
    });
  }

  /** Show what the scene offers; what did not change is not touched. */
  show(says) {
    const wanted = JSON.stringify(says);
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    this.#place.replaceChildren(...says.map(row));
  }
}

function row(its) {
  const made = document.createElement("div");
  made.className = "saying";
  made.classList.toggle("is-rare", its.rare);
  const title = document.createElement("h2");
  title.textContent = its.title;
  made.append(title, ...its.choices.map((choice) => button(its.what, choice)));
  return made;
}

function button(what, { words, seat, value, key, button: asks }) {
  const made = document.createElement("button");
  made.type = "button";
  made.dataset.does = JSON.stringify(key ? { do: "press", key } : asks >= 0 ? { do: "button", seat: asks } : { do: "say", what, seat, value });
  for (const part of words) made.append(typeof part === "string" ? part : suit(part), part.text ? ` ${part.text}` : "");
  return made;
}

function suit({ suit: letter }) {
  const made = document.createElementNS(NS, "svg");
  made.setAttribute("class", `suit ${letter}`);
  made.setAttribute("aria-hidden", "true");
  made.append(document.createElementNS(NS, "use"));
  made.firstChild.setAttribute("href", `#${letter}`);
  return made;
}
