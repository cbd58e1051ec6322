"""How fast large documents are read and written, and how much memory that takes."""
from __future__ import annotations

import json
import os
import subprocess
import zipfile
from dataclasses import dataclass

TURNS = 3


@dataclass
class Speed:
    """Figures of one document: bytes of the file and unpacked, seconds of a processor, and memory beyond that of the file itself."""

    file: int
    unpacked: int
    units: int
    read: float
    write: float
    peak: int


def measure(folder: str, output: str, roundtrip: str, only: set[str]) -> dict[str, Speed]:
    """The best of some turns for each document; each turn is a process of its own."""
    figures = {}
    for name in sorted(os.listdir(folder)):
        kind = {"xlf": "xliff"}.get(name.rpartition(".")[2], name.rpartition(".")[2])
        if only and kind not in only:
            continue
        path = os.path.join(folder, name)
        lines = []
        for _ in range(TURNS):
            done = subprocess.run([roundtrip, "upper", output, path], check=True, capture_output=True, text=True)
            lines.append(json.loads(done.stdout))
        figures[kind] = Speed(
            os.path.getsize(path), unpacked(path), lines[0]["units"], min(line["read_seconds"] for line in lines),
            min(line["write_seconds"] for line in lines), max(line["peak_kib"] for line in lines) * 1024)
    return figures


def unpacked(path: str) -> int:
    if not zipfile.is_zipfile(path):
        return os.path.getsize(path)
    with zipfile.ZipFile(path) as archive:
        return sum(entry.file_size for entry in archive.infolist() if entry.filename.endswith((".xml", ".rels")))
