#!/usr/bin/env python3
"""Writes full-size synthetic models: real shapes and files, made-up weights. For benchmarks and for comparison with the oracle.

usage: synthetic.py OUT --vocabulary SPM [--target-vocabulary SPM] [--shortlist LEX] [--models copy.tiny,chaos.base,...] [--languages ende]

`copy`   the cross attention looks at source position t while target position t is written, and the other matrices are small noise:
         the output is the input but for some words swapped with a neighbour, and ends with it. Lengths are as in real use.
`chaos`  as `copy`, but what is attended to is rotated at random: pseudo-random words with small differences between the best scores, a
         test of numerics. The end of sentence is never produced, so the output runs into the limit of length.

Models: {copy,chaos}.{tiny,base-memory,base,split,opus}; `split` is base-memory with two vocabularies, `opus` the shape of OPUS-MT
(float32, self-attention decoder). A student's folder holds the model under its published name, the vocabulary and the shortlist.
"""
from __future__ import annotations

import argparse
import math
import os
import shutil

import torch

import variants
from marian import architecture as arch
from marian import export
from marian.network import EOS, Network, calibrate, positions
from marian.sentencepiece_file import Vocabulary

MODES = {"copy": (0.05, 15.0, 5.0), "chaos": (0.1, 15.0, 12.0)}  # noise, sharpness of the attention, gain of what it brings
STUDENTS = ("tiny", "base-memory", "base", "split")


def position_dimensions(dimension: int, heads: int) -> torch.Tensor:
    """The dimensions whose positional signal serves as the attention key, ordered by head: frequency f goes to head f mod heads."""
    half = dimension // 2
    frequencies = torch.arange(min(2 * dimension // heads, half // 2))
    return torch.cat([torch.cat([frequencies[h::heads], frequencies[h::heads] + half]) for h in range(heads)])


def fill_with_noise(network: Network, noise: float) -> None:
    """Gaussian values at the scale of a trained model's."""
    for name, shape, kind in arch.tensors(network.arch, network.source_vocabulary, network.target_vocabulary, network.shared):
        values = torch.randn(shape)
        if kind == arch.EMBEDDING:
            values /= math.sqrt(network.arch.dimension)
        elif kind == arch.WEIGHT:
            values *= math.sqrt(2 / (shape[0] + shape[1])) * noise
        elif name == arch.OUTPUT_BIAS:
            values *= 0.1
        else:
            values = values * 0.05 + (1 if kind == arch.NORM_SCALE else 0)
        network.p[name].copy_(values)


@torch.no_grad()
def build(architecture: arch.Architecture, mode: str, source_vocabulary: int, target_vocabulary: int, shared: bool, seed: int) -> Network:
    """A network that copies its input (see the module's text)."""
    torch.manual_seed(seed)
    noise, sharpness, gain = MODES[mode]
    network = Network(architecture, source_vocabulary, target_vocabulary, shared)
    fill_with_noise(network, noise)
    d, heads = architecture.dimension, architecture.heads
    keys = position_dimensions(d, heads)
    if mode == "copy" and not shared:
        # The same ids on both sides, so that the end of sentence is recognised.
        common = min(source_vocabulary, target_vocabulary)
        network.p["decoder_Wemb"][:common] = network.p["encoder_Wemb"][:common]
    content = torch.ones(d)
    content[keys] = 0
    for name in ("Wemb",) if shared else ("encoder_Wemb", "decoder_Wemb"):
        # All of one length, so that no word's keys outweigh its neighbours' after the norm, and with a mean that takes up that of the
        # positional signal, which the norm would otherwise take from the keys.
        values = network.p[name] * content
        values -= values.sum(1, keepdim=True) / content.sum() * content
        values /= values.norm(dim=1, keepdim=True)
        values -= positions(0, 64, d).sum(1).mean() / math.sqrt(d) / content.sum() * content
        network.p[name].copy_(values)
    for name, _, kind in arch.tensors(architecture, source_vocabulary, target_vocabulary, shared):
        # Nothing shifts the positional signal on its way.
        if kind in (arch.NORM_SCALE, arch.NORM_BIAS) or name.endswith(("_bo", "_b2")):
            network.p[name][0, keys] = 1.0 if kind == arch.NORM_SCALE else 0.0
        elif name.endswith(("_Wo", "_W2", "_rnn_W")):
            network.p[name][:, keys] = 0
        elif name.endswith(("_bq", "_bk")):
            network.p[name].zero_()
    per_head, columns = len(keys) // heads, torch.arange(d).view(heads, -1)
    pick = torch.zeros(d, d)
    for head in range(heads):
        for j in range(per_head):
            pick[keys[head * per_head + j], columns[head, j]] = 1
    # In the first layer only: what it brings in drowns the positional signal for the layers above.
    prefix = "decoder_l1_context"
    for part in "qk":
        network.p[f"{prefix}_W{part}"] += pick * sharpness
    network.p[prefix + "_Wv"] += torch.diag(content)
    rotation = torch.diag(content) if mode == "copy" else torch.linalg.qr(torch.randn(d, d))[0]
    network.p[prefix + "_Wo"] += rotation * gain
    network.p[arch.OUTPUT_BIAS][0, EOS] = 0.0 if mode == "copy" else -1e4
    return network


def random_batches(network: Network, copies: bool) -> list:
    """Sentences of random ids of 8 to 43 tokens, to calibrate with."""
    out = []
    for length in range(8, 44, 5):
        source = torch.randint(2, network.source_vocabulary, (1, length))
        target = torch.randint(2, network.target_vocabulary, (1, length))
        if copies:
            target = source.clamp(max=network.target_vocabulary - 1)
        source[0, -1] = target[0, -1] = EOS
        out.append((source, torch.tensor([length]), target))
    return out


def student(folder: str, name: str, mode: str, options: argparse.Namespace) -> None:
    """Writes a student with its vocabulary and shortlist."""
    source, target = options.vocabulary, options.target_vocabulary or options.vocabulary
    split, pair = name == "split", options.languages
    sizes = [len(Vocabulary.read(path).pieces) for path in (source, target if split else source)]
    network = build(arch.ARCHITECTURES["base-memory" if split else name], mode, *sizes, not split, options.seed)
    multipliers = calibrate(network, random_batches(network, mode == "copy"))
    export.write_bin(os.path.join(folder, f"model.{pair}.intgemm.alphas.bin"), network, multipliers)
    if split:
        shutil.copyfile(source, os.path.join(folder, f"srcvocab.{pair}.spm"))
        shutil.copyfile(target, os.path.join(folder, f"trgvocab.{pair}.spm"))
    else:
        shutil.copyfile(source, os.path.join(folder, f"vocab.{pair}.spm"))
    if options.shortlist:
        shutil.copyfile(options.shortlist, os.path.join(folder, f"lex.50.50.{pair}.s2t.bin"))


def opus(folder: str, mode: str, options: argparse.Namespace) -> None:
    """Writes a model of the shape of OPUS-MT over the pieces of both vocabularies."""
    paths = [os.path.join(folder, side + ".spm") for side in ("source", "target")]
    for path, original in zip(paths, (options.vocabulary, options.target_vocabulary or options.vocabulary)):
        shutil.copyfile(original, path)
    size = len(variants.write_table(folder, paths))
    network = build(arch.ARCHITECTURES["opus"], mode, size, size, True, options.seed)
    extra = {"Wpos": positions(0, 1024, network.arch.dimension).numpy()} if options.positions else None
    export.write_npz(os.path.join(folder, "model.npz"), network, compress=False, extra=extra)


def main() -> None:
    every = [f"{mode}.{name}" for mode in MODES for name in (*STUDENTS, "opus")]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--vocabulary", required=True, help="SentencePiece model of the source, or of both languages")
    parser.add_argument("--target-vocabulary", help="SentencePiece model of the target, for split and opus")
    parser.add_argument("--shortlist", help="a lex.*.s2t.bin for the vocabulary; without it the folder has none")
    parser.add_argument("--models", default=",".join(every))
    parser.add_argument("--languages", default="ende", help="the pair in the files' names")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--positions", action="store_true",
                        help="opus: store Marian's positional signal as Wpos, which CTranslate2 then uses in place of its own")
    options = parser.parse_args()
    torch.set_num_threads(1)
    for model in options.models.split(","):
        mode, name = model.split(".")
        folder = os.path.join(options.out, model)
        os.makedirs(folder, exist_ok=True)
        if name == "opus":
            opus(folder, mode, options)
        else:
            student(folder, name, mode, options)
        print(folder, flush=True)


if __name__ == "__main__":
    main()
