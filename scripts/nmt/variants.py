"""Variants of a fixture: without activation multipliers, with two vocabularies, and the shape of OPUS-MT."""
from __future__ import annotations

import json
import os
from collections import Counter

import torch

import expectations
import grammar
from marian import architecture, export, shortlist, text
from marian.network import Network
from marian.sentencepiece_file import NORMAL, Vocabulary

MULTIPLE = 8  # kernels of the family take vocabularies of a multiple of eight words

Tokenizers = tuple[text.Tokenizer, text.Tokenizer]


def without_multipliers(out: str, network: Network, languages: tuple[str, str], tokenizers: Tokenizers, test: list[grammar.Sentence],
                        log) -> None:
    """`ende-intgemm8`: the older kind of file. Its vocabulary and shortlist are those of `ende`."""
    folder = os.path.join(out, "ende-intgemm8")
    os.makedirs(folder, exist_ok=True)
    export.write_bin(os.path.join(folder, "model.ende.intgemm8.bin"), network, None)
    expectations.student(folder, network.arch, languages, tokenizers, test, log, of=os.path.join(out, "ende"))


def split(out: str, network: Network, multipliers: dict[str, float], languages: tuple[str, str], tokenizers: Tokenizers,
          sentences: list[grammar.Sentence], test: list[grammar.Sentence], log) -> None:
    """`ende-split`: the same weights with a vocabulary for each language, of different sizes and without normalisation."""
    folder = os.path.join(out, "ende-split")
    os.makedirs(folder, exist_ok=True)
    whole = Vocabulary.read(os.path.join(out, "ende", "vocab.ende.spm"))
    kept, paths = [], []
    for language, side in zip(languages, ("src", "trg")):
        used = {i for s in sentences + test for i in tokenizers[0].words(s.words[language])[0]}
        spare = [i for i in range(len(whole.pieces)) if whole.kind(i) == NORMAL and i not in used]
        count = len(whole.pieces) - len(spare)
        used.update(spare[: -count % MULTIPLE])
        kept.append([i for i in range(len(whole.pieces)) if whole.kind(i) != NORMAL or i in used])
        paths.append(os.path.join(folder, f"{side}vocab.ende.spm"))
        whole.without_normalisation().selected(kept[-1]).write(paths[-1])
    values = {name: parameter.detach().numpy() for name, parameter in network.p.items()}
    values["encoder_Wemb"], values["decoder_Wemb"] = values["Wemb"][kept[0]], values["Wemb"][kept[1]]
    values[architecture.OUTPUT_BIAS] = values[architecture.OUTPUT_BIAS][:, kept[1]]
    divided = Network(network.arch, len(kept[0]), len(kept[1]), False, values)
    export.write_bin(os.path.join(folder, "model.ende.intgemm.alphas.bin"), divided, multipliers)
    pair = text.Tokenizer(paths[0]), text.Tokenizer(paths[1])
    counts: dict[int, Counter] = {}
    for sentence in sentences:
        text.count_pairs(counts, sentence, languages, pair)
    shortlist.write(os.path.join(folder, "lex.50.50.ende.s2t.bin"), counts, divided.source_vocabulary)
    expectations.student(folder, network.arch, languages, pair, test, log, of=os.path.join(out, "ende"))


def trim(path: str, languages: tuple[str, str], sentences: list[grammar.Sentence]) -> list[int]:
    """Drops the last pieces that no sentence uses, until the vocabulary is a multiple of eight; returns the old ids of those kept."""
    whole, tokenizer = Vocabulary.read(path), text.Tokenizer(path)
    used = {i for s in sentences for language in languages for i in tokenizer.words(s.words[language])[0]}
    unused = [i for i in range(len(whole.pieces)) if whole.kind(i) == NORMAL and i not in used]
    excess = len(whole.pieces) % MULTIPLE
    if len(unused) < excess:
        raise ValueError(f"{path}: {excess} pieces too many, {len(unused)} unused")
    dropped = set(unused[len(unused) - excess :])
    kept = [i for i in range(len(whole.pieces)) if i not in dropped]
    whole.selected(kept).write(path)
    return kept


def opus(folder: str, languages: tuple[str, str], sentences: list[grammar.Sentence]) -> tuple[Network, Tokenizers]:
    """Vocabularies and an untrained network of the shape that OPUS-MT publishes: one table of the pieces of both languages."""
    paths = [os.path.join(folder, side + ".spm") for side in ("source", "target")]
    for language, path in zip(languages, paths):
        text.train_vocabulary((s.text(language) for s in sentences), path, 260, "opus")
    table = write_table(folder, paths)
    network = Network(architecture.ARCHITECTURES["opus-fixture"], len(table), len(table))
    with torch.no_grad():
        network.p[architecture.OUTPUT_BIAS][0, len(table) - 1] = -1e4  # the padding symbol is never to be produced
    return network, (text.Tokenizer(paths[0], table), text.Tokenizer(paths[1], table))


def write_table(folder: str, paths: list[str]) -> dict[str, int]:
    """Writes `vocab.yml` and `decoder.yml` for the SentencePiece models in the folder; returns id by piece."""
    table = {"</s>": 0, "<unk>": 1}
    for path in paths:
        vocabulary = Vocabulary.read(path)
        for i in range(len(vocabulary.pieces)):
            if vocabulary.kind(i) == NORMAL:
                table.setdefault(vocabulary.text(i), len(table))
    table["<pad>"] = len(table)
    with open(os.path.join(folder, "vocab.yml"), "w", encoding="utf-8") as file:
        # A JSON string is a double-quoted YAML scalar.
        file.writelines(f"{json.dumps(piece, ensure_ascii=False)}: {i}\n" for piece, i in table.items())
    with open(os.path.join(folder, "decoder.yml"), "w", encoding="utf-8") as file:
        file.write("models:\n  - model.npz\nvocabs:\n  - vocab.yml\n  - vocab.yml\nbeam-size: 6\nnormalize: 1\nword-penalty: 0\n"
                   "mini-batch: 1\nmaxi-batch: 1\nmaxi-batch-sort: src\nrelative-paths: true\n")
    return table
