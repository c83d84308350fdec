"""Matrices for decompositions, and how exact what is made of them can be.

NumPy has no halves here; Lunette computes them in single precision. Integers become f64 in both.
"""

import numpy as np

from families.arguments import ALL
from families.reduce import float_of

# What a backward stable algorithm may be away, in roundings for each row and column of the matrix. LAPACK's own tests
# allow 30 of them.
STEPS = 30


def batch(draw):
    return [draw.size(3) for _ in range(draw.random.choice([0, 0, 0, 1, 2]))]


def sizes(draw, square):
    """Rows and columns; seldom a long side, for blocked algorithms, and seldom a matrix that is not square."""
    if draw.chance(0.04):
        rows, columns = draw.random.randint(20, 50), draw.random.randint(20, 50)
    else:
        rows, columns = draw.size(), draw.size()
    return [rows, rows if square and not draw.chance(0.02) else columns]


def matrix(draw, shape, dtype=None):
    """Matrices of random numbers, which are seldom near to singular; halves and integers hold small ones."""
    dtype = dtype or draw.dtype(ALL)
    if dtype.kind in "biu":
        low = 0 if dtype.kind in "bu" else -9
        return draw.numbers.integers(low, 1 if dtype.kind == "b" else 9, shape, endpoint=True).astype(dtype)
    array = draw.numbers.standard_normal(shape)
    if dtype.kind == "c":
        array = array + 1j * draw.numbers.standard_normal(shape)
    scale = 1.0 if dtype == np.float16 else 10.0 ** draw.pick(0, 0, 0, 3, -3)
    return (array * scale).astype(dtype)


def some(square=False, spoilt=0.03):
    """Draws matrices; seldom with a NaN or an infinity, or of too low a rank."""

    def make(draw):
        shape = batch(draw) + sizes(draw, square)
        if draw.chance(0.01):
            shape = shape[-1:]
        x = matrix(draw, shape)
        if x.size and x.dtype.kind in "fc" and draw.chance(spoilt):
            x = x.copy()
            x.reshape(-1)[draw.random.randrange(x.size)] = draw.pick(np.nan, np.inf)
        return [x], {}

    return make


def plus(make, **options):
    """Draws what `make` draws, and what `options` draw by their names."""

    def drawn(draw):
        arrays, found = make(draw)
        return arrays, found | {name: option(draw) for name, option in options.items()}

    return drawn


def check_rank(x):
    if x.ndim < 2:
        raise ValueError("rank")


def check_square(x):
    check_rank(x)
    if x.shape[-1] != x.shape[-2]:
        raise ValueError("square")


def check_finite(x):
    if not np.isfinite(x).all():
        raise ValueError("finite")


def wide(x):
    """In double precision."""
    return x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)


def eps(x):
    """The rounding that is worked with."""
    dtype = float_of(x.dtype)
    return float(np.finfo(np.float32 if dtype == np.float16 else dtype).eps)


def result_eps(x):
    """The rounding of results."""
    return float(np.finfo(float_of(x.dtype)).eps)


def size(x):
    """The length of each matrix, the root of the sum of squares, with its axes kept."""
    return np.sqrt(np.sum(np.abs(wide(x)) ** 2, axis=(-2, -1), keepdims=True))


def backward(x):
    """How far what factors make together may be from each matrix."""
    long = max(x.shape[-2:], default=1) or 1
    return (STEPS * long * eps(x) + 4 * long * result_eps(x) * (eps(x) != result_eps(x))) * size(x)


def orthonormal(x):
    """How far columns may be from orthonormal."""
    long = max(x.shape[-2:], default=1) or 1
    return STEPS * long * eps(x) + 4 * long * result_eps(x) * (eps(x) != result_eps(x))


def adjoint(x):
    return np.conj(np.swapaxes(x, -1, -2))
