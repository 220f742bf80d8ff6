// What the page's scripts say, in the page's language: its own block of words, with fields to fill.

/** Every word and message by its name. */
export const words = JSON.parse(document.getElementById("words").textContent);

/** The message with this name, its fields filled. */
export function message(name, fields) {
  return words[name].replace(/\{(\w+)\}/g, (_, field) => fields[field]);
}

/** Things side by side. */
export function listed(things) {
  return things.reduce((one, other) => message("next", { one, other }));
}
