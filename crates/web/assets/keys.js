// A key that was just made: copied by a button, as nobody sees it again.
import { copy } from "./fragments.js";

for (const button of document.querySelectorAll("[data-copies]")) {
  button.addEventListener("click", () => copy(button, document.getElementById(button.dataset.copies).textContent));
}
