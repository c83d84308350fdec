"""k-means of 20000 points in 8 dimensions around 16 centres, 10 rounds, in NumPy.

Prints a checksum, then the seconds that the rounds took.
"""

import time

import numpy as np


def nearest(points, centres):
    apart = points[:, None, :] - centres[None, :, :]
    return np.argmin((apart * apart).sum(axis=2), axis=1)


def cluster(points, centres, rounds):
    for _ in range(rounds):
        owner = nearest(points, centres)
        for c in range(len(centres)):
            centres[c] = points[owner == c].mean(axis=0)
    return centres


count, dims, groups = 20000, 8, 16
points = (np.sin(np.arange(count * dims) * 12.9898) * 4.37585).reshape((count, dims))
start = time.perf_counter()
centres = cluster(points, points[:groups].copy(), 10)
seconds = time.perf_counter() - start
print(float(np.round(np.abs(centres).sum() * 1000000) / 1000000))
print(seconds)
