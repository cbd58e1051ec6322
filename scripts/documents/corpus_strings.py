"""Makes the files in which programs keep their texts, and further subtitles."""
from __future__ import annotations

import csv
import json
from xml.sax.saxutils import escape

from corpus_text import write
from words import Words


def quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def greeting(words: Words) -> str:
    return f"{words.some()} {{name}}, {words.some()} 100% {words.some()}"


def catalogue(words: Words, path: str, sections: int) -> None:
    """With finished, fuzzy and obsolete entries, contexts, plurals, flags, strings in several lines, and each second one in Latin-1 with the line ends of Windows."""
    is_old = sections % 2 == 0
    encoding, end = ("iso-8859-1", "\r\n") if is_old else ("utf-8", "\n")
    forms = '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"'
    entries = [f'# {words.sentence()}\nmsgid ""\nmsgstr ""\n"Language: de\\n"\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset={encoding.upper()}\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n{forms}\n']
    for number in range(sections):
        entries.append(f'#. {words.some()}\n#: src/a.c:{number}\n#, c-format\nmsgid "{words.sentence()} %s {words.some()} {number} 100%% %-5.2f"\nmsgstr ""\n')
        entries.append(f'#, python-format\nmsgid "{words.some()} %(name)s {words.some()} {number}"\nmsgstr ""\n')
        entries.append(f'#, python-brace-format\nmsgid "{words.some()} {{name}} {words.some()} {{0}} {number}"\nmsgstr ""\n')
        entries.append(f'msgctxt "menu {number}"\nmsgid ""\n"{words.sentence()} \\n"\n"{words.some()} \\"{words.some()}\\" \\\\ \\t{number}"\nmsgstr ""\n')
        entries.append(f'msgid "<b>{words.some()}</b> {words.some()} &amp; {number}"\nmsgstr ""\n')
        entries.append(f'msgid "{words.some()} {number}"\nmsgid_plural "%d {words.some()} {number}"\nmsgstr[0] ""\nmsgstr[1] ""\n')
        entries.append(f'msgid "{words.some()} finished {number}"\nmsgstr "{words.some().upper()}"\n')
        entries.append(f'#, fuzzy\n#| msgid "{words.some()}"\nmsgid "{words.some()} fuzzy {number}"\nmsgstr "{words.some().upper()}"\n')
    entries.append(f'#~ msgid "{words.some()}"\n#~ msgstr "{words.some()}"\n')
    text = "\n".join(entries)
    write(path, (text.encode(encoding, "ignore").decode(encoding) if is_old else text).replace("\n", end), encoding)


def properties(words: Words, path: str, sections: int) -> None:
    ascii_only = sections % 2 == 0
    lines = [f"# {words.sentence()}"]
    for number in range(sections):
        lines += [
            f"title.{number} = {words.title()}", f"text.{number}={words.sentence()} \\\n    {words.some()}", f"greeting.{number} : {{0}} {words.some()} isn''t {words.some()} {{1}}",
            f"path.{number}=/usr/share/{words.word()}/a.png", f"accent.{number} = {words.some()} caf\\u00e9 {words.some()}" if ascii_only else f"accent.{number} = {words.some()} café {words.some()}",
            f"! {words.some()}", f"key\\ with\\:signs.{number} {words.some()}\\n{words.some()}", "empty." + str(number) + " =",
        ]
    write(path, "\n".join([*lines, ""]))


def yaml(words: Words, path: str, sections: int) -> None:
    lines = ["# " + words.sentence(), "en:" if sections % 2 else "messages:"]
    for number in range(sections):
        lines += [
            f"  section_{number}:", f"    title: {words.title()}", f'    quoted: "{words.some()}: \\"{words.some()}\\" %{{count}}"', f"    single: '{words.some()} it''s # {words.some()}'",
            f"    literal: |\n      {words.sentence()}\n\n        {words.some()}", f"    folded: >-\n      {words.sentence()}\n      {words.sentence()}", f"    wrapped: {words.some()}\n      {words.some()}",
            f"    count:\n      one: \"%{{count}} {words.some()}\"\n      other: \"%{{count}} {words.some()}\"", f"    list:\n    - {words.some()} # {words.some()}\n    - [{words.some()}, {number}]",
            f"    size: {number}", "    shown: yes", f"    icon: images/{words.word()}.png", f"    anchor: &a{number} {words.some()}\n    alias: *a{number}",
        ]
    write(path, "\n".join([*lines, ""]))


def resources(words: Words, path: str, sections: int) -> None:
    parts = ['<?xml version="1.0" encoding="utf-8"?>\n<root>\n  <resheader name="resmimetype">\n    <value>text/microsoft-resx</value>\n  </resheader>']
    for number in range(sections):
        parts.append(f'  <data name="Title{number}" xml:space="preserve">\n    <value>{words.title()} {{0:N2}} &amp; {words.some()}</value>\n    <comment>{words.some()}</comment>\n  </data>')
        parts.append(f'  <data name="Text{number}" xml:space="preserve">\n    <value>{words.sentence()}\n{words.sentence()}</value>\n  </data>')
        parts.append(f'  <data name="Size{number}" type="System.Drawing.Size, System.Drawing"><value>{number}, 3</value></data>')
        parts.append(f'  <data name="&gt;&gt;label{number}.Name" xml:space="preserve"><value>label number {number}</value></data>')
    write(path, "\n".join([*parts, "</root>", ""]))


def android(words: Words, path: str, sections: int) -> None:
    parts = ['<?xml version="1.0" encoding="utf-8"?>\n<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">']
    for number in range(sections):
        parts.append(f'    <!-- {words.some()} -->\n    <string name="title_{number}">{words.title()} isn\\\'t %1$s {words.some()}</string>')
        parts.append(f'    <string name="quoted_{number}">"{words.some()}  {words.some()}\\n{words.some()}"</string>')
        parts.append(f'    <string name="marked_{number}">{words.some()} <b>{words.some()}</b> <xliff:g id="n" example="5">%d items</xliff:g> {words.some()} &amp; {words.some()}</string>')
        parts.append(f'    <plurals name="count_{number}">\n        <item quantity="one">%d {words.some()}</item>\n        <item quantity="other">%d {words.some()}</item>\n    </plurals>')
        parts.append(f'    <string-array name="list_{number}">\n        <item>{words.some()}</item>\n        <item>{words.some()}</item>\n    </string-array>')
        parts.append(f'    <string name="kept_{number}" translatable="false">{words.some()}</string>\n    <color name="c{number}">#ff8800</color>')
    write(path, "\n".join([*parts, "</resources>", ""]))


def apple(words: Words, path: str, sections: int) -> None:
    lines = []
    for number in range(sections):
        lines += [
            f"/* {words.sentence()} */", f'"title {number}" = "{words.title()}";', f"// {words.some()}", f'"{words.some()} {number}" = "{words.some()} %@ \\"{words.some()}\\"\\n{words.some()} %1$ld";',
            f'key.{number} = "{words.sentence()} \\U00e9";', "",
        ]
    write(path, "\n".join(lines), "utf-16" if sections % 2 else "utf-8")


def apple_catalogue(words: Words, path: str, sections: int) -> None:
    unit = lambda text, state="translated": {"stringUnit": {"state": state, "value": text}}
    strings: dict[str, object] = {}
    for number in range(sections):
        strings[f"{words.some()} %@ {number}"] = {}
        strings[f"key.{number}"] = {"comment": words.some(), "localizations": {"en": unit(words.sentence()), "fr": unit(words.some())}}
        strings[f"count.{number}"] = {"localizations": {"en": {"variations": {"plural": {"one": unit(f"%lld {words.some()}"), "other": unit(f"%lld {words.some()}")}}}}}
        strings[f"kept.{number}"] = {"shouldTranslate": False, "localizations": {"en": unit(words.some())}}
    made = {"sourceLanguage": "en", "strings": dict(sorted(strings.items())), "version": "1.0"}
    write(path, json.dumps(made, ensure_ascii=False, indent=2, separators=(",", " : ")))


def flutter(words: Words, path: str, sections: int) -> None:
    made: dict[str, object] = {"@@locale": "en"}
    for number in range(sections):
        made[f"title{number}"] = words.title()
        made[f"@title{number}"] = {"description": words.sentence(), "placeholders": {"name": {"type": "String"}}}
        made[f"greeting{number}"] = greeting(words)
        made[f"count{number}"] = f"{{count, plural, =0 {{{words.some()}}} one {{{{count}} {words.some()}}} other {{{{count}} {words.some()}}}}}"
    write(path, json.dumps(made, ensure_ascii=False, indent=2) + "\n")


def separated(words: Words, path: str, sections: int) -> None:
    """Separated by commas, semicolons or, as its name says, tabs."""
    delimiter = "\t" if path.endswith(".tsv") else ",;"[sections % 2]
    with open(path, "w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, delimiter=delimiter)
        out.writerow(["product_id", "title", "description", "price", "released"])
        for number in range(sections * 3):
            out.writerow([f"SKU-{number:04}", words.title(), f'{words.sentence()} "{words.some()}", {words.some()}\n{words.sentence()}', f"{number}.50", "2024-01-31"])


def clock(milliseconds: int, hours: int, digits: int) -> str:
    """A time with so many digits of hours, and so many behind the point."""
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds // 3600:0{hours}}:{seconds // 60 % 60:02}:{seconds % 60:02}." + f"{rest:03}"[:digits]


def subtitles_of_pages(words: Words, path: str, sections: int) -> None:
    blocks, at = [f"WEBVTT - {words.some()}", f"NOTE\n{words.some()}", "STYLE\n::cue { color: red }"], 0
    for number in range(sections * 4):
        start, at = at, at + 2500
        texts = [f"<v Ann>{words.some(4, 6).capitalize()} &amp; {words.some()}.", f"<i>{words.some(4, 6).capitalize()}!</i>", f"<v Ann>{words.some(2, 4).capitalize()}.\n<v Bob>{words.some(2, 4).capitalize()}?",
                 words.some(4, 6).capitalize() + "\n<c.loud>" + words.some(4, 6) + "</c>."]
        blocks.append(f"cue {number}\n{clock(start, 2, 3)} --> {clock(at - 100, 2, 3)} align:start\n{texts[number % 4]}")
    write(path, "\n\n".join(blocks) + "\n")


def events(words: Words, path: str, sections: int) -> None:
    lines = ["[Script Info]", f"Title: {words.title()}", "ScriptType: v4.00+", "", "[V4+ Styles]", "Format: Name, Fontname, Fontsize", "Style: Default,Arial,20", "", "[Events]",
             "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text"]
    at = 0
    for number in range(sections * 5):
        start, at = at, at + 2500
        texts = [f"{words.some(4, 6).capitalize()},\\N{words.some()}.", f"{{\\i1}}{words.some(4, 6).capitalize()}{{\\i0}} {words.some()}!", f"{{\\an8\\pos(10,20)}}{words.some(2, 4).capitalize()}",
                 f"{{\\k20}}{words.word()} {{\\k30}}{words.word()}", f"{words.some()} {{\\b1}}{words.some()}{{\\b0}}\\h{words.some()}."]
        lines.append(f"{'Comment' if number % 7 == 6 else 'Dialogue'}: 0,{clock(start, 1, 2)},{clock(at - 100, 1, 2)},Default,{words.word()},0,0,0,,{texts[number % 5]}")
    write(path, "\n".join([*lines, ""]))


MAKERS = {
    "po": ("po", catalogue), "properties": ("properties", properties), "yaml": ("yaml", yaml), "resx": ("resx", resources), "android": ("xml", android), "strings": ("strings", apple),
    "xcstrings": ("xcstrings", apple_catalogue), "arb": ("arb", flutter), "csv": ("csv", separated), "tsv": ("tsv", separated), "vtt": ("vtt", subtitles_of_pages),
    "ass": ("ass", events),
}
