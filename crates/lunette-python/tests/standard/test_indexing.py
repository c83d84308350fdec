"""`x[key]` and `x[key] = value` beside NumPy's."""

from hypothesis import given, strategies as st
import numpy as np
import pytest

import lunette as xp
from support import dtypes
from support.compare import check_equal, check_form, own, to_numpy
from support.random_arrays import arrays, fill, shapes


@st.composite
def basic_keys(draw, shape, new_axes=True):
    """Integers, slices, one ellipsis and new axes; for all axes or for the first ones."""
    rank = len(shape)
    used = draw(st.integers(0, rank))
    ellipsis = draw(st.sampled_from([None, *range(used + 1)]))
    axes = list(range(rank))
    chosen = axes[:used] if ellipsis is None else axes[:ellipsis] + axes[rank - (used - ellipsis) :]
    key = [draw(key_of(shape[axis])) for axis in chosen]
    if ellipsis is not None:
        key.insert(ellipsis, Ellipsis)
    if new_axes:
        for _ in range(draw(st.integers(0, 2))):
            key.insert(draw(st.integers(0, len(key))), None)
    return key[0] if len(key) == 1 and draw(st.booleans()) else tuple(key)


@st.composite
def key_of(draw, size):
    """An integer inside of the axis, or a slice, whose ends may lie outside."""
    if size and draw(st.booleans()):
        return draw(st.integers(-size, size - 1))
    ends = st.none() | st.integers(-size - 2, size + 2)
    return slice(draw(ends), draw(ends), draw(st.none() | st.integers(-3, 3).filter(bool)))


@given(data=st.data())
def test_basic_keys_read(data):
    array, x = data.draw(arrays(dtypes.EVERY))
    key = data.draw(basic_keys(array.shape))
    check_equal(x[key], array[key])


@given(data=st.data())
def test_basic_keys_write(data):
    array, x = data.draw(arrays(dtypes.EVERY))
    array, x = array.copy(), xp.asarray(x, copy=True)
    key = data.draw(basic_keys(array.shape, new_axes=False))
    region = array[key].shape
    rng = np.random.default_rng(data.draw(st.integers(0, 1000)))
    tail = region[data.draw(st.integers(0, len(region))) :]
    value = fill(rng, tuple(1 if rng.random() < 0.3 else size for size in tail), array.dtype.name)
    array[key] = value
    x[key] = own(value)
    check_equal(x, array)


@pytest.mark.parametrize("dtype", dtypes.EVERY)
def test_numbers_are_written(dtype):
    for kind in dtypes.scalar_kinds(dtype):
        x = xp.zeros((2, 3), dtype=dtypes.of(dtype))
        x[1, 2] = kind(1)
        x[0, ...] = kind(1)
        assert to_numpy(x).tolist() == np.asarray([[1, 1, 1], [0, 0, 1]], dtype).tolist()
    x = xp.zeros((), dtype=dtypes.of(dtype))
    x[()] = True
    x[...] = True
    check_form(x, dtype, ())
    assert to_numpy(x[()]) == True  # noqa: E712


@pytest.mark.parametrize(("into", "value", "both"), dtypes.PAIRS)
def test_written_tensors_take_the_dtype_of_the_place(into, value, both):
    if both != into:
        return
    x = xp.zeros((2, 2), dtype=dtypes.of(into))
    x[0, :] = xp.ones(2, dtype=dtypes.of(value))
    x[1, 1] = xp.ones((), dtype=dtypes.of(value))
    check_equal(x, np.asarray([[1, 1], [0, 1]], into))


@given(data=st.data())
def test_slices_are_views_and_elements_are_not(data):
    array, x = data.draw(arrays(["int32", "float64"], shapes(3, 1, 4, 1), small=True))
    x = xp.asarray(x, copy=True)
    view = x[1:] if array.shape[0] > 1 else x[...]
    view[...] = 5
    assert to_numpy(x)[1:].tolist() == (to_numpy(view).tolist() if array.shape[0] > 1 else [])
    element = x[(0,) * array.ndim]
    before = to_numpy(x).copy()
    element[()] = 77
    check_equal(x, before)


@given(data=st.data())
def test_integer_tensors_read_and_write(data):
    array, x = data.draw(arrays(dtypes.EVERY, shapes(3, 1, 4, 1)))
    array, x = array.copy(), xp.asarray(x, copy=True)
    common = data.draw(shapes(2, 0, 3))
    kinds = st.sampled_from(["tensor", "tensor", "number", "row"])
    key, ours = [], []
    for size in array.shape:
        kind = data.draw(kinds)
        shape = {"tensor": common, "number": (), "row": common[1:]}[kind]
        rng = np.random.default_rng(data.draw(st.integers(0, 1000)))
        entry = rng.integers(-size, size, shape)
        key.append(int(entry) if kind == "number" else entry)
        ours.append(int(entry) if kind == "number" else own(entry))
    check_equal(x[tuple(ours)], array[tuple(key)])
    array[tuple(key)] = True
    x[tuple(ours)] = True
    check_equal(x, array)


@given(data=st.data())
def test_masks_read_and_write(data):
    array, x = data.draw(arrays(dtypes.EVERY))
    array, x = array.copy(), xp.asarray(x, copy=True)
    rank = data.draw(st.integers(0, array.ndim))
    # Sizes of 0 pick nothing, whatever the axis has.
    sizes = tuple(data.draw(st.sampled_from([size, size, size, 0])) for size in array.shape[:rank])
    mask, ours = data.draw(arrays(["bool"], sizes))
    check_equal(x[ours], array[mask])
    array[mask] = True
    x[ours] = True
    check_equal(x, array)


def test_a_mask_of_the_same_shape():
    x = xp.reshape(xp.arange(6), (2, 3))
    assert to_numpy(x[x > 2]).tolist() == [3, 4, 5]
    x[x > 2] = xp.asarray([7, 8, 9])
    assert to_numpy(x).tolist() == [[0, 1, 2], [7, 8, 9]]
    assert x[xp.asarray(True)].shape == (1, 2, 3) and x[xp.asarray(False)].shape == (0, 2, 3)


def test_a_mask_without_entries_picks_and_writes_nothing():
    x = xp.reshape(xp.arange(6), (2, 3))
    for shape, picked in {(0,): (0, 3), (0, 3): (0,), (2, 0): (0,), (0, 0): (0,)}.items():
        mask = xp.zeros(shape, dtype=xp.bool)
        check_form(x[mask], "int64", picked)
        x[mask] = 9
        x[mask] = xp.ones(picked, dtype=xp.int64)
    assert to_numpy(x).tolist() == [[0, 1, 2], [3, 4, 5]]


@given(data=st.data())
def test_keys_of_every_kind_mixed(data):
    """Beyond the standard: what NumPy does."""
    array, x = data.draw(arrays(["int64", "float32"], shapes(4, 1, 3, 1), small=True))
    array, x = array.copy(), xp.asarray(x, copy=True)
    common = data.draw(shapes(2, 1, 3))
    key, ours = [], []
    for size in array.shape:
        kind = data.draw(st.sampled_from(["tensor", "mask", "slice", "number", "new", "list"]))
        rng = np.random.default_rng(data.draw(st.integers(0, 1000)))
        if kind == "tensor":
            entry = rng.integers(-size, size, common)
            key.append(entry), ours.append(own(entry))
        elif kind == "mask" and common == ():
            entry = rng.integers(0, 2, size) == 1
            key.append(entry), ours.append(own(entry))
        elif kind == "list" and len(common) == 1:
            entry = rng.integers(-size, size, common).tolist()
            key.append(entry), ours.append(entry)
        else:
            entry = data.draw(key_of(size))
            key.append(entry), ours.append(entry)
            if kind == "new":
                key.append(None), ours.append(None)
    try:
        expected = array[tuple(key)]
    except IndexError:
        with pytest.raises(IndexError):
            x[tuple(ours)]
        return
    check_equal(x[tuple(ours)], expected)
    array[tuple(key)] = 3
    x[tuple(ours)] = 3
    check_equal(x, array)


@pytest.mark.parametrize(
    "key",
    [
        2, -3, (0, 3), (0, -4), (0, 0, 0), (..., ...), (0, ..., 0, 0), "text", 1.0, (0, 1.5), None.__class__,
        slice(0.5, 1), slice(None, None, 0), 2**70, [0, 5], ([0, 1], [0, 1, 2]),
    ],
)  # fmt: skip
def test_wrong_keys_raise_as_numpys_do(key):
    array = np.arange(6).reshape(2, 3)
    x = own(array)
    with pytest.raises((IndexError, TypeError, ValueError)) as theirs:
        array[key]
    with pytest.raises((IndexError, TypeError, ValueError)) as ours:
        x[key]
    with pytest.raises((IndexError, TypeError, ValueError)):
        x[key] = 1
    assert ours.type in (theirs.type, IndexError, TypeError)
    check_equal(x, array)


def test_masks_of_wrong_shapes_raise():
    x = xp.ones((2, 3))
    for shape in [(3,), (2, 2), (2, 3, 1), (2, 3, 0), (0, 5), (5, 0), (1, 0), (0, 1)]:
        with pytest.raises(IndexError):
            x[xp.ones(shape, dtype=xp.bool)]
        with pytest.raises(IndexError):
            x[xp.ones(shape, dtype=xp.bool)] = 1


def test_writes_of_wrong_shapes_raise_and_change_nothing():
    x = xp.zeros((2, 3))
    for value in (xp.ones(2), xp.ones((3, 3)), xp.ones((2, 3, 4))):
        with pytest.raises(ValueError):
            x[...] = value
    assert not bool(xp.any(x))


def test_integers_of_all_kinds_are_indices():
    x = xp.asarray([1, 2, 3])
    for index in (np.int8(1), np.uint64(1), xp.asarray(1), xp.asarray(1, dtype=xp.uint8), True + 0):
        check_form(x[index], "int64", ())
        assert int(x[index]) == 2
    assert to_numpy(x[xp.asarray(1) : xp.asarray(3)]).tolist() == [2, 3]


@given(data=st.data())
def test_take(data):
    array, x = data.draw(arrays(dtypes.EVERY, shapes(4, 1, 4, 1)))
    axis = data.draw(st.integers(-array.ndim, array.ndim - 1))
    size = array.shape[axis]
    indices = np.random.default_rng(data.draw(st.integers(0, 99))).integers(-size, size, data.draw(st.integers(0, 5)))
    check_equal(xp.take(x, own(indices), axis=axis), np.take(array, indices, axis=axis))
    if array.ndim == 1:
        check_equal(xp.take(x, own(indices)), np.take(array, indices))


@given(data=st.data())
def test_take_along_axis(data):
    array, x = data.draw(arrays(dtypes.EVERY, shapes(4, 1, 4, 1)))
    axis = data.draw(st.integers(-array.ndim, array.ndim - 1))
    shape = [1 if data.draw(st.booleans()) else size for size in array.shape]
    shape[axis] = data.draw(st.integers(0, 4))
    size = array.shape[axis]
    indices = np.random.default_rng(data.draw(st.integers(0, 99))).integers(-size, size, shape)
    check_equal(xp.take_along_axis(x, own(indices), axis=axis), np.take_along_axis(array, indices, axis))


def test_wrong_picks_raise():
    x = xp.ones((2, 3))
    for call in (
        lambda: xp.take(x, xp.asarray([0, 3]), axis=1),
        lambda: xp.take(x, xp.asarray([0]), axis=2),
        lambda: xp.take_along_axis(x, xp.asarray([[0], [0]]), axis=-3),
        lambda: xp.take_along_axis(x, xp.asarray([0]), axis=0),
        lambda: xp.take_along_axis(x, xp.asarray([[5]]), axis=0),
    ):
        with pytest.raises((IndexError, ValueError)):
            call()
