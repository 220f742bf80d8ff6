// The menu of a seat's page: lies over the table, and is closed by a touch, Escape or the way back.
import { again } from "./history.js";

const sheet = document.getElementById("sheet");

export function open() {
  if (sheet.open) return;
  sheet.showModal();
  sheet.scrollTop = 0;
  history.pushState({ isSheet: true }, ""); // what goes back closes it, and leaves no page
  again();
}

document.getElementById("less").addEventListener("click", (event) => {
  event.preventDefault();
  sheet.close();
});
sheet.addEventListener("click", ({ target }) => target === sheet && sheet.close()); // beside it
sheet.addEventListener("close", () => history.state?.isSheet && history.back());
addEventListener("popstate", () => sheet.open && sheet.close());
document.addEventListener("change", ({ target }) => target.dataset.want === "on" && target.checked && sheet.close()); // they lie below
document.addEventListener("own:view", ({ detail: isAnswer }) => isAnswer && sheet.close()); // the answer is seen
