#!/usr/bin/env python3
"""Has Translate Toolkit write documents with the test engines: `peer_toolkit.py KIND MODE OUTPUT FILE`. It prints a JSON object.

It runs in a virtual environment (writers.py) that has that program, which is under the GPL and no part of Dragoman.
"""
from __future__ import annotations

import copy
import importlib
import json
import os
import sys

import engines
from placeholders import divided

CLASSES = {  # which of its classes reads a format
    "po": ("pypo", "pofile"), "properties": ("properties", "javautf8file"), "yaml": ("yaml", "YAMLFile"), "resx": ("resx", "RESXFile"),
    "android": ("aresource", "AndroidResourceFile"),
    "strings": ("properties", "stringsutf8file"), "arb": ("jsonl10n", "ARBJsonFile"),
    "ass": ("subtitles", "AdvSubStationAlphaFile"), "srt": ("subtitles", "SubRipFile"),
}


def translate(text: str, mode: str) -> str:
    """The translation of a text by an engine that knows placeholders and tags: this program leaves them to it."""
    return "".join(piece if stays else engines.translation(piece, mode) for piece, stays in divided(text))


def of_pages(kind: str, mode: str, path: str) -> bytes:
    """Pages and Markdown are written while they are read."""
    with open(path, "rb") as file:
        if kind == "md":
            from translate.storage.markdown import MarkdownFile

            return MarkdownFile(inputfile=file, callback=lambda text: translate(text, mode)).filesrc.encode()
        from translate.storage.html import HTMLFile

        return HTMLFile(inputfile=file, callback=lambda text: translate(text, mode)).filesrc.encode()


def of_strings(kind: str, mode: str, path: str) -> bytes:
    module, name = CLASSES[kind]
    if kind == "strings":
        with open(path, "rb") as file:
            name = "stringsfile" if file.read(2) in (b"\xff\xfe", b"\xfe\xff") else name
    store = getattr(importlib.import_module(f"translate.storage.{module}"), name).parsefile(path)
    for unit in store.units:
        finished = kind == "po" and unit.istranslated()
        if unit.istranslatable() and not finished and unit.source:
            forms = getattr(unit.source, "strings", None)
            unit.target = [translate(str(form), mode) for form in forms] if forms and len(forms) > 1 else translate(str(unit.source), mode)
            if kind == "po":
                unit.markfuzzy(False)
    return bytes(store)


def of_opendocument(mode: str, path: str, made: str) -> None:
    """It converts these to XLIFF, whose targets are filled in here around the codes, and back."""
    from lxml import etree
    from translate.convert.odf2xliff import convertodf
    from translate.convert.xliff2odf import convertxliff

    exchange = made + ".xlf"
    with open(path, "rb") as source, open(exchange, "wb") as file:
        convertodf(source, file, None)
    tree = etree.parse(exchange)
    for unit in tree.iter("{*}trans-unit"):
        source = unit.find("{*}source")
        target = unit.find("{*}target")
        if target is not None:
            unit.remove(target)
        target = copy.deepcopy(source)
        target.tag = source.tag.replace("source", "target")
        for element in target.iter():
            element.text = element.text and engines.translation(element.text, mode)
            if element is not target:
                element.tail = element.tail and engines.translation(element.tail, mode)
        source.addnext(target)
    tree.write(exchange, encoding="utf-8", xml_declaration=True)
    with open(exchange, "rb") as file, open(path, "rb") as template, open(made, "wb") as output:
        convertxliff(file, output, template)
    os.remove(exchange)


def main() -> None:
    kind, mode, output, path = sys.argv[1:]
    os.makedirs(output, exist_ok=True)
    name = os.path.basename(path)
    if kind in ("odt", "ods", "odp"):
        of_opendocument(mode, path, os.path.join(output, name))
    else:
        made = (of_pages if kind in ("md", "html") else of_strings)(kind, mode, path)
        with open(os.path.join(output, name), "wb") as file:
            file.write(made)
    print(json.dumps({"file": name}))


if __name__ == "__main__":
    main()
