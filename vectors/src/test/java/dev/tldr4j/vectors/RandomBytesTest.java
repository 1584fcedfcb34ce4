package dev.tldr4j.vectors;

import dev.tldr4j.encoder.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever is in a file, it is read or refused; nothing else happens. */
class RandomBytesTest {
    @Provide
    Arbitrary<String> names() {
        return Arbitraries.of("x.npy", "x.fvecs", "x.bvecs", "x.ivecs", "x.idx", "x-idx3-ubyte.gz");
    }

    @Property(tries = 250)
    void anyBytesAreReadOrRefused(@ForAll("names") String name, @ForAll byte[] content) throws IOException {
        readOrRefuse(name, content);
    }

    @Property(tries = 500)
    void aGoodFileWithOneByteChangedIsReadOrRefused(@ForAll("names") String name, @ForAll int where, @ForAll byte what)
            throws IOException {
        byte[] content =
                switch (name) {
                    case "x.npy" -> TestFiles.join(TestFiles.npyHeader("<f4", false, "(2, 2)"), new byte[16]);
                    case "x.fvecs", "x.ivecs" -> TestFiles.ints(2, 1, 2, 2, 3, 4);
                    case "x.bvecs" -> TestFiles.bytes(2, 0, 0, 0, 5, 6);
                    case "x.idx" -> TestFiles.join(TestFiles.idxHeader(8, 2, 2), new byte[4]);
                    default -> TestFiles.gzip(TestFiles.join(TestFiles.idxHeader(8, 2, 2), new byte[4]));
                };
        content[Math.floorMod(where, content.length)] = what;
        readOrRefuse(name, content);
    }

    @Property(tries = 150)
    void aPackedFileOfAnyBytesIsReadOrRefused(@ForAll byte[] content, @ForAll boolean begun) throws IOException {
        byte[] plain = begun ? TestFiles.join(TestFiles.bytes(0, 0, 8, 2), content) : content;
        readOrRefuse("x.idx.gz", TestFiles.gzip(plain));
    }

    private static void readOrRefuse(String name, byte[] content) throws IOException {
        TestFiles.inFolder(folder -> {
            Path file = TestFiles.write(folder.resolve(name), content);
            try {
                TestFiles.readAll(file);
            } catch (InvalidInputException refused) {
                // as it should
            }
            try {
                IntRows.read(file);
            } catch (InvalidInputException refused) {
                // as it should
            }
            return null;
        });
    }
}
