"""Reads encoder files of tldr4j and reduces vectors with them, by numpy alone.

    encoder = tldr4j.load("encoder.safetensors")
    short = encoder.encode(vectors)          # one vector, or a row for each

docs/reference/encoder-file.md of tldr4j has the format.
"""

import hashlib
import json
import struct

import numpy as np

__all__ = ["Encoder", "load"]

_LONGEST_HEADER = 1 << 20


class Encoder:
    """Affine layers with a ReLU between each two, as `tldr4j fit` learned them. Made by `load`."""

    def __init__(self, layers, metadata):
        self.layers = layers
        self.normalize = metadata["normalize"] == "true"
        self.metadata = dict(metadata, id=_id(layers, self.normalize))

    @property
    def id(self):
        """16 hex digits; encoders with the same id give the same outputs."""
        return self.metadata["id"]

    @property
    def input_dims(self):
        return self.layers[0][0].shape[1]

    @property
    def output_dims(self):
        return self.layers[-1][0].shape[0]

    def encode(self, x):
        """The short form of one vector, or of each row, as float32; that of `tldr4j encode` up to rounding."""
        z = np.asarray(x, np.float32)
        if z.ndim not in (1, 2) or z.shape[-1] != self.input_dims:
            raise ValueError(f"encoder {self.id}: expects vectors of {self.input_dims} dimensions, but got an array of"
                             f" shape {z.shape}; use the embedding model that this encoder was learned for")
        for i, (weight, bias) in enumerate(self.layers):
            z = (np.maximum(z, 0) if i else z) @ weight.T + bias
        if self.normalize:
            length = np.linalg.norm(z, axis=-1, keepdims=True)
            z = z / np.where(length == 0, 1, length)
        return z

    def truncated(self, dims):
        """The encoder that gives the first numbers of this one's outputs, with an id of its own."""
        if not 1 <= dims <= self.output_dims:
            raise ValueError(f"encoder {self.id}: gives {self.output_dims} numbers, which cannot be truncated to {dims};"
                             f" take 1 to {self.output_dims}")
        if dims == self.output_dims:
            return self
        weight, bias = self.layers[-1]
        metadata = dict(self.metadata, output_dims=str(dims))
        metadata.setdefault("prefix_of", self.id)
        return Encoder(self.layers[:-1] + [(weight[:dims], bias[:dims])], metadata)


def load(path):
    """Reads an encoder's file. Raises ValueError, in one line, where it is none, or damaged."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        metadata, tensors = _tensors(data)
        if metadata.get("format") != "tldr4j-encoder":
            raise ValueError("is no encoder of tldr4j")
        if metadata.get("format_version") != "1":
            raise ValueError(f"has format version {metadata.get('format_version')!r}, but this package reads version 1;"
                             " upgrade it")
        encoder = Encoder(_layers(tensors), metadata)
    except (ValueError, KeyError, TypeError, AttributeError, struct.error) as e:
        raise ValueError(f"{path}: {e if type(e) is ValueError else 'is damaged, or no encoder of tldr4j'}") from e
    if encoder.id != metadata.get("id"):
        raise ValueError(f"{path}: its numbers are not those of encoder {metadata.get('id')}; copy it again")
    return encoder


def _tensors(data):
    """The parts of a safetensors file: its metadata, and arrays by name."""
    (length,) = struct.unpack_from("<Q", data)
    if length > min(_LONGEST_HEADER, len(data) - 8):
        raise ValueError("is truncated, or no encoder of tldr4j")
    header = json.loads(data[8 : 8 + length])
    numbers = data[8 + length :]
    metadata = header.pop("__metadata__")
    tensors = {}
    for name, tensor in header.items():
        begin, end = tensor["data_offsets"]
        if tensor["dtype"] != "F32" or not 0 <= begin <= end <= len(numbers):
            raise ValueError(f"has a damaged tensor {name}")
        tensors[name] = np.frombuffer(numbers[begin:end], "<f4").reshape(tensor["shape"])
    return metadata, tensors


def _layers(tensors):
    names = [""] if "weight" in tensors else [f"layers.{i}." for i in range(len(tensors) // 2)]
    layers = [(tensors.pop(name + "weight"), tensors.pop(name + "bias")) for name in names]
    if tensors or not layers:
        raise ValueError("has other tensors than an encoder's")
    inputs = layers[0][0].shape[-1]
    for weight, bias in layers:
        if weight.ndim != 2 or weight.shape != (bias.size, inputs) or bias.ndim != 1:
            raise ValueError("has layers that do not fit each other")
        if not (np.isfinite(weight).all() and np.isfinite(bias).all()):
            raise ValueError("holds a number that is not finite")
        inputs = bias.size
    return layers


def _id(layers, normalize):
    digest = hashlib.sha256(struct.pack("<i", len(layers)))
    for weight, bias in layers:
        digest.update(struct.pack("<2i", *weight.shape))
        digest.update(np.ascontiguousarray(weight, "<f4").tobytes())
        digest.update(np.ascontiguousarray(bias, "<f4").tobytes())
    digest.update(struct.pack("<i", normalize))
    return digest.hexdigest()[:16]
