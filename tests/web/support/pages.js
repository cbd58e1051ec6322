// Every page: how one comes to it, and what it has to show before it is looked at. What goes through all pages (headers,
// accessibility, pictures, languages) goes through this list.

/** Waits for the translation of a text that is typed. */
export async function translate(page, text, { from = "en", to = "es" } = {}) {
  await page.locator("#from").selectOption(from);
  await page.locator("#to").selectOption(to);
  await page.locator("#text").fill(text);
  const shown = page.locator("#result:not([aria-busy]) .text[lang]");
  await shown.waitFor();
  return shown;
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
  { name: "translate", address: "/", fill: (page) => translate(page, "The house is big.\nThe garden is near the river.") },
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
  { name: "glossaries", address: "/ui/glossaries" },
  { name: "memories", address: "/ui/memories" },
  { name: "style-rules", address: "/ui/style-rules" },
  { name: "usage", address: "/ui/usage" },
  { name: "settings", address: "/ui/settings" },
  { name: "about", address: "/ui/about" },
  { name: "not-found", address: "/ui/nothing", status: 404 },
];

async function refused(page) {
  await page.locator("#from").selectOption("sv");
  await page.locator("#to").selectOption("uk");
  await page.locator("#text").fill("Huset är stort.");
  await page.locator("#result .problem").waitFor();
}
