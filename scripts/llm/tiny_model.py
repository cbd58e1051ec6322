"""Writes a language model of some hundred kilobytes with random weights, in the format of llama.cpp.

It reads and writes single bytes and knows nothing: what it answers is garbage. That is enough to see
how a real server of the chat protocol behaves.
"""

import sys

import gguf
import numpy

WIDTH = 64
HEADS = 4
HIDDEN = 128
LAYERS = 2
CONTEXT = 8192
TEMPLATE = (
    "{% for message in messages %}[{{ message['role'] }}]{{ message['content'] }}\n{% endfor %}"
    "{% if add_generation_prompt %}[assistant]{% endif %}"
)


def add_vocabulary(writer: gguf.GGUFWriter) -> int:
    """One token for each byte, behind those for unknown, begin and end; returns their number."""
    tokens = ["<unk>", "<s>", "</s>"] + [f"<0x{byte:02X}>" for byte in range(256)]
    types = [gguf.TokenType.UNKNOWN, gguf.TokenType.CONTROL, gguf.TokenType.CONTROL]
    types += [gguf.TokenType.BYTE] * 256
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([0.0] * len(tokens))
    writer.add_token_types(types)
    writer.add_unk_token_id(0)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_add_space_prefix(False)
    writer.add_chat_template(TEMPLATE)
    return len(tokens)


def add_weights(writer: gguf.GGUFWriter, tokens: int) -> None:
    random = numpy.random.default_rng(1)

    def matrix(name: str, rows: int, columns: int) -> None:
        weights = random.standard_normal((rows, columns)) / columns**0.5
        writer.add_tensor(name, weights.astype(numpy.float32))

    def ones(name: str) -> None:
        writer.add_tensor(name, numpy.ones(WIDTH, dtype=numpy.float32))

    matrix("token_embd.weight", tokens, WIDTH)
    ones("output_norm.weight")
    matrix("output.weight", tokens, WIDTH)
    for layer in range(LAYERS):
        block = f"blk.{layer}"
        ones(f"{block}.attn_norm.weight")
        ones(f"{block}.ffn_norm.weight")
        for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
            matrix(f"{block}.{part}.weight", WIDTH, WIDTH)
        matrix(f"{block}.ffn_gate.weight", HIDDEN, WIDTH)
        matrix(f"{block}.ffn_up.weight", HIDDEN, WIDTH)
        matrix(f"{block}.ffn_down.weight", WIDTH, HIDDEN)


def main() -> None:
    writer = gguf.GGUFWriter(sys.argv[1], "llama")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(HIDDEN)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)
    tokens = add_vocabulary(writer)
    writer.add_vocab_size(tokens)
    add_weights(writer, tokens)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    main()
