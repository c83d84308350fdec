"""What follows from decompositions: solutions, inverses, determinants, powers, ranks."""

import numpy as np

from families.arguments import number
from families.decompose import near, singular_values
from families.matrices import (
    STEPS,
    batch,
    check_finite,
    check_rank,
    check_square,
    eps,
    matrix,
    plus,
    result_eps,
    size,
    sizes,
    some,
    wide,
)
from families.products import summed
from families.reduce import float_of, real_of
from families.row import Like, Near, Refused, Row


def invertible(draw):
    """Square matrices; seldom singular, by a column of zeros, which every pivot search finds."""
    shape = batch(draw) + sizes(draw, True)
    x = matrix(draw, shape, draw.dtype("iufc"))
    if x.size and draw.chance(0.05):
        x = x.copy()
        x[..., draw.random.randrange(x.shape[-1])] = 0
    elif x.size and x.shape[-1] == x.shape[-2]:
        # Far from singular, so that no rounding makes one so.
        x = x + (np.eye(x.shape[-1]) * 4 * np.max(np.abs(x))).astype(x.dtype) if draw.chance(0.5) else x
        if (np.linalg.cond(wide(x)) > 1e2).any():
            x = np.broadcast_to(np.eye(x.shape[-1], dtype=x.dtype), x.shape)
    return [x], {}


def steps(x):
    """Roundings to a result of each matrix."""
    return STEPS * max(x.shape[-1], 1)


def check_regular(x):
    check_square(x)
    if x.size and (np.linalg.det(wide(x)) == 0).any():
        raise ValueError("singular")


def inverse(x):
    check_regular(x)
    return Like(x.shape, float_of(x.dtype))


def check_inverse(found, x):
    inverse = wide(found[0])
    bound = (steps(x) * eps(x) + x.shape[-1] * result_eps(x)) * size(x) * size(inverse)
    product = wide(x) @ inverse
    yield "the product", near(np.broadcast_to(np.eye(x.shape[-1]), x.shape).astype(product.dtype), bound), product


def equations(draw):
    [a], _ = invertible(draw)
    rows = a.shape[-1] + draw.chance(0.02)
    if draw.chance(0.3):
        shape = [rows]
    else:
        shape = draw.broadcast(list(a.shape[:-2])) + [rows, draw.size(4)]
    dtype = a.dtype if draw.chance(0.7) else draw.dtype("iufc")
    return [a, matrix(draw, shape, dtype)], {}


def solutions(a, b):
    check_regular(a)
    dtype = float_of(np.result_type(a, b))
    return Like(np.linalg.solve(wide(a), wide(b)).shape, dtype)


def check_solutions(found, a, b):
    """What is left over is small beside the matrix times the solution."""
    x, b = wide(found[0]), wide(b)
    if b.ndim == 1:
        x, b = x[..., None], b[..., None]
    eps_of = max(eps(found[0]) * steps(a), result_eps(found[0]) * 2 * max(a.shape[-1], 1))
    bound = eps_of * (size(a) * size(x) + size(b))
    product = wide(a) @ x
    yield "the product", near(np.broadcast_to(b, product.shape).astype(product.dtype), bound), product


def triangles(draw):
    """Matrices of which a triangle counts, far from singular; seldom with a 0 on the diagonal."""
    shape = batch(draw) + sizes(draw, True)
    a = matrix(draw, shape, draw.dtype("fc"))
    if a.size and a.shape[-1] == a.shape[-2]:
        heavy = 4 * a.shape[-1] * np.max(np.abs(wide(a)))
        a = (wide(a) + np.eye(a.shape[-1]) * heavy).astype(a.dtype)
        if draw.chance(0.05):
            a[..., 0, 0] = 0
    rows = a.shape[-1] + draw.chance(0.02)
    shape = [rows] if draw.chance(0.3) else draw.broadcast(list(a.shape[:-2])) + [rows, draw.size(4)]
    return [a, matrix(draw, shape, a.dtype)], {"lower": draw.chance(0.5), "unit_diagonal": draw.chance(0.3)}


def the_triangle(a, lower, unit_diagonal):
    """The triangle that counts; with a diagonal of ones the rest is not small beside it."""
    half = np.tril(wide(a), -1) if lower else np.triu(wide(a), 1)
    return half + np.eye(a.shape[-1]) * (1 if unit_diagonal else wide(a))


def triangular(a, b, lower, unit_diagonal):
    check_square(a)
    if not unit_diagonal and (np.diagonal(wide(a), axis1=-2, axis2=-1) == 0).any():
        raise ValueError("singular")
    dtype = float_of(np.result_type(a, b))
    return Like(np.linalg.solve(np.broadcast_to(np.eye(a.shape[-1]), a.shape), wide(b)).shape, dtype)


def check_triangular(found, a, b, lower, unit_diagonal):
    if not np.isfinite(found[0]).all():
        # Halves overflow.
        return
    yield from check_solutions(found, the_triangle(a, lower, unit_diagonal).astype(np.result_type(a, np.float64)), b)


def exponents(draw):
    [x], _ = some(square=True, spoilt=0.02)(draw)
    if x.dtype.kind in "fc" and x.size and np.isfinite(x).all():
        # From where a low degree is enough to where there are many squares.
        x = (x / np.max(np.abs(wide(x))) * draw.pick(1e-3, 0.1, 0.5, 2, 5)).astype(x.dtype)
    elif x.dtype.kind in "biu":
        x = x % 3
    return [x], {}


def exponential(x):
    check_square(x)
    dtype = float_of(x.dtype)
    if x.size == 0:
        return Like(x.shape, dtype)
    exact = np.array([power_series(one) for one in wide(x).reshape(-1, *x.shape[-2:])]).reshape(x.shape)
    norm = np.max(np.sum(np.abs(wide(x)), axis=-2), axis=-1, initial=0)[..., None, None]
    # Each square doubles the error of what is squared: they add up to the norm, beside which the condition is small.
    largest = np.max(np.abs(exact), axis=(-2, -1), keepdims=True, initial=0)
    bound = steps(x) * (1 + norm) * eps(x) * np.maximum(largest, np.exp(np.minimum(norm, 50)) * 1e-3)
    return Near(exact.astype(dtype), np.broadcast_to(bound + result_eps(x) * np.abs(exact), x.shape))


def power_series(x):
    """The exponential by its series near 0, in extended precision, and squares."""
    if not np.isfinite(x).all():
        return np.full(x.shape, np.nan)
    squarings = max(0, int(np.ceil(np.log2(np.sum(np.abs(x)) + 1e-9))) + 2)
    small = x.astype(np.result_type(x, np.longdouble)) / 2**squarings
    made = term = np.eye(x.shape[-1], dtype=small.dtype)
    for k in range(1, 25):
        term = term @ small / k
        made = made + term
    for _ in range(squarings):
        made = made @ made
    return made


def determinant_bound(x):
    """The determinant changes by no more than the product of the rows' lengths times the change of each."""
    rows = np.sqrt(np.sum(np.abs(wide(x)) ** 2, axis=-1))
    longest = np.max(rows, axis=-1, initial=0)
    return steps(x) * eps(x) * longest ** x.shape[-1] * max(x.shape[-1], 1)


def determinant(x):
    check_square(x)
    exact = np.linalg.det(wide(x))
    with np.errstate(over="ignore"):
        rounded = exact.astype(float_of(x.dtype))
    return Near(rounded, determinant_bound(x) + result_eps(x) * np.abs(exact))


def sign_and_logarithm(x):
    check_square(x)
    dtype = float_of(x.dtype)
    return Like(x.shape[:-2], dtype), Like(x.shape[:-2], real_of(dtype))


def check_logarithm(found, x):
    sign, logarithm = wide(found[0]), wide(found[1])
    exact = np.linalg.det(wide(x))
    # The logarithm is rounded too, and an error of it is a relative one of the determinant; that of 0 is exact.
    rounded = np.where(np.isfinite(logarithm), np.abs(logarithm), 0)
    bound = determinant_bound(x) + 4 * result_eps(x) * np.abs(exact) * (1 + rounded)
    yield "the determinant", near(exact, bound), np.where(sign == 0, 0, sign * np.exp(logarithm))
    size_of_sign = np.abs(sign)
    yield "the sign", near(np.where(sign == 0, 0.0, 1.0), 4 * result_eps(x)), size_of_sign


def power(x, n):
    check_square(x)
    if n < 0 and x.dtype.kind in "biu":
        raise Refused("doc")
    if n < 0:
        check_regular(x)
        return Like(x.shape, x.dtype)
    # A factor for each n: products of rounded products.
    return summed(lambda x: np.linalg.matrix_power(x, n), lambda x: 2 * n * (x.shape[-1] + 1))(x)


def check_power(found, x, n):
    if n < 0:
        inverse = np.linalg.matrix_power(np.linalg.inv(wide(x)), -n)
        condition = size(x) * size(np.linalg.inv(wide(x)))
        bound = -n * condition * (steps(x) * eps(x) + 2 * x.shape[-1] * result_eps(x)) * size(inverse)
        yield "the power of the inverse", near(inverse, bound), wide(found[0])


def ranked(draw):
    """Matrices whose rank rounding cannot change: random ones, and products of two thin ones."""
    shape = batch(draw) + sizes(draw, False)
    x = matrix(draw, shape, draw.dtype("iufc"))
    if draw.chance(0.4):
        inner = draw.random.randint(0, 2)
        left = draw.numbers.integers(0, 3, shape[:-1] + [inner])
        x = (left @ draw.numbers.integers(0, 3, shape[:-2] + [inner, shape[-1]])).astype(x.dtype)
    return [x], {}


def tolerance(draw):
    return number(draw.pick(1e-3, 1e-2, 0.1, 0, -1 if draw.chance(0.1) else 1e-3))


def counted(x, rtol):
    """The singular values, and which count as more than 0; a ValueError where rounding could tell otherwise."""
    if rtol < 0:
        raise ValueError("rtol")
    values = np.linalg.svd(wide(x), compute_uv=False)
    return values, values > rtol * np.max(values, axis=-1, keepdims=True, initial=0)


def default_rtol(x):
    return max(x.shape[-2:]) * result_eps(x)


def unsure(x, rtol):
    """Whether a singular value of a matrix is as near to the limit as rounding may move it."""
    values, _ = counted(x, rtol)
    limit = rtol * np.max(values, axis=-1, keepdims=True, initial=0)
    moved = (steps(x) * eps(x) * 4 + 2 * result_eps(x)) * np.max(values, axis=-1, keepdims=True, initial=0)
    return (np.abs(values - limit) <= moved).any(axis=-1) & (np.max(values, axis=-1, initial=0) > 0)


def rank(x, rtol=None):
    check_rank(x)
    check_finite(x)
    rtol = default_rtol(x) if rtol is None else float(rtol)
    _, kept = counted(x, rtol)
    # Where rounding decides, any number up to all of them is right.
    doubt = unsure(x, rtol) * min(x.shape[-2:])
    ranks = np.sum(kept, axis=-1).astype(np.int64)
    return Like(ranks.shape, ranks.dtype) if doubt.any() else ranks


def pseudo_inverse(x, rtol=None):
    check_rank(x)
    check_finite(x)
    rtol = default_rtol(x) if rtol is None else float(rtol)
    values, kept = counted(x, rtol)
    shape = x.shape[:-2] + x.shape[-2:][::-1]
    if unsure(x, rtol).any():
        return Like(shape, float_of(x.dtype))
    exact = np.linalg.pinv(wide(x), rcond=rtol) if x.size else np.zeros(shape)
    least = np.min(np.where(kept, values, np.inf), axis=-1, initial=np.inf)[..., None, None]
    largest = np.max(values, axis=-1, initial=0)[..., None, None]
    # Wedin: an inverse changes by the change of the matrix times the square of the inverse's size.
    error = (steps(x) * eps(x) * 4 + 2 * result_eps(x)) * largest / least**2 * np.sqrt(2)
    error = np.broadcast_to(error + result_eps(x) / least, shape)
    return Near(exact.astype(float_of(x.dtype)), error)


def nearest(draw):
    [a], _ = ranked(draw)
    rows = a.shape[-2] + draw.chance(0.02)
    shape = [rows] if draw.chance(0.3) else list(a.shape[:-2]) + [rows, draw.size(4)]
    return [a, matrix(draw, shape, a.dtype)], {}


class Unsized:
    """A result of this rank and dtype, whatever its sizes: residuals are there or not where rounding decides the rank."""

    def __init__(self, rank, dtype):
        self.rank, self.dtype = rank, dtype

    def differs(self, found):
        same = (found.ndim, found.dtype) == (self.rank, self.dtype)
        return None if same else f"the result is {found.dtype} of rank {found.ndim}, and must be {self.dtype} of rank {self.rank}"


def least_squares(a, b):
    check_rank(a)
    if b.shape[0 if b.ndim == 1 else -2] != a.shape[-2]:
        raise ValueError("rows")
    pseudo = pseudo_inverse(a)
    columns = b[:, None] if b.ndim == 1 else b
    shape = a.shape[:-2] + (a.shape[-1], columns.shape[-1])
    shape = shape[:-1] if b.ndim == 1 else shape
    ranks, values = rank(a), singular_values(a)
    if not isinstance(pseudo, Near):
        return Like(shape, float_of(a.dtype)), Unsized(a.ndim - 1, real_of(float_of(a.dtype))), ranks, values
    inverse = np.linalg.pinv(wide(a), rcond=default_rtol(a)) if a.size else np.zeros(pseudo.shape)
    exact = inverse @ wide(columns)
    # The inverse is off by its bound, which is the same for each of its elements.
    off = np.max(pseudo.bound, axis=(-2, -1), keepdims=True, initial=0) * a.shape[-2] * np.max(np.abs(wide(b)), initial=0)
    error = np.broadcast_to(off, exact.shape) + result_eps(a) * np.abs(exact)
    solution = Near(exact.reshape(shape).astype(float_of(a.dtype)), error.reshape(shape))
    return solution, residuals(a, columns, exact, error, ranks), ranks, values


def residuals(a, columns, solution, error, ranks):
    """The squares of what is left, as NumPy gives them for one matrix; for several, none unless all have some."""
    batch, dtype = a.shape[:-2], real_of(float_of(a.dtype))
    if a.shape[-2] <= a.shape[-1] or (ranks != a.shape[-1]).any():
        return np.zeros((*batch, 0), dtype)
    left = np.abs(wide(columns) - wide(a) @ solution)
    exact = np.sum(left**2, axis=-2)
    # Each difference is off by the products' errors and its own rounding, and its square by twice that times its size.
    moved = np.abs(wide(a)) @ error + steps(a) * eps(a) * (np.abs(wide(columns)) + np.abs(wide(a)) @ np.abs(solution))
    bound = np.sum(2 * left * moved + moved**2, axis=-2) + (a.shape[-2] + 4) * eps(a) * exact
    return Near(exact.astype(dtype), bound + result_eps(a) * exact)


ROWS = {
    "inv": Row(invertible, inverse, check_inverse),
    "expm": Row(exponents, exponential),
    "solve_triangular": Row(triangles, triangular, check_triangular),
    "solve": Row(equations, solutions, check_solutions),
    "det": Row(some(square=True, spoilt=0), determinant),
    "slogdet": Row(some(square=True, spoilt=0), sign_and_logarithm, check_logarithm),
    "matrix_power": Row(plus(invertible, n=lambda draw: draw.random.randint(-2, 5)), power, check_power),
    "matrix_rank": Row(ranked, rank),
    "matrix_rank_with": Row(plus(ranked, rtol=tolerance), rank),
    "pinv": Row(ranked, pseudo_inverse),
    "pinv_with": Row(plus(ranked, rtol=tolerance), pseudo_inverse),
    "lstsq": Row(nearest, least_squares),
}
