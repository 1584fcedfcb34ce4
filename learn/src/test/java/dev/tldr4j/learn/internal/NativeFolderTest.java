package dev.tldr4j.learn.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas_full;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Native libraries come from a folder that is ours alone, and as they are in the jar. */
@EnabledOnOs(OS.LINUX)
class NativeFolderTest {
    private static final String LIBRARY = "libgcc_s.so.1";

    @TempDir
    Path folder;

    @Test
    void aNewFolderIsOursAlone() throws IOException {
        Path own = NativeFolder.own(folder.resolve("a").resolve("own"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own)))
                .isEqualTo("rwx------");
        assertThat(NativeFolder.own(own)).isEqualTo(own);
    }

    @Test
    void aFolderThatOthersMayWriteToIsRefused() throws IOException {
        Path own = Files.createDirectory(folder.resolve("own"));
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> NativeFolder.own(own)).hasMessageContaining("may be written by others");
    }

    @Test
    void aFolderThatOthersMayReplaceIsRefused() throws IOException {
        Path above = Files.createDirectory(folder.resolve("above"));
        Files.setPosixFilePermissions(above, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> NativeFolder.own(above.resolve("own"))).hasMessageContaining("others may replace");
    }

    @Test
    void aLinkOrAFileInItsPlaceIsRefused() throws IOException {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), elsewhere);
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> NativeFolder.own(link)).hasMessageContaining("is no folder, or a link to one");
        assertThatThrownBy(() -> NativeFolder.own(file)).hasMessageContaining("is no folder, or a link to one");
    }

    private Path unpacked() throws IOException {
        URL resource =
                openblas_full.class.getResource("/org/bytedeco/openblas/" + Loader.getPlatform() + "/" + LIBRARY);
        return NativeFile.of(resource, folder, LIBRARY, library -> {});
    }

    @Test
    void aLibraryOfTheSameSizeAndTimeWithOtherContentIsWrittenAnew() throws IOException {
        Path file = unpacked();
        byte[] good = Files.readAllBytes(file);
        FileTime time = Files.getLastModifiedTime(file);
        byte[] planted = good.clone();
        planted[planted.length / 2] ^= 1;
        Files.write(file, planted);
        Files.setLastModifiedTime(file, time);
        assertThat(Files.readAllBytes(unpacked())).isEqualTo(good);
    }

    @Test
    void aWholeLibraryIsNotWrittenAgain() throws IOException {
        Path file = unpacked();
        FileTime time = FileTime.fromMillis(1_000_000);
        Files.setLastModifiedTime(file, time);
        assertThat(Files.getLastModifiedTime(unpacked())).isEqualTo(time);
        Files.writeString(folder.resolve(LIBRARY + ".crc32"), "of another version");
        assertThat(Files.getLastModifiedTime(unpacked())).isNotEqualTo(time);
    }

    /** Runs in a process of its own: which libraries are mapped. */
    public static final class Mapped {
        public static void main(String[] args) throws IOException {
            OpenBlas.kernels();
            new NativeMatrix(2, 2).close();
            Files.readAllLines(Path.of("/proc/self/maps")).forEach(System.out::println);
        }
    }

    private String run(String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Mapped.class.getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    @Test
    void whatSomebodyPlantedAmongTemporaryFilesIsNotLoaded() throws IOException, InterruptedException {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Path planted = Files.createDirectory(folder.resolve("planted"));
        int user = (Integer) Files.getAttribute(temporary, "unix:uid");
        Files.createSymbolicLink(temporary.resolve("tldr4j-" + user), planted);
        Files.createSymbolicLink(temporary.resolve(".javacpp-" + System.getProperty("user.name")), planted);
        // a home that cannot be written to
        String said = run("-Duser.home=" + folder.resolve("none"), "-Djava.io.tmpdir=" + temporary);
        assertThat(said).contains("libopenblas").doesNotContain(planted + File.separator);
        assertThat(planted).isEmptyDirectory();
        // what was unpacked into a new folder went with the process
        assertThat(temporary.toFile().list()).hasSize(2);
    }

    @Test
    void whereNothingCanBeUnpackedALineSaysWhatToDo() throws IOException, InterruptedException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThat(run("-D" + NativeFolder.PROPERTY + "=" + file))
                .contains(
                        "OpenBLAS could not be loaded: " + file, "name a folder that has", "-D" + NativeFolder.PROPERTY)
                .doesNotContain("ExceptionInInitializerError");
    }
}
