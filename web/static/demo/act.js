// Tells the stage what a hand does, one act after the other: requests may overtake, hands may not.
import { ask } from "../answer.js";

let refused = () => {};
let last = Promise.resolve();

/** Have `then` called after each act: why it was refused, or without a word. */
export function onRefusal(then) {
  refused = then;
}

/** Send one act once those before it have arrived; its effect comes back over the stream. */
export function act(what) {
  last = last.then(() => send(what));
}

async function send(what) {
  const answer = await ask(document.body.dataset.act, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(what),
  });
  refused(answer.why);
}
