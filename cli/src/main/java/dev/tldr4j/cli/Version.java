package dev.tldr4j.cli;

import picocli.CommandLine.IVersionProvider;

/** tldr4j's version, as the build wrote it into the jar. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {
            "tldr4j " + (version == null ? "(not from a jar)" : version) + ", Java " + Runtime.version()
        };
    }
}
