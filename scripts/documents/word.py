"""What comes back of documents that become documents of Word, as LibreOffice shows it on pages."""
from __future__ import annotations

import difflib
import os
import statistics
from dataclasses import dataclass, field

import engines
import pdf
import render

MODE = "upper"
MOST_WORDS = 20_000  # of a document that are compared


@dataclass
class Result:
    """What the documents have become; counts are of documents unless they say otherwise."""

    files: int = 0
    opened: int = 0
    words: int = 0
    found: int = 0  # words
    in_order: int = 0  # words
    shares: list[tuple[float, float]] = field(default_factory=list)  # of documents, of words found and in order
    pages_kept: int = 0
    invalid: int = 0
    runs: list[dict] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        """The median for a document."""
        return statistics.median(line["seconds"] for line in self.runs) if self.runs else 0.0


def measure(kind: str, paths: list[str], output: str, writer, schemas) -> Result:
    """Has documents of a kind written as documents of Word. Of PDF the pages are there; of others LibreOffice makes them."""
    result = Result(len(paths))
    for line in writer(f"{MODE}:de:docx", os.path.join(output, MODE), paths):
        if "error" in line:
            result.notes.append(f"{kind} {line['file']}: {line['error']}")
        else:
            result.runs.append(line)
    names = {os.path.splitext(line["file"])[0] for line in result.runs}
    originals = [path for path in paths if os.path.splitext(os.path.basename(path))[0] in names]
    made = {path: os.path.join(output, MODE, os.path.splitext(os.path.basename(path))[0] + ".docx") for path in originals}
    before = {path: path for path in originals} if kind == "pdf" else render.to_pdf(originals, os.path.join(output, "pages", "original"))
    after = render.to_pdf(list(made.values()), os.path.join(output, "pages", MODE))
    for path in originals:
        name = f"{kind} {os.path.basename(path)}"
        errors = schemas.errors(made[path]) if schemas else {}
        if errors:
            result.invalid += 1
            result.notes.append(f"{name}: not valid: {next(iter(errors))}")
        if made[path] not in after:
            result.notes.append(f"{name}: what was written does not open")
            continue
        result.opened += 1
        if path in before:
            compare(name, before[path], after[made[path]], result)
    return result


def compare(name: str, before: str, after: str, result: Result) -> None:
    """Compares the words on the pages of the original, as they are translated, with those of what was written."""
    try:
        texts = render.text(before), render.text(after)
    except OSError:
        return
    wanted = engines.words(engines.translation(engines.plain(texts[0]), MODE))[:MOST_WORDS]
    written = engines.words(engines.plain(texts[1]))[:MOST_WORDS]
    blocks = difflib.SequenceMatcher(None, wanted, written, autojunk=False).get_matching_blocks()
    in_order = sum(block.size for block in blocks)
    _, found = engines.recall(*texts, MODE)
    found = min(found, len(wanted))
    result.words += len(wanted)
    result.found += found
    result.in_order += in_order
    if len(wanted) >= pdf.ENOUGH:
        result.shares.append((found / len(wanted), in_order / len(wanted)))
    result.pages_kept += len(pdf.facts(before).pages) == len(pdf.facts(after).pages)
    if found < len(wanted):
        result.notes.append(f"{name}: {len(wanted) - found} of {len(wanted)} words are missing, {in_order} are in order")
