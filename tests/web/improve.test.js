// Improving texts: what is changed is seen, and can be taken back.
import assert from "node:assert/strict";
import { test } from "node:test";

import { member } from "./support/browser.js";
import { improve } from "./support/pages.js";
import { suite } from "./support/suite.js";

const both = suite();
const TEXT = "We recieve the letter from our neighbour, and the farmer is hapy near the river.";

async function open(t, options = {}) {
  const page = await (await member(t, both.browser, both.dragoman, options)).newPage();
  await page.goto("/ui/improve");
  return page;
}

test("changes are shown beside what was there, and counted", async (t) => {
  const page = await open(t);
  const changes = await improve(page, TEXT);
  const first = changes.getByRole("button").first();
  assert.equal(await first.locator("del").innerText(), "recieve");
  assert.equal(await first.locator("ins").innerText(), "receive");
  const count = await changes.getByRole("button").count();
  assert.ok(count >= 2);
  await page.getByText(`${count} changes`).waitFor();
});

test("one change is taken back, by the mouse or the keys, and the rest is used", async (t) => {
  const page = await open(t);
  const changes = await improve(page, TEXT);
  const all = changes.getByRole("button");
  const whole = page.getByRole("textbox", { name: "Improved text" });
  await page.locator("summary").click();
  assert.match(await whole.inputValue(), /receive .*happy/);
  await all.first().click();
  assert.equal(await all.first().getAttribute("aria-pressed"), "false");
  assert.match(await whole.inputValue(), /recieve .*happy/);
  for (const key of ["Enter", "Space", "Enter"]) await all.first().press(key);
  assert.equal(await all.first().getAttribute("aria-pressed"), "true");
  await all.first().press("Space");
  await page.getByRole("button", { name: "Use as text" }).click();
  assert.match(await page.locator("#text").inputValue(), /^We recieve the letter .* happy near the river\.$/);
});

test("the improved text is copied with the changes that are accepted", async (t) => {
  const page = await open(t, { permissions: ["clipboard-read", "clipboard-write"] });
  const changes = await improve(page, TEXT);
  await changes.getByRole("button").first().click();
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^We recieve the letter .* happy near/);
});

test("a text without mistakes is said to be one", async (t) => {
  const page = await open(t);
  await improve(page, "The house is big and the garden is green.");
  await page.getByText("Nothing was changed.").waitFor();
});

test("script in a text is shown and not run", async (t) => {
  const page = await open(t);
  const changes = await improve(page, `${TEXT} <img src=x onerror="window.ran = 1">`);
  assert.match(await changes.innerText(), /<img src=x/);
  assert.equal(await changes.locator("img").count(), 0);
  assert.equal(await page.evaluate(() => window.ran), undefined);
});

test("what cannot be done is told in words, and the text stays", async (t) => {
  const page = await open(t);
  await page.locator("#language").selectOption("en-US");
  await page.locator("#text").fill("Das alte Haus steht am Fluss, und der Garten ist groß.");
  await page.getByRole("button", { name: "Improve" }).click();
  await page.getByRole("alert").waitFor();
  assert.equal(await page.locator("#text").inputValue(), "Das alte Haus steht am Fluss, und der Garten ist groß.");
});
