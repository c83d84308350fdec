"""Histograms and occurrences. Edges and weights are f64 (doc); NumPy takes over some dtypes of the elements."""

import numpy as np

from families.arguments import ALL, ANY, INFINITE, NONE, REAL, number
from families.row import Near, Row

EPS = np.finfo(np.float64).eps


def elements(draw, kinds=REAL):
    """Numbers for bins: integers and halves fall on edges. Seldom they are complex."""
    return draw.values(draw.shape(), draw.dtype(ALL if draw.chance(0.03) else kinds), NONE if draw.chance(0.7) else INFINITE)


def bins(draw):
    return draw.random.randint(1 - draw.chance(0.03), 9)


def counting(draw):
    return [elements(draw)], {"bins": bins(draw)}


def counting_within(draw):
    low, width = draw.random.randint(-5, 3), draw.pick(8, 0.5, 2.0, 100, 0, 0 if draw.chance(0.5) else -1)
    low, high = (number(low), number(low + width)) if not draw.chance(0.02) else (number(np.nan), number(1))
    return [elements(draw)], {"bins": bins(draw), "low": low, "high": high}


def counting_edges(draw):
    edges = draw.values([draw.random.randint(0, 8)], draw.dtype("iuf"), NONE)
    edges = edges if draw.chance(0.05) else np.sort(edges)
    return [elements(draw), edges], {}


def counting_weights(draw):
    x = elements(draw)
    shape = draw.broadcast(x.shape) if draw.chance(0.03) else x.shape
    return [x, draw.values(shape, draw.dtype(REAL), NONE)], {"bins": bins(draw)}


def real(x):
    if x.dtype.kind == "c":
        raise TypeError("complex numbers are not counted")
    return x.astype(np.float64)


def edges_near(edges):
    """Edges are a step times a number and a sum away."""
    return Near(edges.astype(np.float64), 3 * EPS * np.max(np.abs(edges)))


def histogram(x, bins, low=None, high=None):
    limits = None if low is None else (float(low), float(high))
    counts, edges = np.histogram(real(x), bins, limits)
    return counts, edges_near(edges)


def density(x, bins):
    counts, edges = np.histogram(real(x), bins)
    with np.errstate(invalid="ignore"):
        exact = counts / np.diff(edges) / np.sum(counts)
    # The widths are differences of edges, each of which is a step away.
    moved = 6 * EPS * np.max(np.abs(edges)) / np.min(np.diff(edges))
    return Near(exact, exact * (moved + 4 * EPS))


def by_edges(x, edges):
    edges = real(edges)
    if edges.size < 2:
        raise ValueError("edges")
    counts, edges = np.histogram(real(x), edges)
    return counts, edges


def weighted(x, weights, bins):
    if x.shape != weights.shape:
        raise ValueError("weights")
    weights = real(weights)
    sums, edges = np.histogram(real(x), bins, weights=weights)
    # Added one by one: a rounding for each of the weights.
    return Near(sums.astype(np.float64), x.size * EPS * np.sum(np.abs(weights))), edges_near(edges)


def whole(draw):
    """A vector of small integers; seldom something else."""
    shape = draw.shape(1, 1) if not draw.chance(0.03) else draw.shape(0, 3)
    dtype = draw.dtype("biu" if not draw.chance(0.03) else ALL)
    x = draw.values(shape, dtype, NONE)
    if dtype.kind in "iu":
        x = np.abs(x.astype(np.int64) % 60).astype(dtype)
        x = x - dtype.type(1) if dtype.kind == "i" and draw.chance(0.1) else x
    return x


def occurring(draw):
    return [whole(draw)], {"minlength": draw.pick(0, 0, 5, 70)}


def occurring_weights(draw):
    x = whole(draw)
    shape = draw.broadcast(x.shape) if draw.chance(0.03) else x.shape
    return [x, draw.values(shape, draw.dtype(REAL), NONE)], {"minlength": draw.pick(0, 0, 5, 70)}


def bincount(x, minlength):
    if x.dtype.kind not in "biu":
        raise TypeError("only integers are counted")
    return np.bincount(x.astype(np.int64), minlength=minlength).astype(np.int64)


def bincount_weighted(x, weights, minlength):
    bincount(x, minlength)
    if x.shape != weights.shape:
        raise ValueError("weights")
    weights = real(weights)
    sums = np.bincount(x.astype(np.int64), weights, minlength)
    return Near(sums.astype(np.float64), x.size * EPS * np.sum(np.abs(weights)))


def digitizing(draw):
    edges = draw.values([draw.random.randint(0, 8)], draw.dtype("iuf"), NONE)
    edges = edges if draw.chance(0.05) else np.sort(edges)[:: draw.pick(1, -1)]
    dtype = draw.dtype(REAL)
    return [draw.values(draw.shape(), dtype, ANY), edges], {"right": draw.chance(0.5)}


def digitized(x, edges, right):
    """Elements and edges meet in the dtype that holds both."""
    both = np.result_type(x, edges)
    return np.asarray(np.digitize(x.astype(both), edges.astype(both), right)).astype(np.int64)


ROWS = {
    "histogram": Row(counting, histogram),
    "density": Row(counting, density),
    "histogram_within": Row(counting_within, histogram),
    "histogram_edges": Row(counting_edges, by_edges),
    "histogram_weighted": Row(counting_weights, weighted),
    "bincount": Row(occurring, bincount),
    "bincount_weighted": Row(occurring_weights, bincount_weighted),
    "digitize": Row(digitizing, digitized),
}
