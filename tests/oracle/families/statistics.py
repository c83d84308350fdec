"""Covariances and weighted means. NumPy's become f64; Lunette's floats keep their dtype (API)."""

import numpy as np

from families.arguments import ALL, NONE
from families.reduce import correction, float_of, over, sums, widened, working_eps
from families.row import Like, Row, near


def table(**options):
    def make(draw):
        x = draw.values(draw.shape(1, 3 if draw.chance(0.05) else 2), draw.dtype(ALL), NONE)
        return [x], {name: option(draw) for name, option in options.items()}

    return make


def covariances(x, correction):
    """The covariances, and how far sums of products of rounded deviations may lead from them."""
    if x.ndim > 2:
        raise ValueError("rank")
    dtype = float_of(x.dtype)
    rows = np.atleast_2d(widened(x.astype(dtype)))
    columns = rows.shape[1]
    away = rows - np.sum(rows, axis=1, keepdims=True) / np.longdouble(columns)
    divisor = np.longdouble(max(columns - float(correction), 0))
    exact = away @ away.conj().T / divisor
    largest = np.max(np.abs(rows), axis=1, initial=0)
    # Each deviation is off by a rounding of the mean or of itself, and each product and sum adds one.
    size = np.outer(largest, largest) * 4 * columns
    error = (columns + 8) * working_eps(dtype) * size / divisor
    shape = () if x.ndim == 1 else exact.shape
    return exact.reshape(shape), error.reshape(shape)


def cov(x, correction):
    exact, error = covariances(x, correction)
    return near(exact, float_of(x.dtype), error)


def corrcoef(x):
    exact, error = covariances(x, 1)
    if x.ndim == 1 and np.abs(exact) <= 2 * error and error > 0:
        # Rounding decides whether there is a deviation at all.
        return Like((), float_of(x.dtype))
    if x.ndim == 1:
        return near(exact / exact, float_of(x.dtype), 0)
    variances = np.diagonal(exact).real
    if (variances <= 2 * np.diagonal(error)).any():
        # Rounding decides whether there is a deviation at all.
        return Like(exact.shape, float_of(x.dtype))
    deviations = np.sqrt(np.outer(variances, variances))
    found = exact / deviations
    # A coefficient is as exact as its variances are, which are in its divisor.
    relative = np.sqrt(np.outer(np.diagonal(error) / variances, np.diagonal(error) / variances))
    spread = np.add.outer(np.diagonal(error) / variances, np.diagonal(error) / variances)
    if x.dtype.kind != "c":
        found = np.clip(found, -1, 1)
    return near(found, float_of(x.dtype), error / deviations + spread + relative)


def weighing(draw):
    """Numbers with positive weights, which broadcast or lie along the one axis."""
    x = draw.values(draw.shape(1, 4), draw.dtype(ALL), NONE)
    axes = draw.axes(x.ndim)
    along = isinstance(axes, int) and -x.ndim <= axes < x.ndim and draw.chance(0.5)
    shape = [x.shape[axes]] if along else draw.broadcast(x.shape)
    weights = draw.numbers.integers(1, 5, shape).astype(draw.dtype("iuf"))
    return [x, weights], {"axes": axes, "keepdims": draw.chance(0.3)}


def average(x, weights, axes, keepdims):
    def weighted(x, axis, keepdims):
        each = weights
        if axes is not None and len(axis) == 1 and weights.ndim == 1 and x.ndim > 1:
            each = weights.reshape([-1 if k == axis[0] else 1 for k in range(x.ndim)])
        dtype = float_of(np.result_type(x, weights))
        each = np.broadcast_to(each, x.shape).astype(dtype)
        exact, error = sums(widened(x.astype(dtype)) * each, dtype, axis, keepdims)
        divisor = np.sum(widened(each), axis=axis, keepdims=keepdims)
        # Each product is a rounding away, and the sum and the quotient are.
        return near(exact / divisor, dtype, (2 * error + 4 * working_eps(dtype) * np.abs(exact)) / np.abs(divisor))

    return over(weighted)(x, axes=axes, keepdims=keepdims)


ROWS = {
    "average": Row(weighing, average),
    "cov": Row(table(correction=correction), cov),
    "corrcoef": Row(table(), corrcoef),
}
