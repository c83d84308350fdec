"""Norms of vectors and matrices."""

import numpy as np

from families.arguments import ALL, NONE, number
from families.matrices import backward, check_finite, check_rank, plus, result_eps, some, wide
from families.reduce import float_of, length, over, real_of, reducing, working_eps
from families.row import Near, Row, near


def order(draw):
    return number(draw.pick(0, 1, 1, 2, 2, 2, 3, 0.5, -1, -2, 1.5, np.inf, -np.inf))


def vector_norm(x, axis, keepdims, ord):
    """Powers, their sum and its root: a rounding for each element, and the powers' own."""
    dtype, ord = float_of(x.dtype), float(ord)
    sizes = np.abs(wide(x.astype(dtype))).astype(np.longdouble)
    exact = of_order(sizes, axis, keepdims, ord)
    terms = length(x, axis) + 8
    powers = max(1, abs(1 / ord), abs(ord)) if ord not in (0, np.inf, -np.inf) else 1
    return near(exact, real_of(dtype), 2 * terms * powers * working_eps(real_of(dtype)) * np.abs(exact))


def of_order(sizes, axis, keepdims, ord):
    if ord == np.inf:
        return np.max(sizes, axis=axis, keepdims=keepdims, initial=0)
    if ord == -np.inf:
        return np.min(sizes, axis=axis, keepdims=keepdims, initial=np.inf)
    if ord == 0:
        return np.sum(sizes != 0, axis=axis, keepdims=keepdims).astype(np.longdouble)
    return np.sum(sizes**ord, axis=axis, keepdims=keepdims) ** (1 / np.longdouble(ord))


def matrix_order(draw):
    return draw.pick("fro", "nuc", *map(number, (1, -1, 2, -2, np.inf, -np.inf)))


def matrix_norm(x, ord, keepdims):
    check_rank(x)
    made_of_values = ord in ("nuc", "2.0", "-2.0")
    if made_of_values:
        check_finite(x)
    exact = in_order(wide(x), ord)
    short = min(x.shape[-2:])
    bound = backward(x)[..., 0, 0] * (max(short, 1) if made_of_values else 1) + result_eps(x) * np.abs(exact)
    shape = x.shape[:-2] + ((1, 1) if keepdims else ())
    return Near(exact.reshape(shape).astype(real_of(float_of(x.dtype))), bound.reshape(shape))


def in_order(x, ord):
    """The norm, also of matrices without rows or columns: the largest of none is 0, the smallest infinite."""
    if ord == "fro":
        return np.sqrt(np.sum(np.abs(x) ** 2, axis=(-2, -1)))
    if ord in ("nuc", "2.0", "-2.0"):
        values = np.linalg.svd(x, compute_uv=False)
        if ord == "nuc":
            return np.sum(values, axis=-1)
        return np.max(values, axis=-1, initial=0) if ord == "2.0" else np.min(values, axis=-1, initial=np.inf)
    sums = np.sum(np.abs(x), axis=-2 if ord in ("1.0", "-1.0") else -1)
    return np.max(sums, axis=-1, initial=0) if ord in ("1.0", "inf") else np.min(sums, axis=-1, initial=np.inf)


ROWS = {
    "vector_norm": Row(reducing(ALL, NONE, ord=order), over(vector_norm)),
    "matrix_norm": Row(plus(some(), ord=matrix_order, keepdims=lambda draw: draw.chance(0.3)), matrix_norm),
}
