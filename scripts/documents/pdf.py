"""What comes back of PDF files, as poppler-utils and qpdf see it: their words, where these are on the pages, and how the pages look."""
from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass, field
from multiprocessing import Pool

import numpy
from scipy.ndimage import binary_dilation
from skimage.metrics import structural_similarity

import engines
import render

DOTS = 72  # per inch, so that a pixel is a point
PAGES = 20  # of each document that are looked at
ENOUGH = 20  # words that a document must have for its share to count
SECONDS = 120  # for a program that reads a document
INK = 40  # levels of grey that tell ink from the paper
NEAR = 2  # points from ink at which other ink counts as at the same place
COVERED = 0.4  # of a word's area that another one lies over
# One that is seen: spaces whose fonts do not say that they are some are none.
WORD = re.compile(r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(?=[^<]*\w)')
SENSELESS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ue000-\uf8ff\U000f0000-\U0010ffff]")
GARBLED = 0.3  # of the letters of a text that stand for nothing, from which on it is none
# The font of text that Acrobat has recognised in a page and laid invisibly over it, as far as it could.
RECOGNISED = "HiddenHorzOCR"


@dataclass
class Facts:
    """What programs say of one file."""

    text: str = ""
    pages: list[tuple[float, float]] = field(default_factory=list)
    outside: int = 0
    covered: int = 0
    not_embedded: set[str] = field(default_factory=set)
    broken: bool = False
    # Whether it says other words than it shows, so that these cannot be looked for.
    is_garbled: bool = False


@dataclass
class Finding:
    """What one file has become."""

    name: str
    pages: int = 0
    words: int = 0
    found: int = 0
    outside: int = 0
    covered: int = 0
    broken: bool = False
    pages_kept: bool = True
    not_embedded: int = 0
    alike: list[float] = field(default_factory=list)  # by page
    ink: list[float] = field(default_factory=list)

    @property
    def recall(self) -> float:
        return self.found / self.words if self.words else 1.0


@dataclass
class Result:
    """What the files of one program and engine have become, and what that took."""

    files: int = 0
    findings: list[Finding] = field(default_factory=list)
    runs: list[dict] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def run(*command: str) -> str:
    """What a program says, however it ends."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return ""
    return done.stdout.decode("utf-8", "replace")


def facts(path: str) -> Facts:
    found = Facts(run("pdftotext", "-q", path, "-"))
    sizes: dict[str, list[str]] = {}
    for number, kind, value in re.findall(r"^Page +(\d+) (size|rot): +(.*)$", run("pdfinfo", "-l", "100000", path), re.MULTILINE):
        sizes.setdefault(number, []).append(value)
    for size, turn in (values for values in sizes.values() if len(values) == 2):
        width, height = map(float, re.match(r"([\d.]+) x ([\d.]+)", size).groups())
        found.pages.append((width, height) if int(turn) % 180 == 0 else (height, width))
    for page, size in zip(run("pdftotext", "-q", "-cropbox", "-bbox", path, "-").split("<page ")[1:], found.pages):
        boxes = numpy.array([list(map(float, box)) for box in WORD.findall(page)]).reshape(-1, 4)
        found.outside += int(((boxes < -1) | (boxes > numpy.array(size * 2) + 1)).any(axis=1).sum())
        found.covered += covered(boxes)
    found.is_garbled = len(SENSELESS.findall(found.text)) > GARBLED * len(found.text)
    for line in run("pdffonts", path).splitlines()[2:]:
        columns = line.split()
        found.is_garbled |= columns[:1] == [RECOGNISED]
        if len(columns) > 5 and columns[-5] == "no":
            found.not_embedded.add(columns[0])
    found.broken = subprocess.run(["qpdf", "--check", path], capture_output=True, timeout=SECONDS).returncode == 2
    return found


def covered(boxes: numpy.ndarray) -> int:
    """How many words have another one over them."""
    low, high = boxes[:, :2], boxes[:, 2:]
    common = numpy.minimum(high[:, None], high[None]) - numpy.maximum(low[:, None], low[None])
    areas = numpy.maximum((high - low).prod(axis=1), 0.01)
    over = common.clip(0).prod(axis=2) > COVERED * numpy.minimum(areas[:, None], areas[None])
    numpy.fill_diagonal(over, False)
    return int(over.any(axis=1).sum())


def ink(page: numpy.ndarray) -> numpy.ndarray:
    """Where something is on the paper, whose grey is the most frequent."""
    paper = numpy.bincount(page.ravel(), minlength=256).argmax()
    return abs(page.astype(int) - paper) > INK


def same_ink(before: numpy.ndarray, after: numpy.ndarray) -> float | None:
    """The share of the ink of both pages that is near ink of the other; none if there is none."""
    masks = ink(before), ink(after)
    near = [binary_dilation(mask, iterations=NEAR) for mask in masks]
    all_of_it = (masks[0] | masks[1]).sum()
    return float(((masks[0] & near[1]) | (masks[1] & near[0])).sum() / all_of_it) if all_of_it else None


def similarity(before: numpy.ndarray, after: numpy.ndarray) -> float:
    if min(before.shape) < 7:
        return float((before == after).mean())
    return float(structural_similarity(before, after, data_range=255))


def pages(path: str, cache: str | None) -> list[numpy.ndarray]:
    """The pages of a file; those of an original are kept in the cache."""
    kept = cache and os.path.join(cache, f"{os.path.basename(path)}-{os.path.getsize(path)}.npz")
    if kept and os.path.exists(kept):
        with numpy.load(kept) as stored:
            return [stored[name] for name in stored.files]
    try:
        images = render.pages(path, DOTS, PAGES)
    except (subprocess.SubprocessError, OSError):
        images = []
    if kept:
        os.makedirs(cache, exist_ok=True)
        numpy.savez_compressed(kept, *images)
    return images


def examine(task: tuple[str, str, dict[str, str]]) -> dict[str, Finding]:
    """What has become of a file in each mode."""
    path, cache, written = task
    before, images = facts(path), pages(path, cache)
    findings = {}
    for label, made in written.items():
        mode = label.split()[-1]
        after, finding = facts(made), Finding(os.path.basename(path), len(before.pages))
        if not before.is_garbled:
            finding.words, finding.found = engines.recall(before.text, after.text, mode)
        finding.outside = max(0, after.outside - before.outside)
        finding.covered = max(0, after.covered - before.covered)
        finding.broken = after.broken and not before.broken
        finding.pages_kept = before.pages == after.pages
        finding.not_embedded = len(after.not_embedded - before.not_embedded)
        if mode in ("identity", "upper", "reversed"):
            compare_pages(images, pages(made, None), finding)
        findings[label] = finding
    return findings


def compare_pages(before: list[numpy.ndarray], after: list[numpy.ndarray], finding: Finding) -> None:
    for number, old in enumerate(before):
        new = after[number] if number < len(after) and after[number].shape == old.shape else None
        finding.alike.append(0.0 if new is None else similarity(old, new))
        share = 0.0 if new is None else same_ink(old, new)
        if share is not None:
            finding.ink.append(share)


def measure(paths: list[str], output: str, cache: str, writers: dict[str, object]) -> dict[str, Result]:
    """The results by program and engine. A writer gets an engine, a folder and paths, and gives what it says of each file."""
    labels = [(f"{program} {mode}", writer, mode) for program, writer in writers.items() for mode in engines.MODES]
    results = {label: Result(len(paths)) for label, _, _ in labels}
    for label, writer, mode in labels:
        for line in writer(mode, os.path.join(output, label.replace(" ", "-")), paths):
            if "error" in line:
                results[label].notes.append(f"{label}: {line['file']}: {line['error']}")
            else:
                results[label].runs.append(line)
    tasks = []
    for path in paths:
        written = {label: os.path.join(output, label.replace(" ", "-"), os.path.basename(path)) for label in results}
        tasks.append((path, cache, {label: made for label, made in written.items() if os.path.exists(made)}))
    with Pool(2) as pool:
        for findings in pool.imap(examine, tasks):
            for label, finding in findings.items():
                results[label].findings.append(finding)
    for label, result in results.items():
        result.notes += notes(label, result)
    return results


def notes(label: str, result: Result) -> list[str]:
    """What is wrong in single files, the worst first."""
    said = []
    for finding in sorted(result.findings, key=lambda one: one.recall):
        wrong = []
        if finding.recall < 0.98:
            wrong.append(f"{finding.words - finding.found} of {finding.words} words missing")
        wrong += [f"{count} words {what}" for count, what in ((finding.outside, "outside"), (finding.covered, "over others")) if count]
        wrong += [what for what, is_so in (("broken", finding.broken), ("other pages", not finding.pages_kept)) if is_so]
        for name, shares, least in (("similarity", finding.alike, 0.99 if label.endswith("identity") else 0.0), ("ink", finding.ink, 0.9)):
            low = [f"{number + 1}: {share:.3f}" for number, share in enumerate(shares) if share < least]
            if low:
                wrong.append(f"{name} of pages {', '.join(low[:8])}")
        if wrong:
            said.append(f"{label}: {finding.name}: {'; '.join(wrong)}")
    return said
