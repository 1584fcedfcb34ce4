package dev.tldr4j.servers;

import dev.tldr4j.cli.Main;
import dev.tldr4j.encoder.Encoder;
import dev.tldr4j.examples.Page;
import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.VectorWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Does what a page says, in a folder: encodes documents as bulk requests, makes an index, sends them. */
public record BulkPage(Path folder, String address) {
    /** The page that has the command and how to send its file, for other servers too. */
    private static final Page BULK = new Page("docs/how-to/use-with-elasticsearch.md");

    private static final String COMMAND = "$ tldr4j encode ";

    private Shell shell() {
        return new Shell(folder);
    }

    /** Whether curl and GNU split are installed, which the pages use. */
    public boolean hasTools() throws IOException, InterruptedException {
        return shell().hasTools();
    }

    /** Makes docs.ndjson as the page says. */
    public void encode(Judged judged, Encoder encoder) throws IOException {
        int rows = judged.docs().rows();
        try (VectorWriter docs = VectorWriter.create(
                folder.resolve("docs.npy"), ElementType.F4, judged.docs().dims())) {
            for (int row = 0; row < rows; row++) {
                docs.write(FloatBuffer.wrap(judged.doc(row)));
            }
            docs.finish();
        }
        encoder.save(folder.resolve("encoder.safetensors"));
        String[] words = BULK.blocks("").stream()
                .filter(block -> block.startsWith(COMMAND))
                .findFirst()
                .orElseThrow()
                .trim()
                .substring("$ tldr4j ".length())
                .split(" ");
        String[] args = Arrays.stream(words)
                .map(word -> word.contains(".") ? folder.resolve(word).toString() : word)
                .toArray(String[]::new);
        int code = Main.run(args, new PrintStream(PrintStream.nullOutputStream()), System.err);
        if (code != 0) {
            throw new IOException(String.join(" ", args) + " ends with " + code);
        }
    }

    /** Makes an index by the only shell commands of the page that have this in them. */
    public void makeIndex(Page page, String with, Encoder encoder) throws IOException, InterruptedException {
        run(page.block("bash", with), Map.of("ENCODER_ID", encoder.id()));
    }

    /** Adds a field by the only shell commands of the page that have this in them, to this index instead of docs. */
    public void addField(Page page, String with, String index) throws IOException, InterruptedException {
        run(page.block("bash", with).replace("/docs/", "/" + index + "/"), Map.of());
    }

    /** Sends docs.ndjson by the page's shell commands; returns what they print. */
    public String send() throws IOException, InterruptedException {
        Path requests = folder.resolve("docs.ndjson");
        long documents;
        try (var lines = Files.lines(requests)) {
            documents = lines.count() / 2;
        }
        return run(BULK.block("bash", "_bulk"), Map.of("BYTES", Long.toString(Files.size(requests) / documents)));
    }

    /** Turns docs.ndjson into updates.ndjson. */
    public void makeUpdates() throws IOException, InterruptedException {
        run(BULK.block("bash", "updates.ndjson"), Map.of());
    }

    private String run(String commands, Map<String, String> variables) throws IOException, InterruptedException {
        Map<String, String> all = new HashMap<>(variables);
        all.put("SERVER", address);
        Shell.Result result = shell().run(commands, all);
        if (result.code() != 0) {
            throw new IOException(commands + "ends with " + result.code() + ": " + result.output());
        }
        return result.output();
    }
}
