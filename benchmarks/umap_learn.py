"""Times umap-learn on a gzipped IDX file of pictures: FILE."""
import gzip
import sys
import time

import numpy as np
import umap

WARM_UP = 5000  # above 4,096 rows umap-learn searches neighbours another way


def main():
    with gzip.open(sys.argv[1]) as file:
        data = file.read()
    count, height, width = np.frombuffer(data, ">i4", 3, 4)
    rows = np.frombuffer(data, np.uint8, offset=16).reshape(count, height * width).astype(np.float32)
    umap.UMAP(n_epochs=10).fit(rows[:WARM_UP])
    begin, cpu = time.perf_counter(), time.process_time()
    umap.UMAP().fit(rows)
    seconds, cpu = time.perf_counter() - begin, time.process_time() - cpu
    print(f"umap-learn {umap.__version__}: {seconds:.1f} s, of the processor {cpu:.1f} s", flush=True)


main()
