// A button with two meanings: pressed shortly, and held. By pointer, keyboard or assistive click.

const LONG_MS = 800; // what the board calls long

/** Call `pressed(isLong)` once for each press; a held button acts as soon as it counts as held. */
export function longPress(button, pressed) {
  let timer = 0;
  let isDown = false;
  let handledAt = -Infinity;

  function down() {
    if (isDown) return;
    isDown = true;
    button.classList.add("is-down");
    timer = setTimeout(() => end(true), LONG_MS);
  }

  function end(isLong) {
    if (!isDown) return;
    cancel();
    handledAt = performance.now();
    pressed(isLong);
  }

  function cancel() {
    clearTimeout(timer);
    isDown = false;
    button.classList.remove("is-down");
  }

  button.addEventListener("pointerdown", (event) => {
    if (event.button === 0) down();
  });
  button.addEventListener("pointerup", () => end(false));
  button.addEventListener("pointerleave", cancel);
  button.addEventListener("pointercancel", cancel);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (!event.repeat) down();
  });
  button.addEventListener("keyup", (event) => {
    if (event.key === "Enter" || event.key === " ") end(false);
  });
  button.addEventListener("blur", cancel);
  button.addEventListener("click", () => {
    // A screen reader's click comes without anything before it.
    if (performance.now() - handledAt > LONG_MS && !isDown) pressed(false);
  });
}
