"""Times scikit-learn's PCA on a .npy file: FILE DIMS ROUND. The exact solvers run in the first round alone: they are slow."""
import sys
import time

import numpy as np
import sklearn
from sklearn.decomposition import PCA

SOLVERS = ("randomized", "covariance_eigh", "full")


def main():
    file, dims, number = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    for solver in SOLVERS if number == "1" else SOLVERS[:1]:
        begin = time.perf_counter()
        rows = np.load(file)
        loaded = time.perf_counter() - begin
        try:
            PCA(dims, svd_solver=solver, random_state=0).fit(rows)
        except ValueError:
            continue  # a version that lacks this solver
        seconds = time.perf_counter() - begin
        print(f"scikit-learn {sklearn.__version__} {solver}: {seconds:.2f} s, of which loading {loaded:.2f}", flush=True)


main()
