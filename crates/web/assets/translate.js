// Translates while somebody types; the last text counts.
import { ask, copy, count, debounced, latest, sendByKeys } from "./fragments.js";
import { keepHistory } from "./history.js";
import { remember } from "./languages.js";

const form = document.querySelector("form.translate");
const text = form.querySelector("textarea[name=text]");
const result = document.getElementById("result");
const source = form.querySelector("select[name=from]");
const target = form.querySelector("select[name=to]");
const detect = source.querySelector("option[data-detect]");
const request = latest();
const updateCount = count(form);
const empty = result.cloneNode(true);
const past = keepHistory(shownTranslation, bringBack);
/** The text whose translation is shown. */
let translated = text.value;

/** What is sent of the form. */
const fields = () => new FormData(form);

/** How long to wait for what is being fetched. */
const AGAIN = 3000;
let again;

async function translate() {
  clearTimeout(again);
  if (!text.value.trim()) {
    result.replaceChildren(...empty.cloneNode(true).childNodes);
    detect.textContent = detect.dataset.detect;
    return;
  }
  result.setAttribute("aria-busy", "true");
  const began = performance.now();
  const sent = text.value;
  const answer = await request(form.action, fields());
  if (!answer) return;
  result.replaceChildren(answer.part);
  translated = sent;
  past.expect();
  result.removeAttribute("aria-busy");
  if (result.querySelector("[data-again]")) again = setTimeout(translate, AGAIN);
  performance.measure("translation", { start: began, end: performance.now() });
  const shown = result.querySelector("[data-detected]");
  detect.textContent = shown && !source.value ? shown.dataset.detected : detect.dataset.detect;
  firstSentence()?.setAttribute("tabindex", "0");
}

const soon = debounced(350, translate);
text.addEventListener("input", soon);
text.addEventListener("input", past.expect);
// Who is about to replace the whole text has done with it.
text.addEventListener("beforeinput", () => { if (text.selectionStart === 0 && text.selectionEnd === text.value.length) past.finish(); });
form.addEventListener("change", (event) => { if (event.target !== text) translate(); });
form.addEventListener("submit", (event) => {
  event.preventDefault();
  translate();
});
sendByKeys(form);
remember(form, form.hasAttribute("data-chosen"));

function swap() {
  const shown = result.querySelector(".text[data-source-language]");
  const from = source.value || shown?.dataset.sourceLanguage || "";
  const into = target.value;
  // A variant is a target only, and the other way round its base language is the source.
  choose(source, into) || choose(source, into.split("-")[0]) || choose(source, "");
  choose(target, from) || [...target.options].some((option) => option.value.split("-")[0] === from && choose(target, option.value));
  if (shown) text.value = shown.textContent;
  updateCount();
  translate();
}

/** What the history keeps of the translation that is shown, if one is. */
function shownTranslation() {
  const shown = result.querySelector(".text[lang]");
  return shown && { text: translated, translation: shown.textContent, from: shown.dataset.sourceLanguage, to: shown.lang };
}

/** Translates a text of the history again. */
function bringBack(entry) {
  choose(source, entry.from) || choose(source, "");
  choose(target, entry.to);
  text.value = entry.text;
  updateCount();
  translate();
  text.focus();
}

/** Chooses what is to be had. */
function choose(select, value) {
  if (![...select.options].some((option) => option.value === value)) return false;
  select.value = value;
  select.dispatchEvent(new Event("change"));
  return true;
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey && event.shiftKey && event.key.toLowerCase() === "s") {
    event.preventDefault();
    swap();
  }
});

form.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-act]");
  const shown = result.querySelector(".text[lang]");
  switch (button?.dataset.act) {
    case "swap":
      swap();
      break;
    case "clear":
      past.finish();
      text.value = "";
      updateCount();
      translate();
      text.focus();
      break;
    case "copy":
      past.finish();
      copy(button, shown.textContent);
      break;
    case "speak": {
      const speech = new SpeechSynthesisUtterance(shown.textContent);
      speech.lang = shown.lang;
      speechSynthesis.cancel();
      speechSynthesis.speak(speech);
      break;
    }
    case "save": {
      past.finish();
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([shown.textContent], { type: "text/plain;charset=utf-8" }));
      link.download = `${shown.lang}.txt`;
      link.click();
      URL.revokeObjectURL(link.href);
      break;
    }
  }
});

// Alternatives of a sentence: by a click, or by the arrow keys and Enter.
const sentences = () => [...result.querySelectorAll(".sentence")];
const firstSentence = () => sentences()[0];

function close() {
  result.querySelector(".alternatives, .alternatives-problem")?.remove();
  result.querySelector(".sentence[aria-expanded]")?.removeAttribute("aria-expanded");
}

async function open(sentence) {
  const wasOpen = sentence.hasAttribute("aria-expanded");
  close();
  if (wasOpen) return;
  sentence.setAttribute("aria-expanded", "true");
  const wanted = fields();
  wanted.delete("text");
  wanted.set("sentence", sentence.dataset.source);
  wanted.set("from", source.value || result.querySelector(".text").dataset.sourceLanguage);
  const answer = await ask("/ui/alternatives", wanted).catch(() => undefined);
  if (!answer || !sentence.isConnected || !sentence.hasAttribute("aria-expanded")) return;
  const part = answer.part.firstElementChild;
  part.classList.toggle("alternatives-problem", !answer.isDone);
  result.querySelector(".text").after(part);
  part.querySelector("button")?.focus();
  part.addEventListener("click", (event) => {
    const chosen = event.target.closest("[data-alternative]");
    if (!chosen) return;
    sentence.textContent = chosen.dataset.alternative;
    past.expect();
    close();
    sentence.focus();
  });
  part.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      close();
      sentence.focus();
    }
  });
}

result.addEventListener("click", (event) => {
  const sentence = event.target.closest(".sentence");
  if (sentence && getSelection().isCollapsed) open(sentence);
});
result.addEventListener("keydown", (event) => {
  const sentence = event.target.closest(".sentence");
  if (!sentence) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    open(sentence);
    return;
  }
  const all = sentences();
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const next = step && all[all.indexOf(sentence) + step];
  if (next) {
    event.preventDefault();
    sentence.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  }
});

// A text that came with the address, or that the browser kept.
if (text.value.trim() && !result.querySelector(".text[lang], .problem")) translate();
