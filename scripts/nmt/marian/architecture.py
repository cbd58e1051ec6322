"""The architectures: which tensors a model has, of which shapes, and the configuration stored with them."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Architecture:
    """Sizes of a model and what its decoder is made of."""

    dimension: int
    feed_forward: int
    encoder: int  # layers
    decoder: int  # layers
    heads: int
    decoder_cell: str = "ssru"  # or "self-attention", the OPUS-MT shape
    activation: str = "relu"  # or "swish"

    def resized(self, **sizes: int) -> Architecture:
        """The same with other sizes."""
        return replace(self, **sizes)


ARCHITECTURES = {
    "tiny": Architecture(256, 1536, 6, 2, 8),
    "base": Architecture(512, 2048, 6, 2, 8),
    "base-memory": Architecture(384, 1536, 6, 4, 8),
    "fixture": Architecture(64, 256, 2, 2, 4),
    "opus": Architecture(512, 2048, 6, 6, 8, "self-attention", "swish"),
    "small-fixture": Architecture(64, 128, 2, 1, 4),
    "opus-fixture": Architecture(64, 64, 2, 1, 4, "self-attention", "swish"),
}

# Kinds of tensor.
WEIGHT, EMBEDDING, BIAS, NORM_SCALE, NORM_BIAS = "weight", "embedding", "bias", "norm scale", "norm bias"
OUTPUT_BIAS = "decoder_ff_logit_out_b"

Tensor = tuple[str, tuple[int, int], str]


def tensors(a: Architecture, source_vocabulary: int, target_vocabulary: int, shared: bool = True) -> Iterator[Tensor]:
    """Name, shape and kind of each tensor. `shared`: one embedding for source, target and output (tied-embeddings-all)."""
    d, f = a.dimension, a.feed_forward

    def attention(prefix: str) -> Iterator[Tensor]:
        for part in "qkvo":
            yield f"{prefix}_W{part}", (d, d), WEIGHT
            yield f"{prefix}_b{part}", (1, d), BIAS
        yield f"{prefix}_Wo_ln_scale", (1, d), NORM_SCALE
        yield f"{prefix}_Wo_ln_bias", (1, d), NORM_BIAS

    def feed_forward(prefix: str) -> Iterator[Tensor]:
        yield f"{prefix}_W1", (d, f), WEIGHT
        yield f"{prefix}_b1", (1, f), BIAS
        yield f"{prefix}_W2", (f, d), WEIGHT
        yield f"{prefix}_b2", (1, d), BIAS
        yield f"{prefix}_ffn_ln_scale", (1, d), NORM_SCALE
        yield f"{prefix}_ffn_ln_bias", (1, d), NORM_BIAS

    if shared:
        yield "Wemb", (target_vocabulary, d), EMBEDDING
    else:
        yield "encoder_Wemb", (source_vocabulary, d), EMBEDDING
        yield "decoder_Wemb", (target_vocabulary, d), EMBEDDING
    for layer in range(1, a.encoder + 1):
        yield from attention(f"encoder_l{layer}_self")
        yield from feed_forward(f"encoder_l{layer}_ffn")
    for layer in range(1, a.decoder + 1):
        if a.decoder_cell == "ssru":
            prefix = f"decoder_l{layer}_rnn"
            yield f"{prefix}_W", (d, d), WEIGHT
            yield f"{prefix}_Wf", (d, d), WEIGHT
            yield f"{prefix}_bf", (1, d), BIAS
            yield f"{prefix}_ffn_ln_scale", (1, d), NORM_SCALE
            yield f"{prefix}_ffn_ln_bias", (1, d), NORM_BIAS
        else:
            yield from attention(f"decoder_l{layer}_self")
        yield from attention(f"decoder_l{layer}_context")
        yield from feed_forward(f"decoder_l{layer}_ffn")
    yield OUTPUT_BIAS, (1, target_vocabulary), BIAS


def configuration(a: Architecture, source_vocabulary: int, target_vocabulary: int, shared: bool = True) -> str:
    """The YAML that Marian stores as `special:model.yml`."""
    ssru = a.decoder_cell == "ssru"

    def flag(value: bool) -> str:
        return "true" if value else "false"

    lines = [
        "bert-train-type-embeddings: true",
        "bert-type-vocab-size: 2",
        f"dec-cell: {'ssru' if ssru else 'gru'}",
        "dec-cell-base-depth: 2",
        "dec-cell-high-depth: 1",
        f"dec-depth: {a.decoder}",
        f"dim-emb: {a.dimension}",
        "dim-rnn: 1024",
        f"dim-vocabs:\n  - {source_vocabulary}\n  - {target_vocabulary}",
        "enc-cell: gru",
        "enc-cell-depth: 1",
        f"enc-depth: {a.encoder}",
        "enc-type: bidirectional",
        "input-types:\n  []",
        "layer-normalization: false",
        *(['lemma-dependency: ""', "lemma-dim-emb: 0", "output-omit-bias: false"] if ssru else []),
        "right-left: false",
        "skip: false",
        f"tied-embeddings: {flag(not shared)}",
        f"tied-embeddings-all: {flag(shared)}",
        "tied-embeddings-src: false",
        "transformer-aan-activation: swish",
        "transformer-aan-depth: 2",
        "transformer-aan-nogate: false",
        f"transformer-decoder-autoreg: {'rnn' if ssru else 'self-attention'}",
        *(["transformer-decoder-dim-ffn: 0", "transformer-decoder-ffn-depth: 0"] if ssru else []),
        "transformer-dim-aan: 2048",
        f"transformer-dim-ffn: {a.feed_forward}",
        f"transformer-ffn-activation: {a.activation}",
        "transformer-ffn-depth: 2",
        "transformer-guided-alignment-layer: last",
        f"transformer-heads: {a.heads}",
        *(["transformer-no-affine: false", "transformer-no-bias: false"] if ssru else []),
        "transformer-no-projection: false",
        *(["transformer-pool: false"] if ssru else []),
        "transformer-postprocess: dan",
        "transformer-postprocess-emb: d",
        *(['transformer-postprocess-top: ""'] if ssru else []),
        'transformer-preprocess: ""',
        *(["transformer-rnn-projection: false"] if ssru else []),
        "transformer-tied-layers:\n  []",
        "transformer-train-position-embeddings: false",
        "type: transformer",
        "ulr: false",
        "ulr-dim-emb: 0",
        "ulr-trainable-transformation: false",
        # The versions whose files these imitate.
        f"version: {'v1.12.14' if ssru else 'v1.8.2'} synthetic",
    ]
    return "\n".join(lines)
