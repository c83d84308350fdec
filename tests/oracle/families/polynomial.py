"""Polynomials, and tapers."""

import numpy as np

from families.arguments import ALL, NONE, number
from families.reduce import float_of, widened, working_eps
from families.row import Like, Near, Row, near

EPS = np.finfo(np.float64).eps


def coefficients(draw, most=6):
    shape = [draw.random.randint(0 if draw.chance(0.05) else 1, most)]
    return draw.values(shape if not draw.chance(0.02) else [*shape, 2], draw.dtype(ALL), NONE)


def evaluating(draw):
    return [coefficients(draw, 12), draw.values(draw.shape(0, 3), draw.dtype(ALL), NONE)], {}


def check_vector(p):
    if p.ndim != 1:
        raise ValueError("rank")


def polyval(p, x):
    check_vector(p)
    dtype = np.result_type(p, x)
    if dtype.kind in "biu":
        return np.polyval(p.astype(dtype), x.astype(dtype))
    p, x = widened(p.astype(dtype)), widened(x.astype(dtype))
    # Two roundings for each coefficient, of numbers as large as all terms; a product of complex numbers has four.
    error = 8 * (p.size + 1) * working_eps(dtype) * np.polyval(np.abs(p), np.abs(x))
    return near(np.polyval(p, x), dtype, error)


def fitting(draw):
    """Points of which a polynomial of the degree is well determined."""
    degree = draw.random.randint(0, 3)
    count = degree + draw.random.randint(1, 6)
    x = draw.numbers.permutation(np.arange(count) - count // 2).astype(draw.dtype("if"))
    shape = [count] if draw.chance(0.6) else [count, draw.random.randint(1, 3)]
    if draw.chance(0.03):
        shape[0] += 1
    y = (draw.numbers.integers(-20, 20, shape) / 4).astype(draw.pick(np.float64, np.float32, np.int64))
    return [x, y], {"degree": degree}


def polyfit(x, y, degree):
    if y.shape[0] != x.shape[0]:
        raise ValueError("points")
    found = np.polyfit(x.astype(np.float64), y.astype(np.float64), degree)
    return Near(found, 1e-9 * (1 + np.max(np.abs(y), initial=0)))


def rooting(draw):
    dtype = draw.dtype("iufc")
    low = 0 if dtype.kind == "u" else -9
    return [draw.numbers.integers(low, 9, draw.random.randint(0, 6)).astype(dtype)], {}


def roots(p):
    p = np.trim_zeros(p, "f")
    return Like([max(0, p.size - 1)], np.complex64 if float_of(p.dtype).itemsize < 8 or p.dtype == np.complex64 else np.complex128)


def same_polynomial(found, p):
    """The product of the factors is the polynomial."""
    p = np.trim_zeros(p, "f").astype(np.complex128)
    if p.size > 1:
        bound = 1e-2 if found[0].dtype == np.complex64 else 1e-9
        made = np.poly(found[0].astype(np.complex128)).astype(np.complex128)
        yield "product", Near(p / p[0], bound * (1 + np.max(np.abs(p / p[0])))), made


def derivative(p):
    check_vector(p)
    # NumPy has -1 for the degree of nothing.
    return np.polyder(p) if p.size else np.zeros(0, np.result_type(p, np.int64))


def integral(p):
    check_vector(p)
    return near(np.polyint(p), float_of(np.result_type(p, np.int64)), 4 * EPS * np.abs(np.polyint(p)))


def raising(draw):
    return [coefficients(draw)], {"columns": draw.random.randint(0, 5), "increasing": draw.chance(0.5)}


def vander(x, columns, increasing):
    check_vector(x)
    found = np.vander(x, columns, increasing)
    return found if found.dtype.kind in "iu" else near(found, found.dtype, 8 * columns * EPS * np.abs(found))


def tapering(draw):
    return [], {"len": draw.random.randint(0, 30), "beta": number(draw.pick(0, 5, 14, 60, draw.random.uniform(0, 30)))}


def taper(twin):
    return lambda len, beta: Near(twin(len), 16 * EPS)


ROWS = {
    "polyval": Row(evaluating, polyval),
    "polyfit": Row(fitting, polyfit),
    "roots": Row(rooting, roots, same_polynomial),
    "polyder": Row(lambda draw: ([coefficients(draw)], {}), derivative),
    "polyint": Row(lambda draw: ([coefficients(draw)], {}), integral),
    "vander": Row(raising, vander),
    "bartlett": Row(tapering, taper(np.bartlett)),
    "blackman": Row(tapering, taper(np.blackman)),
    "hamming": Row(tapering, taper(np.hamming)),
    "hanning": Row(tapering, taper(np.hanning)),
    "kaiser": Row(tapering, lambda len, beta: Near(np.kaiser(len, float(beta)), 1e-13)),
}
