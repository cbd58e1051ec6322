// Every page for everybody: checked by axe-core in every appearance, at two widths and in both directions.
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import axe from "axe-core";

import { choose, operator, stranger } from "./support/browser.js";
import { PAGES } from "./support/pages.js";
import { suite } from "./support/suite.js";

const both = suite();

const NARROW = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 800 };
/** The theme that is chosen, and what the system has. */
const APPEARANCES = [["light", "light"], ["dark", "dark"], ["contrast", "light"], ["contrast", "dark"]];

/** What a window of 1280 pixels is at 200 per cent. */
const ZOOMED = { width: 640, height: 400 };
/** And at 400 per cent. */
const MOST_ZOOMED = { width: 320, height: 256 };

/** What is wrong with a page, a line each. */
async function violations(page) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html, any }) => `${id}: ${help}: ${html.slice(0, 160)} ${any[0]?.message ?? ""}`));
}

/** What makes the page wider than the window. */
const widest = (page) => page.evaluate(() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.querySelectorAll("body *")]
    .filter((element) => { const { left, right } = element.getBoundingClientRect(); return right > width + 1 || left < -1; })
    .map((element) => element.outerHTML.slice(0, 120));
});

/** All pages, filled, as they are with these choices. */
async function* visited(t, settings, options = {}) {
  const inside = await operator(t, both.browser, both.dragoman, { settings, ...options });
  const outside = await stranger(t, both.browser, both.dragoman, options);
  await choose(outside, both.dragoman, settings);
  for (const { name, address, isForStrangers, fill } of PAGES) {
    const page = await (isForStrangers ? outside : inside).newPage();
    await page.goto(address);
    await fill?.(page);
    // Nothing is judged half-way through a change of its looks.
    await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
    yield { name, page };
    await page.close();
  }
}

for (const locale of ["en", "ar"]) {
  test(`axe-core finds nothing in any appearance: ${locale}`, async (t) => {
    for await (const { name, page } of visited(t, { locale }, { viewport: WIDE, reducedMotion: "reduce" })) {
      for (const [theme, colorScheme] of APPEARANCES) {
        // As the page is sent with this choice; settings.test.js sees to that.
        await page.evaluate((theme) => { document.documentElement.dataset.theme = theme; }, theme);
        await page.emulateMedia({ colorScheme });
        for (const size of [WIDE, NARROW]) {
          await page.setViewportSize(size);
          assert.deepEqual(await violations(page), [], `${name}, ${theme} on a ${colorScheme} system, ${size.width} wide`);
        }
      }
      await page.emulateMedia({ forcedColors: "active" });
      assert.deepEqual(await violations(page), [], `${name} in the system's own colours`);
    }
  });

  test(`no page is wider than the window, not even enlarged: ${locale}`, async (t) => {
    for await (const { name, page } of visited(t, { locale })) {
      for (const size of [NARROW, ZOOMED, MOST_ZOOMED]) {
        await page.setViewportSize(size);
        assert.deepEqual(await widest(page), [], `${name} at ${size.width}`);
        // What one came for is there.
        await page.locator("main").waitFor();
      }
    }
  });
}

const PICTURES = process.env.DRAGOMAN_WEB_PICTURES;
test("pictures of every page", { skip: PICTURES ? false : "DRAGOMAN_WEB_PICTURES names no folder" }, async (t) => {
  await mkdir(PICTURES, { recursive: true });
  for (const locale of ["de", "ja", "ar"]) {
    for (const theme of ["light", "dark"]) {
      for await (const { name, page } of visited(t, { locale, theme })) {
        for (const width of [390, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          await page.screenshot({ path: join(PICTURES, `${name}-${locale}-${theme}-${width}.png`), fullPage: true });
        }
      }
    }
  }
});
