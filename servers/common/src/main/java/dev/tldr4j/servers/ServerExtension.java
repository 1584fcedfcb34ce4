package dev.tldr4j.servers;

import java.io.Closeable;
import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * Gives tests a server, as a parameter of its type: started for the first test of the module that asks, stopped after the
 * last of all.
 */
public abstract class ServerExtension<S extends Closeable> implements ParameterResolver, TestWatcher {
    private static final Namespace SERVERS = Namespace.create(ServerExtension.class);

    private final Class<S> type;
    private final Starter<S> starter;

    /** Starts a server that keeps its files in this home, on a free port of the loopback interface. */
    @FunctionalInterface
    public interface Starter<S> {
        S start(Home home) throws Exception;
    }

    private record Running<S extends Closeable>(Home home, S server) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            try (home) {
                server.close();
            }
        }
    }

    protected ServerExtension(Class<S> type, Starter<S> starter) {
        this.type = type;
        this.starter = starter;
    }

    private Running<S> start(Class<?> name) {
        try {
            Home home = Home.create(name.getSimpleName().toLowerCase(Locale.ROOT));
            try {
                return new Running<>(home, starter.start(home));
            } catch (Exception | LinkageError e) {
                home.keepLogs();
                home.close();
                throw e;
            }
        } catch (Exception | LinkageError e) {
            throw new IllegalStateException("the server does not start: " + e, e);
        }
    }

    private static ExtensionContext.Store store(ExtensionContext context) {
        return context.getRoot().getStore(SERVERS);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == type;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return ((Running<?>) store(context).getOrComputeIfAbsent(type, this::start)).server;
    }

    @Override
    public void testFailed(ExtensionContext context, Throwable cause) {
        if (store(context).get(type) instanceof Running<?> running) {
            running.home.keepLogs();
        }
    }
}
