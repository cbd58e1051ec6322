// What those see and do who administer an account or run the server.
import assert from "node:assert/strict";
import { test } from "node:test";

import { member, stranger } from "./support/browser.js";
import { plant } from "./support/server.js";
import { suite } from "./support/suite.js";

const both = suite();

/** Somebody who has signed in by name, with these roles. */
async function person(t, name, ...roles) {
  const { browser, dragoman } = both;
  const address = await dragoman.newSignIn("--name", name, ...roles.flatMap((role) => ["--role", role]));
  const page = await (await stranger(t, browser, dragoman)).newPage();
  await page.goto(address);
  await page.getByRole("button", { name: "Sign in" }).click();
  // Translators come to the first page, others to what they may see.
  await page.waitForURL(roles.includes("translator") ? "/" : "/ui/usage");
  return page;
}

test("a key is made, shown once, renamed, limited and ended", async (t) => {
  const { browser, dragoman } = both;
  const page = await (await member(t, browser, dragoman, { key: dragoman.adminKey })).newPage();
  await page.goto("/ui/administration");
  await page.waitForURL("/ui/keys");
  await page.getByLabel("Label").fill("Website <b>");
  await page.getByLabel("Translate texts").check();
  await page.getByRole("button", { name: "Make the key" }).click();
  const secret = await page.locator("#secret").innerText();
  await plant(secret);
  assert.equal(new URL(page.url()).search, "");

  await page.getByRole("link", { name: "All keys" }).click();
  assert.ok(!(await page.content()).includes(secret));
  await page.getByRole("link", { name: "Website <b>" }).click();
  await page.getByText("translate:text").waitFor();
  await page.getByLabel("Label").fill("Shop");
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("heading", { name: "Shop" }).waitFor();
  await page.getByLabel("Limit").fill("1000");
  await page.getByRole("button", { name: "Set the limit" }).click();
  await page.getByText("1,000").waitFor();
  await page.getByRole("link", { name: "End the key" }).click();
  await page.getByRole("heading", { name: "End the key “Shop”?" }).waitFor();
  await page.getByRole("button", { name: "End the key" }).click();
  await page.getByText(/^ended/).waitFor();
});

test("the access of a person is ended at once", async (t) => {
  const { browser, dragoman } = both;
  const theirs = await person(t, "Greta", "translator");
  const page = await (await member(t, browser, dragoman, { key: dragoman.adminKey })).newPage();
  await page.goto("/ui/keys");
  await page.getByRole("link", { name: "Greta" }).click();
  await page.getByRole("link", { name: "End the access" }).click();
  await page.getByRole("button", { name: "End the access" }).click();
  await page.getByText(/^ended/).waitFor();
  await theirs.goto("/ui/usage");
  await theirs.waitForURL(/\/ui\/sign-in/);
});

test("usage is told apart for administrators only", async (t) => {
  const { browser, dragoman } = both;
  const translator = await (await member(t, browser, dragoman)).newPage();
  await translator.goto("/ui/usage");
  await translator.getByRole("heading", { name: "You in this period" }).waitFor();
  assert.equal(await translator.getByRole("heading", { name: "Characters by day" }).count(), 0);
  assert.equal((await translator.request.get("/ui/usage/days.csv")).status(), 403);

  const administrator = await (await member(t, browser, dragoman, { key: dragoman.adminKey })).newPage();
  await administrator.goto("/ui/usage");
  await administrator.getByRole("heading", { name: "Characters by day" }).waitFor();
  const file = await administrator.request.get("/ui/usage/days.csv");
  assert.match(await file.text(), /^day,total_characters,/);
  await administrator.goto("/ui/usage?from=2026-02-30");
  await administrator.getByRole("alert").waitFor();
});

test("whoever runs the server sees models and health, and nobody else", async (t) => {
  const { browser, dragoman } = both;
  const operator = await person(t, "Olga", "operator");
  await operator.goto("/ui/administration");
  await operator.waitForURL("/ui/models");
  await operator.getByRole("heading", { name: "Installed models" }).waitFor();
  // The servers of these tests do without the network.
  assert.equal((await operator.goto("/ui/models/available")).status(), 503);
  await operator.getByText("The catalogue of models cannot be read").waitFor();
  await operator.goto("/ui/health");
  await operator.getByRole("button", { name: "Check now" }).click();
  await operator.getByRole("heading", { name: /^Checked on/ }).waitFor({ timeout: 240_000 });
  await operator.getByText("The language detector works.").waitFor();

  const administrator = await (await member(t, browser, dragoman, { key: dragoman.adminKey })).newPage();
  for (const address of ["/ui/models", "/ui/models/available", "/ui/health"]) {
    assert.equal((await administrator.goto(address)).status(), 403, address);
  }
});
