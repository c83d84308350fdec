"""Paths through a grid of 700 by 700, counted modulo a prime, in lists or, given `numpy`, in a NumPy array.

Prints a checksum, then the seconds that the loops took.
"""

import sys
import time


def paths(count, n):
    for i in range(1, n):
        for j in range(1, n):
            count[i][j] = (count[i - 1][j] + count[i][j - 1]) % 1000003
    return count


def paths_numpy(count, n):
    for i in range(1, n):
        for j in range(1, n):
            count[i, j] = (count[i - 1, j] + count[i, j - 1]) % 1000003
    return count


n = 700
count = [[1] * n for _ in range(n)]
run = paths
if "numpy" in sys.argv:
    import numpy as np

    count, run = np.ones((n, n), dtype=np.int32), paths_numpy
start = time.perf_counter()
count = run(count, n)
seconds = time.perf_counter() - start
total = sum(int(value) for row in count for value in row)
print(int(count[n - 1][n - 1]), total % 1000003)
print(seconds)
