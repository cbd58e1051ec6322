// Writes crates/web/languages/TAG.tsv: the name of every language in each language of the pages, in the order in which
// people look for them there. The names and the order are those of Unicode's CLDR, as this Node has them
// (Unicode License v3): "node scripts/web/language-names.mjs".
import { readFileSync, writeFileSync, readdirSync } from "node:fs";

const root = new URL("../../", import.meta.url);
const table = readFileSync(new URL("crates/language/src/table.rs", root), "utf8");
const tags = [...table.matchAll(/^ *entry\("([^"]+)", "/gm)].map((row) => row[1]);
if (tags.length === 0) throw new Error("no languages were found in the table");

const locales = readdirSync(new URL("crates/web/locales/", root));
for (const locale of locales) {
  const names = new Intl.DisplayNames(locale, { type: "language", languageDisplay: "standard" });
  const { compare } = new Intl.Collator(locale);
  const capital = (name) => name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
  const rows = tags
    .map((tag) => ({ tag, name: capital(names.of(tag)) }))
    .sort((one, other) => compare(one.name, other.name) || (one.tag < other.tag ? -1 : 1));
  const text = rows.map(({ tag, name }) => `${tag}\t${name}\n`).join("");
  writeFileSync(new URL(`crates/web/languages/${locale}.tsv`, root), text);
}
