"""Makes documents for the measurement: of each format some with everything that it can hold, and a large one.

They are the same at each run but for what libraries write about themselves.
"""
from __future__ import annotations

import os
import random
import subprocess
import tempfile

import corpus_books
import corpus_markdown
import corpus_office
import corpus_opendocument
import corpus_strings
import corpus_text
from words import Words

SMALL = 6  # documents of each format with a bit of everything


def make(folder: str) -> None:
    """Writes the corpus: `FORMAT/` with the small documents and `large/` with one of each format."""
    made = {kind: (kind, maker) for kind, maker in {**corpus_office.MAKERS, **corpus_text.MAKERS}.items()}
    makers = {**made, **corpus_strings.MAKERS, **corpus_books.MAKERS, **corpus_opendocument.MAKERS, **corpus_markdown.MAKERS}
    os.makedirs(os.path.join(folder, "large"), exist_ok=True)
    for kind, (ending, maker) in makers.items():
        os.makedirs(os.path.join(folder, kind), exist_ok=True)
        for number in range(SMALL):
            words = Words(random.Random(f"{kind} {number}"))
            # LibreOffice writes others into the same folder.
            name = "written" if kind in corpus_opendocument.MAKERS else "made"
            maker(words, os.path.join(folder, kind, f"{name}-{number + 1}.{ending}"), 3 + 5 * number)
        if kind in LARGE:
            maker(Words(random.Random(kind)), os.path.join(folder, "large", f"large.{ending}"), LARGE[kind])


def convert(folder: str) -> None:
    """Has LibreOffice write the office documents of the corpus in its own formats and as rich text."""
    for kind, wanted in (("docx", "odt"), ("xlsx", "ods"), ("pptx", "odp"), ("docx", "rtf")):
        names = sorted(os.listdir(os.path.join(folder, kind)))
        with tempfile.TemporaryDirectory() as profile:
            subprocess.run(
                ["soffice", f"-env:UserInstallation=file://{profile}", "--headless", "--convert-to", wanted, "--outdir", os.path.join(folder, wanted),
                 *(os.path.join(folder, kind, name) for name in names)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


# How many sections the large documents have: they are of 5 to 25 MB, unpacked.
LARGE = {
    "docx": 4000, "pptx": 150, "xlsx": 4500, "html": 9000, "txt": 9000, "xlf": 9000, "srt": 9000, "xml": 9000,
    "json": 6000, "dita": 6000, "idml": 5000, "mif": 9000,
    "po": 6000, "properties": 9000, "yaml": 6000, "resx": 9000, "strings": 9000, "xcstrings": 6000, "arb": 9000, "csv": 9000, "md": 5000, "vtt": 9000, "ass": 9000, "epub": 400, "odt": 4000,
}
