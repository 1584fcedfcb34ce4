package dev.tldr4j.cli.faults;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Set;
import java.util.stream.StreamSupport;

/** The real file system, whose paths are those of {@link FaultyProvider}. */
final class FaultyFileSystem extends FileSystem {
    private final FaultyProvider provider;
    private final FileSystem real;

    FaultyFileSystem(FaultyProvider provider, FileSystem real) {
        this.provider = provider;
        this.real = real;
    }

    @Override
    public FileSystemProvider provider() {
        return provider;
    }

    @Override
    public Path getPath(String first, String... more) {
        return provider.wrap(real.getPath(first, more));
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        return StreamSupport.stream(real.getRootDirectories().spliterator(), false)
                .map(provider::wrap)
                .toList();
    }

    @Override
    public PathMatcher getPathMatcher(String pattern) {
        PathMatcher matcher = real.getPathMatcher(pattern);
        return path -> matcher.matches(FaultyProvider.real(path));
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return real.getFileStores();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return real.supportedFileAttributeViews();
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        return real.getUserPrincipalLookupService();
    }

    @Override
    public WatchService newWatchService() throws IOException {
        return real.newWatchService();
    }

    @Override
    public String getSeparator() {
        return real.getSeparator();
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
