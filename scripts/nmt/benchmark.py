#!/usr/bin/env python3
"""Measures the neural engine next to other engines, with the same models and sentences, and prints a Markdown table.

usage: benchmark.py [TEXT] [--vocabulary DIR] [--kernels NAME] [--quick]

TEXT has one sentence a line, of which the first 500 are taken; without it they are those of `testdata/benchmark`. The models are made up
(see synthetic.py) and as large as real ones. DIR holds a published vocabulary and shortlist (vocab.*.spm, lex.*.s2t.bin); without it they
are made up as well. NAME is an instruction set that the engine computes with instead of the best one, for which the server is not measured.
What is not there is built or installed first: the program, the models, and in the cache (see peers/common.py) a
virtual environment and the other engines.

Figures are the best of the turns that the engines take. The ratio of processor times is the one to trust on a machine
that does other work as well.
"""
from __future__ import annotations

import argparse
import importlib.util
import itertools
import json
import os
import platform
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PEERS = os.path.join(HERE, "peers")
TEXT = os.path.join(ROOT, "testdata", "benchmark", "sentences.en.txt")
sys.path.insert(0, PEERS)

import common  # noqa: E402

REQUIREMENTS = [os.path.join(folder, "requirements.txt") for folder in (HERE, PEERS)]
MODULES = ("ctranslate2", "numpy", "sentencepiece", "torch", "yaml")
HEADING = ("Measured", "Dragoman", "Compared with", "Its figure", "Ratio", "Ratio of processor time", "Goal")
SENTENCES = 500
TURNS = {"copy.tiny": 2, "copy.base": 1, "copy.opus": 1}  # of the engines; a turn of the larger models takes a minute or more


def say(what: str) -> None:
    print(f"bench: {what}", file=sys.stderr, flush=True)


def enter_environment() -> None:
    """Goes on in a virtual environment of the cache, unless this interpreter has all that is needed."""
    if all(importlib.util.find_spec(module) for module in MODULES):
        return
    folder = common.cache_folder("python")
    python = os.path.join(folder, "bin", "python")
    if sys.executable == python:
        sys.exit(f"{folder} lacks a package; delete it and try again")
    say(f"installing what is needed into {folder}")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run(command + [part for path in REQUIREMENTS for part in ("-r", path)], check=True)
    os.execv(python, [python, os.path.abspath(sys.argv[0]), *sys.argv[1:]])


def executable(*arguments: str) -> str:
    """Builds a target of the workspace; the path of the program."""
    command = ["cargo", *arguments, "--locked", "--message-format=json-render-diagnostics"]
    messages = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True).stdout
    return [path for line in messages.splitlines() if (path := json.loads(line).get("executable"))][-1]


class Bench:
    """The programs, the text and the table."""

    def __init__(self, text: str, vocabulary: str | None, kernels: str | None, quick: bool) -> None:
        import material

        say("building")
        executable("build", "--release", "--package", "dragoman")
        self.neural = executable("bench", "--package", "dragoman-benchmarks", "--bench", "neural", "--no-run")
        self.limits = executable("build", "--release", "--package", "dragoman-kernels", "--example", "limits")
        self.models = material.models(vocabulary)
        self.kernels = [f"kernels={kernels}"] if kernels else []
        self.quick, self.rounds = quick, 1 if quick else 3
        lines = common.read_lines(text)[: 50 if quick else SENTENCES]
        self.words = sum(len(line.split()) for line in lines)
        self.text = tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8")
        self.text.writelines(line + "\n" for line in lines)
        self.text.flush()
        self.rows = [HEADING]
        self.peak = Peak(self.limits, self.rounds, kernels)
        self.about = f"{len(lines)} sentences, {self.words} words"

    def dragoman(self, model: str, *arguments: str) -> dict:
        """One measurement by `crates/benchmarks/benches/neural`."""
        return self.run([self.neural, self.models[model], self.text.name, *arguments, *self.kernels])

    def peer(self, script: str, model: str, *arguments: str) -> dict:
        """One run of another engine."""
        return self.run([sys.executable, os.path.join(PEERS, script), self.models[model], self.text.name, *arguments])

    @staticmethod
    def run(command: list[str]) -> dict:
        return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines()[-1])

    def against_peer(self, model: str, peer: str, script: str, threads: int, beam: int, goal: str = "") -> dict:
        """Both engines in turn with the same model; a row. The best of our figures."""
        say(f"{model}, {threads} threads, beam {beam}: Dragoman and {peer}")
        turns = 1 if self.quick else TURNS[model]
        ours, theirs, counted = [], [], str(model != "copy.opus").lower()
        for _ in range(turns):
            ours.append(self.dragoman(model, "throughput", f"threads={threads}", f"beam={beam}", "rounds=1", f"count={counted}"))
            width = ["--beam", str(beam)] if script == "ctranslate.py" else []
            theirs.append(self.peer(script, model, "--threads", str(threads), "--rounds", "1", *width))
        least = [{field: min(run[field] for run in runs) for field in ("seconds", "cpu_seconds")} for runs in (ours, theirs)]
        rates = [self.words / best["seconds"] for best in least]
        what = f"{name_of(model)}, {threads} thread{'s' if threads > 1 else ''}, beam {beam}, words/s"
        self.row(what, f"{rates[0]:,.0f}", peer, f"{rates[1]:,.0f}", rates[0] / rates[1], least[1]["cpu_seconds"] / least[0]["cpu_seconds"],
                 goal)
        say(f"words/s {rates[0]:.0f} and {rates[1]:.0f}, processor seconds {least[0]['cpu_seconds']:.1f} and {least[1]['cpu_seconds']:.1f}")
        return {**ours[0], **least[0]}

    def row(self, what: str, ours: str, other: str = "", theirs: str = "", ratio: float | None = None, cpu_ratio: float | None = None,
            goal: str = "") -> None:
        self.rows.append((what, ours, other, theirs, *("" if value is None else f"{value:.2f}" for value in (ratio, cpu_ratio)), goal))

    def students(self) -> None:
        """Throughput of tiny and base next to Bergamot, to the arithmetic bound, and to two threads."""
        rows = []
        for model, goal in (("copy.tiny", "0.75"), ("copy.base", "")):
            figures = [self.against_peer(model, "Bergamot, WebAssembly", "bergamot.py", threads, 1) for threads in (1, 2)]
            self.linear(model, 1, figures)
            work = figures[0]["multiply_accumulates"] / 1e9
            peak = work / self.peak.seconds(figures[0])
            by_clock, by_cpu = (work / figures[0][field] for field in ("seconds", "cpu_seconds"))
            rows.append((f"{name_of(model)}, 1 thread, int8 GMAC/s", f"{by_clock:.1f}", f"peak of {self.peak.name} for this mixture",
                         f"{peak:.1f}", by_clock / peak, by_cpu / peak, goal))
        for row in rows:
            self.row(*row)

    def opus(self) -> None:
        """The shape of OPUS-MT next to CTranslate2."""
        for beam in (1, 4):
            figures = [self.against_peer("copy.opus", "CTranslate2, int8", "ctranslate.py", threads, beam, "2") for threads in (1, 2)]
            self.linear("copy.opus", beam, figures)

    def linear(self, model: str, beam: int, figures: list[dict]) -> None:
        one, two = (self.words / figure["seconds"] for figure in figures)
        self.row(f"{name_of(model)}, 2 threads, beam {beam}, words/s", f"{two:,.0f}", "1 thread", f"{one:,.0f}", two / one,
                 figures[0]["cpu_seconds"] / figures[1]["cpu_seconds"] * 2, "2")

    def alone(self) -> None:
        """One sentence, the start and the memory of tiny."""
        say("one sentence, start and memory")
        for model, threads in itertools.product(("copy.tiny", "copy.base"), (1, 2)):
            runs = [self.dragoman(model, "sentence", f"threads={threads}") for _ in range(self.rounds)]
            best = min(runs, key=lambda run: run["median_ms"])
            arithmetic = 1e3 * self.peak.seconds(best)
            self.row(f"{name_of(model)}, one sentence of {best['tokens']} tokens, {threads} thread{'s' if threads > 1 else ''}, ms "
                     f"(median; best {best['best_ms']:.2f})", f"{best['median_ms']:.2f}", "its arithmetic at the peak of one core",
                     f"{arithmetic:.2f}", best["median_ms"] / arithmetic, goal="2.00" if model == "copy.tiny" and threads == 2 else "")
        runs = [self.dragoman("copy.tiny", "start") for _ in range(3 * self.rounds)]
        best = min(runs, key=lambda run: run["milliseconds"])
        self.row("tiny, from files not in memory to the first translation, ms", f"{best['milliseconds']:.0f}", goal="60")
        private, file, packed = (min(run[f"{kind}_bytes"] for run in runs) / 1e6 for kind in ("private", "file", "packed"))
        self.row(f"tiny, resident memory, MB: private {private:.1f}, of files {file:.1f}", f"{private + file:.1f}", "packed weights", f"{packed:.1f}")
        self.row("tiny, resident memory above the packed weights, MB", f"{private + file - packed:.1f}", goal="25")

    def http(self) -> None:
        """The server next to the engine alone."""
        say("the server")
        result = self.dragoman("copy.tiny", "http", f"rounds={2 * self.rounds + 1}", "repeat=2")
        for way in result["ways"]:
            what = f"tiny over HTTP, {way['clients']} clients, {way['texts']} text{'s' if way['texts'] > 1 else ''} a request, sentences/s"
            self.row(what, f"{way['lines_per_second']:,.0f}", f"the engine alone, {result['threads']} threads",
                     f"{result['lines_per_second']:,.0f}", way["ratio"], goal="0.9" if way["texts"] > 1 else "")
            self.row("the same", f"{way['lines_per_second']:,.0f}", f"the engine alone, {way['clients'] * way['texts']} sentences at a time",
                     f"{way['alone_lines_per_second']:,.0f}", way["lines_per_second"] / way["alone_lines_per_second"])
            left = way["alone_lines_per_second"] * (1 - way["clients_share"])
            self.row("the same", f"{way['lines_per_second']:,.0f}", f"the engine alone on the {1 - way['clients_share']:.2f} of the processors that clients leave",
                     f"{left:,.0f}", way["lines_per_second"] / left, goal="" if way["texts"] > 1 else "0.9")
            self.row("the engine's part of the server's processor time", f"{way['engine_share']:.2f}",
                     goal="" if way["texts"] > 1 else "0.8")

    def table(self) -> str:
        """The rows as Markdown; the first column to the left, figures to the right."""
        widths = [max(len(row[column]) for row in self.rows) for column in range(len(HEADING))]
        texts = (0, 2)
        lines = ["| " + " | ".join(cell.ljust(width) if column in texts else cell.rjust(width)
                                   for column, (cell, width) in enumerate(zip(row, widths))) + " |" for row in self.rows]
        lines.insert(1, "|" + "|".join("-" * (width + 2) if column in texts else "-" * (width + 1) + ":"
                                       for column, width in enumerate(widths)) + "|")
        return "\n".join(lines)


class Peak:
    """The most multiply-accumulates per second that the best instruction set for vectors can reach on one core."""

    def __init__(self, limits: str, rounds: int, kernels: str | None) -> None:
        self.name, (self.any_input, self.never_negative) = peak_of(limits, rounds, kernels)

    def seconds(self, figures: dict) -> float:
        """What a measurement's arithmetic takes at the peak."""
        work, easy = (figures[field] / 1e9 for field in ("multiply_accumulates", "after_rectifier"))
        return easy / self.never_negative + (work - easy) / self.any_input


def peak_of(limits: str, rounds: int, kernels: str | None = None) -> tuple[str, list[float]]:
    """The name of the instruction set for vectors that an engine with these kernels uses, and the most multiply-accumulates per second that its
    instructions can reach on one core, in billions: of any inputs, and of inputs that are never negative. Beside AMX it is the best one."""
    say("the peak of the processor")
    best: dict[str, list[float]] = {}
    for _ in range(rounds):
        # The name of no instruction set, so that only the peaks are measured.
        for line in subprocess.run([limits, "none"], stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines():
            if line.startswith("peak of "):
                name, _, values = line.removeprefix("peak of ").partition(" in GMAC/s: ")
                rates = [float(value.split()[-1]) for value in values.split(",")]
                best[name] = [max(pair) for pair in zip(rates, best.get(name, rates))]
    if not best:
        sys.exit("the peak of this processor is not known")
    name = list(best)[-1] if kernels in (None, "AMX") else kernels
    if name not in best:
        sys.exit(f"the peak of {name} is not known here; these are: {', '.join(best)}")
    rates = best[name]
    return name, [rates[-2] if len(rates) > 1 else rates[0], rates[-1]]


def name_of(model: str) -> str:
    """A model's name for the table."""
    return {"copy.opus": "OPUS-MT shape"}.get(model, model.removeprefix("copy."))


def processor() -> str:
    """The processor's name and how many of it there are."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return f"{names[0] if names else platform.machine()}, {os.cpu_count()} cores"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text", nargs="?", default=TEXT)
    parser.add_argument("--vocabulary", metavar="DIR", help="a folder with vocab.*.spm and lex.*.s2t.bin")
    parser.add_argument("--kernels", metavar="NAME", help="the instruction set to compute with, such as AVX2; the server is left out")
    parser.add_argument("--quick", action="store_true", help="50 sentences once: enough to see that it works, too few for figures to keep")
    options = parser.parse_args()
    enter_environment()
    bench = Bench(options.text, options.vocabulary, options.kernels, options.quick)
    before = os.getloadavg()[1]
    bench.students()
    bench.alone()
    if not options.kernels:
        bench.http()
    bench.opus()
    after = os.getloadavg()[1]
    chosen = f" by {options.kernels}" if options.kernels else ""
    print(f"Processor: {processor()}{chosen}. {bench.about}. Load of the machine over 5 minutes before and after: {before:.1f}, {after:.1f}.\n")
    print(bench.table())


if __name__ == "__main__":
    main()
