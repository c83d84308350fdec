"""Memory that others write at any time: any byte of a bool but 0 is true, and nothing is read or written past an end."""

import pickle
import threading

import numpy as np
import pytest

import lunette as xp

LEN = 200


def through_memoryview(x):
    return memoryview(x).cast("B")


def through_numpy(x):
    return np.asarray(x).view(np.uint8)


def through_dlpack(x):
    return np.from_dlpack(x).view(np.uint8)


def through_interface(x):
    class Holder:
        __array_interface__ = x.__array_interface__
        keep = x

    return np.array(Holder(), copy=False).view(np.uint8)


WAYS = [through_memoryview, through_numpy, through_dlpack, through_interface]


def exported(way):
    """A mask of ours whose bytes somebody else writes."""
    x = xp.zeros(LEN, dtype=xp.bool)
    return x, way(x)


def imported(_):
    """A mask over memory of somebody else."""
    array = np.zeros(LEN, dtype=bool)
    return xp.asarray(array, copy=False), array.view(np.uint8)


MAKERS = [exported, imported]


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("byte", [1, 2, 0x80, 255])
def test_any_byte_but_0_is_true(maker, way, byte):
    mask, memory = maker(way)
    chosen = [0, 3, 64, 65, 130, LEN - 1]
    for k in chosen:
        memory[k] = byte
    expected = [k in chosen for k in range(LEN)]
    values = xp.arange(LEN)
    assert mask.tolist() == expected
    assert values[mask].tolist() == chosen
    assert int(xp.count_nonzero(mask)) == int(xp.sum(mask)) == len(chosen)
    assert xp.nonzero(mask)[0].tolist() == chosen
    assert (~mask).tolist() == [not bit for bit in expected]
    assert (mask & True).tolist() == (mask | False).tolist() == expected
    assert xp.all(mask == xp.asarray(expected)) and not xp.all(mask)
    assert xp.astype(mask, xp.int32).tolist() == [int(bit) for bit in expected]
    assert set(bytes(xp.asarray(mask, copy=True).tobytes())) == {0, 1}
    assert xp.sort(mask).tolist() == sorted(expected)
    assert int(xp.argmax(mask)) == 0 and bool(mask[3]) is True
    assert xp.where(mask, 1, 0).tolist() == [int(bit) for bit in expected]
    assert "true" in str(mask) and "false" in repr(mask)
    few = mask[:5]
    assert xp.arange(5)[few].tolist() == [0, 3]
    values[mask] = -1
    assert values.tolist() == [-1 if bit else k for k, bit in enumerate(expected)]


@pytest.mark.parametrize("maker", MAKERS)
def test_128_bytes_of_0x80_are_128_true_ones(maker):
    mask, memory = maker(through_memoryview)
    for k in range(128):
        memory[k] = 0x80
    assert xp.arange(LEN)[mask].shape == (128,)


@pytest.mark.parametrize("maker", MAKERS)
def test_stores_reach_those_who_share_the_memory(maker):
    mask, memory = maker(through_numpy)
    memory[0] = 7
    mask[1] = True
    mask |= mask
    assert list(memory[:3]) == [1, 1, 0]


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("protocol", range(6))
def test_pickles_of_masks_hold_0_and_1(maker, protocol):
    mask, memory = maker(through_numpy)
    memory[:4] = [2, 255, 0, 1]
    for x in (mask, mask[::2], mask.reshape((2, -1)), mask.reshape((2, -1)).T, mask[:0]):
        block = x.__reduce_ex__(protocol)[1][0]
        assert set(bytes(memoryview(block).cast("B") if x.size else b"")) <= {0, 1}
        assert pickle.loads(pickle.dumps(x, protocol)).tolist() == x.tolist()


def test_a_mask_may_change_while_it_is_read():
    array = np.zeros(100_000, dtype=bool)
    mask, values = xp.asarray(array, copy=False), xp.arange(array.size)
    done = threading.Event()

    def write():
        while not done.is_set():
            array[:] = True
            array[:] = False

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(200):
            found = values[mask]
            assert found.shape[0] <= array.size
            if found.shape[0]:
                assert 0 <= int(xp.min(found)) and int(xp.max(found)) < array.size
    finally:
        done.set()
        writer.join()


@pytest.mark.parametrize("size", [1_000, 400_000])
@pytest.mark.parametrize("function", [xp.sort, xp.argsort, xp.unique_values])
def test_numbers_may_change_while_they_are_sorted(function, size):
    array = np.zeros(size)
    x = xp.asarray(array, copy=False)
    done = threading.Event()

    def write():
        while not done.is_set():
            array[::2] = np.nan
            array[:] = -0.0
            array[1::2] = 1.0
            array[:] = 0.0

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(20_000_000 // (size * 20) + 5):
            assert function(x).shape[0] <= size
    finally:
        done.set()
        writer.join()


def test_any_bytes_are_bools_when_they_come():
    raw = bytes([2, 1, 0, 255, 0, 128])
    expected = [True, True, False, True, False, True]
    array = np.frombuffer(raw, dtype=bool)
    for copy in (None, False, True):
        x = xp.asarray(array, copy=copy)
        assert (x.tolist(), int(xp.sum(x)), xp.nonzero(x)[0].tolist()) == (expected, 4, [0, 1, 3, 5])
        assert xp.astype(x, xp.uint8).tolist() == [1, 1, 0, 1, 0, 1]
    spread = np.frombuffer(raw, dtype=bool)[::2]
    assert xp.asarray(spread).tolist() == expected[::2]
    assert np.asarray(xp.asarray(spread)).view(np.uint8).tolist() == [1, 0, 0]
    assert xp.from_dlpack(np.frombuffer(bytearray(raw), dtype=bool)).tolist() == expected
    assert xp.frombuffer(raw, dtype=xp.bool).tolist() == expected
    # The memory is shared, and stores write 0 and 1.
    writable = np.frombuffer(bytearray(raw), dtype=bool)
    x = xp.asarray(writable, copy=False)
    x[0] = True
    assert writable.view(np.uint8).tolist() == [1, 1, 0, 255, 0, 128]
    assert bool(xp.all(x == xp.asarray(expected)))
