"""The binary lexical shortlist: for each source word the target words that may translate it.

Header of six u64: magic, checksum, `first`, `best`, number of offsets, number of ids; then the offsets (u64) and the ids (u32).
Source word s owns ids[offsets[s]..offsets[s + 1]], sorted.
"""
from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterable

import numpy as np

MAGIC = 0xF11A48D5013417F5
MASK = (1 << 64) - 1


def checksum(data: bytes) -> int:
    """Folds the 64-bit words of what follows the checksum field; a trailing half word is left out."""
    total = 0
    for word in np.frombuffer(data, "<u8", len(data) // 8).tolist():
        total ^= (word + 0x9E3779B9 + ((total << 6) & MASK) + (total >> 2)) & MASK
    return total


def write(path: str, counts: dict[int, Counter], source_vocabulary: int, first: int = 50, best: int = 50) -> None:
    """Writes the `best` most frequent target words of each source word."""
    offsets, ids = [0], []
    for source in range(source_vocabulary):
        ranked = sorted(counts.get(source, {}).items(), key=lambda pair: (-pair[1], pair[0]))
        ids += sorted(target for target, _ in ranked[:best])
        offsets.append(len(ids))
    body = struct.pack("<4Q", first, best, len(offsets), len(ids)) + np.array(offsets, "<u8").tobytes() + np.array(ids, "<u4").tobytes()
    with open(path, "wb") as file:
        file.write(struct.pack("<2Q", MAGIC, checksum(body)) + body)


class Shortlist:
    """A shortlist read from a file. `shared`: source and target use one vocabulary, so source words are candidates too."""

    def __init__(self, path: str, target_vocabulary: int, shared: bool) -> None:
        with open(path, "rb") as file:
            data = file.read()
        magic, stored, self.first, self.best, offsets, ids = struct.unpack_from("<6Q", data)
        if magic != MAGIC or len(data) != 48 + 8 * offsets + 4 * ids or stored != checksum(data[16:]):
            raise ValueError(f"{path}: not a shortlist, or damaged")
        self.offsets = np.frombuffer(data, "<u8", offsets, 48)
        self.ids = np.frombuffer(data, "<u4", ids, 48 + 8 * offsets)
        self.target_vocabulary, self.shared = target_vocabulary, shared

    def candidates(self, source: Iterable[int]) -> np.ndarray:
        """The sorted candidates for the words of one sentence, as many as a multiple of eight."""
        chosen = np.zeros(self.target_vocabulary, bool)
        chosen[: self.first] = True
        for word in set(source):
            chosen[word] |= self.shared
            if word + 1 < len(self.offsets):
                chosen[self.ids[self.offsets[word] : self.offsets[word + 1]]] = True
        count, extra = int(chosen.sum()), self.first
        while count % 8 and extra < self.target_vocabulary:
            count += int(not chosen[extra])
            chosen[extra] = True
            extra += 1
        return np.nonzero(chosen)[0]
