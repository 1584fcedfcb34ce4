// The operations of training that are not matrix products. Matrices are row-major floats; a batch holds its views one below
// the other. All sums are made in an order that depends on the sizes alone, so that a fit gives the same bits every time.
//
// `now` points to the number of the step within those that were asked for at once: what differs from step to step is looked up
// by it, so that a recorded step can be repeated.

typedef unsigned short bf16;

#define TILE 32   // columns of a block, and its rows of threads
#define SUMS 1024 // blocks that add up a long array; their sums are added by one
#define HELD 32   // rows of a column that a thread of batch normalisation keeps, so that they are read once
#define HELD_PAIRS 16 // the same of a gradient in bfloat16, which keeps two numbers of two matrices
#define LARGEST 3.402823466e38f

__device__ __forceinline__ bf16 to_bf16(float value) {
    unsigned bits = __float_as_uint(value);
    if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fff;  // not a number stays none
    return (bf16)((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);  // to the nearest, ties to even
}

__device__ __forceinline__ float from_bf16(bf16 value) { return __uint_as_float((unsigned)value << 16); }

// Two numbers that lie together, in one word.
__device__ __forceinline__ float2 unpack(unsigned pair) {
    return make_float2(__uint_as_float(pair << 16), __uint_as_float(pair & 0xffff0000u));
}

__device__ __forceinline__ unsigned pack(float2 pair) { return to_bf16(pair.x) | (unsigned)to_bf16(pair.y) << 16; }

__device__ __forceinline__ float from_half(unsigned short value) {
    float result;
    asm("cvt.f32.f16 %0, %1;" : "=f"(result) : "h"(value));
    return result;
}

__device__ __forceinline__ unsigned short to_half(float value) {
    unsigned short result;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(result) : "f"(value));
    return result;
}

// The sum over the rows of threads of a block, for every column; every thread gets its column's.
__device__ float column_sum(float value) {
    __shared__ float part[TILE][TILE + 1];
    __syncthreads();
    part[threadIdx.y][threadIdx.x] = value;
    __syncthreads();
    if (threadIdx.y == 0) {
        float sum = 0;
        for (int i = 0; i < TILE; i++) sum += part[i][threadIdx.x];
        part[0][threadIdx.x] = sum;
    }
    __syncthreads();
    return part[0][threadIdx.x];
}

// The same for blocks of 512 threads with LANES of them in a row, each with two columns, through the registers of a warp first.
template <int LANES> __device__ float2 pair_sum(float2 value) {
    __shared__ float2 part[512 / 32][LANES];
    int thread = threadIdx.y * LANES + threadIdx.x;
    for (int mask = LANES; mask < 32; mask *= 2) {
        value.x += __shfl_xor_sync(0xffffffffu, value.x, mask);
        value.y += __shfl_xor_sync(0xffffffffu, value.y, mask);
    }
    __syncthreads();
    if (thread % 32 < LANES) part[thread / 32][thread % 32] = value;
    __syncthreads();
    float2 sum = make_float2(0, 0);
    for (int i = 0; i < 512 / 32; i++) {
        sum.x += part[i][threadIdx.x].x;
        sum.y += part[i][threadIdx.x].y;
    }
    return sum;
}

__device__ double block_sum(double value);

// The sum of SUMS numbers, by a block of 256 threads.
__device__ double sum_of_sums(const double *sums) {
    double sum = 0;
    for (int i = threadIdx.x; i < SUMS; i += 256) sum += sums[i];
    return block_sum(sum);
}

// Four numbers that lie together are read, changed and written at once: memory is busiest so.
__device__ __forceinline__ void store_bf16(bf16 *to, float4 v) {
    *(ushort4 *)to = make_ushort4(to_bf16(v.x), to_bf16(v.y), to_bf16(v.z), to_bf16(v.w));
}

// The sum over a block of 256 threads; thread 0 gets it.
__device__ double block_sum(double value) {
    __shared__ double part[256];
    __syncthreads();
    part[threadIdx.x] = value;
    __syncthreads();
    for (int width = 128; width > 0; width /= 2) {
        if (threadIdx.x < width) part[threadIdx.x] += part[threadIdx.x + width];
        __syncthreads();
    }
    return part[0];
}

// The sum over a warp; every thread gets it.
__device__ __forceinline__ double warp_sum(double value) {
    for (int mask = 16; mask > 0; mask /= 2) value += __shfl_xor_sync(0xffffffffu, value, mask);
    return value;
}

struct Sum {
    __device__ __forceinline__ float operator()(float a, float b) const { return a + b; }
};

struct Larger {
    __device__ __forceinline__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

// Brings together N numbers of every thread, over a block of 256; every thread gets the results.
template <int N, class How> __device__ __forceinline__ void over_block(float (&values)[N], How together) {
    __shared__ float part[256 / 32][N];
    for (int mask = 16; mask > 0; mask /= 2)
        for (int i = 0; i < N; i++) values[i] = together(values[i], __shfl_xor_sync(0xffffffffu, values[i], mask));
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        for (int i = 0; i < N; i++) part[threadIdx.x / 32][i] = values[i];
    __syncthreads();
    for (int i = 0; i < N; i++) {
        values[i] = part[0][i];
        for (int warp = 1; warp < 256 / 32; warp++) values[i] = together(values[i], part[warp][i]);
    }
}

// What batch normalisation does to a pair: it stays in x, and where there is an output goes there with scale and shift.
__device__ __forceinline__ void normalize_pair(unsigned pair, float2 mean, float2 inverse, float2 factor, float2 offset, int relu,
                                               unsigned *x, unsigned *output, long long at) {
    float2 value = unpack(pair);
    unsigned kept = pack(make_float2((value.x - mean.x) * inverse.x, (value.y - mean.y) * inverse.y));
    x[at] = kept;
    if (!output) return;
    value = unpack(kept);
    float2 y = make_float2(value.x * factor.x + offset.x, value.y * factor.y + offset.y);
    if (relu && y.x < 0) y.x = 0;
    if (relu && y.y < 0) y.y = 0;
    output[at] = pack(y);
}

// The gradient of a pair before its ReLU, if there is one.
__device__ __forceinline__ float2 passed(float2 g, float2 x, float2 factor, float2 offset, int relu) {
    return make_float2(relu && x.x * factor.x + offset.x <= 0 ? 0 : g.x, relu && x.y * factor.y + offset.y <= 0 ? 0 : g.y);
}

__device__ __forceinline__ unsigned inner_gradient(float2 g, float2 x, float2 sum, float2 dot, float2 outer) {
    return pack(make_float2(outer.x * (g.x - sum.x - x.x * dot.x), outer.y * (g.y - sum.y - x.y * dot.y)));
}

// A number and its gradient, in the forms in which they come.
__device__ __forceinline__ float number(float value) { return value; }
__device__ __forceinline__ float number(bf16 value) { return from_bf16(value); }

// Four of them.
__device__ __forceinline__ float4 four(const float *from, long long i) { return ((const float4 *)from)[i]; }
__device__ __forceinline__ float4 four(const bf16 *from, long long i) {
    uint2 pairs = ((const uint2 *)from)[i];
    float2 a = unpack(pairs.x), b = unpack(pairs.y);
    return make_float4(a.x, a.y, b.x, b.y);
}

__device__ __forceinline__ float adam_number(float p, float g, float &m, float &v, float rate, float epsilon) {
    m = 0.9f * m + (1 - 0.9f) * g;
    v = 0.999f * v + (1 - 0.999f) * g * g;
    return p - rate * m / (sqrtf(v) + epsilon);
}

// rates: for every step its learning rate with both bias corrections, and then its epsilon with them.
template <class G> __device__ void adam_all(float *p, bf16 *shadow, const G *g, float *m, float *v, long long count, float rate_multiplier,
                                            const float *rates, const int *now) {
    float rate = rate_multiplier * rates[2 * *now], epsilon = rates[2 * *now + 1];
    long long first = blockIdx.x * (long long)blockDim.x + threadIdx.x, all = (long long)gridDim.x * blockDim.x;
    long long fours = count / 4;
    for (long long i = first; i < fours; i += all) {
        float4 value = ((float4 *)p)[i], slope = four(g, i), mean = ((float4 *)m)[i], square = ((float4 *)v)[i];
        value.x = adam_number(value.x, slope.x, mean.x, square.x, rate, epsilon);
        value.y = adam_number(value.y, slope.y, mean.y, square.y, rate, epsilon);
        value.z = adam_number(value.z, slope.z, mean.z, square.z, rate, epsilon);
        value.w = adam_number(value.w, slope.w, mean.w, square.w, rate, epsilon);
        ((float4 *)p)[i] = value;
        ((float4 *)m)[i] = mean;
        ((float4 *)v)[i] = square;
        if (shadow) store_bf16(shadow + 4 * i, value);
    }
    for (long long i = 4 * fours + first; i < count; i += all) {
        float value = adam_number(p[i], number(g[i]), m[i], v[i], rate, epsilon);
        p[i] = value;
        if (shadow) shadow[i] = to_bf16(value);
    }
}

// Four squares are added as floats: turning each into a double would take longer than reading it.
__device__ __forceinline__ void lars_squares(float4 p, float4 g, float decay, double &pp, double &gg) {
    g.x += decay * p.x;
    g.y += decay * p.y;
    g.z += decay * p.z;
    g.w += decay * p.w;
    pp += p.x * p.x + p.y * p.y + (p.z * p.z + p.w * p.w);
    gg += g.x * g.x + g.y * g.y + (g.z * g.z + g.w * g.w);
}

template <class T> __device__ void lars_norms_all(const T *p, const T *g, long long count, float decay, double *sums) {
    double pp = 0, gg = 0;
    long long first = blockIdx.x * 256LL + threadIdx.x, all = SUMS * 256LL, fours = count / 4;
#pragma unroll 4
    for (long long i = first; i < fours; i += all) lars_squares(four(p, i), four(g, i), decay, pp, gg);
    for (long long i = 4 * fours + first; i < count; i += all)
        lars_squares(make_float4(number(p[i]), 0, 0, 0), make_float4(number(g[i]), 0, 0, 0), decay, pp, gg);
    pp = block_sum(pp);
    gg = block_sum(gg);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = pp;
        sums[SUMS + blockIdx.x] = gg;
    }
}

__device__ __forceinline__ float lars_number(float p, float g, float &v, float momentum, float scale, float decay, float rate) {
    v = momentum * v + scale * (g + decay * p);
    return p - rate * v;
}

// rates: for every step its learning rate. `ratio` is null where nothing is adapted.
template <class G> __device__ void lars_all(float *p, bf16 *shadow, const G *g, float *v, long long count, const float *ratio,
                                            float momentum, float decay, float rate_multiplier, const float *rates, const int *now) {
    float rate = rate_multiplier * rates[*now], scale = ratio ? *ratio : 1;
    long long first = blockIdx.x * (long long)blockDim.x + threadIdx.x, all = (long long)gridDim.x * blockDim.x;
    long long fours = count / 4;
    for (long long i = first; i < fours; i += all) {
        float4 value = ((float4 *)p)[i], slope = four(g, i), velocity = ((float4 *)v)[i];
        value.x = lars_number(value.x, slope.x, velocity.x, momentum, scale, decay, rate);
        value.y = lars_number(value.y, slope.y, velocity.y, momentum, scale, decay, rate);
        value.z = lars_number(value.z, slope.z, velocity.z, momentum, scale, decay, rate);
        value.w = lars_number(value.w, slope.w, velocity.w, momentum, scale, decay, rate);
        ((float4 *)p)[i] = value;
        ((float4 *)v)[i] = velocity;
        if (shadow) store_bf16(shadow + 4 * i, value);
    }
    for (long long i = 4 * fours + first; i < count; i += all) {
        float value = lars_number(p[i], number(g[i]), v[i], momentum, scale, decay, rate);
        p[i] = value;
        if (shadow) shadow[i] = to_bf16(value);
    }
}

extern "C" {

__global__ void to_half_array(const float *from, unsigned short *to, long long count) {
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < count; i += (long long)gridDim.x * blockDim.x)
        to[i] = to_half(from[i]);
}

__global__ void to_bf16_array(const float *from, bf16 *to, long long count) {
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < count; i += (long long)gridDim.x * blockDim.x)
        to[i] = to_bf16(from[i]);
}

__global__ void from_bf16_array(const bf16 *from, float *to, long long count) {
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < count; i += (long long)gridDim.x * blockDim.x)
        to[i] = from_bf16(from[i]);
}

// One block a row of the batch.
__global__ void gather_floats(const float *table, const int *numbers, const int *now, int cols, float *batch) {
    const float *from = table + (long long)numbers[(long long)*now * gridDim.x + blockIdx.x] * cols;
    float *to = batch + (long long)blockIdx.x * cols;
    for (int j = threadIdx.x; j < cols; j += blockDim.x) to[j] = from[j];
}

__global__ void gather_halves(const unsigned short *table, const int *numbers, const int *now, int cols, float *batch) {
    const unsigned short *from = table + (long long)numbers[(long long)*now * gridDim.x + blockIdx.x] * cols;
    float *to = batch + (long long)blockIdx.x * cols;
    for (int j = threadIdx.x; j < cols; j += blockDim.x) to[j] = from_half(from[j]);
}

// An encoder's layer after its product, one block of 256 threads a row: the bias, and a ReLU or the length 1. Where a number is
// not finite, `wrong` becomes 1.
__global__ void finish_rows(float *y, const float *bias, int cols, int relu, int unit, int *wrong) {
    __shared__ double inverse;
    float *row = y + (long long)blockIdx.x * cols;
    double squares = 0;
    for (int j = threadIdx.x; j < cols; j += 256) {
        float value = row[j] + bias[j];
        // not fmaxf, which makes 0 of what is not a number
        if (relu && value < 0) value = 0;
        row[j] = value;
        if (!(fabsf(value) <= LARGEST)) *wrong = 1;
        squares += (double)value * value;
    }
    if (!unit) return;
    squares = block_sum(squares);
    if (threadIdx.x == 0) inverse = squares == 0 ? 0 : 1 / sqrt(squares);
    __syncthreads();
    for (int j = threadIdx.x; j < cols; j += 256) row[j] = (float)(row[j] * inverse);
}

__global__ void tick(int *now) { ++*now; }

__global__ void add(float *sum, const float *other, long long count) {
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < count; i += (long long)gridDim.x * blockDim.x)
        sum[i] += other[i];
}

// Blocks of TILE × TILE threads, one for TILE columns of a view. `scale` and what follows may be null.
__global__ void __launch_bounds__(TILE * TILE) batch_norm(float *x, float *means, float *inverses, const float *scale,
                                                          const float *shift, float *output, int rows, int cols,
                                                          int relu, float epsilon) {
    int col = blockIdx.x * TILE + threadIdx.x;
    bool inside = col < cols, held = rows <= HELD * TILE;
    long long base = (long long)blockIdx.y * rows * cols + col, step = (long long)TILE * cols;
    float own[HELD], sum = 0;
    if (held) {
#pragma unroll
        for (int i = 0; i < HELD; i++) {
            int r = i * TILE + threadIdx.y;
            own[i] = inside && r < rows ? x[base + (long long)r * cols] : 0;
        }
#pragma unroll
        for (int i = 0; i < HELD; i++) sum += own[i];
    } else {
        for (int r = threadIdx.y; r < rows && inside; r += TILE) sum += x[base + (long long)r * cols];
    }
    float mean = column_sum(sum) / rows, squares = 0;
    if (held) {
#pragma unroll
        for (int i = 0; i < HELD; i++) {
            own[i] -= mean;
            squares += i * TILE + threadIdx.y < rows ? own[i] * own[i] : 0;
        }
    } else {
        for (int r = threadIdx.y; r < rows && inside; r += TILE) {
            float centred = x[base + (long long)r * cols] - mean;
            squares += centred * centred;
        }
    }
    float inverse = 1 / sqrtf(column_sum(squares) / rows + epsilon);
    if (!inside) return;
    if (threadIdx.y == 0) {
        means[blockIdx.y * cols + col] = mean;
        inverses[blockIdx.y * cols + col] = inverse;
    }
    float factor = scale ? scale[col] : 1, offset = scale ? shift[col] : 0;
    if (held) {
        long long at = base + (long long)threadIdx.y * cols;
#pragma unroll
        for (int i = 0; i < HELD; i++, at += step) {
            if (i * TILE + threadIdx.y < rows) {
                float normalized = own[i] * inverse;
                x[at] = normalized;
                float y = normalized * factor + offset;
                if (relu && y < 0) y = 0;
                if (output) output[at] = y;
            }
        }
        return;
    }
    for (int r = threadIdx.y; r < rows; r += TILE) {
        long long at = base + (long long)r * cols;
        float normalized = (x[at] - mean) * inverse;
        x[at] = normalized;
        float y = normalized * factor + offset;
        if (relu && y < 0) y = 0;
        if (output) output[at] = y;
    }
}

// The gradients of scale and shift are one row a view; add_views brings the views together.
__global__ void __launch_bounds__(TILE * TILE) batch_norm_gradient(float *gradient, const float *normalized,
                                                                   const float *inverses, const float *scale,
                                                                   const float *shift, float *scale_gradients,
                                                                   float *shift_gradients, int rows, int cols, int relu) {
    int col = blockIdx.x * TILE + threadIdx.x;
    bool inside = col < cols, held = rows <= HELD * TILE;
    long long base = (long long)blockIdx.y * rows * cols + col, step = (long long)TILE * cols;
    float factor = inside && scale ? scale[col] : 1, offset = inside && scale ? shift[col] : 0;
    float own[HELD], sum = 0, dot = 0;
    if (held) {
#pragma unroll
        for (int i = 0; i < HELD; i++) {
            int r = i * TILE + threadIdx.y;
            own[i] = 0;
            if (inside && r < rows) {
                long long at = base + (long long)r * cols;
                float x = normalized[at], g = gradient[at];
                own[i] = relu && x * factor + offset <= 0 ? 0 : g;
                sum += own[i];
                dot += own[i] * x;
            }
        }
    } else {
        for (int r = threadIdx.y; r < rows && inside; r += TILE) {
            long long at = base + (long long)r * cols;
            float x = normalized[at];
            float g = relu && x * factor + offset <= 0 ? 0 : gradient[at];
            sum += g;
            dot += g * x;
        }
    }
    sum = column_sum(sum);
    dot = column_sum(dot);
    if (!inside) return;
    if (threadIdx.y == 0 && scale) {
        shift_gradients[blockIdx.y * cols + col] = sum;
        scale_gradients[blockIdx.y * cols + col] = dot;
    }
    float outer = inverses[blockIdx.y * cols + col] * factor;
    sum /= rows;
    dot /= rows;
    if (held) {
        long long at = base + (long long)threadIdx.y * cols;
#pragma unroll
        for (int i = 0; i < HELD; i++, at += step) {
            if (i * TILE + threadIdx.y < rows) {
                float result = outer * (own[i] - sum - normalized[at] * dot);
                gradient[at] = result;
            }
        }
        return;
    }
    for (int r = threadIdx.y; r < rows; r += TILE) {
        long long at = base + (long long)r * cols;
        float x = normalized[at];
        float g = relu && x * factor + offset <= 0 ? 0 : gradient[at];
        float result = outer * (g - sum - x * dot);
        gradient[at] = result;
    }
}

// Batch normalisation of bfloat16, whose width is even: blocks of 16 × 32 threads, each with two columns. Sums are floats.
// The output, null where there is no scale, is made of what is kept, so that the gradient finds the same numbers cut at 0.
__global__ void __launch_bounds__(512, 2) batch_norm_bf16(unsigned *x, float *means, float *inverses, const float *scale,
                                                          const float *shift, unsigned *output, int rows, int cols,
                                                          int relu, float epsilon) {
    int pairs = cols / 2, col = blockIdx.x * 16 + threadIdx.x;
    bool inside = col < pairs, held = rows <= HELD * 32;
    long long base = (long long)blockIdx.y * rows * pairs + col;
    unsigned own[HELD];
    float2 sum = make_float2(0, 0), squares = make_float2(0, 0);
    if (held) {
#pragma unroll
        for (int i = 0; i < HELD; i++) {
            int r = i * 32 + threadIdx.y;
            own[i] = inside && r < rows ? x[base + (long long)r * pairs] : 0;
        }
#pragma unroll
        for (int i = 0; i < HELD; i++) {
            float2 value = unpack(own[i]);
            sum.x += value.x;
            sum.y += value.y;
        }
    } else {
        for (int r = threadIdx.y; r < rows && inside; r += 32) {
            float2 value = unpack(x[base + (long long)r * pairs]);
            sum.x += value.x;
            sum.y += value.y;
        }
    }
    float2 mean = pair_sum<16>(sum);
    mean.x /= rows;
    mean.y /= rows;
    if (held) {
#pragma unroll
        for (int i = 0; i < HELD; i++) {
            if (i * 32 + threadIdx.y < rows) {
                float2 value = unpack(own[i]);
                squares.x += (value.x - mean.x) * (value.x - mean.x);
                squares.y += (value.y - mean.y) * (value.y - mean.y);
            }
        }
    } else {
        for (int r = threadIdx.y; r < rows && inside; r += 32) {
            float2 value = unpack(x[base + (long long)r * pairs]);
            squares.x += (value.x - mean.x) * (value.x - mean.x);
            squares.y += (value.y - mean.y) * (value.y - mean.y);
        }
    }
    squares = pair_sum<16>(squares);
    float2 inverse = make_float2(1 / sqrtf(squares.x / rows + epsilon), 1 / sqrtf(squares.y / rows + epsilon));
    if (!inside) return;
    if (threadIdx.y == 0) {
        ((float2 *)means)[blockIdx.y * pairs + col] = mean;
        ((float2 *)inverses)[blockIdx.y * pairs + col] = inverse;
    }
    float2 factor = output ? ((const float2 *)scale)[col] : mean, offset = output ? ((const float2 *)shift)[col] : mean;
#pragma unroll
    for (int i = 0; i < HELD; i++) {
        int r = i * 32 + threadIdx.y;
        if (held && r < rows) normalize_pair(own[i], mean, inverse, factor, offset, relu, x, output, base + (long long)r * pairs);
    }
    for (int r = threadIdx.y; r < rows && !held; r += 32) {
        long long at = base + (long long)r * pairs;
        normalize_pair(x[at], mean, inverse, factor, offset, relu, x, output, at);
    }
}

// Its gradient: blocks of 8 × 64 threads, which keep what they have read of both matrices.
__global__ void __launch_bounds__(512, 2) batch_norm_gradient_bf16(unsigned *gradient, const unsigned *normalized,
                                                                   const float *inverses, const float *scale,
                                                                   const float *shift, float *scale_gradients,
                                                                   float *shift_gradients, int rows, int cols, int relu) {
    int pairs = cols / 2, col = blockIdx.x * 8 + threadIdx.x;
    bool inside = col < pairs, held = rows <= HELD_PAIRS * 64;
    long long base = (long long)blockIdx.y * rows * pairs + col;
    float2 factor = inside && scale ? ((const float2 *)scale)[col] : make_float2(1, 1);
    float2 offset = inside && scale ? ((const float2 *)shift)[col] : make_float2(0, 0);
    unsigned xs[HELD_PAIRS], gs[HELD_PAIRS];
    float2 sum = make_float2(0, 0), dot = make_float2(0, 0);
    if (held) {
#pragma unroll
        for (int i = 0; i < HELD_PAIRS; i++) {
            int r = i * 64 + threadIdx.y;
            bool there = inside && r < rows;
            xs[i] = there ? normalized[base + (long long)r * pairs] : 0;
            gs[i] = there ? gradient[base + (long long)r * pairs] : 0;
        }
#pragma unroll
        for (int i = 0; i < HELD_PAIRS; i++) {
            float2 x = unpack(xs[i]), g = passed(unpack(gs[i]), x, factor, offset, relu);
            sum.x += g.x;
            sum.y += g.y;
            dot.x += g.x * x.x;
            dot.y += g.y * x.y;
        }
    } else {
        for (int r = threadIdx.y; r < rows && inside; r += 64) {
            long long at = base + (long long)r * pairs;
            float2 x = unpack(normalized[at]), g = passed(unpack(gradient[at]), x, factor, offset, relu);
            sum.x += g.x;
            sum.y += g.y;
            dot.x += g.x * x.x;
            dot.y += g.y * x.y;
        }
    }
    sum = pair_sum<8>(sum);
    dot = pair_sum<8>(dot);
    if (!inside) return;
    long long own = blockIdx.y * (long long)pairs + col;
    if (threadIdx.y == 0 && scale) {
        ((float2 *)shift_gradients)[own] = sum;
        ((float2 *)scale_gradients)[own] = dot;
    }
    float2 outer = ((const float2 *)inverses)[own];
    outer.x *= factor.x;
    outer.y *= factor.y;
    sum.x /= rows;
    sum.y /= rows;
    dot.x /= rows;
    dot.y /= rows;
#pragma unroll
    for (int i = 0; i < HELD_PAIRS; i++) {
        int r = i * 64 + threadIdx.y;
        if (held && r < rows) {
            float2 x = unpack(xs[i]), g = passed(unpack(gs[i]), x, factor, offset, relu);
            gradient[base + (long long)r * pairs] = inner_gradient(g, x, sum, dot, outer);
        }
    }
    for (int r = threadIdx.y; r < rows && !held; r += 64) {
        long long at = base + (long long)r * pairs;
        float2 x = unpack(normalized[at]), g = passed(unpack(gradient[at]), x, factor, offset, relu);
        gradient[at] = inner_gradient(g, x, sum, dot, outer);
    }
}

__global__ void add_views(const float *rows, int views, int cols, float *sum) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols) return;
    float total = 0;
    for (int v = 0; v < views; v++) total += rows[v * cols + col];
    sum[col] = total;
}

// What pulls the diagonal of the correlations to 1, for every column, and its part of the loss.
__global__ void barlow_diagonal(const float *views, int rows, int cols, float lambda, float scale, float *pull, float *terms) {
    int col = blockIdx.x * TILE + threadIdx.x;
    bool inside = col < cols;
    float sum = 0;
    for (int r = threadIdx.y; r < rows && inside; r += TILE)
        sum += views[(long long)r * cols + col] * views[(long long)(rows + r) * cols + col];
    float c = column_sum(sum) / rows;
    if (inside && threadIdx.y == 0) {
        pull[col] = scale * (-2 * (1 - c) - 2 * lambda * c) / rows;
        terms[col] = (1 - c) * (1 - c) - lambda * c * c;
    }
}

// The same of bfloat16, in blocks of 16 × 32 threads.
__global__ void barlow_diagonal_bf16(const unsigned *views, int rows, int cols, float lambda, float scale, float *pull,
                                     float *terms) {
    int pairs = cols / 2, col = blockIdx.x * 16 + threadIdx.x;
    bool inside = col < pairs;
    const unsigned *others = views + (long long)rows * pairs;
    float2 sum = make_float2(0, 0);
#pragma unroll 8
    for (int r = threadIdx.y; r < rows; r += 32) {
        long long at = (long long)r * pairs + col;
        float2 a = unpack(inside ? views[at] : 0), b = unpack(inside ? others[at] : 0);
        sum.x += a.x * b.x;
        sum.y += a.y * b.y;
    }
    sum = pair_sum<16>(sum);
    if (inside && threadIdx.y == 0) {
        float2 c = make_float2(sum.x / rows, sum.y / rows);
        ((float2 *)pull)[col] = make_float2(scale * (-2 * (1 - c.x) - 2 * lambda * c.x) / rows,
                                            scale * (-2 * (1 - c.y) - 2 * lambda * c.y) / rows);
        ((float2 *)terms)[col] = make_float2((1 - c.x) * (1 - c.x) - lambda * c.x * c.x, (1 - c.y) * (1 - c.y) - lambda * c.y * c.y);
    }
}

// The diagonal's part of the gradient: every view's is the other one, times the pull.
__global__ void barlow_cross(const float *views, const float *pull, int rows, int cols, float *gradient) {
    long long half = (long long)rows * cols;
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < half; i += (long long)gridDim.x * blockDim.x) {
        float weight = pull[i % cols];
        float a = views[i], b = views[half + i];
        gradient[i] = weight * b;
        gradient[half + i] = weight * a;
    }
}

__global__ void barlow_cross_bf16(const unsigned *views, const float *pull, int rows, int cols, unsigned *gradient) {
    int pairs = cols / 2;
    long long half = (long long)rows * pairs;
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < half; i += (long long)gridDim.x * blockDim.x) {
        float2 weight = ((const float2 *)pull)[i % pairs];
        float2 a = unpack(views[i]), b = unpack(views[half + i]);
        gradient[i] = pack(make_float2(weight.x * b.x, weight.y * b.y));
        gradient[half + i] = pack(make_float2(weight.x * a.x, weight.y * a.y));
    }
}

// SUMS blocks of 256 threads: the sum of a · b, or of a where b is null.
__global__ void sum_products(const float *a, const float *b, long long count, double *sums) {
    double sum = 0;
    for (long long i = blockIdx.x * 256LL + threadIdx.x; i < count; i += SUMS * 256LL) sum += (double)a[i] * (b ? b[i] : 1);
    sum = block_sum(sum);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

// One block of 256 threads.
__global__ void add_loss(const double *sums, double factor, double *losses, const int *now) {
    double sum = sum_of_sums(sums);
    if (threadIdx.x == 0) losses[*now] += factor * sum;
}

// SUMS blocks of 256 threads.
__global__ void reconstruction(const float *outputs, const float *targets, long long count, float target_scale, float factor,
                               float *gradient, double *sums) {
    double sum = 0;
    for (long long i = blockIdx.x * 256LL + threadIdx.x; i < count; i += SUMS * 256LL) {
        float difference = outputs[i] - target_scale * targets[i];
        gradient[i] = factor * difference;
        sum += (double)difference * difference;
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

// One block of 256 threads a pair: how far it and its non-pair are, and how hard the latter is pushed.
__global__ void contrastive_distances(const float *views, int batch, int cols, float margin, float *pushes, float *terms) {
    int i = blockIdx.x, next = (i + 1) % batch;
    const float *a = views + (long long)i * cols, *b = views + (long long)(batch + i) * cols;
    const float *other = views + (long long)(batch + next) * cols;
    double pair = 0, apart = 0;
    for (int j = threadIdx.x; j < cols; j += 256) {
        pair += (double)(a[j] - b[j]) * (a[j] - b[j]);
        apart += (double)(a[j] - other[j]) * (a[j] - other[j]);
    }
    pair = block_sum(pair);
    apart = block_sum(apart);
    if (threadIdx.x == 0) {
        double distance = sqrt(apart), lacking = margin > distance ? margin - distance : 0;
        terms[i] = (float)((pair + lacking * lacking) / (2.0 * batch));
        pushes[i] = distance == 0 ? 0 : (float)(-lacking / distance);
    }
}

__global__ void contrastive_gradient(const float *views, const float *pushes, int batch, int cols, float *gradient) {
    int i = blockIdx.x, next = (i + 1) % batch, before = (i + batch - 1) % batch;
    const float *first = views, *second = views + (long long)batch * cols;
    for (int j = threadIdx.x; j < cols; j += blockDim.x) {
        float own = first[(long long)i * cols + j], twin = second[(long long)i * cols + j];
        float after = second[(long long)next * cols + j], earlier = first[(long long)before * cols + j];
        gradient[(long long)i * cols + j] = (own - twin + pushes[i] * (own - after)) / batch;
        gradient[(long long)(batch + i) * cols + j] = (twin - own + pushes[before] * (twin - earlier)) / batch;
    }
}

// The first numbers of rows at length 1, a warp each, and their lengths where these are wanted. Shorter ones count as 1e-12 long. A row
// begins so many numbers after the one before.
__global__ void unit_rows(const float *from, int rows, int pitch, int cols, float *unit, float *lengths) {
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    from += (long long)row * pitch;
    unit += (long long)row * cols;
    double squares = 0;
    for (int j = threadIdx.x; j < cols; j += 32) squares += (double)from[j] * from[j];
    float length = fmaxf((float)sqrt(warp_sum(squares)), 1e-12f), inverse = 1 / length;
    for (int j = threadIdx.x; j < cols; j += 32) unit[j] = from[j] * inverse;
    if (lengths && threadIdx.x == 0) lengths[row] = length;
}

// From the gradient by the first numbers of rows at length 1 to that by the rows as they were, which is set or added to; a warp each.
__global__ void unit_rows_gradient(const float *by_unit, const float *unit, const float *lengths, int rows, int cols, float *gradient,
                                   int pitch, int adds) {
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    by_unit += (long long)row * cols;
    unit += (long long)row * cols;
    gradient += (long long)row * pitch;
    double dot = 0;
    for (int j = threadIdx.x; j < cols; j += 32) dot += (double)unit[j] * by_unit[j];
    float along = (float)warp_sum(dot), inverse = 1 / lengths[row];
    for (int j = threadIdx.x; j < cols; j += 32) {
        float own = (by_unit[j] - along * unit[j]) * inverse;
        gradient[j] = adds ? gradient[j] + own : own;
    }
}

// One block of 256 threads an anchor. Of its cosines to all rows of a batch, those of the outputs become the gradient of the
// mean divergence by them, a share of the loss. The anchors are every stride-th of a batch's from the first. Its own divergence is set, and its part of the gradient by the logarithm of the outputs'
// temperature. Anchors from the first query on count for nobody.
__global__ void neighborhood_rows(float *cosines, const float *target_cosines, int rows, int anchors, int first, int stride,
                                  int first_query, float target_temperature, const float *log_temperature, float share,
                                  float *divergences, float *slopes) {
    // as near to the anchor as this among the targets, a row is the anchor itself or a copy of it, and does not count
    const float itself = 1 - 1e-5f;
    float *student = cosines + (long long)blockIdx.x * rows;
    const float *teacher = target_cosines + (long long)(first + (int)blockIdx.x * stride) * rows;
    auto counts = [=](int j) { return teacher[j] < itself && (j < first_query || j >= anchors); };
    float inverse = expf(-*log_temperature), target_inverse = 1 / target_temperature;
    float most[2] = {-LARGEST, -LARGEST};
    for (int j = threadIdx.x; j < rows; j += 256) {
        if (!counts(j)) continue;
        most[0] = fmaxf(most[0], teacher[j] * target_inverse);
        most[1] = fmaxf(most[1], student[j] * inverse);
    }
    over_block(most, Larger());
    // of exp(t), exp(s), exp(t) (t - s), exp(t) s and exp(s) s, where t and s are logits less the largest
    float sums[5] = {0, 0, 0, 0, 0};
    for (int j = threadIdx.x; j < rows; j += 256) {
        if (!counts(j)) continue;
        float t = teacher[j] * target_inverse - most[0], s = student[j] * inverse - most[1];
        float p = expf(t), q = expf(s);
        sums[0] += p;
        sums[1] += q;
        sums[2] += p * (t - s);
        sums[3] += p * s;
        sums[4] += q * s;
    }
    over_block(sums, Sum());
    bool alone = sums[0] == 0;  // where no row counts
    float part = alone ? 0 : 1 / sums[0], own_part = alone ? 0 : 1 / sums[1], each = share / gridDim.x;
    if (threadIdx.x == 0) {
        divergences[blockIdx.x] = alone ? 0 : sums[2] * part - logf(sums[0]) + logf(sums[1]);
        slopes[blockIdx.x] = (sums[3] * part - sums[4] * own_part) * each;
    }
    for (int j = threadIdx.x; j < rows; j += 256) {
        float p = expf(teacher[j] * target_inverse - most[0]) * part, q = expf(student[j] * inverse - most[1]) * own_part;
        student[j] = counts(j) ? (q - p) * each * inverse : 0;
    }
}

// One block of 256 threads: a share of the mean divergence goes to the step's loss.
__global__ void neighborhood_sums(const float *divergences, const float *slopes, int anchors, float share, double *losses,
                                  const int *now, float *gradient) {
    double loss = 0, slope = 0;
    for (int i = threadIdx.x; i < anchors; i += 256) {
        loss += divergences[i];
        slope += slopes[i];
    }
    loss = block_sum(loss);
    slope = block_sum(slope);
    if (threadIdx.x == 0) {
        losses[*now] += share * loss / anchors;
        *gradient = (float)slope;
    }
}

__global__ void adam(float *p, bf16 *shadow, const float *g, float *m, float *v, long long count, float rate_multiplier,
                     const float *rates, const int *now) {
    adam_all(p, shadow, g, m, v, count, rate_multiplier, rates, now);
}

__global__ void adam_bf16(float *p, bf16 *shadow, const bf16 *g, float *m, float *v, long long count, float rate_multiplier,
                          const float *rates, const int *now) {
    adam_all(p, shadow, g, m, v, count, rate_multiplier, rates, now);
}

// SUMS blocks of 256 threads; first the sums of parameters, then those of gradients with their decay.
__global__ void lars_norms(const float *p, const float *g, long long count, float decay, double *sums) {
    lars_norms_all(p, g, count, decay, sums);
}

// Of bfloat16, at half of the bytes. What rounding adds to the squares of a million numbers goes either way: their sum is off by
// a few millionths.
__global__ void lars_norms_bf16(const bf16 *p, const bf16 *g, long long count, float decay, double *sums) {
    lars_norms_all(p, g, count, decay, sums);
}

// One block of 256 threads.
__global__ void lars_ratio(const double *sums, float trust, float *ratio) {
    double pp = sum_of_sums(sums);
    double gg = sum_of_sums(sums + SUMS);
    if (threadIdx.x == 0) *ratio = pp > 0 && gg > 0 ? (float)(trust * sqrt(pp) / sqrt(gg)) : 1;
}

__global__ void lars(float *p, bf16 *shadow, const float *g, float *v, long long count, const float *ratio, float momentum,
                     float decay, float rate_multiplier, const float *rates, const int *now) {
    lars_all(p, shadow, g, v, count, ratio, momentum, decay, rate_multiplier, rates, now);
}

__global__ void lars_bf16(float *p, bf16 *shadow, const bf16 *g, float *v, long long count, const float *ratio, float momentum,
                          float decay, float rate_multiplier, const float *rates, const int *now) {
    lars_all(p, shadow, g, v, count, ratio, momentum, decay, rate_multiplier, rates, now);
}

__global__ void average(float *running, const float *means, const float *inverses, int views, int cols, float part,
                        float epsilon) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols) return;
    for (int view = 0; view < views; view++) {
        float inverse = inverses[view * cols + col];
        running[col] += part * (means[view * cols + col] - running[col]);
        running[cols + col] += part * (1 / (inverse * inverse) - epsilon - running[cols + col]);
    }
}
}
