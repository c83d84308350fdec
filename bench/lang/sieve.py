"""The primes below 2000000, crossed out one by one in a CPython list or, given `numpy`, in a NumPy array.

Prints a checksum, then the seconds that the loops took.
"""

import sys
import time


def sieve(prime, n):
    prime[0] = False
    prime[1] = False
    i = 2
    while i * i < n:
        if prime[i]:
            for k in range(i * i, n, i):
                prime[k] = False
        i += 1
    return prime


n = 2000000
prime = [True] * n
if "numpy" in sys.argv:
    import numpy as np

    prime = np.ones(n, dtype=bool)
start = time.perf_counter()
prime = sieve(prime, n)
seconds = time.perf_counter() - start
print(int(sum(prime)), max(k for k in range(n) if prime[k]))
print(seconds)
