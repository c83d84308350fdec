"""`x[...]` against NumPy: random index expressions, read and stored."""

import os
import random

import lunette as xp
import numpy as np
import pytest

SEED = int(os.environ.get("LUNETTE_SEED", random.SystemRandom().randrange(1 << 32)))


def pair(shape, dtype="int64"):
    """The same numbers as an array and as a tensor with memory of its own."""
    array = np.arange(int(np.prod(shape)), dtype=dtype).reshape(shape)
    return array, xp.asarray(array, copy=True)


def both(array, tensor):
    assert tuple(tensor.shape) == array.shape
    assert tensor.tolist() == array.tolist()


def random_slice(rng, size):
    end = lambda: rng.choice([None, rng.randint(-size - 3, size + 3), 10**20, -(10**20)])
    step = rng.choice([None, 1, 2, 3, -1, -2, -5])
    return slice(end(), end(), step)


def random_item(rng, size):
    kinds = ["slice"] * 3
    if size:
        kinds += ["at", "at", "numpy", "list", "array", "rank 0"]
    kind = rng.choice(kinds)
    if kind == "slice":
        return random_slice(rng, size)
    at = lambda: rng.randint(-size, size - 1)
    if kind == "at":
        return at()
    if kind == "numpy":
        return np.int32(at())
    if kind == "rank 0":
        return np.array(at())
    entries = [at() for _ in range(3)]
    return entries if kind == "list" else np.array(entries)


def random_key(rng, shape):
    """An index that NumPy may refuse, for instance because index arrays do not broadcast."""
    if shape and rng.random() < 0.15:
        covered = shape[: rng.randint(0, len(shape))]
        mask = np.array([rng.random() < 0.5 for _ in range(int(np.prod(covered)))], dtype=bool).reshape(covered)
        rest = [random_item(rng, size) for size in shape[len(covered) :]]
        return (mask, *rest[: rng.randint(0, len(rest))])
    items = [random_item(rng, size) for size in shape[: rng.randint(0, len(shape))]]
    if rng.random() < 0.3:
        items.insert(rng.randint(0, len(items)), None)
    if rng.random() < 0.3:
        at = rng.randint(0, len(items))
        # After `...` the items belong to the last axes.
        tail = [random_item(rng, size) for size in shape[len(shape) - rng.randint(0, len(shape)) :]]
        items = items[:at] + [...] + tail
    if rng.random() < 0.1:
        items.insert(rng.randint(0, len(items)), rng.choice([True, False]))
    return items[0] if len(items) == 1 and rng.random() < 0.5 else tuple(items)


def tensors(key):
    """The same key with tensors in place of arrays."""
    if isinstance(key, tuple):
        return tuple(tensors(item) for item in key)
    return xp.asarray(key) if isinstance(key, np.ndarray) else key


def cases(count):
    rng = random.Random(SEED)
    print(f"LUNETTE_SEED={SEED}")
    for _ in range(count):
        shape = tuple(rng.choice([0, 1, 2, 3, 4, 5]) for _ in range(rng.randint(0, 4)))
        key = random_key(rng, shape)
        yield rng, shape, rng.choice([key, tensors(key)]), key


def test_random_reads():
    refused = 0
    for rng, shape, ours, theirs in cases(4000):
        array, tensor = pair(shape)
        try:
            expected = array[theirs]
        except IndexError:
            refused += 1
            with pytest.raises(IndexError):
                tensor[ours]
            continue
        got = tensor[ours]
        both(np.asarray(expected), got)
        is_view = isinstance(expected, np.ndarray) and np.may_share_memory(expected, array) and expected.base is not None
        if expected.size and array.size:
            assert (got.base is tensor) == is_view, (shape, theirs)
    assert refused < 2000


def test_random_stores():
    for rng, shape, ours, theirs in cases(4000):
        array, tensor = pair(shape)
        try:
            region = np.asarray(array[theirs]).shape
        except IndexError:
            with pytest.raises(IndexError):
                tensor[ours] = 1
            both(array, tensor)
            continue
        small = tuple(rng.choice([1, size]) for size in region[rng.randint(0, len(region)) :])
        value = rng.choice([7, -3, np.arange(int(np.prod(small))).reshape(small)])
        # Of elements that are named twice the last one stays, which NumPy does not promise.
        array[theirs] = value
        # A list without entries does not tell the sizes of the other axes.
        forms = [value, xp.asarray(value)] + [np.asarray(value).tolist()] * bool(np.size(value))
        tensor[ours] = rng.choice(forms)
        both(array, tensor)


def test_views_share_memory_and_elements_do_not():
    array, x = pair((3, 4))
    row, element, whole, rank0 = x[1], x[1, 2], x[...], x[1, 2, ...]
    assert row.base is x and whole.base is x and rank0.base is x and element.base is None
    x[1, 2] = 99
    assert (int(row[2]), int(element), int(whole[1, 2]), int(rank0)) == (99, 6, 99, 99)
    rank0[...] = 5
    row[::-1][0] = 8
    assert int(x[1, 2]) == 5 and int(x[1, 3]) == 8
    assert row[1:].base is x


def test_stores_convert_as_the_destination_asks():
    x = xp.zeros(3, dtype=xp.int32)
    x[0] = 999.6
    x[1:] = xp.asarray([2.5, -2.5])
    assert x.tolist() == [999, 2, -2]
    for value, error in [(float("nan"), OverflowError), (2**40, OverflowError), (1j, TypeError), ("a", TypeError)]:
        with pytest.raises(error):
            x[:] = value
    assert x.tolist() == [999, 2, -2]
    with pytest.raises(ValueError, match="shape"):
        x[:] = [1, 2]
    x[:] = [[1], [2], [3]]
    assert x.tolist() == [1, 2, 3]


@pytest.mark.parametrize(
    "key", [4, -4, (0, 0), (..., ...), 1.5, "a", [1.5], [4], xp.asarray([True, False]), {}, (0, None, 0), 10**30]
)
def test_refused(key):
    x = xp.zeros(3)
    with pytest.raises(IndexError):
        x[key]
    with pytest.raises(IndexError):
        x[key] = 1
    assert x.tolist() == [0, 0, 0]


def test_read_only_memory_refuses_stores():
    x = xp.broadcast_to(xp.zeros(2), (3, 2))
    with pytest.raises(ValueError, match="read-only|written|twice"):
        x[0, 0] = 1


def test_orthogonal():
    array, x = pair((4, 5, 3))
    rows, columns = [0, 2, 2], [4, 1]
    both(array[np.ix_(rows, columns)], x.oindex[rows, columns])
    both(array[:, columns][:, :, [True, False, True]], x.oindex[:, columns, xp.asarray([True, False, True])])
    x.oindex[rows, columns] = 0
    array[np.ix_(rows, columns)] = 0
    both(array, x)


def test_explain():
    x = xp.zeros((2, 3))
    explanation = xp.explain(x, (slice(None), 1))
    assert explanation.shape == (2,) and explanation.is_view
    assert "entry 1 of 3" in str(explanation) and explanation.svg().startswith("<svg")
    assert not x.explain([0, 1]).is_view
    with pytest.raises(IndexError):
        x.explain(5)


class End:
    """An end of a slice that counts how often it is asked for its number."""

    def __init__(self, number):
        self.number, self.asked = number, 0

    def __index__(self):
        self.asked += 1
        return self.number


@pytest.mark.parametrize("around", [lambda end: end, lambda end: (end, None), lambda end: (None, end), lambda end: (..., end),
                                    lambda end: (end, ...), lambda end: (None, end, 0), lambda end: (0, None, end),
                                    lambda end: (-1, ..., end, None), lambda end: (None, ..., None, end)])
def test_ends_of_slices_are_asked_once(around):
    array = np.arange(24).reshape(4, 6)
    end = End(3)
    found = xp.asarray(array)[around(slice(None, end))]
    assert end.asked == 1
    np.testing.assert_array_equal(np.asarray(found), array[around(slice(None, 3))])
    assert found.base is not None


@pytest.mark.parametrize("key", [None, ..., (None,), (..., None), (None, ...), (0, ...), (..., 0), (None, 0), (0, None, 1),
                                 (0, 1, ...), (0, 1, None), (None, None, None, None), (slice(1, None), None, -1),
                                 (slice(None, None, -1), ...), (..., slice(None, None, 2)), (None, slice(0, 0))], ids=str)
def test_new_axes_and_fills_give_views(key):
    array = np.arange(12.0).reshape(3, 4)
    x = xp.asarray(array, copy=True)
    found = x[key]
    np.testing.assert_array_equal(np.asarray(found), array[key])
    assert found.shape == array[key].shape
    found[...] = -1
    array[key] = -1
    np.testing.assert_array_equal(np.asarray(x), array)


@pytest.mark.parametrize("key", [(..., ...), (None, 3), (..., 0, 0, 0), (0, None, 4), (None, -4), (..., slice(None, None, 0))], ids=str)
def test_wrong_keys_with_new_axes_and_fills(key):
    array = np.arange(12.0).reshape(3, 4)
    with pytest.raises((IndexError, ValueError)) as theirs:
        array[key]
    with pytest.raises(theirs.type):
        xp.asarray(array)[key]
