package dev.tldr4j.evaluate.compare;

/** What people are shown of a file: a page that is passed on need not say where its files lay. */
final class FileName {
    private FileName() {}

    /** The part behind the last folder. */
    static String of(String path) {
        return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    }
}
