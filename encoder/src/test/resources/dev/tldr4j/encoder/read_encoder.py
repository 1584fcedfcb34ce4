"""Reads an encoder file by the published safetensors format alone and encodes a vector with numpy.

Arguments: the file, then the vector's numbers. Prints one JSON object.
"""

import json
import struct
import sys

import numpy as np


def read(path):
    with open(path, "rb") as file:
        raw = file.read()
    (length,) = struct.unpack("<Q", raw[:8])
    assert raw[8:9] == b"{", "the header begins with {"
    assert (8 + length) % 8 == 0, "the data is aligned"

    def no_duplicates(pairs):
        assert len({key for key, _ in pairs}) == len(pairs), "a key twice"
        return dict(pairs)

    header = json.loads(raw[8 : 8 + length].decode("utf-8"), object_pairs_hook=no_duplicates)
    metadata = header.pop("__metadata__")
    assert all(isinstance(text, str) for text in metadata.values())
    data = raw[8 + length :]
    tensors, end = {}, 0
    for name, info in sorted(header.items(), key=lambda item: item[1]["data_offsets"]):
        assert info["dtype"] == "F32"
        begin, stop = info["data_offsets"]
        assert begin == end, "no holes"
        end = stop
        tensors[name] = np.frombuffer(data[begin:stop], "<f4").reshape(info["shape"])
    assert end == len(data), "no bytes left over"
    return metadata, tensors


def encode(metadata, tensors, x):
    prefixes = [""] if "weight" in tensors else [f"layers.{i}." for i in range(len(tensors) // 2)]
    for i, prefix in enumerate(prefixes):
        if i > 0:
            x = np.maximum(x, 0)
        x = tensors[prefix + "weight"].astype(np.float64) @ x + tensors[prefix + "bias"]
    return x / np.linalg.norm(x) if metadata["normalize"] == "true" else x


path = sys.argv[1]
metadata, tensors = read(path)
try:
    from safetensors import safe_open

    with safe_open(path, framework="np") as file:
        assert set(file.keys()) == set(tensors)
        assert file.metadata() == metadata
        for name in tensors:
            assert np.array_equal(file.get_tensor(name), tensors[name])
    package = True
except ImportError:
    package = False

x = np.array([float(number) for number in sys.argv[2:]])
print(
    json.dumps(
        {
            "metadata": metadata,
            "tensors": {name: tensor.astype(np.float64).ravel().tolist() for name, tensor in tensors.items()},
            "encoded": encode(metadata, tensors, x).tolist(),
            "safetensors_package": package,
        }
    )
)
