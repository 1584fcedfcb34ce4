/** Encoders in the forms that other runtimes read: ONNX, .npy, JSON. Nothing that only encodes needs it. */
package dev.tldr4j.encoder.export;
