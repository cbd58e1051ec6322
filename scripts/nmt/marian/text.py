"""From sentences of the grammar to token ids with their alignment, and to padded batches."""
from __future__ import annotations

import io
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import sentencepiece
import torch

import grammar
from .network import EOS, UNK

# The symbols that newer vocabularies of the Bergamot family reserve.
RESERVED = ["__source__", "__target__", "__done__", "__start__", "__end__", "__sep__"] + [f"__misc{i}__" for i in range(10)]


def train_vocabulary(sentences: Iterable[str], path: str, size: int, kind: str) -> None:
    """Trains a unigram vocabulary of one of four kinds.

    `newer`: end of sentence 0, unknown 1, byte pieces and the reserved symbols, as students have since 2024; `older`: the same without
    bytes and symbols; `plain`: as `older`, without normalisation; `opus`: the trainer's own numbering and no normalisation.
    """
    model = io.BytesIO()
    numbering = {} if kind == "opus" else {"eos_id": 0, "unk_id": 1, "bos_id": -1, "pad_id": -1}
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(sentences), model_writer=model, model_type="unigram", vocab_size=size, character_coverage=1.0,
        byte_fallback=kind == "newer", split_digits=True, user_defined_symbols=RESERVED if kind == "newer" else [],
        normalization_rule_name="identity" if kind in ("opus", "plain") else "nmt_nfkc", num_threads=1, minloglevel=2, **numbering,
    )
    with open(path, "wb") as file:
        file.write(model.getvalue())


@dataclass
class Example:
    """A sentence pair as ids that end with EOS, and for each target token the source token it is aligned to."""

    source: list[int]
    target: list[int]
    alignment: list[int]


class Tokenizer:
    """Splits sentences into pieces and remembers to which word of the grammar each piece belongs."""

    def __init__(self, path: str, table: dict[str, int] | None = None) -> None:
        """path: the SentencePiece model; table: ids by piece, where they are not the model's own (OPUS-MT's vocab.yml)."""
        self.processor = sentencepiece.SentencePieceProcessor(model_file=path)
        own = {self.processor.id_to_piece(i): i for i in range(self.processor.vocab_size())}
        self.table = own if table is None else table
        self.pieces = {i: piece for piece, i in self.table.items()}
        self.size = len(self.table)
        self.cache: dict[str, list[tuple[int, int]]] = {}

    def ids(self, text: str) -> list[int]:
        """The pieces of a text, and EOS."""
        pieces = self.processor.encode(text, out_type=str)
        return [self.table.get(piece, UNK) for piece in pieces] + [EOS]

    def text(self, ids: Iterable[int]) -> str:
        """The text of pieces; EOS is left out."""
        return self.processor.decode_pieces([self.pieces[i] for i in ids if i != EOS])

    def chunk(self, text: str) -> list[tuple[int, int]]:
        """Pieces of a text without spaces, each with the index of its first character."""
        if text not in self.cache:
            pieces, offset = [], 0
            for piece in self.processor.encode(text, out_type=str):
                pieces.append((self.table[piece], offset))
                offset += len(piece.replace("\u2581", ""))
            self.cache[text] = pieces
        return self.cache[text]

    def words(self, words: list[grammar.Word]) -> tuple[list[int], list[int], list[list[int]]]:
        """Ids without EOS, the word of each piece, and the pieces of each word."""
        ids, owner, start = [], [], 0
        while start < len(words):
            end = start + 1
            while end < len(words) and words[end].glued:
                end += 1
            limits, length = [], 0
            for word in words[start:end]:
                length += len(word.text)
                limits.append(length)
            for piece, offset in self.chunk("".join(word.text for word in words[start:end])):
                ids.append(piece)
                owner.append(start + next(i for i, limit in enumerate(limits) if offset < limit))
            start = end
        pieces: list[list[int]] = [[] for _ in words]
        for piece, word in enumerate(owner):
            pieces[word].append(piece)
        for word, own in enumerate(pieces):
            if not own:  # the word ends inside a piece that begins in the word before
                own.append(pieces[word - 1][-1])
        return ids, owner, pieces


def example(sentence: grammar.Sentence, languages: tuple[str, str], tokenizers: tuple[Tokenizer, Tokenizer]) -> Example:
    """Tokenises and aligns. Pieces of a pair of words are paired off in order."""
    source_ids, _, source_pieces = tokenizers[0].words(sentence.words[languages[0]])
    target_ids, owners, target_pieces = tokenizers[1].words(sentence.words[languages[1]])
    links, alignment = grammar.links(sentence, *languages), []
    for piece, word in enumerate(owners):
        choices, own = source_pieces[links[word]], target_pieces[word]
        alignment.append(choices[own.index(piece) * len(choices) // len(own)])
    return Example(source_ids + [EOS], target_ids + [EOS], alignment + [len(source_ids)])


def count_pairs(counts: dict[int, Counter], sentence: grammar.Sentence, languages: tuple[str, str],
                tokenizers: tuple[Tokenizer, Tokenizer]) -> None:
    """Counts which target pieces stand in words aligned to words of each source piece."""
    source_ids, _, source_pieces = tokenizers[0].words(sentence.words[languages[0]])
    target_ids, owners, _ = tokenizers[1].words(sentence.words[languages[1]])
    links = grammar.links(sentence, *languages)
    for piece, word in zip(target_ids, owners):
        for source in source_pieces[links[word]]:
            counts.setdefault(source_ids[source], Counter())[piece] += 1


Batch = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]


def pad(examples: list[Example]) -> Batch:
    """source [B, S], source lengths [B], target [B, T], mask [B, T], alignment [B, T]."""
    widest, longest = max(len(e.source) for e in examples), max(len(e.target) for e in examples)
    source = torch.tensor([e.source + [EOS] * (widest - len(e.source)) for e in examples])
    target = torch.tensor([e.target + [EOS] * (longest - len(e.target)) for e in examples])
    mask = torch.tensor([[1.0] * len(e.target) + [0.0] * (longest - len(e.target)) for e in examples])
    alignment = torch.tensor([e.alignment + [0] * (longest - len(e.target)) for e in examples])
    return source, torch.tensor([len(e.source) for e in examples]), target, mask, alignment


def batches(examples: list[Example], tokens: int, seed: int) -> Iterator[Batch]:
    """Endless batches of about `tokens` target tokens each, of sentences of similar length, in random order."""
    order = random.Random(seed)
    ranked = sorted(examples, key=lambda e: (len(e.target), len(e.source)))
    groups, group = [], []
    for e in ranked:
        if group and (len(group) + 1) * len(e.target) > tokens:
            groups.append(group)
            group = []
        group.append(e)
    groups.append(group)
    while True:
        order.shuffle(groups)
        for group in groups:
            yield pad(group)
