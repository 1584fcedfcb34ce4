package dev.tldr4j.cuda.internal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** NVIDIA's run-time compiler: from CUDA source to machine code of one kind of card. */
final class Nvrtc {
    private final NativeFunction version;
    private final NativeFunction create;
    private final NativeFunction compile;
    private final NativeFunction logSize;
    private final NativeFunction log;
    private final NativeFunction codeSize;
    private final NativeFunction code;
    private final NativeFunction destroy;

    /** @param driver its version, such as 13000 */
    Nvrtc(int driver) {
        NativeLibrary library =
                NativeLibrary.load("NVRTC, the CUDA compiler,", NativeLibrary.names("libnvrtc", driver));
        // nvrtcResult nvrtcVersion(int *major, int *minor)
        version = library.function("nvrtcVersion", ADDRESS, ADDRESS);
        // nvrtcResult nvrtcCreateProgram(nvrtcProgram *prog, const char *src, const char *name, int numHeaders,
        //                                const char *const *headers, const char *const *includeNames)
        create = library.function("nvrtcCreateProgram", ADDRESS, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS);
        // nvrtcResult nvrtcCompileProgram(nvrtcProgram prog, int numOptions, const char *const *options)
        compile = library.function("nvrtcCompileProgram", ADDRESS, JAVA_INT, ADDRESS);
        // nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram prog, size_t *size)
        logSize = library.function("nvrtcGetProgramLogSize", ADDRESS, ADDRESS);
        // nvrtcResult nvrtcGetProgramLog(nvrtcProgram prog, char *log)
        log = library.function("nvrtcGetProgramLog", ADDRESS, ADDRESS);
        // nvrtcResult nvrtcGetCUBINSize(nvrtcProgram prog, size_t *size)
        codeSize = library.function("nvrtcGetCUBINSize", ADDRESS, ADDRESS);
        // nvrtcResult nvrtcGetCUBIN(nvrtcProgram prog, char *cubin)
        code = library.function("nvrtcGetCUBIN", ADDRESS, ADDRESS);
        // nvrtcResult nvrtcDestroyProgram(nvrtcProgram *prog)
        destroy = library.function("nvrtcDestroyProgram", ADDRESS);
    }

    /** Such as 13.0. */
    String version() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment major = arena.allocate(JAVA_INT);
            MemorySegment minor = arena.allocate(JAVA_INT);
            run(version, major, minor);
            return major.get(JAVA_INT, 0) + "." + minor.get(JAVA_INT, 0);
        }
    }

    /** @param computeCapability such as 90 */
    byte[] compile(String name, String source, int computeCapability) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment holder = arena.allocate(ADDRESS);
            run(
                    create,
                    holder,
                    arena.allocateFrom(source),
                    arena.allocateFrom(name),
                    0,
                    MemorySegment.NULL,
                    MemorySegment.NULL);
            MemorySegment program = holder.get(ADDRESS, 0);
            try {
                List<String> options = List.of("--gpu-architecture=sm_" + computeCapability, "--std=c++17");
                MemorySegment texts = arena.allocate(ADDRESS, options.size());
                for (int i = 0; i < options.size(); i++) {
                    texts.setAtIndex(ADDRESS, i, arena.allocateFrom(options.get(i)));
                }
                if (compile.call(program, options.size(), texts) != 0) {
                    throw new CudaException(
                            name + " could not be compiled for compute capability " + computeCapability / 10 + "."
                                    + computeCapability % 10 + " by NVRTC " + version() + ":\n"
                                    + new String(bytes(program, logSize, log, arena)).trim());
                }
                return bytes(program, codeSize, code, arena);
            } finally {
                run(destroy, holder);
            }
        }
    }

    private byte[] bytes(MemorySegment program, NativeFunction size, NativeFunction content, Arena arena) {
        MemorySegment count = arena.allocate(JAVA_LONG);
        run(size, program, count);
        MemorySegment bytes = arena.allocate(Math.max(1, count.get(JAVA_LONG, 0)));
        run(content, program, bytes);
        return bytes.toArray(JAVA_BYTE);
    }

    private static void run(NativeFunction function, Object... arguments) {
        int status = function.call(arguments);
        if (status != 0) {
            throw new CudaException(function.name() + " failed with status " + status);
        }
    }
}
