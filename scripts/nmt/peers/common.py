"""What the runners of the peers share: reading the input, timing, and the line of results."""
from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass


WARM_UP = 50  # lines that are translated before the time is taken


def cache_folder(name: str) -> str:
    """A folder outside the repository for what a peer installs or converts: under DRAGOMAN_PEERS, or the user's cache."""
    root = os.environ.get("DRAGOMAN_PEERS") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "dragoman-peers"
    )
    path = os.path.join(root, name)
    os.makedirs(path, exist_ok=True)
    return path


def read_lines(path: str) -> list[str]:
    """One sentence a line."""
    with open(path, encoding="utf-8") as file:
        return file.read().splitlines()


@dataclass
class Timing:
    """Seconds of each round by the clock, and of processor time over all threads, which a busy machine disturbs less."""

    seconds: list[float]
    cpu_seconds: list[float]


def timed(work: Callable[[list[str]], list[str]], lines: list[str], rounds: int) -> tuple[Timing, list[str]]:
    """The times of each round after some lines that are not counted, and the output of the last."""
    work(lines[:WARM_UP])
    timing, output = Timing([], []), []
    for _ in range(rounds):
        started, started_cpu = time.perf_counter(), time.process_time()
        output = work(lines)
        timing.seconds.append(time.perf_counter() - started)
        timing.cpu_seconds.append(time.process_time() - started_cpu)
    return timing, output


def report(peer: str, version: str, model: str, threads: int, beam: int, lines: list[str], translations: list[str],
           timing: Timing, target_tokens: int, output: str | None) -> None:
    """Prints the result as one line of JSON and writes the translations if asked to."""
    seconds, words = min(timing.seconds), sum(len(line.split()) for line in lines)
    if output:
        with open(output, "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in translations)
    result = {
        "peer": peer, "version": version, "model": os.path.basename(os.path.normpath(model)), "threads": threads, "beam": beam,
        "sentences": len(lines), "source_words": words, "seconds": round(seconds, 3),
        "seconds_all": [round(s, 3) for s in timing.seconds], "cpu_seconds": round(min(timing.cpu_seconds), 3), "target_tokens": target_tokens,
        "words_per_second": round(words / seconds, 1), "target_tokens_per_second": round(target_tokens / seconds, 1),
    }
    json.dump(result, sys.stdout)
    print()
