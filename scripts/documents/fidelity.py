"""What comes back of documents: whether all text was translated, and nothing else changed."""
from __future__ import annotations

import filecmp
import io
import os
import re
import subprocess
import zipfile
from collections import Counter
from dataclasses import dataclass, field

import render
from checks import Check
from directions import LEFT_TO_RIGHT, RIGHT_TO_LEFT
from formats import FORMATS, OFFICE
from model import Figures, compare, small
from schemas import Schemas
from writers import dragoman

# Back in English, in which most of the documents are: dates that LibreOffice computes follow the language.
MODES = ("none", "identity", "upper", "longer", "shuffle", "back:en", "upper:ar")
RENDERED = ("upper", "longer", "shuffle", "back:en", "upper:ar")
ALIKE = 0.99  # structural similarity of two pages that a person does not tell apart


@dataclass
class Result:
    """What was found in the documents of one format."""

    files: int = 0
    refused: int = 0
    same: int = 0
    structure: int = 0
    shuffled: int = 0
    turned: int = 0
    parts: int = 0
    parts_same: int = 0
    readable: int = 0
    once_readable: int = 0
    valid: int = 0
    validated: int = 0
    figures: Figures = field(default_factory=Figures)
    opened: Counter = field(default_factory=Counter)
    printed: int = 0
    still_printed: int = 0
    missing: int = 0
    pages: int = 0
    alike: int = 0
    least: float = 1.0
    notes: list[str] = field(default_factory=list)


def folder(mode: str) -> str:
    """Where the documents of a mode are written."""
    return mode.replace(":", "-")


@dataclass
class Tools:
    """What documents are measured with."""

    roundtrip: str  # the program that writes them
    with_office: bool
    schemas: Schemas | None


def measure(data: str, output: str, tools: Tools, only: set[str]) -> dict[str, Result]:
    """The figures of each format of which there are documents."""
    results = {}
    for kind in FORMATS:
        paths = documents(data, kind)
        if paths and (not only or kind in only):
            results[kind] = of_format(kind, paths, os.path.join(output, kind), tools)
    return results


def documents(data: str, kind: str) -> list[str]:
    """The documents of a format in a folder of such folders."""
    folders = [os.path.join(data, ending) for ending in FORMATS[kind].folders]
    return [os.path.join(found, name) for found in folders if os.path.isdir(found) for name in sorted(os.listdir(found))]


def of_format(kind: str, paths: list[str], output: str, tools: Tools) -> Result:
    result = Result(files=len(paths))
    for mode in MODES:
        for line in dragoman(tools.roundtrip, mode, os.path.join(output, folder(mode)), paths):
            # A text in capitals may be divided otherwise when it is read again; that tells nothing of office documents.
            if "error" in line and (mode != "back:en" or FORMATS[kind].is_opened):
                result.notes.append(f"{kind} {line['file']} ({mode}): {line['error']}")
    for path in paths:
        written = {mode: os.path.join(output, folder(mode), os.path.basename(path)) for mode in MODES}
        if not os.path.exists(written["upper"]):
            result.refused += 1
            continue
        one = "none" if FORMATS[kind].both else "identity"
        result.same += filecmp.cmp(path, written[one], shallow=False)
        of_document(kind, path, written, result)
        if tools.schemas and kind in OFFICE:
            validate(kind, path, written, tools.schemas, RENDERED, result)
        check = FORMATS[kind].check
        if check and check.is_installed():
            validate(kind, path, written, check, check.modes, result)
    if tools.with_office and FORMATS[kind].is_opened:
        look(paths, output, result)
    return result


def of_document(kind: str, path: str, written: dict[str, str], result: Result) -> None:
    name = f"{kind} {os.path.basename(path)}"
    try:
        before, after = FORMATS[kind].read(path, written["upper"])
    except Exception as error:  # noqa: BLE001 - whatever keeps the other program from reading it
        result.notes.append(f"{name}: cannot be read by the extractor: {error!r}")
        return
    figures = compare(before, after)
    result.structure += before.structure == after.structure
    result.notes += [f"{name}: {note}" for note in figures.notes]
    result.figures.add(figures)
    try:
        before, after = FORMATS[kind].read(path, written["shuffle"])
        lost, new = anywhere(before.structure), anywhere(after.structure)
        # An insertion is divided where something else comes between.
        same = not lost - new and all(str(key).endswith(" ins") for key in new - lost)
        result.shuffled += same
        if not same:
            result.notes.append(f"{name}: codes in disorder change the structure: {compare(before, after).notes[-1]}")
    except Exception as error:  # noqa: BLE001
        result.notes.append(f"{name}: with codes in disorder: {error!r}")
    if not FORMATS[kind].both:
        # The made ones have finished targets in German, which another language replaces.
        from_right_to_left(kind, path, written, result)
    if zipfile.is_zipfile(path):
        of_parts(path, written["upper"], result)
    if FORMATS[kind].library and error_of(kind, path) is None:
        result.once_readable += 1
        error = error_of(kind, written["upper"])
        result.readable += error is None
        if error:
            result.notes.append(f"{name}: {FORMATS[kind].library.__module__} cannot open it: {error}")


def error_of(kind: str, path: str) -> str | None:
    """Why the other library cannot open a document."""
    try:
        FORMATS[kind].library(path)
    except Exception as error:  # noqa: BLE001
        return repr(error)
    return None


def validate(kind: str, path: str, written: dict[str, str], rules: Schemas | Check, modes: tuple[str, ...], result: Result) -> None:
    """Counts the document if what is written of it breaks no rule that the original keeps to."""
    try:
        notes = [f"{kind} {os.path.basename(path)} ({mode}): {error}" for mode in modes for error in rules.new_errors(path, written[mode])]
    except (OSError, zipfile.BadZipFile, subprocess.TimeoutExpired) as error:
        notes = [f"{kind} {os.path.basename(path)}: cannot be validated: {error!r}"]
    result.validated += 1
    result.valid += not notes
    result.notes += notes


def from_right_to_left(kind: str, before: str, written: dict[str, str], result: Result) -> None:
    """Counts the document if nothing but its direction and its language changes when it is written from right to left, and all of it is
    written in the direction of its language both ways."""
    try:
        original, after = FORMATS[kind].read(before, written["upper:ar"])
        figures = compare(original, after)
        # Formatting gets a counterpart for scripts of that direction.
        notes = [note for note in figures.notes if "look different" not in note]
        german = FORMATS[kind].read(before, written["upper"])[1]
        for one, wrong in ((after, LEFT_TO_RIGHT), (german, RIGHT_TO_LEFT)):
            # A document of which nothing became another text is left as it was.
            if one.directions[wrong] and figures.can_rise.total():
                notes.append(f"{one.directions[wrong]} paragraphs are written {wrong} in a language of the other direction")
        result.turned += not notes
        result.notes += [f"{kind} {os.path.basename(before)} in Arabic: {note}" for note in notes]
    except Exception as error:  # noqa: BLE001
        result.notes.append(f"{kind} {os.path.basename(before)} in Arabic: {error!r}")


def anywhere(structure: Counter) -> Counter:
    """The structure without the places at which things stand."""
    counts: Counter = Counter()
    for key, count in structure.items():
        counts[key[1:] if isinstance(key, tuple) else key] += count
    return counts


def of_parts(before: str, after: str, result: Result) -> None:
    """Counts the parts in which no text was to be translated, and those of them that are the same byte for byte, but for the name of the
    document's language and for its direction."""
    with zipfile.ZipFile(before) as old, zipfile.ZipFile(after) as new:
        if old.namelist() != new.namelist():
            result.notes.append(f"{os.path.basename(before)}: other parts, or in another order")
            return
        for entry in old.namelist():
            parts = [LANGUAGE.sub(b"", archive.read(entry)) for archive in (old, new)]
            if entry.endswith(TEXTS) and parts[0] != parts[1] and len(set(map(capitals, parts))) > 1:
                continue
            result.parts += 1
            result.parts_same += parts[0] == parts[1]
            if parts[0] != parts[1]:
                result.notes.append(f"{os.path.basename(before)}: {entry} has changed, though no text in it")


TEXTS = (".xml", ".vml", ".xlsx", ".xhtml", ".html", ".htm", ".opf", ".ncx")  # what parts may hold text; the last are the workbooks of charts
LANGUAGE = re.compile(rb'<(?:dc:language)[^>]*>[^<]*</dc:language>|(?:fo|style|number):(?:language|country|script)[\w-]*="[^"]*"|<w:(?:lang|bidi|rtl|bidiVisual)\b[^>]*/>|\b(?:lang|altLang|AppliedLanguage)="[^"]*"')


def capitals(data: bytes) -> int:
    """How many capitals there are: more of them where text has been translated. In an archive they are counted unpacked."""
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return sum(capitals(archive.read(entry)) for entry in archive.namelist() if entry.endswith(TEXTS))
    return sum(map(str.isupper, data.decode("utf-8", "replace")))


def look(paths: list[str], output: str, result: Result) -> None:
    """Opens what was written with LibreOffice, if it opens the original. After the way there and back the pages have to look the same, with
    all letters on them."""
    pdf = os.path.join(output, "pdf")
    originals = render.to_pdf(paths, os.path.join(pdf, "original"))
    for mode in RENDERED:
        written = {path: os.path.join(output, folder(mode), os.path.basename(path)) for path in originals}
        written = {path: made for path, made in written.items() if os.path.exists(made)}
        opened = render.to_pdf(list(written.values()), os.path.join(pdf, folder(mode)))
        result.opened[mode] = len(opened)
        result.opened["written"] = len(written)
        for path, made in written.items():
            if made not in opened:
                result.notes.append(f"{os.path.basename(path)} ({mode}): does not open")
            elif mode == "upper":
                count_small_letters(path, (originals[path], opened[made]), result)
            elif mode == "back:en":
                count_letters(path, (originals[path], opened[made]), result)
                compare_pages(path, made, (originals[path], opened[made]), os.path.join(pdf, "alone"), result)


def count_small_letters(path: str, pdfs: tuple[str, str], result: Result) -> None:
    """Counts small letters on the pages of the original and of the document in capitals."""
    before, after = map(small, map(render.text, pdfs))
    result.printed += before
    result.still_printed += after
    if after:
        result.notes.append(f"{os.path.basename(path)}: {after} small letters on the pages")


def count_letters(path: str, pdfs: tuple[str, str], result: Result) -> None:
    """Counts letters that are on the pages of the original and not on those of the document that went there and back."""
    before, after = (Counter(filter(str.isalpha, render.text(pdf))) for pdf in pdfs)
    missing = sum((before - after).values())
    result.missing += missing
    if missing:
        result.notes.append(f"{os.path.basename(path)}: {missing} letters are missing on the pages")


def compare_pages(path: str, made: str, pdfs: tuple[str, str], output: str, result: Result) -> None:
    """Counts the document if its pages look as they did. What looks different is converted once more, each file alone: fonts that a file
    brings along are there for all that LibreOffice converts with it. A document that differs from itself tells nothing."""
    alike = render.similarity(*pdfs)
    if alike < ALIKE:
        again = [render.alone(file, output, number) for number, file in enumerate((path, path, made))]
        if all(again):
            if render.similarity(again[0], again[1]) < ALIKE:
                result.notes.append(f"{os.path.basename(path)}: its pages differ from one conversion to the next")
                return
            alike = render.similarity(again[0], again[2])
    result.pages += 1
    result.alike += alike >= ALIKE
    result.least = min(result.least, alike)
    if alike < ALIKE:
        result.notes.append(f"{os.path.basename(path)}: pages look different ({alike:.3f})")
