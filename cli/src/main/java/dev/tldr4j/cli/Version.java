package dev.tldr4j.cli;

import dev.tldr4j.cli.common.ThreadsOption;
import dev.tldr4j.learn.device.Blas;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.IVersionProvider;

/** tldr4j's version, as the build wrote it into the jar, and what it would compute with here. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        int threads = new ThreadsOption().count();
        List<String> lines = new ArrayList<>();
        lines.add("tldr4j " + (version == null ? "(not from a jar)" : version) + ", Java " + Runtime.version());
        lines.add(Blas.describe() + ", " + threads + (threads == 1 ? " thread" : " threads"));
        Blas.warning().ifPresent(lines::add);
        return lines.toArray(String[]::new);
    }
}
