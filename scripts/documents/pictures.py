"""What comes back of pictures, as Tesseract reads it."""
from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field

from PIL import Image

import engines

MODE = "upper"
SECONDS = 120  # for one picture
LARGE = 2_000_000  # pixels of a picture that is not made larger to be read
# Of the languages that the names of files end with, what Tesseract calls their data.
DATA = {"ar": "ara", "de": "deu", "en": "eng", "es": "spa", "fr": "fra", "he": "heb", "ja": "jpn", "ko": "kor", "ru": "rus", "vi": "vie", "zh": "chi_sim"}
# The languages of public test pictures, whose names do not say them.
LANGUAGES = {
    "arabic": "ar", "devatest": "hi", "devatest-rotated-270": "hi", "hebrew": "he", "hebrew-nikud-genesis-1-2": "he", "hebtypo": "he", "raaj": "hi", "viet": "vi"}


@dataclass
class Result:
    files: int = 0
    words: int = 0
    found: int = 0
    alike: int = 0  # files of which 95 % of the words are found again
    counted: int = 0  # files with words
    runs: list[dict] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def language(path: str) -> str:
    stem = os.path.splitext(os.path.basename(path))[0]
    ending = stem.rsplit("-", 1)[-1]
    return LANGUAGES.get(stem) or (ending if ending in DATA else "en")


def measure(paths: list[str], output: str, writer) -> Result:
    """Has pictures written in capitals, each by its language, which the writer takes from the end of its name."""
    result = Result(len(paths))
    named = os.path.join(output, "named")
    os.makedirs(named, exist_ok=True)
    copies = {}
    for path in paths:
        stem, ending = os.path.splitext(os.path.basename(path))
        tag = language(path)
        name = (stem if stem.endswith(f"-{tag}") else f"{stem}-{tag}") + ending
        if tag not in DATA:
            result.files -= 1
            result.notes.append(f"{name}: left out, its language is not among those that are measured")
            continue
        copies[name] = shutil.copyfile(path, os.path.join(named, name))
    written = os.path.join(output, MODE)
    for line in writer(MODE, written, list(copies.values())):
        name = line["file"]
        if "error" in line:
            result.notes.append(f"{name}: {line['error']}")
            continue
        result.runs.append(line)
        turn, before = max(((turn, recognised(copies[name], turn)) for turn in (0, 90, 180, 270)), key=lambda read: len(long_words(read[1])))
        compare(name, before, recognised(os.path.join(written, name), turn), result)
    return result


def compare(name: str, before: str, after: str, result: Result) -> None:
    words, found = engines.recall(before, after.upper(), MODE)
    result.words += words
    result.found += found
    result.counted += words > 0
    result.alike += words > 0 and found >= 0.95 * words
    if found < words:
        result.notes.append(f"{name}: {found} of {words} words are found again")


def long_words(text: str) -> list[str]:
    """What is hardly read by chance, as in a picture on its side."""
    return [word for word in engines.words(text) if len(word) > 3]


def recognised(path: str, turn: int) -> str:
    """The text of a picture that is turned by some degrees. A small one is read twice as large."""
    with Image.open(path) as picture, tempfile.NamedTemporaryFile(suffix=".png") as larger:
        colours, factor = picture.convert("RGB"), 2 if picture.width * picture.height < LARGE else 1
        colours = colours.resize((factor * picture.width, factor * picture.height), Image.Resampling.LANCZOS)
        colours.rotate(turn, expand=True).save(larger.name)
        command = ["tesseract", larger.name, "stdout", "-l", DATA[language(path)], "--psm", "3"]
        done = subprocess.run(command, capture_output=True, timeout=SECONDS, env={**os.environ, "OMP_THREAD_LIMIT": "1"})
    return done.stdout.decode("utf-8", "replace")
