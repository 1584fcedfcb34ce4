package dev.tldr4j.cuda.internal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

/**
 * Matrix products on the tensor cores: {@code C = α · op(A) · op(B) + β · C} of row-major matrices. cuBLAS thinks in columns, in
 * which every matrix is its own transpose; so the operands change places.
 */
final class CublasLt implements AutoCloseable {
    private static final int COMPUTE_FLOAT = 68;
    private static final int COMPUTE_FAST_TF32 = 77;
    private static final int REAL_FLOAT = 0;
    private static final int REAL_BF16 = 14;
    private static final int TRANSPOSE_A = 3;
    private static final int TRANSPOSE_B = 4;
    private static final int MAX_WORKSPACE = 1;
    private static final int[] ALIGNMENTS = {5, 6, 7, 8};
    private static final int BEST_ALIGNMENT = 256;

    /** cublasLtMatmulHeuristicResult_t: the algorithm's 64 bytes come first. */
    private static final long HEURISTIC_BYTES = 96;

    private static final long WORKSPACE_BYTES = 64L << 20;

    private final NativeFunction create;
    private final NativeFunction destroy;
    private final NativeFunction descCreate;
    private final NativeFunction descSet;
    private final NativeFunction descDestroy;
    private final NativeFunction layoutCreate;
    private final NativeFunction layoutDestroy;
    private final NativeFunction preferenceCreate;
    private final NativeFunction preferenceSet;
    private final NativeFunction preferenceDestroy;
    private final NativeFunction heuristic;
    private final NativeFunction matmul;
    private final Driver driver;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment handle;
    private final long workspace;
    private final Map<Task, Plan> plans = new HashMap<>();

    /** How the operands are read: as floats rounded by nobody, rounded by the tensor cores, or bfloat16. */
    enum Inputs {
        FLOAT,
        TF32,
        BF16
    }

    /**
     * A product of an m × k and a k × n matrix.
     *
     * @param transposeA whether the first is stored k × m
     * @param transposeB whether the second is stored n × k
     * @param bf16Result whether the result is rounded to bfloat16
     */
    record Shape(int m, int n, int k, boolean transposeA, boolean transposeB, Inputs inputs, boolean bf16Result) {
        /** With a result in floats. */
        Shape(int m, int n, int k, boolean transposeA, boolean transposeB, Inputs inputs) {
            this(m, n, k, transposeA, transposeB, inputs, false);
        }
    }

    /**
     * What a way to multiply is chosen for.
     *
     * @param alignment a power of two that divides all addresses: parts of a matrix may begin anywhere
     */
    private record Task(Shape shape, int alignment) {}

    private record Plan(
            MemorySegment description,
            MemorySegment first,
            MemorySegment second,
            MemorySegment result,
            MemorySegment algorithm) {}

    CublasLt(Driver driver) {
        this.driver = driver;
        NativeLibrary library = NativeLibrary.load("cuBLASLt", NativeLibrary.names("libcublasLt", driver.version()));
        // cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle)
        create = library.function("cublasLtCreate", ADDRESS);
        // cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle)
        destroy = library.function("cublasLtDestroy", ADDRESS);
        // cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *desc, cublasComputeType_t compute,
        // cudaDataType_t scale)
        descCreate = library.function("cublasLtMatmulDescCreate", ADDRESS, JAVA_INT, JAVA_INT);
        // cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t desc, attribute, const void *buf, size_t
        // size)
        descSet = library.function("cublasLtMatmulDescSetAttribute", ADDRESS, JAVA_INT, ADDRESS, JAVA_LONG);
        // cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t desc)
        descDestroy = library.function("cublasLtMatmulDescDestroy", ADDRESS);
        // cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *layout, cudaDataType type, uint64_t rows,
        //                                           uint64_t cols, int64_t ld)
        layoutCreate =
                library.function("cublasLtMatrixLayoutCreate", ADDRESS, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
        // cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout)
        layoutDestroy = library.function("cublasLtMatrixLayoutDestroy", ADDRESS);
        // cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *pref)
        preferenceCreate = library.function("cublasLtMatmulPreferenceCreate", ADDRESS);
        // cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t pref, attribute, const void
        // *buf, size_t)
        preferenceSet = library.function("cublasLtMatmulPreferenceSetAttribute", ADDRESS, JAVA_INT, ADDRESS, JAVA_LONG);
        // cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t pref)
        preferenceDestroy = library.function("cublasLtMatmulPreferenceDestroy", ADDRESS);
        // cublasStatus_t cublasLtMatmulAlgoGetHeuristic(handle, desc, A, B, C, D, pref, int requested, results[], int
        // *returned)
        heuristic = library.function(
                "cublasLtMatmulAlgoGetHeuristic",
                ADDRESS,
                ADDRESS,
                ADDRESS,
                ADDRESS,
                ADDRESS,
                ADDRESS,
                ADDRESS,
                JAVA_INT,
                ADDRESS,
                ADDRESS);
        // cublasStatus_t cublasLtMatmul(handle, desc, const void *alpha, A, Adesc, B, Bdesc, const void *beta, C,
        // Cdesc, D, Ddesc,
        //                               const cublasLtMatmulAlgo_t *algo, void *workspace, size_t bytes, cudaStream_t
        // stream)
        matmul = library.function(
                "cublasLtMatmul",
                ADDRESS,
                ADDRESS,
                ADDRESS,
                JAVA_LONG,
                ADDRESS,
                JAVA_LONG,
                ADDRESS,
                ADDRESS,
                JAVA_LONG,
                ADDRESS,
                JAVA_LONG,
                ADDRESS,
                ADDRESS,
                JAVA_LONG,
                JAVA_LONG,
                ADDRESS);
        this.handle = created(create);
        this.workspace = driver.allocate(WORKSPACE_BYTES);
    }

    /** @param a and b point to floats or, with BF16, to bfloat16; c to what the shape says */
    void multiply(Shape shape, float alpha, long a, long b, float beta, long c, MemorySegment stream) {
        int alignment = (int) Math.min(BEST_ALIGNMENT, Long.lowestOneBit(a | b | c));
        Plan plan = plans.computeIfAbsent(new Task(shape, alignment), this::plan);
        try (Arena call = Arena.ofConfined()) {
            run(
                    matmul,
                    handle,
                    plan.description,
                    call.allocateFrom(JAVA_FLOAT, alpha),
                    b,
                    plan.first,
                    a,
                    plan.second,
                    call.allocateFrom(JAVA_FLOAT, beta),
                    c,
                    plan.result,
                    c,
                    plan.result,
                    plan.algorithm,
                    workspace,
                    WORKSPACE_BYTES,
                    stream);
        }
    }

    private Plan plan(Task task) {
        Shape shape = task.shape;
        boolean exact = shape.inputs == Inputs.FLOAT;
        boolean halves = shape.inputs == Inputs.BF16;
        MemorySegment description =
                created(descCreate, exact || halves ? COMPUTE_FLOAT : COMPUTE_FAST_TF32, REAL_FLOAT);
        set(descSet, description, TRANSPOSE_A, shape.transposeB ? 1 : 0);
        set(descSet, description, TRANSPOSE_B, shape.transposeA ? 1 : 0);
        int type = halves ? REAL_BF16 : REAL_FLOAT;
        MemorySegment first = shape.transposeB ? layout(type, shape.k, shape.n) : layout(type, shape.n, shape.k);
        MemorySegment second = shape.transposeA ? layout(type, shape.m, shape.k) : layout(type, shape.k, shape.m);
        MemorySegment result = layout(shape.bf16Result ? REAL_BF16 : REAL_FLOAT, shape.n, shape.m);
        return new Plan(description, first, second, result, algorithm(task, description, first, second, result));
    }

    private MemorySegment algorithm(
            Task task, MemorySegment description, MemorySegment first, MemorySegment second, MemorySegment result) {
        MemorySegment preference = created(preferenceCreate);
        try (Arena call = Arena.ofConfined()) {
            run(preferenceSet, preference, MAX_WORKSPACE, call.allocateFrom(JAVA_LONG, WORKSPACE_BYTES), 8L);
            for (int attribute : ALIGNMENTS) {
                run(preferenceSet, preference, attribute, call.allocateFrom(JAVA_INT, task.alignment), 4L);
            }
            MemorySegment found = arena.allocate(HEURISTIC_BYTES, 8);
            MemorySegment count = call.allocate(JAVA_INT);
            run(heuristic, handle, description, first, second, result, result, preference, 1, found, count);
            if (count.get(JAVA_INT, 0) == 0) {
                throw new CudaException("cuBLASLt knows no way to multiply " + task);
            }
            return found;
        } finally {
            run(preferenceDestroy, preference);
        }
    }

    /** Of a matrix in columns, each following the one before. */
    private MemorySegment layout(int type, long rows, long cols) {
        return created(layoutCreate, type, rows, cols, rows);
    }

    private MemorySegment created(NativeFunction function, Object... rest) {
        try (Arena call = Arena.ofConfined()) {
            MemorySegment holder = call.allocate(ADDRESS);
            Object[] all = new Object[rest.length + 1];
            all[0] = holder;
            System.arraycopy(rest, 0, all, 1, rest.length);
            run(function, all);
            return holder.get(ADDRESS, 0);
        }
    }

    private void set(NativeFunction function, MemorySegment object, int attribute, int value) {
        try (Arena call = Arena.ofConfined()) {
            run(function, object, attribute, call.allocateFrom(JAVA_INT, value), 4L);
        }
    }

    private static void run(NativeFunction function, Object... arguments) {
        int status = function.call(arguments);
        if (status != 0) {
            throw new CudaException(function.name() + " failed with status " + status);
        }
    }

    @Override
    public void close() {
        for (Plan plan : plans.values()) {
            run(descDestroy, plan.description);
            run(layoutDestroy, plan.first);
            run(layoutDestroy, plan.second);
            run(layoutDestroy, plan.result);
        }
        driver.free(workspace);
        run(destroy, handle);
        arena.close();
    }
}
