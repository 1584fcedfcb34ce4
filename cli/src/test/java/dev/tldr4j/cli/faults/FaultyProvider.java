package dev.tldr4j.cli.faults;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * Java's files with {@link Faults}: the default file system of a process that is started with
 * {@code -Djava.nio.file.spi.DefaultFileSystemProvider} and this class.
 */
public final class FaultyProvider extends FileSystemProvider {
    private final FileSystemProvider real;
    private final FaultyFileSystem system;

    public FaultyProvider(FileSystemProvider real) {
        this.real = real;
        this.system = new FaultyFileSystem(this, real.getFileSystem(URI.create("file:///")));
    }

    /** A path of the real file system as one of ours. */
    Path wrap(Path path) {
        return path == null || Proxy.isProxyClass(path.getClass())
                ? path
                : (Path) Proxy.newProxyInstance(
                        FaultyProvider.class.getClassLoader(), new Class<?>[] {Path.class}, new Wrapped(path));
    }

    static Path real(Path path) {
        return path != null && Proxy.isProxyClass(path.getClass())
                ? ((Wrapped) Proxy.getInvocationHandler(path)).path
                : path;
    }

    private final class Wrapped implements InvocationHandler {
        private final Path path;

        Wrapped(Path path) {
            this.path = path;
        }

        @Override
        public Object invoke(Object self, Method method, Object[] args) throws Throwable {
            switch (method.getName()) {
                case "getFileSystem":
                    return system;
                case "toFile":
                    return new File(path.toString());
                case "equals":
                    return args[0] instanceof Path other && path.equals(real(other));
                case "iterator":
                    return StreamSupport.stream(path.spliterator(), false)
                            .map(FaultyProvider.this::wrap)
                            .iterator();
                default:
                    Object[] unwrapped = args == null
                            ? null
                            : Arrays.stream(args)
                                    .map(arg -> arg instanceof Path each ? real(each) : arg)
                                    .toArray();
                    try {
                        Object result = method.invoke(path, unwrapped);
                        return result instanceof Path each ? wrap(each) : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
            }
        }
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        boolean makes = options.contains(StandardOpenOption.CREATE) || options.contains(StandardOpenOption.CREATE_NEW);
        Faults.onPath("open", real(path), makes ? Faults.FULL : Faults.BROKEN);
        return new FaultyChannel(real.newFileChannel(real(path), options, attributes), real(path));
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return newFileChannel(path, options, attributes);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path path, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        Faults.onPath("list", real(path), Faults.BROKEN);
        DirectoryStream<Path> stream = real.newDirectoryStream(real(path), each -> filter.accept(wrap(each)));
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                Iterator<Path> paths = stream.iterator();
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return paths.hasNext();
                    }

                    @Override
                    public Path next() {
                        return wrap(paths.next());
                    }
                };
            }

            @Override
            public void close() throws IOException {
                stream.close();
            }
        };
    }

    @Override
    public void createDirectory(Path path, FileAttribute<?>... attributes) throws IOException {
        Faults.onPath("make folder", real(path), Faults.FULL);
        real.createDirectory(real(path), attributes);
    }

    @Override
    public void delete(Path path) throws IOException {
        Faults.onPath("delete", real(path), Faults.BROKEN);
        real.delete(real(path));
    }

    @Override
    public void copy(Path from, Path to, CopyOption... options) throws IOException {
        Faults.onPath("copy", real(to), Faults.FULL);
        real.copy(real(from), real(to), options);
    }

    @Override
    public void move(Path from, Path to, CopyOption... options) throws IOException {
        Faults.onPath("move", real(to), Faults.BROKEN);
        real.move(real(from), real(to), options);
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        Faults.onPath("look", real(path), Faults.BROKEN);
        real.checkAccess(real(path), modes);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        Faults.onPath("look", real(path), Faults.BROKEN);
        return real.readAttributes(real(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String names, LinkOption... options) throws IOException {
        Faults.onPath("look", real(path), Faults.BROKEN);
        return real.readAttributes(real(path), names, options);
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
        Faults.onPath("look for room", real(path), Faults.BROKEN);
        return real.getFileStore(real(path));
    }

    @Override
    public boolean isSameFile(Path path, Path other) throws IOException {
        Faults.onPath("look", real(path), Faults.BROKEN);
        return real.isSameFile(real(path), real(other));
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        return real.getFileAttributeView(real(path), type, options);
    }

    @Override
    public void setAttribute(Path path, String name, Object value, LinkOption... options) throws IOException {
        real.setAttribute(real(path), name, value, options);
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
        return real.isHidden(real(path));
    }

    @Override
    public String getScheme() {
        return "file";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) throws IOException {
        return real.newFileSystem(uri, environment);
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        return system;
    }

    @Override
    public Path getPath(URI uri) {
        return wrap(real.getPath(uri));
    }
}
