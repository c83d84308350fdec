"""Linear algebra: the extension of the Array API standard, and what the library has besides."""

from ._lunette import kron, matmul, matrix_transpose, outer, tensordot, vecdot
from ._lunette import linalg as _native

EigResult = _native.EigResult
EighResult = _native.EighResult
LstsqResult = _native.LstsqResult
QRResult = _native.QRResult
SVDResult = _native.SVDResult
SlogdetResult = _native.SlogdetResult
cholesky = _native.cholesky
cross = _native.cross
det = _native.det
diagonal = _native.diagonal
eig = _native.eig
eigh = _native.eigh
eigvals = _native.eigvals
eigvalsh = _native.eigvalsh
inv = _native.inv
lstsq = _native.lstsq
matrix_norm = _native.matrix_norm
matrix_power = _native.matrix_power
matrix_rank = _native.matrix_rank
pinv = _native.pinv
qr = _native.qr
slogdet = _native.slogdet
solve = _native.solve
svd = _native.svd
svdvals = _native.svdvals
trace = _native.trace
vector_norm = _native.vector_norm

__all__ = [name for name in dir() if not name.startswith("_")]
