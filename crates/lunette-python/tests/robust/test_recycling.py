"""Objects that are gone give their memory to the next ones: nothing of the old ones may be left in them."""

import gc
import operator
import sys
import threading
import weakref

import lunette as xp
import pytest

# More than are kept.
MANY = 1000


def test_a_weak_reference_ends_with_its_tensor():
    x = xp.asarray([1.5, 2.5])
    ended = []
    element = x[0]
    seen = weakref.ref(element, ended.append)
    assert seen() is element
    del element
    assert seen() is None and ended == [seen]
    # The next one has the same memory, and is not seen.
    element = x[1]
    assert seen() is None and weakref.getweakrefcount(element) == 0


def test_nothing_is_left_of_the_tensor_before():
    x, flags = xp.asarray([[0, 1, 2], [3, 4, 5]]), xp.asarray([True])
    row = x[1]
    assert row.base is x and row.shape == (3,)
    address = id(row)
    del row
    element = flags[0]
    assert id(element) == address
    assert (element.base, element.shape, element.ndim, element.dtype) == (None, (), 0, xp.bool)


def test_views_give_back_what_they_hold():
    x = xp.asarray([[0, 1, 2], [3, 4, 5]])
    before = sys.getrefcount(x), sys.getrefcount(xp.Tensor), sys.getrefcount(xp.int64)
    for _ in range(3):
        views = [x[0:1, 1:] for _ in range(MANY)]
        assert sys.getrefcount(x) == before[0] + MANY
        views.clear()
        [x[1, 1] for _ in range(MANY)]
    gc.collect()
    after = sys.getrefcount(x), sys.getrefcount(xp.Tensor), sys.getrefcount(xp.int64)
    # Those that are kept hold their class.
    assert after[0] == before[0] and abs(after[1] - before[1]) <= 256 and after[2] == before[2]


def test_ends_of_slices_are_asked_once():
    class End:
        asked = 0

        def __index__(self):
            End.asked += 1
            return 1

    x = xp.zeros((3, 3))
    assert x[: End(), End() :].shape == (1, 2) and End.asked == 2
    with pytest.raises(IndexError, match="index 7 is out of range for axis 1"):
        x[: End(), 7]
    assert End.asked == 3


@pytest.mark.parametrize("key", [2**70, -(2**70), (2**70, 0), (0, 3), (0, -4), (0, 0, 0)])
def test_integers_that_no_axis_has(key):
    x = xp.zeros((3, 3))
    for use in (lambda: x[key], lambda: operator.setitem(x, key, 1.0)):
        with pytest.raises(IndexError):
            use()
    assert x.tolist() == [[0.0] * 3] * 3


def test_steps_of_zero_and_deletions_are_refused():
    x = xp.zeros((3, 3))
    with pytest.raises(ValueError, match="slice step cannot be zero"):
        x[::0]
    with pytest.raises(TypeError, match="cannot be deleted"):
        del x[0, 0]


def test_integers_of_other_classes_are_keys_too():
    class Number(int):
        pass

    class Pair(tuple):
        pass

    x = xp.reshape(xp.arange(6), (2, 3))
    assert int(x[Number(1), 2]) == int(x[Pair((1, 2))]) == 5
    assert x[True, 0].shape == (1, 3)
    x[Pair((1, 2))] = True
    assert int(x[1, -1]) == 1


def test_slices_are_cut_as_those_of_lists():
    numbers = list(range(5))
    x = xp.asarray(numbers)
    ends = [None, -7, -5, -1, 0, 2, 4, 5, 9, 2**70, -(2**70)]
    for start in ends:
        for stop in ends:
            for step in (None, 1, 2, -1, -3, 2**70, -(2**70)):
                assert x[start:stop:step].tolist() == numbers[start:stop:step]


def test_an_iterator_sees_changes_and_stays_at_its_end():
    x = xp.zeros(3)
    rows = iter(x)
    next(rows)
    x[2] = 7
    assert operator.length_hint(rows) == 2
    assert [float(value) for value in rows] == [0.0, 7.0]
    assert next(rows, None) is None and operator.length_hint(rows) == 0


def test_threads_that_share_an_iterator_get_each_entry_once():
    rows, found = iter(xp.arange(20_000)), []

    def work():
        found.extend(int(value) for value in rows)

    threads = [threading.Thread(target=work) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert sorted(found) == list(range(20_000))


def test_a_loop_changes_no_element_that_somebody_holds():
    x = xp.arange(40)
    assert [int(element) for element in list(x)] == list(range(40))
    held, weak, seen = [], [], []
    for at, element in enumerate(x):
        if at % 5 == 0:
            held.append(element)
        if at % 5 == 1:
            weak.append((at, weakref.ref(element)))
        if at % 5 == 2:
            held.append(element[...])
        if at % 5 == 3:
            element[...] = -1
        assert element.shape == () and element.dtype == xp.int64 and element.base is None
        seen.append(int(element))
    assert seen == [-1 if at % 5 == 3 else at for at in range(40)]
    assert [int(element) for element in held] == [at for at in range(40) if at % 5 in (0, 2)]
    # The last two are there as long as the loop.
    del element
    assert all(reference() is None for _, reference in weak)
    assert x.tolist() == list(range(40))


def test_elements_that_were_written_do_not_come_back():
    x = xp.ones(10)
    for element in x:
        assert float(element) == 1
        element += 1
        assert float(element) == 2
    for element in x:
        memory = memoryview(element)
        assert memory.tolist() == 1


def test_code_that_sees_an_element_go_may_go_on_with_the_loop():
    rows, seen = iter(xp.arange(7)), []
    element = next(rows)
    reference = weakref.ref(element, lambda _: seen.append(int(next(rows))))
    del element
    first, second = next(rows), next(rows)
    assert (int(first), int(second), seen) == (1, 2, [3]) and reference() is None
    assert [int(element) for element in rows] == [4, 5, 6]


def test_two_threads_go_through_one_loop():
    rows, seen = iter(xp.arange(20000)), [[], []]

    def go(into):
        for element in rows:
            into.append(int(element))

    threads = [threading.Thread(target=go, args=(into,)) for into in seen]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(seen[0] + seen[1]) == list(range(20000))
