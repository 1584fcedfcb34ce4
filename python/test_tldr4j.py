"""python3 -m unittest, in this folder. That files and outputs are those of Java is tested from there."""

import json
import os
import struct
import tempfile
import unittest

import numpy as np

import tldr4j

RANDOM = np.random.default_rng(5)


def numbers(*shape):
    return RANDOM.normal(size=shape).astype("<f4")


def file_of(tensors, metadata):
    """A safetensors file, by the format's description."""
    header, place = {"__metadata__": metadata}, 0
    for name, array in tensors.items():
        header[name] = {"dtype": "F32", "shape": array.shape, "data_offsets": [place, place + array.nbytes]}
        place += array.nbytes
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + b"".join(array.tobytes() for array in tensors.values())


def encoder_of(layers, normalize="false"):
    return tldr4j.Encoder(layers, {"format": "tldr4j-encoder", "format_version": "1", "normalize": normalize})


class EncoderTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "encoder.safetensors")

    def load(self, data):
        with open(self.path, "wb") as file:
            file.write(data)
        return tldr4j.load(self.path)

    def saved(self, encoder):
        single = len(encoder.layers) == 1
        tensors = {}
        for i, (weight, bias) in enumerate(encoder.layers):
            name = "" if single else f"layers.{i}."
            tensors.update({name + "weight": weight, name + "bias": bias})
        return file_of(tensors, encoder.metadata)

    def assert_refused(self, data, message):
        with self.assertRaisesRegex(ValueError, "^" + self.path + ": .*" + message + ".*$"):
            self.load(data)

    def test_an_affine_encoder_is_weight_times_vector_plus_bias(self):
        made = encoder_of([(np.array([[1, 0, 0], [0, 1, 1]], "<f4"), np.array([0, 1], "<f4"))])

        loaded = self.load(self.saved(made))

        self.assertEqual((loaded.id, loaded.input_dims, loaded.output_dims), (made.id, 3, 2))
        np.testing.assert_array_equal(loaded.encode([2, 3, 4]), [2, 8])
        np.testing.assert_array_equal(loaded.encode([[2, 3, 4], [0, 0, 0]]), [[2, 8], [0, 1]])

    def test_between_layers_negative_numbers_become_zero(self):
        eye, zero = np.eye(2, dtype="<f4"), np.zeros(2, "<f4")

        loaded = self.load(self.saved(encoder_of([(eye, zero), (-eye, zero)])))

        np.testing.assert_array_equal(loaded.encode([-3, 4]), [0, -4])

    def test_normalized_outputs_have_length_one_and_zeros_stay(self):
        loaded = self.load(self.saved(encoder_of([(np.eye(2, dtype="<f4"), np.zeros(2, "<f4"))], "true")))

        np.testing.assert_allclose(loaded.encode([[3, 4], [0, 0]]), [[0.6, 0.8], [0, 0]], rtol=1e-6)

    def test_a_truncated_encoder_gives_the_first_numbers_of_a_unit_vector(self):
        whole = encoder_of([(numbers(6, 4), numbers(6)), (numbers(5, 6), numbers(5))], "true")
        x = numbers(7, 4)

        short = whole.truncated(2)

        expected = whole.encode(x)[:, :2]
        np.testing.assert_allclose(
            short.encode(x), expected / np.linalg.norm(expected, axis=1, keepdims=True), rtol=1e-5)
        self.assertEqual(short.metadata["prefix_of"], whole.id)
        self.assertEqual(short.truncated(1).metadata["prefix_of"], whole.id)
        self.assertNotEqual(short.id, whole.id)
        self.assertIs(whole.truncated(5), whole)
        for dims in (0, 6):
            with self.assertRaisesRegex(ValueError, "take 1 to 5"):
                whole.truncated(dims)

    def test_a_vector_of_another_length_is_refused(self):
        encoder = encoder_of([(numbers(2, 4), numbers(2))])
        for wrong in (numbers(3), numbers(2, 5), numbers(1, 2, 4), np.float32(1)):
            with self.assertRaisesRegex(ValueError, "expects vectors of 4 dimensions"):
                encoder.encode(wrong)

    def test_changed_numbers_are_noticed(self):
        data = bytearray(self.saved(encoder_of([(numbers(2, 4), numbers(2))])))
        data[-1] ^= 1

        self.assert_refused(bytes(data), "copy it again")

    def test_files_of_another_kind_are_refused_in_one_line(self):
        weight, bias = numbers(2, 4), numbers(2)
        good = encoder_of([(weight, bias)]).metadata
        for data, message in [
            (b"", "damaged"),
            (b"\x93NUMPY" + bytes(90), "truncated"),
            (struct.pack("<Q", 2) + b"[]", "damaged"),
            (struct.pack("<Q", 5) + b"{oops", ""),
            (file_of({"weight": weight}, good), "damaged"),
            (file_of({"weight": weight, "bias": numbers(3)}, good), "do not fit"),
            (file_of({"weight": weight, "bias": bias, "more": bias}, good), "other tensors"),
            (file_of({}, good), "other tensors"),
            (file_of({"weight": weight * np.float32("inf"), "bias": bias}, good), "not finite"),
            (file_of({"weight": weight, "bias": bias}, dict(good, format="other")), "no encoder"),
            (file_of({"weight": weight, "bias": bias}, dict(good, format_version="2")), "upgrade"),
        ]:
            with self.subTest(message):
                self.assert_refused(data, message)

    def test_every_truncation_of_a_file_is_refused(self):
        data = self.saved(encoder_of([(numbers(2, 4), numbers(2))]))
        for length in range(len(data)):
            self.assert_refused(data[:length], "")


if __name__ == "__main__":
    unittest.main()
