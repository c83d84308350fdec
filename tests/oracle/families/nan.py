"""Reductions that leave NaN out; those that choose take no complex numbers."""

import numpy as np

from families import reduce
from families.arguments import ALL, INFINITE
from families.reduce import correction, float_of, length, over, reducing
from families.row import Refused, Row, near


def real(twin):
    def call(x, **options):
        if x.dtype.kind == "c":
            raise Refused("doc")
        return twin(x, **options)

    return call


def filled(twin, value):
    """The twin of the numbers, with `value` for each NaN."""
    return lambda x, **options: twin(np.where(np.isnan(x), x.dtype.type(value), x), **options)


def numbers(x, axis, keepdims):
    """How many numbers there are to each result."""
    return np.sum(~np.isnan(x), axis=axis, keepdims=keepdims).astype(np.longdouble)


def mean(x, axis, keepdims):
    dtype = float_of(x.dtype)
    kept = np.where(np.isnan(x), 0, x).astype(dtype)
    exact, error = reduce.sums(kept, dtype, axis, keepdims)
    count = numbers(x, axis, keepdims)
    return near(reduce.divided(exact, count), dtype, error / count)


def variance(x, axis, keepdims, correction):
    """Two passes over a row in f64."""
    wide = reduce.widened(x.astype(float_of(x.dtype)))
    count = numbers(x, axis, keepdims)
    divisor = count - np.longdouble(correction)
    gone = np.isnan(wide)
    middle = np.sum(np.where(gone, 0, wide), axis=axis, keepdims=True) / numbers(x, axis, True)
    away = np.abs(np.where(gone, 0, wide - middle)) ** 2
    largest = np.max(np.where(gone, 0, np.abs(wide)), axis=axis, keepdims=keepdims, initial=0)
    exact = np.where((divisor > 0) & (count > 0), np.sum(away, axis=axis, keepdims=keepdims) / divisor, np.nan)
    eps = reduce.working_eps(float_of(x.dtype))
    # The squares are taken from the rounded mean: what it is off by comes in once more for each number.
    off = (reduce.CHAIN * eps * largest) ** 2 + 2 * reduce.underflow(np.dtype(np.float64))
    return exact, 2 * reduce.CHAIN * eps * exact + off * count / divisor


def var(x, **options):
    exact, error = variance(x, **options)
    return near(exact, reduce.real_of(float_of(x.dtype)), error)


def std(x, **options):
    exact, error = variance(x, **options)
    root = np.sqrt(exact)
    return near(root, reduce.real_of(float_of(x.dtype)), reduce.root_error(root, error))


def extreme(twin):
    def call(x, axis, keepdims):
        if length(x, axis) == 0:
            raise Refused("R30")
        return twin(x, axis=axis, keepdims=keepdims)

    return call


def factors(draw):
    [x], options = reduce.multiplying(draw)
    if x.dtype.kind in "fc":
        x = np.where(draw.numbers.random(x.shape) < 0.2, x.dtype.type(np.nan), x)
    return [x], options


def row(twin, **options):
    return Row(reducing(ALL, INFINITE, **options), over(twin))


ROWS = {
    "nansum": row(filled(reduce.total, 0)),
    "nanprod": Row(factors, over(filled(reduce.product, 1))),
    "nanmean": row(mean),
    "nanvar": row(var, correction=correction),
    "nanstd": row(std, correction=correction),
    "nanmin": row(real(extreme(np.nanmin))),
    "nanmax": row(real(extreme(np.nanmax))),
    "nanargmin": Row(reduce.one_or_all, real(reduce.place(np.nanargmin))),
    "nanargmax": Row(reduce.one_or_all, real(reduce.place(np.nanargmax))),
}
