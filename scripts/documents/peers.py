"""What other programs make of the same documents, measured as Dragoman's."""
from __future__ import annotations

import filecmp
import os
from dataclasses import dataclass, field

import fidelity
import writers
from formats import FORMATS
from model import Figures, compare

TOOLKIT = "Translate Toolkit"
ARGOS = "argos-translate-files"
PROGRAMS = {  # which of them read a format
    **dict.fromkeys(("odt", "odp", "html", "srt"), (TOOLKIT, ARGOS)), "ods": (TOOLKIT,), "epub": (ARGOS,),
    **dict.fromkeys(("md", "ass", "po", "properties", "strings", "arb", "android", "resx", "yaml"), (TOOLKIT,)),
}


@dataclass
class Peer:
    """What a program made of the documents of a format."""

    kind: str
    program: str
    files: int
    written: int = 0
    read: int = 0  # of those, the ones that this measurement's readers can read
    same: int = 0
    structure: int = 0
    figures: Figures = field(default_factory=Figures)


def measure(data: str, output: str, only: set[str]) -> list[Peer]:
    found = []
    pythons = {TOOLKIT: writers.install_toolkit(), ARGOS: writers.install_argos()}
    for kind, programs in PROGRAMS.items():
        paths = fidelity.documents(data, kind)
        for program in programs:
            if paths and (not only or kind in only):
                found.append(of_format(kind, program, pythons[program], paths, os.path.join(output, program.split("-")[0].split()[0], kind)))
    return found


def of_format(kind: str, program: str, python: str, paths: list[str], output: str) -> Peer:
    peer = Peer(kind, program, len(paths))
    for mode in ("identity", "upper"):
        if program == TOOLKIT:
            writers.toolkit(python, kind, mode, os.path.join(output, mode), paths)
        else:
            writers.argos(python, mode, os.path.join(output, mode), paths)
    for path in paths:
        identical, upper = (os.path.join(output, mode, os.path.basename(path)) for mode in ("identity", "upper"))
        if not os.path.exists(upper):
            continue
        peer.written += 1
        peer.same += os.path.exists(identical) and filecmp.cmp(path, identical, shallow=False)
        try:
            before, after = FORMATS[kind].read(path, upper)
        except Exception as error:  # noqa: BLE001 - whatever keeps the reader from reading it
            peer.figures.notes.append(f"{program} {kind} {os.path.basename(path)}: {error!r}")
            continue
        peer.read += 1
        peer.figures.add(compare(before, after))
        peer.structure += before.structure == after.structure
    return peer
