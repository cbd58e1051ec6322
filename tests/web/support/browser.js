// The browser, and who sits in front of it.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

/** The distribution's own, under the names that it has. */
function program() {
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find((place) => existsSync(place));
  if (!found) throw new Error(`none of ${names.join(", ")} is on the path`);
  return found;
}

export function launch() {
  return chromium.launch({
    executablePath: program(),
    // As root Chromium only runs without its own sandbox.
    args: process.getuid() === 0 ? ["--no-sandbox"] : [],
  });
}

/** Faults that the pages of a context report, but for answers that say no. */
const faults = new WeakMap();

/** A browser with nothing in it. What its pages report as faults fails `close`. */
export async function newContext(browser, dragoman, options = {}) {
  const context = await browser.newContext({ baseURL: dragoman.address, locale: "en-GB", ...options });
  // Engines take long to start where others work, too.
  context.setDefaultTimeout(120_000);
  const found = [];
  faults.set(context, found);
  context.on("weberror", (error) => found.push(String(error.error())));
  context.on("console", (message) => {
    const isRefusal = /Failed to load resource/.test(message.text());
    if (message.type() === "error" && !isRefusal) found.push(message.text());
  });
  return context;
}

/** Closes a context whose pages had no faults. */
export async function close(context) {
  await context.close();
  assert.deepEqual(faults.get(context), []);
}

/** What the forms of this context carry. */
export async function formToken(context) {
  const page = await (await context.request.get("/ui/sign-in")).text();
  return /name="token" value="([0-9a-f]+)"/.exec(page)[1];
}

/** Signs in with a key, without a page. */
export async function signIn(context, key) {
  const form = { token: await formToken(context), key };
  const answer = await context.request.post("/ui/sign-in", { form, maxRedirects: 0 });
  assert.equal(answer.status(), 303);
}

/** A context of somebody who may see all pages, for one test. */
export async function operator(test, browser, dragoman, options = {}) {
  const { settings, ...rest } = options;
  const context = await newContext(browser, dragoman, rest);
  test.after(() => close(context));
  // There are only so many sessions of a person at a time.
  await signInAs(context, dragoman, test.name);
  if (settings) await choose(context, dragoman, settings);
  return context;
}

/** Has the pages look like this: locale, theme, from, to. */
export async function choose(context, dragoman, settings) {
  const value = new URLSearchParams(settings).toString();
  await context.addCookies([{ name: "dragoman-settings", value, url: dragoman.address }]);
}

/** Signs in somebody of this name who may do everything, without a page. */
export async function signInAs(context, dragoman, name) {
  const code = new URL(await dragoman.newSignIn("--name", name)).searchParams.get("code");
  const form = { token: await formToken(context), code };
  const answer = await context.request.post("/ui/sign-in", { form, maxRedirects: 0 });
  assert.equal(answer.status(), 303);
}

/** A context of somebody who is signed in, for one test. */
export async function member(test, browser, dragoman, options = {}) {
  const { key = dragoman.key, settings, ...rest } = options;
  const context = await newContext(browser, dragoman, rest);
  test.after(() => close(context));
  await signIn(context, key);
  if (settings) await choose(context, dragoman, settings);
  return context;
}

/** A context of somebody who has not signed in, for one test. */
export async function stranger(test, browser, dragoman, options = {}) {
  const context = await newContext(browser, dragoman, options);
  test.after(() => close(context));
  return context;
}
