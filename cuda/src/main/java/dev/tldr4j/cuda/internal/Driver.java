package dev.tldr4j.cuda.internal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The part of NVIDIA's driver API that is used here. A CUdeviceptr is a long, a handle an address. */
@SuppressWarnings("restricted") // calling a C function is what this is for
final class Driver {
    private final NativeLibrary library = NativeLibrary.load("NVIDIA's driver", "libcuda.so.1", "nvcuda.dll");

    // CUresult cuGetErrorString(CUresult error, const char **pStr)
    private final NativeFunction getErrorString = library.function("cuGetErrorString", JAVA_INT, ADDRESS);
    // CUresult cuInit(unsigned int Flags)
    private final NativeFunction init = library.function("cuInit", JAVA_INT);
    // CUresult cuDriverGetVersion(int *driverVersion)
    private final NativeFunction driverGetVersion = library.function("cuDriverGetVersion", ADDRESS);
    // CUresult cuDeviceGetCount(int *count)
    private final NativeFunction deviceGetCount = library.function("cuDeviceGetCount", ADDRESS);
    // CUresult cuDeviceGet(CUdevice *device, int ordinal)
    private final NativeFunction deviceGet = library.function("cuDeviceGet", ADDRESS, JAVA_INT);
    // CUresult cuDeviceGetName(char *name, int len, CUdevice dev)
    private final NativeFunction deviceGetName = library.function("cuDeviceGetName", ADDRESS, JAVA_INT, JAVA_INT);
    // CUresult cuDeviceGetAttribute(int *pi, CUdevice_attribute attrib, CUdevice dev)
    private final NativeFunction deviceGetAttribute =
            library.function("cuDeviceGetAttribute", ADDRESS, JAVA_INT, JAVA_INT);
    // CUresult cuDevicePrimaryCtxRetain(CUcontext *pctx, CUdevice dev)
    private final NativeFunction primaryCtxRetain = library.function("cuDevicePrimaryCtxRetain", ADDRESS, JAVA_INT);
    // CUresult cuDevicePrimaryCtxRelease_v2(CUdevice dev)
    private final NativeFunction primaryCtxRelease = library.function("cuDevicePrimaryCtxRelease_v2", JAVA_INT);
    // CUresult cuCtxSetCurrent(CUcontext ctx)
    private final NativeFunction ctxSetCurrent = library.function("cuCtxSetCurrent", ADDRESS);
    // CUresult cuMemGetInfo_v2(size_t *free, size_t *total)
    private final NativeFunction memGetInfo = library.function("cuMemGetInfo_v2", ADDRESS, ADDRESS);
    // CUresult cuMemAlloc_v2(CUdeviceptr *dptr, size_t bytesize)
    private final NativeFunction memAlloc = library.function("cuMemAlloc_v2", ADDRESS, JAVA_LONG);
    // CUresult cuMemFree_v2(CUdeviceptr dptr)
    private final NativeFunction memFree = library.function("cuMemFree_v2", JAVA_LONG);
    // CUresult cuMemAllocHost_v2(void **pp, size_t bytesize)
    private final NativeFunction memAllocHost = library.function("cuMemAllocHost_v2", ADDRESS, JAVA_LONG);
    // CUresult cuMemFreeHost(void *p)
    private final NativeFunction memFreeHost = library.function("cuMemFreeHost", ADDRESS);
    // CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr dst, const void *src, size_t bytes, CUstream stream)
    private final NativeFunction memcpyHtoDAsync =
            library.function("cuMemcpyHtoDAsync_v2", JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS);
    // CUresult cuMemcpyDtoHAsync_v2(void *dst, CUdeviceptr src, size_t bytes, CUstream stream)
    private final NativeFunction memcpyDtoHAsync =
            library.function("cuMemcpyDtoHAsync_v2", ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS);
    // CUresult cuMemsetD8Async(CUdeviceptr dst, unsigned char uc, size_t n, CUstream stream)
    private final NativeFunction memsetD8Async =
            library.function("cuMemsetD8Async", JAVA_LONG, JAVA_BYTE, JAVA_LONG, ADDRESS);
    // CUresult cuStreamCreate(CUstream *stream, unsigned int flags)
    private final NativeFunction streamCreate = library.function("cuStreamCreate", ADDRESS, JAVA_INT);
    // CUresult cuStreamSynchronize(CUstream stream)
    private final NativeFunction streamSynchronize = library.function("cuStreamSynchronize", ADDRESS);
    // CUresult cuStreamDestroy_v2(CUstream stream)
    private final NativeFunction streamDestroy = library.function("cuStreamDestroy_v2", ADDRESS);
    // CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags)
    private final NativeFunction streamWaitEvent = library.function("cuStreamWaitEvent", ADDRESS, ADDRESS, JAVA_INT);
    // CUresult cuEventCreate(CUevent *event, unsigned int flags)
    private final NativeFunction eventCreate = library.function("cuEventCreate", ADDRESS, JAVA_INT);
    // CUresult cuEventRecord(CUevent event, CUstream stream)
    private final NativeFunction eventRecord = library.function("cuEventRecord", ADDRESS, ADDRESS);
    // CUresult cuEventSynchronize(CUevent event)
    private final NativeFunction eventSynchronize = library.function("cuEventSynchronize", ADDRESS);
    // CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end)
    private final NativeFunction eventElapsedTime = library.function("cuEventElapsedTime", ADDRESS, ADDRESS, ADDRESS);
    // CUresult cuEventDestroy_v2(CUevent event)
    private final NativeFunction eventDestroy = library.function("cuEventDestroy_v2", ADDRESS);
    // CUresult cuStreamBeginCapture_v2(CUstream stream, CUstreamCaptureMode mode)
    private final NativeFunction streamBeginCapture = library.function("cuStreamBeginCapture_v2", ADDRESS, JAVA_INT);
    // CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph)
    private final NativeFunction streamEndCapture = library.function("cuStreamEndCapture", ADDRESS, ADDRESS);
    // CUresult cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph, unsigned long long flags)
    private final NativeFunction graphInstantiate =
            library.function("cuGraphInstantiateWithFlags", ADDRESS, ADDRESS, JAVA_LONG);
    // CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream)
    private final NativeFunction graphLaunch = library.function("cuGraphLaunch", ADDRESS, ADDRESS);
    // CUresult cuGraphDestroy(CUgraph graph)
    private final NativeFunction graphDestroy = library.function("cuGraphDestroy", ADDRESS);
    // CUresult cuGraphExecDestroy(CUgraphExec exec)
    private final NativeFunction graphExecDestroy = library.function("cuGraphExecDestroy", ADDRESS);
    // CUresult cuModuleLoadData(CUmodule *module, const void *image)
    private final NativeFunction moduleLoadData = library.function("cuModuleLoadData", ADDRESS, ADDRESS);
    // CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
    private final NativeFunction moduleGetFunction = library.function("cuModuleGetFunction", ADDRESS, ADDRESS, ADDRESS);
    // CUresult cuModuleUnload(CUmodule module)
    private final NativeFunction moduleUnload = library.function("cuModuleUnload", ADDRESS);
    // CUresult cuLaunchKernel(CUfunction f, unsigned gridX, gridY, gridZ, blockX, blockY, blockZ, unsigned sharedBytes,
    //                         CUstream stream, void **kernelParams, void **extra)
    private final NativeFunction launchKernel = library.function(
            "cuLaunchKernel",
            ADDRESS,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            JAVA_INT,
            ADDRESS,
            ADDRESS,
            ADDRESS);

    private static final int COMPUTE_MAJOR = 75;
    private static final int COMPUTE_MINOR = 76;
    private static final int CAPTURE_RELAXED = 2;

    Driver() {
        check(init, init.call(0));
    }

    private void check(NativeFunction function, int status) {
        if (status != 0) {
            throw new CudaException(function.name() + " failed: " + describe(status));
        }
    }

    private String describe(int status) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(ADDRESS);
            if (getErrorString.call(status, text) != 0) {
                return "error " + status;
            }
            return text.get(ADDRESS, 0).reinterpret(Long.MAX_VALUE).getString(0) + " (" + status + ")";
        }
    }

    private void run(NativeFunction function, Object... arguments) {
        check(function, function.call(arguments));
    }

    private int integer(NativeFunction function, Object... rest) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment result = arena.allocate(JAVA_INT);
            run(function, before(result, rest));
            return result.get(JAVA_INT, 0);
        }
    }

    private MemorySegment handle(NativeFunction function, Object... rest) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment result = arena.allocate(ADDRESS);
            run(function, before(result, rest));
            return result.get(ADDRESS, 0);
        }
    }

    private static Object[] before(Object first, Object... rest) {
        Object[] all = new Object[rest.length + 1];
        all[0] = first;
        System.arraycopy(rest, 0, all, 1, rest.length);
        return all;
    }

    /** 13000 for CUDA 13.0. */
    int version() {
        return integer(driverGetVersion);
    }

    int devices() {
        return integer(deviceGetCount);
    }

    int device(int ordinal) {
        return integer(deviceGet, ordinal);
    }

    String deviceName(int device) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocate(256);
            run(deviceGetName, name, 256, device);
            return name.getString(0);
        }
    }

    /** 90 for compute capability 9.0. */
    int computeCapability(int device) {
        return 10 * integer(deviceGetAttribute, COMPUTE_MAJOR, device)
                + integer(deviceGetAttribute, COMPUTE_MINOR, device);
    }

    MemorySegment retainContext(int device) {
        return handle(primaryCtxRetain, device);
    }

    void releaseContext(int device) {
        run(primaryCtxRelease, device);
    }

    void setCurrent(MemorySegment context) {
        run(ctxSetCurrent, context);
    }

    /** Free bytes, and all bytes. */
    long[] memory() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment free = arena.allocate(JAVA_LONG);
            MemorySegment total = arena.allocate(JAVA_LONG);
            run(memGetInfo, free, total);
            return new long[] {free.get(JAVA_LONG, 0), total.get(JAVA_LONG, 0)};
        }
    }

    long allocate(long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pointer = arena.allocate(JAVA_LONG);
            run(memAlloc, pointer, bytes);
            return pointer.get(JAVA_LONG, 0);
        }
    }

    void free(long pointer) {
        run(memFree, pointer);
    }

    /** Memory of the host that the GPU reads at full speed. */
    MemorySegment allocatePinned(long bytes) {
        return handle(memAllocHost, bytes).reinterpret(bytes);
    }

    void freePinned(MemorySegment memory) {
        run(memFreeHost, memory);
    }

    void copyToDevice(long to, MemorySegment from, long bytes, MemorySegment stream) {
        run(memcpyHtoDAsync, to, from, bytes, stream);
    }

    void copyToHost(MemorySegment to, long from, long bytes, MemorySegment stream) {
        run(memcpyDtoHAsync, to, from, bytes, stream);
    }

    void zero(long pointer, long bytes, MemorySegment stream) {
        run(memsetD8Async, pointer, (byte) 0, bytes, stream);
    }

    MemorySegment createStream() {
        // not ordered after the default stream
        return handle(streamCreate, 1);
    }

    void synchronize(MemorySegment stream) {
        run(streamSynchronize, stream);
    }

    void destroyStream(MemorySegment stream) {
        run(streamDestroy, stream);
    }

    MemorySegment createEvent() {
        return handle(eventCreate, 0);
    }

    /** The event comes when all that was put on the stream before is done. */
    void record(MemorySegment event, MemorySegment stream) {
        run(eventRecord, event, stream);
    }

    /** What is put on the stream from now on waits for the event. */
    void wait(MemorySegment stream, MemorySegment event) {
        run(streamWaitEvent, stream, event, 0);
    }

    void synchronizeEvent(MemorySegment event) {
        run(eventSynchronize, event);
    }

    float milliseconds(MemorySegment start, MemorySegment end) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment result = arena.allocate(JAVA_FLOAT);
            run(eventElapsedTime, result, start, end);
            return result.get(JAVA_FLOAT, 0);
        }
    }

    void destroyEvent(MemorySegment event) {
        run(eventDestroy, event);
    }

    /** Records what is put on a stream from now on, instead of doing it. */
    void beginCapture(MemorySegment stream) {
        run(streamBeginCapture, stream, CAPTURE_RELAXED);
    }

    /** What was recorded, ready to be launched. */
    MemorySegment endCapture(MemorySegment stream) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment result = arena.allocate(ADDRESS);
            run(streamEndCapture, stream, result);
            MemorySegment graph = result.get(ADDRESS, 0);
            try {
                return handle(graphInstantiate, graph, 0L);
            } finally {
                run(graphDestroy, graph);
            }
        }
    }

    void launch(MemorySegment recorded, MemorySegment stream) {
        run(graphLaunch, recorded, stream);
    }

    void destroyRecorded(MemorySegment recorded) {
        run(graphExecDestroy, recorded);
    }

    MemorySegment loadModule(MemorySegment image) {
        return handle(moduleLoadData, image);
    }

    MemorySegment kernel(MemorySegment module, String name) {
        try (Arena arena = Arena.ofConfined()) {
            return handle(moduleGetFunction, module, arena.allocateFrom(name));
        }
    }

    void unloadModule(MemorySegment module) {
        run(moduleUnload, module);
    }

    /** @param parameters an array of addresses of the arguments */
    void launch(
            MemorySegment kernel,
            int blocksX,
            int blocksY,
            int threadsX,
            int threadsY,
            MemorySegment parameters,
            MemorySegment stream) {
        run(
                launchKernel,
                kernel,
                blocksX,
                blocksY,
                1,
                threadsX,
                threadsY,
                1,
                0,
                stream,
                parameters,
                MemorySegment.NULL);
    }
}
