"""Factors of matrices, which must make the matrix together; signs, phases and order are theirs."""

import numpy as np

from families.matrices import (
    adjoint,
    backward,
    batch,
    check_finite,
    check_rank,
    check_square,
    matrix,
    orthonormal,
    plus,
    result_eps,
    sizes,
    some,
    wide,
)
from families.reduce import float_of, real_of
from families.row import Like, Near, Row


def near(array, bound):
    return Near(wide(np.asarray(array)), np.broadcast_to(bound, np.shape(array)))


def identity(x, n):
    return np.broadcast_to(np.eye(n), x.shape[:-2] + (n, n))


def columns_are_orthonormal(what, found, x):
    found = wide(found)
    product = adjoint(found) @ found
    yield what, near(identity(x, found.shape[-1]).astype(product.dtype), orthonormal(x)), product


def positive(draw):
    """Matrices times their adjoints; seldom not positive definite. The other half is not read."""
    shape = batch(draw) + sizes(draw, True)
    dtype = draw.dtype("fc")
    x = wide(matrix(draw, shape, dtype))
    if x.shape[-1] == x.shape[-2]:
        x = x @ adjoint(x) + np.eye(x.shape[-1])
        if x.size and draw.chance(0.05):
            x[..., -1, -1] = -1
        if draw.chance(0.5):
            other = wide(matrix(draw, shape, dtype))
            x = np.tril(x) + np.triu(other, 1) + (1j * other.imag * np.eye(x.shape[-1]) if dtype.kind == "c" else 0)
    return [x.astype(dtype)], {}


def hermitian(x):
    """The matrices that the lower halves stand for; an imaginary part on the diagonal is not read."""
    lower = np.tril(wide(x), -1)
    return lower + adjoint(lower) + np.real(wide(x)) * np.eye(x.shape[-1])


def cholesky(x):
    check_square(x)
    np.linalg.cholesky(hermitian(x))
    return Like(x.shape, float_of(x.dtype))


def check_cholesky(upper):
    def check(found, x):
        factor = wide(adjoint(found[0]) if upper else found[0])
        yield "the triangle", near(np.tril(factor), 0), factor
        yield "the product", near(hermitian(x), backward(hermitian(x).astype(x.dtype))), factor @ adjoint(factor)

    return check


def qr(x, complete):
    check_rank(x)
    dtype, (rows, columns) = float_of(x.dtype), x.shape[-2:]
    inner = rows if complete else min(rows, columns)
    return Like(x.shape[:-1] + (inner,), dtype), Like(x.shape[:-2] + (inner, columns), dtype)


def check_qr(found, x, complete):
    if not np.isfinite(x).all():
        return
    q, r = map(wide, found)
    yield "the triangle", near(np.triu(r), 0), r
    yield from columns_are_orthonormal("the columns of q", found[0], x)
    yield "the product", near(x, backward(x)), q @ r


def lu(x):
    check_rank(x)
    dtype, (rows, columns) = float_of(x.dtype), x.shape[-2:]
    inner = min(rows, columns)
    front = x.shape[:-2]
    return Like(front + (rows, rows), dtype), Like(front + (rows, inner), dtype), Like(front + (inner, columns), dtype)


def check_lu(found, x):
    p, l, u = map(wide, found)
    whole = np.sort(np.abs(p), axis=-1)
    yield "the order", near(np.where(np.arange(p.shape[-1]) == p.shape[-1] - 1, 1.0, np.zeros(p.shape)), 0), whole
    if not np.isfinite(x).all():
        return
    yield "the lower triangle", near(np.tril(l, -1) + np.eye(*l.shape[-2:]), 0), l
    yield "the upper triangle", near(np.triu(u), 0), u
    # Nothing below the diagonal is larger than 1, but for rounding and for how complex numbers are measured.
    yield "the sizes", near(np.minimum(np.abs(l), 1.5), 0), np.abs(l)
    # Growth doubles elements in each step at most, and does not in practice.
    yield "the product", near(x, 4 * backward(x)), p @ l @ u


def svd(x, full):
    check_rank(x)
    check_finite(x)
    dtype, (rows, columns) = float_of(x.dtype), x.shape[-2:]
    short = min(rows, columns)
    left, right = (rows, columns) if full else (short, short)
    front = x.shape[:-2]
    return Like(front + (rows, left), dtype), singular_values(x), Like(front + (right, columns), dtype)


def singular_values(x):
    check_rank(x)
    check_finite(x)
    values = np.linalg.svd(wide(x), compute_uv=False)
    bound = backward(x)[..., 0] + result_eps(x) * values
    return Near(values.astype(real_of(float_of(x.dtype))), np.broadcast_to(bound, values.shape))


def check_svd(found, x, full):
    u, s, vh = map(wide, found)
    short = s.shape[-1]
    yield "the order", near(np.sort(s)[..., ::-1], 0), s
    yield from columns_are_orthonormal("the columns of u", found[0], x)
    yield from columns_are_orthonormal("the rows of vh", adjoint(found[2]), x)
    yield "the product", near(x, backward(x)), (u[..., :short] * s[..., None, :].real) @ vh[..., :short, :]


def complex_of(dtype):
    """The dtype of eigenvalues: complex numbers of the matrix's precision, or of single precision for halves."""
    return np.result_type(float_of(dtype), np.complex64)


def eigenvalues(x):
    check_square(x)
    check_finite(x)
    return Like(x.shape[:-1], complex_of(x.dtype))


def eig(x):
    return eigenvalues(x), Like(x.shape, complex_of(x.dtype))


def check_eig(found, x):
    values, vectors = map(wide, found)
    yield "the lengths", near(np.ones(values.shape), orthonormal(x)), np.linalg.norm(vectors, axis=-2)
    yield "the products", near(values[..., None, :] * vectors, backward(x)), wide(x).astype(np.complex128) @ vectors
    yield from check_eigenvalues(found[:1], x)


def check_eigenvalues(found, x):
    """Each matrix less one of its eigenvalues is singular, and their sum is the trace."""
    values = wide(found[0])
    shifted = wide(x)[..., None, :, :] - values[..., :, None, None] * np.eye(x.shape[-1])
    if values.size:
        least = np.linalg.svd(shifted, compute_uv=False)[..., -1]
        yield "what is left", near(np.zeros(values.shape), backward(x)[..., 0]), least
    trace = np.trace(wide(x), axis1=-2, axis2=-1).astype(np.complex128)
    bound = x.shape[-1] * backward(x)[..., 0, 0]
    yield "the sum", near(trace, bound), np.sum(values, axis=-1)


def symmetric(draw):
    """Matrices of which the lower half is read."""
    return some(square=True, spoilt=0.0)(draw)


def eigvalsh(x):
    check_square(x)
    values = np.linalg.eigvalsh(hermitian(x))
    bound = backward(hermitian(x).astype(float_of(x.dtype)))[..., 0] + result_eps(x) * np.abs(values)
    return Near(values.astype(real_of(float_of(x.dtype))), np.broadcast_to(bound, values.shape))


def eigh(x):
    return eigvalsh(x), Like(x.shape, float_of(x.dtype))


def check_eigh(found, x):
    values, vectors = map(wide, found)
    yield from columns_are_orthonormal("the eigenvectors", found[1], x)
    whole = hermitian(x)
    yield "the product", near(whole, backward(whole.astype(float_of(x.dtype)))), (vectors * values[..., None, :]) @ adjoint(vectors)


def half(draw):
    return draw.chance(0.5)


ROWS = {
    "cholesky": Row(positive, cholesky, check_cholesky(False)),
    "cholesky_upper": Row(positive, cholesky, check_cholesky(True)),
    "qr": Row(plus(some(), complete=half), qr, check_qr),
    "lu": Row(some(), lu, check_lu),
    "svd": Row(plus(some(), full=half), svd, check_svd),
    "svdvals": Row(some(), singular_values),
    "eig": Row(some(square=True), eig, check_eig),
    "eigvals": Row(some(square=True), eigenvalues, check_eigenvalues),
    "eigh": Row(symmetric, eigh, check_eigh),
    "eigvalsh": Row(symmetric, eigvalsh),
}
