package dev.tldr4j.dist;

import dev.tldr4j.cli.Main;
import dev.tldr4j.cli.common.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;

/** Writes what a shell wants of a command, from its options: pages for man, completion for bash and zsh. */
public final class ShellFiles {
    private final Path folder;
    private final String version;

    private ShellFiles(Path folder, String version) {
        this.folder = folder;
        this.version = version;
    }

    /** Takes a folder, which gets the layout of {@code /usr/share}, and the version that the pages name. */
    public static void main(String[] args) throws IOException {
        CommandLine command = Main.commandLine(new Console(System.out, System.err, false, () -> false));
        new ShellFiles(Path.of(args[0]), args[1]).write(command);
    }

    private void write(CommandLine command) throws IOException {
        pages(command);
        var completion = new Completion(command);
        write("bash-completion/completions/tldr4j", completion.bash());
        write("zsh/site-functions/_tldr4j", completion.zsh());
    }

    private void pages(CommandLine command) throws IOException {
        var page = new ManPage(command, version);
        write("man/man1/" + page.fileName(), page.text());
        for (CommandLine sub : command.getSubcommands().values()) {
            pages(sub);
        }
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
