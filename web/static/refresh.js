// Asks for a part of a page anew, one request at a time, and never shows an answer that is older
// than that to a form sent since. Knows neither the part nor what its forms say.

const AGAIN_MS = 3000; // after a refusal: the table may not change for long

/** `ask` asks for the part (`answer.js`); `take` is given the answer, if there is one: the link state says
    already that the host is away. */
export function keeper(ask, take) {
  let isAsking = false;
  let isWanted = false; // once more, as soon as nothing is under way
  let sent = 0; // forms so far: what was asked before one is older than its answer
  let underWay = 0;
  let timer = 0;

  async function refresh() {
    isWanted = isAsking || underWay > 0;
    if (isWanted) return;
    isAsking = true;
    const before = sent;
    const answer = await ask();
    if (sent !== before) isWanted = true;
    else if (answer.status) take(answer);
    isAsking = false;
    clearTimeout(timer);
    if (!answer.ok) timer = setTimeout(refresh, AGAIN_MS);
    if (isWanted) refresh();
  }

  /** Do what sends a form; then ask, if it says so or the table has changed meanwhile. */
  async function send(form) {
    sent += 1;
    underWay += 1;
    try {
      if (await form()) isWanted = true;
    } finally {
      underWay -= 1;
    }
    if (isWanted) refresh();
  }

  return { refresh, send, isAsking: () => isAsking, isSending: () => underWay > 0 };
}
