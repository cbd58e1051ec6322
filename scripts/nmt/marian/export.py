"""Writes networks as the files that engines read."""
from __future__ import annotations

import zipfile

import numpy as np
from numpy.lib import format as npy

from . import architecture as arch
from . import binary
from .network import Network


def write_bin(path: str, network: Network, multipliers: dict[str, float] | None) -> None:
    """Writes `model.*.intgemm.alphas.bin`; without multipliers the older `model.*.intgemm8.bin`, which lacks every `_QuantMultA`."""
    items = []
    sizes = network.source_vocabulary, network.target_vocabulary, network.shared
    for name, shape, kind in arch.tensors(network.arch, *sizes):
        values = network.p[name].detach().numpy().reshape(shape)
        if kind in (arch.WEIGHT, arch.EMBEDDING):
            items.append(binary.Item.intgemm8(name, values, transpose=kind == arch.WEIGHT))
        else:
            items.append(binary.Item.float32(name, values))
        if kind == arch.WEIGHT and multipliers is not None:
            items.append(binary.Item.float32(name + "_QuantMultA", np.array([[multipliers[name]]])))
    if multipliers is not None:
        output = np.array([[multipliers["none"]]])
        # Marian's converter quantises whatever has "Wemb" in its name, this scalar too.
        items.append(binary.Item.intgemm8(network.target_embedding + "_QuantMultA", output, transpose=False))
        if network.shared:
            items.append(binary.Item.float32("none_QuantMultA", output))
    items.sort(key=lambda item: item.name.encode())
    items.append(binary.Item.text(binary.CONFIGURATION, arch.configuration(network.arch, *sizes)))
    binary.write(path, items)


def write_npz(path: str, network: Network, compress: bool, extra: dict[str, np.ndarray] | None = None) -> None:
    """Writes float32 arrays under Marian's names with the configuration, as NumPy's zip of arrays; the same bytes every time."""
    sizes = network.source_vocabulary, network.target_vocabulary, network.shared
    arrays = {name: network.p[name].detach().numpy().reshape(shape) for name, shape, _ in arch.tensors(network.arch, *sizes)}
    arrays[binary.CONFIGURATION] = np.frombuffer(arch.configuration(network.arch, *sizes).encode() + b"\0", np.int8)
    arrays.update(extra or {})
    method = zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, values in arrays.items():
            # A fixed date: the file does not change when it is written anew.
            member = zipfile.ZipInfo(name + ".npy", (1980, 1, 1, 0, 0, 0))
            member.compress_type = method
            with archive.open(member, "w", force_zip64=True) as file:
                npy.write_array(file, np.ascontiguousarray(values))
