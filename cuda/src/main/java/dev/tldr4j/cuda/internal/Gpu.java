package dev.tldr4j.cuda.internal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/**
 * One graphics card: its memory, one stream of work on it, and our kernels. Used by one thread at a time. What is still allocated
 * when it is closed is freed then, so that nothing stays after a failure.
 */
public final class Gpu implements AutoCloseable {
    /** Enough to keep any card busy with a loop over a long array. */
    static final int MANY_BLOCKS = 1024;

    /** The first with tensor cores that take bfloat16. */
    private static final int OLDEST = 80;

    private static final Pattern KERNEL =
            Pattern.compile("__global__ void(?: __launch_bounds__\\([^)]*\\))? (\\w+)\\(");

    private final Driver driver;
    private final int device;
    private final MemorySegment context;
    private final MemorySegment stream;
    private final List<MemorySegment> modules = new ArrayList<>();
    private final Map<String, MemorySegment> moduleOf = new HashMap<>();
    private final Map<String, MemorySegment> kernels = new HashMap<>();
    private final Set<Long> allocated = new LinkedHashSet<>();
    private final Map<Long, MemorySegment> pinned = new HashMap<>();
    private final CublasLt products;
    private BiConsumer<String, Runnable> watcher;

    private Gpu(Driver driver, int device) {
        this.driver = driver;
        this.device = device;
        int capability = driver.computeCapability(device);
        if (capability < OLDEST) {
            throw new CudaException(driver.deviceName(device) + " has compute capability " + capability / 10 + "."
                    + capability % 10 + ", and 8.0 or newer is needed");
        }
        this.context = driver.retainContext(device);
        try {
            driver.setCurrent(context);
            this.stream = driver.createStream();
            this.products = new CublasLt(driver);
            load("training.cu", capability);
            load("neighbors.cu", capability);
        } catch (RuntimeException | Error e) {
            // which frees what was made in it
            driver.releaseContext(device);
            throw e;
        }
    }

    private void load(String name, int capability) {
        byte[] code = KernelCache.code(name, capability, driver.version());
        MemorySegment module;
        try (Arena arena = Arena.ofConfined()) {
            module = driver.loadModule(arena.allocateFrom(JAVA_BYTE, code));
        }
        modules.add(module);
        // from the source: to ask the driver for a kernel of another module is an error, which tools report
        KERNEL.matcher(KernelCache.source(name)).results().forEach(found -> moduleOf.put(found.group(1), module));
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
        long pointer = driver.allocate(bytes);
        allocated.add(pointer);
        return pointer;
    }

    void free(long pointer) {
        if (allocated.remove(pointer)) {
            driver.free(pointer);
        }
    }

    void zero(long pointer, long bytes) {
        driver.zero(pointer, bytes, stream);
    }

    /** Memory of the host that the card reads and writes at full speed. */
    MemorySegment allocatePinned(long bytes) {
        MemorySegment memory = driver.allocatePinned(bytes);
        pinned.put(memory.address(), memory);
        return memory;
    }

    void freePinned(MemorySegment memory) {
        if (pinned.remove(memory.address()) != null) {
            driver.freePinned(memory);
        }
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

    /** Copies that run beside the other work. The caller closes it. */
    Copies copies() {
        return new Copies(driver, stream);
    }

    /** Marks a moment in the work; two of them measure the time between. The caller closes it. */
    CudaEvent moment() {
        CudaEvent moment = new CudaEvent(driver);
        moment.markOn(stream);
        return moment;
    }

    void mark(CudaEvent moment) {
        moment.markOn(stream);
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
        watched(
                "product " + shape.inputs() + " " + shape.m() + " x " + shape.n() + " x " + shape.k(),
                () -> products.multiply(shape, alpha, a, b, beta, c, stream));
    }

    /** For measurements: who is given every kernel and product by name, and starts it. Steps are not recorded then. */
    void watch(BiConsumer<String, Runnable> by) {
        watcher = by;
    }

    boolean isWatched() {
        return watcher != null;
    }

    private void watched(String name, Runnable work) {
        if (watcher == null) {
            work.run();
        } else {
            watcher.accept(name, work);
        }
    }

    /** Starts a kernel on so many blocks of so many threads. */
    void launch(String kernel, int blocksX, int blocksY, int threadsX, int threadsY, Object... arguments) {
        MemorySegment function = kernels.computeIfAbsent(kernel, this::find);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment addresses = arena.allocate(ADDRESS, arguments.length);
            for (int i = 0; i < arguments.length; i++) {
                addresses.setAtIndex(ADDRESS, i, value(arguments[i], arena));
            }
            watched(kernel, () -> driver.launch(function, blocksX, blocksY, threadsX, threadsY, addresses, stream));
        }
    }

    private MemorySegment find(String kernel) {
        MemorySegment module = moduleOf.get(kernel);
        if (module == null) {
            throw new IllegalArgumentException("there is no kernel " + kernel);
        }
        return driver.kernel(module, kernel);
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
        List<Runnable> all = new ArrayList<>();
        all.add(this::await);
        all.add(products::close);
        List.copyOf(allocated).forEach(pointer -> all.add(() -> free(pointer)));
        List.copyOf(pinned.values()).forEach(memory -> all.add(() -> freePinned(memory)));
        modules.forEach(module -> all.add(() -> driver.unloadModule(module)));
        all.add(() -> driver.destroyStream(stream));
        all.add(() -> driver.releaseContext(device));
        CudaException first = null;
        for (Runnable each : all) {
            try {
                each.run();
            } catch (CudaException e) {
                // after a failure on the card every call fails, but for the last, which ends all of it
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
