"""Reads OpenDocument, books and rich text for the measurement, without Dragoman's code."""
from __future__ import annotations

import os
import posixpath
import re
import tempfile
import zipfile

from lxml import etree
from striprtf.striprtf import rtf_to_text

import markup
from markup import local
from model import Extract, Paragraph, Piece

NAMES = {
    "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0", "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
    "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0", "style": "urn:oasis:names:tc:opendocument:xmlns:style:1.0",
    "dc": "http://purl.org/dc/elements/1.1/", "draw": "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0",
    "presentation": "urn:oasis:names:tc:opendocument:xmlns:presentation:1.0",
}
SPACES = {"s": " ", "tab": " ", "line-break": " "}  # what stands for white space
KEPT = {  # what programs compute, by its element
    "page-number", "page-count", "date", "time", "author-name", "author-initials", "file-name", "sheet-name", "note-citation", "sequence", "creation-date",
    "modification-date", "initial-creator", "creator", "editing-cycles", "print-date", "chapter-number", "number", "paragraph-count", "word-count", "user-field-get", "sender-firstname", "sender-lastname", "sender-title", "sender-city",
}
PROMPTS = ("title", "outline", "subtitle", "text", "notes")  # what places of a master are for
REGIONS = {
    "header": "headers and footers", "footer": "headers and footers", "note": "notes", "annotation": "comments", "table-cell": "cells", "text-box": "text boxes",
    "page": "slides",
}


def named(prefix: str, name: str) -> str:
    return f"{{{NAMES[prefix]}}}{name}"


def opendocument(path: str) -> Extract:
    found = Extract()
    with zipfile.ZipFile(path) as archive:
        for part in ("content.xml", "styles.xml", "meta.xml"):
            if part in archive.namelist():
                root = etree.fromstring(archive.read(part))
                of_part(found, part, root)
    return found


def of_part(found: Extract, part: str, root: etree._Element) -> None:
    looks = {style.get(named("style", "name")): looks_of(style) for style in root.iter(named("style", "style"))}
    hides = re.compile(rb'(?:text|table):display="(?:none|false)"')
    hidden = {style.get(named("style", "name")) for style in root.iter(named("style", "style")) if hides.search(etree.tostring(style))}
    for element in root.iter():
        name = local(element)
        if name and name not in ("span", "s", "style", "text-properties", "paragraph-properties", "language", "soft-page-break") and "properties" not in name:
            found.structure[f"{part} {name}"] += 1
        if name in ("p", "h"):
            paragraph = Paragraph(region(element))
            gather(element, paragraph, looks, hidden, aside(element, hidden))
            if paragraph.text:
                paragraph.pieces[0].text = paragraph.pieces[0].text.lstrip()
                found.paragraphs.append(paragraph)
        elif part == "meta.xml" and name in ("title", "subject"):
            found.add("properties", element.text or "")


def looks_of(style: etree._Element) -> str:
    """The formatting of a style, without what a translation changes."""
    said = [etree.tostring(child, encoding="unicode") for child in style if local(child) == "text-properties"]
    said = re.sub(r' [\w:]*(?:language|country|rfc-language-tag|script|rsid|paragraph-rsid)[\w-]*="[^"]*"| xmlns:\w+="[^"]*"', "", "".join(said))
    return "" if re.fullmatch(r"<style:text-properties ?/>", said) else said


def region(element: etree._Element) -> str:
    return next((REGIONS[local(parent)] for parent in element.iterancestors() if local(parent) in REGIONS), "body")


def aside(element: etree._Element, hidden: set[str]) -> str:
    """Why text in an element is to stay."""
    for parent in [element, *element.iterancestors()]:
        name = local(parent)
        if name == "tracked-changes":
            return "deleted"
        if name == "table-cell" and parent.get(named("table", "formula")):
            return "result of a formula"
        if name in ("section", "table") and (parent.get(named("text", "display")) == "none" or parent.get(named("table", "style-name")) in hidden):
            return "hidden"
        is_on_master = next((True for outer in parent.iterancestors() if local(outer) in ("master-page", "handout-master")), False)
        if parent.get(named("presentation", "placeholder")) == "true" or (is_on_master and parent.get(named("presentation", "class")) in PROMPTS):
            return "prompt of a layout"
    return ""


def gather(element: etree._Element, paragraph: Paragraph, looks: dict[str, str], hidden: set[str], rule: str, look: str = "") -> None:
    """Adds the text of an element; what stands in notes, comments and frames within it is for other paragraphs."""
    if element.text:
        paragraph.pieces.append(Piece(element.text, rule, look))
    for child in element:
        name = local(child)
        if name in SPACES:
            paragraph.pieces.append(Piece(SPACES[name], rule, look))
        elif name in ("note", "annotation", "frame", "custom-shape", "ruby-text", "tracked-changes") or (name and child.tag.startswith("{" + NAMES["draw"])):
            pass
        elif name:
            style = child.get(named("text", "style-name"))
            choice = name == "content-control" and any(local(item) == "list-item" for item in child)
            inner = rule or ("choice of a list" if choice else "field" if name in KEPT else "") or ("hidden" if style in hidden else "")
            gather(child, paragraph, looks, hidden, inner, looks.get(style, look) if name == "span" else look)
        if child.tail:
            paragraph.pieces.append(Piece(child.tail, rule, look))


def book(path: str) -> Extract:
    """Pages as HTML, tables of contents, and the title and description of the book."""
    found = Extract()
    with zipfile.ZipFile(path) as archive, tempfile.TemporaryDirectory() as folder:
        container = etree.fromstring(archive.read("META-INF/container.xml"))
        main = next(element.get("full-path") for element in container.iter() if local(element) == "rootfile")
        package = etree.fromstring(archive.read(main))
        for element in package.iter():
            name = local(element)
            if name in ("title", "description") and element.text:
                found.add("title and description", element.text)
            elif name and name not in ("language",):
                found.structure[f"{name} {element.get('id')} {element.get('href')}"] += 1
            if name == "item" and element.get("media-type") in ("application/xhtml+xml", "application/x-dtbncx+xml"):
                href = posixpath.normpath(posixpath.join(posixpath.dirname(main), element.get("href").replace("%20", " ")))
                of_page(found, element, href, archive.read(href), folder)
    return found


def of_page(found: Extract, item: etree._Element, href: str, data: bytes, folder: str) -> None:
    if item.get("media-type") != "application/xhtml+xml":
        for element in etree.fromstring(data).iter():
            found.structure[f"{href} {local(element)} {element.get('id')}"] += 1
            if local(element) == "text" and element.text:
                found.add("contents", element.text)
        return
    page = os.path.join(folder, "page.xhtml")
    with open(page, "wb") as file:
        file.write(data)
    inner = markup.html_page(page)
    found.paragraphs += inner.paragraphs
    for key, count in inner.structure.items():
        found.structure[(key[0], f"{href} {key[1]}")] += count


def rich_text(path: str) -> Extract:
    """The lines of a rich text, and its control words, but for those that tell letters, languages and directions."""
    with open(path, "rb") as file:
        source = file.read().decode("latin-1")
    found = Extract()
    for line in rtf_to_text(source, errors="replace").split("\n"):
        found.add("text", " ".join(line.split()))
    for word in re.findall(r"\\([a-z]+)-?\d* ?", re.sub(r"\\'[0-9a-f]{2}", "", source)):
        if word not in ("u", "uc", "lang", "langfe", "langnp", "langfenp", "deflang", "rtlpar", "ltrpar", "rtlch", "ltrch", "af", "hich", "dbch", "loch", "alang"):
            found.structure[word] += 1
    return found
