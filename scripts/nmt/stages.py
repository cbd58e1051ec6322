#!/usr/bin/env python3
"""Prints where the time of the neural engine goes, stage by stage, on one thread, for the models of the benchmark.

usage: stages.py [TEXT] [--vocabulary DIR] [--models NAMES] [--kernels NAME]

TEXT has one sentence a line, of which the first 500 are taken; without it they are those of `testdata/benchmark`. DIR is as for benchmark.py,
and so are the models. NAME is an instruction set, such as AVX2 or AVX512-VNNI, to be used instead of the best. For each stage: its share of the
process's processor time, milliseconds, calls, nanoseconds a call, multiply-accumulates and bytes a second, and the share of the peak of the
processor's int8 instructions, those for vectors also where there are some for matrices. Attention computes in f32, so it has no share. The
figures under `tiny alone` are of one sentence after the other. Stages are timed by the clock, so other work on the machine shows as time of
theirs. Hardware counters are printed where the machine gives them.
"""
from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

import benchmark
import common

HEADING = ("stage", "share", "ms", "calls", "ns/call", "GMAC/s", "GB/s", "of peak")
FLOAT = ("EncoderAttention", "DecoderAttention", "DecoderHistory")  # stages whose products are of f32
EVENTS = "cycles,instructions,cache-misses"


def counters(command: list[str]) -> str:
    """What `perf stat` says of a command, or why it says nothing."""
    if not shutil.which("perf"):
        return "hardware counters: perf is not installed"
    result = subprocess.run(["perf", "stat", "-x", ";", "-e", EVENTS, *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    fields = [line.split(";") for line in result.stderr.splitlines() if ";" in line]
    counted = [f"{field[2]} {int(field[0]):,}" for field in fields if field[0].isdigit()]
    return "hardware counters: " + (", ".join(counted) or "this machine gives none")


def table(profile: dict, peak: float) -> list[str]:
    """The stages of one profile as lines of Markdown."""
    cpu, stages = profile["cpu_seconds"], profile["stages"]
    rows = []
    for stage, (nanoseconds, calls, products, size) in stages.items():
        if calls == 0:
            continue
        rate = products / max(nanoseconds, 1)
        of_peak = f"{rate / peak:.2f}" if products and stage not in FLOAT else ""
        rows.append((stage, f"{nanoseconds / 1e7 / cpu:.1f} %", f"{nanoseconds / 1e6:.1f}", f"{calls:,}", f"{nanoseconds / calls:,.0f}",
                     f"{rate:.1f}" if products else "", f"{size / max(nanoseconds, 1):.1f}" if size else "", of_peak))
    rest = cpu - sum(stage[0] for stage in stages.values()) / 1e9
    rows.append(("scheduling and the rest", f"{rest / cpu * 100:.1f} %", f"{rest * 1e3:.1f}", "", "", "", "", ""))
    products = sum(stage[2] for name, stage in stages.items() if name not in FLOAT) / 1e9
    rows.append(("all, int8 products", "100 %", f"{cpu * 1e3:.1f}", "", "", f"{products / cpu:.1f}", "", f"{products / cpu / peak:.2f}"))
    return ["| " + " | ".join(row) + " |" for row in (HEADING, ("---",) + ("---:",) * 7, *rows)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text", nargs="?", default=benchmark.TEXT)
    parser.add_argument("--vocabulary")
    parser.add_argument("--models", default="copy.tiny,copy.base,copy.opus")
    parser.add_argument("--kernels")
    options = parser.parse_args()
    benchmark.enter_environment()
    import material

    program = benchmark.executable("build", "--release", "--package", "dragoman-marian", "--features", "profile", "--example", "profile")
    limits = benchmark.executable("build", "--release", "--package", "dragoman-kernels", "--example", "limits")
    chosen = [f"kernels={options.kernels}"] if options.kernels else []
    name, (peak, _) = benchmark.peak_of(limits, 3, options.kernels)
    models = material.models(options.vocabulary)
    lines = common.read_lines(options.text)[: benchmark.SENTENCES]
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as text:
        text.writelines(line + "\n" for line in lines)
        text.flush()
        print(f"{benchmark.processor()}; {options.kernels or 'best'} instructions; peak of {name}: {peak:.0f} GMAC/s; {len(lines)} sentences")
        for model in options.models.split(","):
            for mode in ([], ["alone"]) if model == "copy.tiny" else ([],):
                command = [program, models[model], text.name, *mode, *chosen, "rounds=3"]
                profile = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout)
                words = sum(len(line.split()) for line in lines) / profile["cpu_seconds"]
                print(f"\n{' '.join([benchmark.name_of(model), *mode])}: {words:,.0f} words a second of processor time\n")
                print("\n".join(table(profile, peak)))
                print("\n" + counters(command))


if __name__ == "__main__":
    main()
