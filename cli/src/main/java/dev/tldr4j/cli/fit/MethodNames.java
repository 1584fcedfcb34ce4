package dev.tldr4j.cli.fit;

import dev.tldr4j.baselines.Methods;
import java.util.ArrayList;

/** The names of the methods that give an encoder, for the help. */
final class MethodNames extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    MethodNames() {
        super(Methods.names().stream()
                .filter(name -> Methods.named(name).givesEncoder())
                .toList());
    }
}
