#!/usr/bin/env python3
"""Translates text with the oracle, or compares an engine's output with it, token for token.

usage: oracle.py MODEL_FOLDER INPUT [--mode int8|int8-saturating|float] [--beam N] [--no-shortlist] [--max-length-factor 2.0]
                 [--output text|ids|json] [--compare FILE]

MODEL_FOLDER holds a student (`model.*.bin`, `vocab.*.spm` or `srcvocab.*`/`trgvocab.*`, `lex.*.bin`) or a model of the shape of OPUS-MT
(`model.npz`, `source.spm`, `target.spm`, `vocab.yml`; always float32). INPUT has one sentence a line. FILE of --compare has the engine's
translations, one a line, or with `--output ids` its token ids, separated by spaces, with the end of sentence (0) or without.
A difference where the oracle's smallest margin is small (below 0.01, say) may come from the order of float32 sums. One sentence at a
time: the shortlist is that of the sentence alone.
"""
from __future__ import annotations

import argparse
import glob
import itertools
import json
import os
import sys

import numpy as np
import torch
import yaml

from marian import architecture as arch
from marian import binary, search
from marian.network import EOS, Network
from marian.shortlist import Shortlist
from marian.text import Tokenizer


def sizes(configuration: str) -> arch.Architecture:
    """The architecture that the model's own configuration names."""
    keys = yaml.safe_load(configuration.rstrip("\0"))
    cell = "ssru" if keys["transformer-decoder-autoreg"] == "rnn" else "self-attention"
    return arch.Architecture(keys["dim-emb"], keys["transformer-dim-ffn"], keys["enc-depth"], keys["dec-depth"], keys["transformer-heads"],
                             cell, keys["transformer-ffn-activation"])


def find(folder: str, pattern: str) -> str | None:
    """The first file that matches."""
    return next(iter(sorted(glob.glob(os.path.join(folder, pattern)))), None)


def load(folder: str, mode: str) -> tuple[Network, Tokenizer, Tokenizer, Shortlist | None]:
    """The network, the tokenizers of both sides, and the shortlist if there is one."""
    npz = find(folder, "*.npz")
    if npz and not find(folder, "model.*.bin"):
        configuration = np.load(npz)[binary.CONFIGURATION].tobytes().decode()
        with open(os.path.join(folder, "vocab.yml"), encoding="utf-8") as file:
            table = {str(piece): i for piece, i in yaml.safe_load(file).items()}
        pair = (Tokenizer(os.path.join(folder, side + ".spm"), table) for side in ("source", "target"))
        return Network.from_npz(npz, sizes(configuration)), *pair, None
    path = find(folder, "model.*.bin")
    if path is None:
        sys.exit(f"{folder}: no model")
    configuration = binary.read(path)[-1].values().tobytes().decode()
    network = Network.from_bin(path, sizes(configuration), mode)
    source, target = find(folder, "srcvocab.*.spm"), find(folder, "trgvocab.*.spm")
    shared = find(folder, "vocab.*.spm")
    lexicon = find(folder, "lex.*.bin")
    list_of_words = Shortlist(lexicon, network.target_vocabulary, shared is not None) if lexicon else None
    return network, Tokenizer(source or shared), Tokenizer(target or shared), list_of_words


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("input")
    parser.add_argument("--mode", choices=["int8", "int8-saturating", "float"], default="int8")
    parser.add_argument("--beam", type=int, default=1)
    parser.add_argument("--no-shortlist", action="store_true")
    parser.add_argument("--max-length-factor", type=float, default=2.0)
    parser.add_argument("--output", choices=["text", "ids", "json"], default="text")
    parser.add_argument("--compare")
    options = parser.parse_args()
    torch.set_num_threads(1)
    network, source, target, lexicon = load(options.model, options.mode)
    with open(options.input, encoding="utf-8") as file:
        lines = file.read().splitlines()
    theirs = itertools.repeat(None)
    if options.compare:
        with open(options.compare, encoding="utf-8") as file:
            theirs = file.read().splitlines()
        if len(theirs) != len(lines):
            sys.exit(f"{options.compare}: {len(theirs)} lines, {len(lines)} expected")
    same = 0
    for number, (line, other) in enumerate(zip(lines, theirs), 1):
        ids = source.ids(line)
        candidates = None if options.no_shortlist or lexicon is None else lexicon.candidates(ids)
        if options.beam == 1:
            found = search.greedy(network, ids, candidates, options.max_length_factor)
        else:
            found = search.beam(network, ids, options.beam, candidates, options.max_length_factor)
        text = target.text(found.ids)
        if other is None:
            values = {"text": text, "ids": " ".join(map(str, found.ids)), "json": json.dumps(vars(found) | {"text": text, "source": ids})}
            print(values[options.output])
            continue
        if options.output == "ids":
            mine, yours = [i for i in found.ids if i != EOS], [int(i) for i in other.split() if int(i) != EOS]
        else:
            mine, yours = text, other
        same += mine == yours
        if mine != yours:
            prefix = next((i for i, pair in enumerate(zip(mine, yours)) if pair[0] != pair[1]), min(len(mine), len(yours)))
            margin = f", smallest margin {min(found.margins):.4f}" if found.margins else ""
            print(f"line {number} differs after {prefix}{margin}\n  oracle {mine}\n  engine {yours}")
    if options.compare:
        print(f"{same} of {len(lines)} the same")
        sys.exit(same != len(lines))


if __name__ == "__main__":
    main()
