package dev.tldr4j.learn.internal;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * A fixed number of threads that share out numbered tasks. The caller's thread is one of them. What a task computes must
 * depend on its number alone, so that results do not depend on which thread took it.
 */
public final class Workers implements AutoCloseable {
    private static final Workspace NOTHING = () -> {};

    private final int threads;
    private final ExecutorService helpers;

    public Workers(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, not " + threads);
        }
        this.threads = threads;
        this.helpers = Executors.newFixedThreadPool(Math.max(1, threads - 1), task -> {
            Thread thread = new Thread(task, "tldr4j-worker");
            thread.setDaemon(true);
            return thread;
        });
    }

    public int threads() {
        return threads;
    }

    /** Runs tasks 0 to {@code tasks - 1} and returns when all are done; the first failure stops the rest and is thrown. */
    public void run(int tasks, IntConsumer task) {
        run(tasks, () -> NOTHING, (i, nothing) -> task.accept(i));
    }

    /** The same, with something of its own for every thread, such as memory to work in, that is closed at the end. */
    public <S extends Workspace> void run(int tasks, Supplier<S> workspace, Task<S> task) {
        AtomicInteger next = new AtomicInteger();
        Runnable loop = () -> {
            try (S own = workspace.get()) {
                for (int i = next.getAndIncrement(); i < tasks; i = next.getAndIncrement()) {
                    task.accept(i, own);
                }
            } catch (Throwable e) {
                next.set(tasks);
                throw e;
            }
        };
        int helping = Math.min(threads, tasks) - 1;
        Future<?>[] futures = new Future<?>[Math.max(0, helping)];
        for (int i = 0; i < helping; i++) {
            futures[i] = helpers.submit(loop);
        }
        Throwable failure = null;
        try {
            loop.run();
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        for (Future<?> future : futures) {
            Throwable other = outcome(future);
            failure = failure == null ? other : failure;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw (RuntimeException) failure;
        }
    }

    /** Waits for a helper, whose memory may not be freed before it is done, even when this thread is interrupted. */
    private static Throwable outcome(Future<?> future) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    future.get();
                    return null;
                } catch (ExecutionException e) {
                    return e.getCause();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Shares out the numbers 0 to {@code count - 1} as ranges of {@code size}, the last one shorter. */
    public void runRanges(int count, int size, Range task) {
        run((count + size - 1) / size, i -> task.accept(i * size, Math.min(count, (i + 1) * size)));
    }

    /** Takes the numbers from {@code from} up to, not including, {@code to}. */
    @FunctionalInterface
    public interface Range {
        void accept(int from, int to);
    }

    /** A numbered task with a thread's own workspace. */
    @FunctionalInterface
    public interface Task<S> {
        void accept(int task, S workspace);
    }

    /** What a thread works in. */
    @FunctionalInterface
    public interface Workspace extends AutoCloseable {
        @Override
        void close();
    }

    @Override
    public void close() {
        helpers.shutdown();
    }
}
