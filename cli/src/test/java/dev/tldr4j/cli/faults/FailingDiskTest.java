package dev.tldr4j.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Some of what {@code benchmarks/sweep FaultSweep} does: a disk that fails, at every 37th operation. */
class FailingDiskTest {
    @TempDir
    Path folder;

    @Test
    void whateverFailsThereIsNoHalfFileNoWrongResultAndOneLineThatNamesTheFile() throws Exception {
        Path root = folder.toRealPath();
        Path tmp = Files.createDirectory(root.resolve("tmp"));
        Tldr4jProcess sweep = Tldr4jProcess.startMain(
                FaultSweep.class.getName(),
                root,
                List.of(
                        "-Djava.io.tmpdir=" + tmp,
                        "-Djava.nio.file.spi.DefaultFileSystemProvider=" + FaultyProvider.class.getName()),
                root,
                37,
                "fit",
                "encode-z.npy",
                "encode-bulk",
                "convert-csv-z.jsonl",
                "convert-npy-z.parquet",
                "neighbors-checkpoint",
                "export-e.npy",
                "compare");
        int code = sweep.end();
        List<String> said = sweep.lines();
        assertThat(code).as(String.join("\n", said)).isZero();
        assertThat(said).last().asString().contains(" 0 problems").doesNotStartWith("0 operations");
    }
}
