// The question before a running game is left for another: open for as long as the scene asks it.
import { act } from "./act.js";

export class Leaving {
  #dialog;
  #asked = null;

  constructor(dialog) {
    this.#dialog = dialog;
    dialog.addEventListener("click", ({ target }) => this.#answer(target.closest("[data-answer]")?.dataset.answer));
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault(); // the scene closes it
      this.#answer("stay");
    });
  }

  /** Ask what the scene asks; close once it asks no more. */
  show(asked) {
    this.#asked = asked;
    if (!asked) return this.#dialog.close();
    this.#dialog.querySelector("h2").textContent = asked.title;
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  #answer(which) {
    if (which && this.#asked) act(this.#asked[which]);
  }
}
