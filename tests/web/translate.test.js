// Translating texts as somebody does who types.
import assert from "node:assert/strict";
import { test } from "node:test";

import { launch, member } from "./support/browser.js";
import { translate } from "./support/pages.js";
import { Dragoman } from "./support/server.js";
import { suite } from "./support/suite.js";

const both = suite();

/** The page of texts of somebody who is signed in. */
async function open(t, options = {}, address = "/") {
  const context = await member(t, both.browser, both.dragoman, options);
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

const result = (page) => page.locator("#result");
const chosen = async (page) => [await page.locator("#from").inputValue(), await page.locator("#to").inputValue()];

test("the cursor is in the text, and typing alone translates it", async (t) => {
  const page = await open(t);
  await page.locator("#to").selectOption("es");
  await page.keyboard.type("The house is big.");
  await result(page).getByText("La casa es grande.").waitFor();
  const shown = result(page).locator(".text");
  assert.equal(await shown.getAttribute("lang"), "es");
  assert.equal(await shown.getAttribute("dir"), "auto");
  assert.match(await page.locator("form.translate footer").first().innerText(), /17 \/ 30,000/);
});

test("the last text counts, even if the answer to an earlier one comes later", async (t) => {
  const page = await open(t);
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  let isFirst = true;
  const finished = [];
  await page.route("**/ui/translate", async (route) => {
    if (isFirst) {
      isFirst = false;
      finished.push("asked");
      await held;
    }
    // What the page has given up cannot be gone on with.
    await route.continue().catch(() => {});
  });
  await page.locator("#from").selectOption("en");
  await page.locator("#to").selectOption("es");
  const asked = page.waitForRequest("**/ui/translate");
  await page.locator("#text").fill("The garden is near.");
  await asked;
  await page.locator("#text").fill("The house is big.");
  await result(page).getByText("La casa es grande.").waitFor();
  release();
  await page.unrouteAll({ behavior: "wait" });
  assert.equal(await result(page).locator(".text").innerText(), "La casa es grande.");
  assert.equal(await result(page).getAttribute("aria-busy"), null);
});

test("another language chosen translates anew", async (t) => {
  const page = await open(t);
  await translate(page, "The house is big.");
  await page.locator("#to").selectOption("ca");
  await result(page).locator(".text[lang=ca]").waitFor();
});

test("the language that is detected is shown", async (t) => {
  const page = await open(t);
  await translate(page, "The old house is near the river and the garden is big.", { from: "" });
  const option = page.locator("#from option:checked");
  await page.locator("#from option", { hasText: "English (detected)" }).waitFor({ state: "attached" });
  assert.equal(await option.innerText(), "English (detected)");
  await page.getByRole("button", { name: "Clear" }).click();
  await page.locator("#from option", { hasText: "Detect language" }).waitFor({ state: "attached" });
});

test("the languages change places, by the button and by the keys", async (t) => {
  const page = await open(t);
  await translate(page, "The house is big.");
  await page.keyboard.press("Control+Shift+S");
  await result(page).locator(".text[lang=en]").waitFor();
  assert.deepEqual(await chosen(page), ["es", "en"]);
  assert.equal(await page.locator("#text").inputValue(), "La casa es grande.");
  await page.getByRole("button", { name: "Swap the languages" }).click();
  await result(page).locator(".text[lang=es]").waitFor();
  assert.deepEqual(await chosen(page), ["en", "es"]);
});

test("a language that was detected changes places with the target", async (t) => {
  const page = await open(t);
  await translate(page, "The old house is near the river and the garden is big.", { from: "" });
  await page.keyboard.press("Control+Shift+S");
  await result(page).locator(".text:is([lang=en], [lang^=en-])").waitFor();
  assert.equal((await chosen(page))[0], "es");
});

test("clearing leaves an empty text, with the cursor in it", async (t) => {
  const page = await open(t);
  await translate(page, "The house is big.");
  await page.getByRole("button", { name: "Clear" }).click();
  await result(page).getByText("The translation appears here.").waitFor();
  assert.equal(await page.locator("#text").inputValue(), "");
  assert.ok(await page.locator("#text").evaluate((text) => text === document.activeElement));
  assert.match(await page.locator("form.translate footer").first().innerText(), /^0 \//);
});

test("Ctrl+Enter translates at once", async (t) => {
  const page = await open(t);
  await translate(page, "The house is big.");
  const asked = page.waitForRequest("**/ui/translate");
  await page.locator("#text").press("Control+Enter");
  await asked;
});

test("the translation is copied and saved", async (t) => {
  const page = await open(t, { permissions: ["clipboard-read", "clipboard-write"] });
  await translate(page, "The house is big.\nThe garden is near.");
  const shown = await result(page).locator(".text").textContent();
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), shown);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const download = await saved;
  assert.equal(download.suggestedFilename(), "es.txt");
  let text = "";
  for await (const chunk of await download.createReadStream()) text += chunk;
  assert.equal(text, shown);
});

test("lines and blanks stay as they were", async (t) => {
  const page = await open(t);
  await translate(page, "\n\nThe house is big.\n\n  The garden is near.  \n");
  const shown = await result(page).locator(".text").textContent();
  assert.equal(shown.replaceAll(/[^\n]+/g, "x"), "\n\nx\n\nx\n");
});

test("languages between which nothing translates are told in words, and the text stays", async (t) => {
  const page = await open(t);
  await page.locator("#from").selectOption("sv");
  await page.locator("#to").selectOption("uk");
  await page.locator("#text").fill("Huset är stort.");
  const problem = await page.getByRole("alert").innerText();
  assert.match(problem, /Swedish → Ukrainian/);
  assert.equal(await page.locator("#text").inputValue(), "Huset är stort.");
  await page.locator("#to").selectOption("da");
  await result(page).locator(".text[lang=da]").waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
});

test("a text whose language nobody can tell is told in words", async (t) => {
  const page = await open(t);
  await page.locator("#from").selectOption("");
  await page.locator("#to").selectOption("es");
  await page.locator("#text").fill("12345 67890");
  await result(page).locator(".problem, .text[lang]").waitFor();
});

test("the limit of a key is told in words when it is reached", async (t) => {
  const { key, key_id: id } = await both.dragoman.newKey();
  const page = await open(t, { key });
  await translate(page, "The house is big.");
  await both.dragoman.run("keys", "limit", id, "--characters", "20");
  await page.locator("#text").fill("The garden is near the old house.");
  assert.match(await page.getByRole("alert").innerText(), /used up/);
  assert.equal(await page.locator("#text").inputValue(), "The garden is near the old house.");
});

test("nobody types more than may be", async (t) => {
  const page = await open(t);
  const length = await page.locator("#text").getAttribute("maxlength");
  await page.locator("#from").selectOption("en");
  await page.locator("#text").evaluate((text) => {
    text.value = "house ".repeat(6_000);
    text.dispatchEvent(new Event("input", { bubbles: true }));
  });
  assert.match(await page.getByRole("alert").innerText(), /too long/);
  assert.equal(length, "30000");
});

test("script in a text is shown and not run", async (t) => {
  const page = await open(t);
  const text = "<script>window.ran = 1</script> <img src=x onerror='window.ran = 1'> \"quoted\" &amp; {{7*7}}";
  await translate(page, text);
  assert.match(await result(page).locator(".text").textContent(), /<img src=x onerror=/);
  assert.equal(await result(page).locator(".text script, .text img").count(), 0);
  await page.goto(`/?${new URLSearchParams({ text: `</textarea>${text}`, from: "en", to: "es" })}`);
  await result(page).locator(".text[lang]").waitFor();
  assert.equal(await page.locator("#text").inputValue(), `</textarea>${text}`);
  await page.goto(`/?${new URLSearchParams({ from: text, to: text, glossary: text })}`);
  assert.equal(await page.evaluate(() => window.ran), undefined);
});

test("an address brings a text and its languages", async (t) => {
  const page = await open(t, {}, `/?${new URLSearchParams({ text: "The house\nis big & green.", from: "en", to: "ca" })}`);
  await result(page).locator(".text[lang=ca]").waitFor();
  assert.deepEqual(await chosen(page), ["en", "ca"]);
  assert.equal(await page.locator("#text").inputValue(), "The house\nis big & green.");
});

test("a link on another site with a text is followed by who is signed in", async (t) => {
  const context = await member(t, both.browser, both.dragoman);
  const page = await context.newPage();
  // As a mail or a wiki has it.
  await page.route("http://wiki.example/", (route) => route.fulfill({
    contentType: "text/html",
    body: `<a href="${both.dragoman.address}/?text=The+house+is+big.&from=en&to=es">translate</a>`,
  }));
  await page.goto("http://wiki.example/");
  await page.getByRole("link", { name: "translate" }).click();
  await result(page).getByText("La casa es grande.").waitFor();
});

test("a text waits for a model that is being fetched", async (t) => {
  const page = await open(t);
  await page.clock.install();
  let asked = 0;
  await page.route("**/ui/translate", (route) => {
    asked += 1;
    // As the server says it while a model comes.
    const body = `<div class="problem" role="alert" data-again><p>The model is being fetched: ${asked}0 %.</p></div>`;
    return asked > 2 ? route.continue() : route.fulfill({ status: 400, contentType: "text/html", body });
  });
  await page.locator("#from").selectOption("en");
  await page.locator("#to").selectOption("es");
  await page.locator("#text").fill("The house is big.");
  for (const percent of ["10", "20"]) {
    await page.clock.runFor(400);
    await result(page).getByText(`fetched: ${percent} %`).waitFor();
    await page.clock.runFor(3000);
  }
  await result(page).getByText("La casa es grande.").waitFor();
  assert.equal(asked, 3);
});

test("when the server goes away the page says so and keeps the text", async (t) => {
  const dragoman = await Dragoman.start();
  t.after(() => dragoman.remove());
  const browser = await launch();
  t.after(() => browser.close());
  const page = await (await member(t, browser, dragoman)).newPage();
  await page.goto("/");
  await translate(page, "The house is big.");
  await dragoman.end();
  await page.locator("#text").pressSequentially(" The garden is near.");
  assert.match(await page.getByRole("alert").innerText(), /cannot be reached/);
  assert.equal(await page.locator("#text").inputValue(), "The house is big. The garden is near.");
  assert.equal(await result(page).getAttribute("aria-busy"), null);
});
