// What somebody chooses for the pages.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";

import { choose, member, operator, stranger } from "./support/browser.js";
import { PAGES } from "./support/pages.js";
import { suite } from "./support/suite.js";

const both = suite();

const LOCALES = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "uk", "ja", "zh", "ko", "ar"];
const RIGHT_TO_LEFT = new Set(["ar"]);
const MESSAGES = new URL("../../crates/web/locales/en/", import.meta.url);

/** Names of messages that are words, too, as of a command. */
const WORDS = new Set(["sign-in", "sign-out"]);

/** The names of all messages, which nobody is to see. */
async function messageIds() {
  const ids = [];
  for (const file of await readdir(MESSAGES)) {
    const text = await readFile(new URL(file, MESSAGES), "utf8");
    ids.push(...[...text.matchAll(/^([a-z][a-z0-9-]*-[a-z0-9-]+) =/gm)].map((match) => match[1]));
  }
  return new Set(ids.filter((id) => !WORDS.has(id)));
}

/** All words that a page has for people: those that are seen, and those that are read aloud. */
const words = (page) => page.evaluate(() => {
  const attributes = ["title", "aria-label", "placeholder", "alt", "data-done", "data-unreachable", "data-detect", "data-detected"];
  const found = [document.title];
  for (const element of document.querySelectorAll("body, body *")) {
    for (const name of attributes) if (element.hasAttribute(name)) found.push(element.getAttribute(name));
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) found.push(node.data);
  }
  return found.map((text) => text.trim()).filter(Boolean);
});

for (const locale of LOCALES) {
  test(`all pages in ${locale}`, async (t) => {
    const ids = await messageIds();
    assert.ok(ids.size > 50);
    const inside = await operator(t, both.browser, both.dragoman, { settings: { locale } });
    const outside = await stranger(t, both.browser, both.dragoman);
    await choose(outside, both.dragoman, { locale });
    const [signedIn, signedOut] = await Promise.all([inside.newPage(), outside.newPage()]);
    for (const { name, address, isForStrangers, fill } of PAGES) {
      const page = isForStrangers ? signedOut : signedIn;
      await page.goto(address);
      if (locale === "en" || locale === "ar") await fill?.(page);
      const html = page.locator("html");
      assert.equal(await html.getAttribute("lang"), locale);
      assert.equal(await html.getAttribute("dir"), RIGHT_TO_LEFT.has(locale) ? "rtl" : "ltr");
      const shown = await words(page);
      assert.deepEqual(shown.filter((text) => text.split(/\s+/).some((word) => ids.has(word))), [], name);
      assert.deepEqual(shown.filter((text) => /\{ ?\$|\$[a-z]/.test(text)), [], name);
    }
  });
}

test("the language of the pages is chosen, and is that of the browser otherwise", async (t) => {
  const { browser, dragoman } = both;
  const page = await (await member(t, browser, dragoman, { locale: "ja-JP" })).newPage();
  await page.goto("/ui/settings");
  assert.equal(await page.locator("html").getAttribute("lang"), "ja");
  await page.locator("#locale").selectOption({ label: "العربية" });
  await page.locator("button.primary").click();
  await page.locator("html[lang=ar][dir=rtl]").waitFor();
  assert.equal(await page.locator("#locale").inputValue(), "ar");
  await page.goto("/");
  assert.equal(await page.locator("html").getAttribute("dir"), "rtl");
  await page.goto("/ui/settings");
  await page.locator("#locale").selectOption("");
  await page.locator("button.primary").click();
  await page.locator("html[lang=ja]").waitFor();
});

test("a language that there is not is English, and a variant is its language", async (t) => {
  const { browser, dragoman } = both;
  const context = await stranger(t, browser, dragoman);
  for (const [wanted, locale] of [["tlh", "en"], ["de-CH, fr;q=0.5", "de"], ["tlh, pt-BR;q=0.3, fr;q=0", "pt"], ["*", "en"], [";;q=x,", "en"]]) {
    const answer = await context.request.get("/ui/sign-in", { headers: { "accept-language": wanted } });
    assert.match(await answer.text(), new RegExp(`<html lang="${locale}"`), wanted);
  }
});

test("the appearance is chosen, and is that of the system otherwise", async (t) => {
  const { browser, dragoman } = both;
  const page = await (await member(t, browser, dragoman, { colorScheme: "dark" })).newPage();
  const ground = () => page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
  await page.goto("/ui/settings");
  const seen = { system: await ground() };
  for (const theme of ["light", "dark", "contrast", "system"]) {
    await page.locator("#theme").selectOption(theme);
    await page.locator("button.primary").click();
    await page.locator(`html[data-theme=${theme}]`).waitFor();
    assert.equal(await page.locator("#theme").inputValue(), theme);
    if (theme === "system") assert.equal(await ground(), seen.system);
    seen[theme] = await ground();
  }
  assert.equal(seen.dark, seen.system);
  assert.notEqual(seen.light, seen.dark);
  assert.equal(seen.contrast, "rgb(0, 0, 0)");
});

test("the languages of translations are chosen", async (t) => {
  const { browser, dragoman } = both;
  const page = await (await member(t, browser, dragoman)).newPage();
  await page.goto("/ui/settings");
  await page.locator("#from").selectOption("en");
  await page.locator("#to").selectOption("ca");
  await page.locator("button.primary").click();
  await page.waitForURL("/ui/settings");
  for (const address of ["/", "/ui/documents"]) {
    await page.goto(address);
    assert.equal(await page.locator("#from").inputValue(), "en");
    assert.equal(await page.locator("#to").inputValue(), "ca");
  }
});
