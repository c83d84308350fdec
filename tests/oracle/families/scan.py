"""Running totals."""

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from families.arguments import ALL, ANY
from families.reduce import as_terms, factors, rounding, small_factors, sum_of, terms, to_dtype, widened
from families.row import Either, Refused, Row, near


def along(numbers):
    def make(draw):
        x = numbers(draw)
        return [x], {"axis": draw.axis(x.ndim)}

    return make


def along_as(numbers):
    def make(draw):
        [x], dtype = to_dtype(draw, numbers)
        return [x], {"axis": draw.axis(x.ndim), "dtype": dtype}

    return make


def steps(x, axis):
    """1, 2, 3 … along the axis."""
    shape = [1] * x.ndim
    shape[axis] = -1
    return np.arange(1, x.shape[axis] + 1).reshape(shape)


def sums(x, axis, dtype):
    wide = widened(x)
    # Totals are kept in f64: a rounding for each element before.
    error = np.cumsum(np.abs(wide), axis=axis) * (steps(x, axis) * np.finfo(np.float64).eps + rounding(x, dtype))
    with_range = near(np.cumsum(wide, axis=axis), dtype, error)
    # What has overflowed in f64 stays so.
    return Either(with_range, near(np.cumsum(as_double(x), axis=axis), dtype, error))


def products(x, axis, dtype):
    exact = np.cumprod(widened(x), axis=axis)
    # A complex multiplication is four roundings.
    each = steps(x, axis) * (4 * np.finfo(np.float64).eps + rounding(x, dtype))
    # One factor after the other in f64: what has left the range stays outside, or has lost digits.
    narrow = np.cumprod(as_double(x), axis=axis)
    lost = np.logical_or.accumulate(np.abs(narrow) < np.finfo(np.float64).tiny, axis=axis)
    return Either(near(exact, dtype, np.abs(exact) * each), near(narrow, dtype, np.abs(narrow) * (each + lost)))


def as_double(x):
    return x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)


def running(whole, floats):
    def call(x, axis, dtype=None):
        axis = normalize_axis_index(axis, x.ndim)
        dtype = dtype or sum_of(x.dtype)
        return whole(x, axis=axis, dtype=dtype) if dtype.kind in "iu" else floats(x, axis, dtype)

    return call


def initial(twin, start):
    """The twin with the total of nothing in front."""

    def call(x, axis):
        axis = normalize_axis_index(axis, x.ndim)
        shape = list(x.shape)
        shape[axis] = 1
        first = np.full(shape, start, x.dtype)
        # Beside the start no total is another one.
        return twin(np.concatenate([first, x], axis=axis), axis)

    return call


def converted(twin):
    def call(x, axis, dtype):
        if dtype.kind == "b":
            raise Refused("doc")
        if x.dtype.kind == "c" and dtype.kind != "c":
            raise Refused("R16")
        return twin(as_terms(x, dtype), axis, dtype)

    return call


def holed(numbers):
    """Numbers with some NaN among them, where the dtype has any; of a complex number in one part or in both."""

    def make(draw):
        [x], options = along(numbers)(draw)
        if x.dtype.kind in "fc":
            holes = [np.nan, complex(np.nan, 1), complex(1, np.nan)] if x.dtype.kind == "c" else [np.nan]
            x = np.where(draw.numbers.random(x.shape) < 0.2, draw.numbers.choice(holes, x.shape).astype(x.dtype), x)
        return [x], options

    return make


def without_nan(twin, start):
    """The twin of the numbers, with `start` for each NaN."""
    return lambda x, axis: twin(np.where(np.isnan(x), x.dtype.type(start), x), axis)


def any_numbers(draw):
    return draw.values(draw.shape(huge=True), draw.dtype(ALL), ANY)


def extreme(accumulate):
    def call(x, axis):
        axis = normalize_axis_index(axis, x.ndim)
        if x.dtype.kind == "c":
            raise Refused("R31")
        return accumulate(x, axis=axis)

    return call


SUM, PRODUCT = running(np.cumsum, sums), running(np.cumprod, products)
ROWS = {
    "cumulative_sum": Row(along(terms), SUM),
    "cumulative_sum_initial": Row(along(terms), initial(SUM, 0)),
    "cumulative_sum_to": Row(along_as(terms), converted(SUM)),
    "cumulative_prod": Row(along(factors), PRODUCT),
    "cumulative_prod_initial": Row(along(factors), initial(PRODUCT, 1)),
    "cumulative_prod_to": Row(along_as(small_factors), converted(PRODUCT)),
    "cumulative_max": Row(along(any_numbers), extreme(np.maximum.accumulate)),
    "cumulative_min": Row(along(any_numbers), extreme(np.minimum.accumulate)),
    "nancumsum": Row(holed(terms), without_nan(SUM, 0)),
    "nancumprod": Row(holed(factors), without_nan(PRODUCT, 1)),
}
