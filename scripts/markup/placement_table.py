#!/usr/bin/env python3
"""Writes the table of tagged sentences and of where a person would put the tags in their translations.

usage: placement_table.py > testdata/markup/placement.tsv

The sentences are those that the models in `testdata/nmt` are tested with, whose words carry what they stand for: see `grammar.py`. Tags
stand around words of the source; in the translation around the words that stand for the same, if these are beside each other. A line
is a pair of languages, the tagged source and the tagged translation, parted by tabs. Each element of a line has a name of its own.
"""
from __future__ import annotations

import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "nmt"))

import grammar  # noqa: E402

SEED, SENTENCES, NAMES = 1, 100, ("b", "i", "u")
PAIRS = (("en", "de"), ("de", "en"), ("en", "fr"))


def image(span: tuple[int, int], source: list[grammar.Word], target: list[grammar.Word]) -> tuple[int, int] | None:
    """The words of the target that stand for the same as a span of the source, if they are one span.

    An auxiliary belongs to it if it stands beside the full word, and alone it does not count.
    """
    concepts = {word.concept for word in source[slice(*span)]}
    if any(word.concept in concepts for i, word in enumerate(source) if not span[0] <= i < span[1] and not word.helper):
        return None
    all_words = [i for i, word in enumerate(target) if word.concept in concepts]
    full = [i for i in all_words if not target[i].helper]
    found = all_words if all_words and all_words[-1] - all_words[0] + 1 == len(all_words) else full
    if not full or {target[i].concept for i in full} != concepts or found[-1] - found[0] + 1 != len(found):
        return None
    return found[0], found[-1] + 1


def tagged(words: list[grammar.Word], spans: list[tuple[int, int]]) -> str:
    out = []
    for i, word in enumerate(words):
        ends = sorted((s[1], -s[0], name) for s, name in zip(spans, NAMES) if s[0] == i)
        out.append("" if i == 0 or word.glued else " ")
        out += [f"<{name}>" for _, _, name in reversed(ends)]
        out.append(word.text)
        starts = sorted((-s[0], s[1], name) for s, name in zip(spans, NAMES) if s[1] == i + 1)
        out += [f"</{name}>" for _, _, name in starts]
    return "".join(out)


def nests(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether the spans are apart or one is truly in the other."""
    apart = one[1] <= other[0] or other[1] <= one[0]
    inside = one[0] <= other[0] and other[1] <= one[1] or other[0] <= one[0] and one[1] <= other[1]
    return one != other and (apart or inside)


def rows(sentence: grammar.Sentence, pair: tuple[str, str], chance: random.Random):
    source, target = (sentence.words[language] for language in pair)
    end = len(source) - 1  # The mark at the end is in no element.
    spans = [(i, i + n) for n in (1, 1, 2, 3, 4) for i in range(end - n + 1)]
    spans = [s for s in spans if not any(source[i].glued for i in (s[0], min(s[1], end - 1))) and image(s, source, target)]
    chance.shuffle(spans)
    chosen: list[tuple[int, int]] = []
    for span in spans:
        images = [image(s, source, target) for s in chosen + [span]]
        if all(nests(span, s) and nests(images[-1], i) for s, i in zip(chosen, images)):
            chosen.append(span)
        if len(chosen) == chance.randint(1, len(NAMES)):
            break
    if chosen:
        yield tagged(source, chosen), tagged(target, [image(s, source, target) for s in chosen])


def main() -> None:
    speaker, seen, sentences = grammar.Speaker(SEED), set(), []
    while len(sentences) < SENTENCES:
        sentence = speaker.sentence()
        if sentence.text("en") not in seen:
            seen.add(sentence.text("en"))
            sentences.append(sentence)
    for pair in PAIRS:
        chance = random.Random("-".join(pair))
        for sentence in sentences:
            for source, target in rows(sentence, pair, chance):
                print("-".join(pair), source, target, sep="\t")


if __name__ == "__main__":
    main()
