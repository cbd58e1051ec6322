"""What content controls of word processors' documents show that are bound to data: the data, whatever text they have."""
from __future__ import annotations

import posixpath
import re

from lxml import etree

CORE, EXTENDED = "{6C3C8BC8-F283-45AE-878A-BAB7291924A1}", "{6668398D-A668-4E3E-A5EB-62B293D839F1}"
MAPPING = re.compile(r"xmlns:([\w.-]+)\s*=\s*(?:'([^']*)'|\"([^\"]*)\")")


def name(element) -> str:
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def attribute(element, wanted: str) -> str:
    return next((value for key, value in element.attrib.items() if etree.QName(key).localname == wanted), "")


class Stores:
    """The data of a document, by the identifiers that bindings have for it."""

    def __init__(self, roots: dict):
        self.roots: dict[str, object] = {}
        for entry, root in roots.items():
            if entry.lower() == "docprops/core.xml":
                self.roots[CORE] = root
            elif entry.lower() == "docprops/app.xml":
                self.roots[EXTENDED] = root
            elif re.fullmatch(r"customXml/_rels/.*\.rels", entry):
                item = roots.get("customXml/" + posixpath.basename(entry).removesuffix(".rels"))
                for link in root:
                    properties = roots.get(posixpath.normpath("customXml/" + link.get("Target", "")))
                    if item is not None and properties is not None:
                        self.roots[attribute(properties, "itemID").upper()] = item

    def shown(self, control) -> str | None:
        """The text that a control takes from data; none if it takes none."""
        properties = next((inner for inner in control if name(inner) == "sdtPr"), ())
        if any(name(inner) == "showingPlcHdr" for inner in properties):
            return None
        for binding in properties:
            root = self.roots.get(attribute(binding, "storeItemID").upper()) if name(binding) == "dataBinding" else None
            if root is not None:
                prefixes = {prefix: one or other for prefix, one, other in MAPPING.findall(attribute(binding, "prefixMappings"))}
                try:
                    found = root.xpath(attribute(binding, "xpath"), namespaces=prefixes or None)
                except etree.XPathError:
                    continue
                if isinstance(found, list) and found:
                    return "".join(found[0].itertext()) if isinstance(found[0], etree._Element) else str(found[0])
        return None


def put_back(pieces: list, data: str) -> None:
    """Gives these pieces the letters of the data, if they are the same but for capitals: it comes back when a program opens the document."""
    letters = [letter for letter in data if not letter.isspace()]
    own = [letter for piece in pieces for letter in piece.text if not letter.isspace()]
    if len(letters) == len(own) and "".join(letters).upper() == "".join(own).upper():
        rest = iter(letters)
        for piece in pieces:
            piece.text = "".join(letter if letter.isspace() else next(rest) for letter in piece.text)
