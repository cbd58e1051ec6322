#!/usr/bin/env python3
"""Makes the vocabularies, texts and expected results of this folder with the reference implementation.

    pip install sentencepiece==0.2.3 protobuf
    python crates/nmt/testdata/vocabulary/make.py
"""
import io
import json
import os

import sentencepiece
from texts import SYMBOLS, TORTURE, generated

FOLDER = os.path.dirname(os.path.abspath(__file__))

# Rules of our own, since those of Unicode make a file of 300 KB: source and replacement as code points.
RULES = [
    ("\t", " "), ("\n", " "), ("\r\n", " "), ("\u00a0", " "), ("\u3000", " "), ("\u200b", ""), ("\u0001", ""), ("ﬁ", "fi"), ("ﬂ", "fl"),
    ("½", " 1⁄2"), ("…", "..."), ("u\u0308", "ü"), ("e\u0301", "é"), ("e\u0301\u0323", "ẹ́"), ("Ａ", "A"), ("ｶ", "カ"), ("ｶﾞ", "ガ"),
    ("¨", " \u0308"), ("ﷺ", "صلى الله عليه وسلم"), ("㎏", "kg"), ("--", "—"), ("𝐀", "A"),
]

VOCABULARIES = {
    "bytes": dict(vocab_size=1500, byte_fallback=True, split_digits=True, user_defined_symbols=SYMBOLS, rules=True),
    "plain": dict(vocab_size=1300, rules=True),
    "spaces": dict(
        vocab_size=1300, remove_extra_whitespaces=False, user_defined_symbols=SYMBOLS, control_symbols=["<ctl>"],
        allow_whitespace_only_pieces=True, normalization_rule_name="identity",
    ),
    "suffix": dict(
        vocab_size=1300, treat_whitespace_as_suffix=True, byte_fallback=True, normalization_rule_name="identity", unk_surface="<?>",
    ),
    "bare": dict(
        vocab_size=1300, add_dummy_prefix=False, remove_extra_whitespaces=False, normalization_rule_name="identity",
        split_by_whitespace=False, split_by_unicode_script=False, bos_id=2, pad_id=3,
    ),
}


def train(corpus, path, rules=False, **options):
    """Trains a small unigram model and writes it to `path`."""
    tsv = os.path.join(FOLDER, "rules.tsv")
    codes = lambda text: " ".join(f"{ord(c):X}" for c in text)
    if rules:
        with open(tsv, "w") as file:
            file.writelines(f"{codes(source)}\t{codes(target)}\n" for source, target in RULES)
        options["normalization_rule_tsv"] = tsv
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(corpus), model_writer=model, model_type="unigram", num_threads=1, minloglevel=2, character_coverage=0.985,
        **{"eos_id": 0, "unk_id": 1, "bos_id": -1, "pad_id": -1, "hard_vocab_limit": False, **options},
    )
    if rules:
        os.remove(tsv)
    with open(path, "wb") as file:
        file.write(model.getvalue())


def expected(processor, text):
    """What comes out of the reference implementation for a text, both ways."""
    encoded = processor.encode(text, return_type="proto").pieces
    ids = [piece.id for piece in encoded]
    decoded = processor.decode_ids_as_proto(ids)
    return {
        "ids": ids,
        "ranges": [[piece.begin, piece.end] for piece in encoded],
        "text": decoded.text,
        "text_ranges": [[piece.begin, piece.end] for piece in decoded.pieces],
    }


def decodable(processor, rng, count):
    """Lists of numbers as a model could produce them, and what they decode to."""
    size = processor.get_piece_size()
    for _ in range(count):
        # Low numbers are the control and byte pieces.
        ids = [rng.randrange(rng.choice([4, 300, size])) % size for _ in range(rng.randint(0, 12))]
        decoded = processor.decode_ids_as_proto(ids)
        yield {"ids": ids, "text": decoded.text, "text_ranges": [[piece.begin, piece.end] for piece in decoded.pieces]}


def write_lines(name, values):
    with open(os.path.join(FOLDER, name), "w") as file:
        file.writelines(json.dumps(value, ensure_ascii=True, separators=(",", ":")) + "\n" for value in values)


def main():
    import random

    corpus = [text for text in generated(3000, 7, scalars=False) if "\0" not in text and text.strip()]
    write_lines("torture.jsonl", TORTURE)
    for name, options in VOCABULARIES.items():
        path = os.path.join(FOLDER, f"{name}.spm")
        train(corpus, path, **options)
        processor = sentencepiece.SentencePieceProcessor(model_file=path)
        write_lines(f"{name}.expected.jsonl", (expected(processor, text) for text in TORTURE))
        write_lines(f"{name}.decoded.jsonl", decodable(processor, random.Random(11), 100))


if __name__ == "__main__":
    main()
