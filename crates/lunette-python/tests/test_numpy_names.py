"""What NumPy's users type: its names beside the standard's, its functions on tensors, and its spellings of arguments."""

import copy
import pickle
import sys

import numpy as np
import pytest

import lunette as xp

A = np.random.default_rng(5).normal(0, 3, (3, 4))
WHOLE = np.asarray([[3, 1, 3], [7, 1, 0]])
CUBE = np.arange(24.0).reshape(2, 3, 4)


def ours(value):
    """The same arguments with tensors in the place of arrays."""
    if isinstance(value, np.ndarray):
        return xp.asarray(value, copy=True)
    return [ours(part) for part in value] if isinstance(value, list) else value


def check(found, expected):
    """The same numbers, in tensors where NumPy has arrays."""
    if isinstance(expected, tuple) and not isinstance(found, xp.Tensor):
        assert len(found) == len(expected)
        for mine, theirs in zip(found, expected, strict=True):
            check(mine, theirs)
        return
    if isinstance(expected, np.ndarray):
        assert isinstance(found, xp.Tensor)
    np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-12, atol=1e-12)
    assert np.shape(found) == np.shape(expected)


UNARY = "absolute arccos arcsin arctan arcsinh arctanh conjugate degrees radians".split()
CALLS = [
    *[(name, (np.clip(A, -0.9, 0.9),), {}) for name in UNARY],
    ("arccosh", (np.abs(A) + 1,), {}),
    ("arctan2", (A, A + 1), {}),
    *[(name, (WHOLE, 2), {}) for name in ("power", "mod", "true_divide", "left_shift", "right_shift")],
    ("invert", (WHOLE,), {}), ("bitwise_not", (WHOLE,), {}),
    ("concatenate", ([A, A],), {}), ("concatenate", ([A, A], 1), {}), ("concatenate", ([A, A],), {"axis": None}),
    ("transpose", (A,), {}), ("transpose", (np.ones((2, 3, 4)), (2, 0, 1)), {}),
    ("dot", (A, A.T), {}), ("dot", (A, 2), {}), ("inner", (A, A), {}), ("inner", (A, np.asarray(2.0)), {}),
    ("vdot", (A, A), {}), ("vdot", (A + 1j, A - 2j), {}), ("cross", (A[:, :3].copy(), A[:, 1:].copy()), {}),
    ("unique", (WHOLE,), {}), ("unique", (WHOLE.ravel(),), {"return_index": True, "return_counts": True}),
    ("unique", (WHOLE.ravel(), True, True, True), {}),
    ("cumsum", (A,), {}), ("cumsum", (A, 1), {}), ("cumprod", (A,), {"axis": 0}), ("cumsum", (WHOLE,), {"dtype": "float64"}),
    ("copy", (A,), {}), ("shape", (A,), {}), ("shape", ([1, 2],), {}), ("size", (A,), {}), ("size", (A, 1), {}), ("ndim", (A,), {}),
    ("trace", (A,), {}), ("trace", (A, 1), {}), ("trace", (CUBE,), {}), ("trace", (CUBE, -1), {"axis1": 2, "axis2": 0}),
    ("diagonal", (A,), {}), ("diagonal", (np.ones((2, 3, 4)), 1, 2, 0), {}),
    ("flipud", (A,), {}), ("fliplr", (A,), {}), ("amin", (A, 0), {}), ("amax", (A,), {"axis": 1, "keepdims": True}),
    ("squeeze", (A[None, :, None],), {}), ("where", (A > 0,), {}), ("round", (A, 1), {}), ("round", (A * 100, -1), {}),
    ("reshape", (A, (4, 3)), {"order": "F"}), ("reshape", (A, (2, -1)), {"order": "F"}), ("ravel", (A,), {"order": "F"}),
    ("take", (A, [0, 2]), {"axis": 1}), ("take", (A, np.asarray([1])), {"axis": 0}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "arguments", "options"), CALLS, ids=[name for name, _, _ in CALLS])
def test_functions(name, arguments, options):
    expected = getattr(np, name)(*arguments, **options)
    check(getattr(xp, name)(*map(ours, arguments), **options), expected)


METHODS = [
    ("reshape", (4, 3), {"order": "F"}), ("ravel", (), {"order": "F"}), ("flatten", ("F",), {}), ("take", ([0, 2],), {}),
    ("take", ([0, 2], 1), {}), ("take", (1, 1), {}), ("conjugate", (), {}), ("std", (), {"ddof": 1}), ("var", (0,), {"ddof": 1}),
    ("round", (1,), {}), ("sum", (1, "float32"), {}), ("mean", (0, "float32"), {}), ("cumsum", (1, "float32"), {}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "arguments", "options"), METHODS, ids=[name for name, _, _ in METHODS])
def test_methods(name, arguments, options):
    expected = getattr(A, name)(*arguments, **options)
    found = getattr(xp.asarray(A), name)(*arguments, **options)
    assert found.shape == np.shape(expected)
    np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-5)


def test_methods_that_write():
    for call in (lambda a: a.put([1, -1], [7, 8]), lambda a: a.partition(1), lambda a: a.partition((0, 2), axis=0)):
        array, x = A.copy(), xp.asarray(A, copy=True)
        call(array)
        call(x)
        np.testing.assert_array_equal(np.sort(np.asarray(x)), np.sort(array))
    check(xp.asarray([1, 3, 5]).searchsorted(xp.asarray([0, 3]), side="right"), np.asarray([0, 2]))


REDUCTIONS = ["sum", "prod", "max", "min", "any", "all", "mean", "std", "var", "argmax", "argmin", "cumsum", "cumprod"]


@pytest.mark.parametrize("name", REDUCTIONS)
def test_numpys_functions_call_methods(name):
    x = xp.asarray(A)
    for options in ({}, {"axis": 0}):
        found, expected = getattr(np, name)(x, **options), getattr(np, name)(A, **options)
        assert isinstance(found, xp.Tensor)
        np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-12)
        out = xp.zeros(found.shape, dtype=found.dtype)
        assert getattr(np, name)(x, **options, out=out) is out
        assert xp.array_equal(out, found)


def test_numpys_functions_pass_on_their_arguments():
    x = xp.asarray(A)
    check(np.std(x, ddof=1), np.std(A, ddof=1))
    assert np.sum(x, dtype=np.float32).dtype == xp.float32 and np.mean(x, dtype="float32").dtype == xp.float32
    check(np.clip(x, -1, 1), np.clip(A, -1, 1))
    check(np.round(x, 1), np.round(A, 1))


@pytest.mark.parametrize("dtype", ["int8", "int64", "uint64"])
@pytest.mark.parametrize("decimals", [-1, -2, -3, -30, 0, 2])
def test_integers_are_rounded_to_integers(dtype, decimals):
    values = [0, 4, 5, 6, 14, 15, 16, 25, 35, 99, 104, 115, 125]
    values += [-5, -15, -16, -25, -128] if dtype != "uint64" else []
    values += [2**62 + 5, -(2**62)] if dtype == "int64" else []
    found = xp.asarray(values, dtype=dtype).round(decimals)
    expected = np.asarray([round(value, decimals) if decimals < 0 else value for value in values]).astype(dtype)
    assert found.dtype.name == dtype
    if dtype != "int8":
        assert found.tolist() == [int(value) for value in expected]


def test_dtypes_are_called_and_have_short_names():
    made = xp.float32(3)
    assert isinstance(made, xp.Tensor) and made.dtype == xp.float32 and float(made) == 3
    assert xp.int8([1, 2]).tolist() == [1, 2] and int(xp.int64()) == 0 and xp.bool(2).dtype == xp.bool
    for name in "? b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 c8 c16 int float complex half single double <f4 =i8 |u1".split():
        assert xp.zeros(1, dtype=name).dtype.name == np.dtype(name).name
    with pytest.raises(TypeError, match="names no dtype"):
        xp.zeros(1, dtype=">f4")


NAMES = ("bool", "int8", "uint64", "float32", "complex128", "float16")


@pytest.mark.parametrize("name", NAMES)
def test_dtypes_are_numpys_to_numpy(name):
    ours, theirs = getattr(xp, name), np.dtype(name)
    assert ours == theirs and theirs == ours and ours == theirs.type and ours == name and ours == theirs.str[1:]
    for other in (*(np.dtype(other) for other in NAMES if other != name), np.str_, "", "int", object, None, 1):
        assert ours != other and not ours == other
    assert np.dtype(ours) == theirs and ours in {theirs.type} and ours in [theirs]
    for kind in ("bool", "signed integer", "unsigned integer", "integral", "real floating", "complex floating", "numeric"):
        assert np.isdtype(ours, kind) is np.isdtype(theirs, kind)
        assert np.issubdtype(ours, np.floating) is np.issubdtype(theirs, np.floating)


def test_dtypes_differ():
    assert len({getattr(xp, name) for name in ("int8", "int16", "float32", "bfloat16")}) == 4
    assert (xp.float64 == float, xp.int64 == int, xp.bool == bool, xp.complex128 == complex) == (True,) * 4
    with pytest.raises(TypeError):
        xp.int8 < xp.int16


@pytest.mark.parametrize("order", [None, 1, 2, np.inf, -np.inf, "fro", "nuc"])
def test_norms(order):
    x = xp.asarray(A)
    check(xp.linalg.norm(x, order), np.linalg.norm(A, order))
    check(xp.linalg.norm(x, order, keepdims=True), np.linalg.norm(A, order, keepdims=True))
    stack = np.stack([A, A + 1], axis=1)
    check(xp.linalg.norm(xp.asarray(stack), order, axis=(0, 2)), np.linalg.norm(stack, order, axis=(0, 2)))
    if not isinstance(order, str):
        check(xp.linalg.norm(x[0], order), np.linalg.norm(A[0], order))
        check(xp.linalg.norm(x, order, axis=1), np.linalg.norm(A, order, axis=1))
    with pytest.raises(ValueError):
        xp.linalg.norm(xp.asarray(stack), 1)


def test_matrices_at_fault_raise_an_error_of_their_own():
    assert issubclass(xp.linalg.LinAlgError, ValueError)
    with pytest.raises(xp.linalg.LinAlgError, match="inv"):
        xp.linalg.inv(xp.zeros((2, 2)))
    with pytest.raises(xp.linalg.LinAlgError, match="cholesky"):
        xp.linalg.cholesky(xp.asarray([[-1.0]]))


@pytest.mark.parametrize("name", ["fft2", "ifft2", "rfft2", "irfft2"])
def test_transforms_of_two_axes(name):
    array = A if name == "rfft2" else A + 0j
    for arguments in ((), ((4, 6),), ((4, 6), (1, 0)), (None, (-1, -2), "ortho")):
        check(getattr(xp.fft, name)(ours(array), *arguments), getattr(np.fft, name)(array, *arguments))


def test_generators_are_copied():
    one = xp.random.default_rng(3)
    one.random(5)
    other, deep = copy.copy(one), copy.deepcopy(one)
    expected = one.random(3).tolist()
    assert other.random(3).tolist() == deep.random(3).tolist() == expected


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_generators_are_pickled(protocol):
    for one in (xp.random.default_rng(3), xp.random.default_rng(2**200), xp.random.default_rng(3).spawn(2)[1], xp.random.Generator()):
        one.normal(size=5)
        other = pickle.loads(pickle.dumps(one, protocol))
        assert type(other) is xp.random.Generator
        assert other.random(3).tolist() == one.random(3).tolist()
        assert other.spawn(1)[0].integers(1000, size=4).tolist() == one.spawn(1)[0].integers(1000, size=4).tolist()


def test_seeds():
    numbers = [xp.random.default_rng(seed).random().item() for seed in (0, 1, 2**64, 2**200, [1, 2], [2, 1], (1,), np.uint8(7))]
    assert len(set(numbers)) == len(numbers)
    assert numbers[4] == xp.random.default_rng([1, 2]).random().item()
    with pytest.raises(ValueError, match="negative, found -1"):
        xp.random.default_rng(-1)
    with pytest.raises(TypeError, match="found str"):
        xp.random.default_rng("a")


def test_sizes_count_the_memory_that_is_owned():
    x = xp.zeros(1000)
    assert sys.getsizeof(x) > x.nbytes and sys.getsizeof(x[1:]) < 1000


WORDS = [
    (lambda: xp.random.default_rng(1).gamma(-1.0), ValueError, "gamma: `shape`"),
    (lambda: xp.random.default_rng(1).poisson(-1.0), ValueError, "poisson: `lam`"),
    (lambda: xp.random.default_rng(1).normal(0.0, -1.0), ValueError, "normal: `loc, scale`"),
    (lambda: xp.random.default_rng(1).choice(3, size=5, replace=False), ValueError, "choice: `size`"),
    (lambda: xp.random.default_rng(1).choice(2, p=xp.asarray([-1.0, 1.0])), ValueError, "choice: `p`"),
    (lambda: xp.zeros(2, dtype=xp.float64).__setitem__(0, 1j), TypeError, "lunette.real"),
    (lambda: xp.sum(xp.ones(2), axis=0.5), TypeError, "found float"),
    (lambda: xp.diag([1]), TypeError, "a tensor is needed, found list"),
    (lambda: xp.zeros(3)[(None,) * 70], IndexError, "70|axes"),
    (lambda: xp.from_dlpack(xp.zeros(3), device="cuda"), BufferError, "cuda"),
]


@pytest.mark.parametrize(("call", "kind", "words"), WORDS, ids=[words for _, _, words in WORDS])
def test_errors_speak_pythons_words(call, kind, words):
    with pytest.raises(kind, match=words):
        call()


def test_bools_have_parts_as_in_numpy():
    x = xp.asarray([True, False])
    assert x.imag.tolist() == [False, False] and x.imag.dtype == xp.bool and x.real is x


def test_names_can_be_pickled():
    for name in ("concatenate", "transpose", "unique", "arcsin"):
        assert pickle.loads(pickle.dumps(getattr(xp, name))) is getattr(xp, name)


@pytest.mark.parametrize("name", ["zeros", "ones", "empty"])
def test_sizes_are_one_tuple(name):
    make = getattr(xp, name)
    with pytest.raises(TypeError, match=rf"one tuple: `{name}\(\(2, 3\)\)`"):
        make(2, 3)
    with pytest.raises(TypeError, match=rf"`{name}\(\(2, 3, 4\)\)`"):
        make((2, 3), 4)
    assert make(3, float).dtype == xp.float64 and make((2, 3), "i2").dtype == xp.int16
    for wrong in [lambda: make(3, float, 4.5), lambda: make(3, float, dtype=int), lambda: make(3, "text")]:
        with pytest.raises(TypeError):
            wrong()


BY_PLACE = [
    (lambda m, x: m.full((2,), 1, "f4"), "full"),
    (lambda m, x: m.zeros_like(x, "i4"), "zeros_like"),
    (lambda m, x: m.full_like(x, 3, "i4"), "full_like"),
    (lambda m, x: m.asarray(x, "f4"), "asarray"),
    (lambda m, x: m.arange(0, 10, 2, "f4"), "arange"),
    (lambda m, x: m.linspace(0, 1), "linspace"),
    (lambda m, x: m.tril(x, -1), "tril"),
    (lambda m, x: m.sum(x, 0), "sum"),
    (lambda m, x: m.mean(x, 1), "mean"),
    (lambda m, x: m.max(x, 1), "max"),
    (lambda m, x: m.all(x, 1), "all"),
    (lambda m, x: m.argmax(x, 1), "argmax"),
    (lambda m, x: m.std(x, 0), "std"),
    (lambda m, x: m.nansum(x, 0), "nansum"),
    (lambda m, x: m.nanmax(x, 0), "nanmax"),
    (lambda m, x: m.median(x, 0), "median"),
    (lambda m, x: m.quantile(x, 0.5, 0), "quantile"),
    (lambda m, x: m.percentile(x, 50, 1), "percentile"),
    (lambda m, x: m.average(x, 0), "average"),
    (lambda m, x: m.sort(x, 0), "sort"),
    (lambda m, x: m.argsort(x, 0), "argsort"),
    (lambda m, x: m.flip(x, 0), "flip"),
    (lambda m, x: m.roll(x, 1, 0), "roll"),
    (lambda m, x: m.take(x, m.asarray([0, 1]), 1), "take"),
    (lambda m, x: m.repeat(x, 2, 1), "repeat"),
    (lambda m, x: m.concat([x, x], 1), "concat"),
    (lambda m, x: m.stack([x, x], 1), "stack"),
    (lambda m, x: m.split(x, 2, 1)[1], "split"),
    (lambda m, x: m.diff(x, 2), "diff"),
    (lambda m, x: m.diff(x, 1, 0), "diff of an axis"),
    (lambda m, x: m.count_nonzero(x, 0), "count_nonzero"),
]


@pytest.mark.parametrize("call", [call for call, _ in BY_PLACE], ids=[name for _, name in BY_PLACE])
def test_arguments_stand_where_numpy_has_them(call):
    check(call(xp, ours(A)), call(np, A))


def test_a_second_axis_is_no_dtype():
    with pytest.raises(TypeError, match="one tuple"):
        xp.ones((2, 3)).sum(0, 1)
    with pytest.raises(TypeError, match="one tuple"):
        xp.array(1, 2)


def test_dtypes_are_called_as_numpys():
    for name in ("float32", "f4", float, int, bool, complex, np.float32, np.dtype("int16"), xp.int8):
        assert xp.dtype(name) is getattr(xp, np.dtype(name if name is not xp.int8 else "int8").name)
    with pytest.raises(TypeError, match="names no dtype"):
        xp.dtype("text")


@pytest.mark.parametrize("name", ["copy", "cumprod", "cumsum", "diagonal", "trace", "transpose"])
def test_lists_are_refused_in_words(name):
    with pytest.raises(TypeError, match="a tensor is needed, found list; `asarray` makes one"):
        getattr(xp, name)([[1, 2], [3, 4]])
    for other in (xp.meshgrid, xp.broadcast_arrays, xp.dot, xp.inner):
        with pytest.raises(TypeError, match="a tensor is needed, found list; `asarray` makes one"):
            other([1, 2], [3, 4])
