// Tells the stage what a hand does. Keeps nothing.

let refused = () => {};

/** Have `then` called with a sentence whenever an act is refused. */
export function onRefusal(then) {
  refused = then;
}

/** Send one act; its effect comes back over the stream. */
export async function act(what) {
  try {
    const answer = await fetch(document.body.dataset.act, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(what),
    });
    if (!answer.ok) refused(answer.status === 429 ? "Slowly, please." : "The table did not take that.");
  } catch {
    refused("The table cannot be reached.");
  }
}
