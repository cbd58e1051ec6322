// The pages without a mouse.
import assert from "node:assert/strict";
import { test } from "node:test";

import { member, stranger } from "./support/browser.js";
import { sendDocument, textFile, translate } from "./support/pages.js";
import { suite } from "./support/suite.js";

const both = suite();

async function open(t, address) {
  const page = await (await member(t, both.browser, both.dragoman, { settings: { from: "en", to: "es" } })).newPage();
  await page.goto(address);
  return page;
}

/** Marks what can be acted on and is seen, and gives how many that are. */
const markAll = (page) => page.evaluate(() => {
  const acted = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")];
  const seen = acted.filter((element) => element.type !== "hidden" && !element.disabled && element.checkVisibility({ visibilityProperty: true }));
  for (const element of seen) element.toReach = true;
  return seen.length;
});

/** Notes what has the focus: what it is, whether it is seen to have it, and whether it was to be reached. */
const focused = (page) => page.evaluate(() => {
  const element = document.activeElement;
  if (element === document.body) return undefined;
  const isNew = element.toReach === true;
  element.toReach = false;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const { top, bottom, left, right } = element.getBoundingClientRect();
  return {
    isNew,
    html: element.outerHTML.slice(0, 120),
    isOutlined: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2,
    isOnScreen: bottom > 0 && right > 0 && top < innerHeight && left < innerWidth,
  };
});

/** Goes through a page by the Tab key until everything has had the focus. */
async function reachAll(page) {
  const count = await markAll(page);
  assert.ok(count > 3);
  // From the beginning, wherever the page has put the cursor.
  await page.getByRole("link", { name: "Skip to the content" }).focus();
  await focused(page);
  const reached = [];
  for (let step = 0; step < 2 * count + 2; step += 1) {
    await page.keyboard.press("Tab");
    const now = await focused(page);
    if (!now) continue;
    assert.ok(now.isOutlined, `no outline: ${now.html}`);
    assert.ok(now.isOnScreen, `not on the screen: ${now.html}`);
    if (now.isNew) reached.push(now.html);
  }
  const missed = await page.evaluate(() => [...document.querySelectorAll("*")].filter((element) => element.toReach).map((element) => element.outerHTML.slice(0, 120)));
  assert.deepEqual(missed, []);
  return reached;
}

/** Goes on by the Tab key until this has the focus. */
async function tabTo(page, locator) {
  const most = await page.locator("a, button, input, select, textarea, summary, [tabindex]").count();
  for (let step = 0; step <= most + 1; step += 1) {
    if (await locator.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`${locator} cannot be reached`);
}

test("the first step skips the bar", async (t) => {
  for (const address of ["/ui/settings", "/ui/documents", "/ui/nothing"]) {
    const page = await open(t, address);
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to the content" });
    assert.ok((await focused(page)).isOnScreen);
    await skip.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "content");
  }
});

test("everything on the pages is reached, in the order in which it stands, and seen to be", async (t) => {
  const page = await open(t, "/");
  await translate(page, "The house is big.");
  const reached = await reachAll(page);
  const place = (part) => reached.findIndex((html) => html.includes(part));
  // The order of the page: the bar, the ways to translate, the source, the target.
  const order = ["href=\"/ui/improve\"", "/ui/settings", "href=\"/ui/documents\"", "name=\"from\"", "data-act=\"swap\"", "data-act=\"clear\"", "name=\"to\"", "data-act=\"copy\""].map(place);
  assert.ok(order.every((position) => position >= 0), JSON.stringify(order));
  assert.deepEqual(order, [...order].sort((one, other) => one - other));
  for (const address of ["/ui/documents", "/ui/improve", "/ui/settings"]) {
    await page.goto(address);
    await reachAll(page);
  }
});

test("nothing holds the focus: it goes back as it came", async (t) => {
  const page = await open(t, "/");
  const text = page.locator("#text");
  assert.ok(await text.evaluate((element) => element === document.activeElement));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  assert.ok(await text.evaluate((element) => element === document.activeElement));
});

test("somebody signs in, translates and signs out", async (t) => {
  const page = await (await stranger(t, both.browser, both.dragoman)).newPage();
  await page.goto("/");
  await tabTo(page, page.getByLabel("Key", { exact: true }));
  await page.keyboard.type(both.dragoman.key);
  await page.keyboard.press("Enter");
  await page.locator("#to").waitFor();
  await tabTo(page, page.locator("#to"));
  await page.keyboard.type("Spanish");
  assert.equal(await page.locator("#to").inputValue(), "es");
  await tabTo(page, page.locator("#text"));
  await page.keyboard.type("The old house is near the river.");
  await page.locator("#result .text[lang=es]").waitFor();
  await tabTo(page, page.getByRole("button", { name: "Sign out" }));
  await page.keyboard.press("Enter");
  await page.getByLabel("Key", { exact: true }).waitFor();
});

test("a document is sent and fetched", async (t) => {
  const page = await open(t, "/ui/documents");
  // Before anything is pressed: without somebody who waits, the browser's own dialog opens.
  const asked = page.waitForEvent("filechooser");
  await tabTo(page, page.locator("input[type=file]"));
  await page.keyboard.press("Enter");
  await (await asked).setFiles(textFile("letter.txt", "The house is big."));
  const row = page.locator(".document[data-state=done]");
  await row.waitFor();
  await tabTo(page, row.getByRole("button", { name: "Download" }));
  const saved = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  assert.equal((await saved).suggestedFilename(), "letter.txt");
});

test("a glossary is made, and its word is used", async (t) => {
  const page = await open(t, "/ui/glossaries");
  const form = page.locator("form[action='/ui/glossaries'][enctype]");
  await tabTo(page, form.locator("[name=name]"));
  await page.keyboard.type("Keyboard words");
  await tabTo(page, form.locator("[name=from]"));
  await page.keyboard.type("English");
  await tabTo(page, form.locator("[name=to]"));
  await page.keyboard.type("Spanish");
  await tabTo(page, form.locator("[name=entries]"));
  // As pasted: a tab that is typed leaves the field.
  await page.keyboard.insertText("house\tvivienda");
  await tabTo(page, form.locator("button.primary"));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Keyboard words" }).waitFor();

  await page.goto("/");
  await tabTo(page, page.locator("#text"));
  await page.keyboard.type("The house is big.");
  await tabTo(page, page.locator("select[name=glossary]"));
  await page.keyboard.type("Keyboard");
  await page.locator("#result mark", { hasText: "vivienda" }).waitFor();
  assert.match(await page.locator("#result .sources").innerText(), /1 term of the glossary/);
});

test("the focus stays where it is when a document is done", async (t) => {
  const page = await open(t, "/ui/documents");
  const first = await sendDocument(page, textFile("one.txt", "The house is big."));
  const button = first.getByRole("button", { name: "Download" });
  await button.focus();
  await sendDocument(page, textFile("two.txt", "The garden is big."));
  assert.ok(await button.evaluate((element) => element === document.activeElement));
});
