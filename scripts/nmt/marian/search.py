"""Greedy and beam search of the oracle, one sentence at a time."""
from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import torch

from .network import EOS, SUPPRESSED, UNK, Network


@dataclass
class Translation:
    """What a search found for one sentence."""

    ids: list[int] = field(default_factory=list)  # ends with EOS unless the sentence was cut
    alignment: list[list[float]] = field(default_factory=list)  # a row for each target token: a probability for each source token
    log_probabilities: list[float] = field(default_factory=list)  # softmax over the candidates, the unknown word among them
    margins: list[float] = field(default_factory=list)  # best less second-best logit (greedy only)

    @property
    def score(self) -> float:
        """Mean log-probability of the tokens, the end of sentence among them."""
        return sum(self.log_probabilities) / len(self.log_probabilities)


@torch.no_grad()
def greedy(network: Network, source: list[int], candidates: np.ndarray | None = None, max_length_factor: float = 2.0) -> Translation:
    """The best word at each step. source ends with EOS, and an empty one gives EOS; candidates are sorted ids, or None for all words."""
    if source == [EOS]:
        return Translation([EOS], [[1.0]], [0.0])
    words = None if candidates is None else torch.as_tensor(candidates)
    encoded, mask = network.encode(torch.tensor([source]), torch.tensor([len(source)]))
    context, states = network.context(encoded), network.start_states(1)
    embedded, out = torch.zeros(1, 1, network.arch.dimension), Translation()
    while True:
        x, states, weights = network.decode(embedded, len(out.ids), states, context, mask)
        logits = network.logits(x[0, 0], words)
        log_probabilities = torch.log_softmax(logits, -1)
        logits[unknown(words)] = SUPPRESSED
        best = torch.topk(logits, 2)
        index = int(best.indices[0])
        word = index if words is None else int(words[index])
        out.ids.append(word)
        out.alignment.append(weights[0, 0, 0].tolist())
        out.log_probabilities.append(float(log_probabilities[index]))
        out.margins.append(float(best.values[0] - best.values[1]))
        if word == EOS or len(out.ids) >= max_length_factor * len(source):
            return out
        embedded = network.p[network.target_embedding][word][None, None]


@torch.no_grad()
def beam(network: Network, source: list[int], size: int, candidates: np.ndarray | None = None, max_length_factor: float = 2.0,
         normalise: float = 1.0) -> Translation:
    """Marian's beam search: the beam narrows as hypotheses end; the best sum of log-probabilities / length^normalise wins."""
    if source == [EOS]:
        return Translation([EOS], [[1.0]], [0.0])
    words = None if candidates is None else torch.as_tensor(candidates)
    encoded, mask = network.encode(torch.tensor([source]), torch.tensor([len(source)]))
    context, states = network.context(encoded), network.start_states(1)
    live, width = [(0.0, Translation())], size
    embedded, best, best_score = torch.zeros(1, 1, network.arch.dimension), None, -np.inf
    for step in range(int(np.ceil(max_length_factor * len(source)))):
        count = len(live)
        spread = [(k.expand(count, *k.shape[1:]), v.expand(count, *v.shape[1:])) for k, v in context]
        x, states, weights = network.decode(embedded, step, states, spread, mask)
        log_probabilities = torch.log_softmax(network.logits(x[:, 0], words), -1)
        totals = torch.tensor([score for score, _ in live])[:, None] + log_probabilities
        totals[:, unknown(words)] = SUPPRESSED
        top = torch.topk(totals.flatten(), min(width, totals.numel()))
        last = step + 1 >= max_length_factor * len(source)
        grown, origins = [], []
        for total, key in zip(top.values.tolist(), top.indices.tolist()):
            origin, index = divmod(key, totals.shape[1])
            word, previous = (index if words is None else int(words[index])), live[origin][1]
            hypothesis = Translation(
                previous.ids + [word],
                previous.alignment + [weights[origin, 0, 0].tolist()],
                previous.log_probabilities + [float(log_probabilities[origin, index])],
            )
            if word == EOS or last:
                score = total / len(hypothesis.ids) ** normalise
                if score > best_score:
                    best, best_score = hypothesis, score
            if word != EOS:
                grown.append((total, hypothesis))
                origins.append(origin)
        if not grown or last:
            break
        live, width, states = grown, len(grown), [state[origins] for state in states]
        embedded = network.p[network.target_embedding][[h.ids[-1] for _, h in grown]][:, None]
    return best


def unknown(words: torch.Tensor | None) -> torch.Tensor:
    """Where the unknown word stands among the candidates."""
    return torch.tensor([UNK]) if words is None else (words == UNK).nonzero()[:, 0]
