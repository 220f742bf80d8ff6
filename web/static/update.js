// Makes one piece of a page equal to a newer one. Whatever did not change is not touched, and what the
// reader did stays: focus, scroll position, typed text, ticked boxes, open details. Knows no tables.
//
// idiomorph finds which node is which; `vendor/idiomorph.min.js` is loaded before it is asked to.

import { keepFocus } from "./focus.js";

const CHOICE = "input[type=radio], input[type=checkbox]";
const WORDS = "h1, h2, h3, p, b, .tag, .eyebrow, summary > span, h2 > span, li > span, td";
let want = null; // what the element that is being updated is to look like
let isAnother = false; // whether it becomes a field for something else, or a fold at another time

/** Whether a sentence becomes another one: its words are new then, and none of them has moved. */
const isReworded = (have, fresh) =>
  have.matches?.(WORDS) && have.innerHTML !== fresh.innerHTML && !have.querySelector("a, button, input, .card");

const callbacks = {
  beforeNodeMorphed(have, fresh) {
    want = fresh;
    if (isReworded(have, fresh)) have.replaceChildren(...fresh.cloneNode(true).childNodes);
    isAnother = have.name !== fresh.name || (have.matches?.(CHOICE) && have.value !== fresh.value);
    isAnother ||= have.dataset?.at !== fresh.dataset?.at;
    return !have.isEqualNode(fresh);
  },

  // idiomorph sets each field to what the page says. Where only attributes that differ are copied, the
  // browser keeps what was typed or ticked (HTML, "dirty value flag").
  beforeAttributeUpdated(name, have) {
    if (name === "open" && !isAnother && have.matches("details:not(:empty)")) return false; // opened by hand; new ones are empty
    return isAnother || have.getAttribute(name) !== want.getAttribute(name);
  },
};

/** Another scene begins: these stand elsewhere in it, and have not moved there from where they stood in the last one. */
export function renew(pieces) {
  const had = document.activeElement;
  for (const each of pieces) each.replaceWith(each);
  if (had !== document.activeElement) had.focus({ preventScroll: true });
}

/** Make `have` look like `fresh`, an element of the same kind. */
export function update(have, fresh) {
  keepFocus(have, () => window.Idiomorph.morph(have, fresh, { callbacks }));
}
