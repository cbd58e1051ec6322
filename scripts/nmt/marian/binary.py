"""Reader and writer of Marian's binary model format, version 1 (`*.bin`), little endian.

Header: u64 version, u64 number of items; one record of four u64 an item (length of the name with its NUL, type, number of dimensions,
bytes of data); the names; the shapes (i32 each); u64 padding and that many zero bytes; the data of the items, back to back.
"""
from __future__ import annotations

import struct
from dataclasses import dataclass

import numpy as np

INT8, FLOAT32, INTGEMM8 = 0x0101, 0x0404, 0x4101
TYPE_NAMES = {INT8: "int8", FLOAT32: "float32", INTGEMM8: "intgemm8"}
CONFIGURATION = "special:model.yml"
ALIGNMENT = 256


@dataclass
class Item:
    """A named tensor as the file holds it."""

    name: str
    type: int
    shape: tuple[int, ...]
    data: bytes

    @staticmethod
    def float32(name: str, values: np.ndarray) -> Item:
        """A float32 tensor; one-dimensional values become one row."""
        values = np.ascontiguousarray(values, dtype="<f4")
        shape = values.shape if values.ndim >= 2 else (1, values.size)
        return Item(name, FLOAT32, shape, padded(values.tobytes()))

    @staticmethod
    def intgemm8(name: str, values: np.ndarray, transpose: bool) -> Item:
        """A matrix quantised with one multiplier, 127 / max|value|, which follows the values.

        The shape stays [rows, columns]. The bytes are transposed for every weight matrix; embeddings are stored as they are.
        """
        values = np.atleast_2d(np.asarray(values, dtype=np.float32))
        largest = np.float32(np.abs(values).max())
        multiplier = np.float32(np.float32(127.0) / largest) if largest > 0 else np.float32(1)
        quantised = quantise(values, multiplier)
        body = (quantised.T if transpose else quantised).copy(order="C").tobytes()
        return Item(name, INTGEMM8, values.shape, padded(body + struct.pack("<f", multiplier)))

    @staticmethod
    def text(name: str, text: str) -> Item:
        """Text with a closing NUL. It is the last item of a file and is not padded."""
        data = text.encode() + b"\0"
        return Item(name, INT8, (len(data),), data)

    def elements(self) -> int:
        """The number of values."""
        return int(np.prod(self.shape))

    def values(self) -> np.ndarray:
        """The values of a float32 tensor, or the bytes of an int8 one."""
        if self.type == FLOAT32:
            return np.frombuffer(self.data, "<f4", self.elements()).reshape(self.shape)
        return np.frombuffer(self.data, np.int8, self.elements())

    def quantised(self) -> tuple[np.ndarray, np.float32]:
        """The int8 values of an intgemm8 tensor as [outputs, inputs], and their multiplier."""
        values = np.frombuffer(self.data, np.int8, self.elements())
        (multiplier,) = struct.unpack_from("<f", self.data, self.elements())
        rows, columns = self.shape
        return values.reshape((rows, columns) if "Wemb" in self.name else (columns, rows)), np.float32(multiplier)


def padded(data: bytes) -> bytes:
    """The data with zero bytes up to the alignment."""
    return data + b"\0" * (-len(data) % ALIGNMENT)


def quantise(values: np.ndarray, multiplier: np.float32) -> np.ndarray:
    """Values times the multiplier, rounded half to even, within -127 and 127."""
    return np.clip(np.rint(np.asarray(values, np.float32) * np.float32(multiplier)), -127, 127).astype(np.int8)


def write(path: str, items: list[Item]) -> None:
    """Writes the items in the order given; Marian sorts them by name and puts the configuration last."""
    out = bytearray(struct.pack("<QQ", 1, len(items)))
    for item in items:
        out += struct.pack("<QQQQ", len(item.name.encode()) + 1, item.type, len(item.shape), len(item.data))
    for item in items:
        out += item.name.encode() + b"\0"
    for item in items:
        out += struct.pack(f"<{len(item.shape)}i", *item.shape)
    start = ((len(out) + 8) // ALIGNMENT + 1) * ALIGNMENT
    padding = start - len(out) - 8
    out += struct.pack("<Q", padding) + b"\0" * padding
    with open(path, "wb") as file:
        file.write(out)
        for item in items:
            file.write(item.data)


def read(path: str) -> list[Item]:
    """Reads the items of a file that is trusted to be well formed."""
    with open(path, "rb") as file:
        data = file.read()
    version, count = struct.unpack_from("<QQ", data, 0)
    if version != 1:
        raise ValueError(f"{path}: version {version}")
    position = 16
    headers = [struct.unpack_from("<QQQQ", data, position + 32 * i) for i in range(count)]
    position += 32 * count
    names, shapes = [], []
    for header in headers:
        names.append(data[position : position + header[0] - 1].decode())
        position += header[0]
    for header in headers:
        shapes.append(struct.unpack_from(f"<{header[2]}i", data, position))
        position += 4 * header[2]
    (padding,) = struct.unpack_from("<Q", data, position)
    position += 8 + padding
    items = []
    for header, name, shape in zip(headers, names, shapes):
        items.append(Item(name, header[1], shape, data[position : position + header[3]]))
        position += header[3]
    if position > len(data):
        raise ValueError(f"{path}: {len(data)} bytes, {position} expected")
    return items
