"""Tensors as sets. Each NaN is distinct from all others (R31)."""

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from families.arguments import ALL, ZEROS
from families.row import Exact, Row
from families.sort import special


def one(draw):
    dtype = draw.dtype(ALL)
    return [draw.values(draw.shape(), dtype, special(dtype))], {}


def two(**options):
    def make(draw):
        [x], _ = one(draw)
        [y], _ = one(draw)
        if draw.chance(0.05):
            x, y = beyond_doubles(draw, np.int64), beyond_doubles(draw, np.uint64)
        return ([x, y] if draw.chance(0.5) else [y, x]), {name: option(draw) for name, option in options.items()}

    return make


def beyond_doubles(draw, dtype):
    """Numbers whose neighbours f64 does not tell apart, and the ends of their dtype."""
    near = (np.uint64(1) << np.uint64(53)) + draw.numbers.integers(0, 4, draw.shape(), dtype=np.uint64)
    ends = np.where(draw.numbers.random(near.shape) < 0.5, np.iinfo(dtype).min, np.iinfo(dtype).max)
    return np.where(draw.numbers.random(near.shape) < 0.2, ends.astype(dtype), near.astype(dtype))


def unique(x):
    """Values, the first place of each, each element's place among the values, counts."""
    _, places, inverse, counts = np.unique(x, True, True, True, equal_nan=False)
    values = Exact(x.reshape(-1)[places], signs=True)
    return values, places.astype(np.int64), inverse.reshape(x.shape).astype(np.int64), counts.astype(np.int64)


def entries(draw):
    """Tensors of which some entries along an axis are equal."""
    dtype = draw.dtype("iufb")
    x = draw.values(draw.shape(1, 4), dtype, ZEROS)
    axis = draw.axis(x.ndim)
    if -x.ndim <= axis < x.ndim and x.shape[axis]:
        x = np.take(x, draw.numbers.integers(0, min(3, x.shape[axis]), x.shape[axis]), axis)
    return [x], {"axis": axis}


def along(x, axis):
    """Values, the first place of each, each entry's place among the values, counts."""
    axis = normalize_axis_index(axis, x.ndim)
    if x.size == 0:
        # NumPy makes one entry of no elements whether or not there are entries.
        count = x.shape[axis]
        kept = min(count, 1)
        values = np.zeros([kept if k == axis else size for k, size in enumerate(x.shape)], x.dtype)
        return values, *(np.asarray(part, np.int64) for part in ([0] * kept, [0] * count, [count] * kept))
    _, places, inverse, counts = np.unique(x, True, True, True, axis=axis, equal_nan=False)
    values = Exact(np.take(x, places, axis), signs=True)
    return values, places.astype(np.int64), inverse.reshape(-1).astype(np.int64), counts.astype(np.int64)


def parts(*chosen):
    return lambda x: [unique(x)[k] for k in chosen]


def among(x, y, invert=False):
    """Whether elements are in a set, both in the dtype that holds both."""
    if {x.dtype, y.dtype} == {np.dtype(np.int64), np.dtype(np.uint64)}:
        # No dtype holds both; as objects they are Python's own numbers.
        found = np.isin(x.astype(object), y.astype(object).reshape(-1), invert=invert)
        return np.asarray(found, bool).reshape(x.shape)
    both = np.result_type(x, y)
    return np.isin(x.astype(both), y.astype(both).reshape(-1), invert=invert)


def chosen(invert):
    def call(x, y):
        values = unique(x)[0].array
        return Exact(values[among(values, y, invert)])

    return call


def union(x, y):
    both = np.result_type(x, y)
    return Exact(unique(np.concatenate([x.astype(both).reshape(-1), y.astype(both).reshape(-1)]))[0].array)


def only_one(x, y):
    return union(*(chosen(True)(*pair).array for pair in ((x, y), (y, x))))


ROWS = {
    "unique_values": Row(one, parts(0)),
    "unique_counts": Row(one, parts(0, 3)),
    "unique_inverse": Row(one, parts(0, 2)),
    "unique_all": Row(one, parts(0, 1, 2, 3)),
    "unique_along": Row(entries, along),
    "isin": Row(two(invert=lambda draw: draw.chance(0.5)), among),
    "intersect1d": Row(two(), chosen(False)),
    "setdiff1d": Row(two(), chosen(True)),
    "union1d": Row(two(), union),
    "setxor1d": Row(two(), only_one),
}
