"""Linear algebra: the extension of the Array API standard, and what the library has besides."""

from ._lunette import linalg as _native

__all__ = [
    "EigResult",
    "EighResult",
    "LstsqResult",
    "QRResult",
    "SVDResult",
    "SlogdetResult",
    "cholesky",
    "cross",
    "det",
    "diagonal",
    "eig",
    "eigh",
    "eigvals",
    "eigvalsh",
    "inv",
    "kron",
    "lstsq",
    "matmul",
    "matrix_norm",
    "matrix_power",
    "matrix_rank",
    "matrix_transpose",
    "outer",
    "pinv",
    "qr",
    "slogdet",
    "solve",
    "svd",
    "svdvals",
    "tensordot",
    "trace",
    "vecdot",
    "vector_norm",
]

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
kron = _native.kron
lstsq = _native.lstsq
matmul = _native.matmul
matrix_norm = _native.matrix_norm
matrix_power = _native.matrix_power
matrix_rank = _native.matrix_rank
matrix_transpose = _native.matrix_transpose
outer = _native.outer
pinv = _native.pinv
qr = _native.qr
slogdet = _native.slogdet
solve = _native.solve
svd = _native.svd
svdvals = _native.svdvals
tensordot = _native.tensordot
trace = _native.trace
vecdot = _native.vecdot
vector_norm = _native.vector_norm
