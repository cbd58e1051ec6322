#!/usr/bin/env python3
"""Compares our results with those of the reference implementation on many generated texts, and the speed of the two.

    pip install sentencepiece==0.2.3 protobuf
    python crates/nmt/testdata/vocabulary/compare.py [--count 100000] [--corpus TEXT] [MODEL.spm ...]

Takes the models given, those of this folder, and some that it trains with the rules of Unicode. The corpus, one sentence per line, is
mixed into the generated texts; with it the speed is measured too. Ends with status 1 if anything differs.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

import sentencepiece
from make import FOLDER, VOCABULARIES, expected, train
from texts import SYMBOLS, TORTURE, generated

TRAINED = {
    "nmt_nfkc": dict(normalization_rule_name="nmt_nfkc", user_defined_symbols=SYMBOLS, byte_fallback=True, split_digits=True),
    "nmt_nfkc_cf": dict(normalization_rule_name="nmt_nfkc_cf"),
    "nfkc": dict(normalization_rule_name="nfkc", remove_extra_whitespaces=False),
    "identity": dict(normalization_rule_name="identity", byte_fallback=True, add_dummy_prefix=False),
    "suffix": dict(normalization_rule_name="nmt_nfkc", treat_whitespace_as_suffix=True, user_defined_symbols=SYMBOLS),
    "whole": dict(normalization_rule_name="nfkc", split_by_whitespace=False, split_by_unicode_script=False, max_sentencepiece_length=40),
}


def build():
    """The path of the compiled example."""
    command = ["cargo", "build", "--release", "-q", "-p", "dragoman-nmt", "--example", "vocabulary", "--message-format=json"]
    messages = subprocess.run(command, cwd=FOLDER, stdout=subprocess.PIPE, check=True, text=True).stdout
    found = [json.loads(line).get("executable") for line in messages.splitlines()]
    return [path for path in found if path][-1]


def compare(program, path, texts, inputs):
    """Prints the first differences and returns how many there are."""
    processor = sentencepiece.SentencePieceProcessor(model_file=path)
    with open(inputs) as file:
        ours = subprocess.run([program, "pieces", path], stdin=file, stdout=subprocess.PIPE, check=True).stdout.splitlines()
    assert len(ours) == len(texts)
    different = pieces = 0
    for text, line in zip(texts, ours):
        theirs = expected(processor, text)
        pieces += len(theirs["ids"])
        if json.loads(line) != theirs:
            different += 1
            if different <= 3:
                print(f"  {text!r}\n    reference {theirs}\n    ours      {line.decode()}")
    print(f"{path}: {len(texts)} texts, {pieces} pieces, {different} texts differ")
    return different


def speed(program, path, corpus):
    processor = sentencepiece.SentencePieceProcessor(model_file=path)
    with open(corpus) as file:
        lines = file.read().splitlines()
    # In turns, and the best of each, since the machine may have other work.
    ours, theirs, load = 0.0, 0.0, float("inf")
    for _ in range(3):
        result = json.loads(subprocess.run([program, "speed", path, corpus], stdout=subprocess.PIPE, check=True).stdout)
        ours, load = max(ours, result["pieces_per_second"]), min(load, result["load_ms"])
        for _ in range(5):
            start = time.perf_counter()
            count = sum(map(len, processor.encode(lines, num_threads=1)))
            theirs = max(theirs, count / (time.perf_counter() - start))
    start = time.perf_counter()
    sentencepiece.SentencePieceProcessor(model_file=path)
    their_load = 1e3 * (time.perf_counter() - start)
    print(
        f"{path}: {ours:,.0f} pieces/s, reference {theirs:,.0f} ({ours / theirs:.1f} times);"
        f" loaded in {load:.1f} ms, reference {their_load:.1f} ms"
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("models", nargs="*")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--corpus")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    corpus = open(options.corpus).read().splitlines() if options.corpus else []
    texts = TORTURE + list(generated(options.count, options.seed, corpus))
    program = build()
    with tempfile.TemporaryDirectory() as folder:
        inputs = os.path.join(folder, "texts.jsonl")
        with open(inputs, "w") as file:
            file.writelines(json.dumps(text) + "\n" for text in texts)
        models = options.models + [os.path.join(FOLDER, f"{name}.spm") for name in VOCABULARIES]
        training = [text for text in generated(5000, 8, corpus, scalars=False) if "\0" not in text and text.strip()]
        for name, extra in TRAINED.items():
            models.append(os.path.join(folder, f"{name}.spm"))
            train(training, models[-1], vocab_size=3000, **extra)
        different = sum(compare(program, path, texts, inputs) for path in models)
        if options.corpus:
            for path in models:
                speed(program, path, options.corpus)
    sys.exit(different > 0)


if __name__ == "__main__":
    main()
