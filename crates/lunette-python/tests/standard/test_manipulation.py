"""Manipulation functions beside NumPy's: shapes, dtypes, values, axes from both ends."""

from hypothesis import given, strategies as st
import numpy as np
import pytest

import lunette as xp
from support import dtypes
from support.compare import check_equal, check_form, own, to_numpy
from support.random_arrays import arrays, axes_of, shapes, signs_of

SOME_RANK = shapes(4, 0, 4, 1)


@given(data=st.data())
def test_concat(data):
    first, second, dtype = data.draw(st.sampled_from(dtypes.PAIRS))
    shape = data.draw(SOME_RANK)
    axis = data.draw(st.integers(-len(shape), len(shape) - 1))
    other = list(shape)
    other[axis] = data.draw(st.integers(0, 4))
    (a, x), (b, y) = data.draw(arrays([first], shape)), data.draw(arrays([second], tuple(other)))
    kind = data.draw(st.sampled_from([tuple, list]))
    check_equal(xp.concat(kind([x, y, x]), axis=axis), np.concat([a, b, a], axis=axis).astype(dtype))
    check_equal(xp.concat(kind([x, y]), axis=None), np.concat([a, b], axis=None).astype(dtype))
    if axis in (0, -len(shape)):
        check_equal(xp.concat([x, y]), np.concat([a, b]).astype(dtype))


@given(data=st.data())
def test_stack_and_unstack(data):
    first, second, dtype = data.draw(st.sampled_from(dtypes.PAIRS))
    shape = data.draw(shapes(3))
    (a, x), (b, y) = data.draw(arrays([first], shape)), data.draw(arrays([second], shape))
    axis = data.draw(st.integers(-len(shape) - 1, len(shape)))
    stacked = xp.stack([x, y], axis=axis)
    check_equal(stacked, np.stack([a, b], axis=axis).astype(dtype))
    parts = xp.unstack(stacked, axis=axis)
    assert type(parts) is tuple and len(parts) == 2
    for part, array in zip(parts, (a, b)):
        check_equal(part, array.astype(dtype))
    check_equal(xp.stack((x, y)), np.stack([a, b]).astype(dtype))


@given(data=st.data())
def test_expand_dims_and_squeeze(data):
    array, x = data.draw(arrays(dtypes.EVERY, shapes(3)))
    axis = data.draw(st.integers(-array.ndim - 1, array.ndim))
    check_equal(xp.expand_dims(x, axis), np.expand_dims(array, axis))
    check_equal(xp.expand_dims(x, axis=axis), np.expand_dims(array, axis))
    check_equal(xp.squeeze(xp.expand_dims(x, axis), axis), array)
    count = data.draw(st.integers(0, 3))
    rank = array.ndim + count
    several = data.draw(st.permutations(range(rank)).map(lambda axes: axes[:count]))
    several = data.draw(signs_of(several, rank))
    wide = np.expand_dims(array, several)
    check_equal(xp.expand_dims(x, several), wide)
    check_equal(xp.squeeze(own(wide), several), array)


@given(data=st.data())
def test_flip_and_roll(data):
    array, x = data.draw(arrays(dtypes.EVERY))
    axis = data.draw(axes_of(array.ndim))
    check_equal(xp.flip(x, axis=axis), np.flip(array, axis))
    shift = data.draw(st.integers(-9, 9))
    if isinstance(axis, tuple):
        shift = tuple(data.draw(st.integers(-9, 9)) for _ in axis)
        check_equal(xp.roll(x, 2, axis=axis), np.roll(array, 2, axis))
    check_equal(xp.roll(x, shift, axis=axis), np.roll(array, shift, axis))


@given(data=st.data())
def test_permute_and_move(data):
    array, x = data.draw(arrays(dtypes.EVERY))
    axes = data.draw(st.permutations(range(array.ndim)).flatmap(lambda axes: signs_of(axes, array.ndim)))
    check_equal(xp.permute_dims(x, axes), np.transpose(array, axes))
    count = data.draw(st.integers(0, array.ndim))
    source, target = (
        data.draw(st.permutations(range(array.ndim)).flatmap(lambda axes: signs_of(axes[:count], array.ndim)))
        for _ in range(2)
    )
    check_equal(xp.moveaxis(x, source, target), np.moveaxis(array, source, target))
    if count:
        check_equal(xp.moveaxis(x, source[0], target[0]), np.moveaxis(array, source[0], target[0]))


@given(data=st.data())
def test_reshape(data):
    array, x = data.draw(arrays(dtypes.EVERY))
    sides = data.draw(st.sampled_from(divisions(array.size)))
    check_equal(xp.reshape(x, sides), array.reshape(sides))
    if array.size:
        unknown = list(sides)
        if unknown:
            unknown[data.draw(st.integers(0, len(sides) - 1))] = -1
        check_equal(xp.reshape(x, tuple(unknown)), array.reshape(sides))
    copied = xp.reshape(x, sides, copy=True)
    check_equal(copied, array.reshape(sides))
    if array.size:
        first = (0,) * len(sides)
        before = to_numpy(x).copy()
        copied[first] = not bool(copied[first])
        check_equal(x, before)


def divisions(size):
    """Shapes of as many elements."""
    if size == 0:
        return [(0,), (0, 3), (2, 0, 1)]
    found = [(size,), (1, size), (size, 1, 1)] + ([()] if size == 1 else [])
    return found + [(side, size // side) for side in range(2, size) if size % side == 0]


def test_reshape_without_a_copy():
    x = xp.reshape(xp.arange(6), (2, 3))
    view = xp.reshape(x, (3, 2), copy=False)
    view[0, 0] = 9
    assert int(x[0, 0]) == 9
    with pytest.raises(ValueError):
        xp.reshape(x.T, (6,), copy=False)
    for wrong in [(4,), (-1, -1), (-1, 4), (-2, 3)]:
        with pytest.raises(ValueError):
            xp.reshape(x, wrong)


@given(data=st.data())
def test_repeat_and_tile(data):
    array, x = data.draw(arrays(dtypes.EVERY, shapes(3, 0, 3, 1)))
    axis = data.draw(st.none() | st.integers(-array.ndim, array.ndim - 1))
    times = data.draw(st.integers(0, 3))
    check_equal(xp.repeat(x, times, axis=axis), np.repeat(array, times, axis))
    size = array.size if axis is None else array.shape[axis]
    each = np.random.default_rng(times).integers(0, 3, size)
    check_equal(xp.repeat(x, own(each), axis=axis), np.repeat(array, each, axis))
    check_equal(xp.repeat(x, own(np.asarray([times])), axis=axis), np.repeat(array, [times], axis))
    repetitions = data.draw(st.lists(st.integers(0, 2), max_size=4).map(tuple))
    check_equal(xp.tile(x, repetitions), np.tile(array, repetitions))


@given(data=st.data())
def test_diff(data):
    array, x = data.draw(arrays(dtypes.NUMERIC, shapes(3, 1, 5, 1)))
    axis = data.draw(st.integers(-array.ndim, array.ndim - 1))
    n = data.draw(st.integers(0, array.shape[axis]))
    check_equal(xp.diff(x, axis=axis, n=n), np.diff(array, n, axis))
    edge = np.ones_like(np.take(array, [0], axis))
    options = {"prepend": edge, "append": edge}
    ours = {name: own(value) for name, value in options.items()}
    check_equal(xp.diff(x, axis=axis, **ours), np.diff(array, axis=axis, **options))


@pytest.mark.parametrize(
    "call",
    [
        lambda x: xp.concat([x, x], axis=2), lambda x: xp.concat([x, xp.ones((2, 2))], axis=0),
        lambda x: xp.stack([x, xp.ones((2, 2))]), lambda x: xp.stack([x, x], axis=4), lambda x: xp.concat([]),
        lambda x: xp.stack([]), lambda x: xp.expand_dims(x, 4), lambda x: xp.expand_dims(x, -4),
        lambda x: xp.expand_dims(x, (0, 0)), lambda x: xp.squeeze(x, 0), lambda x: xp.squeeze(x, 3),
        lambda x: xp.flip(x, axis=2), lambda x: xp.roll(x, 1, axis=2), lambda x: xp.roll(x, (1, 2), axis=(0,)),
        lambda x: xp.permute_dims(x, (0,)), lambda x: xp.permute_dims(x, (0, 0)),
        lambda x: xp.permute_dims(x, (0, 2)), lambda x: xp.moveaxis(x, 0, 2), lambda x: xp.moveaxis(x, (0, 0), (0, 1)),
        lambda x: xp.moveaxis(x, (0, 1), (0,)), lambda x: xp.unstack(x, axis=2), lambda x: xp.repeat(x, -1),
        lambda x: xp.repeat(x, xp.asarray([1, 2, 3]), axis=0), lambda x: xp.tile(x, (-1,)),
        lambda x: xp.diff(x, axis=2), lambda x: xp.diff(x, n=-1), lambda x: xp.unstack(xp.ones(())),
    ],
)  # fmt: skip
def test_wrong_arguments_raise(call):
    with pytest.raises((IndexError, ValueError)):
        call(xp.ones((2, 3)))


def test_results_do_not_share_unless_they_are_views():
    x = xp.zeros((2, 2))
    for call in (lambda: xp.concat([x]), lambda: xp.stack([x]), lambda: xp.tile(x, (1,)), lambda: xp.repeat(x, 1)):
        result = call()
        result[...] = 1
        assert not bool(xp.any(x)), "a joined tensor has memory of its own"
    check_form(xp.matrix_transpose(xp.ones((2, 3, 4))), "float64", (2, 4, 3))
