// Terms in the browser: what two tabs and the back button do.
import assert from "node:assert/strict";
import { test } from "node:test";

import { operator } from "./support/browser.js";
import { makeGlossary } from "./support/pages.js";
import { suite } from "./support/suite.js";

const both = suite();

/** The fields of the entry of a term, and what saves it. */
function entry(page, term) {
  const row = page.locator("#entries-table tr", { has: page.locator(`input[name=source][value="${term}"]`) });
  return { target: row.locator("input[name=target]"), save: row.getByRole("button", { name: "Save" }) };
}

test("what another tab has changed meanwhile is told, and not overwritten", async (t) => {
  const context = await operator(t, both.browser, both.dragoman);
  const first = await context.newPage();
  await first.goto("/ui/glossaries");
  await makeGlossary(first);
  const second = await context.newPage();
  await second.goto(first.url());
  await entry(first, "house").target.fill("vivienda");
  await entry(first, "house").save.click();
  await first.locator('input[name=target][value="vivienda"]').waitFor();
  await entry(second, "house").target.fill("hogar");
  await entry(second, "house").save.click();
  assert.match(await second.getByRole("alert").innerText(), /vivienda/);
  // What was written is told, so that it need not be typed again.
  assert.match(await second.getByRole("alert").innerText(), /hogar/);
  assert.equal(await entry(second, "house").target.inputValue(), "vivienda");
});

test("the back button leads to what was there before a form, and sends nothing again", async (t) => {
  const page = await (await operator(t, both.browser, both.dragoman)).newPage();
  const posts = [];
  page.on("request", (request) => { if (request.method() === "POST") posts.push(request.url()); });
  await page.goto("/ui/glossaries");
  await makeGlossary(page);
  const glossary = page.url();
  assert.equal(posts.length, 1);
  await page.goBack();
  await page.waitForURL("/ui/glossaries");
  await page.goForward();
  await page.waitForURL(glossary);
  await page.reload();
  await page.locator("#entries-table").waitFor();
  assert.equal(posts.length, 1);
});
