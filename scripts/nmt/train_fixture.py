#!/usr/bin/env python3
"""Trains the small translation models in `testdata/nmt` from sentences of `grammar.py` and writes them with the outputs expected of them.

usage: train_fixture.py OUT {ende,deen,enfr,opus-ende} [--steps N] [--seconds N] [--weights FILE] [--log FILE]

Each model takes minutes on one core. `ende` also writes a variant with two vocabularies and one without activation multipliers. The
weights depend on the versions of PyTorch and of its kernels, so a new run gives other files; the expectations are written with them.
"""
from __future__ import annotations

import argparse
import math
import os
import time
from collections import Counter

import torch

import expectations
import grammar
import variants
from marian import architecture, export, shortlist, text
from marian.network import Network, calibrate

TEST_SEED, TRAIN_SEED, VOCABULARY_SENTENCES, TRAIN_SENTENCES, TEST_SENTENCES = 1, 2, 20_000, 120_000, 100
PAIRS = {"ende": ("en", "de"), "deen": ("de", "en"), "enfr": ("en", "fr"), "opus-ende": ("en", "de")}


def draw(seed: int, count: int, without: set[str] = frozenset()) -> list[grammar.Sentence]:
    """Distinct sentences, none of them among those left out (by English text)."""
    speaker, seen, out = grammar.Speaker(seed), set(without), []
    while len(out) < count:
        sentence = speaker.sentence()
        if sentence.text("en") not in seen:
            seen.add(sentence.text("en"))
            out.append(sentence)
    return out


def train(network: Network, examples: list[text.Example], steps: int, seconds: float, log) -> None:
    """Adam with a warm-up and a cosine descent; the loss is cross-entropy plus the guided alignment of head 0."""
    optimizer = torch.optim.Adam(network.parameters(), lr=1.0, betas=(0.9, 0.98), eps=1e-9)
    started, best_rate = time.monotonic(), 4e-3
    for step, (source, lengths, target, mask, alignment) in enumerate(text.batches(examples, 1600, seed=3)):
        # Should the time run out before the steps, the descent follows the clock.
        progress = max(step / steps, (time.monotonic() - started) / seconds)
        if progress >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = best_rate * min(1, (step + 1) / 150) * 0.5 * (1 + math.cos(math.pi * progress)) + 2e-5
        logits, attention = network(source, lengths, target)
        tokens = mask.sum()
        entropy = (torch.nn.functional.cross_entropy(logits.transpose(1, 2), target, reduction="none") * mask).sum() / tokens
        aligned = attention.gather(2, alignment[:, :, None])[:, :, 0]
        guided = -(torch.log(aligned + 1e-6) * mask).sum() / tokens
        optimizer.zero_grad()
        (entropy + 0.3 * guided).backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        if step % 50 == 0:
            print(f"step {step} loss {entropy.item():.4f} alignment {guided.item():.4f} {time.monotonic() - started:.0f} s",
                  file=log, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("model", choices=PAIRS)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--weights", help="OUT/MODEL.pt of an earlier run: write the files anew without training")
    parser.add_argument("--log", type=argparse.FileType("w"), default="-")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(7)
    languages, folder = PAIRS[options.model], os.path.join(options.out, options.model)
    os.makedirs(folder, exist_ok=True)
    test = draw(TEST_SEED, TEST_SENTENCES)
    sentences = draw(TRAIN_SEED, TRAIN_SENTENCES, {s.text("en") for s in test})
    if options.model == "opus-ende":
        network, tokenizers = variants.opus(folder, languages, sentences[:VOCABULARY_SENTENCES])
    else:
        # One vocabulary for both languages. French has one of the older kind, and a smaller network.
        older, path = options.model == "enfr", os.path.join(folder, f"vocab.{options.model}.spm")
        both = (s.text(language) for s in sentences[:VOCABULARY_SENTENCES] for language in sorted(languages))
        text.train_vocabulary(both, path, 384 if older else 650, "older" if older else "newer")
        variants.trim(path, languages, sentences)
        tokenizers = (text.Tokenizer(path),) * 2
        size = tokenizers[0].size
        network = Network(architecture.ARCHITECTURES["small-fixture" if older else "fixture"], size, size)
    examples = [text.example(s, languages, tokenizers) for s in sentences]
    print(f"{len(examples)} pairs, {sum(len(e.target) for e in examples) / len(examples):.1f} target tokens each", file=options.log, flush=True)
    if options.weights:
        network.load_state_dict(torch.load(options.weights))
    else:
        train(network, examples, options.steps, options.seconds, options.log)
    torch.save(network.state_dict(), os.path.join(options.out, options.model + ".pt"))
    if options.model == "opus-ende":
        export.write_npz(os.path.join(folder, "model.npz"), network, compress=True)
        expectations.opus(folder, network, languages, tokenizers, test, options.log)
        return
    counts: dict[int, Counter] = {}
    for sentence in sentences[:VOCABULARY_SENTENCES]:
        text.count_pairs(counts, sentence, languages, tokenizers)
    shortlist.write(os.path.join(folder, f"lex.50.50.{options.model}.s2t.bin"), counts, network.source_vocabulary)
    calibration = [text.pad([e])[:3] for e in examples[:200]]
    multipliers = calibrate(network, calibration)
    export.write_bin(os.path.join(folder, f"model.{options.model}.intgemm.alphas.bin"), network, multipliers)
    expectations.student(folder, network.arch, languages, tokenizers, test, options.log)
    if options.model == "ende":
        variants.without_multipliers(options.out, network, languages, tokenizers, test, options.log)
        variants.split(options.out, network, multipliers, languages, tokenizers, sentences[:VOCABULARY_SENTENCES], test, options.log)


if __name__ == "__main__":
    main()
