"""What the benchmark works on: vocabularies, a shortlist and synthetic models, made once and kept in the cache (see common.py)."""
from __future__ import annotations

import glob
import hashlib
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

import common

HERE = os.path.dirname(os.path.abspath(__file__))
SYNTHETIC = os.path.join(HERE, "..", "synthetic.py")
SENTENCES = os.path.join(HERE, "..", "..", "..", "testdata", "benchmark", "sentences.en.txt")
MODELS = ("copy.tiny", "copy.base", "copy.opus")
VOCABULARY = 32_000  # pieces, as published students have
CANDIDATES = 50  # of each word in a published shortlist


def made_up_text(seed: int) -> Iterator[str]:
    """The sentences of the benchmark among many made-up words, the frequent ones much more often than the rare ones."""
    numbers = random.Random(seed)
    syllables = [a + b + c for a in "b c d f g k l m n p r s t v w st tr".split() for b in "a e i o u ie".split() for c in ("", "n", "r", "s", "l")]
    words = ["".join(numbers.choices(syllables, k=numbers.choice((2, 2, 3, 3, 4)))) for _ in range(60_000)]
    for sentence in common.read_lines(SENTENCES):
        yield from [sentence] * 20
    for start in range(0, len(words), 10):
        yield from [" ".join(words[start : start + 10])] * (1 + 20_000 // (start + 1_000))


def make_shortlist(path: str, size: int) -> None:
    """A shortlist in which every word may become itself and others, frequent ones above all, as is usual: its unions over the
    words of a sentence grow with the length about as those of a published shortlist."""
    from marian import shortlist

    numbers = random.Random(1)
    counts = {}
    for word in range(size):
        others = (int(size * numbers.random() ** 2.5) for _ in range(CANDIDATES - 1))
        counts[word] = Counter({word: 2, **{other: 1 for other in others if other != word}})
    shortlist.write(path, counts, size)


def vocabularies() -> str:
    """A folder with two vocabularies and a shortlist for the first, for those who have no published ones."""
    from marian import text

    folder = common.cache_folder("vocabulary")
    paths = [os.path.join(folder, f"vocab.{name}.spm") for name in ("made", "more")]
    for seed, path in enumerate(paths):
        if not os.path.exists(path):
            text.train_vocabulary(made_up_text(seed), path, VOCABULARY, "older")
    lexicon = os.path.join(folder, "lex.50.50.made.s2t.bin")
    if not os.path.exists(lexicon):
        make_shortlist(lexicon, VOCABULARY)
    return folder


def models(vocabulary: str | None) -> dict[str, str]:
    """The folder of each model, made if it is not there.

    vocabulary: a folder with a `vocab.*.spm` and its `lex.*.s2t.bin`, the first by name where there are several; a further vocabulary
    serves as the target's of the OPUS-MT shape, whose table of pieces then has the usual size.
    """
    folder = vocabulary or vocabularies()
    pieces, lexicons = (sorted(glob.glob(os.path.join(folder, pattern))) for pattern in ("vocab.*.spm", "lex.*.s2t.bin"))
    if not pieces or not lexicons:
        sys.exit(f"{folder}: vocab.*.spm and lex.*.s2t.bin are needed")
    stamp = hashlib.sha256()
    for path in (pieces[0], pieces[-1], lexicons[0], SYNTHETIC):
        with open(path, "rb") as file:
            stamp.update(file.read())
    out = common.cache_folder(os.path.join("models", stamp.hexdigest()[:16]))
    missing = [name for name in MODELS if not os.path.exists(os.path.join(out, name + ".complete"))]
    for name in missing:
        subprocess.run([sys.executable, SYNTHETIC, out, "--vocabulary", pieces[0], "--target-vocabulary", pieces[-1], "--shortlist",
                        lexicons[0], "--models", name], check=True, stdout=sys.stderr)
        open(os.path.join(out, name + ".complete"), "w", encoding="utf-8").close()
    return {name: os.path.join(out, name) for name in MODELS}
