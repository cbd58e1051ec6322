// Improves a text, and takes back single changes.
import { copy, count, latest, sendByKeys } from "./fragments.js";

const form = document.querySelector("form.improve");
const text = form.querySelector("textarea[name=text]");
const result = document.getElementById("result");
const request = latest();
const updateCount = count(form);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  result.setAttribute("aria-busy", "true");
  const answer = await request(form.action, new FormData(form));
  if (!answer) return;
  result.replaceChildren(answer.part);
  result.removeAttribute("aria-busy");
});
sendByKeys(form);

/** The text with the changes that are accepted. */
function accepted() {
  const parts = [...result.querySelector(".changes").childNodes].map((node) => {
    if (!(node instanceof HTMLElement)) return node.textContent;
    return node.getAttribute("aria-pressed") === "true" ? node.dataset.after : node.dataset.before;
  });
  return parts.join("");
}

function toggle(change) {
  const isAccepted = change.getAttribute("aria-pressed") === "true";
  change.setAttribute("aria-pressed", String(!isAccepted));
  result.querySelector(".plain-result textarea").value = accepted();
}

result.addEventListener("click", (event) => {
  const change = event.target.closest(".change");
  if (change) toggle(change);
});
result.addEventListener("keydown", (event) => {
  const change = event.target.closest(".change");
  if (change && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    toggle(change);
  }
});
form.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-act]");
  switch (button?.dataset.act) {
    case "clear":
      text.value = "";
      updateCount();
      text.focus();
      break;
    case "copy":
      copy(button, accepted());
      break;
    case "use":
      text.value = accepted();
      updateCount();
      text.focus();
      break;
  }
});
