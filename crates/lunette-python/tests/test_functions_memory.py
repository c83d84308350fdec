"""Views by strides, windows, stores that add, and bytes, beside NumPy's."""

import numpy as np
import pytest

import lunette as xp

SEEDS = range(4)


def random_integers(seed, shape, high=100):
    """Integers of a seed."""
    return np.random.default_rng(seed).integers(0, high, shape)


def test_shares_memory_is_exact():
    x = xp.zeros((4, 6))
    array = np.asarray(x)
    cases = [(x, x), (x, x.T), (x[::2], x[1::2]), (x[:, :3], x[:, 3:]), (x[:, ::2], x[:, 1:]), (x, x.copy()), (x[:0], x)]
    for left, right in cases:
        found = xp.shares_memory(left, right)
        assert type(found) is bool and found is np.shares_memory(np.asarray(left), np.asarray(right))
    assert xp.shares_memory(xp.asarray(array), x), "memory that went to NumPy and came back"
    assert xp.shares_memory(x, x.view(xp.uint8)[:, 5:6])
    with pytest.raises(TypeError, match="found ndarray"):
        xp.shares_memory(x, array)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("dtype", ["int8", "float32", "complex128"])
def test_as_strided(dtype, seed):
    generator = np.random.default_rng(seed)
    array = random_integers(seed, 60).astype(dtype)
    x, item = xp.asarray(array, copy=True), array.itemsize
    for _ in range(20):
        shape = tuple(int(size) for size in generator.integers(0, 5, generator.integers(0, 4)))
        strides = tuple(int(stride) * item for stride in generator.integers(-3, 6, len(shape)))
        start = 30
        expected = np.lib.stride_tricks.as_strided(array[start:], shape, strides)
        found = xp.as_strided(x[start:], shape, strides)
        np.testing.assert_array_equal(np.asarray(found), expected)
        assert found.base is x


def test_as_strided_takes_the_strides_that_tensors_have():
    x = xp.reshape(xp.arange(24), (4, 6))[1:, ::2]
    again = xp.as_strided(x, x.shape, x.strides)
    assert again.strides == x.strides and xp.all(again == x)
    again[0, 0] = -1
    assert x[0, 0] == -1


def test_as_strided_refuses_what_is_no_view():
    x = xp.arange(8)
    rows = xp.as_strided(x, (5, 3), (8, 8))
    assert rows[4].tolist() == [4, 5, 6] and not rows.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        rows[0, 0] = 1
    with pytest.raises(ValueError, match="multiple of the 8 bytes"):
        xp.as_strided(x, (2,), (4,))
    for shape, strides in [((9,), (8,)), ((2,), (-8,)), ((3, 3), (24, 8)), ((2,), (2**62,))]:
        with pytest.raises(ValueError):
            xp.as_strided(x, shape, strides)
    with pytest.raises(ValueError):
        xp.as_strided(x, (2, 2), (8,))
    with pytest.raises(TypeError, match="found str"):
        xp.as_strided(x, (2,), "one")
    constant = xp.frombuffer(bytes(32))
    assert not xp.as_strided(constant, (2,), (16,)).flags.writeable, "memory that is read-only stays so"


@pytest.mark.parametrize(
    ("sizes", "axis"), [((2, 3), None), (2, 0), (3, -1), ((1, 2), (1, 0)), ((2, 2), (0, 0)), ((4, 5), None)]
)
def test_windows(sizes, axis):
    array = random_integers(1, (4, 5))
    x = xp.asarray(array, copy=True)
    expected = np.lib.stride_tricks.sliding_window_view(array, sizes, axis)
    found = xp.windows(x, sizes, axis=axis)
    np.testing.assert_array_equal(np.asarray(found), expected)
    assert found.base is x and found.flags.writeable is (sizes == (4, 5)), "only one window overlaps nothing"


def test_windows_that_do_not_fit():
    x = xp.zeros((4, 5))
    for sizes, axis in [((5, 1), None), (2, None), ((2, 2), 0), (-1, 0)]:
        with pytest.raises(ValueError):
            xp.windows(x, sizes, axis=axis)
    with pytest.raises(IndexError):
        xp.windows(x, 2, axis=2)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("dtype", ["int32", "float64", "complex64"])
def test_scatter_adds_as_often_as_elements_are_named(dtype, seed):
    rows, columns = random_integers(seed, 50, 4), random_integers(seed + 1, 50, 6)
    values = random_integers(seed + 2, 50).astype(dtype)
    mask = random_integers(seed, (4, 6), 2).astype(bool)
    cases = [
        ((rows, columns), values), (rows, 1), ((slice(1, 3), columns[:5]), values[:5]), ((..., columns), 2),
        (mask, 3), ((2, slice(None, None, -2)), values[:3]), (0, values[:6]),
    ]  # fmt: skip
    for index, value in cases:
        expected = np.zeros((4, 6), dtype)
        x = xp.zeros((4, 6), dtype=dtype)
        np.add.at(expected, index, value)
        value = xp.asarray(value) if isinstance(value, np.ndarray) else value
        assert xp.scatter(x, index, value) is None
        np.testing.assert_array_equal(np.asarray(x), expected)


def test_scatter_without_adding_is_a_store():
    x = xp.zeros(3, dtype=xp.int64)
    xp.scatter(x, [1, 1, 2], [5, 6, 7], accumulate=False)
    assert x.tolist() == [0, 6, 7]
    xp.scatter(x[::-1], [0, 0], 1)
    assert x.tolist() == [0, 6, 9], "a view writes through"


def test_scatter_that_fails_writes_nothing():
    x = xp.ones(3, dtype=xp.int64)
    cases = [
        (IndexError, [0, 3], 1), (TypeError, [0, 1], 0.5), (ValueError, [0, 1], [1, 2, 3]), (IndexError, ([0], [0]), 1),
        (TypeError, [0], 1j),
    ]  # fmt: skip
    for kind, index, value in cases:
        with pytest.raises(kind):
            xp.scatter(x, index, value)
    with pytest.raises(ValueError, match="read-only"):
        xp.scatter(xp.broadcast_to(x[:1], (3,)), [0], 1)
    assert x.tolist() == [1, 1, 1]


@pytest.mark.parametrize("seed", SEEDS)
def test_put(seed):
    positions, values = random_integers(seed, 10, 40) - 20, random_integers(seed + 1, 10)
    expected = np.zeros((4, 5), np.int64)
    x = xp.zeros((5, 4), dtype=xp.int64).T
    np.put(expected, positions, values)
    assert xp.put(x, xp.asarray(positions), xp.asarray(values)) is None
    np.testing.assert_array_equal(np.asarray(x), expected)
    with pytest.raises(IndexError):
        xp.put(x, xp.asarray([0, 20]), 1)
    np.testing.assert_array_equal(np.asarray(x), expected)


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int64", "float16", "float32", "complex128"])
def test_bytes_are_those_of_numpy(dtype):
    array = random_integers(1, (3, 4)).astype(dtype)
    x = xp.asarray(array, copy=True)
    pairs = [(x, array), (x.T, array.T), (x[::2, ::-1], array[::2, ::-1]), (x[1, 1, ...], array[1, 1, ...]), (x[:0], array[:0])]
    for tensor, view in pairs:
        found = tensor.tobytes()
        assert type(found) is bytes and found == view.tobytes()
    assert xp.all(xp.frombuffer(x.tobytes(), dtype=dtype) == x.ravel())


def test_bytes_of_bfloat16():
    x = xp.asarray([[1.0, -2.0], [0.5, 3.0]], dtype=xp.bfloat16)
    assert x.T.tobytes() == bytes.fromhex("803f003f00c04040")
    assert xp.ones((), dtype=xp.bfloat16).tobytes() == bytes.fromhex("803f")
