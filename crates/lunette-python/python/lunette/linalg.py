"""Linear algebra: the extension of the Array API standard, and what the library has besides."""

from ._lunette import kron, matmul, matrix_transpose, outer, tensordot, vecdot
from ._lunette import moveaxis as _moveaxis
from ._lunette import linalg as _native

EigResult = _native.EigResult
EighResult = _native.EighResult
LUResult = _native.LUResult
LinAlgError = _native.LinAlgError
LstsqResult = _native.LstsqResult
QRResult = _native.QRResult
SVDResult = _native.SVDResult
SlogdetResult = _native.SlogdetResult
cholesky = _native.cholesky
cond = _native.cond
cross = _native.cross
det = _native.det
diagonal = _native.diagonal
eig = _native.eig
eigh = _native.eigh
eigvals = _native.eigvals
eigvalsh = _native.eigvalsh
expm = _native.expm
inv = _native.inv
lstsq = _native.lstsq
lu = _native.lu
matrix_norm = _native.matrix_norm
matrix_power = _native.matrix_power
matrix_rank = _native.matrix_rank
multi_dot = _native.multi_dot
pinv = _native.pinv
qr = _native.qr
slogdet = _native.slogdet
solve = _native.solve
solve_triangular = _native.solve_triangular
svd = _native.svd
svdvals = _native.svdvals
trace = _native.trace
vector_norm = _native.vector_norm


def norm(x, /, ord=None, axis=None, keepdims=False):
    """The norm of a vector, of a matrix, or along the axes named; without `ord` the root of the sum of the squares.

    >>> xp.linalg.norm(xp.asarray([3.0, 4.0]))
    Tensor(5.0)
    >>> xp.linalg.norm(xp.asarray([[1.0, 2.0], [3.0, 4.0]]), 1)
    Tensor(6.0)
    """
    if ord is None:
        return vector_norm(x, axis=axis, keepdims=keepdims)
    if axis is None:
        axis = 0 if x.ndim == 1 else (0, 1)
        if x.ndim > 2:
            raise ValueError(f"norm: `axis` is needed for a tensor of {x.ndim} axes")
    if not isinstance(axis, tuple) or len(axis) == 1:
        return vector_norm(x, axis=axis, keepdims=keepdims, ord=ord)
    made = matrix_norm(_moveaxis(x, axis, (-2, -1)), keepdims=keepdims, ord=ord)
    return _moveaxis(made, (-2, -1), axis) if keepdims else made


__all__ = [name for name in dir() if not name.startswith("_")]
