// Reads in an answer that is a refusal what it says, whoever made it: a page, a problem (RFC 9457) or a line of text.

const LONGEST = 300; // characters, as people see them, of a text that may be anybody's: a proxy stands before some hosts
const MOST_UNITS = 20 * LONGEST; // no more is looked at
const SAYS = "#refusal, .turn h1, .turn .beside"; // of our own pages

/** What this text says, in one line; nothing if it has no word. */
export const read = (text, type) => cut(said(text, type).slice(0, MOST_UNITS).replace(/\s+/g, " ").trim());

/** The first characters: never half an emoji, nor a letter without its marks. */
function cut(text) {
  if (text.length <= LONGEST) return text;
  // An old browser knows whole code points at least.
  const parts = self.Intl?.Segmenter
    ? Array.from(new Intl.Segmenter().segment(text), (each) => each.segment)
    : Array.from(text);
  return parts.slice(0, LONGEST).join("");
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
    const { title = "", detail = "", possible = "" } = JSON.parse(text);
    return `${detail || title} ${possible}`;
  } catch {
    return "";
  }
}
