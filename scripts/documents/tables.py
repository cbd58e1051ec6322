"""The Markdown tables."""
from __future__ import annotations

import statistics

import pdf
import pictures
import word
from fidelity import ALIKE, RENDERED, Result
from formats import FORMATS
from peers import Peer
from speed import Speed

MEGABYTE = 1_000_000


def table(heading: list[str], rows: list[list[str]]) -> str:
    marks = ["---"] + ["---:"] * (len(heading) - 1)
    return "\n".join("| " + " | ".join(row) + " |" for row in [heading, marks, *rows])


def share(part: int, whole: int) -> str:
    """A percentage that is 100 only if nothing is missing."""
    if not whole:
        return "–"
    percent = 100 * part / whole
    return "100 %" if part == whole else f"{min(percent, 99.99):.2f} %"


def fidelity(title: str, results: dict[str, Result]) -> str:
    heading = ["Format", "Files", "Refused", "Same bytes", "Translated", "Damaged", "Formatting kept",
               "Structure kept", "Valid as before", "With codes in disorder", "From right to left", "Parts without text the same"]
    rows = []
    for kind, result in results.items():
        figures, read = result.figures, result.files - result.refused
        can, stayed = sum(figures.can_rise.values()), sum(figures.stayed.values())
        rows.append([
            kind, str(result.files), str(result.refused), f"{result.same}/{read}", share(can - stayed, can), share(figures.damaged, figures.compared) if figures.damaged else "0",
            share(figures.look_kept, figures.looked_at) if figures.has_looks else "–", f"{result.structure}/{read}", f"{result.valid}/{result.validated}" if result.validated else "–", f"{result.shuffled}/{read}", f"{result.turned}/{read}" if not FORMATS[kind].both else "–",
            f"{result.parts_same}/{result.parts}" if result.parts else "–",
        ])
    parts = [f"### {title}", table(heading, rows), opened(results), regions(results), rules(results)]
    return "\n\n".join(filter(None, parts)) + "\n"


def peers(title: str, results: dict[str, Result], others: list[Peer]) -> str:
    """The formats that other programs read, each beside what Dragoman wrote of the same files."""
    rows = []
    for kind in dict.fromkeys(peer.kind for peer in others):
        result = results[kind]
        ours = Peer(kind, "Dragoman", result.files, result.files - result.refused, result.files - result.refused, result.same, result.structure, result.figures)
        for peer in [ours, *(peer for peer in others if peer.kind == kind)]:
            figures = peer.figures
            can, stayed = sum(figures.can_rise.values()), sum(figures.stayed.values())
            rows.append([kind, peer.program, str(peer.files), str(peer.written), f"{peer.read}/{peer.written}", f"{peer.same}/{peer.written}", share(can - stayed, can), share(figures.damaged, figures.compared) if figures.damaged else "0", f"{peer.structure}/{peer.written}"])
    heading = ["Format", "Program", "Files", "Written", "Read again", "Same bytes", "Translated", "Damaged", "Structure kept"]
    return f"### {title} beside other programs\n\n" + table(heading, rows) + "\n"


def opened(results: dict[str, Result]) -> str:
    rows = []
    for kind in FORMATS:
        result = results.get(kind)
        if result and result.opened:
            cells = [f"{result.opened[mode]}/{result.opened['written']}" for mode in RENDERED]
            rows.append([kind, *cells, f"{result.readable}/{result.once_readable}" if FORMATS[kind].library else "–", f"{result.alike}/{result.pages}", f"{result.least:.3f}",
                         f"{result.printed} → {result.still_printed}", str(result.missing)])
    heading = ["Opens", "in capitals", "a third longer", "codes in disorder", "there and back", "from right to left", "in the other library", "Pages look the same", "least similar page", "Small letters on the pages", "Letters missing there"]
    return table(heading, rows) if rows else ""


def regions(results: dict[str, Result]) -> str:
    rows = []
    for kind, result in results.items():
        counts, stayed = result.figures.can_rise, result.figures.stayed
        said = [f"{region} {share(count - stayed[region], count)} of {count}" for region, count in sorted(counts.items()) if count]
        rows.append([kind, ", ".join(said)])
    return table(["Format", "Small letters that were translated, by where they stand"], rows).replace("---:", "---")


def rules(results: dict[str, Result]) -> str:
    said = []
    for kind, result in results.items():
        counts = [f"{rule} {count}" for rule, count in sorted(result.figures.by_rule.items()) if count]
        if counts:
            said.append(f"{kind}: {', '.join(counts)}")
    return "Small letters that are to stay, by the reason and not counted above: " + "; ".join(said) + "." if said else ""


def speed(figures: dict[str, Speed]) -> str:
    rows = []
    for kind, one in figures.items():
        megabytes = one.unpacked / MEGABYTE
        rows.append([
            kind, f"{one.file / MEGABYTE:.1f}", f"{megabytes:.1f}", str(one.units), f"{megabytes / one.read:.1f}", f"{megabytes / one.write:.1f}",
            f"{megabytes / (one.read + one.write):.1f}", f"{one.file / MEGABYTE / (one.read + one.write):.1f}", f"{one.peak / MEGABYTE:.0f}",
            f"{one.peak / one.unpacked:.1f}",
        ])
    heading = ["Format", "MB of file", "MB unpacked", "Units", "read, MB/s", "written, MB/s", "both, MB/s", "both, MB of file/s", "Peak memory, MB", "Peak for each MB unpacked"]
    return "### Speed and memory\n\n" + table(heading, rows) + "\n"


def of_pdf(title: str, results: dict[str, pdf.Result]) -> str:
    return "\n\n".join([f"### {title} PDF", table(*written(results)), table(*looks(results))]) + "\n"


def written(results: dict[str, pdf.Result]) -> tuple[list[str], list[list[str]]]:
    """Whether files are written, and the words on their pages."""
    heading = ["PDF", "Files", "Written", "Broken", "Pages kept", "Words found", "Words found, mean of files", "Median of files", "Words outside", "Words over words",
               "Fonts not embedded", "Time, s", "ms a page", "Peak memory, MB"]
    rows = []
    for label, result in results.items():
        findings = result.findings
        ordinary = [finding.recall for finding in findings if finding.words >= pdf.ENOUGH]
        seconds = sum(line["read_seconds"] + line["write_seconds"] for line in result.runs)
        peak = max((line.get("peak_kib", 0) for line in result.runs), default=0) * 1024 / MEGABYTE
        pages = sum(finding.pages for finding in findings)
        rows.append([
            label, str(result.files), str(len(findings)), str(sum(finding.broken for finding in findings)),
            f"{sum(finding.pages_kept for finding in findings)}/{len(findings)}", mean([sum(finding.found for finding in findings)], sum(finding.words for finding in findings)),
            mean(ordinary), median(ordinary), str(sum(finding.outside for finding in findings)), str(sum(finding.covered for finding in findings)),
            str(sum(finding.not_embedded for finding in findings)), f"{seconds:.1f}", f"{1000 * seconds / max(pages, 1):.1f}", f"{peak:.0f}" if peak else "–",
        ])
    return heading, rows


def looks(results: dict[str, pdf.Result]) -> tuple[list[str], list[list[str]]]:
    """How the pages look next to those of the original."""
    heading = ["PDF", "Pages seen", "Similarity, mean of files", f"Pages of {ALIKE} or more", "Files", "Ink where ink was, mean of files", "of pages"]
    rows = []
    for label, result in results.items():
        findings = [finding for finding in result.findings if finding.alike]
        alike = [share for finding in findings for share in finding.alike]
        inked = [finding.ink for finding in findings if finding.ink and finding.words >= pdf.ENOUGH]
        if findings:
            rows.append([
                label, str(len(alike)), mean([mean_of(finding.alike) for finding in findings]), f"{sum(share >= ALIKE for share in alike)}/{len(alike)}",
                f"{sum(min(finding.alike) >= ALIKE for finding in findings)}/{len(findings)}", mean(list(map(mean_of, inked))),
                mean([share for shares in inked for share in shares]),
            ])
    return heading, rows


def mean_of(values: list[float]) -> float:
    return sum(values) / len(values)


def mean(values: list[float], count: int | None = None) -> str:
    count = len(values) if count is None else count
    return f"{sum(values) / count:.3f}" if count else "–"


def median(values: list[float]) -> str:
    return f"{statistics.median(values):.3f}" if values else "–"


def of_word(kind: str, result: word.Result) -> str:
    heading = ["As documents of Word", "Files", "Written", "Open", "Not valid", "Words found", "Words in order", "Found, median of files", "In order, median of files",
               "As many pages", "Seconds, median"]
    found, in_order = map(median, list(zip(*result.shares)) or [[], []])
    row = [kind, str(result.files), str(len(result.runs)), str(result.opened), str(result.invalid), share(result.found, result.words), share(result.in_order, result.words),
           found, in_order, f"{result.pages_kept}/{result.opened}", f"{result.seconds:.2f}"]
    return table(heading, [row]) + "\n"


def of_pictures(result: pictures.Result) -> str:
    heading = ["Pictures", "Files", "Written", "Words found again", "Files with 95 % of them", "Processor time, s a picture", "Peak memory, MB"]
    seconds = sum(line["read_seconds"] + line["write_seconds"] for line in result.runs) / max(len(result.runs), 1)
    peak = max((line["peak_kib"] for line in result.runs), default=0) * 1024 / MEGABYTE
    row = ["in capitals", str(result.files), str(len(result.runs)), share(result.found, result.words), f"{result.alike}/{result.counted}", f"{seconds:.2f}", f"{peak:.0f}"]
    return table(heading, [row]) + "\n"
