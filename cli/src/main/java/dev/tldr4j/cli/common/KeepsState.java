package dev.tldr4j.cli.common;

import java.util.Optional;

/** A command of which something is left to continue from when it is stopped. */
public interface KeepsState {
    /** What is kept, where, and how to continue; empty where nothing is. */
    Optional<String> kept();
}
