// Who gets in, as whom, and who does not.
import assert from "node:assert/strict";
import { test } from "node:test";

import { formToken, member, signIn, stranger } from "./support/browser.js";
import { plant } from "./support/server.js";
import { suite } from "./support/suite.js";

const both = suite();

/** Types a key and sends it. */
async function typeKey(page, key) {
  await page.getByLabel("Key", { exact: true }).fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
}

const alert = (page) => page.getByRole("alert");
const pagesInBar = (page) => page.getByRole("navigation", { name: "Pages" }).getByRole("link").allInnerTexts();

test("the address of the first start signs one person in once", async (t) => {
  const { browser, dragoman } = both;
  const page = await (await stranger(t, browser, dragoman)).newPage();
  await page.goto(dragoman.firstSignIn);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("/");
  await page.getByText("Operator").waitFor();

  const second = await (await stranger(t, browser, dragoman)).newPage();
  await second.goto(dragoman.firstSignIn);
  await second.getByRole("button", { name: "Sign in" }).click();
  assert.match(await alert(second).innerText(), /used already/);
  await second.goto("/");
  await second.getByLabel("Key", { exact: true }).waitFor();
});

test("looking at the address does not use the code up", async (t) => {
  const { browser, dragoman } = both;
  const address = await dragoman.newSignIn("--name", "Ada Núñez <b>");
  const context = await stranger(t, browser, dragoman);
  await context.request.get(address);
  await context.request.head(address);
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Ada Núñez <b>").waitFor();
});

test("a developer key translates and administers nothing", async (t) => {
  const { browser, dragoman } = both;
  const page = await (await stranger(t, browser, dragoman)).newPage();
  await page.goto("/");
  await typeKey(page, dragoman.key);
  await page.getByText("Tester").waitFor();
  const pages = await pagesInBar(page);
  assert.ok(pages.includes("Translate") && pages.includes("Improve"), String(pages));
  for (const administered of ["Administration", "Keys", "Models", "Health"]) assert.ok(!pages.includes(administered), administered);
});

test("an admin key translates nothing", async (t) => {
  const { browser, dragoman } = both;
  const page = await (await stranger(t, browser, dragoman)).newPage();
  await page.goto("/");
  await typeKey(page, `  ${dragoman.adminKey} `);
  await page.getByText("First admin key").waitFor();
  // What one may see, not the first page, which is for translators.
  assert.equal(new URL(page.url()).pathname, "/ui/usage");
  assert.ok(!(await pagesInBar(page)).includes("Improve"));
  await page.goto("/?text=The house is big.&from=en&to=es");
  assert.match(await alert(page).innerText(), /“translator”/);
});

test("a person has the roles that the sign-in address gives", async (t) => {
  const { browser, dragoman } = both;
  const page = await (await stranger(t, browser, dragoman)).newPage();
  await page.goto(await dragoman.newSignIn("--name", "Terminologist", "--role", "terminology"));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Terminologist").waitFor();
  assert.ok(!(await pagesInBar(page)).includes("Translate"));
});

test("a wrong key and a deactivated one are refused in words, and nobody is signed in", async (t) => {
  const { browser, dragoman } = both;
  const deactivated = await dragoman.newKey();
  await dragoman.run("keys", "deactivate", deactivated.key_id);
  await plant("guessed-0123456789");
  const page = await (await stranger(t, browser, dragoman)).newPage();
  for (const key of ["guessed-0123456789", deactivated.key]) {
    await page.goto("/ui/sign-in");
    const [answer] = await Promise.all([page.waitForResponse((answer) => answer.request().method() === "POST"), typeKey(page, key)]);
    assert.equal(answer.status(), 403);
    assert.match(await alert(page).innerText(), /No active key/);
    assert.ok(!(await page.content()).includes(key));
  }
  await page.goto("/ui/documents");
  assert.equal(new URL(page.url()).pathname, "/ui/sign-in");
});

test("who signs out is out, and so is whoever copied the cookie", async (t) => {
  const { browser, dragoman } = both;
  const context = await member(t, browser, dragoman);
  const cookies = await context.cookies();
  const page = await context.newPage();
  await page.goto("/");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Key", { exact: true }).waitFor();
  await page.goto("/ui/improve");
  await page.getByLabel("Key", { exact: true }).waitFor();

  const copy = await stranger(t, browser, dragoman);
  await copy.addCookies(cookies);
  assert.match((await copy.request.get("/ui/documents")).url(), /\/ui\/sign-in\?/);
});

test("a deactivated key ends the sessions under it, and the page that is open says so", async (t) => {
  const { browser, dragoman } = both;
  const { key_id: id, key } = await dragoman.newKey();
  const page = await (await member(t, browser, dragoman, { key })).newPage();
  await page.goto("/");
  await dragoman.run("keys", "deactivate", id);
  await page.locator("#to").selectOption("es");
  await page.locator("#text").fill("The house is big.");
  assert.match(await alert(page).innerText(), /not signed in any more/);
  assert.equal(await page.locator("#text").inputValue(), "The house is big.");
});

test("a made-up session is nobody's", async (t) => {
  const { browser, dragoman } = both;
  const context = await stranger(t, browser, dragoman);
  for (const value of ["0".repeat(64), "A".repeat(64), "' or 1=1 --", "", "x".repeat(3000)]) {
    await context.addCookies([{ name: "dragoman-browser", value, url: dragoman.address }]);
    assert.match((await context.request.get("/ui/documents")).url(), /\/ui\/sign-in\?/, value);
  }
});

test("signing in changes what the browser is known by", async (t) => {
  const { browser, dragoman } = both;
  const context = await stranger(t, browser, dragoman);
  await context.addCookies([{ name: "dragoman-browser", value: "1".repeat(64), url: dragoman.address }]);
  await signIn(context, dragoman.key);
  const [cookie] = await context.cookies();
  assert.notEqual(cookie.value, "1".repeat(64));
});

test("after signing in one comes to the page that one wanted", async (t) => {
  const { browser, dragoman } = both;
  const page = await (await stranger(t, browser, dragoman)).newPage();
  await page.goto("/ui/improve?text=a%26b");
  await typeKey(page, dragoman.key);
  await page.waitForURL("/ui/improve?text=a%26b");
  assert.equal(await page.locator("#text").inputValue(), "a&b");
});

test("and never to another server", async (t) => {
  const { browser, dragoman } = both;
  const context = await stranger(t, browser, dragoman);
  const foreign = [
    "//evil.example",
    "https://evil.example/",
    "/ui/..//evil.example",
    "/ui/../\\evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "\t//evil.example",
    "/%09/evil.example",
    "/ui/\r\nLocation: https://evil.example",
    "javascript:alert(1)",
    "data:text/html,evil",
    "evil.example",
    "@evil.example",
    ".evil.example",
  ];
  for (const next of foreign) {
    const form = await context.request.get(`/ui/sign-in?${new URLSearchParams({ next })}`);
    const hidden = /name="next" value="([^"]*)"/.exec(await form.text())[1];
    const sent = { key: dragoman.key, next, token: await formToken(context) };
    const answer = await context.request.post("/ui/sign-in", { form: sent, maxRedirects: 0 });
    assert.equal(answer.status(), 303, next);
    for (const led of [hidden, answer.headers().location]) {
      const url = new URL(led, dragoman.address);
      assert.equal(url.origin, dragoman.address, `${next} leads to ${led}`);
      assert.ok(!url.pathname.startsWith("//"), `${next} leads to ${led}`);
    }
  }
});
