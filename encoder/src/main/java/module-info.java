/**
 * Turns long vectors into short ones, on the JDK alone: {@link dev.tldr4j.encoder.Encoder} loads and encodes,
 * {@link dev.tldr4j.encoder.export.Export} writes encoders for other runtimes.
 */
@SuppressWarnings("module") // the modules that share the internals are built after this one
module dev.tldr4j.encoder {
    exports dev.tldr4j.encoder;
    exports dev.tldr4j.encoder.export;
    exports dev.tldr4j.encoder.internal to
            dev.tldr4j.vectors,
            dev.tldr4j.learn,
            dev.tldr4j.evaluate,
            dev.tldr4j.cli,
            dev.tldr4j.cuda,
            dev.tldr4j.spark;
}
