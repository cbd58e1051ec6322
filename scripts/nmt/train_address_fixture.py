#!/usr/bin/env python3
"""Trains the models of `testdata/nmt/address-*`, which know two registers, from sentences of `address.py`.

usage: train_address_fixture.py OUT {de,fr,es,it,nl,pl,pt,ru} [--steps N] [--seconds N] [--weights FILE] [--log FILE]

Writes `OUT/address-enXX`: a student, and the sentences that it is measured by, in English and as the grammar would have them.
"""
from __future__ import annotations

import argparse
import os
import random
from collections import Counter

import torch

import address
from address import REGISTERS, TARGETS, of
from expectations import write_lines
from grammar import Sentence
from marian import architecture, export, search, shortlist, text
from marian.network import Network, calibrate
from train_fixture import train
from variants import trim

TEST_SEED, TRAIN_SEED, TRAIN_SENTENCES, VOCABULARY_SENTENCES = 1, 2, 16_000, 8_000
VOCABULARY = 176  # pieces; hardly more can be made of so few words
ADDRESSING_TESTS, NEUTRAL_TESTS = 120, 60
FORMAL_SHARE = 0.7  # of the sentences that address the reader, as where both registers are common


def tests() -> tuple[list[Sentence], list[Sentence]]:
    """The held-out sentences: some that address the reader, and some that do not."""
    return address.draw(TEST_SEED, ADDRESSING_TESTS, 1.0), address.draw(TEST_SEED, NEUTRAL_TESTS, 0.0)


def mixed(sentences: list[Sentence], target: str) -> list[Sentence]:
    """Sentences with one of their two translations, drawn by chance."""
    chance = random.Random(TRAIN_SEED)
    chosen = [of(target, REGISTERS[chance.random() >= FORMAL_SHARE]) for _ in sentences]
    return [Sentence({"en": s.words["en"], target: s.words[key]}) for s, key in zip(sentences, chosen)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--weights", help="OUT/address-enXX.pt of an earlier run: write the files anew without training")
    parser.add_argument("--log", type=argparse.FileType("w"), default="-")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(7)
    target, name = options.target, "en" + options.target
    languages, folder = ("en", target), os.path.join(options.out, "address-" + name)
    os.makedirs(folder, exist_ok=True)
    addressing, neutral = tests()
    drawn = address.draw(TRAIN_SEED, TRAIN_SENTENCES, 0.75, {s.text("en") for s in addressing + neutral}, is_distinct=False)
    sentences = mixed(drawn, target)
    path = os.path.join(folder, f"vocab.{name}.spm")
    both = (s.text(language) for s in sentences[:VOCABULARY_SENTENCES] for language in languages)
    text.train_vocabulary(both, path, VOCABULARY, "plain")
    trim(path, languages, sentences)
    tokenizers = (text.Tokenizer(path),) * 2
    size = tokenizers[0].size
    network = Network(architecture.ARCHITECTURES["small-fixture"], size, size)
    examples = [text.example(s, languages, tokenizers) for s in sentences]
    if options.weights:
        network.load_state_dict(torch.load(options.weights))
    else:
        train(network, examples, options.steps, options.seconds, options.log)
    torch.save(network.state_dict(), os.path.join(options.out, f"address-{name}.pt"))
    counts: dict[int, Counter] = {}
    for sentence in sentences[:VOCABULARY_SENTENCES]:
        text.count_pairs(counts, sentence, languages, tokenizers)
    shortlist.write(os.path.join(folder, f"lex.50.50.{name}.s2t.bin"), counts, network.source_vocabulary)
    multipliers = calibrate(network, [text.pad([e])[:3] for e in examples[:200]])
    export.write_bin(os.path.join(folder, f"model.{name}.intgemm.alphas.bin"), network, multipliers)
    keys = [of(target, register) for register in REGISTERS]
    columns = [(s.text("en"), *(s.text(key) for key in keys)) for s in addressing]
    write_lines(folder, "addressing", ("en", *(f"{register}.{target}" for register in REGISTERS)), columns)
    write_lines(folder, "neutral", languages, [(s.text("en"), s.text(keys[0])) for s in neutral])
    for sentence in addressing + neutral:
        found = tokenizers[1].text(search.greedy(network, tokenizers[0].ids(sentence.text("en"))).ids)
        if found not in [sentence.text(key) for key in keys]:
            print(f"{sentence.text('en')}\n  found {found}", file=options.log, flush=True)


if __name__ == "__main__":
    main()
