// What a file of tests begins with: a server and a browser, for all tests in it.
import { after, before } from "node:test";

import { launch } from "./browser.js";
import { Dragoman } from "./server.js";

/** Where run.mjs says which server all files share. */
export const SHARED = "DRAGOMAN_WEB_SHARED";

/** Both are there when the first test begins; the server has a key called "Tester" that no other file has. */
export function suite() {
  const both = {};
  let own;
  before(async () => {
    if (!process.env[SHARED]) own = await Dragoman.start();
    both.dragoman = own ?? Dragoman.read(process.env[SHARED]);
    // There are only so many sessions of a key at a time.
    both.dragoman.key = (await both.dragoman.newKey("--label", "Tester")).key;
    both.browser = await launch();
  });
  after(async () => {
    await both.browser?.close();
    await own?.remove();
  });
  return both;
}
