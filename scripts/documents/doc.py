"""What comes back of documents of old Word, as LibreOffice shows it on pages."""
from __future__ import annotations

import difflib
import os
import statistics
from dataclasses import dataclass, field

import engines
import pdf
import render

MODE = "upper"


@dataclass
class Result:
    """What the documents have become; counts are of documents unless they say otherwise."""

    files: int = 0
    opened: int = 0
    words: int = 0
    in_order: int = 0  # words
    pages_kept: int = 0
    runs: list[dict] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        """The median for a document."""
        return statistics.median(line["seconds"] for line in self.runs) if self.runs else 0.0


def measure(paths: list[str], output: str, writer) -> Result:
    result = Result(len(paths))
    for line in writer(MODE, os.path.join(output, MODE), paths):
        if "error" in line:
            result.notes.append(f"doc {line['file']}: {line['error']}")
        else:
            result.runs.append(line)
    names = {os.path.splitext(line["file"])[0] for line in result.runs}
    originals = [path for path in paths if os.path.splitext(os.path.basename(path))[0] in names]
    made = {path: os.path.join(output, MODE, os.path.splitext(os.path.basename(path))[0] + ".docx") for path in originals}
    before = render.to_pdf(originals, os.path.join(output, "pdf", "original"))
    after = render.to_pdf(list(made.values()), os.path.join(output, "pdf", MODE))
    for path in originals:
        if made[path] not in after:
            result.notes.append(f"doc {os.path.basename(path)}: what was written does not open")
            continue
        result.opened += 1
        if path in before:
            compare(os.path.basename(path), before[path], after[made[path]], result)
    return result


def compare(name: str, before: str, after: str, result: Result) -> None:
    """Compares the words on the pages of the original, as they are translated, with those of what was written."""
    wanted = engines.words(engines.translation(engines.plain(render.text(before)), MODE))
    found = engines.words(engines.plain(render.text(after)))
    blocks = difflib.SequenceMatcher(None, wanted, found, autojunk=False).get_matching_blocks()
    in_order = sum(block.size for block in blocks)
    result.words += len(wanted)
    result.in_order += in_order
    result.pages_kept += len(pdf.facts(before).pages) == len(pdf.facts(after).pages)
    if in_order < len(wanted):
        result.notes.append(f"doc {name}: {len(wanted) - in_order} of {len(wanted)} words are missing or elsewhere")
