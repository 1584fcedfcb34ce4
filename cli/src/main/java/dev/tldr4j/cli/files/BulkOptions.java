package dev.tldr4j.cli.files;

import dev.tldr4j.encoder.InvalidInputException;
import dev.tldr4j.encoder.internal.Json;
import dev.tldr4j.vectors.ElementType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Whether to write bulk requests instead of vectors, and for which index. */
@Command
final class BulkOptions {
    private static final String ENDING = ".ndjson";
    private static final String USUAL_FIELD = "vector";
    private static final int MAX_INDEX_BYTES = 255;

    @Option(
            names = "--bulk",
            paramLabel = "INDEX",
            description = "Write bulk requests that put the vectors into this index of Elasticsearch or OpenSearch;"
                    + " the output is then a .ndjson file.")
    private String index;

    @Option(
            names = "--field",
            paramLabel = "NAME",
            description = "With --bulk: the field for the vectors; vector unless given.")
    private String field;

    boolean wanted() {
        return index != null;
    }

    String index() {
        return index;
    }

    String field() {
        return field == null ? USUAL_FIELD : field;
    }

    /** Refuses what does not go together, and names that the servers would refuse. */
    void check(Path output, ElementType type) {
        boolean named = output.toString().toLowerCase(Locale.ROOT).endsWith(ENDING);
        if (!wanted()) {
            if (named) {
                throw new InvalidInputException(output + ": a " + ENDING
                        + " file is for bulk requests; say for which index (--bulk INDEX) or name another output");
            }
            if (field != null) {
                throw new InvalidInputException(
                        "--field " + field + ": names a field of bulk requests; give --bulk too");
            }
            return;
        }
        if (!named) {
            throw new InvalidInputException(
                    output + ": --bulk writes bulk requests; name an output that ends in " + ENDING);
        }
        if (type != ElementType.F4) {
            throw new InvalidInputException("--type " + type + ": bulk requests are text; leave it out with --bulk");
        }
        checkIndex();
        checkField();
    }

    /** The rules of both servers. */
    private void checkIndex() {
        String wrong = null;
        if (index.isEmpty() || index.equals(".") || index.equals("..")) {
            wrong = "be called so";
        } else if (!index.equals(index.toLowerCase(Locale.ROOT))) {
            wrong = "have capital letters";
        } else if (index.matches("(?s)[-_+].*")) {
            wrong = "begin with -, _ or +";
        } else if (index.matches("(?s).*[\\\\/*?\"<>|,#:\\s\\p{Cntrl}].*")) {
            wrong = "have white space or one of \\ / * ? \" < > | , # :";
        } else if (index.getBytes(StandardCharsets.UTF_8).length > MAX_INDEX_BYTES) {
            wrong = "be longer than " + MAX_INDEX_BYTES + " bytes";
        }
        if (wrong != null) {
            throw new InvalidInputException(
                    "--bulk " + Json.quote(index) + ": an index may not " + wrong + "; name another");
        }
    }

    /** Dots make objects of a name, so there must be something on both sides of each. */
    private void checkField() {
        if (field().isBlank() || ("." + field() + ".").contains("..")) {
            throw new InvalidInputException("--field " + Json.quote(field()) + ": cannot be the name of a field;"
                    + " name another, without a dot at its ends");
        }
    }
}
