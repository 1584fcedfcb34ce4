package dev.tldr4j.cuda.internal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One graphics card: its memory, one stream of work on it, and our kernels. Used by one thread at a time. */
public final class Gpu implements AutoCloseable {
    /** Enough to keep any card busy with a loop over a long array. */
    static final int MANY_BLOCKS = 1024;

    private final Driver driver;
    private final int device;
    private final MemorySegment context;
    private final MemorySegment stream;
    private final List<MemorySegment> modules;
    private final Map<String, MemorySegment> kernels = new HashMap<>();
    private final CublasLt products;

    private Gpu(Driver driver, int device) {
        this.driver = driver;
        this.device = device;
        this.context = driver.retainContext(device);
        driver.setCurrent(context);
        this.stream = driver.createStream();
        this.modules = List.of(load("training.cu"), load("neighbors.cu"));
        this.products = new CublasLt(driver);
    }

    private MemorySegment load(String source) {
        byte[] code = KernelCache.code(source, driver.computeCapability(device));
        try (Arena arena = Arena.ofConfined()) {
            return driver.loadModule(arena.allocateFrom(JAVA_BYTE, code));
        }
    }

    /**
     * The first card.
     *
     * @throws CudaException if there is none, or something is missing that is needed to use it; the message says what
     */
    public static Gpu open() {
        Driver driver = new Driver();
        if (driver.devices() == 0) {
            throw new CudaException("the driver is there, but no card that it can use");
        }
        return new Gpu(driver, driver.device(0));
    }

    public String name() {
        return driver.deviceName(device);
    }

    /** Bytes that are free now. */
    public long freeBytes() {
        return driver.memory()[0];
    }

    /** For a thread other than the one that opened it. */
    void use() {
        driver.setCurrent(context);
    }

    long allocate(long bytes) {
        return driver.allocate(bytes);
    }

    void free(long pointer) {
        driver.free(pointer);
    }

    void zero(long pointer, long bytes) {
        driver.zero(pointer, bytes, stream);
    }

    MemorySegment allocatePinned(long bytes) {
        return driver.allocatePinned(bytes);
    }

    void freePinned(MemorySegment memory) {
        driver.freePinned(memory);
    }

    /** Returns before it is done; the memory must stay as it is until then. */
    void upload(long to, MemorySegment from, long bytes) {
        driver.copyToDevice(to, from, bytes, stream);
    }

    /** Returns before it is done. */
    void download(MemorySegment to, long from, long bytes) {
        driver.copyToHost(to, from, bytes, stream);
    }

    /** Until all that was asked for is done. */
    void await() {
        driver.synchronize(stream);
    }

    /** Records what is asked for, instead of doing it. */
    MemorySegment record(Runnable work) {
        driver.beginCapture(stream);
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            abandonRecord(e);
            throw e;
        }
        return driver.endCapture(stream);
    }

    private void abandonRecord(Throwable cause) {
        try {
            driver.destroyRecorded(driver.endCapture(stream));
        } catch (CudaException e) {
            cause.addSuppressed(e);
        }
    }

    void repeat(MemorySegment recorded) {
        driver.launch(recorded, stream);
    }

    void forget(MemorySegment recorded) {
        driver.destroyRecorded(recorded);
    }

    void multiply(CublasLt.Shape shape, float alpha, long a, long b, float beta, long c) {
        products.multiply(shape, alpha, a, b, beta, c, stream);
    }

    /** Starts a kernel on so many blocks of so many threads. */
    void launch(String kernel, int blocksX, int blocksY, int threadsX, int threadsY, Object... arguments) {
        MemorySegment function = kernels.computeIfAbsent(kernel, this::find);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment addresses = arena.allocate(ADDRESS, arguments.length);
            for (int i = 0; i < arguments.length; i++) {
                addresses.setAtIndex(ADDRESS, i, value(arguments[i], arena));
            }
            driver.launch(function, blocksX, blocksY, threadsX, threadsY, addresses, stream);
        }
    }

    private MemorySegment find(String kernel) {
        CudaException last = null;
        for (MemorySegment module : modules) {
            try {
                return driver.kernel(module, kernel);
            } catch (CudaException e) {
                last = e;
            }
        }
        throw last;
    }

    private static MemorySegment value(Object argument, Arena arena) {
        return switch (argument) {
            case Long value -> arena.allocateFrom(JAVA_LONG, value);
            case Integer value -> arena.allocateFrom(JAVA_INT, value);
            case Float value -> arena.allocateFrom(JAVA_FLOAT, value);
            case Double value -> arena.allocateFrom(JAVA_DOUBLE, value);
            default -> throw new IllegalArgumentException("no kernel takes a " + argument.getClass());
        };
    }

    @Override
    public void close() {
        await();
        products.close();
        modules.forEach(driver::unloadModule);
        driver.destroyStream(stream);
        driver.releaseContext(device);
    }
}
