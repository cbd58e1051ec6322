// What the pages weigh on the wire, and what they add to the time that a translation takes. It prints both, and fails if
// the pages weigh more than they may.
import { launch, newContext, signInAs } from "./support/browser.js";
import { PAGES, translate } from "./support/pages.js";
import { Dragoman } from "./support/server.js";

const KILOBYTE = 1000;
/** The first page with all that it asks for, and all files of all pages, in bytes. */
const MOST_OF_FIRST_PAGE = 50 * KILOBYTE;
const MOST_OF_ALL_FILES = 150 * KILOBYTE;

/** What the page may add to the time of a translation, in milliseconds; a goal, as machines differ. */
const GOAL = 60;
const TEXTS = 50;

const TEXT = (number) => `The house number ${number} is big and the garden is near the river.`;
const median = (times) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)];

const dragoman = await Dragoman.start();
const browser = await launch();
try {
  await weigh();
  await time();
} finally {
  await browser.close();
  await dragoman.remove();
}

/** Prints what comes over the wire, head and body of each answer. */
async function weigh() {
  const inside = await visitor();
  const first = await bytesOf(inside, "/");
  const all = new Map();
  for (const { address, isForStrangers, fill } of PAGES) {
    // Each with nothing in its cache, so that all that a page asks for comes over the wire.
    const context = isForStrangers ? await newContext(browser, dragoman) : await visitor();
    for (const [path, bytes] of await bytesOf(context, address, fill)) all.set(path, bytes);
    await context.close();
  }
  await inside.close();
  const files = new Map([...all].filter(([path]) => path.startsWith("/ui/assets/")));
  report("the first page with its files", first, MOST_OF_FIRST_PAGE);
  report("all files of all pages", files, MOST_OF_ALL_FILES);
}

/** Somebody who has signed in and never looked at a page. */
async function visitor() {
  const context = await newContext(browser, dragoman);
  await signInAs(context, dragoman, "Visitor");
  return context;
}

/** The bytes of each answer by its path, while this page is opened and filled. */
async function bytesOf(context, address, fill) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  const paths = new Map();
  const sizes = new Map();
  devtools.on("Network.responseReceived", ({ requestId, response }) => {
    const { protocol, pathname } = new URL(response.url);
    // The browser's own pictures are data.
    if (protocol === "http:") paths.set(requestId, pathname);
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId);
    // What is asked for again comes from the browser's cache.
    if (path) sizes.set(path, Math.max(encodedDataLength, sizes.get(path) ?? 0));
  });
  await page.goto(address, { waitUntil: "networkidle" });
  await fill?.(page);
  await page.close();
  const unmeasured = [...sizes].filter(([, size]) => size === 0).map(([path]) => path);
  if (unmeasured.length > 0) throw new Error(`not over the wire: ${unmeasured}`);
  return sizes;
}

function report(what, sizes, most) {
  const sum = [...sizes.values()].reduce((all, size) => all + size, 0);
  for (const [path, size] of sizes) console.log(`  ${String(size).padStart(7)} bytes  ${path}`);
  console.log(`${what}: ${sum} bytes of ${most}`);
  if (sum > most) {
    console.error(`${what}: more than ${most} bytes`);
    process.exitCode = 1;
  }
}

/** Prints the median times of the same texts over the page and over the interface, taken in turn. */
async function time() {
  const context = await visitor();
  const page = await context.newPage();
  await page.goto("/");
  // The engine starts for the first text.
  await translate(page, TEXT(0));
  const shown = [];
  const asked = [];
  for (let number = 1; number <= TEXTS; number += 1) {
    // Whichever comes second may find something warm.
    if (number % 2 === 0) asked.push(await overInterface(TEXT(number)));
    shown.push(await onPage(page, TEXT(number)));
    if (number % 2 === 1) asked.push(await overInterface(TEXT(number)));
  }
  await context.close();
  const [onThePage, overIt] = [median(shown), median(asked)];
  const milliseconds = (time) => `${time.toFixed(1)} ms`;
  console.log(`median of ${TEXTS} texts from the end of the pause in typing to the shown answer: ${milliseconds(onThePage)}`);
  console.log(`median of the same texts over the interface: ${milliseconds(overIt)}`);
  console.log(`the page adds ${milliseconds(onThePage - overIt)} (goal: at most ${GOAL} ms)`);
}

async function onPage(page, text) {
  await page.evaluate(() => performance.clearMeasures("translation"));
  await page.locator("#text").fill(text);
  const measured = await page.waitForFunction(() => performance.getEntriesByName("translation")[0]?.duration);
  return measured.jsonValue();
}

async function overInterface(text) {
  const began = performance.now();
  const answer = await fetch(`${dragoman.address}/v2/translate`, {
    method: "POST",
    headers: { authorization: `DeepL-Auth-Key ${dragoman.key}`, "content-type": "application/json" },
    body: JSON.stringify({ text: [text], source_lang: "EN", target_lang: "ES" }),
  });
  if (!answer.ok) throw new Error(`the interface answers ${answer.status}`);
  await answer.json();
  return performance.now() - began;
}
