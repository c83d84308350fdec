"""Creation functions: dtypes by default and by wish, shapes, values."""

import math

from hypothesis import given, strategies as st
import numpy as np
import pytest

import lunette as xp
from support import dtypes
from support.compare import check_close, check_equal, check_form, to_numpy
from support.random_arrays import arrays, shapes

DTYPES = st.sampled_from(dtypes.EVERY)


@pytest.mark.parametrize("name", ["zeros", "ones", "empty"])
@given(data=st.data())
def test_filled_by_shape(name, data):
    shape, dtype = data.draw(shapes()), data.draw(st.none() | DTYPES)
    asked = shape if len(shape) != 1 or data.draw(st.booleans()) else shape[0]
    tensor = getattr(xp, name)(asked, dtype=dtype and dtypes.of(dtype))
    check_form(tensor, dtype or "float64", shape)
    if name != "empty":
        check_equal(tensor, getattr(np, name)(shape, dtype or "float64"))


@pytest.mark.parametrize("name", ["zeros_like", "ones_like", "empty_like"])
@given(data=st.data())
def test_filled_like_another(name, data):
    array, x = data.draw(arrays(dtypes.EVERY))
    dtype = data.draw(st.none() | DTYPES)
    tensor = getattr(xp, name)(x, dtype=dtype and dtypes.of(dtype))
    check_form(tensor, dtype or array.dtype.name, array.shape)
    if name != "empty_like":
        check_equal(tensor, getattr(np, name)(array, dtype=dtype))


@given(shape=shapes(), dtype=st.none() | DTYPES, value=st.integers(0, 100))
def test_full(shape, dtype, value):
    for fill in (bool(value), value, float(value), complex(value, 1)):
        natural = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}[type(fill)]
        check_equal(xp.full(shape, fill), np.full(shape, fill, natural))
    if dtype:
        fill = bool(value) if dtype == "bool" else value
        x = xp.zeros(shape, dtype=dtypes.of(dtype))
        check_equal(xp.full(shape, fill, dtype=x.dtype), np.full(shape, fill, dtype))
        check_equal(xp.full_like(x, fill), np.full(shape, fill, dtype))


def test_nan_and_infinities_fill():
    for value in (math.nan, math.inf, -math.inf):
        for dtype in dtypes.FLOATING:
            check_equal(xp.full((2,), value, dtype=dtypes.of(dtype)), np.full(2, value, dtype))
            check_equal(xp.full_like(xp.ones(2, dtype=dtypes.of(dtype)), value), np.full(2, value, dtype))


@given(start=st.integers(-20, 20), stop=st.none() | st.integers(-20, 20), step=st.integers(-4, 4).filter(bool))
def test_arange_of_integers(start, stop, step):
    limits = (start,) if stop is None else (start, stop)
    check_equal(xp.arange(*limits, step=step), np.arange(*limits if stop is not None else (0, start), step))
    if stop is not None:
        check_equal(xp.arange(start, stop, step), np.arange(start, stop, step))
        check_equal(xp.arange(start, stop=stop, step=step), np.arange(start, stop, step))
    if min(*limits, 0) >= 0 and step > 0:
        check_equal(xp.arange(*limits, step=step, dtype=xp.uint8), xp_numpy_arange(limits, step, "uint8"))
    check_equal(xp.arange(*limits, step=step, dtype=xp.float32), xp_numpy_arange(limits, step, "float32"))


def xp_numpy_arange(limits, step, dtype):
    """NumPy's, where one limit is the stop."""
    return np.arange(*(limits if len(limits) == 2 else (0, *limits)), step, dtype=dtype)


@given(start=st.integers(-20, 20), stop=st.integers(-20, 20), step=st.sampled_from([0.5, 0.25, -0.5, 1.0, 3.0]))
def test_arange_of_floats(start, stop, step):
    size = max(0, math.ceil((stop - start) / step))
    expected = start + step * np.arange(size, dtype="float64")
    check_close(xp.arange(float(start), stop, step), expected)
    check_close(xp.arange(start, float(stop), step, dtype=xp.float32), expected.astype("float32"))


@given(
    start=st.integers(-50, 50), stop=st.integers(-50, 50), num=st.integers(0, 12), endpoint=st.booleans(),
    dtype=st.none() | st.sampled_from(dtypes.FLOATING),
)  # fmt: skip
def test_linspace(start, stop, num, endpoint, dtype):
    expected = np.linspace(start, stop, num, endpoint=endpoint, dtype=dtype or "float64")
    tensor = xp.linspace(start, stop, num, endpoint=endpoint, dtype=dtype and dtypes.of(dtype))
    check_close(tensor, expected, 16.0)
    if num and endpoint and num > 1:
        assert complex(tensor[num - 1]) == stop and complex(tensor[0]) == start
    check_close(xp.linspace(start + 1j, float(stop), num), np.linspace(start + 1j, stop, num), 4.0)


@given(rows=st.integers(0, 5), columns=st.none() | st.integers(0, 5), k=st.integers(-6, 6), dtype=st.none() | DTYPES)
def test_eye(rows, columns, k, dtype):
    expected = np.eye(rows, columns, k=k, dtype=dtype or "float64")
    check_equal(xp.eye(rows, columns, k=k, dtype=dtype and dtypes.of(dtype)), expected)


@pytest.mark.parametrize("far", [2**63, 2**70, -(2**63) - 1])
def test_diagonals_are_as_far_as_integers_go(far):
    x = xp.ones((2, 3))
    check_equal(xp.eye(2, k=far), np.zeros((2, 2)))
    check_equal(xp.tril(x, k=far), np.ones((2, 3)) * (far > 0))
    check_equal(xp.triu(x, k=far), np.ones((2, 3)) * (far < 0))
    check_equal(xp.linalg.diagonal(x, offset=far), np.ones(0))
    check_equal(xp.linalg.trace(x, offset=far), np.zeros(()))


@pytest.mark.parametrize("name", ["tril", "triu"])
@given(data=st.data())
def test_triangles(name, data):
    array, x = data.draw(arrays(dtypes.EVERY, shapes(min_rank=2)))
    k = data.draw(st.integers(-5, 5))
    check_equal(getattr(xp, name)(x, k=k), getattr(np, name)(array, k=k))


@given(data=st.data())
def test_meshgrid(data):
    dtype = data.draw(st.sampled_from(dtypes.NUMERIC))
    both = [data.draw(arrays([dtype], shapes(1, min_rank=1))) for _ in range(data.draw(st.integers(0, 3)))]
    for indexing in ("xy", "ij"):
        grids = xp.meshgrid(*[x for _, x in both], indexing=indexing)
        assert type(grids) is tuple and len(grids) == len(both)
        for ours, theirs in zip(grids, np.meshgrid(*[array for array, _ in both], indexing=indexing)):
            check_equal(ours, theirs)


@pytest.mark.parametrize(
    ("values", "dtype"),
    [
        (True, "bool"), (1, "int64"), (1.5, "float64"), (1j, "complex128"), ([], "float64"),
        ([True, False], "bool"), ([True, 2], "int64"), ([1, 2.5], "float64"), ([1, 2.5, 1j], "complex128"),
        ([[1, 2], [3, 4]], "int64"), ((1, 2), "int64"), ([[True], [2.0]], "float64"), ([[], []], "float64"),
        (range(4), "int64"), ([(1, 2), [3, 4]], "int64"), ([False, 1j], "complex128"),
    ],
)  # fmt: skip
def test_asarray_of_numbers(values, dtype):
    check_equal(xp.asarray(values), np.asarray(values, dtype))
    for wanted in dtypes.NUMERIC if dtype in ("int64", "bool") else dtypes.COMPLEX:
        check_equal(xp.asarray(values, dtype=dtypes.of(wanted)), np.asarray(values, dtype).astype(wanted))


@pytest.mark.parametrize("values", [[[1, 2], [3]], [[1], 2], [1, [2]], [[[1]], [[1, 2]]]])
def test_ragged_lists_are_refused(values):
    with pytest.raises(ValueError):
        xp.asarray(values)


@pytest.mark.parametrize("values", [["a"], "text", [None], {1: 2}, object(), [[1], "ab"], {1, 2}])
def test_what_is_no_number_is_refused(values):
    with pytest.raises((TypeError, ValueError)):
        xp.asarray(values)


def test_asarray_copies_as_asked():
    x = xp.asarray([1, 2, 3])
    x[0] = 7
    for copy in (None, False):
        same = xp.asarray(x, copy=copy)
        same[1] = 8
        assert int(x[1]) == 8
        x[1] = 2
    other = xp.asarray(x, copy=True)
    other[2] = 9
    assert int(x[2]) == 3
    with pytest.raises(ValueError):
        xp.asarray([1, 2], copy=False)
    with pytest.raises(ValueError):
        xp.asarray(x, dtype=xp.float32, copy=False)
    check_equal(xp.asarray(x, dtype=xp.float32), np.asarray([7, 2, 3], "float32"))
    assert to_numpy(xp.asarray(1, copy=True)).shape == ()


@pytest.mark.parametrize("call", [lambda: xp.zeros(2, device=xp.zeros(1).device), lambda: xp.arange(2, device=None)])
def test_devices_are_taken(call):
    assert call().device == xp.zeros(1).device


def test_other_devices_are_refused():
    for call in (xp.zeros, xp.ones, xp.empty):
        with pytest.raises(ValueError):
            call(2, device="the moon")


@pytest.mark.parametrize("shape", [-1, (2, -1), (2**40, 2**40), (2**62, 2**62, 2**62)])
def test_impossible_shapes_are_refused(shape):
    with pytest.raises((ValueError, MemoryError, OverflowError)):
        xp.zeros(shape)
