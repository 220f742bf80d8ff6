// Asks the host, and tells apart why there is no answer: only where nobody answers does a page say that the host
// cannot be reached. What a refusal says is read by `refusal.js`, which comes with the first one.

/** The host's answer with its text; `why` is what a refusal says. Status 0: nobody answered. */
export async function ask(where, how) {
  try {
    const answer = await fetch(where, how);
    const text = await answer.text();
    const { ok, status, headers } = answer;
    return { ok, status, text, why: ok ? "" : await words(text, status, headers.get("Content-Type") ?? "") };
  } catch {
    return { ok: false, status: 0, text: "", why: document.body.dataset.away };
  }
}

/** A signal that gives up after so many milliseconds; browsers before 2022 have none of their own. */
export function within(ms) {
  if (AbortSignal.timeout) return AbortSignal.timeout(ms);
  const patience = new AbortController();
  setTimeout(() => patience.abort(), ms);
  return patience.signal;
}

/** A host that is as busy as this may not even send what reads its refusal. */
async function words(text, status, type) {
  const said = await import("./refusal.js").then(({ read }) => read(text, type), () => "");
  return said || document.body.dataset.refused.replace("{status}", status);
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
