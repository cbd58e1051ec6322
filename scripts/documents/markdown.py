"""Reads Markdown for the measurement by markdown-it: the tree that it makes, and the texts in it."""
from __future__ import annotations

import re

from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from model import Extract, Paragraph, Piece
from plain import decoded

EMPHASIS = ("em", "strong", "s")
FRONT = re.compile(r"^(title|description):\s*(\S.*)$")


def parser() -> MarkdownIt:
    return MarkdownIt("commonmark").enable(["table", "strikethrough"]).use(footnote_plugin).use(front_matter_plugin)


def markdown(path: str) -> Extract:
    """The tokens of the tree in their order are its structure, with addresses, code and HTML; the texts of blocks are its texts. Emphasis is formatting, as in
    documents of word processors: where its words have gone there is none."""
    found = Extract()
    number = 0
    for token in parser().parse(decoded(path)):
        number += 1
        if token.type == "front_matter":
            of_front_matter(found, token.content)
        elif token.type == "inline":
            of_block(found, number, token.children)
        else:
            found.structure[(number, f"{token.type} {token.tag} {token.info} {token.attrs} {token.content} {token.meta}")] += 1
    return found


def of_block(found: Extract, number: int, children: list) -> None:
    paragraph, look = Paragraph("text"), []
    for child in children:
        if child.type.removesuffix("_open") in EMPHASIS:
            look.append(child.type)
        elif child.type.removesuffix("_close") in EMPHASIS:
            look.pop()
        elif child.type == "text":
            parts = re.split(r"((?:https?://|www\.)\S+|\S+@\S+\.\w+|^\[[ xX]\](?= )|\{#\w+\}$)", child.content)
            rules = ("", "address, mark of a task or name of a heading")
            paragraph.pieces += [Piece(part, rules[at % 2], " ".join(sorted(look))) for at, part in enumerate(parts) if part]
        elif child.type in ("softbreak", "hardbreak"):
            paragraph.pieces.append(Piece(" "))
        elif child.type == "image":
            found.add("alternative texts", child.content)
            found.structure[(number, f"image {child.attrs.get('src')}")] += 1
        else:
            if child.type in ("code_inline", "html_inline"):
                paragraph.pieces.append(Piece(child.content, "code" if child.type == "code_inline" else "HTML"))
            attributes = {key: value for key, value in (child.attrs or {}).items() if key != "title"}
            found.structure[(number, f"{child.type} {attributes} {' '.join(child.content.split())}")] += 1
            if child.attrs and child.attrs.get("title"):
                found.add("titles of links", str(child.attrs["title"]))
    # A translation is wrapped anew.
    paragraph.pieces = [Piece(re.sub(r"\s+", " ", piece.text), piece.rule, piece.look) for piece in paragraph.pieces]
    if paragraph.text.strip():
        found.paragraphs.append(paragraph)


def of_front_matter(found: Extract, content: str) -> None:
    for line in content.split("\n"):
        said = FRONT.match(line)
        if said:
            found.add("front matter", said[2].strip("\"'"))
        found.structure[f"front matter {said[1] if said else line}"] += 1
