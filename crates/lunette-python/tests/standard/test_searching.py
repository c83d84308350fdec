"""Searching, sorting and sets beside NumPy's: order, nan, duplicates, stability."""

import math

from hypothesis import given, strategies as st
import numpy as np
import pytest

import lunette as xp
from support import dtypes
from support.compare import check_equal, check_form, own, to_numpy
from support.random_arrays import arrays, axes_of, broadcastable, shapes

REALS = dtypes.REALS


def sorted_by_numpy(array, axis, descending):
    """In order with nan last, in both directions."""
    if not descending or not array.size:
        return np.sort(array, axis=axis)
    numbers = np.moveaxis(array, axis, -1)
    lanes = [np.asarray(in_descending_order(lane), array.dtype) for lane in numbers.reshape(-1, numbers.shape[-1])]
    return np.moveaxis(np.asarray(lanes, array.dtype).reshape(numbers.shape), -1, axis)


def in_descending_order(lane):
    """A lane turned round, but for nan."""
    values = lane.tolist()
    plain = sorted((value for value in values if value == value), reverse=True)
    return plain + [math.nan] * (len(values) - len(plain))


@given(data=st.data())
def test_top_k(data):
    """As the draft of the standard has it."""
    array, x = data.draw(arrays(REALS, shapes(3, 0, 6, 1), special=data.draw(st.booleans()), small=True))
    axis = data.draw(st.integers(-array.ndim, array.ndim - 1))
    k = data.draw(st.integers(0, array.shape[axis]))
    for mode in ("largest", "smallest"):
        found = xp.top_k(x, k, axis=axis, mode=mode)
        assert found._fields == ("values", "indices") and found.indices.dtype == xp.int64
        lanes = np.moveaxis(sorted_by_numpy(array, axis, mode == "largest"), axis, -1)[..., :k]
        check_equal(found.values, np.moveaxis(lanes, -1, axis))
        check_equal(found.values, np.take_along_axis(array, to_numpy(found.indices), axis))
    for wrong in ({"mode": "greatest"}, {"axis": array.ndim}):
        with pytest.raises(ValueError):
            xp.top_k(x, k, **wrong)
    with pytest.raises(ValueError):
        xp.top_k(x, array.shape[axis] + 1, axis=axis)


def test_all_elements_are_sorted_in_one_row():
    array = np.asarray([[3, 1], [2, 0]])
    x = xp.asarray(array)
    check_equal(xp.sort(x, axis=None), np.sort(array, axis=None))
    check_equal(xp.argsort(x, axis=None, descending=True), np.asarray([0, 2, 1, 3]))
    check_equal(xp.partition(x, 1, axis=None)[:2], np.asarray([0, 1]))
    assert xp.argpartition(x, 0, axis=None)[0] == 3


@given(data=st.data())
def test_sort_and_argsort(data):
    array, x = data.draw(arrays(REALS, shapes(3, 0, 6, 1), special=data.draw(st.booleans()), small=True))
    axis = data.draw(st.integers(-array.ndim, array.ndim - 1))
    for descending in (False, True):
        expected = sorted_by_numpy(array, axis, descending)
        for stable in (False, True):
            check_equal(xp.sort(x, axis=axis, descending=descending, stable=stable), expected)
            order = xp.argsort(x, axis=axis, descending=descending, stable=stable)
            check_form(order, "int64", array.shape)
            check_equal(xp.take_along_axis(x, order, axis=axis), expected)
    check_equal(xp.sort(x), np.sort(array))


@given(data=st.data())
def test_stable_orders_keep_equals_as_they_were(data):
    array, x = data.draw(arrays(REALS, shapes(1, 0, 40, 1), small=True))
    array, x = array % 3, x % 3
    check_equal(xp.argsort(x), np.argsort(array, kind="stable").astype("int64"))
    backwards = sorted(range(array.size), key=lambda at: -float(array[at]))
    check_equal(xp.argsort(x, descending=True), np.asarray(backwards, "int64"))


@pytest.mark.parametrize("dtype", REALS)
def test_long_sorts(dtype):
    rng = np.random.default_rng(5)
    array = (rng.integers(0, 100, 5000)).astype(dtype)
    x = own(array)
    check_equal(xp.sort(x), np.sort(array))
    check_equal(xp.argsort(x), np.argsort(array, kind="stable").astype("int64"))
    check_equal(xp.sort(x, descending=True), np.sort(array)[::-1])


@pytest.mark.parametrize("name", ["argmax", "argmin"])
@given(data=st.data())
def test_where_the_extremes_are(name, data):
    array, x = data.draw(arrays(REALS, shapes(3, 1, 4), small=True))
    axis = data.draw(st.none() | st.integers(-array.ndim, array.ndim - 1)) if array.ndim else None
    keepdims = data.draw(st.booleans())
    expected = getattr(np, name)(array, axis=axis, keepdims=keepdims)
    check_equal(getattr(xp, name)(x, axis=axis, keepdims=keepdims), expected)


@given(data=st.data())
def test_nonzero_and_its_count(data):
    array, x = data.draw(arrays(dtypes.EVERY, small=True))
    if array.ndim:
        found = xp.nonzero(x)
        assert type(found) is tuple
        for ours, theirs in zip(found, np.nonzero(array), strict=True):
            check_equal(ours, theirs)
    axis, keepdims = data.draw(axes_of(array.ndim)), data.draw(st.booleans())
    counted = np.asarray(np.count_nonzero(array, axis=axis, keepdims=keepdims), "int64")
    check_equal(xp.count_nonzero(x, axis=axis, keepdims=keepdims), counted)


@given(data=st.data())
def test_searchsorted(data):
    first, second, dtype = data.draw(st.sampled_from(dtypes.pairs_of("R")))
    haystack, _ = data.draw(arrays([first], shapes(1, 0, 8, 1), small=True))
    needles, v = data.draw(arrays([second], shapes(2), small=True))
    order = np.argsort(haystack, kind="stable")
    for side in ("left", "right"):
        expected = np.searchsorted(np.sort(haystack).astype(dtype), needles.astype(dtype), side)
        check_equal(xp.searchsorted(own(np.sort(haystack)), v, side=side), expected)
        check_equal(xp.searchsorted(own(haystack), v, side=side, sorter=own(order)), expected)
        number = 1 if first in dtypes.INTEGERS else 1.5
        expected = np.searchsorted(np.sort(haystack), np.asarray(number, first), side)
        check_equal(xp.searchsorted(own(np.sort(haystack)), number, side=side), np.asarray(expected, "int64"))


@given(data=st.data())
def test_where(data):
    first, second, dtype = data.draw(st.sampled_from(dtypes.PAIRS))
    (one, two, three), common = data.draw(broadcastable(3))
    (c, condition), (a, x), (b, y) = (
        data.draw(arrays([name], shape)) for name, shape in (("bool", one), (first, two), (second, three))
    )
    check_equal(xp.where(condition, x, y), np.where(c, a, b).astype(dtype))
    for kind in dtypes.scalar_kinds(first):
        shape = np.broadcast_shapes(one, two)
        expected = np.broadcast_to(np.where(c, a, np.asarray(kind(1), first)), shape)
        check_equal(xp.where(condition, x, kind(1)), expected)
        check_equal(xp.where(condition, kind(1), x), np.where(c, np.asarray(kind(1), first), a))


@given(data=st.data())
def test_unique(data):
    array, x = data.draw(arrays(dtypes.EVERY, special=data.draw(st.booleans()), small=True))
    whole = xp.unique_all(x)
    assert type(whole)._fields == ("values", "indices", "inverse_indices", "counts")
    values = to_numpy(whole.values)
    check_form(whole.values, array.dtype.name, (len(values),))
    check_form(whole.indices, "int64", values.shape)
    check_form(whole.inverse_indices, "int64", array.shape)
    check_form(whole.counts, "int64", values.shape)
    flat = array.reshape(-1)
    np.testing.assert_array_equal(flat[to_numpy(whole.indices)], values)
    np.testing.assert_array_equal(values[to_numpy(whole.inverse_indices)], array)
    assert int(xp.sum(whole.counts)) == array.size
    seen = [value for value in values.tolist() if value == value]
    assert len(seen) == len(set(seen)), "no value stands twice"
    nans = [at for at, value in enumerate(values.tolist()) if value != value]
    assert len(nans) == sum(value != value for value in flat.tolist()), "each nan is a value of its own"
    for at, value in enumerate(values.tolist()):
        expected = 1 if value != value else int((flat == value).sum())
        assert int(whole.counts[at]) == expected
        if value == value:
            assert int(whole.indices[at]) == int(np.flatnonzero(flat == value)[0])
    for other, names in (
        (xp.unique_counts(x), ("values", "counts")),
        (xp.unique_inverse(x), ("values", "inverse_indices")),
    ):
        assert type(other)._fields == names
        for name in names:
            check_equal(getattr(other, name), to_numpy(getattr(whole, name)))
    check_equal(xp.unique_values(x), values)


@given(data=st.data())
def test_isin(data):
    pairs = dtypes.pairs_of("I")
    first, second, _ = data.draw(st.sampled_from(pairs))
    array, x = data.draw(arrays([first], small=True))
    others, y = data.draw(arrays([second], small=True))
    for invert in (False, True):
        check_equal(xp.isin(x, y, invert=invert), np.isin(array, others, invert=invert))
        check_equal(xp.isin(x, 3, invert=invert), np.isin(array, 3, invert=invert))
        check_equal(xp.isin(3, y, invert=invert), np.isin(3, others, invert=invert))


@pytest.mark.parametrize(
    "call",
    [
        lambda x: xp.sort(x, axis=2), lambda x: xp.argsort(x, axis=-3), lambda x: xp.argmax(x, axis=2),
        lambda x: xp.nonzero(xp.ones(())), lambda x: xp.searchsorted(xp.ones(2), x, side="middle"),
        lambda x: xp.searchsorted(x, x), lambda x: xp.count_nonzero(x, axis=5), lambda x: xp.argmin(xp.zeros(0)),
    ],
)  # fmt: skip
def test_wrong_arguments_raise(call):
    with pytest.raises((IndexError, ValueError)):
        call(xp.ones((2, 3)))


def test_sorting_copies():
    x = xp.asarray([3, 1, 2])
    result = xp.sort(x)
    result[0] = 9
    assert to_numpy(x).tolist() == [3, 1, 2]
