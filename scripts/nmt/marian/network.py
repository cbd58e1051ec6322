"""The networks in PyTorch: the student with an SSRU decoder and the OPUS-MT shape with a self-attention decoder.

One class serves training (float32, teacher forcing), and as the oracle decodes greedily or with a beam. In the `int8` modes every product
with a weight matrix and the output layer is computed as intgemm does with prepared multipliers:
`xq = clamp(round(x * a), -127, 127)`, `y = (xq . wq) / (a * b) + bias` with an exact integer sum; `int8-saturating` imitates kernels
that add pairs of products in saturating 16-bit integers (SSSE3, AVX2 and AVX-512BW `maddubs`, also the WebAssembly build).

Shapes: B sentences, S source positions, T target positions, D dimensions, V words of the vocabulary.
"""
from __future__ import annotations

import math

import numpy as np
import torch

from . import architecture as arch
from . import binary

EOS, UNK = 0, 1
MASKED = -99999999.0
SUPPRESSED = -3e38


def positions(start: int, count: int, dimension: int) -> torch.Tensor:
    """Marian's positional signal [count, D]: all sines, then all cosines, exp(-i ln(10000) / (D/2 - 1)) apart."""
    half = dimension // 2
    step = math.log(10000.0) / (half - 1.0)
    angles = torch.arange(start, start + count, dtype=torch.float32)[:, None] * torch.exp(torch.arange(half, dtype=torch.float32) * -step)
    return torch.cat([torch.sin(angles), torch.cos(angles)], -1)


class Network(torch.nn.Module):
    """A model of either shape. `mode` is `float`, `int8` or `int8-saturating`."""

    def __init__(self, a: arch.Architecture, source_vocabulary: int, target_vocabulary: int, shared: bool = True,
                 values: dict[str, np.ndarray] | None = None, mode: str = "float") -> None:
        super().__init__()
        self.arch, self.mode, self.shared = a, mode, shared
        self.source_vocabulary, self.target_vocabulary = source_vocabulary, target_vocabulary
        self.source_embedding = "Wemb" if shared else "encoder_Wemb"
        self.target_embedding = "Wemb" if shared else "decoder_Wemb"
        self.multipliers: dict[str, float] = {}  # activation multiplier by matrix; "none" is the output layer's
        self.quantised: dict[str, tuple[torch.Tensor, float]] = {}
        self.largest: dict[str, list[float]] | None = None  # the largest activations seen, while calibrating
        self.p = torch.nn.ParameterDict()
        for name, shape, kind in arch.tensors(a, source_vocabulary, target_vocabulary, shared):
            if values is not None:
                tensor = torch.as_tensor(np.array(values[name], np.float32)).reshape(shape)
            else:
                tensor = initial(shape, kind)
            self.p[name] = torch.nn.Parameter(tensor)

    @staticmethod
    def from_bin(path: str, a: arch.Architecture, mode: str = "int8") -> Network:
        """Reads a quantised model. Without stored multipliers (old files) each product takes that of its activations."""
        items = {item.name: item for item in binary.read(path)}
        shared = "Wemb" in items
        target = "Wemb" if shared else "decoder_Wemb"
        sizes = items["Wemb" if shared else "encoder_Wemb"].shape[0], items[target].shape[0]
        values, quantised, multipliers = {}, {}, {}
        for name, _, kind in arch.tensors(a, *sizes, shared):
            item = items[name]
            if item.type != binary.INTGEMM8:
                values[name] = item.values()
                continue
            q, multiplier = item.quantised()
            quantised[name] = torch.from_numpy(q.astype(np.float32)), float(multiplier)
            restored = q.astype(np.float32) * np.float32(np.float32(1) / multiplier)
            values[name] = restored if kind == arch.EMBEDDING else restored.T.copy()
            if name + "_QuantMultA" in items and kind == arch.WEIGHT:
                multipliers[name] = float(items[name + "_QuantMultA"].values().ravel()[0])
        if "none_QuantMultA" in items:
            multipliers["none"] = float(items["none_QuantMultA"].values().ravel()[0])
        elif target + "_QuantMultA" in items:
            q, multiplier = items[target + "_QuantMultA"].quantised()
            multipliers["none"] = float(q.ravel()[0] * (np.float32(1) / multiplier))
        network = Network(a, *sizes, shared, values, mode)
        network.quantised, network.multipliers = quantised, multipliers
        return network

    @staticmethod
    def from_npz(path: str, a: arch.Architecture) -> Network:
        """Reads a float32 model."""
        arrays = np.load(path)
        size = arrays["Wemb"].shape[0]
        return Network(a, size, size, True, {name: arrays[name] for name in arrays.files if not name.startswith("special:")})

    # Products -----------------------------------------------------------------------------------------------------------------------

    def product(self, x: torch.Tensor, name: str, bias: str | None = None) -> torch.Tensor:
        """x times a weight matrix, and a bias."""
        if self.largest is not None:
            self.largest.setdefault(name, []).append(float(x.abs().max()))
        y = x @ self.p[name] if self.mode == "float" else self.int8_product(x, name, *self.quantised[name])
        return y if bias is None else y + self.p[bias]

    def logits(self, x: torch.Tensor, words: torch.Tensor | None = None) -> torch.Tensor:
        """Scores of all words, or of the given ones."""
        if self.largest is not None:
            self.largest.setdefault("none", []).append(float(x.abs().max()))
        bias, embedding = self.p[arch.OUTPUT_BIAS][0], self.target_embedding
        if self.mode == "float":
            weights = self.p[embedding]
            weights, bias = (weights, bias) if words is None else (weights[words], bias[words])
            return x @ weights.T + bias
        q, multiplier = self.quantised[embedding]
        q, bias = (q, bias) if words is None else (q[words], bias[words])
        return self.int8_product(x, "none", q, multiplier) + bias

    def int8_product(self, x: torch.Tensor, name: str, weights: torch.Tensor, multiplier: float) -> torch.Tensor:
        """The quantised product without a bias. weights: [outputs, inputs]."""
        a = np.float32(self.multipliers.get(name) or 127.0 / float(x.abs().max()))
        quantised = torch.clamp(torch.round(x * float(a)), -127, 127)
        scale = float(np.float32(1.0) / (a * np.float32(multiplier)))
        if self.mode == "int8":
            return (quantised.double() @ weights.double().T).float() * scale
        shifted = (quantised + 127.0).reshape(-1, quantised.shape[-1])
        out = torch.empty(shifted.shape[0], weights.shape[0])
        for row in range(shifted.shape[0]):
            pairs = weights[:, 0::2] * shifted[row, 0::2] + weights[:, 1::2] * shifted[row, 1::2]
            out[row] = torch.clamp(pairs, -32768, 32767).double().sum(-1).float()
        return (out - 127.0 * weights.sum(-1)).reshape(*x.shape[:-1], -1) * scale

    # Layers -------------------------------------------------------------------------------------------------------------------------

    def norm(self, x: torch.Tensor, prefix: str) -> torch.Tensor:
        """Layer normalisation, epsilon 1e-6 under the root."""
        return torch.nn.functional.layer_norm(
            x, x.shape[-1:], self.p[prefix + "_ln_scale"][0], self.p[prefix + "_ln_bias"][0], eps=1e-6
        )

    def split(self, x: torch.Tensor) -> torch.Tensor:
        """[B, T, D] -> [B, heads, T, D / heads]."""
        return x.view(*x.shape[:2], self.arch.heads, -1).transpose(1, 2)

    def keys_values(self, prefix: str, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Keys and values of an attention over x, by head."""
        return tuple(self.split(self.product(x, f"{prefix}_W{part}", f"{prefix}_b{part}")) for part in "kv")

    def attention(self, prefix: str, x: torch.Tensor, keys: torch.Tensor, values: torch.Tensor,
                  mask: torch.Tensor | None) -> tuple[torch.Tensor, torch.Tensor]:
        """Attention, residual and norm. Returns the output and the weights [B, heads, T, S]."""
        queries = self.split(self.product(x, prefix + "_Wq", prefix + "_bq"))
        scores = queries @ keys.transpose(-1, -2) * (1.0 / math.sqrt(queries.shape[-1]))
        weights = torch.softmax(scores if mask is None else scores + mask, -1)
        out = (weights @ values).transpose(1, 2).reshape(x.shape)
        return self.norm(self.product(out, prefix + "_Wo", prefix + "_bo") + x, prefix + "_Wo"), weights

    def feed_forward(self, prefix: str, x: torch.Tensor) -> torch.Tensor:
        """Feed-forward block, residual and norm."""
        hidden = self.product(x, prefix + "_W1", prefix + "_b1")
        hidden = torch.relu(hidden) if self.arch.activation == "relu" else hidden * torch.sigmoid(hidden)
        return self.norm(self.product(hidden, prefix + "_W2", prefix + "_b2") + x, prefix + "_ffn")

    def ssru(self, layer: int, x: torch.Tensor, cell: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Simpler simple recurrent unit. x [B, T, D], cell [B, D] -> output [B, T, D] and the new cell."""
        prefix = f"decoder_l{layer}_rnn"
        forget = torch.sigmoid(self.product(x, prefix + "_Wf", prefix + "_bf"))
        update = (1 - forget) * self.product(x, prefix + "_W")
        cells = []
        for f, u in zip(forget.unbind(1), update.unbind(1)):
            cell = f * cell + u
            cells.append(cell)
        return self.norm(torch.relu(torch.stack(cells, 1)) + x, prefix + "_ffn"), cell

    # Encoder and decoder ------------------------------------------------------------------------------------------------------------

    def encode(self, source: torch.Tensor, lengths: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """source [B, S] -> encoder output [B, S, D] and the additive mask [B, 1, 1, S] of padding."""
        d = self.arch.dimension
        mask = (torch.arange(source.shape[1])[None] >= lengths[:, None]).float()[:, None, None] * MASKED
        x = self.p[self.source_embedding][source] * math.sqrt(d) + positions(0, source.shape[1], d)
        for layer in range(1, self.arch.encoder + 1):
            prefix = f"encoder_l{layer}_self"
            x, _ = self.attention(prefix, x, *self.keys_values(prefix, x), mask)
            x = self.feed_forward(f"encoder_l{layer}_ffn", x)
        return x, mask

    def context(self, encoded: torch.Tensor) -> list[tuple[torch.Tensor, torch.Tensor]]:
        """Keys and values of the encoder's output for each layer of the decoder."""
        return [self.keys_values(f"decoder_l{layer}_context", encoded) for layer in range(1, self.arch.decoder + 1)]

    def start_states(self, batch: int) -> list:
        """The state of each decoder layer before the first word."""
        if self.arch.decoder_cell == "ssru":
            return [torch.zeros(batch, self.arch.dimension)] * self.arch.decoder
        return [torch.zeros(batch, 0, self.arch.dimension)] * self.arch.decoder

    def decode(self, embedded: torch.Tensor, start: int, states: list, context: list, mask: torch.Tensor):
        """Target positions start.. of [B, T, D] -> (output [B, T, D], new states, context attention of the last layer)."""
        d, length = self.arch.dimension, embedded.shape[1]
        x = embedded * math.sqrt(d) + positions(start, length, d)
        new, weights = [], None
        for layer in range(1, self.arch.decoder + 1):
            if self.arch.decoder_cell == "ssru":
                x, state = self.ssru(layer, x, states[layer - 1])
            else:
                state = torch.cat([states[layer - 1], x], 1)
                prefix = f"decoder_l{layer}_self"
                future = torch.triu(torch.full((length, state.shape[1]), MASKED), diagonal=start + 1)
                x, _ = self.attention(prefix, x, *self.keys_values(prefix, state), future)
            new.append(state)
            x, weights = self.attention(f"decoder_l{layer}_context", x, *context[layer - 1], mask)
            x = self.feed_forward(f"decoder_l{layer}_ffn", x)
        return x, new, weights

    def forward(self, source: torch.Tensor, lengths: torch.Tensor, target: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Teacher forcing on target [B, T], which ends with EOS. Returns logits [B, T, V] and the alignment [B, T, S]."""
        encoded, mask = self.encode(source, lengths)
        embedded = self.p[self.target_embedding][target[:, :-1]]
        embedded = torch.cat([torch.zeros(len(target), 1, self.arch.dimension), embedded], 1)
        x, _, weights = self.decode(embedded, 0, self.start_states(len(target)), self.context(encoded), mask)
        return self.logits(x), weights[:, 0]


def initial(shape: tuple[int, int], kind: str) -> torch.Tensor:
    """Glorot uniform for matrices, ones and zeros for the rest."""
    if kind == arch.WEIGHT:
        limit = math.sqrt(6.0 / (shape[0] + shape[1]))
        return torch.empty(shape).uniform_(-limit, limit)
    if kind == arch.EMBEDDING:
        limit = math.sqrt(6.0 / (2 * shape[1]))
        return torch.empty(shape).uniform_(-limit, limit)
    return torch.ones(shape) if kind == arch.NORM_SCALE else torch.zeros(shape)


def calibrate(network: Network, batches: list[tuple[torch.Tensor, torch.Tensor, torch.Tensor]]) -> dict[str, float]:
    """Activation multipliers from (source, lengths, target) batches: 127 / (mean + 1.1 standard deviations) of the largest values."""
    network.largest = {}
    with torch.no_grad():
        for batch in batches:
            network(*batch)
    found = {name: float(127.0 / (np.mean(v) + 1.1 * np.std(v))) for name, v in network.largest.items()}
    network.largest = None
    return found
