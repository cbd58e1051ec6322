// All that has to be done works without a single script.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { member, stranger } from "./support/browser.js";
import { textFile } from "./support/pages.js";
import { suite } from "./support/suite.js";

const both = suite();

async function open(t, address) {
  const context = await member(t, both.browser, both.dragoman, { javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

test("signing in and out", async (t) => {
  const page = await (await stranger(t, both.browser, both.dragoman, { javaScriptEnabled: false })).newPage();
  await page.goto("/");
  await page.getByLabel("Key", { exact: true }).fill(both.dragoman.key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Key", { exact: true }).waitFor();
});

test("translating a text", async (t) => {
  const page = await open(t, "/");
  await page.locator("#from").selectOption("");
  await page.locator("#to").selectOption("es");
  await page.locator("#text").fill("\nThe old house is near the river.\nThe garden is big.");
  await page.getByRole("button", { name: "Translate" }).click();
  const shown = page.locator("#result .text[lang=es]");
  assert.match(await shown.innerText(), /río/);
  assert.equal(await page.locator("#text").inputValue(), "\nThe old house is near the river.\nThe garden is big.");
  assert.equal(await page.locator("#to").inputValue(), "es");
  assert.match(await page.locator("#from option:checked").innerText(), /English/);
  // What would do nothing is not there.
  for (const button of await page.locator(".scripted").all()) assert.ok(!(await button.isVisible()));
});

test("a text that cannot be translated", async (t) => {
  const page = await open(t, "/");
  await page.locator("#from").selectOption("sv");
  await page.locator("#to").selectOption("uk");
  await page.locator("#text").fill("Huset är stort.");
  await page.getByRole("button", { name: "Translate" }).click();
  assert.match(await page.getByRole("alert").innerText(), /Swedish → Ukrainian/);
  assert.equal(await page.locator("#text").inputValue(), "Huset är stort.");
});

test("improving a text", async (t) => {
  const page = await open(t, "/ui/improve");
  await page.locator("#text").fill("We recieve teh letter near the river.");
  await page.getByRole("button", { name: "Improve" }).click();
  assert.match(await page.locator(".changes").innerText(), /receive/);
  await page.locator("summary").click();
  assert.match(await page.getByRole("textbox", { name: "Improved text" }).inputValue(), /^We receive the letter/);
  assert.equal(await page.locator("#text").inputValue(), "We recieve teh letter near the river.");
});

test("translating documents", async (t) => {
  const page = await open(t, "/ui/documents");
  await page.locator("#from").selectOption("en");
  await page.locator("#to").selectOption("es");
  await page.locator("input[type=file]").setInputFiles([textFile("one.txt", "The house is big."), textFile("two.txt", "The garden is big.")]);
  await page.getByRole("button", { name: "Translate" }).click();
  // Each look asks the server, which takes as long as it takes.
  const done = page.locator(".document[data-state=done]");
  await page.locator(".document").first().waitFor();
  while ((await done.count()) < 2) await page.getByRole("button", { name: "Look again" }).click();
  const saved = page.waitForEvent("download");
  await done.filter({ hasText: "two.txt" }).getByRole("button", { name: "Download" }).click();
  const download = await saved;
  assert.match(await readFile(await download.path(), "utf8"), /^El jardín/);
});

test("translating a document into both languages", async (t) => {
  const page = await open(t, "/ui/documents");
  await page.locator("#from").selectOption("en");
  await page.locator("#to").selectOption("es");
  const both = page.getByRole("checkbox", { name: "Both languages" });
  await both.check();
  await page.locator("input[type=file]").setInputFiles(textFile("one.md", "The house is big."));
  await page.getByRole("button", { name: "Translate" }).click();
  const done = page.locator(".document[data-state=done]");
  await page.locator(".document").first().waitFor();
  assert.ok(await both.isChecked());
  while ((await done.count()) < 1) await page.getByRole("button", { name: "Look again" }).click();
  const saved = page.waitForEvent("download");
  await done.getByRole("button", { name: "Download" }).click();
  const download = await saved;
  assert.equal(await readFile(await download.path(), "utf8"), "The house is big.  \nLa casa es grande.");
});

test("choosing how the pages are", async (t) => {
  const page = await open(t, "/ui/settings");
  await page.locator("#locale").selectOption("ar");
  await page.locator("#theme").selectOption("dark");
  await page.locator("button.primary").click();
  await page.locator("html[lang=ar][dir=rtl][data-theme=dark]").waitFor();
});
