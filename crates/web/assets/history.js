// The history of translations: for who switches it on, kept in this browser only, apart for each person.
import { debounced } from "./fragments.js";

/** How long a translation stands until it is kept, in milliseconds. */
const STANDS = 3000;
const MOST_ENTRIES = 100;
/** The characters of all entries, and of one: of its text and translation. */
const MOST_CHARACTERS = 200_000;
const LONGEST = 20_000;
/** The characters of a text that are shown. */
const SHOWN = 160;

const section = document.querySelector(".history");
const toggle = section.querySelector("input");
const list = section.querySelector("ol");
const template = section.querySelector("template");
const remove = section.querySelector("[data-act=delete]");
const none = section.querySelector(".none");
const refused = section.querySelector(".problem");
const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

/** Where the browser keeps the entries of this person, the newest first; nothing is there if it is off. */
const PLACE = `history-${section.dataset.owner}`;

const length = ({ text, translation }) => text.length + translation.length;
const keyOf = ({ text, from, to }) => JSON.stringify([from, to, text]);
const isSame = (one, other) => keyOf(one) === keyOf(other);
const isEntry = (entry) =>
  ["text", "translation", "from", "to", "time"].every((name) => typeof entry?.[name] === "string") && !Number.isNaN(Date.parse(entry.time));

function isOn() {
  try {
    return localStorage.getItem(PLACE) !== null;
  } catch {
    return false;
  }
}

function read() {
  try {
    const entries = JSON.parse(localStorage.getItem(PLACE));
    return Array.isArray(entries) ? entries.filter(isEntry) : [];
  } catch {
    return [];
  }
}

/** Keeps the newest entries, as many as there may be and the browser takes. */
function write(entries) {
  let left = MOST_CHARACTERS;
  const kept = entries.slice(0, MOST_ENTRIES).filter((entry) => {
    left -= length(entry);
    return left >= 0;
  });
  for (;;) {
    try {
      localStorage.setItem(PLACE, JSON.stringify(kept));
      return;
    } catch {
      if (!kept.pop()) return;
    }
  }
}

function forgetAll() {
  try {
    localStorage.removeItem(PLACE);
  } catch {
    // Who may keep nothing has nothing.
  }
}

/** Whether a text is what somebody has made of an earlier one: half of that is there still, at its ends. */
function goesOn(text, earlier) {
  const most = Math.min(text.length, earlier.length);
  let start = 0;
  while (start < most && text[start] === earlier[start]) start += 1;
  let end = 0;
  while (end < most - start && text.at(-1 - end) === earlier.at(-1 - end)) end += 1;
  return 2 * (start + end) >= earlier.length;
}

/** The rows of entries by their keys, and what each shows. */
const rows = new Map();
const shownIn = new WeakMap();
let rowsMade = 0;

/** A row, of which both buttons are known by the text. */
function newRow() {
  const row = template.content.firstElementChild.cloneNode(true);
  const text = row.querySelector("[data-part=text]");
  const button = row.querySelector("[data-act=remove]");
  rowsMade += 1;
  text.id = `history-${rowsMade}`;
  button.id = `${text.id}-remove`;
  button.setAttribute("aria-labelledby", `${button.id} ${text.id}`);
  return row;
}

/** What a language is called among those to choose from. */
function nameOf(select, tag) {
  const options = [...document.getElementById(select).options];
  return options.find((option) => option.value === tag)?.text ?? tag;
}

function beginning(text) {
  const characters = [...text.slice(0, 2 * SHOWN)];
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN).join("")}…` : text;
}

function fill(row, entry) {
  const part = (name) => row.querySelector(`[data-part=${name}]`);
  part("from").textContent = nameOf("from", entry.from);
  part("to").textContent = nameOf("to", entry.to);
  part("time").dateTime = entry.time;
  part("time").textContent = format.format(new Date(entry.time));
  part("text").lang = entry.from;
  part("text").textContent = beginning(entry.text);
  part("translation").lang = entry.to;
  part("translation").textContent = beginning(entry.translation);
  shownIn.set(row, entry);
}

/** Shows what is kept. A row that stays where it is keeps the focus. */
function show() {
  const entries = isOn() ? read() : [];
  const keys = new Set(entries.map(keyOf));
  for (const [key, row] of rows) {
    if (keys.has(key)) continue;
    row.remove();
    rows.delete(key);
  }
  for (const [place, entry] of entries.entries()) {
    const row = rows.get(keyOf(entry)) ?? newRow();
    rows.set(keyOf(entry), row);
    fill(row, entry);
    if (list.children[place] !== row) list.insertBefore(row, list.children[place] ?? null);
  }
  toggle.checked = isOn();
  list.hidden = remove.hidden = entries.length === 0;
  none.hidden = !isOn() || entries.length > 0;
}

/**
 * Keeps the translations that `shown` gives: `expect` when it has stood for a while, `finish` at once, as somebody has
 * done with it. A text that goes on from one that stood takes its place. `bringBack` is given the entry that is wanted.
 */
export function keepHistory(shown, bringBack) {
  /** The entry that somebody may still be at. */
  let draft;
  /** What somebody has removed, which is not kept again as long as it is shown. */
  let forgotten;

  function keep() {
    const entry = shown();
    if (!entry || !isOn() || length(entry) > LONGEST) return;
    if (forgotten && isSame(entry, forgotten)) return;
    const entries = read();
    const earlier = draft?.to === entry.to && goesOn(entry.text, draft.text) ? draft : entry;
    const isKnown = entries.some((other) => isSame(other, entry));
    draft = isKnown && earlier === entry ? undefined : entry;
    forgotten = undefined;
    const others = entries.filter((other) => !isSame(other, entry) && !isSame(other, earlier));
    write([{ ...entry, time: new Date().toISOString() }, ...others]);
    show();
  }

  function finish() {
    keep();
    draft = undefined;
  }

  function forget(row) {
    const next = row.nextElementSibling ?? row.previousElementSibling;
    forgotten = shownIn.get(row);
    write(read().filter((entry) => !isSame(entry, forgotten)));
    show();
    (next?.querySelector("[data-act=remove]") ?? toggle).focus();
  }

  toggle.addEventListener("change", () => {
    const isWanted = toggle.checked;
    forgotten = undefined;
    if (isWanted) write(read());
    else forgetAll();
    refused.hidden = !isWanted || isOn();
    show();
    keep();
  });
  remove.addEventListener("click", () => {
    forgotten = shown();
    write([]);
    show();
    toggle.focus();
  });
  list.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const row = button.closest("li");
    if (button.dataset.act === "remove") {
      forget(row);
    } else {
      const entry = shownIn.get(row);
      finish();
      bringBack(entry);
    }
  });
  addEventListener("pagehide", finish);
  // What another tab of this browser has kept or removed.
  addEventListener("storage", (event) => { if (event.key === PLACE || event.key === null) show(); });
  show();
  return { expect: debounced(STANDS, keep), finish };
}
