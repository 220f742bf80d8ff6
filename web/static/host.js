// Keeps the host's console in step with its table without losing what is being typed.
// Sends the page's own forms and nothing else; without it they work as plain forms.
import { morph } from "./morph.js";
import "./live.js";

const consoleOf = (root) => root.getElementById("console");
let isAsking = false;
let askAgain = false;

function take(html) {
  const fresh = consoleOf(new DOMParser().parseFromString(html, "text/html"));
  if (fresh) morph(consoleOf(document), fresh);
}

/** Read the console anew: the table has changed. */
async function refresh() {
  if (isAsking) {
    askAgain = true;
    return;
  }
  isAsking = true;
  const { correct } = consoleOf(document).dataset;
  const token = document.querySelector("input[name=host_token]")?.value;
  try {
    const answer = await fetch(correct ? `?correct=${correct}` : location.pathname, {
      headers: token ? { "X-Host-Token": token } : {},
    });
    if (answer.ok) take(await answer.text());
  } catch {
    // The link state says already that the host is away.
  } finally {
    isAsking = false;
  }
  if (askAgain) {
    askAgain = false;
    refresh();
  }
}

/** Send a form without leaving the page. */
async function send(event) {
  const { target: form, submitter } = event;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form, submitter));
  const answer = await fetch(submitter?.formAction || form.action, { method: "POST", body: fields });
  take(await answer.text());
  if (!form.isConnected || !answer.ok) return;
  form.reset(); // the next card is the next seat's
  form.closest("details")?.removeAttribute("open");
}

document.addEventListener("table:view", refresh);
document.addEventListener("submit", send);
