"""Sorting along an axis, and searching in what is sorted. Every sort is stable, and puts NaN last (R31)."""

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from families.arguments import ALL, ANY, INTEGERS, NONE
from families.row import Exact, Like, Row


def special(dtype):
    """NaN among complex numbers has more than one place: they come without."""
    return NONE if dtype.kind == "c" else ANY


def sorting(**options):
    """Draws a tensor, an axis, and what `options` draw by the size of that axis."""

    def make(draw):
        dtype = draw.dtype(ALL)
        x = draw.values(draw.shape(huge=True), dtype, special(dtype))
        axis = draw.axis(x.ndim)
        size = x.shape[axis] if -x.ndim <= axis < x.ndim else 1
        return [x], {"axis": axis} | {name: option(draw, size) for name, option in options.items()}

    return make


def ranks(x):
    """The place of each element's value among all values, equal for equal ones; -1 for NaN."""
    values, inverse = np.unique(x, return_inverse=True)
    found = inverse.reshape(x.shape).astype(np.int64)
    return np.where(np.isnan(x), -1, found) if x.dtype.kind in "fc" else found


def order(x, axis, descending=False):
    axis = normalize_axis_index(axis, x.ndim)
    if descending:
        return np.argsort(-ranks(x), axis=axis, kind="stable")
    return np.argsort(x, axis=axis, kind="stable")


def in_order(x, axis, descending=False):
    return Exact(np.take_along_axis(x, order(x, axis, descending), axis), signs=True)


def first(x, axis, k, largest):
    places = order(x, axis, descending=largest)
    if k > x.shape[axis]:
        raise ValueError("k")
    places = np.take(places, range(k), axis=axis)
    return Exact(np.take_along_axis(x, places, axis), signs=True), places


def partitioned(x, axis, nth):
    axis = normalize_axis_index(axis, x.ndim)
    size = x.shape[axis]
    if any(not -size <= place < size for place in nth):
        raise ValueError("nth")
    return Like(x.shape, x.dtype)


def check_partition(found, x, axis, nth):
    """At each place stands what sorting puts there, and none before it is greater, none behind it less."""
    wanted = np.sort(x, axis=axis)
    yield "sorted", Exact(wanted), np.sort(found[0], axis=axis)
    for place in nth:
        place %= x.shape[axis]
        yield f"entry {place}", Exact(wanted.take(place, axis)), found[0].take(place, axis)
        for part in (range(place), range(place, x.shape[axis])):
            inside, ours = wanted.take(part, axis), found[0].take(part, axis)
            yield f"the side {part}", Exact(np.sort(inside, axis=axis)), np.sort(ours, axis=axis)


def some_places(draw, size):
    most = size + draw.chance(0.02)
    return [draw.random.randint(-most, most - 1) for _ in range(draw.random.randint(0, 3)) if most]


def searching(draw):
    dtype, other = draw.dtype(ALL), draw.dtype(ALL)
    x = np.sort(draw.values(draw.shape(1, 1, huge=True), dtype, special(dtype)))
    if draw.chance(0.02):
        x = x.reshape(-1, 1)
    return [x, draw.values(draw.shape(), other, special(other))], {"right": draw.chance(0.5)}


def searching_by(draw):
    [x, values], options = searching(draw)
    x = draw.numbers.permutation(x)
    sorter = np.argsort(x, axis=0, kind="stable")
    if sorter.size and draw.chance(0.03):
        sorter = sorter + 1
    fits = draw.dtype(INTEGERS) if sorter.size < 100 else np.dtype(np.int64)
    return [x, sorter.astype(fits), values], options


def searched(x, values, right):
    if x.ndim != 1:
        raise ValueError("rank")
    if {x.dtype, values.dtype} == {np.dtype(np.int64), np.dtype(np.uint64)}:
        # No dtype holds both; as objects they are Python's own numbers.
        found = np.searchsorted(x.astype(object), values.astype(object), "right" if right else "left")
        return np.asarray(found, np.int64)
    both = np.result_type(x, values)
    return np.searchsorted(x.astype(both), values.astype(both), "right" if right else "left")


def searched_by(x, sorter, values, right):
    if sorter.shape != x.shape or x.ndim != 1 or (sorter >= x.size).any():
        raise ValueError("sorter")
    return searched(x[sorter.astype(np.int64)], values, right)


ROWS = {
    "sort": Row(sorting(), in_order),
    "sort_descending": Row(sorting(), lambda x, axis: in_order(x, axis, True)),
    "argsort": Row(sorting(), order),
    "argsort_descending": Row(sorting(), lambda x, axis: order(x, axis, True)),
    "topk": Row(
        sorting(
            k=lambda draw, size: draw.random.randint(0, size + draw.chance(0.05)),
            largest=lambda draw, _: draw.chance(0.5),
        ),
        first,
    ),
    "partition": Row(sorting(nth=some_places), partitioned, check_partition),
    "searchsorted": Row(searching, searched),
    "searchsorted_by": Row(searching_by, searched_by),
}
