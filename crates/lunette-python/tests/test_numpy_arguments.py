"""NumPy's arguments: `out`, `order`, and those of its functions of samples, sets and grids."""

import os
import subprocess
import sys

import numpy as np
import pytest

import lunette as xp

A = np.random.default_rng(11).normal(0, 3, (4, 5))
PLACES = np.asarray([0.0, 0.5, 2.0, 2.25, 7.0])
BYTES = np.asarray([3, 1, 250], np.uint8)


def check(found, expected):
    """The same numbers, shapes and dtypes, one by one."""
    if isinstance(expected, (tuple, list)):
        assert len(found) == len(expected)
        for mine, theirs in zip(found, expected, strict=True):
            check(mine, theirs)
        return
    assert found.shape == expected.shape
    assert str(found.dtype).split(".")[-1] == expected.dtype.name
    np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-12, atol=1e-12)


def ours(value):
    """The same arguments with tensors in the place of arrays."""
    if isinstance(value, np.ndarray):
        return xp.asarray(value)
    return type(value)(map(ours, value)) if isinstance(value, (tuple, list)) else value


CALLS = [
    ("gradient", (A,), {}), ("gradient", (A, 2.0), {}), ("gradient", (A, 2.0, PLACES), {}), ("gradient", (A,), {"axis": -1}),
    ("gradient", (A, PLACES), {"axis": 1}), ("gradient", (A,), {"axis": (1, 0)}), ("gradient", (A[0],), {}),
    ("interp", (A, PLACES, PLACES**2), {}), ("interp", (A, PLACES, PLACES**2), {"left": -1.0, "right": 99.0}),
    ("interp", (A, PLACES[::-1].copy(), PLACES**2), {"period": 3.0}), ("interp", (A, PLACES, PLACES), {"period": -8.0}),
    ("unique", (np.asarray([[2, 1], [0, 5], [2, 1]]),), {"axis": 0}),
    ("unique", (np.asarray([[2, 1, 2], [0, 5, 0]]), True, True, True), {"axis": 1}),
    ("unique", (np.zeros((0, 2)),), {"axis": 0}),
    ("meshgrid", (A[0], A[1, :3]), {"sparse": True}), ("meshgrid", (A[0], A[1, :3]), {"sparse": True, "indexing": "ij"}),
    ("corrcoef", (A,), {"rowvar": False}), ("corrcoef", (A, A**2), {}), ("corrcoef", (A[0], A[1]), {}),
    ("cov", (A,), {"rowvar": False}), ("cov", (A, A + 1), {}), ("cov", (A,), {"ddof": 0}), ("cov", (A[0], A[1]), {"ddof": 2}),
    ("histogram", (A.ravel(), 4), {"density": True}), ("histogram", (A.ravel(), 4), {"density": None}), ("histogram", (A.ravel(),), {"range": [-2.0, 2.0]}),
    ("histogram2d", (A[0], A[1]), {"bins": 3}), ("histogram2d", (A[0], A[1]), {"bins": (2, 3), "density": True}),
    ("histogram2d", (A[0], A[1]), {"bins": 3, "weights": A[2], "range": [[-1, 1], [-2, 2]]}),
    ("diagflat", (A[:2, :2], 1), {}), ("rint", (A,), {}), ("fabs", (np.asarray([-1, 2]),), {}),
    ("float_power", (np.asarray([2, 4]), -1), {}), ("nancumsum", (A,), {}), ("nancumprod", (A,), {"axis": 1}),
    ("gradient", (BYTES, PLACES[:3]), {}), ("gradient", (BYTES, np.asarray([9, 5, 0], np.uint8)), {}),
    ("gradient", (np.arange(5, dtype=np.float32), 2 * np.arange(5.0)), {}), ("gradient", (A + 1j, PLACES), {"axis": 1}),
    ("interp", (BYTES, np.asarray([0, 180], np.uint8), A[0, :2]), {"period": 200}),
    ("interp", (A, np.asarray([0, 180], np.uint8), A[0, :2]), {"period": 360}),
    ("interp", (BYTES, np.asarray([180, 0], np.uint8), A[0, :2]), {"period": 360}),
    ("histogram2d", (A[0], A[1]), {"bins": 3, "range": np.asarray([[-1.0, 1.0], [-2.0, 2.0]])}),
    ("array_split", (A[0], (2, 12)), {}), ("clip", (np.asarray([1, 200], np.uint8), -1, 300), {}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "arguments", "options"), CALLS, ids=[name for name, _, _ in CALLS])
def test_functions(name, arguments, options):
    expected = getattr(np, name)(*arguments, **options)
    check(getattr(xp, name)(*ours(arguments), **{key: ours(value) for key, value in options.items()}), expected)


def test_results_are_written_into_out():
    x, out = xp.asarray(A, copy=True), xp.zeros((4, 5))
    assert xp.add(x, 1, out=out) is out
    check(out, A + 1)
    assert xp.exp(x, out) is out
    check(out, np.exp(A))
    xp.multiply(x, 2, out=x[:, ::-1])
    check(x, (A * 2)[:, ::-1])
    product = xp.zeros((4, 4))
    assert xp.matmul(x, x.T, out=product) is product
    check(product, np.asarray(x) @ np.asarray(x).T)
    for wrong in (xp.zeros(3), xp.broadcast_to(xp.zeros(5), (4, 5))):
        with pytest.raises(ValueError):
            xp.add(x, 1, out=wrong)
    with pytest.raises(TypeError, match="ndarray"):
        xp.add(x, 1, out=np.zeros((4, 5)))


REDUCTIONS = ["sum", "prod", "mean", "std", "var", "min", "max", "ptp", "median", "all", "any", "argmin", "argmax"]
REDUCTIONS += ["nansum", "nanprod", "nanmean", "nanstd", "nanvar", "nanmin", "nanmax", "nanmedian", "nanargmin", "nanargmax"]


@pytest.mark.parametrize("name", REDUCTIONS)
@pytest.mark.parametrize("options", [{}, {"axis": 0}, {"axis": 1, "keepdims": True}], ids=str)
def test_reductions_are_written_into_out(name, options):
    x, expected = xp.asarray(A), np.asarray(getattr(np, name)(A, **options))
    whole = xp.zeros((*expected.shape, 2), dtype=str(expected.dtype))
    for function in (getattr(xp, name), getattr(xp.Tensor, name, None)):
        if function is not None:
            out = whole[..., 1]
            assert function(x, **options, out=out) is out
            check(out, expected)
            whole[..., 1] = 0
    assert not xp.any(whole)
    with pytest.raises(ValueError, match=f"{name}.*out"):
        getattr(xp, name)(x, **options, out=xp.zeros(expected.size + 7))


SCANS = ["cumulative_sum", "cumulative_prod", "cumulative_max", "cumulative_min", "nancumsum", "nancumprod", "cumsum", "cumprod"]


@pytest.mark.parametrize("name", SCANS)
def test_scans_are_written_into_out(name):
    x = xp.asarray(A, copy=True)
    expected = getattr(xp, name)(x, axis=1)
    assert getattr(xp, name)(x, axis=1, out=x) is x
    check(x, np.asarray(expected))


def test_other_results_are_written_into_out():
    x, out = xp.asarray(A), xp.zeros((4, 5))
    assert xp.round(x, 1, out=out) is out and x.round(1, out) is out
    check(out, np.round(A, 1))
    assert xp.clip(x, -0.5, 0.5, out=out) is out and x.clip(-0.5, 0.5, out) is out
    check(out, np.clip(A, -0.5, 0.5))
    parts = xp.zeros((2, 5), dtype=xp.float32)
    assert xp.quantile(x, [0.25, 0.5], axis=0, out=parts) is parts
    check(parts, np.quantile(A, [0.25, 0.5], axis=0).astype(np.float32))
    greatest = xp.zeros(5)
    assert xp.amax(x, 0, out=greatest) is greatest
    check(greatest, A.max(axis=0))


@pytest.mark.parametrize("result", ["bool", "int8", "uint8", "int64", "uint64", "float32", "float64", "complex128"])
@pytest.mark.parametrize("place", ["bool", "int8", "uint8", "int64", "uint64", "float32", "float64", "complex128"])
def test_out_is_of_the_same_kind(result, place):
    array, out = np.ones(3, result), xp.zeros((), dtype=place)
    # Both give the dtype that they are given; complex numbers have no order.
    reduce = xp.prod if result == "complex128" else xp.max
    integers = np.dtype(result).kind in "iu" and np.dtype(place).kind in "iu"
    # Integers of the other sign are written where their values fit.
    if np.can_cast(result, place, "same_kind") or integers:
        assert reduce(xp.asarray(array), out=out) is out and out == 1
    else:
        with pytest.raises(TypeError, match=r"(max|prod): .*\bout\b"):
            reduce(xp.asarray(array), out=out)
        assert out == 0


DTYPES = ["bool", "int8", "uint8", "int64", "uint64", "float32", "float64", "complex64", "complex128"]


@pytest.mark.parametrize("place", DTYPES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_out_of_elementwise_functions_is_of_the_same_kind(dtype, place):
    array = np.ones(3, dtype)
    calls = [("add", (array, array)), ("multiply", (array, 1)), ("add", (1.5, array)), ("equal", (array, 1)), ("sqrt", (array,))]
    calls += [("isnan", (array,)), ("divide", (array, array)), ("matmul", (array, array))]
    # Bools have no arithmetic of one operand.
    calls += [("abs", (array,))] if dtype != "bool" else []
    for name, arguments in calls:
        expected = getattr(np, name)(*arguments)
        out = xp.zeros(np.shape(expected), dtype=place)
        integers = expected.dtype.kind in "iu" and np.dtype(place).kind in "iu"
        if np.can_cast(expected.dtype, place, "same_kind") or integers:
            assert getattr(xp, name)(*ours(arguments), out=out) is out
            check(out, expected.astype(place))
        else:
            with pytest.raises(TypeError, match=rf"{name}: .*\bout\b.*: give an `out` of"):
                getattr(xp, name)(*ours(arguments), out=out)
            assert not xp.any(out)


FLAGS = [
    ("unique", (A.round(),), "return_counts"), ("unique", (A.round(),), "return_index"), ("sum", (A,), "keepdims"),
    ("mean", (A,), "keepdims"), ("isclose", (A, A), "equal_nan"), ("digitize", (A, A[0] * 0 + np.arange(5)), "right"),
    ("linspace", (0, 1), "endpoint"), ("vander", (A[0],), "increasing"), ("isin", (A, A[0]), "invert"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "arguments", "flag"), FLAGS, ids=[f"{name}-{flag}" for name, _, flag in FLAGS])
def test_flags_are_bools_or_integers(name, arguments, flag):
    for value in (0, 1, 2, True, np.True_, np.int64(0), xp.asarray(2), xp.asarray(True)):
        expected = getattr(np, name)(*arguments, **{flag: bool(value)})
        check(getattr(xp, name)(*ours(arguments), **{flag: value}), expected)
    for wrong in ("yes", None, 1.0, [], xp.asarray(1.0), np.asarray(1.0), xp.asarray([1, 2])):
        with pytest.raises(TypeError, match=f"(?s)True or False is needed.*{flag}"):
            getattr(xp, name)(*ours(arguments), **{flag: wrong})


COPIES = [xp.asarray, xp.array, xp.from_dlpack, lambda x, copy: xp.reshape(x, 2, copy=copy)]


@pytest.mark.parametrize("call", COPIES)
def test_copy_is_a_flag_or_none(call):
    x = xp.asarray([1, 2])
    for copy, copies in [(None, False), (0, False), (False, False), (np.True_, True), (2, True)]:
        made = call(x, copy=copy)
        check(made, np.asarray([1, 2]))
        assert xp.shares_memory(made, x) is not copies
    with pytest.raises(TypeError, match="(?s)True or False is needed.*copy"):
        call(x, copy="always")


def test_density_is_a_flag_or_none():
    for density in (None, 0, 1, np.True_, False):
        found, _ = xp.histogram(xp.asarray([1.0, 2.0, 2.5]), 2, density=density)
        check(found, np.histogram([1.0, 2.0, 2.5], 2, density=bool(density))[0])
    with pytest.raises(TypeError, match="(?s)True or False is needed.*density"):
        xp.histogram(xp.asarray([1.0]), density="yes")


PADS = [
    (3, "constant", {}), ((1, 2), "constant", {"constant_values": 7}), ([(1, 2), (0, 3)], "constant", {"constant_values": (4, 5)}),
    ([[1, 2], [3, 4]], "constant", {"constant_values": ((1, 2), (3, 4))}), (np.asarray([1, 2]), "edge", {}),
    (((2, 1),), "wrap", {}), ((2,), "reflect", {}), ([[1], [2]], "symmetric", {}), ((1, 2), "linear_ramp", {"end_values": (3, -4)}),
    (((3, 0), (2, 1)), "linear_ramp", {"end_values": ((1, 2), (3, 4))}), (2, "mean", {"stat_length": 2}),
    (((1, 2), (2, 1)), "median", {"stat_length": ((1, 2), (3, 4))}), (2, "maximum", {"stat_length": (1, 99)}),
    (1, "minimum", {"stat_length": 3}), (0, "mean", {"stat_length": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("widths", "mode", "options"), PADS)
@pytest.mark.parametrize("array", [A, np.arange(20, dtype=np.int32).reshape(4, 5)], ids=["float64", "int32"])
def test_padding(array, widths, mode, options):
    check(xp.pad(xp.asarray(array), widths, mode, **options), np.pad(array, widths, mode, **options))


def test_padding_that_means_nothing():
    x = xp.asarray(A)
    for widths in ((1, 2, 3), [(1, 2)] * 3, -1, "ab"):
        with pytest.raises((TypeError, ValueError), match="pad|tensor is made"):
            xp.pad(x, widths)
    with pytest.raises(TypeError, match="pad_width"):
        xp.pad(x, 1.5)
    with pytest.raises(ValueError, match="pad_width.*too large, found 9223372036854775808"):
        xp.pad(x, 2**63)
    for options in ({"stat_length": 2}, {"end_values": 1}, {"mode": "edge", "constant_values": 1}):
        with pytest.raises(ValueError, match="leave it out"):
            xp.pad(x, 1, **options)
    with pytest.raises(ValueError, match="at least one"):
        xp.pad(x, 1, "maximum", stat_length=0)


def test_places_of_gradient_are_vectors():
    for places in (A, np.ones((1, 5))):
        with pytest.raises(ValueError):
            np.gradient(A, places, axis=1)
        with pytest.raises(ValueError, match="gradient: .*vector"):
            xp.gradient(xp.asarray(A), xp.asarray(places), axis=1)


def test_out_holds_every_value():
    with pytest.raises(OverflowError):
        xp.sum(xp.asarray([200, 100]), out=xp.zeros((), dtype=xp.uint8))
    with pytest.raises(ValueError, match="read-only"):
        xp.sum(xp.ones((2, 3)), axis=0, out=xp.broadcast_to(xp.zeros(1), (3,)))
    with pytest.raises(TypeError, match="ndarray"):
        xp.sum(xp.ones(3), out=np.zeros(()))


@pytest.mark.parametrize("make", [xp.zeros, xp.ones, xp.empty, lambda shape, **options: xp.full(shape, 1, **options)])
def test_orders_of_new_tensors(make):
    made = make((2, 3), order="F", dtype=xp.float64)
    assert made.strides == (8, 16) and made.flags.owndata
    assert make((2, 3), dtype=xp.float64).strides == (24, 8)
    with pytest.raises(ValueError, match="order"):
        make(2, order="X")


def test_orders_of_copies():
    x = xp.asarray(A, copy=True)
    assert xp.asarray(x, order="C") is x
    turned = xp.asarray(x, order="F")
    assert turned.flags.f_contiguous and not xp.shares_memory(turned, x)
    check(turned, A)
    assert xp.array([[1, 2], [3, 4]], order="F").strides == (8, 16)
    with pytest.raises(ValueError, match="copy"):
        xp.asarray(x, order="F", copy=False)
    assert xp.ascontiguousarray(x) is x and xp.ascontiguousarray(1).shape == (1,)
    assert xp.asfortranarray(x).flags.f_contiguous


def test_grids():
    check(xp.mgrid[0:3], np.mgrid[0:3])
    check(xp.mgrid[0:2, -1:1:5j], np.mgrid[0:2, -1:1:5j])
    check(xp.mgrid[0.0:3], np.mgrid[0.0:3])
    check(xp.r_[0.0:3], np.r_[0.0:3])
    check(xp.ogrid[0:2, 1:4], np.ogrid[0:2, 1:4])
    check(xp.r_[0:3, 7, xp.asarray([9])], np.r_[0:3, 7, np.asarray([9])])
    check(xp.c_[xp.asarray([1, 2]), xp.asarray([3, 4])], np.c_[[1, 2], [3, 4]])
    check(xp.fromfunction(lambda i, j: i + j, (2, 3)), np.fromfunction(lambda i, j: i + j, (2, 3)))
    with pytest.raises(TypeError, match="words"):
        xp.r_["0,2", 1]


def test_walks():
    assert list(xp.ndindex(2, 2)) == list(np.ndindex(2, 2)) == list(xp.ndindex((2, 2)))
    assert list(xp.ndindex()) == [()]
    assert list(xp.ndenumerate(xp.asarray(A))) == [(index, value) for index, value in np.ndenumerate(A)]
    two = xp.vectorize(lambda a, b: (a + b, a > b))
    sums, greater = two(xp.asarray([[1], [2]]), xp.asarray([1, 5]))
    assert sums.tolist() == [[2, 6], [3, 7]] and greater.tolist() == [[False, False], [True, False]]


def test_a_wrong_axis_is_an_index_and_a_value():
    for kind in (xp.AxisError, IndexError, ValueError):
        with pytest.raises(kind, match="axis 5"):
            xp.sum(xp.zeros(2), axis=5)
        for spacing in (1.0, xp.asarray([0.0, 1.0])):
            with pytest.raises(kind, match="gradient: axis 5 is out of range for rank 1"):
                xp.gradient(xp.zeros(2), spacing, axis=5)


def test_a_complex_spacing_is_refused():
    with pytest.raises(TypeError, match="gradient: the spacing is complex.*real"):
        xp.gradient(xp.zeros(3), 2j)


def test_variables_of_a_second_tensor():
    x, y = A, A + np.arange(A.shape[1]) ** 2
    for name in ("cov", "corrcoef"):
        ours, numpys = getattr(xp, name), getattr(np, name)
        check(ours(xp.asarray(x), y=xp.asarray(y)), numpys(x, y=y))
        check(ours(xp.asarray(x), xp.asarray(y), False), numpys(x, y, False))
        # A `y` of one row is one variable whatever `rowvar` says.
        row = np.array([[1.0, 5.0, 2.0]])
        columns = np.array([[1.0, 2.0], [4.0, 3.0], [9.0, 7.0]])
        check(ours(xp.asarray(columns), xp.asarray(row), rowvar=False), numpys(columns, row, rowvar=False))


def test_variables_have_equally_many_samples():
    for name in ("cov", "corrcoef"):
        words = rf"^{name}: tensors of shapes \(2, 3\) and \(4,\) have 3 and 4 samples: .*`rowvar=False`$"
        with pytest.raises(ValueError, match=words):
            getattr(xp, name)(xp.ones((2, 3)), xp.ones(4))
        with pytest.raises(ValueError, match=f"^{name}: .*variable in each row"):
            getattr(xp, name)(xp.ones((2, 3)), xp.ones((2, 2, 3)))


def test_traces_take_numpys_dtype():
    for dtype in ("int16", "float32", "complex128"):
        expected = np.trace(np.array([[100, 2], [3, 100]]), dtype=dtype)
        ours = getattr(xp, dtype)
        check(xp.trace(xp.asarray([[100, 2], [3, 100]]), dtype=ours), expected)
        check(xp.asarray([[100, 2], [3, 100]]).trace(0, 0, 1, ours), expected)


@pytest.mark.parametrize("value", [[1.0, 2.0], 3.0, None])
def test_samples_are_tensors(value):
    calls = (xp.gradient, xp.cov, lambda x: xp.histogram2d(x, x))
    for call in calls:
        with pytest.raises(TypeError, match="a tensor is needed"):
            call(value)


def test_ranges_of_two_axes():
    x, y = xp.asarray(A[0]), xp.asarray(A[1])
    check(xp.histogram2d(x, y, 3, range=(-1, 2)), np.histogram2d(A[0], A[1], 3, [[-1, 2], [-1, 2]]))
    check(xp.histogram2d(x, y, 3, range=(None, (-1, 2))), np.histogram2d(A[0], A[1], 3, (None, (-1, 2))))
    for wrong in (5, (1,), (1, 2, 3), ((1, 2), 3), ((1, 2, 3), (1, 2, 3))):
        with pytest.raises(ValueError, match="histogram2d: `range` is a pair"):
            xp.histogram2d(x, y, range=wrong)


def test_transforms_take_numpys_arguments():
    for name in ("fft", "ifft", "rfft"):
        check(getattr(xp.fft, name)(xp.asarray(A), 8, 0, None), getattr(np.fft, name)(A, 8, 0, None))
    check(xp.fft.fftn(xp.asarray(A), (3, 3), (0, 1), "ortho"), np.fft.fftn(A, (3, 3), (0, 1), "ortho"))
    made = xp.linalg.qr(xp.asarray(A), mode="r")
    np.testing.assert_allclose(np.abs(np.asarray(made)), np.abs(np.linalg.qr(A, "r")), rtol=1e-12, atol=1e-12)


def test_parts_of_what_is_no_tensor():
    for split in (xp.hsplit, xp.vsplit, xp.dsplit):
        with pytest.raises(TypeError, match="tensor"):
            split(1, 1)


def test_threads_of_the_environment():
    program = "import lunette as xp; print(xp.get_threads()); xp.set_threads(3); print(xp.get_threads())"
    environment = {**os.environ, "LUNETTE_NUM_THREADS": "5"}
    run = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["5", "3"]
    with pytest.raises(ValueError):
        xp.set_threads(-1)
