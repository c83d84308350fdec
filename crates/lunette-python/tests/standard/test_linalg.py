"""Linear algebra: products beside NumPy's, decompositions by what they promise; stacks, zero sizes, dtypes."""

from hypothesis import given, strategies as st
import numpy as np
import pytest

import lunette as xp
from support import dtypes
from support.compare import check_close, check_equal, check_form, own, to_numpy
from support.random_arrays import arrays, axes_of, broadcastable, pair, shapes

FLOATING = st.sampled_from(dtypes.FLOATING)
STYLES = st.sampled_from(["whole", "stepped", "turned", "transposed"])
BATCH = shapes(2, 0, 3)
SIDE = st.integers(0, 4)
LOOSE = {"float32": 1e-3, "complex64": 1e-3, "float64": 1e-9, "complex128": 1e-9}


@st.composite
def matrices(draw, square=False, regular=False, hermitian=False, positive=False, dtype=None):
    """A stack of matrices on both sides."""
    dtype = dtype or draw(FLOATING)
    rows = draw(SIDE)
    columns = rows if square or regular or hermitian or positive else draw(SIDE)
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    array, x = pair(rng, (*draw(BATCH), rows, columns), dtype, draw(STYLES))
    if hermitian or positive:
        array = (array + array.conj().swapaxes(-1, -2)) / 2
    if regular or positive:
        array = array + 20 * np.eye(rows, dtype=dtype)
    return (array, x) if not (hermitian or positive or regular) else (array.astype(dtype), own(array.astype(dtype)))


def near(tensor, array, dtype=None):
    """The same up to the errors of an algorithm."""
    dtype = dtype or np.asarray(array).dtype.name
    check_form(tensor, dtype, np.shape(array))
    np.testing.assert_allclose(to_numpy(tensor), array, rtol=LOOSE[dtype], atol=LOOSE[dtype])


def adjoint(x):
    """The conjugate of the transpose."""
    return xp.conj(xp.matrix_transpose(x))


@given(data=st.data())
def test_matmul(data):
    first, second, dtype = data.draw(st.sampled_from(dtypes.pairs_of("N")))
    (one, two), _ = data.draw(broadcastable(2, 2))
    m, k, n = (data.draw(SIDE) for _ in range(3))
    forms = st.sampled_from([((*one, m, k), (*two, k, n)), ((k,), (*two, k, n)), ((*one, m, k), (k,)), ((k,), (k,))])
    shape, other = data.draw(forms)
    (a, x), (b, y) = data.draw(arrays([first], shape, small=True)), data.draw(arrays([second], other, small=True))
    expected = np.asarray(np.matmul(a.astype(dtype), b.astype(dtype)))
    check_close(xp.matmul(x, y), expected, 100.0)
    check_close(x @ y, expected, 100.0)
    check_close(x.__rmatmul__(y) if shape == other == (k,) else y.__rmatmul__(x), expected, 100.0)


def test_matmul_in_place():
    x = xp.ones((2, 2))
    same = x
    x @= xp.asarray([[1.0, 2.0], [3.0, 4.0]])
    assert to_numpy(x).tolist() == [[4, 6], [4, 6]]
    assert x is same or to_numpy(same).tolist() == [[1, 1], [1, 1]]


@given(data=st.data())
def test_tensordot(data):
    first, second, dtype = data.draw(st.sampled_from(dtypes.pairs_of("N")))
    shared = data.draw(shapes(2, 0, 3))
    left, right = data.draw(shapes(2, 0, 3)), data.draw(shapes(2, 0, 3))
    a, x = data.draw(arrays([first], (*left, *shared), small=True))
    b, y = data.draw(arrays([second], (*shared, *right), small=True))
    a, b = a.astype(dtype), b.astype(dtype)
    count = len(shared)
    check_close(xp.tensordot(x, y, axes=count), np.asarray(np.tensordot(a, b, count)), 100.0)
    axes = (tuple(range(len(left), len(left) + count)), tuple(axis - b.ndim for axis in range(count)))
    check_close(xp.tensordot(x, y, axes=axes), np.asarray(np.tensordot(a, b, axes)), 100.0)


@given(data=st.data())
def test_vecdot_and_cross(data):
    first, second, dtype = data.draw(st.sampled_from(dtypes.pairs_of("N")))
    (one, two), _ = data.draw(broadcastable(2, 2))
    size = data.draw(SIDE)
    a, x = data.draw(arrays([first], (*one, size), small=True))
    b, y = data.draw(arrays([second], (*two, size), small=True))
    check_close(xp.vecdot(x, y), np.asarray(np.vecdot(a.astype(dtype), b.astype(dtype))), 100.0)
    depth = data.draw(st.integers(-min(len(one), len(two)) - 1, -1))
    moved = xp.vecdot(xp.moveaxis(x, -1, depth), xp.moveaxis(y, -1, depth), axis=depth)
    check_close(moved, np.asarray(np.vecdot(a.astype(dtype), b.astype(dtype))), 100.0)
    a, x = data.draw(arrays([first], (*one, 3), small=True))
    b, y = data.draw(arrays([second], (*two, 3), small=True))
    check_close(xp.linalg.cross(x, y), np.cross(a.astype(dtype), b.astype(dtype)), 100.0)


@given(data=st.data())
def test_outer_diagonal_trace_transpose(data):
    first, second, dtype = data.draw(st.sampled_from(dtypes.pairs_of("N")))
    a, x = data.draw(arrays([first], shapes(1, 0, 4, 1), small=True))
    b, y = data.draw(arrays([second], shapes(1, 0, 4, 1), small=True))
    check_close(xp.linalg.outer(x, y), np.outer(a.astype(dtype), b.astype(dtype)), 4.0)
    array, x = data.draw(arrays(dtypes.NUMERIC, shapes(4, 0, 4, 2), small=True))
    offset = data.draw(st.integers(-5, 5))
    check_equal(xp.linalg.diagonal(x, offset=offset), np.linalg.diagonal(array, offset=offset))
    wide = dtypes.accumulated(array.dtype.name)
    expected = np.linalg.trace(array.astype(wide), offset=offset)
    check_close(xp.linalg.trace(x, offset=offset), np.asarray(expected, wide), 10.0)
    check_form(xp.linalg.trace(x, dtype=xp.complex128), "complex128", array.shape[:-2])
    for turned in (x.mT, xp.matrix_transpose(x)):
        check_equal(turned, array.swapaxes(-1, -2))


@given(both=matrices(positive=True), upper=st.booleans())
def test_cholesky(both, upper):
    array, x = both
    factor = xp.linalg.cholesky(x, upper=upper)
    product = adjoint(factor) @ factor if upper else factor @ adjoint(factor)
    near(product, array)
    assert not to_numpy(xp.tril(factor, k=-1) if upper else xp.triu(factor, k=1)).any()


@given(both=matrices(regular=True))
def test_inverse_determinant_solution(both):
    array, x = both
    dtype, side = array.dtype.name, array.shape[-1]
    near(xp.linalg.inv(x) @ x, np.broadcast_to(np.eye(side, dtype=dtype), array.shape))
    determinant = np.linalg.det(array).astype(dtype)
    check_form(xp.linalg.det(x), dtype, array.shape[:-2])
    np.testing.assert_allclose(to_numpy(xp.linalg.det(x)), determinant, rtol=LOOSE[dtype])
    sign, size = xp.linalg.slogdet(x)
    expected = np.linalg.slogdet(array)
    near(sign, np.asarray(expected.sign, dtype)), near(size, np.asarray(expected.logabsdet, dtypes.real_of(dtype)))
    assert type(xp.linalg.slogdet(x))._fields == ("sign", "logabsdet")
    vector = np.ones(side, dtype)
    near(xp.linalg.solve(x, own(vector)), np.broadcast_to(np.linalg.solve(array, vector[:, None])[..., 0], array.shape[:-1]))
    right = np.ones((2, *([1] * (array.ndim - 2)), side, 3), dtype) if array.ndim == 2 else np.ones((side, 3), dtype)
    near(xp.linalg.solve(x, own(right)), np.linalg.solve(array, right))


@given(both=matrices(square=True), power=st.integers(-2, 5))
def test_matrix_power(both, power):
    array, x = both
    if power < 0:
        array = array + 20 * np.eye(array.shape[-1], dtype=array.dtype)
        x = own(array)
    expected = np.linalg.matrix_power(array.astype("complex128"), power)
    scale = max(1.0, float(np.abs(expected).max(initial=0)))
    result = xp.linalg.matrix_power(x, power)
    check_form(result, array.dtype.name, array.shape)
    np.testing.assert_allclose(to_numpy(result), expected, atol=scale * LOOSE[array.dtype.name])


@given(both=matrices(hermitian=True))
def test_eigenvalues_of_hermitian_matrices(both):
    array, x = both
    dtype = array.dtype.name
    values, vectors = xp.linalg.eigh(x)
    assert type(xp.linalg.eigh(x))._fields == ("eigenvalues", "eigenvectors")
    check_form(values, dtypes.real_of(dtype), array.shape[:-1])
    check_form(vectors, dtype, array.shape)
    near(vectors @ (xp.astype(values, x.dtype)[..., None] * adjoint(vectors)), array)
    near(xp.sort(xp.linalg.eigvalsh(x)), np.linalg.eigvalsh(array).astype(dtypes.real_of(dtype)))


@given(both=matrices(square=True))
def test_eigenvalues_of_any_matrix(both):
    array, x = both
    dtype = {"float32": "complex64", "float64": "complex128"}.get(array.dtype.name, array.dtype.name)
    values, vectors = xp.linalg.eig(x)
    assert type(xp.linalg.eig(x))._fields == ("eigenvalues", "eigenvectors")
    check_form(values, dtype, array.shape[:-1]), check_form(vectors, dtype, array.shape)
    near(xp.astype(x, vectors.dtype) @ vectors, to_numpy(vectors * values[..., None, :]))
    lengths = xp.linalg.vector_norm(vectors, axis=-2)
    assert bool(xp.all(lengths > 0.1))
    alone = xp.linalg.eigvals(x)
    check_form(alone, dtype, array.shape[:-1])
    near(xp.sum(alone, axis=-1), np.trace(array, axis1=-2, axis2=-1).astype(dtype))


@given(both=matrices(), data=st.data())
def test_qr(both, data):
    array, x = both
    mode = data.draw(st.sampled_from(["reduced", "complete"]))
    q, r = xp.linalg.qr(x, mode=mode)
    assert type(xp.linalg.qr(x))._fields == ("Q", "R")
    rows, columns = array.shape[-2:]
    inner = min(rows, columns) if mode == "reduced" else rows
    check_form(q, array.dtype.name, (*array.shape[:-1], inner))
    check_form(r, array.dtype.name, (*array.shape[:-2], inner, columns))
    near(q @ r, array)
    near(adjoint(q) @ q, np.broadcast_to(np.eye(inner, dtype=array.dtype), (*array.shape[:-2], inner, inner)))
    assert not to_numpy(xp.tril(r, k=-1)).any()


@given(both=matrices(), full=st.booleans())
def test_svd(both, full):
    array, x = both
    u, s, vh = xp.linalg.svd(x, full_matrices=full)
    assert type(xp.linalg.svd(x))._fields == ("U", "S", "Vh")
    rows, columns = array.shape[-2:]
    inner = min(rows, columns)
    check_form(u, array.dtype.name, (*array.shape[:-1], rows if full else inner))
    check_form(s, dtypes.real_of(array.dtype.name), (*array.shape[:-2], inner))
    check_form(vh, array.dtype.name, (*array.shape[:-2], columns if full else inner, columns))
    near((u[..., :, :inner] * xp.astype(s, x.dtype)[..., None, :]) @ vh[..., :inner, :], array)
    assert bool(xp.all(s[..., 1:] <= s[..., :-1])) and bool(xp.all(s >= 0))
    near(xp.linalg.svdvals(x), to_numpy(s))


@given(both=matrices(), data=st.data())
def test_pinv_and_rank(both, data):
    array, x = both
    inverse = xp.linalg.pinv(x)
    check_form(inverse, array.dtype.name, array.swapaxes(-1, -2).shape)
    near(x @ inverse @ x, array)
    rank = xp.linalg.matrix_rank(x)
    check_form(rank, "int64", array.shape[:-2])
    if 0 not in array.shape:
        np.testing.assert_array_equal(to_numpy(rank), np.linalg.matrix_rank(array))
        tolerance = np.full(array.shape[:-2], 0.5, dtypes.real_of(array.dtype.name))
        check_equal(xp.linalg.matrix_rank(x, rtol=own(tolerance)), np.linalg.matrix_rank(array, rtol=tolerance))
        check_equal(xp.linalg.matrix_rank(x, rtol=0.5), np.linalg.matrix_rank(array, rtol=0.5))


def test_rank_of_dependent_rows():
    x = xp.asarray([[1.0, 2.0], [2.0, 4.0]])
    assert int(xp.linalg.matrix_rank(x)) == 1
    near(xp.linalg.pinv(x), np.linalg.pinv(np.asarray([[1.0, 2.0], [2.0, 4.0]])))


@given(both=matrices(), keepdims=st.booleans())
def test_matrix_norm(both, keepdims):
    array, x = both
    for order in ("fro", "nuc", 1, -1, 2, -2, np.inf, -np.inf):
        if 0 in array.shape[-2:] and order not in ("fro", "nuc"):
            continue
        expected = np.linalg.matrix_norm(array, ord=order, keepdims=keepdims)
        result = xp.linalg.matrix_norm(x, ord=order, keepdims=keepdims)
        near(result, np.asarray(expected, dtypes.real_of(array.dtype.name)))


@given(data=st.data())
def test_vector_norm(data):
    array, x = data.draw(arrays(dtypes.FLOATING, shapes(3, 1, 4)))
    options = {"axis": data.draw(axes_of(array.ndim)), "keepdims": data.draw(st.booleans())}
    for order in (2, 1, 0, -1, -2, 3, 2.5, 0.5, np.inf, -np.inf):
        expected = np.linalg.vector_norm(array, ord=order, **options)
        near(xp.linalg.vector_norm(x, ord=order, **options), np.asarray(expected, dtypes.real_of(array.dtype.name)))


@pytest.mark.parametrize("dtype", dtypes.FLOATING)
def test_singular_matrices(dtype):
    x = xp.zeros((2, 2), dtype=dtypes.of(dtype))
    sign, size = xp.linalg.slogdet(x)
    assert complex(sign) == 0 and float(size) == -np.inf
    assert complex(xp.linalg.det(x)) == 0
    for call in (xp.linalg.inv, lambda x: xp.linalg.solve(x, x), lambda x: xp.linalg.matrix_power(x, -1)):
        with pytest.raises(ValueError):
            call(x)
    with pytest.raises(ValueError):
        xp.linalg.cholesky(x - xp.eye(2, dtype=x.dtype))


SQUARE = ["cholesky", "det", "eig", "eigh", "eigvals", "eigvalsh", "expm", "inv", "slogdet"]


@pytest.mark.parametrize("name", [*SQUARE, "qr", "svd", "svdvals", "pinv", "matrix_rank", "trace", "diagonal"])
def test_wrong_shapes_raise(name):
    wrong = [(), (3,)] + ([(2, 3)] if name in SQUARE else [])
    for shape in wrong:
        with pytest.raises((IndexError, ValueError)):
            getattr(xp.linalg, name)(xp.ones(shape))


@pytest.mark.parametrize(
    "call",
    [
        lambda: xp.ones(()) @ xp.ones(3), lambda: xp.ones((2, 3)) @ xp.ones((2, 3)), lambda: xp.ones(2) @ xp.ones(3),
        lambda: xp.vecdot(xp.ones(2), xp.ones(3)), lambda: xp.vecdot(xp.ones(1), xp.ones(3)),
        lambda: xp.tensordot(xp.ones((2, 3)), xp.ones((2, 3)), axes=1), lambda: xp.matrix_transpose(xp.ones(3)),
        lambda: xp.linalg.cross(xp.ones(2), xp.ones(2)), lambda: xp.linalg.solve(xp.eye(2), xp.ones(3)),
        lambda: xp.linalg.outer(xp.ones((2, 2)), xp.ones(2)), lambda: xp.linalg.qr(xp.eye(2), mode="some"),
        lambda: xp.linalg.matrix_norm(xp.eye(2), ord="other"), lambda: xp.linalg.matrix_power(xp.ones((2, 3)), 2),
    ],
)  # fmt: skip
def test_wrong_arguments_raise(call):
    with pytest.raises(ValueError):
        call()
