// What keeps the pages to those who use them: forms, cookies, headers, and who is no browser.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { describe, test } from "node:test";

import { choose, formToken, launch, member, operator, signIn, stranger } from "./support/browser.js";
import { PAGES } from "./support/pages.js";
import { Dragoman } from "./support/server.js";
import { suite } from "./support/suite.js";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const WORDS = { text: "The house is big.", from: "en", to: "es" };

/** A page of another site: its name is another one. */
async function foreignSite(t, html) {
  const site = createServer((_, answer) => answer.writeHead(200, { "content-type": "text/html" }).end(html));
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  t.after(() => site.close());
  return `http://localhost:${site.address().port}/`;
}

const isSignedIn = async (context) => new URL((await context.request.get("/ui/improve")).url()).pathname === "/ui/improve";

describe("pages for who signs in", () => {
  const both = suite();

  test("a form without its token, or with another browser's, does nothing", async (t) => {
    const { browser, dragoman } = both;
    const mine = await member(t, browser, dragoman);
    const theirs = await member(t, browser, dragoman);
    for (const token of [undefined, "", "0".repeat(64), await formToken(theirs)]) {
      const tokens = token === undefined ? {} : { token };
      for (const [address, fields] of [
        ["/ui/sign-out", {}],
        ["/ui/settings", { theme: "dark" }],
        ["/ui/translate", WORDS],
        ["/ui/improve", { text: "I recieve it." }],
        ["/ui/alternatives", WORDS],
        ["/ui/documents/status", { document: "a" }],
        ["/ui/documents/download", { document: "a" }],
        ["/ui/sign-in", { key: dragoman.adminKey }],
      ]) {
        const answer = await mine.request.post(address, { form: { ...fields, ...tokens }, maxRedirects: 0 });
        assert.equal(answer.status(), 403, address);
        assert.match(await answer.text(), /comes from another site/);
        assert.equal(answer.headers()["set-cookie"], undefined);
      }
      const file = { name: "letter.txt", mimeType: "text/plain", buffer: Buffer.from(WORDS.text) };
      const answer = await mine.request.post("/ui/documents", { multipart: { to: "es", ...tokens, file } });
      assert.equal(answer.status(), 403);
    }
    assert.ok(await isSignedIn(mine));
  });

  test("a form is taken as a form only", async (t) => {
    const { browser, dragoman } = both;
    const context = await member(t, browser, dragoman);
    const data = { token: await formToken(context), ...WORDS };
    const answer = await context.request.post("/ui/translate", { data });
    assert.equal(answer.status(), 403);
  });

  test("what another site has a browser send does nothing", async (t) => {
    const { browser, dragoman } = both;
    const context = await member(t, browser, dragoman);
    const token = await formToken(context);
    const { host } = new URL(dragoman.address);
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: `http://${host}.evil.example` },
      { origin: "http://localhost:1" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ]) {
      const answer = await context.request.post("/ui/sign-out", { form: { token }, headers, maxRedirects: 0 });
      assert.equal(answer.status(), 403, JSON.stringify(headers));
    }
    assert.ok(await isSignedIn(context));
    const headers = { origin: dragoman.address, "sec-fetch-site": "same-origin" };
    const answer = await context.request.post("/ui/sign-out", { form: { token }, headers, maxRedirects: 0 });
    assert.equal(answer.status(), 303);
  });

  test("a form on another site reaches nothing, even with the right token", async (t) => {
    const { browser, dragoman } = both;
    const context = await member(t, browser, dragoman);
    const token = await formToken(context);
    const site = await foreignSite(
      t,
      `<form method="post" action="${dragoman.address}/ui/sign-out"><input name="token" value="${token}"></form>
       <script>document.forms[0].submit()</script>`,
    );
    const page = await context.newPage();
    const answered = page.waitForResponse((answer) => answer.url().endsWith("/ui/sign-out"));
    await page.goto(site);
    assert.equal((await answered).status(), 403);
    assert.ok(await isSignedIn(context));
  });

  test("no page of another site has one of these in a frame", async (t) => {
    const { browser, dragoman } = both;
    // Its refusal is reported as a fault of the page around it, so not as one of ours.
    const context = await browser.newContext();
    t.after(() => context.close());
    const site = await foreignSite(t, `<iframe src="${dragoman.address}/ui/sign-in"></iframe>`);
    const page = await context.newPage();
    const refused = page.waitForEvent("console", (message) => /frame-ancestors|Refused to display|X-Frame-Options/i.test(message.text()));
    await page.goto(site);
    await refused;
    for (const frame of page.frames()) assert.equal(await frame.getByRole("button", { name: "Sign in" }).count(), 0);
  });

  test("no script reads the cookies, and no other site sends them", async (t) => {
    const { browser, dragoman } = both;
    const context = await member(t, browser, dragoman);
    const form = { token: await formToken(context), theme: "dark" };
    await context.request.post("/ui/settings", { form });
    const cookies = await context.cookies();
    assert.deepEqual(cookies.map((cookie) => cookie.name).sort(), ["dragoman-browser", "dragoman-settings"]);
    for (const { httpOnly, sameSite, path, secure, domain } of cookies) {
      assert.deepEqual({ httpOnly, sameSite, path, secure, domain }, { httpOnly: true, sameSite: "Strict", path: "/", secure: false, domain: "127.0.0.1" });
    }
    // The session is forgotten with the browser; the choices are kept.
    const lasting = (name) => cookies.find((cookie) => cookie.name === name).expires !== -1;
    assert.deepEqual([lasting("dragoman-browser"), lasting("dragoman-settings")], [false, true]);
    const page = await context.newPage();
    await page.goto("/");
    assert.equal(await page.evaluate(() => document.cookie), "");
  });

  test("behind TLS the cookies are sent over TLS only", async (t) => {
    const { browser, dragoman } = both;
    const context = await stranger(t, browser, dragoman);
    const answer = await context.request.get("/ui/sign-in", { headers: { "x-forwarded-proto": "https" } });
    assert.match(answer.headers()["set-cookie"], /; Secure/);
  });

  test("every page keeps itself to itself", async (t) => {
    const { browser, dragoman } = both;
    const context = await operator(t, browser, dragoman);
    const out = await stranger(t, browser, dragoman);
    for (const { address, status = 200, isForStrangers } of PAGES) {
      const answer = await (isForStrangers ? out : context).request.get(address, { headers: { accept: BROWSER } });
      assert.equal(answer.status(), status, address);
      const headers = answer.headers();
      const policy = headers["content-security-policy"];
      for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"]) {
        assert.ok(policy.includes(part), `${address}: ${part}`);
      }
      assert.ok(!/unsafe|\*/.test(policy), address);
      assert.equal(headers["x-frame-options"], "DENY", address);
      assert.equal(headers["x-content-type-options"], "nosniff", address);
      assert.equal(headers["referrer-policy"], "no-referrer", address);
      assert.equal(headers["cache-control"], "no-store", address);
      assert.equal(headers["content-type"], "text/html; charset=utf-8", address);
    }
  });

  test("no page asks another server for anything", async (t) => {
    const { browser, dragoman } = both;
    const context = await operator(t, browser, dragoman);
    const asked = [];
    context.on("request", (request) => asked.push(request.url()));
    const page = await context.newPage();
    for (const { address, fill } of PAGES.filter((page) => !page.isForStrangers)) {
      await page.goto(address);
      await fill?.(page);
    }
    const elsewhere = asked.filter((url) => !url.startsWith(`${dragoman.address}/`));
    assert.deepEqual(elsewhere, []);
  });

  test("the files of the pages are kept by the browser, and nothing else is there", async (t) => {
    const { browser, dragoman } = both;
    const context = await stranger(t, browser, dragoman);
    const html = await (await context.request.get("/ui/sign-in")).text();
    const files = html.match(/\/ui\/assets\/[^"]+/g);
    assert.ok(files.length >= 3);
    for (const file of files) {
      const answer = await context.request.get(file);
      assert.equal(answer.status(), 200, file);
      assert.match(answer.headers()["cache-control"], /immutable/);
      assert.equal(answer.headers()["x-content-type-options"], "nosniff");
      assert.equal(answer.headers()["content-encoding"], "gzip");
    }
    const folder = files[0].slice(0, files[0].lastIndexOf("/"));
    for (const name of ["nothing.js", "..%2f..%2fdragoman.toml", "%2e%2e/style.css", "style.css%00.js"]) {
      assert.notEqual((await context.request.get(`${folder}/${name}`)).status(), 200, name);
    }
  });

  test("programs are answered as ever, browsers get a page", async (t) => {
    const { browser, dragoman } = both;
    const context = await stranger(t, browser, dragoman);
    for (const accept of ["*/*", "application/json"]) {
      const answer = await context.request.get("/", { headers: { accept } });
      assert.equal(answer.status(), 403);
      assert.match(answer.headers()["content-type"], /^application\/json/);
    }
    const answer = await context.request.get("/", { headers: { accept: BROWSER } });
    assert.equal(answer.status(), 200);
    assert.match(answer.headers()["content-type"], /^text\/html/);
  });

  test("a session is no key: the interface for programs does not know it", async (t) => {
    const { browser, dragoman } = both;
    const context = await member(t, browser, dragoman);
    assert.equal((await context.request.get("/v2/usage")).status(), 403);
    const [{ value }] = await context.cookies();
    const headers = { authorization: `DeepL-Auth-Key ${value}` };
    assert.equal((await context.request.get("/v2/usage", { headers })).status(), 403);
  });

  test("a choice that is nothing is no choice", async (t) => {
    const { browser, dragoman } = both;
    const context = await member(t, browser, dragoman);
    await choose(context, dragoman, { theme: "\"><script>", locale: "xx", from: "../..", to: "<b>" });
    const page = await context.newPage();
    await page.goto("/ui/settings");
    assert.equal(await page.locator("html").getAttribute("data-theme"), "system");
    assert.equal(await page.locator("html").getAttribute("lang"), "en");
  });
});

test("without pages everything is as it was before there were any", async (t) => {
  const { browser, dragoman } = await started(t, { DRAGOMAN_WEB__ENABLED: "false" });
  const context = await stranger(t, browser, dragoman);
  assert.equal(dragoman.firstSignIn, undefined);
  const unknown = await context.request.get("/nothing", { headers: { accept: BROWSER } });
  for (const address of ["/", "/ui", "/ui/", "/ui/sign-in", "/ui/assets/0/style.css"]) {
    const answer = await context.request.get(address, { headers: { accept: BROWSER } });
    assert.equal(answer.status(), unknown.status(), address);
    assert.match(answer.headers()["content-type"], /^application\/json/);
    assert.equal(await answer.text(), await unknown.text());
    assert.equal(answer.headers()["set-cookie"], undefined);
  }
  await assert.rejects(dragoman.run("sign-in"), /switched off/);
});

test("open pages let everybody translate, and nothing else", async (t) => {
  const { browser, dragoman } = await started(t);
  const { key_id: id } = await dragoman.newKey("--label", "Everybody", "--scope", "translate:text");
  await dragoman.end();
  await dragoman.serve({ DRAGOMAN_WEB__OPEN: id });
  const page = await (await stranger(t, browser, dragoman)).newPage();
  await page.goto("/?text=The house is big.&from=en&to=es");
  await page.getByText("La casa es grande.").waitFor();
  await page.getByRole("link", { name: "Sign in" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Sign out" }).count(), 0);
  await page.goto("/ui/improve");
  await page.locator("#text").fill("We recieve teh letter near the river.");
  await page.getByRole("button", { name: "Improve" }).click();
  assert.match(await page.getByRole("alert").innerText(), /improve|scope/);
  // Who has a key can still be somebody.
  const context = page.context();
  await signIn(context, dragoman.key);
  await page.goto("/");
  await page.getByText("First key").waitFor();
});

/** A server with these options and a browser, for one test. */
async function started(t, options = {}) {
  const dragoman = await Dragoman.start(options);
  t.after(() => dragoman.remove());
  const browser = await launch();
  t.after(() => browser.close());
  return { browser, dragoman };
}
