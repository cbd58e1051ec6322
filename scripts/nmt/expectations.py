"""What the oracle makes of the held-out sentences, written beside a fixture for the tests of the engine."""
from __future__ import annotations

import copy
import glob
import json
import os
import random

import torch

import grammar
from marian import search
from marian.architecture import Architecture
from marian.network import Network
from marian.shortlist import Shortlist
from marian.text import Tokenizer

ALIGNED = 10  # sentences whose whole alignment is written
SHUFFLED = 20  # sentences on which a beam finds another translation than the greedy search


def rounded(values: list[float], digits: int) -> list[float]:
    """Rounded, whole numbers without a point."""
    short = [round(value, digits) for value in values]
    return [int(value) if value == int(value) else value for value in short]


def only(folder: str, pattern: str) -> str:
    """The one file of the folder that matches."""
    (path,) = glob.glob(os.path.join(folder, pattern))
    return path


def student(folder: str, arch: Architecture, languages: tuple[str, str], tokenizers: tuple[Tokenizer, Tokenizer],
            test: list[grammar.Sentence], log, of: str | None = None) -> None:
    """Greedy output of the exact int8 oracle, with a shortlist for each sentence.

    `expected.json`: for each sentence the source ids, target ids, log-probabilities and the smallest margin between the best two logits;
    for the first ones the soft alignment. `test.<language>` hold the sentences and the oracle's translations. `of` is the folder that a
    variant was made from: the tests are there, and the shortlist if the variant has none.
    """
    network = Network.from_bin(only(folder, "model.*.bin"), arch, "int8")
    own = glob.glob(os.path.join(folder, "lex.*.bin"))
    lexicon = Shortlist(own[0] if own else only(of, "lex.*.bin"), network.target_vocabulary, network.shared)
    rows, lines, right, agreed = [], [], 0, 0
    for number, sentence in enumerate(test):
        text, reference = (sentence.text(language) for language in languages)
        source = tokenizers[0].ids(text)
        found = search.greedy(network, source, lexicon.candidates(source))
        translation = tokenizers[1].text(found.ids)
        right += translation == reference
        if translation != reference:
            print(f"{text}\n  expected {reference}\n  found    {translation}", file=log, flush=True)
        links = grammar.links(sentence, *languages)
        agreed += words_aligned(sentence, languages, tokenizers, found, links)
        row = {
            "source": source, "target": found.ids,
            "log_probabilities": rounded(found.log_probabilities, 5), "margin": round(min(found.margins), 3),
        }
        if number < ALIGNED and of is None:
            row["alignment"] = [rounded(weights, 4) for weights in found.alignment]
        rows.append(row)
        lines.append((text, translation))
    print(f"{folder}: {right} of {len(test)} exact, aligned words right {agreed / len(test):.4f}, "
          f"smallest margin {min(row['margin'] for row in rows)}", file=log, flush=True)
    write(os.path.join(folder, "expected.json"), {"max_length_factor": 2.0, "beam_size": 1}, rows)
    if of is None:
        write_lines(folder, "test", languages, lines)


def words_aligned(sentence: grammar.Sentence, languages: tuple[str, str], tokenizers: tuple[Tokenizer, Tokenizer],
                  found: search.Translation, links: list[int]) -> float:
    """The share of target tokens whose best-aligned source token belongs to the right word; 0 for a wrong translation."""
    _, source_owner, _ = tokenizers[0].words(sentence.words[languages[0]])
    ids, target_owner, _ = tokenizers[1].words(sentence.words[languages[1]])
    if ids != found.ids[:-1]:
        return 0.0
    hits = 0
    for weights, word in zip(found.alignment, target_owner):
        best = weights.index(max(weights))
        hits += best < len(source_owner) and source_owner[best] == links[word]
    return hits / len(ids)


def opus(folder: str, network: Network, languages: tuple[str, str], tokenizers: tuple[Tokenizer, Tokenizer],
         test: list[grammar.Sentence], log) -> None:
    """Greedy and beam-4 output of the float32 oracle over the whole vocabulary.

    On the held-out sentences the two searches agree. `shuffled.*` has sentences in a random order of words, chosen so that they do not.
    """
    settings = {"max_length_factor": 2.0, "beam_size": 4, "normalise": 1.0}
    references = [tuple(sentence.text(language) for language in languages) for sentence in test]
    rows = [opus_row(network, tokenizers[0].ids(text)) for text, _ in references]
    texts = [tokenizers[1].text(row["target"]) for row in rows]
    right = sum(text == reference for text, (_, reference) in zip(texts, references))
    write(os.path.join(folder, "expected.json"), settings, rows)
    write_lines(folder, "test", languages, list(zip((text for text, _ in references), texts)))
    order, disturbed = random.Random(1), [perturbed(network, seed) for seed in range(3)]
    odd_rows, odd_lines = [], []
    for text, _ in references * 5:
        if len(odd_rows) == SHUFFLED:
            break
        text = " ".join(order.sample(text.split(), len(text.split())))
        source = tokenizers[0].ids(text)
        row = opus_row(network, source)
        others = [opus_row(other, source) for other in disturbed] if row["target"] != row["beam"]["target"] else []
        if others and all(o["target"] == row["target"] and o["beam"]["target"] == row["beam"]["target"] for o in others):
            odd_rows.append(row)
            odd_lines.append((text, tokenizers[1].text(row["beam"]["target"])))
    write(os.path.join(folder, "shuffled.expected.json"), settings, odd_rows)
    write_lines(folder, "shuffled", languages, odd_lines)
    print(f"{folder}: {right} of {len(test)} exact; {len(odd_rows)} shuffled", file=log, flush=True)


def opus_row(network: Network, source: list[int]) -> dict:
    """What both searches find."""
    found, best = search.greedy(network, source), search.beam(network, source, 4)
    return {
        "source": source, "target": found.ids, "log_probabilities": rounded(found.log_probabilities, 5),
        "margin": round(min(found.margins), 3), "beam": {"target": best.ids, "score": round(best.score, 5)},
    }


def perturbed(network: Network, seed: int) -> Network:
    """The network with weights off by about the rounding of float32 sums, and more: what it still finds does not hang on them."""
    torch.manual_seed(seed)
    other = copy.deepcopy(network)
    with torch.no_grad():
        for values in other.parameters():
            values *= 1 + 1e-4 * torch.randn_like(values)
    return other


def write(path: str, settings: dict, rows: list[dict]) -> None:
    """Writes the settings and the sentences as JSON, one sentence a line."""
    lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    with open(path, "w", encoding="utf-8") as file:
        file.write(json.dumps(settings)[:-1] + ', "sentences": [\n' + lines + "\n]}\n")


def write_lines(folder: str, name: str, languages: tuple[str, str], lines: list[tuple[str, str]]) -> None:
    """Writes the texts and their translations, a file for each language."""
    for language, column in zip(languages, zip(*lines)):
        with open(os.path.join(folder, f"{name}.{language}"), "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in column)
