"""Medians, quantiles and percentiles. They take no complex numbers (doc); of nothing they are NaN (R30)."""

import numpy as np

from families.arguments import ALL, INFINITE, SUBNORMAL, number
from families.nan import real
from families.reduce import float_of, length, over, reducing
from families.row import Row, near

METHODS = [
    "linear",
    "lower",
    "higher",
    "midpoint",
    "nearest",
    "inverted_cdf",
    "averaged_inverted_cdf",
    "closest_observation",
    "interpolated_inverted_cdf",
    "hazen",
    "weibull",
    "median_unbiased",
    "normal_unbiased",
]
# Where infinities stand beside each other NumPy's quantiles are NaN, and its medians are not.
FINITE = (np.nan, *SUBNORMAL)


def found(x, exact, axis, keepdims):
    """The values `exact`, which lie between two elements: NumPy and Lunette take the line from either end."""
    largest = np.max(np.abs(np.nan_to_num(x, posinf=0, neginf=0)), axis=axis, keepdims=keepdims, initial=0)
    return near(exact, float_of(x.dtype), 8 * np.finfo(np.float64).eps * largest)


def median(twin):
    def call(x, axis, keepdims):
        wide = x.astype(np.float64)
        if axis == () or x.size == 0:
            return found(x, np.mean(wide, axis=axis, keepdims=keepdims), axis, keepdims)
        return found(x, twin(wide, axis=axis, keepdims=keepdims), axis, keepdims)

    return call


def quantile(twin, most=1):
    """The twin of one quantile or a list of them, each up to `most`."""

    def call(x, axis, keepdims, q, method="linear"):
        q = np.array(q, dtype=np.float64)
        if not ((q >= 0) & (q <= most)).all():
            raise ValueError("q")
        wide = x.astype(np.float64)
        if length(x, axis) == 0 or x.size == 0:
            shape = q.shape + np.sum(wide, axis=axis, keepdims=keepdims).shape
            return np.full(shape, np.nan, float_of(x.dtype))
        exact = twin(wide, q, axis=axis, keepdims=keepdims, method=method)
        return found(x, exact, axis, keepdims)

    return call


def part(most=1):
    """Draws a quantile; sixteenths fall on elements and halfway between them."""

    def draw_one(draw):
        if draw.chance(0.01):
            return number(draw.pick(-0.5 * most, 1.5 * most, np.nan))
        return number(most * (draw.random.randint(0, 16) / 16 if draw.chance(0.6) else draw.random.random()))

    return draw_one


def parts(most=1):
    return lambda draw: [part(most)(draw) for _ in range(draw.random.randint(0, 5))]


def without_keepdims(make, twin):
    """A row of a function that has no `keepdims`."""

    def drawn(draw):
        arrays, options = make(draw)
        del options["keepdims"]
        return arrays, options

    return Row(drawn, lambda x, axes, **options: over(real(twin))(x, axes=axes, keepdims=False, **options))


def one(most=1):
    return reducing(ALL, FINITE, q=part(most))


def several(most=1):
    return reducing(ALL, FINITE, q=parts(most), method=lambda draw: draw.pick(*METHODS))


ROWS = {
    "median": Row(reducing(ALL, INFINITE), over(real(median(np.median)))),
    "nanmedian": Row(reducing(ALL, INFINITE), over(real(median(np.nanmedian)))),
    "quantile": Row(one(), over(real(quantile(np.quantile)))),
    "nanquantile": without_keepdims(one(), quantile(np.nanquantile)),
    "percentile": without_keepdims(one(100), quantile(np.percentile, 100)),
    "quantile_with": without_keepdims(several(), quantile(np.quantile)),
    "nanquantile_with": without_keepdims(several(), quantile(np.nanquantile)),
    "nanpercentile": without_keepdims(one(100), quantile(np.nanpercentile, 100)),
    "nanpercentile_with": without_keepdims(several(100), quantile(np.nanpercentile, 100)),
    "percentile_with": without_keepdims(several(100), quantile(np.percentile, 100)),
}
