// The menu of a seat's page: lies over the table, and is closed by a touch, Escape or the way back.
// What a key of its own opens, as the rules, is shown alone.
import { again } from "./history.js";

const sheet = document.getElementById("sheet");
const title = document.getElementById("sheet-title");
const whole = title.textContent;
let look = null; // its style sheet, once it is there or on its way

/** The menu, once it has its look; the next touch tries again what failed. */
export async function menu() {
  look ??= new Promise((onload, onerror) => {
    const link = document.createElement("link");
    document.head.append(Object.assign(link, { rel: "stylesheet", href: new URL("sheet.css", import.meta.url), onload, onerror }));
  });
  try {
    await look;
  } catch (fault) {
    look = null;
    throw fault;
  }
  return { open };
}

/** Show all of it, or only the part of that name, unfolded. */
function open(name) {
  if (sheet.open) return;
  const part = sheet.querySelector(`#${name}`);
  part?.classList.add("shown");
  title.textContent = part?.querySelector("summary").textContent ?? whole;
  sheet.showModal();
  sheet.scrollTop = 0;
  history.pushState({ isSheet: true }, ""); // what goes back closes it, and leaves no page
  again();
  if (part) part.open = true;
}

document.getElementById("less").addEventListener("click", (event) => {
  event.preventDefault();
  sheet.close();
});
sheet.addEventListener("click", ({ target }) => target === sheet && sheet.close()); // beside it
sheet.addEventListener("close", () => {
  const part = sheet.querySelector(".shown");
  part?.classList.remove("shown");
  part?.removeAttribute("open"); // the menu has it folded
  if (history.state?.isSheet) history.back();
});
addEventListener("popstate", () => sheet.open && sheet.close());
document.addEventListener("change", ({ target }) => target.dataset.want === "on" && target.checked && sheet.close()); // they lie below
document.addEventListener("own:view", ({ detail: isAnswer }) => isAnswer && sheet.close()); // the answer is seen
