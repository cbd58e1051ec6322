// Documents: on their way, translated, and fetched once.
import assert from "node:assert/strict";
import { mkdtemp, open as openFile, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

import { member } from "./support/browser.js";
import { sendDocument, textFile } from "./support/pages.js";
import { suite } from "./support/suite.js";
import { readZip } from "./support/zip.js";

const both = suite();
const LETTER = fileURLToPath(new URL("fixtures/letter.docx", import.meta.url));

/** The page of documents of somebody who is signed in, from English into Spanish. */
async function open(t) {
  const context = await member(t, both.browser, both.dragoman, { settings: { from: "en", to: "es" } });
  const page = await context.newPage();
  await page.goto("/ui/documents");
  return page;
}

const rows = (page, state) => page.locator(`.document[data-state=${state}]`);
const input = (page) => page.locator("input[type=file]");

/** Presses the button of a row and gives the file that comes. */
async function fetchDocument(page, row) {
  const saved = page.waitForEvent("download");
  await row.getByRole("button", { name: "Download" }).click();
  const download = await saved;
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

/** Drops files on the page, as from a folder. */
async function drop(page, files) {
  const data = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const { name, mimeType, content } of files) {
      const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type: mimeType }));
    }
    return transfer;
  }, files.map(({ name, mimeType, buffer }) => ({ name, mimeType, content: buffer.toString("base64") })));
  for (const event of ["dragenter", "dragover", "drop"]) await page.dispatchEvent(".drop", event, { dataTransfer: data });
}

test("a text file that is chosen is translated, and fetched once", async (t) => {
  const page = await open(t);
  await input(page).setInputFiles(textFile("letter.txt", "The house is big.\n\nThe garden is near.\n"));
  const row = rows(page, "done");
  await row.waitFor();
  assert.match(await row.innerText(), /letter\.txt\s+Spanish · \d+ characters/);
  const { name, content } = await fetchDocument(page, row);
  assert.equal(name, "letter.txt");
  assert.match(content.toString(), /^La casa es grande\.\n\nEl jardín .*\n$/);
  assert.ok(await row.getByRole("button", { name: "Download" }).isDisabled());
});

test("both languages are for documents that can have them, and others are translated as usual", async (t) => {
  const page = await open(t);
  await page.getByRole("checkbox", { name: "Both languages" }).check();
  const files = [
    { name: "house.html", mimeType: "text/html", buffer: Buffer.from("<p>The house is big.</p>") },
    textFile("house.txt", "The house is big."),
  ];
  await input(page).setInputFiles(files);
  await rows(page, "done").nth(1).waitFor();
  const row = (name) => rows(page, "done").filter({ hasText: name });
  const html = await fetchDocument(page, row("house.html"));
  assert.match(html.content.toString(), /^<p>The house is big\. <br><span [^>]*lang="es">La casa es grande\.<\/span><\/p>$/);
  const text = await fetchDocument(page, row("house.txt"));
  assert.equal(text.content.toString(), "La casa es grande.");
});

test("all translations come as one archive", async (t) => {
  const page = await open(t);
  const all = page.getByRole("button", { name: "Download all" });
  const text = (name, content) => sendDocument(page, textFile(name, content));
  await text("letter.txt", "The house is big.");
  assert.ok(await all.isHidden());
  await page.locator("input[type=file]").setInputFiles(textFile("letter.txt", "The garden is near."));
  await rows(page, "done").nth(1).waitFor();
  await text("Größe %.txt", "The river is near.");
  await rows(page, "done").nth(2).waitFor();
  const saved = page.waitForEvent("download");
  await all.click();
  const download = await saved;
  assert.equal(download.suggestedFilename(), "dragoman.zip");
  const files = readZip(await readFile(await download.path()));
  assert.deepEqual([...files.keys()].sort(), ["Größe %.txt", "letter (2).txt", "letter.txt"]);
  const contents = [...files.values()].map(String).sort();
  assert.deepEqual(contents.map((content) => content.slice(0, 6)), ["El jar", "El río", "La cas"]);
  // They are fetched, and so no more there.
  assert.equal(await page.locator(".document").count(), 0);
  assert.ok(await all.isHidden());
});

/** A page that says so. */
function pdf(text) {
  const contents = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    `<</Length ${contents.length}>>stream\n${contents}\nendstream`,
  ];
  let file = "%PDF-1.7\n";
  const places = objects.map((object, number) => {
    const place = file.length;
    file += `${number + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 6\n0000000000 65535 f \n${places.join("")}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

/**
 * Ends a comparison. By the keyboard: on a busy machine the browser may still give a click to the viewer of PDF that was
 * there before the page was scrolled to the button.
 */
async function removeComparison(page) {
  await page.locator(".comparison").getByRole("button", { name: "Remove" }).press("Enter");
  await page.locator(".comparison").waitFor({ state: "detached" });
}

test("a PDF stands beside its translation, which is saved", async (t) => {
  const page = await open(t);
  const row = await sendDocument(page, { name: "house.pdf", mimeType: "application/pdf", buffer: pdf("The house is big.") });
  const saved = page.waitForEvent("download");
  await row.getByRole("button", { name: "Download and compare" }).click();
  const download = await saved;
  assert.equal(download.suggestedFilename(), "house.pdf");
  assert.match((await readFile(await download.path())).toString("latin1"), /^%PDF-/);
  for (const side of ["Original", "Translation"]) {
    const view = page.locator(`.comparison iframe[title=${side}]`);
    assert.match(await view.getAttribute("src"), /^blob:/);
    assert.ok(await view.isVisible());
  }
  await removeComparison(page);
  assert.equal(await page.locator(".document").count(), 0);
});

test("what is removed does not come back with an answer that was on its way", async (t) => {
  const page = await open(t);
  const compared = await sendDocument(page, { name: "house.pdf", mimeType: "application/pdf", buffer: pdf("The house is big.") });
  let release, asked;
  const held = new Promise((resolve) => { release = resolve; });
  const old = new Promise((resolve) => { asked = resolve; });
  await page.route("**/ui/documents/status", async (route) => {
    const response = await route.fetch();
    asked();
    await held;
    await route.fulfill({ response });
  });
  await input(page).setInputFiles(textFile("garden.txt", "The garden is near."));
  await old;
  await compared.getByRole("button", { name: "Download and compare" }).click();
  await removeComparison(page);
  release();
  await rows(page, "done").filter({ hasText: "garden.txt" }).waitFor();
  assert.equal(await page.locator(".document").filter({ hasText: "house.pdf" }).count(), 0);
});

test("a PDF becomes a document of Word", async (t) => {
  const page = await open(t);
  await page.getByLabel("PDF as").selectOption("docx");
  await input(page).setInputFiles({ name: "house.PDF", mimeType: "application/pdf", buffer: pdf("The house is big.") });
  const row = rows(page, "done").filter({ hasText: "house.docx" });
  await row.waitFor();
  assert.ok(await page.getByRole("button", { name: "Download and compare" }).isHidden());
  const { name, content } = await fetchDocument(page, row);
  assert.equal(name, "house.docx");
  const files = readZip(content);
  assert.match(files.get("word/document.xml").toString(), /La casa es grande\./);
});

test("what this page has not sent is not compared, nor what browsers do not show", async (t) => {
  const page = await open(t);
  const compare = page.getByRole("button", { name: "Download and compare" });
  await sendDocument(page, { name: "house.pdf", mimeType: "application/pdf", buffer: pdf("The house is big.") });
  await compare.waitFor();
  await page.reload();
  await rows(page, "done").waitFor();
  assert.ok(await compare.isHidden());
  await sendDocument(page, textFile("letter.txt", "The garden is near."));
  assert.ok(await compare.isHidden());
});

test("Word documents that are dropped are translated with their form", async (t) => {
  const page = await open(t);
  const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  await drop(page, [
    { name: "letter.docx", mimeType: docx, buffer: await readFile(LETTER) },
    textFile("second.txt", "The garden is big."),
  ]);
  const row = rows(page, "done").filter({ hasText: "letter.docx" });
  await row.waitFor();
  const { name, content } = await fetchDocument(page, row);
  assert.equal(name, "letter.docx");
  const parts = readZip(content);
  const text = parts.get("word/document.xml").toString();
  assert.match(text.replaceAll(/<[^>]*>/g, ""), /La casa es grande\./);
  assert.match(text, /<w:b\/>/);
  assert.deepEqual(parts.get("word/media/image1.png"), readZip(await readFile(LETTER)).get("word/media/image1.png"));
  await rows(page, "done").filter({ hasText: "second.txt" }).waitFor();
});

test("what is on its way is shown with its progress", async (t) => {
  const page = await open(t);
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  await page.route("**/ui/documents", async (route) => {
    await held;
    await route.continue();
  });
  await input(page).setInputFiles(textFile("letter.txt", "The house is big."));
  await page.getByRole("progressbar", { name: "letter.txt" }).waitFor();
  assert.equal(await rows(page, "sending").count(), 1);
  release();
  await rows(page, "done").waitFor();
  assert.equal(await rows(page, "sending").count(), 0);
});

test("a format that is not translated is told, with those that are", async (t) => {
  const page = await open(t);
  await input(page).setInputFiles(textFile("letter.tex", "The house is big."));
  const problem = await rows(page, "refused").getByRole("alert").innerText();
  assert.match(problem, /not translated/);
  assert.match(problem, /docx/);
});

test("a file that is not what its name says is told", async (t) => {
  const page = await open(t);
  await input(page).setInputFiles(textFile("letter.docx", "The house is big."));
  await page.locator(".document:is([data-state=refused], [data-state=failed])").getByRole("alert").waitFor();
});

for (const length of [101_000_000, 2_000_000_000]) test(`a file of ${length} bytes is refused in words`, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "dragoman-web-"));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, "large.txt");
  const file = await openFile(path, "w");
  // Nothing is written: the file system keeps no zeros.
  await file.truncate(length);
  await file.close();
  const page = await open(t);
  await input(page).setInputFiles(path);
  assert.match(await rows(page, "refused").innerText(), /^large\.txt\s+The file is larger than \d+ MB/);
  // The page goes on.
  await sendDocument(page, textFile("small.txt", "The house is big."));
});

test("an empty file and one whose language nobody can tell are told or translated", async (t) => {
  const page = await open(t);
  await input(page).setInputFiles([textFile("empty.txt", ""), textFile("numbers.txt", "1 2 3")]);
  for (const name of ["empty.txt", "numbers.txt"]) {
    await page.locator(".document:is([data-state=refused], [data-state=failed], [data-state=done])").filter({ hasText: name }).waitFor();
  }
});

test("script and directions in the name of a file are shown and not run", async (t) => {
  const page = await open(t);
  const name = "<img src=x onerror='window.ran=1'>\u202egnp.\u05d0 %41 & b.txt";
  const row = await sendDocument(page, textFile(name, "The house is big."));
  assert.equal(await row.locator("b").textContent(), name);
  // What turns the direction of letters turns nothing beside the name.
  assert.equal(await row.locator("b bdi").textContent(), name);
  assert.equal(await row.locator("img, script").count(), 0);
  const { name: fetched, content } = await fetchDocument(page, row);
  assert.match(content.toString(), /^La casa/);
  assert.match(fetched, /\.txt$/);
  assert.ok(!/[\u202a-\u202e\u2066-\u2069/]/.test(fetched), fetched);
  await input(page).setInputFiles(textFile(`${name}.exe`, "The house is big."));
  assert.equal(await rows(page, "refused").locator("b bdi").textContent(), `${name}.exe`);
  assert.equal(await page.evaluate(() => window.ran), undefined);
});

test("the list is there after the page is loaded anew, and a document is gone when it was fetched", async (t) => {
  const page = await open(t);
  await sendDocument(page, textFile("one.txt", "The house is big."));
  await sendDocument(page, textFile("two.txt", "The garden is big."));
  await page.reload();
  await rows(page, "done").filter({ hasText: "one.txt" }).waitFor();
  await fetchDocument(page, rows(page, "done").filter({ hasText: "two.txt" }));
  await page.reload();
  await rows(page, "done").filter({ hasText: "one.txt" }).waitFor();
  assert.equal(await page.locator(".document").filter({ hasText: "two.txt" }).count(), 0);
  // Another tab is another list.
  const other = await page.context().newPage();
  await other.goto("/ui/documents");
  assert.equal(await other.locator(".document").count(), 0);
});

test("nobody fetches the document of somebody else", async (t) => {
  const page = await open(t);
  const row = await sendDocument(page, textFile("mine.txt", "The house is big."));
  const document = await row.getAttribute("data-document");
  const { key } = await both.dragoman.newKey("--account", "others", "--new-account");
  const theirs = await member(t, both.browser, both.dragoman, { key });
  const html = await (await theirs.request.get("/ui/documents")).text();
  const token = /name="token" value="([0-9a-f]+)"/.exec(html)[1];
  const answer = await theirs.request.post("/ui/documents/download", { form: { token, document } });
  assert.equal(answer.status(), 404);
  assert.match((await fetchDocument(page, row)).content.toString(), /^La casa/);
});
