// The history of translations, which only the browser keeps.
import assert from "node:assert/strict";
import { test } from "node:test";

import { launch, member, signIn, stranger } from "./support/browser.js";
import { keepHistory } from "./support/pages.js";
import { Dragoman } from "./support/server.js";
import { suite } from "./support/suite.js";

const both = suite();

/** The page of texts of somebody who is signed in. */
async function open(t, options = {}) {
  const context = await member(t, both.browser, both.dragoman, options);
  const page = await context.newPage();
  await page.goto("/");
  return page;
}

const section = (page) => page.locator(".history");
const toggle = (page) => page.getByRole("checkbox", { name: "Keep a history of my translations" });
const entries = (page) => section(page).getByRole("listitem");
const entry = (page, text) => entries(page).filter({ hasText: text });
/** The texts that are listed, when the newest is this one. */
const texts = async (page, newest) => {
  await entries(page).first().filter({ hasText: newest }).waitFor();
  return section(page).locator("[data-part=text]").allInnerTexts();
};
/** Types a text and waits for its translation, whatever was there before. */
async function translate(page, text, to = "es") {
  await page.locator("#from").selectOption("en");
  await page.locator("#to").selectOption(to);
  const isIts = (answer) => new URLSearchParams(answer.request().postData() ?? "").get("text") === text;
  const answered = page.waitForResponse(isIts);
  await page.locator("#text").fill(text);
  await answered;
  await page.locator(`#result:not([aria-busy]) .text[lang=${to}]`).waitFor();
}

/** What the browser keeps of histories. */
const kept = (page) => page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("history")).map((name) => localStorage[name]));
const chosen = async (page) => [await page.locator("#from").inputValue(), await page.locator("#to").inputValue()];

test("nothing is kept unless somebody wants it", async (t) => {
  const page = await open(t);
  assert.ok(!(await toggle(page).isVisible()));
  await translate(page, "The house is big.");
  await page.getByRole("button", { name: "Clear" }).click();
  await section(page).locator("summary").click();
  assert.ok(!(await toggle(page).isChecked()));
  assert.match(await section(page).innerText(), /in this browser only/);
  assert.equal(await entries(page).count(), 0);
  await page.reload();
  assert.deepEqual(await kept(page), []);
});

test("texts are listed, the newest first, and come back with their languages", async (t) => {
  const page = await open(t);
  await keepHistory(page);
  await translate(page, "The house is big.");
  await translate(page, "The garden is near the river.", "ca");
  // By itself, when it has stood.
  assert.deepEqual(await texts(page, "The garden"), ["The garden is near the river.", "The house is big."]);
  const first = entry(page, "The house is big.");
  assert.match(await first.innerText(), /English → Spanish/);
  assert.equal(await first.locator("[data-part=translation]").innerText(), "La casa es grande.");
  assert.equal(await first.locator("[data-part=text]").getAttribute("lang"), "en");
  assert.equal(await first.locator("[data-part=translation]").getAttribute("lang"), "es");

  await page.reload();
  await section(page).locator("summary").click();
  assert.ok(await toggle(page).isChecked());
  assert.equal(await entries(page).count(), 2);
  await first.getByRole("button").first().click();
  await page.locator("#result .text[lang=es]").getByText("La casa es grande.").waitFor();
  assert.deepEqual(await chosen(page), ["en", "es"]);
  assert.equal(await page.locator("#text").inputValue(), "The house is big.");
  assert.ok(await page.locator("#text").evaluate((text) => text === document.activeElement));
  // The same text is there once, and is the newest now.
  assert.deepEqual(await texts(page, "The house"), ["The house is big.", "The garden is near the river."]);
});

test("a text leaves one entry, however long it takes to type", async (t) => {
  const page = await open(t);
  await keepHistory(page);
  await translate(page, "The house is");
  await entry(page, "The house is").waitFor();
  await page.locator("#text").pressSequentially(" big");
  await entry(page, "The house is big").waitFor();
  assert.equal(await entries(page).count(), 1);
});

test("what is copied, saved or cleared is kept at once, and what is shown when the page is left", async (t) => {
  const page = await open(t, { permissions: ["clipboard-read", "clipboard-write"] });
  // Nothing is kept by having stood.
  await page.clock.install();
  await keepHistory(page);
  const done = async (text, act) => {
    await page.locator("#from").selectOption("en");
    await page.locator("#to").selectOption("es");
    await page.locator("#text").fill(text);
    await page.clock.runFor(400);
    await page.locator("#result:not([aria-busy]) .text[lang=es]").waitFor();
    await act();
  };
  const press = (name) => () => page.getByRole("button", { name, exact: true }).click();
  await done("The house is big.", press("Copy"));
  assert.deepEqual(await texts(page, "The house"), ["The house is big."]);
  await done("The garden is near.", press("Download"));
  assert.equal((await texts(page, "The garden")).length, 2);
  await done("The river is old.", press("Clear"));
  assert.equal((await texts(page, "The river")).length, 3);
  await done("The letter is long.", () => page.goto("/ui/improve"));
  await page.goto("/");
  await section(page).locator("summary").click();
  assert.equal((await texts(page, "The letter")).length, 4);
});

test("one entry is removed, or all are, and none comes again by itself", async (t) => {
  const page = await open(t);
  await keepHistory(page);
  for (const text of ["The house is big.", "The garden is near the river.", "The letter is long."]) await translate(page, text);
  await texts(page, "The letter");
  await entry(page, "The garden").getByRole("button", { name: "Remove The garden" }).click();
  assert.deepEqual(await texts(page, "The letter"), ["The letter is long.", "The house is big."]);
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("data-act")), "remove");
  assert.ok(!(await kept(page))[0].includes("garden"));
  await section(page).getByRole("button", { name: "Delete the history" }).click();
  await section(page).getByText("Nothing has been kept yet.").waitFor();
  await page.reload();
  assert.deepEqual(await kept(page), ["[]"]);
});

test("switching it off deletes all, in every tab", async (t) => {
  const page = await open(t);
  await keepHistory(page);
  await translate(page, "The house is big.");
  await entry(page, "The house").waitFor();
  const other = await page.context().newPage();
  await other.goto("/");
  await section(other).locator("summary").click();
  await entry(other, "The house").waitFor();
  await toggle(page).uncheck();
  assert.equal(await entries(page).count(), 0);
  await entry(other, "The house").waitFor({ state: "detached" });
  assert.ok(!(await toggle(other).isChecked()));
  await page.reload();
  assert.deepEqual(await kept(page), []);
});

test("who signs in after somebody else sees nothing of theirs, and they find it again", async (t) => {
  const { browser, dragoman } = both;
  const { key } = await dragoman.newKey();
  const page = await open(t);
  await keepHistory(page);
  await translate(page, "The house is big.");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Key", { exact: true }).waitFor();
  await signIn(page.context(), key);
  await page.goto("/");
  await section(page).locator("summary").click();
  assert.ok(!(await toggle(page).isChecked()));
  assert.equal(await entries(page).count(), 0);
  assert.ok(!(await page.content()).includes("The house"));
  await signIn(page.context(), dragoman.key);
  await page.goto("/");
  await section(page).locator("summary").click();
  await entry(page, "The house").waitFor();
  // Nothing of it came from the server.
  const elsewhere = await (await member(t, browser, dragoman)).newPage();
  await elsewhere.goto("/");
  assert.deepEqual(await kept(elsewhere), []);
});

test("script in a text is shown and not run", async (t) => {
  const page = await open(t);
  await keepHistory(page);
  const text = "<script>window.ran = 1</script> <img src=x onerror='window.ran = 1'> \"quoted\" &amp;";
  await translate(page, text);
  await entry(page, "window.ran").waitFor();
  await page.reload();
  assert.deepEqual(await section(page).locator("[data-part=text]").allTextContents(), [text]);
  assert.equal(await section(page).locator("script, img").count(), 0);
  assert.equal(await page.evaluate(() => window.ran), undefined);
});

test("only so much is kept, the newest, and what is there is no history is none", async (t) => {
  const page = await open(t);
  await keepHistory(page);
  const fill = (listed) => page.evaluate((listed) => {
    const name = Object.keys(localStorage).find((name) => name.startsWith("history"));
    localStorage[name] = listed;
  }, typeof listed === "string" ? listed : JSON.stringify(listed));
  const made = (number, text) => ({ text: `${number} ${text}`, translation: "x", from: "en", to: "es", time: "2026-01-01T00:00:00.000Z" });
  const keepOne = async () => {
    await page.goto("/");
    await section(page).locator("summary").click();
    await translate(page, "The house is big.");
    await page.getByRole("button", { name: "Clear" }).click();
    return JSON.parse((await kept(page))[0]);
  };
  await fill(Array.from({ length: 150 }, (_, number) => made(number, "text")));
  let now = await keepOne();
  assert.equal(now.length, 100);
  assert.deepEqual([now[0].text, now[99].text], ["The house is big.", "98 text"]);
  await fill(Array.from({ length: 50 }, (_, number) => made(number, "x".repeat(15_000))));
  now = await keepOne();
  assert.equal(now.length, 14);
  for (const broken of ["", "{}", "null", JSON.stringify([null, 1, { text: 1 }, { ...made(1, "text"), time: "never" }])]) {
    await fill(broken);
    assert.deepEqual((await keepOne()).map(({ text }) => text), ["The house is big."]);
  }
});

test("a browser that keeps nothing says so, and translates", async (t) => {
  const page = await open(t);
  await page.addInitScript(() => {
    const keep = Storage.prototype.setItem;
    Storage.prototype.setItem = function setItem(name, value) {
      if (name.startsWith("history")) throw new DOMException("full", "QuotaExceededError");
      keep.call(this, name, value);
    };
  });
  await page.goto("/");
  await section(page).locator("summary").click();
  await toggle(page).click();
  assert.match(await section(page).getByRole("alert").innerText(), /does not let the page keep/);
  assert.ok(!(await toggle(page).isChecked()));
  await translate(page, "The house is big.");
});

test("where pages are open, whoever does not sign in is somebody of their own", async (t) => {
  const dragoman = await Dragoman.start();
  t.after(() => dragoman.remove());
  const browser = await launch();
  t.after(() => browser.close());
  const { key_id: id, key } = await dragoman.newKey();
  await dragoman.end();
  await dragoman.serve({ DRAGOMAN_WEB__OPEN: id });
  const page = await (await stranger(t, browser, dragoman)).newPage();
  await page.goto("/");
  await section(page).locator("summary").click();
  assert.match(await section(page).innerText(), /without signing in/);
  await toggle(page).check();
  await signIn(page.context(), key);
  await page.goto("/");
  await section(page).locator("summary").click();
  assert.ok(!(await toggle(page).isChecked()));
  assert.match(await section(page).innerText(), /nobody else/);
});
