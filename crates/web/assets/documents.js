// Sends documents as they are dropped, and follows them. What is needed to fetch them stays in this tab.
import { ask, parsed, unreachable } from "./fragments.js";
import { remember } from "./languages.js";
import { archive } from "./zip.js";

const form = document.querySelector("form.documents");
const drop = form.querySelector(".drop");
const input = form.querySelector("input[type=file]");
const list = document.getElementById("documents");
const problem = document.getElementById("problem");
const KEPT = "documents";
remember(form, form.hasAttribute("data-chosen"));

/** The files that were sent from this page, by the handles of their documents: they can stand beside their translations. */
const sources = new Map();

/** The handles of documents that are not fetched. */
const kept = () => JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
const keep = (handles) => sessionStorage.setItem(KEPT, JSON.stringify(handles));

function add(part) {
  list.hidden = false;
  const rows = [...part.querySelectorAll(".document")];
  list.querySelector("[data-download-all]").after(part);
  const handles = rows.map((row) => row.dataset.document).filter(Boolean);
  keep([...handles, ...kept()]);
  if (handles.length > 0) follow();
  return rows;
}

/** A row for a file on its way. */
function arriving(file) {
  const row = document.createElement("div");
  row.className = "document";
  row.dataset.state = "sending";
  const name = document.createElement("b");
  // What turns the direction of letters turns nothing beside the name.
  name.append(document.createElement("bdi"));
  name.firstChild.textContent = file.name;
  const progress = document.createElement("progress");
  progress.max = 1;
  progress.value = 0;
  progress.setAttribute("aria-label", file.name);
  const actions = document.createElement("div");
  actions.className = "actions";
  actions.append(progress);
  row.append(name, actions);
  list.hidden = false;
  list.querySelector("[data-download-all]").after(row);
  return { row, progress };
}

/** Tells that a file is larger than any may be. It is not sent: the server would stop listening before the end. */
function refuse(file) {
  const part = document.getElementById("too-large").content.cloneNode(true);
  part.querySelector("bdi").textContent = file.name;
  add(part);
}

function send(file) {
  const { row, progress } = arriving(file);
  const fields = new FormData(form);
  fields.delete("file");
  fields.append("file", file);
  // The one way to know how much of a file has been sent.
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.setRequestHeader("X-Fragment", "1");
  request.upload.addEventListener("progress", (event) => {
    if (event.lengthComputable) progress.value = event.loaded / event.total;
  });
  return new Promise((resolve) => {
    request.addEventListener("loadend", () => {
      row.remove();
      if (request.status === 0) {
        problem.replaceChildren(unreachable());
      } else {
        const part = parsed(request.responseText);
        if (part.querySelector(".document")) {
          for (const row of add(part)) {
            sources.set(row.dataset.document, file);
            mark(row);
          }
        } else problem.replaceChildren(part);
      }
      resolve();
    });
    request.send(fields);
  });
}

async function sendAll(files) {
  problem.replaceChildren();
  for (const file of files) {
    if (file.size > Number(form.dataset.largest)) refuse(file);
    else await send(file);
  }
  input.value = "";
}

input.addEventListener("change", () => sendAll([...input.files]));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  sendAll([...input.files]);
});
for (const name of ["dragenter", "dragover"]) {
  addEventListener(name, (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
}
addEventListener("dragleave", (event) => { if (!event.relatedTarget) drop.classList.remove("over"); });
addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  sendAll([...event.dataTransfer.files]);
});

let timer;
/** Asks what has become of the documents, and again as long as one is at work. */
async function follow() {
  clearTimeout(timer);
  const handles = kept();
  if (handles.length === 0) return;
  const fields = new URLSearchParams(new FormData(form));
  for (const name of [...fields.keys()]) if (name !== "token") fields.delete(name);
  for (const handle of handles) fields.append("document", handle);
  let wait = 2000;
  try {
    const { part } = await ask("/ui/documents/status", fields);
    const rows = [...part.querySelectorAll(".document")];
    if (rows.length > 0) {
      problem.replaceChildren();
      update(rows);
    } else {
      problem.replaceChildren(part);
      wait = 10000;
    }
    if (!rows.some((row) => ["queued", "translating"].includes(row.dataset.state))) return;
  } catch {
    problem.replaceChildren(unreachable());
    wait = 5000;
  }
  timer = setTimeout(follow, wait);
}

/** Marks a row whose document can stand beside its translation. */
const mark = (row) => row.classList.toggle("comparable", sources.has(row.dataset.document));

/** The handles of documents whose translations are on their way here. */
const fetching = new Set();

/**
 * Shows rows in the place of those of the same documents, unless nothing is new. An answer may be older than what
 * somebody did meanwhile: what is fetched or removed does not come back, and what is being fetched is left alone.
 */
function update(rows) {
  list.hidden = false;
  const current = kept().filter((handle) => !fetching.has(handle));
  for (const row of rows.filter((row) => current.includes(row.dataset.document))) {
    const before = [...list.querySelectorAll("[data-document]")].find((shown) => shown.dataset.document === row.dataset.document);
    if (!before) list.append(row);
    else if (before.innerHTML !== row.innerHTML) before.replaceWith(row);
    mark(row);
  }
}

/** Rows of translations that can be fetched. */
const done = () => [...list.querySelectorAll(".document[data-state=done]:has([data-download] button:enabled)")];
const downloadAll = list.querySelector("[data-download-all]");
const changes = { childList: true, subtree: true, attributeFilter: ["disabled"] };
new MutationObserver(() => { downloadAll.hidden = done().length < 2; }).observe(list, changes);

/** How large an archive becomes before another begins. */
const LARGEST = 2 ** 30;

downloadAll.addEventListener("click", async () => {
  downloadAll.disabled = true;
  problem.replaceChildren();
  let files = [];
  try {
    for (const row of done()) {
      const file = await fetchTranslation(row);
      // What is fetched is no more on the server: it is saved even if the next one fails.
      if (!file) continue;
      row.remove();
      files.push({ ...file, name: free(file.name, files) });
      if (files.reduce((all, { blob }) => all + blob.size, 0) >= LARGEST) files = await saveArchive(files);
    }
  } catch {
    problem.replaceChildren(unreachable());
  }
  await saveArchive(files);
  downloadAll.disabled = false;
});

/** Fetches a translation; nothing if the server says why it does not give it. */
async function fetchTranslation(row) {
  const form = row.querySelector("form[data-download]");
  const handle = row.dataset.document;
  fetching.add(handle);
  try {
    const response = await fetch(form.action, {
      method: "POST",
      body: new URLSearchParams(new FormData(form)),
      headers: { "X-Fragment": "1" },
      redirect: "error",
    });
    if (!response.ok) {
      problem.append(parsed(await response.text()));
      return undefined;
    }
    const blob = await response.blob();
    forget(row);
    return { name: nameOf(response.headers.get("Content-Disposition")), blob };
  } finally {
    fetching.delete(handle);
  }
}

/** The name that the server gives a file (RFC 6266). */
function nameOf(disposition) {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]*)"/.exec(disposition)[1];
}

/** A name that none of the files has, with a number before its ending if it must be. */
function free(name, files) {
  const [, stem, ending] = /^(.+?)(\.[^.]*)?$/.exec(name);
  let other = name;
  for (let number = 2; files.some((file) => file.name === other); number += 1) other = `${stem} (${number})${ending ?? ""}`;
  return other;
}

/** Saves files as one archive, after which there are none. */
async function saveArchive(files) {
  if (files.length > 0) save("dragoman.zip", await archive(files));
  return [];
}

function save(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Saves a translation and shows it beside the document that was sent. */
async function compare(row) {
  const source = sources.get(row.dataset.document);
  const translation = await fetchTranslation(row);
  if (!translation) return;
  save(translation.name, translation.blob);
  row.querySelector(".actions").remove();
  const part = document.getElementById("comparison").content.firstElementChild.cloneNode(true);
  const [left, right] = part.querySelectorAll("figure");
  const shown = [[left, source], [right, translation.blob]].map(([figure, file]) => show(figure, file, translation.name));
  part.querySelector("[data-close]").addEventListener("click", () => {
    row.remove();
    shown.forEach(URL.revokeObjectURL);
  });
  row.append(part);
}

/** What files are by their endings; a browser shows them as nothing else. */
const KINDS = { pdf: "application/pdf", png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg" };

/** Shows a file; the address under which it is shown. */
function show(figure, file, name) {
  const type = KINDS[name.split(".").pop().toLowerCase()];
  const address = URL.createObjectURL(new Blob([file], { type }));
  const view = document.createElement(type === KINDS.pdf ? "iframe" : "img");
  view.src = address;
  view[type === KINDS.pdf ? "title" : "alt"] = figure.dataset.words;
  figure.append(view);
  return address;
}

/** Forgets the handle of a document. */
const forget = (row) => keep(kept().filter((handle) => handle !== row.dataset.document));

list.addEventListener("submit", async (event) => {
  const row = event.target.closest("[data-document]");
  if (!row) return;
  if (event.target.hasAttribute("data-discard")) {
    event.preventDefault();
    try {
      const { isDone, part } = await ask(event.target.action, new FormData(event.target));
      if (!isDone) problem.replaceChildren(part);
      forget(row);
      row.remove();
    } catch {
      problem.replaceChildren(unreachable());
    }
    return;
  }
  if (event.submitter.hasAttribute("data-compare")) {
    event.preventDefault();
    event.submitter.disabled = true;
    await compare(row).catch(() => problem.replaceChildren(unreachable()));
    event.submitter.disabled = false;
    return;
  }
  // A translation is fetched once; then its row has done its service.
  forget(row);
  event.submitter.disabled = true;
  row.querySelector("[data-discard]")?.remove();
});

follow();
