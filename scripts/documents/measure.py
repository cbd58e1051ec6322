#!/usr/bin/env python3
"""Measures the filters of documents with programs that are not Dragoman's, and prints Markdown tables.

usage: measure.py [--data FOLDER] [--work FOLDER] [--only FORMAT,…] [--schemas FOLDER] [--program FILE] [--without-office] [--without-speed]
                  [--with-argos] [--with-peers] [--notes FILE]

FOLDER holds a folder of documents for each format (docx, pptx, …, and pictures); without it DRAGOMAN_DOCUMENT_DATA says which. Besides those, documents are
made (corpus.py). It needs cargo, LibreOffice (soffice), qpdf and pdftoppm and its like of poppler-utils, and Tesseract for pictures; `--without-office` does without
LibreOffice and, but for PDF, without the last. The Python packages of requirements.txt are installed into a virtual environment in the cache,
unless this interpreter has them. What is made and written is kept in the folder after --work, where a second run finds it. The folder after
--schemas, or in DRAGOMAN_OFFICE_SCHEMAS, has the schemas of the office formats (ECMA-376, transitional: wml.xsd and its like); without it their
structure is only counted. FILE after --program writes the documents instead of the example that is built here: an older one, to compare.
`--with-argos` installs argos-translate-files into the cache and measures PDF files that it wrote as well. `--with-peers` measures what Translate Toolkit and argos-translate-files write of the
formats that they read as well; both are programs of others under licences of their own (GPL 2 and AGPL 3), of which nothing is a part of Dragoman. What was found in single files goes
into the file after --notes, or to the standard error.

PDF files alone, in about two minutes:  measure.py --only pdf --data FOLDER --without-speed --notes FILE
As documents of Word, and pictures:     measure.py --only pdf-docx,pictures --data FOLDER
"""
from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile
from functools import partial

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
MODULES = ("docx", "javaproperties", "lxml", "markdown_it", "mdit_py_plugins", "numpy", "openpyxl", "PIL", "polib", "pptx", "pysubs2", "skimage", "striprtf", "yaml")


def enter_environment() -> None:
    """Goes on in a virtual environment of the cache, unless this interpreter has all that is needed."""
    if all(importlib.util.find_spec(module) for module in MODULES):
        return
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = os.path.join(cache, "dragoman", "documents-python")
    python = os.path.join(folder, "bin", "python")
    if sys.executable == python:
        sys.exit(f"{folder} lacks a package; delete it and try again")
    print(f"installing what is needed into {folder}", file=sys.stderr)
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    requirements = os.path.join(HERE, "requirements.txt")
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements], check=True)
    os.execv(python, [python, os.path.abspath(__file__), *sys.argv[1:]])


def program() -> str:
    """Builds the example that writes the documents, with the program that confines LibreOffice; the path of it."""
    command = ["cargo", "build", "--release", "--locked", "--package", "dragoman-document-programs", "--bins", "--example", "roundtrip"]
    subprocess.run(command, check=True, cwd=ROOT)
    target = os.environ.get("CARGO_TARGET_DIR") or os.path.join(ROOT, "target")
    return os.path.join(target, "release", "examples", "roundtrip")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", default=os.environ.get("DRAGOMAN_DOCUMENT_DATA"))
    parser.add_argument("--work")
    parser.add_argument("--only", default="")
    parser.add_argument("--schemas", default=os.environ.get("DRAGOMAN_OFFICE_SCHEMAS"))
    parser.add_argument("--program")
    parser.add_argument("--without-office", action="store_true")
    parser.add_argument("--without-speed", action="store_true")
    parser.add_argument("--with-argos", action="store_true")
    parser.add_argument("--with-peers", action="store_true")
    parser.add_argument("--notes")
    return parser.parse_args()


def documents(folder: str, kind: str) -> list[str]:
    """The documents of a format in a folder of such folders."""
    found = os.path.join(folder, kind)
    return [os.path.join(found, name) for name in sorted(os.listdir(found))] if os.path.isdir(found) else []


def of_formats(given: argparse.Namespace, only: set[str], work: str, roundtrip: str) -> list[str]:
    """Prints the tables of the formats whose text is edited in its place; the notes."""
    import corpus
    import fidelity
    import peers
    import schemas
    import speed
    import tables

    made = make(work)
    if not given.without_office and not os.path.isdir(os.path.join(made, "ods")):
        corpus.convert(made)
    of_office = schemas.Schemas(given.schemas) if given.schemas else None
    tools = fidelity.Tools(roundtrip, not given.without_office, of_office)
    notes: list[str] = []
    for title, folder in (("Real documents", given.data), ("Made documents", made)):
        if folder:
            results = fidelity.measure(folder, os.path.join(work, title.split()[0]), tools, only)
            print(tables.fidelity(title, results), flush=True)
            notes += [note for result in results.values() for note in result.notes]
            if given.with_peers:
                print(tables.peers(title, results, peers.measure(folder, os.path.join(work, "peers", title.split()[0]), only)), flush=True)
    if not given.without_speed:
        print(tables.speed(speed.measure(os.path.join(made, "large"), os.path.join(work, "large"), roundtrip, only)))
    return notes


def of_pdf(given: argparse.Namespace, work: str, roundtrip: str) -> list[str]:
    """Prints the tables of PDF; the notes."""
    import pdf
    import tables
    import writers

    programs = {"Dragoman": partial(writers.dragoman, roundtrip)}
    if given.with_argos:
        programs["argos-translate-files"] = partial(writers.argos, writers.install_argos())
    notes: list[str] = []
    for title, paths in (("Real", documents(given.data, "pdf") if given.data else []), ("Made", [] if given.without_office else made_pdf(work))):
        if paths:
            results = pdf.measure(paths, os.path.join(work, title, "pdf"), os.path.join(work, "pages", title), programs)
            print(tables.of_pdf(title, results), flush=True)
            notes += [note for result in results.values() for note in result.notes]
    return notes


def made_pdf(work: str) -> list[str]:
    """What LibreOffice prints of the office documents that are made: PDF as offices make it."""
    import formats
    import render

    printed = os.path.join(work, "printed")
    if not os.path.isdir(printed):
        for kind in formats.OFFICE:
            for path in render.to_pdf(documents(make(work), kind), os.path.join(work, "printing", kind)).values():
                os.makedirs(printed, exist_ok=True)
                # Their names are the same in each format.
                os.replace(path, os.path.join(printed, f"{kind}-{os.path.basename(path)}"))
    return documents(work, "printed")


def make(work: str) -> str:
    """Makes documents, unless they are there; their folder."""
    import corpus

    made = os.path.join(work, "made")
    if not os.path.exists(os.path.join(made, "large")):
        corpus.make(made)
    return made


def of_word(kind: str, given: argparse.Namespace, work: str, roundtrip: str) -> list[str]:
    """Prints the table of documents of a kind as documents of Word; the notes."""
    import schemas
    import tables
    import word
    import writers

    of_office = schemas.Schemas(given.schemas) if given.schemas else None
    output = os.path.join(work, "Word", kind)
    result = word.measure(kind, documents(given.data, kind), output, partial(writers.dragoman, roundtrip), of_office)
    print(tables.of_word(kind, result), flush=True)
    return result.notes


def of_pictures(given: argparse.Namespace, work: str, roundtrip: str) -> list[str]:
    """Prints the table of pictures; the notes."""
    import pictures
    import tables
    import writers

    paths = documents(given.data, "pictures")
    result = pictures.measure(paths, os.path.join(work, "Real", "pictures"), partial(writers.dragoman, roundtrip))
    print(tables.of_pictures(result), flush=True)
    return result.notes


def main() -> None:
    enter_environment()
    import formats

    given = arguments()
    only = set(filter(None, given.only.split(",")))
    with tempfile.TemporaryDirectory() as temporary:
        work = os.path.abspath(given.work or temporary)
        roundtrip = given.program or program()
        notes: list[str] = []
        if not only or only & set(formats.FORMATS):
            notes += of_formats(given, only, work, roundtrip)
        # They are measured by their pages.
        others = (
            ("pdf", of_pdf, False), ("pictures", of_pictures, False), ("doc", partial(of_word, "doc"), True), ("pdf-docx", partial(of_word, "pdf"), True))
        for kind, measure, needs_office in others:
            has_data = given.data or kind == "pdf"
            if has_data and (not only or kind in only) and not (needs_office and given.without_office):
                notes += measure(given, work, roundtrip)
        with open(given.notes, "w", encoding="utf-8") if given.notes else sys.stderr as file:
            file.write("\n".join(notes) + "\n")


if __name__ == "__main__":
    main()
