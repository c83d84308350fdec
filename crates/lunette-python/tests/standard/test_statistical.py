"""Reductions and cumulative functions beside NumPy's: axes, kept axes, dtypes, nan, nothing at all."""

import math
import warnings

from hypothesis import given, strategies as st
import numpy as np
import pytest

import lunette as xp
from support import dtypes
from support.compare import check_close, check_equal, check_form, own, to_numpy
from support.random_arrays import arrays, axes_of, pair, shapes

KINDS = {"sum": "N", "prod": "N", "max": "R", "min": "R", "mean": "F", "std": "RF", "var": "RF"}


def drawn(data, kind, min_side=0):
    """An array, its tensor, an axis, and whether it is kept."""
    array, x = data.draw(arrays(dtypes.KINDS[kind], shapes(4, min_side), small=kind == "N"))
    return array, x, {"axis": data.draw(axes_of(array.ndim)), "keepdims": data.draw(st.booleans())}


@pytest.mark.parametrize("name", ["sum", "prod"])
@given(data=st.data())
def test_sums_and_products(name, data):
    array, x, options = drawn(data, "N")
    dtype = dtypes.accumulated(array.dtype.name)
    expected = getattr(np, name)(array.astype(dtype), **options)
    check_close(getattr(xp, name)(x, **options), np.asarray(expected, dtype), 200.0)
    other = data.draw(st.sampled_from(["float64", "complex128", "int64"] if array.dtype.kind == "i" else ["complex128"]))
    expected = getattr(np, name)(array.astype(other), **options)
    check_close(getattr(xp, name)(x, dtype=dtypes.of(other), **options), np.asarray(expected, other), 200.0)


@pytest.mark.parametrize("dtype", dtypes.NUMERIC)
@pytest.mark.parametrize("name", ["sum", "prod", "cumulative_sum", "cumulative_prod"])
def test_dtypes_of_accumulations(name, dtype):
    x = xp.ones((3,), dtype=dtypes.of(dtype))
    function = getattr(xp, name)
    shape = (3,) if name.startswith("cum") else ()
    check_form(function(x), dtypes.accumulated(dtype), shape)
    for wanted in dtypes.NUMERIC:
        if dtypes.promoted(dtype, wanted) == wanted:
            check_form(function(x, dtype=dtypes.of(wanted)), wanted, shape)


@pytest.mark.parametrize("name", ["max", "min"])
@given(data=st.data())
def test_extremes(name, data):
    array, x, options = drawn(data, "R", 1)
    check_equal(getattr(xp, name)(x, **options), getattr(np, name)(array, **options))


@pytest.mark.parametrize("name", ["mean", "std", "var"])
@given(data=st.data())
def test_means_and_deviations(name, data):
    array, x, options = drawn(data, KINDS[name], 1)
    if name != "mean":
        options["correction"] = data.draw(st.sampled_from([0, 0.0, 1, 1.0, 0.5]))
    with np.errstate(all="ignore"), warnings.catch_warnings():
        # NumPy warns where fewer elements are than the correction asks for.
        warnings.simplefilter("ignore")
        wide = getattr(np, name)(array.astype("complex128" if array.dtype.kind == "c" else "float64"), **options)
    reduced = count_reduced(array.shape, options["axis"])
    if reduced - options.get("correction", 0) <= 0:
        wide = np.full_like(wide, math.nan)
    check_close(getattr(xp, name)(x, **options), np.asarray(wide, array.dtype.name), 400.0)


def count_reduced(shape, axis):
    """How many elements each result is made of."""
    axes = range(len(shape)) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    return math.prod(shape[axis] for axis in axes)


@pytest.mark.parametrize("name", ["all", "any"])
@given(data=st.data())
def test_all_and_any(name, data):
    array, x = data.draw(arrays(dtypes.EVERY, special=data.draw(st.booleans()), small=True))
    options = {"axis": data.draw(axes_of(array.ndim)), "keepdims": data.draw(st.booleans())}
    check_equal(getattr(xp, name)(x, **options), getattr(np, name)(array, **options))


@pytest.mark.parametrize("name", ["cumulative_sum", "cumulative_prod"])
@given(data=st.data())
def test_cumulative_functions(name, data):
    array, x = data.draw(arrays(dtypes.NUMERIC, shapes(3, 0, 4, 1), small=True))
    axis = data.draw(st.integers(-array.ndim, array.ndim - 1))
    dtype = dtypes.accumulated(array.dtype.name)
    initial = data.draw(st.booleans())
    expected = getattr(np, name)(array.astype(dtype), axis=axis, include_initial=initial)
    check_close(getattr(xp, name)(x, axis=axis, include_initial=initial), expected, 200.0)
    if array.ndim == 1:
        check_close(getattr(xp, name)(x), getattr(np, name)(array.astype(dtype)), 200.0)


@pytest.mark.parametrize("dtype", dtypes.NUMERIC)
def test_nothing_to_reduce(dtype):
    x = xp.zeros((0, 2), dtype=dtypes.of(dtype))
    assert to_numpy(xp.sum(x, axis=0)).tolist() == [0, 0] and to_numpy(xp.prod(x, axis=0)).tolist() == [1, 1]
    assert complex(xp.sum(x)) == 0 and complex(xp.prod(x)) == 1
    assert bool(xp.all(x)) is True and bool(xp.any(x)) is False
    if dtype in dtypes.REALS:
        for name in ("max", "min", "argmax", "argmin"):
            with pytest.raises(ValueError):
                getattr(xp, name)(x)
    if dtype in dtypes.REAL:
        for name in ("mean", "std", "var"):
            assert math.isnan(float(getattr(xp, name)(x)))
            assert to_numpy(xp.isnan(getattr(xp, name)(x, axis=0))).all()


@pytest.mark.parametrize("dtype", dtypes.REAL)
@pytest.mark.parametrize("name", ["max", "min", "mean", "std", "var", "sum", "prod"])
def test_nan_spreads(name, dtype):
    for size in (2, 3, 17, 1000):
        for at in (0, size // 2, size - 1):
            array = np.ones(size, dtype)
            array[at] = math.nan
            assert math.isnan(float(getattr(xp, name)(own(array))))
            assert math.isnan(float(getattr(xp, name)(own(np.stack([array, array]).T)[:, 1])))


@pytest.mark.parametrize("dtype", dtypes.COMPLEX)
def test_means_of_complex_numbers_go_by_parts(dtype):
    x = xp.asarray([complex(math.nan, 1), complex(1, 2)], dtype=dtypes.of(dtype))
    mean = complex(xp.mean(x))
    assert math.isnan(mean.real) and mean.imag == 1.5
    nothing = complex(xp.mean(x[:0]))
    assert math.isnan(nothing.real) and math.isnan(nothing.imag)


@pytest.mark.parametrize("style", ["whole", "stepped", "turned", "transposed"])
def test_large_reductions(style):
    rng = np.random.default_rng(11)
    array, x = pair(rng, (50, 60, 7), "float32", style)
    for axis in (None, 0, 1, 2, (0, 2), (1, 2)):
        wide = array.astype("float64")
        check_close(xp.sum(x, axis=axis), np.asarray(wide.sum(axis=axis), "float32"), 100.0)
        check_close(xp.var(x, axis=axis), np.asarray(wide.var(axis=axis), "float32"), 100.0)
        check_equal(xp.max(x, axis=axis), array.max(axis=axis))


@pytest.mark.parametrize("name", [*KINDS, "all", "any", "count_nonzero"])
def test_wrong_axes_raise(name):
    x = xp.ones((2, 3))
    for axis in (2, -3, (0, 2), (0, 0), (1, -1)):
        with pytest.raises((IndexError, ValueError)):
            getattr(xp, name)(x, axis=axis)
    check_equal(getattr(xp, name)(x, axis=()), to_numpy(getattr(xp, name)(xp.expand_dims(x, 0), axis=0)))


@pytest.mark.parametrize("name", ["cumulative_sum", "cumulative_prod"])
def test_cumulative_functions_want_an_axis(name):
    for x, axis in ((xp.ones((2, 2)), None), (xp.ones((2, 2)), 2), (xp.ones(2), 1)):
        with pytest.raises((IndexError, ValueError)):
            getattr(xp, name)(x, axis=axis)


def test_integers_are_summed_without_loss():
    x = xp.full((1000,), 127, dtype=xp.int8)
    assert int(xp.sum(x)) == 127_000
    assert int(xp.sum(xp.full((1000,), 255, dtype=xp.uint8))) == 255_000
    assert int(xp.cumulative_sum(x)[-1]) == 127_000
