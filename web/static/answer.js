// Asks the host, and reads in an answer that is a refusal what it says, whoever made it: a page, a problem
// (RFC 9457) or a line of text. Only where nobody answers does a page say that the host cannot be reached.
const LONGEST = 300; // characters of a text that may be anybody's: a proxy stands before some hosts
const SAYS = "#refusal, .turn h1, .turn .beside"; // of our own pages

/** The host's answer with its text; `why` is what a refusal says. Status 0: nobody answered. */
export async function ask(where, how) {
  try {
    const answer = await fetch(where, how);
    const text = await answer.text();
    const { ok, status, headers } = answer;
    return { ok, status, text, why: ok ? "" : words(text, status, headers.get("Content-Type") ?? "") };
  } catch {
    return { ok: false, status: 0, text: "", why: document.body.dataset.away };
  }
}

/** What this text says, which came with this status. */
export function words(text, status, type) {
  return said(text, type).replace(/\s+/g, " ").trim().slice(0, LONGEST) || document.body.dataset.refused.replace("{status}", status);
}

function said(text, type) {
  if (/json/.test(type)) return problem(text);
  if (!/html/.test(type)) return text;
  const page = new DOMParser().parseFromString(text, "text/html");
  const parts = [...page.querySelectorAll(SAYS)];
  const own = parts.filter((each) => each.id === "refusal" || !parts[0].id);
  // A proxy has pages of its own.
  const shown = own.length ? own : [page.querySelector("h1") ?? page.querySelector("title")];
  return shown.map((each) => each?.textContent.trim() ?? "").join(" ");
}

function problem(text) {
  try {
    const { title = "", detail = "" } = JSON.parse(text);
    return detail || title;
  } catch {
    return "";
  }
}

/** Say above the page why the host refuses to bring this part up to date; nothing once it does so again. */
export function tell({ why, status }, id = "refused") {
  const shown = document.getElementById(id);
  if (!why || !status) return shown?.remove(); // the link state says that nobody answers
  if (shown?.textContent === why || document.body.classList.contains("overlay")) return;
  const told = shown ?? document.createElement("p");
  Object.assign(told, { id, className: "banner", textContent: why });
  told.setAttribute("role", "alert");
  if (!shown) document.querySelector("main:not([hidden] *)").before(told);
}
