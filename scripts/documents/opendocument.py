"""Reads OpenDocument for the measurement, without Dragoman's code.

What is to stay is decided here anew: deleted and hidden text, fields and results that programs compute, prompts of layouts.
"""
from __future__ import annotations

import re
import zipfile

from lxml import etree

from directions import LEFT_TO_RIGHT, RIGHT_TO_LEFT
from markup import local
from model import Extract, Paragraph, Piece, small

URN = "urn:oasis:names:tc:opendocument:xmlns:"
SPACES = {"s": " ", "tab": " ", "line-break": " "}  # what stands for white space
# What programs compute, by its element. Names, titles and references are not.
COMPUTED = re.compile(
    r"page-number|page-count|page-continuation|date|time|author-(name|initials)|file-name|sheet-name|note-citation|sequence|creat(or|ion-\w+)|modification-\w+|"
    r"initial-creator|editing-\w+|print-(date|time)|printed-by|chapter-number|number|\w+-count|user-(field-get|field-input|defined)|sender-[\w-]+|variable-(set|get|input)|database-[\w-]+|"
    r"description|expression|conditional-text|hidden-(text|paragraph)|measure|template-name|bibliography-mark|dde-connection|table-formula|script|execute-macro")
PROMPTS = ("title", "outline", "subtitle", "text", "notes")  # what places of a master are for
REGIONS = {
    "header": "headers and footers", "header-left": "headers and footers", "header-first": "headers and footers", "footer": "headers and footers", "footer-left": "headers and footers",
    "footer-first": "headers and footers", "note": "notes", "annotation": "comments", "table-cell": "cells", "text-box": "text boxes", "notes": "notes", "page": "slides", "chart": "charts",
}
# Elements of which a translation may have others: spans and what gives formatting.
UNSEEN = re.compile(r"span|s|language|soft-page-break|[\w-]+-properties")
# Attributes that are texts, languages, directions, or copies of texts.
TEXTS = {"string-value", "label", "num-prefix", "num-suffix", "display-text"}
TEXTS_OF = {("help-message", "title"), ("error-message", "title"), ("label", "value")}  # of these elements
UNSEEN_ATTRIBUTES = re.compile(r"(?:string-value|rsid|language|country|script|writing-mode|text-align|rfc-language-tag).*")


def named(prefix: str, name: str) -> str:
    return f"{{{URN}{prefix}:1.0}}{name}"


STYLE_NAME, TEXT_STYLE = named("style", "name"), named("text", "style-name")


def extract(path: str) -> Extract:
    found = Extract()
    with zipfile.ZipFile(path) as archive:
        roots = {name: etree.fromstring(archive.read(name)) for name in archive.namelist() if re.fullmatch(r"(?:.*/)?(?:content|styles|meta)\.xml", name)}
    charts = {name.rpartition("/")[0] for name, root in roots.items() if next(root.iter(named("chart", "chart")), None) is not None}
    for name, root in roots.items():
        if name.rpartition("/")[0] in {"", *charts}:
            Part(found, name, root, roots).read()
    return found


class Styles:
    """What styles of a part and those that all parts share say of text."""

    HIDES = re.compile(r'(?:text|table):display="(?:none|false)"')

    def __init__(self, roots: list[etree._Element]):
        self.looks: dict[str, str] = {}
        self.hidden: set[str] = set()
        self.modes: dict[str | None, tuple[str, str]] = {}  # the writing mode that a style of paragraphs gives, and the style that it is based on
        for root in roots:
            for style in root.iter(named("style", "style"), named("style", "default-style")):
                self.add(style)
        self.pages = {layout.get(named("style", "writing-mode"), "") for root in roots for layout in root.iter(named("style", "page-layout-properties"))}

    def add(self, style: etree._Element) -> None:
        name, source = style.get(STYLE_NAME), etree.tostring(style, encoding="unicode", with_tail=False)
        self.looks[name] = looks_of(style)
        if self.HIDES.search(source):
            self.hidden.add(name)
        if style.get(named("style", "family")) == "paragraph":
            mode = re.search(r'style:writing-mode="([\w-]+)"', source)
            self.modes[name] = (mode[1] if mode else "", style.get(named("style", "parent-style-name")))

    def direction(self, name: str | None) -> str:
        """The direction of paragraphs of a style."""
        mode = ""
        for _ in range(50):
            mode, above = self.modes.get(name, ("", None))
            if mode or name is None:
                break
            name = above
        turned = mode.startswith("rl") if mode and mode != "page" else any(page.startswith("rl") for page in self.pages)
        return RIGHT_TO_LEFT if turned else LEFT_TO_RIGHT


class Part:
    """One file of a document."""

    def __init__(self, found: Extract, name: str, root: etree._Element, roots: dict[str, etree._Element]):
        self.found, self.name, self.root = found, name, root
        self.is_text = next(root.iter(named("office", "text")), None) is not None
        folder = name.rpartition("/")[0]
        shared = roots.get(f"{folder}/styles.xml" if folder else "styles.xml")
        self.styles = Styles([part for part in (shared, root) if part is not None])

    def read(self) -> None:
        number = 0
        for element in self.root.iter():
            kind = local(element)
            if kind and not UNSEEN.fullmatch(kind):
                number += 1
                self.found.structure[(number, f"{self.name} {kind} {attributes(element)}")] += 1
            if kind in ("p", "h"):
                self.paragraph(element)
            elif self.name == "meta.xml" and kind in ("title", "subject"):
                self.found.add("properties", element.text or "")
            elif kind in ("title", "desc") and "svg" in element.tag:
                self.found.add("alternative texts", "".join(element.itertext()), self.aside(element))
            for text in labels(element, kind):
                # A single letter is a bullet.
                self.found.add("labels", text, "" if re.search(r"[^\W\d_]{2}", text) else "bullet")

    def paragraph(self, element: etree._Element) -> None:
        paragraph = Paragraph(next((REGIONS[local(parent)] for parent in element.iterancestors() if local(parent) in REGIONS), "body"))
        rule = self.aside(element)
        self.gather(element, paragraph, rule, "")
        if paragraph.text.strip() and paragraph.text != "NaN":  # which is a number that a chart lacks
            # White space at its beginning is not shown.
            paragraph.pieces[0].text = paragraph.pieces[0].text.lstrip()
            self.found.paragraphs.append(paragraph)
            if self.is_text and not any("drawing" in str(parent.tag) for parent in element.iterancestors()):
                to_translate = any(small(piece.text.lower()) for piece in paragraph.pieces if not piece.rule)
                self.found.directions[self.styles.direction(element.get(TEXT_STYLE))] += to_translate

    def gather(self, element: etree._Element, paragraph: Paragraph, rule: str, look: str) -> None:
        """Adds the text of an element; what stands in notes, comments and frames within it is for other paragraphs."""
        if element.text:
            paragraph.pieces.append(Piece(element.text, rule, look))
        for child in element:
            kind = local(child)
            if kind in SPACES:
                paragraph.pieces.append(Piece(SPACES[kind], rule, look))
            elif kind and kind not in ("note", "annotation", "ruby-text", "tracked-changes") and not child.tag.startswith("{" + URN + "drawing"):
                style = child.get(TEXT_STYLE)
                inner = rule or ("field" if COMPUTED.fullmatch(kind) else "hidden" if style in self.styles.hidden else "")
                self.gather(child, paragraph, inner, self.styles.looks.get(style, look) if kind == "span" else look)
            if child.tail:
                paragraph.pieces.append(Piece(child.tail, rule, look))

    def aside(self, element: etree._Element) -> str:
        """Why text in an element is to stay."""
        above = [element, *element.iterancestors()]
        is_on_master = any(local(outer) in ("master-page", "handout-master") for outer in above)
        for parent in above:
            kind = local(parent)
            if kind == "tracked-changes":
                return "deleted"
            if kind == "table-cell" and parent.get(named("table", "formula")):
                return "result of a formula"
            is_hidden = parent.get(named("text", "display")) == "none" or parent.get(named("table", "style-name")) in self.styles.hidden or parent.get(TEXT_STYLE) in self.styles.hidden
            if kind in ("section", "table", "p", "h") and is_hidden:
                return "hidden"
            if parent.get(named("presentation", "placeholder")) == "true" or (is_on_master and parent.get(named("presentation", "class")) in PROMPTS):
                return "prompt of a layout"
        return ""


def looks_of(style: etree._Element) -> str:
    """The formatting of a style, without what a translation changes."""
    said = [etree.tostring(child, encoding="unicode", with_tail=False) for child in style if local(child) == "text-properties"]
    said = re.sub(r' [\w:]*(?:language|country|rfc-language-tag|script|rsid|paragraph-rsid)[\w-]*="[^"]*"| xmlns:\w+="[^"]*"', "", "".join(said))
    return "" if re.fullmatch(r"<style:text-properties ?/>", said) else said


def attributes(element: etree._Element) -> list[tuple[str, str]]:
    said = ((etree.QName(key).localname, value) for key, value in element.attrib.items())
    return sorted((key, value) for key, value in said if key not in TEXTS and not UNSEEN_ATTRIBUTES.fullmatch(key) and (local(element), key) not in TEXTS_OF)


def labels(element: etree._Element, kind: str) -> list[str]:
    """The texts in attributes."""
    said = [(etree.QName(key).localname, value) for key, value in element.attrib.items()] if kind else []
    return [value for key, value in said if key in TEXTS - {"string-value"} or (kind, key) in TEXTS_OF]
