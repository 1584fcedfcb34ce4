package dev.tldr4j.external;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A local repository of Maven with what this build has made, and links to all else that this machine has: nothing is
 * fetched again, and nothing of this build appears in the user's own.
 */
record LocalRepository(Path folder) {
    private static final String OURS = "tldr4j";
    private static final Pattern COORDINATES =
            Pattern.compile("<artifactId>(.*?)</artifactId>\\s*<version>(.*?)</version>");

    static LocalRepository beside(Path users, Path folder) throws IOException {
        delete(folder);
        link(users, folder, "dev");
        link(users.resolve("dev"), folder.resolve("dev"), OURS);
        return new LocalRepository(Files.createDirectories(folder));
    }

    private static void link(Path from, Path to, String except) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> inside = Files.list(from)) {
            for (Path each : inside.toList()) {
                if (!each.getFileName().toString().equals(except)) {
                    Files.createSymbolicLink(to.resolve(each.getFileName()), each);
                }
            }
        }
    }

    /** Puts every module there that is built under this folder, with its flattened pom. */
    void install(Path root) throws IOException {
        try (Stream<Path> modules = Files.list(root)) {
            for (Path target : modules.map(module -> module.resolve("target")).toList()) {
                Path pom = target.resolve(".flattened-pom.xml");
                if (Files.exists(pom)) {
                    install(pom, target);
                }
            }
        }
    }

    private void install(Path pom, Path target) throws IOException {
        Matcher found = COORDINATES.matcher(Files.readString(pom));
        if (!found.find()) {
            return; // of a module that is being built beside this one, which needs none of it
        }
        String artifact = found.group(1);
        String version = found.group(2);
        Path place = Files.createDirectories(
                folder.resolve("dev").resolve(OURS).resolve(artifact).resolve(version));
        Files.copy(pom, place.resolve(artifact + "-" + version + ".pom"), StandardCopyOption.REPLACE_EXISTING);
        for (String name : List.of(artifact + "-" + version, OURS)) {
            Path jar = target.resolve(name + ".jar");
            if (Files.exists(jar)) {
                Files.copy(jar, place.resolve(artifact + "-" + version + ".jar"), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    boolean has(String artifact) {
        return Files.isDirectory(folder.resolve("dev").resolve(OURS).resolve(artifact));
    }

    /** Removes links, not what they lead to. */
    static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
