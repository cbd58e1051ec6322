#!/usr/bin/env python3
"""Collects documents that other programs have installed on this machine, for measure.py: a folder for each format.

usage: collect.py OUTPUT [--from FOLDER]… [--convert FOLDER] [--most NUMBER]

OUTPUT gets a folder for each format of which something is found in the folders after --from (without it: where packages, LibreOffice, cargo and Node keep
theirs). Of each format that is text at most NUMBER (30) are taken, from as many places as there are, none twice, and none without sentences. FOLDER after --convert
has office documents (docx, xlsx, pptx) and Markdown as measure.py takes them: LibreOffice writes those in its own formats and as rich text, and pandoc makes books.
OUTPUT can be the folder of other documents for measure.py; what is there already is kept.
"""
from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections import defaultdict

HERE = os.path.dirname(os.path.abspath(__file__))
ROOTS = ["/usr", "/opt", os.path.expanduser("~/.cargo/registry/src"), os.path.expanduser("~/node_modules")]
# Their folders, and what has to be in a file besides its ending.
ENDINGS = {
    "odt": (".odt", ".ott"), "ods": (".ods", ".ots"), "odp": (".odp", ".otp"), "epub": (".epub",), "docm": (".docm",), "xlsm": (".xlsm",), "pptm": (".pptm",), "rtf": (".rtf",),
    "md": (".md", ".markdown"), "vtt": (".vtt",), "ass": (".ass", ".ssa"), "po": (".po", ".pot"), "properties": (".properties",), "yaml": (".yaml", ".yml"), "resx": (".resx",),
    "android": ("strings.xml", "arrays.xml"), "strings": (".strings",), "xcstrings": (".xcstrings",), "arb": (".arb",), "csv": (".csv",), "tsv": (".tsv",),
}
INNER = {"android": re.compile(rb"<resources\b"), "strings": re.compile(rb'"\s*=\s*"|"\0\s*\0?'), "yaml": re.compile(rb"(?m)^\s*[\w-]+:.*\w+ \w+ \w+")}
ARCHIVES = {"odt", "ods", "odp", "epub", "docm", "xlsm", "pptm"}
LEAST, LARGEST = 100, 400_000  # bytes of a file that is text
CONVERSIONS = {"docx": ("odt", "rtf"), "xlsx": ("ods",), "pptx": ("odp",)}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("output")
    parser.add_argument("--from", action="append", dest="folders", default=[])
    parser.add_argument("--convert")
    parser.add_argument("--most", type=int, default=30)
    return parser.parse_args()


def candidates(folders: list[str]) -> dict[str, list[str]]:
    """The files of each format."""
    found = defaultdict(list)
    for root in folders:
        for folder, _, names in os.walk(root):
            for name in names:
                for kind, endings in ENDINGS.items():
                    if name.endswith(endings):
                        found[kind].append(os.path.join(folder, name))
    return found


def content(kind: str, path: str) -> bytes | None:
    """The bytes of a file; none if it is no document with sentences."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError:
        return None
    if kind in ARCHIVES:
        return data if zipfile.is_zipfile(path) else None
    fits = LEAST < len(data) < LARGEST and (kind not in INNER or INNER[kind].search(data))
    return data if fits and len(re.findall(rb"[^\W\d_]{2,}\0? \0?[^\W\d_]{2,}", data)) >= 3 else None


def spread(paths: list[str]) -> list[str]:
    """The files in an order in which each folder has its turn, with no favourites."""
    turns = defaultdict(list)
    for path in sorted(paths, key=lambda path: hashlib.sha256(os.path.basename(path).encode()).digest()):
        turns[os.path.dirname(path)].append(path)
    placed = [(turn, hashlib.sha256(path.encode()).digest(), path) for ways in turns.values() for turn, path in enumerate(ways)]
    return [path for _, _, path in sorted(placed)]


def collect(found: dict[str, list[str]], output: str, most: int) -> None:
    for kind, paths in found.items():
        known, count = set(), 0
        for path in spread(paths):
            data = content(kind, path)
            if data is None or hashlib.sha256(data).digest() in known:
                continue
            known.add(hashlib.sha256(data).digest())
            count += 1
            name = os.path.basename(path) if kind in ARCHIVES else f"{count:02}-{os.path.basename(path)}"
            put(data, os.path.join(output, kind, name))
            if count == most and kind not in ARCHIVES:
                break
        print(f"{kind}: {count}")


def put(data: bytes, path: str) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if not os.path.exists(path):
        with open(path, "wb") as file:
            file.write(data)


def convert(given: str, output: str) -> None:
    """Has LibreOffice and pandoc write documents in other formats."""
    for kind, wanted in ((kind, wanted) for kind, all_wanted in CONVERSIONS.items() for wanted in all_wanted):
        folder = os.path.join(given, kind)
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
            made = os.path.join(output, wanted, f"{os.path.splitext(name)[0]}.{wanted}")
            if not os.path.exists(made):
                by_office(os.path.join(folder, name), wanted, os.path.dirname(made))
    folder = os.path.join(output, "md")
    for number, name in enumerate(sorted(os.listdir(folder))[:12] if os.path.isdir(folder) and shutil.which("pandoc") else []):
        version = "epub3" if number % 2 else "epub2"
        made = os.path.join(output, "epub", f"{os.path.splitext(name)[0]}.epub")
        os.makedirs(os.path.dirname(made), exist_ok=True)
        command = ["pandoc", "--from=gfm", f"--to={version}", "--metadata", f"title={name}", "--resource-path=/", "--output", made, os.path.join(folder, name)]
        subprocess.run(command, check=False, stderr=subprocess.DEVNULL)


def by_office(path: str, wanted: str, output: str) -> None:
    with tempfile.TemporaryDirectory() as profile:
        command = ["soffice", f"-env:UserInstallation=file://{profile}", "--headless", "--convert-to", wanted, "--outdir", output, path]
        try:
            subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
        except subprocess.TimeoutExpired:
            print(f"{path}: takes too long")


def main() -> None:
    given = arguments()
    collect(candidates(given.folders or [root for root in ROOTS if os.path.isdir(root)]), given.output, given.most)
    if given.convert:
        convert(given.convert, given.output)


if __name__ == "__main__":
    main()
