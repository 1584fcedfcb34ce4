// Exact nearest neighbours: scores come from the tensor cores in tiles, here the best of every row are picked and then
// measured once more in full precision. The nearest has the largest score, x · y − ‖y‖² / 2.

#define THREADS 1024
#define WIDTH 32                 // scores of a thread, which it keeps in registers: a tile is at most THREADS × WIDTH wide
#define KEPT 32                  // candidates of a row; as many as a block has warps, see `bound`
#define NONE (-3.0e38f)

extern "C" {

// One block a row of the tile. `best` and `numbers` hold every row's candidates so far, best first.
__global__ void __launch_bounds__(THREADS) pick(const float *scores, long long stride, int width, const float *half_squares,
                                                int first_row, int first_column, float *best, int *numbers) {
    __shared__ float values[THREADS];
    __shared__ int columns[THREADS];
    __shared__ float warp_best[32];
    __shared__ int found;
    int row = blockIdx.x, thread = threadIdx.x;
    const float *own = scores + row * stride;
    float *row_best = best + (long long)(first_row + row) * KEPT;
    int *row_numbers = numbers + (long long)(first_row + row) * KEPT;

    float mine[WIDTH], largest = NONE;
    for (int i = 0; i < WIDTH; i++) {
        int column = i * THREADS + thread;
        bool counts = column < width && first_column + column != first_row + row;
        mine[i] = counts ? own[column] - half_squares[column] : NONE;
        largest = fmaxf(largest, mine[i]);
    }

    // Every warp has a score of at least the smallest of the warps' best: KEPT scores reach it, so none below can be kept.
    float warp = largest;
    for (int offset = 16; offset > 0; offset /= 2) warp = fmaxf(warp, __shfl_xor_sync(~0u, warp, offset));
    if (thread % 32 == 0) warp_best[thread / 32] = warp;
    if (thread == 0) found = 0;
    __syncthreads();
    float bound = row_best[KEPT - 1];
    float smallest = warp_best[thread % 32];
    for (int offset = 16; offset > 0; offset /= 2) smallest = fminf(smallest, __shfl_xor_sync(~0u, smallest, offset));
    float last = bound;
    bound = fmaxf(bound, smallest);

    if (largest >= bound && largest > last) {
        for (int i = 0; i < WIDTH; i++) {
            if (mine[i] >= bound && mine[i] > last) {
                int place = atomicAdd(&found, 1);
                // more than this only where hundreds are equally near; then any of them will do
                if (place < THREADS - KEPT) {
                    values[place] = mine[i];
                    columns[place] = first_column + i * THREADS + thread;
                }
            }
        }
    }
    __syncthreads();
    int count = min(found, THREADS - KEPT);
    if (count == 0) return;
    if (thread < KEPT) {
        values[count + thread] = row_best[thread];
        columns[count + thread] = row_numbers[thread];
    }
    count += KEPT;
    int size = 64;
    while (size < count) size *= 2;
    for (int i = count + thread; i < size; i += THREADS) {
        values[i] = NONE;
        columns[i] = 0x7fffffff;
    }
    __syncthreads();

    // bitonic sort: larger scores first, of equals the smaller number
    for (int run = 2; run <= size; run *= 2) {
        for (int step = run / 2; step > 0; step /= 2) {
            int other = thread ^ step;
            if (thread < size && other > thread) {
                bool up = (thread & run) == 0;
                bool before = values[thread] > values[other]
                    || (values[thread] == values[other] && columns[thread] < columns[other]);
                if (before != up) {
                    float value = values[thread];
                    values[thread] = values[other];
                    values[other] = value;
                    int column = columns[thread];
                    columns[thread] = columns[other];
                    columns[other] = column;
                }
            }
            __syncthreads();
        }
    }
    if (thread < KEPT) {
        row_best[thread] = values[thread];
        row_numbers[thread] = columns[thread];
    }
}

__global__ void no_candidates(float *best, int *numbers, long long count) {
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < count; i += (long long)gridDim.x * blockDim.x) {
        best[i] = NONE;
        numbers[i] = 0x7fffffff;
    }
}

// One block of 256 threads a row.
__global__ void half_squares(const float *rows, int cols, float *result) {
    __shared__ double part[256];
    double sum = 0;
    for (int j = threadIdx.x; j < cols; j += 256) {
        double value = rows[(long long)blockIdx.x * cols + j];
        sum += value * value;
    }
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int width = 128; width > 0; width /= 2) {
        if (threadIdx.x < width) part[threadIdx.x] += part[threadIdx.x + width];
        __syncthreads();
    }
    if (threadIdx.x == 0) result[blockIdx.x] = (float)(part[0] / 2);
}

// One warp a candidate, KEPT warps a row: distances in double precision, then the k nearest, nearest first.
__global__ void __launch_bounds__(KEPT * 32) settle(const float *rows, int cols, const int *numbers, int k, int squared,
                                                    int *nearest) {
    __shared__ double distances[KEPT];
    __shared__ int own[KEPT];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    long long row = blockIdx.x;
    int other = numbers[row * KEPT + warp];
    double sum = 0;
    if (other != 0x7fffffff) {
        for (int j = lane; j < cols; j += 32) {
            double a = rows[row * cols + j], b = rows[(long long)other * cols + j];
            sum += squared ? (a - b) * (a - b) : -a * b;
        }
    }
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(~0u, sum, offset);
    if (lane == 0) {
        distances[warp] = other == 0x7fffffff ? 1e300 : sum;
        own[warp] = other;
    }
    __syncthreads();
    if (threadIdx.x < KEPT) {
        int place = 0;
        for (int i = 0; i < KEPT; i++) {
            place += distances[i] < distances[threadIdx.x]
                || (distances[i] == distances[threadIdx.x] && (own[i] < own[threadIdx.x] || (own[i] == own[threadIdx.x] && i < threadIdx.x)));
        }
        if (place < k) nearest[row * k + place] = own[threadIdx.x];
    }
}
}
