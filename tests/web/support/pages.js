// Every page: how one comes to it, and what it has to show before it is looked at. What goes through all pages (headers,
// accessibility, pictures, languages) goes through this list.
import { randomUUID } from "node:crypto";

/** Waits for the translation of a text that is typed. */
export async function translate(page, text, { from = "en", to = "es" } = {}) {
  await page.locator("#from").selectOption(from);
  await page.locator("#to").selectOption(to);
  await page.locator("#text").fill(text);
  const shown = page.locator("#result:not([aria-busy]) .text[lang]");
  await shown.waitFor();
  return shown;
}

/** Opens the history, and has the browser keep it. */
export async function keepHistory(page) {
  await page.locator(".history summary").click();
  await page.locator(".history input[type=checkbox]").check();
}

/** Sends a small document and waits for its translation. */
export async function sendDocument(page, file) {
  await page.locator("#from").selectOption("en");
  await page.locator("#to").selectOption("es");
  await page.locator("input[type=file]").setInputFiles(file);
  const row = page.locator(".document[data-state=done]").filter({ hasText: file.name });
  await row.waitFor();
  return row;
}

/** A plain text as a browser sends it. */
export function textFile(name, text) {
  return { name, mimeType: "text/plain", buffer: Buffer.from(text) };
}

/** Improves a text and waits for what was changed. */
export async function improve(page, text) {
  await page.locator("#language").selectOption("en-US");
  await page.locator("#text").fill(text);
  await page.locator("form.improve button[type=submit]").click();
  const changes = page.locator("#result:not([aria-busy]) .changes");
  await changes.waitFor();
  return changes;
}

/**
 * name: of pictures and tests; address; isForStrangers: looked at by who has not signed in; status: unless 200;
 * fill: what has the page show all that it can.
 */
export const PAGES = [
  { name: "sign-in", address: "/ui/sign-in", isForStrangers: true },
  { name: "sign-in-with-code", address: "/ui/sign-in?code=0", isForStrangers: true },
  { name: "translate", address: "/", fill: translateAndKeep },
  { name: "translate-problem", address: "/", fill: refused },
  {
    name: "documents",
    address: "/ui/documents",
    async fill(page) {
      await sendDocument(page, textFile("letter.txt", "The house is big."));
      await page.locator("input[type=file]").setInputFiles(textFile("letter.tex", "The house is big."));
      await page.locator(".document[data-state=refused]").waitFor();
    },
  },
  { name: "improve", address: "/ui/improve", fill: (page) => improve(page, "We recieve teh letter near the river.") },
  { name: "glossary", address: "/ui/glossaries", fill: makeGlossary },
  { name: "glossaries", address: "/ui/glossaries" },
  { name: "memory", address: "/ui/memories", fill: importMemory },
  { name: "memories", address: "/ui/memories" },
  { name: "style-list", address: "/ui/style-rules", fill: makeStyleList },
  { name: "style-rules", address: "/ui/style-rules" },
  { name: "usage", address: "/ui/usage" },
  { name: "keys", address: "/ui/keys" },
  { name: "key", address: "/ui/keys", fill: (page) => openKey(page) },
  { name: "key-end", address: "/ui/keys", fill: (page) => openKey(page, "/end") },
  { name: "models", address: "/ui/models" },
  { name: "health", address: "/ui/health" },
  { name: "settings", address: "/ui/settings" },
  { name: "about", address: "/ui/about" },
  { name: "not-found", address: "/ui/nothing", status: 404 },
];

/** A name that no other has. */
const unique = (name) => `${name} ${randomUUID().slice(0, 8)}`;

async function translateAndKeep(page) {
  await translate(page, "The house is big.\nThe garden is near the river.");
  await keepHistory(page);
}

/** Makes a glossary with two entries from English into Spanish, on whose page one then is. */
export async function makeGlossary(page) {
  await page.locator("#name").fill(unique("Products"));
  await page.locator("select[name=from]").selectOption("en");
  await page.locator("select[name=to]").selectOption("es");
  await page.locator("#entries").fill("house\tcasa\nriver\trío");
  await page.locator("form[action='/ui/glossaries'] button.primary").click();
  await page.locator("#entries-table").waitFor();
}

async function importMemory(page) {
  const unit = (en, es) => `<tu><tuv xml:lang="en"><seg>${en}</seg></tuv><tuv xml:lang="es"><seg>${es}</seg></tuv></tu>`;
  const units = unit("Good morning.", "Buenos días.") + unit("The house is big.", "La casa es grande.");
  const tmx = `<tmx version="1.4"><header srclang="en" datatype="plaintext"/><body>${units}</body></tmx>`;
  await page.locator("#name").fill(unique("Letters"));
  await page.locator("#file").setInputFiles(textFile("letters.tmx", tmx));
  await page.locator("form[data-upload] button.primary").click();
  await page.locator("#job a[href^='/ui/memories/']").click();
  await page.locator("#segments td").first().waitFor();
}

async function makeStyleList(page) {
  await page.locator("#name").fill(unique("House style"));
  await page.locator("#language").selectOption("en");
  await page.locator("form[action='/ui/style-rules'] button.primary").click();
  await page.locator(".rules").first().waitFor();
  await page.evaluate(() => { for (const details of document.querySelectorAll("details")) details.open = true; });
}

/** The page of the first key, or one of the pages that belong to it. */
async function openKey(page, part = "") {
  const key = page.locator("td a[href^='/ui/keys/']").first();
  await page.goto((await key.getAttribute("href")) + part);
}

async function refused(page) {
  await page.locator("#from").selectOption("sv");
  await page.locator("#to").selectOption("uk");
  await page.locator("#text").fill("Huset är stort.");
  await page.locator("#result .problem").waitFor();
}
