"""Makes Markdown with all that CommonMark and GitHub know."""
from __future__ import annotations

from corpus_text import write
from words import Words


def markdown(words: Words, path: str, sections: int) -> None:
    """Each second one has the line ends of Windows, and no front matter."""
    front = ["---", f"title: {words.title()}", f"date: 2024-01-31\ntags: [{words.word()}, {words.word()}]", "---", ""]
    lines = front if sections % 2 else [words.title(), "=====", ""]
    for number in range(sections):
        lines += [*texts(words, number), *blocks(words, number), *kept(words, number)]
    text = "\n".join(lines)
    write(path, text if sections % 2 else text.replace("\n", "\r\n"))


def texts(words: Words, number: int) -> list[str]:
    return [
        f"## {words.title()} {{#s{number}}}", "", f"{words.sentence()} *{words.some()}* and **{words.some()}** with `{words.word()}()`\nand [{words.some()}](/{words.word()}?a=1 \"{words.some()}\").", "",
        f"{words.some()}  \n{words.some()}\\\n***{words.some()}*** **{words.some()} _{words.some()}_**, ``{words.word()} ` x`` <https://example.com/{number}> {words.some()} me@example.com", "",
        f"![{words.some()}]({words.word()}.png) {words.some()}[^n{number}] &amp; <b>{words.some()}</b> &copy; \\* 2 * 3 \\_", "", f"[![{words.some()}](badge.svg)](https://example.com) [{words.some()}][] {words.some()}", "",
        f"[^n{number}]: {words.sentence()}\n\n    {words.sentence()}", "", f"[{words.word()} {words.word()}][ref{number}] {words.some()}\n\n[ref{number}]: https://example.com/{number} \"{words.some()}\"", "",
        f"{words.title()}\n---", "",
    ]


def blocks(words: Words, number: int) -> list[str]:
    return [
        f"- {words.some()}\n  1. {words.some()}\n  2. {words.some()} ~~{words.some()}~~\n- [x] {words.some()}", "",
        f"7) {words.some()}\n\n   {words.some()}\n\n   > {words.sentence()}\n   > - {words.some()}\n\n8) {words.some()}", "", f"> {words.sentence()}\n> {words.some()} \\* {words.some()}\n>\n> > {words.some()}\n{words.some()}", "",
        f"| {words.some()} | {words.some()} |\n| --- | ---: |\n| {words.some()} | **{words.some()}** \\| {words.some()} |\n| `{words.word()}` | {number} |", "", f"* * *", "",
    ]


def kept(words: Words, number: int) -> list[str]:
    return [
        f"```python\n{words.word()} = \"{words.some()}\"\n```", "", f"    {words.some()}", "", f"~~~\n{words.some()}\n~~~", "", f"<div>\n{words.some()}\n</div>", "", f"<!-- {words.some()} -->", "",
    ]


MAKERS = {"md": ("md", markdown)}
