"""FAISS's exact and approximate k nearest neighbours of every row of a .npy file, on two threads: the time of building an
index and of searching every row, and the share of the true neighbours that is found. Long searches are timed on some of the
rows, drawn at random, and counted for all: a search's time is proportional to the number of queries.

  faiss_neighbors.py FILE K RECALL [--whole]     --whole times the exact search on all rows
"""
import sys
import time

import faiss
import numpy as np

WANTED_TRIALS = (
    # name, factory string, the parameter to raise until the recall is reached
    ("IVF256", "IVF256,Flat", "nprobe", (2, 4, 6, 8, 12, 16, 24, 32, 48)),
    ("IVF1024", "IVF1024,Flat", "nprobe", (4, 8, 12, 16, 24, 32, 48, 64, 96)),
    ("IVF4096", "IVF4096,Flat", "nprobe", (8, 16, 24, 32, 48, 64, 96, 128, 192)),
    ("HNSW16", "HNSW16", "efSearch", (16, 32, 64, 128, 256, 512, 1024, 2048)),
    ("HNSW32", "HNSW32", "efSearch", (16, 32, 64, 128, 256, 512, 1024, 2048)),
)


def recall(found, truth, asked, k):
    kept = 0
    for i, row in enumerate(asked):
        true = [j for j in truth[i] if j != row][:k]
        kept += len(set(true) & {j for j in found[i] if j != row})
    return kept / (len(asked) * k)


def main():
    file, k, wanted = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    faiss.omp_set_num_threads(2)
    rows = np.ascontiguousarray(np.load(file), dtype=np.float32)
    n, dims = rows.shape
    asked = np.random.default_rng(1).choice(n, min(n, 10000), replace=False)
    queries = np.ascontiguousarray(rows[asked])

    def timed_search(index, sample=queries):
        begin = time.perf_counter()
        _, found = index.search(sample, k + 1)
        return (time.perf_counter() - begin) * n / len(sample), found

    flat = faiss.IndexFlatL2(dims)
    flat.add(rows)
    exact, truth = timed_search(flat)
    if "--whole" in sys.argv:
        exact, _ = timed_search(flat, rows)
    print(f"FAISS {faiss.__version__} exact: {exact:.1f} s", flush=True)
    best = exact
    for name, factory, parameter, values in WANTED_TRIALS:
        index = faiss.index_factory(dims, factory)
        begin = time.perf_counter()
        index.train(rows)
        index.add(rows)
        building = time.perf_counter() - begin
        for value in values:
            faiss.ParameterSpace().set_index_parameter(index, parameter, value)
            searching, found = timed_search(index)
            reached = recall(found, truth, asked, k)
            print(f"FAISS {name}, {parameter} {value}: recall {reached:.3f}, {building + searching:.1f} s", flush=True)
            if reached >= wanted:
                best = min(best, building + searching)
            if reached >= wanted or building + searching > 1.5 * best:
                break
    print(f"FAISS's best of these with a recall of at least {wanted}: {best:.1f} s")


main()
