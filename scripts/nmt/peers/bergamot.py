#!/usr/bin/env python3
"""Times the WebAssembly build of Bergamot (npm @browsermt/bergamot-translator), from text to text.

usage: bergamot.py MODEL_FOLDER INPUT [--threads N] [--rounds N] [--output FILE]

MODEL_FOLDER holds a student as it is published. The package is installed into the cache (see common.py) at its first use. Its settings
are fixed: greedy, batches of 1,024 tokens, at most twice the source's length. It has one thread, so N threads are N workers.
"""
from __future__ import annotations

import argparse
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

import sentencepiece

import common

HERE = os.path.dirname(os.path.abspath(__file__))


def installed() -> str:
    """The folder of the package, installed if it is not there yet."""
    root = common.cache_folder("bergamot")
    package = os.path.join(root, "node_modules", "@browsermt", "bergamot-translator")
    if not os.path.isdir(package):
        for name in ("package.json", "package-lock.json"):
            shutil.copy(os.path.join(HERE, name), root)
        subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=root, check=True, stdout=sys.stderr)
        # The worker is a CommonJS script in a package that calls all its scripts modules, which Node.js takes at its word.
        with open(os.path.join(package, "worker", "package.json"), "w", encoding="utf-8") as file:
            json.dump({"type": "commonjs"}, file)
    return package


def only(folder: str, pattern: str) -> str | None:
    """The one file that matches, or none."""
    found = glob.glob(os.path.join(folder, pattern))
    return found[0] if len(found) == 1 else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("input")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--output")
    options = parser.parse_args()
    package, lines = installed(), common.read_lines(options.input)
    source, target, both = (only(options.model, name) for name in ("srcvocab.*.spm", "trgvocab.*.spm", "vocab.*.spm"))
    job = {
        "model": only(options.model, "model.*.bin"), "shortlist": only(options.model, "lex.*.bin"),
        "vocabularies": [both] if both else [source, target], "lines": lines, "workers": options.threads, "rounds": options.rounds,
        "warm_up": common.WARM_UP,
    }
    if None in (job["model"], job["shortlist"], *job["vocabularies"]):
        sys.exit(f"{options.model}: a model, a shortlist and its vocabularies are needed")
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(job, file)
        file.flush()
        # Absolute: the worker resolves its own files from the package.
        command = ["node", os.path.join(HERE, "bergamot.mjs"), os.path.abspath(package), file.name]
        result = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
    with open(os.path.join(package, "package.json"), encoding="utf-8") as file:
        version = json.load(file)["version"]
    processor = sentencepiece.SentencePieceProcessor(model_file=job["vocabularies"][-1])
    tokens = sum(len(processor.encode(text)) + 1 for text in result["translations"])
    common.report("bergamot-wasm", version, options.model, options.threads, 1, lines, result["translations"],
                  common.Timing(result["seconds"], result["cpu_seconds"]), tokens, options.output)


if __name__ == "__main__":
    main()
