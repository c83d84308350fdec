"""Functions that put entries in, take them out, join and split, and polynomials and tapers, beside NumPy's."""

import numpy as np
import pytest

import lunette as xp

SEEDS = range(3)
DTYPES = ["bool", "uint8", "int64", "float32", "float64", "complex128"]


def random_array(seed, shape, dtype="float64"):
    """Numbers of a seed."""
    generator = np.random.default_rng(seed)
    if np.dtype(dtype).kind in "biu":
        return generator.integers(0, 10, shape).astype(dtype)
    return generator.normal(0, 3, shape).astype(dtype)


def ours(value):
    """The same argument with tensors in the place of arrays."""
    if isinstance(value, np.ndarray):
        return xp.asarray(value, copy=True)
    return type(value)(ours(part) for part in value) if isinstance(value, (list, tuple)) else value


def check(found, expected, rtol=0.0):
    """The same dtype, shape and numbers."""
    if isinstance(expected, (list, tuple)):
        assert len(found) == len(expected)
        for mine, theirs in zip(found, expected, strict=True):
            check(mine, theirs, rtol)
        return
    expected = np.asarray(expected)
    assert isinstance(found, xp.Tensor)
    assert (found.dtype.name, found.shape) == (str(expected.dtype), expected.shape)
    np.testing.assert_allclose(np.asarray(found), expected, rtol=rtol, atol=rtol)


POSITIONS = [0, 3, -1, [1], [0, 2, 2], [-1, 0], slice(0, 3), slice(None, None, 2), slice(0, 0), np.asarray([2, 1])]


@pytest.mark.parametrize("positions", POSITIONS, ids=str)
@pytest.mark.parametrize("dtype", DTYPES)
def test_insert_and_delete(dtype, positions):
    for shape, axes in (((4,), (None, 0, -1)), ((3, 4), (None, -1, 1)), ((4, 2, 3), (None, 0))):
        array = random_array(1, shape, dtype)
        for axis in axes:
            check(xp.delete(ours(array), ours(positions), axis), np.delete(array, positions, axis))
            check(xp.insert(ours(array), ours(positions), 1, axis=axis), np.insert(array, positions, 1, axis=axis))


@pytest.mark.parametrize(
    ("shape", "position", "values", "axis"),
    [
        ((3,), 1, [7, 8, 9], None), ((3,), 1, [7], 0), ((2, 3), 1, [7, 8, 9], 0), ((2, 3), 1, [7, 8], 1),
        ((2, 3), 1, [[7], [8]], 1), ((2, 3), [1], [[7], [8]], 1), ((2, 3), [0, 3], [7, 8], 1), ((2, 3), [1], [[7, 8, 9]], 0),
        ((2, 3), 2, [[7, 8, 9], [1, 2, 3]], 0), ((2, 2, 2), 1, [[7, 8], [9, 1]], 1), ((2, 3), -1, 2.9, None),
    ],
    ids=str,
)  # fmt: skip
def test_values_of_new_entries(shape, position, values, axis):
    array = random_array(2, shape, "int64")
    check(xp.insert(ours(array), position, values, axis=axis), np.insert(array, position, values, axis=axis))
    as_array = np.asarray(values)
    check(xp.insert(ours(array), position, ours(as_array), axis=axis), np.insert(array, position, as_array, axis=axis))


def test_masks_name_entries_to_delete():
    array = random_array(3, (3, 4))
    for mask, axis in ((np.asarray([True, False, True, False]), 1), ([False, True, True], 0)):
        check(xp.delete(ours(array), ours(mask), axis), np.delete(array, mask, axis))
    with pytest.raises(ValueError, match="delete: a mask of shape"):
        xp.delete(ours(array), [True, False], 1)


def test_wrong_positions_raise():
    x = xp.asarray([1, 2, 3])
    for call in (lambda: xp.delete(x, 3), lambda: xp.insert(x, 4, 0), lambda: xp.insert(x, [-4, 0], 0)):
        with pytest.raises(IndexError):
            call()
    with pytest.raises(ValueError):
        xp.insert(x, [0, 1], [1, 2, 3])
    with pytest.raises((IndexError, ValueError)):
        xp.delete(x, 0, axis=1)
    with pytest.raises(TypeError):
        xp.delete(x, "no")


CALLS = [
    ("append", (random_array(1, 3), random_array(2, 2)), {}), ("append", (random_array(1, (2, 3)), [[1, 2, 3]]), {"axis": 0}),
    ("append", (random_array(1, (2, 3)), 7), {}),
    ("resize", (random_array(1, (2, 3)), (2, 4)), {}), ("resize", (random_array(1, 3), 7), {}), ("resize", (np.zeros(0), 2), {}),
    ("compress", ([False, True], random_array(1, (3, 4))), {"axis": 0}),
    ("compress", ([0, 1, 1, 0], random_array(1, (3, 4))), {"axis": 1}), ("compress", ([False, True], random_array(1, (3, 4))), {}),
    ("extract", (random_array(1, (3, 4)) > 0, random_array(2, (3, 4))), {}),
    ("tril_indices", (3,), {}), ("tril_indices", (3, 1, 4), {}), ("triu_indices", (4,), {"k": -1, "m": 2}),
    ("diag_indices", (3,), {}), ("diag_indices", (2, 3), {}), ("indices", ((2, 3),), {}),
    ("ediff1d", (random_array(1, (2, 3)),), {}), ("ediff1d", (random_array(1, 4, "int64"),), {"to_begin": -99, "to_end": [88, 77]}),
    ("array_split", (random_array(1, 7), 3), {}), ("array_split", (random_array(1, (2, 7)), [2, 5]), {"axis": 1}),
    ("hsplit", (random_array(1, (4, 6)), 3), {}), ("hsplit", (random_array(1, 6), [1, 2]), {}),
    ("vsplit", (random_array(1, (4, 6)), 2), {}), ("dsplit", (random_array(1, (2, 3, 4)), 2), {}),
    ("select", ([WHOLE := random_array(1, (3, 4)) > 0, ~WHOLE], [random_array(2, (3, 4)), 7]), {}),
    ("select", ([WHOLE], [random_array(2, 4, "float32")], 2), {}), ("select", ([WHOLE], [random_array(2, 4, "uint8")], 0.5), {}),
    ("block", ([[np.eye(2), np.zeros((2, 3))], [np.ones((1, 5))]],), {}), ("block", ([1.5, 2.0, np.ones(2)],), {}),
    ("block", ([[np.ones(2)], [np.zeros(2)]],), {}), ("block", (np.ones(2),), {}), ("block", ([[1, 2], [3, 4]],), {}),
    ("polyder", (random_array(1, 5),), {}), ("polyder", (random_array(1, 5, "int64"), 2), {}), ("polyder", (random_array(1, 2), 5), {}),
    ("polyint", (random_array(1, 5, "int64"),), {}), ("vander", (random_array(1, 4, "int64"),), {}),
    ("vander", (random_array(1, 4, "int64"), 3), {"increasing": True}), ("vander", (random_array(1, 3, "int64"), 0), {}),
    ("around", (random_array(1, 5), 1), {}), ("fix", (random_array(1, 5),), {}), ("fix", (random_array(1, 5, "int64"),), {}),
    ("ix_", ([1, 0], np.asarray([2, 3, 1])), {}), ("ix_", ([True, False, True], [0]), {}), ("ix_", ([], [1]), {}), ("ix_", (), {}),
    ("tril_indices_from", (random_array(1, (3, 4)), 1), {}), ("triu_indices_from", (random_array(1, (3, 4)),), {"k": -1}),
    ("array_equiv", (np.ones(3), np.ones((2, 3))), {}), ("array_equiv", (np.ones(3), np.ones(4)), {}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "arguments", "options"), CALLS, ids=[name for name, _, _ in CALLS])
def test_functions(name, arguments, options):
    found, expected = getattr(xp, name)(*ours(arguments), **ours(options)), getattr(np, name)(*arguments, **options)
    if isinstance(expected, bool):
        assert found is expected
    else:
        check(found, expected)


@pytest.mark.parametrize("name", ["column_stack", "dstack"])
@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (2, 3, 4)], ids=str)
def test_stacks(name, shape):
    if name == "column_stack" and len(shape) == 3:
        shape = (2, 3, 1)
    arrays = [random_array(seed, shape, dtype) for seed, dtype in enumerate(["float32", "int64", "float32"])]
    check(getattr(xp, name)(ours(arrays)), getattr(np, name)(arrays))


@pytest.mark.parametrize("name", ["atleast_1d", "atleast_2d", "atleast_3d"])
@pytest.mark.parametrize("shape", [(), (0,), (3,), (2, 3), (2, 3, 4), (1, 2, 3, 4)], ids=str)
def test_more_axes(name, shape):
    x = xp.asarray(random_array(1, shape))
    found = getattr(xp, name)(x)
    check(found, getattr(np, name)(np.asarray(x)))
    assert x.size == 0 or xp.shares_memory(found, x)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("dtype", ["bool", "uint8", "int64", "uint64", "float32", "float64"])
def test_running_extremes(dtype, seed):
    array = random_array(seed, (7, 40), dtype)
    if array.dtype.kind == "f":
        array[2, 20], array[4, 3] = np.nan, np.inf
    for axis in (0, -1):
        check(xp.cumulative_max(xp.asarray(array), axis=axis), np.maximum.accumulate(array, axis=axis))
        check(xp.cumulative_min(xp.asarray(array), axis=axis), np.minimum.accumulate(array, axis=axis))
    check(xp.cumulative_max(xp.asarray(array[0])), np.maximum.accumulate(array[0]))
    with pytest.raises(ValueError, match="cumulative_max: `axis` is needed"):
        xp.cumulative_max(xp.asarray(array))
    with pytest.raises(TypeError):
        xp.cumulative_min(xp.asarray([1j]))


@pytest.mark.parametrize("dtype", ["int64", "float32", "float64", "complex128"])
def test_polyval(dtype):
    p, x = random_array(1, 11, dtype), random_array(2, (3, 4), dtype) / np.asarray(3, dtype if dtype != "int64" else "float64")
    x = x.astype(dtype)
    check(xp.polyval(ours(p), ours(x)), np.polyval(p, x), 0 if dtype == "int64" else 2e-3 if dtype == "float32" else 1e-9)
    assert xp.polyval(xp.asarray([1, -3, 2]), 5).item() == 12


@pytest.mark.parametrize("deg", [0, 1, 3])
def test_polyfit(deg):
    x, y, w = np.linspace(-1, 2, 20), random_array(1, 20), np.abs(random_array(2, 20)) + 0.1
    check(xp.polyfit(ours(x), ours(y), deg), np.polyfit(x, y, deg), 1e-9)
    check(xp.polyfit(ours(x), ours(y), deg=deg, w=ours(w)), np.polyfit(x, y, deg, w=w), 1e-9)
    columns = random_array(3, (20, 3))
    check(xp.polyfit(ours(x), ours(columns), deg), np.polyfit(x, columns, deg), 1e-9)
    check(xp.polyfit(ours(x), ours(columns), deg, w=ours(w)), np.polyfit(x, columns, deg, w=w), 1e-9)
    check(xp.polyfit(ours(x), ours(y + 1j), deg), np.polyfit(x, y + 1j, deg), 1e-9)
    with pytest.raises(ValueError, match="^polyfit: "):
        xp.polyfit(ours(x), ours(y[1:]), deg)


@pytest.mark.parametrize("p", [[1, -6, 11, -6], [0, 0, 2.0, 0, -8, 0], [1, 0, 1], [3.0], [0, 0], [2j, 1, 0]], ids=str)
def test_roots(p):
    found, expected = xp.roots(xp.asarray(p)), np.roots(p)
    assert found.dtype == xp.complex128
    key = lambda values: sorted(np.round(values, 9), key=lambda root: (root.real, root.imag))  # noqa: E731
    np.testing.assert_allclose(key(np.asarray(found)), key(expected.astype(complex)), atol=1e-9)


@pytest.mark.parametrize("name", ["bartlett", "blackman", "hamming", "hanning"])
@pytest.mark.parametrize("length", [-1, 0, 1, 2, 7, 50])
def test_tapers(name, length):
    check(getattr(xp, name)(length), getattr(np, name)(length).astype("float64"), 1e-15)


@pytest.mark.parametrize("beta", [0.0, 2.5, 14.0, 60.0])
@pytest.mark.parametrize("length", [0, 1, 2, 7, 50])
def test_kaiser(length, beta):
    check(xp.kaiser(length, beta), np.kaiser(length, beta).astype("float64"), 1e-14)


def test_unwrap():
    array = np.cumsum(random_array(1, (5, 60)), axis=1)
    wrapped = np.mod(array, 2 * np.pi)
    for axis in (0, -1):
        check(xp.unwrap(ours(wrapped), axis=axis), np.unwrap(wrapped, axis=axis), 1e-11)
    check(xp.unwrap(ours(wrapped), 5.0), np.unwrap(wrapped, 5.0), 1e-11)
    check(xp.unwrap(ours(array * 90), period=360.0), np.unwrap(array * 90, period=360.0), 1e-9)


@pytest.mark.parametrize("name", ["isposinf", "isneginf", "isreal", "iscomplex"])
def test_questions(name):
    special = np.asarray([np.inf, -np.inf, np.nan, 0.0, -1.5])
    for array in (special, special.astype("float32"), np.asarray([1, 2]), np.asarray([True])):
        check(getattr(xp, name)(ours(array)), getattr(np, name)(array))
    z = np.asarray([1 + 0j, 1 - 0j, 2j, complex(1, np.nan)])
    if "inf" in name:
        with pytest.raises(TypeError):
            getattr(xp, name)(ours(z))
    else:
        check(getattr(xp, name)(ours(z)), getattr(np, name)(z))


def test_modf():
    for array in (np.asarray([2.5, -2.5, -0.0, np.inf, -np.inf, np.nan]), np.asarray([1.5, -3.25], "float32"), np.asarray([3, -4])):
        check(xp.modf(ours(array)), np.modf(array))


# A mask of numbers, which are true unless they are 0.
NUMBERS = [[0, 1, 0, 2], [1, 0, 0, 0], [0, 0, 3, 1], [1, 1, 1, 1]]


def test_stores():
    array = random_array(1, (4, 4))
    for mine, theirs in (
        (lambda x: xp.fill_diagonal(x, 7), lambda x: np.fill_diagonal(x, 7)),
        (lambda x: xp.fill_diagonal(x, [1, 2, 3, 4]), lambda x: np.fill_diagonal(x, [1, 2, 3, 4])),
        (lambda x: xp.copyto(x, 9), lambda x: np.copyto(x, 9)),
        (lambda x: xp.copyto(x, [1, 2, 3, 4], where=x > 0), lambda x: np.copyto(x, [1, 2, 3, 4], where=x > 0)),
        (lambda x: xp.putmask(x, x > 0, [1, 2, 3]), lambda x: np.putmask(x, x > 0, [1, 2, 3])),
        (lambda x: xp.putmask(x, x > 0, x * 2), lambda x: np.putmask(x, x > 0, x * 2)),
        (lambda x: xp.place(x, x > 0, [1, 2, 3]), lambda x: np.place(x, x > 0, [1, 2, 3])),
        (lambda x: xp.place(x, NUMBERS, [1, 2]), lambda x: np.place(x, NUMBERS, [1, 2])),
        (lambda x: xp.putmask(x, NUMBERS, [5]), lambda x: np.putmask(x, NUMBERS, [5])),
        (lambda x: xp.putmask(x, x > 0, []), lambda x: np.putmask(x, x > 0, [])),
    ):
        left, right = xp.asarray(array, copy=True), array.copy()
        assert mine(left) is None
        theirs(right)
        check(left, right)
    for call in (lambda: xp.fill_diagonal(xp.zeros(3), 0), lambda: xp.place(xp.ones(2), xp.ones(2, dtype=bool), [])):
        with pytest.raises(ValueError):
            call()


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_lanes(axis):
    array = random_array(1, (3, 4, 2))
    check(xp.apply_along_axis(xp.sum, axis, ours(array)), np.apply_along_axis(np.sum, axis, array), 1e-12)
    check(xp.apply_along_axis(xp.flip, axis, ours(array)), np.apply_along_axis(np.flip, axis, array))
    outer = xp.apply_along_axis(lambda row: xp.outer(row, row), axis, ours(array))
    check(outer, np.apply_along_axis(lambda row: np.outer(row, row), axis, array))
    with pytest.raises(ValueError, match="no lane"):
        xp.apply_along_axis(xp.sum, 1, xp.zeros((0, 2)))


def test_piecewise_calls_nothing_for_nothing():
    x = xp.asarray([1.0, 2.0])
    assert xp.piecewise(x, [x < 0, x >= 0], [lambda part: part - xp.max(part), abs]).tolist() == [1.0, 2.0]


def test_what_memory_cannot_hold():
    far = xp.broadcast_to(xp.asarray([1]), (2**45,))
    every_second = slice(None, None, 2)
    for call in (lambda: xp.delete(far, every_second, axis=0), lambda: xp.insert(far, slice(None), 0, axis=0)):
        with pytest.raises(MemoryError):
            call()
    assert xp.delete(far, slice(None)).shape == (0,)
    assert xp.vander(xp.zeros(0), 10**12).shape == (0, 10**12)


def test_scalars_of_numpy_are_strong_in_select():
    mask = xp.asarray([True, False])
    picked = xp.select([mask], [np.float64(0.1)], xp.ones(2, dtype=xp.float32))
    check(picked, np.select([np.asarray([True, False])], [np.float64(0.1)], np.ones(2, np.float32)))


def test_piecewise():
    array = random_array(1, (3, 4))
    mine, theirs = ours(array), array
    check(
        xp.piecewise(mine, [mine < -1, mine > 1], [-1, lambda part: part * 2]),
        np.piecewise(theirs, [theirs < -1, theirs > 1], [-1, lambda part: part * 2]),
    )
    check(xp.piecewise(mine, [mine < 0], [0, abs]), np.piecewise(theirs, [theirs < 0], [0, abs]))
    with pytest.raises(ValueError, match="piecewise: 3 functions for 1 conditions"):
        xp.piecewise(mine, [mine < 0], [0, 1, 2])


def test_parts_of_too_few_axes_raise():
    for name, x in (("vsplit", xp.zeros(3)), ("hsplit", xp.asarray(1.0)), ("dsplit", xp.zeros((2, 2)))):
        with pytest.raises(ValueError, match=f"^{name}: "):
            getattr(xp, name)(x, 2)
    with pytest.raises(ValueError, match="^block: "):
        xp.block([xp.ones(2), [xp.ones(2)]])
    for call in (lambda: xp.ix_(xp.ones((2, 2))), lambda: xp.tril_indices_from(xp.ones(2))):
        with pytest.raises(ValueError, match="^(ix_|tril_indices_from): "):
            call()


def test_memory_that_may_be_shared():
    x = xp.ones((3, 4))
    assert xp.may_share_memory(x, x[1:]) and not xp.may_share_memory(x, xp.ones(2))


@pytest.mark.parametrize("shift", [2**63 + 1, -(10**30), 10**30, -(2**63) - 1])
def test_rolls_of_any_length(shift):
    for x in [xp.arange(5), xp.arange(7), xp.reshape(xp.arange(6), (2, 3)), xp.zeros((0,))]:
        left = shift % max(x.size, 1)
        assert xp.array_equal(xp.roll(x, shift), xp.roll(x, left))
    x = xp.reshape(xp.arange(12), (3, 4))
    assert xp.array_equal(xp.roll(x, (shift, 1), axis=(0, 1)), xp.roll(x, (shift % 3, 1), axis=(0, 1)))
