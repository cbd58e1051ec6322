"""Makes documents for the measurement: of each format some with everything that it can hold, and a large one.

They are the same at each run but for what libraries write about themselves.
"""
from __future__ import annotations

import os
import random

import corpus_office
import corpus_text
from words import Words

SMALL = 6  # documents of each format with a bit of everything


def make(folder: str) -> None:
    """Writes the corpus: `FORMAT/` with the small documents and `large/` with one of each format."""
    makers = {**corpus_office.MAKERS, **corpus_text.MAKERS}
    os.makedirs(os.path.join(folder, "large"), exist_ok=True)
    for ending, maker in makers.items():
        os.makedirs(os.path.join(folder, ending), exist_ok=True)
        for number in range(SMALL):
            words = Words(random.Random(f"{ending} {number}"))
            maker(words, os.path.join(folder, ending, f"made-{number + 1}.{ending}"), 3 + 5 * number)
        maker(Words(random.Random(ending)), os.path.join(folder, "large", f"large.{ending}"), LARGE[ending])


# How many sections the large documents have: they are of 5 to 25 MB, unpacked.
LARGE = {
    "docx": 4000, "pptx": 150, "xlsx": 4500, "html": 9000, "txt": 9000, "xlf": 9000, "srt": 9000, "xml": 9000,
    "json": 6000, "dita": 6000, "idml": 5000, "mif": 9000,
}
