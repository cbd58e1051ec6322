"""What the extractors of all formats give, and how two of their results are compared."""
from __future__ import annotations

import difflib
import re
from collections import Counter
from dataclasses import dataclass, field


ADDRESS = re.compile(r"((?:https?|ftp|file|mailto):[^\s\"<>]+|www\.[^\s\"<>]+|[\w.+-]+@[\w-]+\.[\w.]+)")


@dataclass
class Piece:
    """Text of equal formatting. `rule` says why it is to stay as it is; `look` stands for its formatting."""

    text: str
    rule: str = ""
    look: str = ""


@dataclass
class Paragraph:
    """Text that is read as one, and where in the document it stands. `of` is the element that it is part of, where that is told by more
    than one."""

    region: str
    pieces: list[Piece] = field(default_factory=list)
    of: object = None

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces)


@dataclass
class Extract:
    """A document as an extractor sees it: its texts, and everything else that must not change."""

    paragraphs: list[Paragraph] = field(default_factory=list)
    structure: Counter = field(default_factory=Counter)
    directions: Counter = field(default_factory=Counter)  # of paragraphs with text to translate, where the extractor knows them

    def add(self, region: str, text: str, rule: str = "") -> None:
        """Adds a paragraph, unless it is empty. Addresses in it are to stay."""
        if text:
            parts = [Piece(part, rule or ("address" if at % 2 else "")) for at, part in enumerate(ADDRESS.split(text))]
            self.paragraphs.append(Paragraph(region, [part for part in parts if part.text]))


@dataclass
class Figures:
    """What a comparison found; counts are of letters unless they say otherwise."""

    can_rise: Counter = field(default_factory=Counter)
    stayed: Counter = field(default_factory=Counter)
    by_rule: Counter = field(default_factory=Counter)
    compared: int = 0
    damaged: int = 0
    looked_at: int = 0
    look_kept: int = 0
    has_looks: bool = False  # whether the extractor tells formatting at all
    notes: list[str] = field(default_factory=list)

    def add(self, other: "Figures") -> None:
        for name in ("can_rise", "stayed", "by_rule"):
            getattr(self, name).update(getattr(other, name))
        for name in ("compared", "damaged", "looked_at", "look_kept"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.has_looks |= other.has_looks
        self.notes += other.notes


def rises(letter: str) -> bool:
    """Whether a letter is small and has a capital."""
    return letter.islower() and letter.upper() != letter


def small(text: str) -> int:
    return sum(map(rises, text))


def letters(text: str) -> int:
    return sum(map(str.isalpha, text))


def shorten(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) < 70 else text[:67] + "…"


def compare(before: Extract, after: Extract) -> Figures:
    """Compares a document with the one in which every text has been put in capitals."""
    figures = Figures()
    if len(before.paragraphs) != len(after.paragraphs):
        figures.notes.append(f"{len(before.paragraphs)} texts have become {len(after.paragraphs)}")
    for old, new in align(before.paragraphs, after.paragraphs):
        compare_paragraphs(old, new, figures)
    if before.structure != after.structure:
        missing, more = before.structure - after.structure, after.structure - before.structure
        said = [f"-{count} {shorten(str(what))}" for what, count in missing.most_common(4)]
        said += [f"+{count} {shorten(str(what))}" for what, count in more.most_common(4)]
        figures.notes.append("structure: " + ", ".join(said))
    return figures


def align(before: list[Paragraph], after: list[Paragraph]) -> list[tuple[Paragraph, Paragraph]]:
    """The paragraphs in pairs. Where their number differs, what has no counterpart goes with an empty one."""
    if len(before) == len(after):
        return list(zip(before, after))
    keys = [[(paragraph.region, paragraph.text.upper()) for paragraph in side] for side in (before, after)]
    pairs = []
    matcher = difflib.SequenceMatcher(None, keys[0], keys[1], autojunk=False)
    for _, start, end, other_start, other_end in matcher.get_opcodes():
        old, new = before[start:end], after[other_start:other_end]
        for number in range(max(len(old), len(new))):
            empty = Paragraph((old or new)[0].region)
            pairs.append((old[number] if number < len(old) else empty, new[number] if number < len(new) else empty))
    return pairs


def compare_paragraphs(old: Paragraph, new: Paragraph, figures: Figures) -> None:
    region = old.region
    for piece in old.pieces:
        if piece.rule:
            figures.by_rule[piece.rule] += small(piece.text)
        else:
            figures.can_rise[region] += small(piece.text)
    wanted, found = old.text.upper(), new.text.upper()
    damaged = damage(wanted, found) if wanted != found else 0
    stayed = sum(small(piece.text) for piece in new.pieces if not piece.rule)
    # What is not there any more has not been translated either.
    figures.stayed[region] += min(stayed + damaged, sum(small(piece.text) for piece in old.pieces if not piece.rule))
    if stayed:
        figures.notes.append(f"{region}: {stayed} letters stayed in “{shorten(new.text)}”")
    figures.compared += letters(wanted)
    figures.damaged += damaged
    if wanted != found:
        if damaged:
            figures.notes.append(f"{region}: {damaged} letters damaged: “{shorten(old.text)}” → “{shorten(new.text)}”")
    else:
        compare_looks(old, new, figures)


def damage(wanted: str, found: str) -> int:
    """How many letters were lost or came in."""
    wanted, found = ("".join(filter(str.isalpha, text)) for text in (wanted, found))
    if wanted == found:
        return 0
    matcher = difflib.SequenceMatcher(None, wanted, found, autojunk=False)
    kept = sum(block.size for block in matcher.get_matching_blocks())
    return max(len(wanted), len(found)) - kept


def compare_looks(old: Paragraph, new: Paragraph, figures: Figures) -> None:
    """Counts the letters that have the formatting that they had. The texts are equal but for case."""
    looks = [[piece.look for piece in side.pieces for letter in piece.text.upper() if letter.isalpha()] for side in (old, new)]
    figures.looked_at += len(looks[0])
    figures.has_looks |= any(piece.look for piece in old.pieces)
    kept = sum(a == b for a, b in zip(*looks))
    figures.look_kept += kept
    if kept < len(looks[0]):
        figures.notes.append(f"{old.region}: {len(looks[0]) - kept} letters look different in “{shorten(old.text)}”")
