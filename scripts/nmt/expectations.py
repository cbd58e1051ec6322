"""What the oracle makes of the held-out sentences, written beside a fixture for the tests of the engine."""
from __future__ import annotations

import glob
import json
import os

import grammar
from marian import search
from marian.architecture import Architecture
from marian.network import Network
from marian.shortlist import Shortlist
from marian.text import Tokenizer

ALIGNED = 10  # sentences whose whole alignment is written


def rounded(values: list[float], digits: int) -> list[float]:
    return [round(value, digits) for value in values]


def only(folder: str, pattern: str) -> str:
    """The one file of the folder that matches."""
    (path,) = glob.glob(os.path.join(folder, pattern))
    return path


def student(folder: str, arch: Architecture, languages: tuple[str, str], tokenizers: tuple[Tokenizer, Tokenizer],
            test: list[grammar.Sentence], log, lexicon_folder: str | None = None) -> None:
    """Greedy output of the exact int8 oracle, with a shortlist for each sentence.

    `expected.json`: for each sentence the source ids, target ids, log-probabilities and the smallest margin between the best two logits;
    for the first ones the soft alignment. `test.<language>` hold the sentences and the oracle's translations.
    """
    network = Network.from_bin(only(folder, "model.*.bin"), arch, "int8")
    lexicon = Shortlist(only(lexicon_folder or folder, "lex.*.bin"), network.target_vocabulary, network.shared)
    rows, right, agreed = [], 0, 0
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
            "text": text, "translation": translation, "source": source, "target": found.ids,
            "log_probabilities": rounded(found.log_probabilities, 5), "margin": round(min(found.margins), 3),
        }
        if number < ALIGNED:
            row["alignment"] = [rounded(weights, 4) for weights in found.alignment]
        rows.append(row)
    print(f"{folder}: {right} of {len(test)} exact, aligned words right {agreed / len(test):.4f}, "
          f"smallest margin {min(row['margin'] for row in rows)}", file=log, flush=True)
    write(folder, languages, {"max_length_factor": 2.0, "beam_size": 1}, rows)


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
    """Greedy and beam-4 output of the float32 oracle over the whole vocabulary."""
    rows, right = [], [0, 0]
    for sentence in test:
        text, reference = (sentence.text(language) for language in languages)
        source = tokenizers[0].ids(text)
        found = [search.greedy(network, source), search.beam(network, source, 4)]
        texts = [tokenizers[1].text(translation.ids) for translation in found]
        right = [count + (t == reference) for count, t in zip(right, texts)]
        rows.append({
            "text": text, "translation": texts[0], "source": source, "target": found[0].ids,
            "log_probabilities": rounded(found[0].log_probabilities, 5), "margin": round(min(found[0].margins), 3),
            "beam": {"translation": texts[1], "target": found[1].ids, "score": round(found[1].score, 5)},
        })
    differing = sum(row["target"] != row["beam"]["target"] for row in rows)
    print(f"{folder}: greedy {right[0]}, beam {right[1]} of {len(test)} exact, {differing} differ", file=log, flush=True)
    write(folder, languages, {"max_length_factor": 2.0, "beam_size": 4, "normalise": 1.0}, rows)


def write(folder: str, languages: tuple[str, str], settings: dict, rows: list[dict]) -> None:
    """Writes the texts and `expected.json`, one sentence a line."""
    for language, key in zip(languages, ("text", "translation")):
        with open(os.path.join(folder, f"test.{language}"), "w", encoding="utf-8") as file:
            file.writelines(row[key] + "\n" for row in rows)
    lines = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    with open(os.path.join(folder, "expected.json"), "w", encoding="utf-8") as file:
        file.write(json.dumps(settings)[:-1] + ', "sentences": [\n' + lines + "\n]}\n")
