#!/usr/bin/env python3
"""Times CTranslate2 on a model of the shape of OPUS-MT, from text to text, on the CPU.

usage: ctranslate.py MODEL_FOLDER INPUT [--threads N] [--beam N] [--type int8|float32] [--intra] [--rounds N] [--output FILE]

MODEL_FOLDER holds model.npz, source.spm, target.spm, vocab.yml and decoder.yml. The model is converted into the cache (see common.py) at
its first use. N threads translate N batches side by side (`inter_threads`), which gives the most text per second; with `--intra` they
share one batch. Batches of 1,024 tokens, at most twice the source's length.
"""
from __future__ import annotations

import argparse
import hashlib
import os

import ctranslate2
import sentencepiece

import common


def converted(model: str) -> str:
    """The folder of the converted model: float32, from which any type can be loaded."""
    path = os.path.abspath(os.path.join(model, "model.npz"))
    stamp = f"{path} {os.path.getsize(path)} {os.path.getmtime(path)} {ctranslate2.__version__}"
    folder = os.path.join(common.cache_folder("ctranslate2"), hashlib.sha256(stamp.encode()).hexdigest()[:16])
    if not os.path.exists(os.path.join(folder, "model.bin")):
        ctranslate2.converters.OpusMTConverter(model).convert(folder, force=True)
    return folder


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("input")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--beam", type=int, default=1)
    parser.add_argument("--type", choices=["int8", "float32"], default="int8")
    parser.add_argument("--intra", action="store_true")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--output")
    options = parser.parse_args()
    lines = common.read_lines(options.input)
    inter, intra = (1, options.threads) if options.intra else (options.threads, 1)
    translator = ctranslate2.Translator(converted(options.model), device="cpu", compute_type=options.type, inter_threads=inter,
                                        intra_threads=intra)
    source, target = (
        sentencepiece.SentencePieceProcessor(model_file=os.path.join(options.model, side + ".spm")) for side in ("source", "target")
    )
    tokens = 0

    def work(lines: list[str]) -> list[str]:
        nonlocal tokens
        pieces = [source.encode(line, out_type=str) for line in lines]
        results = translator.translate_batch(
            pieces, beam_size=options.beam, max_batch_size=1024, batch_type="tokens", disable_unk=True,
            max_decoding_length=2 * max(map(len, pieces)),
        )
        found = [result.hypotheses[0] for result in results]
        tokens = sum(len(hypothesis) + 1 for hypothesis in found)
        return [target.decode_pieces(hypothesis) for hypothesis in found]

    timing, translations = common.timed(work, lines, options.rounds)
    name = "ctranslate2-" + options.type + ("-intra" if options.intra else "")
    common.report(name, ctranslate2.__version__, options.model, options.threads, options.beam, lines, translations, timing, tokens,
                  options.output)


if __name__ == "__main__":
    main()
