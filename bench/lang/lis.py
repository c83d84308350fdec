"""The longest increasing subsequence of 2000 numbers, with CPython's lists or, given `numpy`, with NumPy's elements.

Prints a checksum, then the seconds that the loops took.
"""

import sys
import time


def numbers(n):
    x, state = [0] * n, 12345
    for i in range(n):
        state = (state * 1103515245 + 12345) % 2147483648
        x[i] = state % 100000
    return x


def longest(x, best, n):
    for i in range(n):
        for j in range(i):
            if x[j] < x[i] and best[j] + 1 > best[i]:
                best[i] = best[j] + 1
    return best


n = 2000
x, best = numbers(n), [1] * n
if "numpy" in sys.argv:
    import numpy as np

    x, best = np.array(x, dtype=np.int32), np.ones(n, dtype=np.int32)
start = time.perf_counter()
best = longest(x, best, n)
seconds = time.perf_counter() - start
print(int(max(best)), int(sum(best)))
print(seconds)
