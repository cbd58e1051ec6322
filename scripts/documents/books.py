"""Reads books (EPUB) for the measurement, without Dragoman's code."""
from __future__ import annotations

import os
import posixpath
import tempfile
import urllib.parse
import zipfile

from lxml import etree

import markup
from markup import local
from model import Extract

PAGE, CONTENTS = "application/xhtml+xml", "application/x-dtbncx+xml"


def book(path: str) -> Extract:
    """Pages as HTML, tables of contents, and the title and description of the book."""
    found = Extract()
    with zipfile.ZipFile(path) as archive, tempfile.TemporaryDirectory() as folder:
        first = archive.infolist()[0]
        if first.filename != "mimetype" or first.compress_type != zipfile.ZIP_STORED:
            found.structure["the media type is not first and stored"] += 1
        container = etree.fromstring(archive.read("META-INF/container.xml"))
        main = next(element.get("full-path") for element in container.iter() if local(element) == "rootfile")
        for number, element in enumerate(etree.fromstring(archive.read(main)).iter()):
            of_package(found, number, element)
            if local(element) == "item":
                of_item(found, element, posixpath.dirname(main), archive, folder)
    return found


def of_package(found: Extract, number: int, element: etree._Element) -> None:
    name = local(element)
    if name in ("title", "description"):
        found.add("title and description", element.text or "", "markup in a description" if "<" in (element.text or "") else "")
    elif name and name != "language":
        has_title = name == "reference"
        if has_title:
            found.add("contents", element.get("title", ""))
        told = ("page-progression-direction", "dir", *(["title"] if has_title else []))
        kept = [(key, value) for key, value in sorted(element.attrib.items()) if key not in told and not key.endswith("}lang")]
        found.structure[(number, f"{name} {kept} {(element.text or '').strip()}")] += 1


def of_item(found: Extract, item: etree._Element, base: str, archive: zipfile.ZipFile, folder: str) -> None:
    href = posixpath.normpath(posixpath.join(base, urllib.parse.unquote(item.get("href"))))
    if href not in archive.namelist():
        return
    if item.get("media-type") == CONTENTS:
        for number, element in enumerate(etree.fromstring(archive.read(href)).iter()):
            kept = [(key, value) for key, value in sorted(element.attrib.items()) if not key.endswith("}lang") and key != "dir"]
            found.structure[(number, f"{href} {local(element)} {kept}")] += 1
            if local(element) == "text" and element.text:
                found.add("contents", element.text, "name of an author" if local(element.getparent()) == "docAuthor" else "")
    elif item.get("media-type") == PAGE:
        page = os.path.join(folder, "page.xhtml")
        with open(page, "wb") as file:
            file.write(archive.read(href))
        etree.parse(page, etree.XMLParser(resolve_entities=False))  # it has to be well-formed
        inner = markup.html_page(page)
        found.paragraphs += inner.paragraphs
        for key, count in inner.structure.items():
            found.structure[(key[0], f"{href} {key[1]}")] += count
