"""Just enough of SentencePiece's model file (a protocol buffer) to choose pieces and to drop the normalisation."""
from __future__ import annotations

from dataclasses import dataclass

NORMAL = 1  # the type of ordinary pieces

# Field numbers of the messages ModelProto, SentencePiece and NormalizerSpec.
PIECES, NORMALIZER = 1, 3
PIECE_TEXT, PIECE_TYPE = 1, 3
RULE_NAME, CHARACTER_MAP = 1, 2

Field = tuple[int, int, bytes]  # number, wire type, the value's bytes (for wire type 2 without their length)


def varint(data: bytes, position: int) -> tuple[int, int]:
    """A variable-length number and the position after it."""
    value = shift = 0
    while True:
        byte = data[position]
        value |= (byte & 127) << shift
        position, shift = position + 1, shift + 7
        if byte < 128:
            return value, position


def encoded(value: int) -> bytes:
    """A variable-length number."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out + bytes([value]))


def fields(data: bytes) -> list[Field]:
    """The fields of a message."""
    out, position = [], 0
    while position < len(data):
        tag, position = varint(data, position)
        start = position
        if tag & 7 == 0:
            _, end = varint(data, position)
        elif tag & 7 == 2:
            length, start = varint(data, position)
            end = start + length
        else:
            end = position + (4 if tag & 7 == 5 else 8)
        out.append((tag >> 3, tag & 7, data[start:end]))
        position = end
    return out


def message(parts: list[Field]) -> bytes:
    """The bytes of a message."""
    out = bytearray()
    for number, wire, value in parts:
        out += encoded(number << 3 | wire) + (encoded(len(value)) if wire == 2 else b"") + value
    return bytes(out)


@dataclass
class Vocabulary:
    """The pieces of a model, and its other fields as they were."""

    pieces: list[bytes]
    rest: list[Field]

    @staticmethod
    def read(path: str) -> Vocabulary:
        with open(path, "rb") as file:
            parts = fields(file.read())
        return Vocabulary([v for n, _, v in parts if n == PIECES], [part for part in parts if part[0] != PIECES])

    def kind(self, index: int) -> int:
        """The type of a piece."""
        return next((varint(v, 0)[0] for n, _, v in fields(self.pieces[index]) if n == PIECE_TYPE), NORMAL)

    def text(self, index: int) -> str:
        """The text of a piece."""
        return next(v.decode() for n, _, v in fields(self.pieces[index]) if n == PIECE_TEXT)

    def selected(self, indices: list[int]) -> Vocabulary:
        """Only these pieces, numbered anew."""
        return Vocabulary([self.pieces[i] for i in indices], self.rest)

    def without_normalisation(self) -> Vocabulary:
        """The same with the rule `identity`, whose character map is empty."""
        rest = []
        for number, wire, value in self.rest:
            if number == NORMALIZER:
                kept = [part for part in fields(value) if part[0] not in (RULE_NAME, CHARACTER_MAP)]
                value = message([(RULE_NAME, 2, b"identity"), *kept])
            rest.append((number, wire, value))
        return Vocabulary(self.pieces, rest)

    def write(self, path: str) -> None:
        with open(path, "wb") as file:
            file.write(message([(PIECES, 2, piece) for piece in self.pieces] + self.rest))
