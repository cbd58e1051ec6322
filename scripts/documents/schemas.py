"""Validates the parts of office documents against the schemas of their standard: what a written document breaks that the original does not.

The schemas (ECMA-376, transitional) are not part of this repository. The folder that `measure.py` is told has them as they are published:
wml.xsd, pml.xsd, sml.xsd, dml-*.xsd and what these include.
"""
from __future__ import annotations

import os
import re
import zipfile
from collections import Counter

from lxml import etree

COMPATIBILITY = "http://schemas.openxmlformats.org/markup-compatibility/2006"
SPACE = "{http://www.w3.org/XML/1998/namespace}space"
OF = "http://schemas.openxmlformats.org/"
FILES = {
    OF + "wordprocessingml/2006/main": "wml.xsd",
    OF + "presentationml/2006/main": "pml.xsd",
    OF + "spreadsheetml/2006/main": "sml.xsd",
    OF + "drawingml/2006/chart": "dml-chart.xsd",
    OF + "drawingml/2006/diagram": "dml-diagram.xsd",
    OF + "drawingml/2006/spreadsheetDrawing": "dml-spreadsheetDrawing.xsd",
}
PARSER = {"huge_tree": True, "resolve_entities": False, "remove_comments": True, "remove_pis": True}
# The attributes of XML itself, which the schemas import from a file beside them.
XML = b"""<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/XML/1998/namespace">
<attribute name="space" type="NCName"/><attribute name="lang" type="string"/></schema>"""


class OfXml(etree.Resolver):
    """Stands in for the schema of XML's own attributes, where the folder lacks it."""

    def resolve(self, url, public, context):
        if os.path.basename(url or "") == "xml.xsd" and not os.path.exists(url):
            return self.resolve_string(XML, context)
        return None


class Schemas:
    """The schemas in a folder, each read when it is needed."""

    def __init__(self, folder: str):
        self.folder = folder
        self.known: dict[str, etree.XMLSchema] = {}

    def of(self, root) -> etree.XMLSchema | None:
        """The schema for a part with this root."""
        file = FILES.get(etree.QName(root).namespace)
        if file and file not in self.known:
            parser = etree.XMLParser()
            parser.resolvers.add(OfXml())
            self.known[file] = etree.XMLSchema(etree.parse(os.path.join(self.folder, file), parser))
        return self.known.get(file)

    def errors(self, path: str) -> Counter:
        """What is wrong in a document, by part and message."""
        found: Counter = Counter()
        with zipfile.ZipFile(path) as archive:
            for entry in archive.namelist():
                if entry.endswith(".xml") and not entry.startswith("["):
                    found.update((entry, message) for message in self.errors_of(archive.read(entry)))
        return found

    def errors_of(self, data: bytes) -> list[str]:
        try:
            root = etree.fromstring(data, etree.XMLParser(**PARSER))
        except etree.XMLSyntaxError as error:
            return [f"not well-formed: {error.msg}"]
        schema = self.of(root)
        if schema is None:
            return []
        # Written and read again: libxml2 has the positions of what was taken out otherwise.
        schema.validate(etree.fromstring(etree.tostring(understood(root)), etree.XMLParser(**PARSER)))
        # Values are those of the document, and change with its texts.
        return [re.sub(r"'[^']*'(?= is not )", "'…'", error.message)[:300] for error in schema.error_log]

    def new_errors(self, before: str, after: str) -> list[str]:
        """What is wrong in a written document and was not so in the original."""
        new = self.errors(after) - self.errors(before)
        return [f"{count} × {entry}: {message}" for (entry, message), count in sorted(new.items())]


def understood(root):
    """A part as a program reads it that knows only the standard: fallbacks instead of choices, without what may be ignored."""
    for alternatives in list(root.iter(f"{{{COMPATIBILITY}}}AlternateContent")):
        parent = alternatives.getparent()
        if parent is not None:
            fallback = alternatives.find(f"{{{COMPATIBILITY}}}Fallback")
            place = parent.index(alternatives)
            parent[place:place + 1] = list(fallback) if fallback is not None else []
    ignored = {COMPATIBILITY}
    for element in root.iter(etree.Element):
        prefixes = element.get(f"{{{COMPATIBILITY}}}Ignorable", "").split()
        ignored.update(element.nsmap[prefix] for prefix in prefixes if prefix in element.nsmap)
    for element in list(root.iter(etree.Element)):
        if etree.QName(element).namespace in ignored and element.getparent() is not None:
            element.getparent().remove(element)
            continue
        # The text of the standard allows it where the schemas have a plain string.
        for key in [key for key in element.attrib if key == SPACE or etree.QName(key).namespace in ignored]:
            del element.attrib[key]
    return root
