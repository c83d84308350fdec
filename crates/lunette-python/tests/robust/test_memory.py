"""No leak: reference counts and memory stay as they are over many round trips."""

import gc
import resource
import sys

import numpy as np
import pytest

import lunette as xp

ROUNDS = 100_000


def resident():
    """The bytes of this process that are in memory."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def create(x):
    xp.asarray([1.0, 2.0, 3.0])


def slice_(x):
    x[1:3, ::2]


def element(x):
    x[1, 2] = x[2, 1]


def dlpack(x):
    xp.from_dlpack(x)


def old_dlpack(x):
    x.__dlpack__()


def numpy_and_back(x):
    xp.asarray(np.asarray(x))


def buffer(x):
    memoryview(x)


def operate(x):
    x + 1.0


def fail(x):
    try:
        x[9, 9]
    except IndexError:
        pass


WAYS = [create, slice_, element, dlpack, old_dlpack, numpy_and_back, buffer, operate, fail]


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is read from /proc")
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_memory_is_steady(way):
    x = xp.reshape(xp.arange(16.0), (4, 4))
    for _ in range(2000):
        way(x)
    gc.collect()
    references, before = sys.getrefcount(x), resident()
    # Each way has its part of the rounds.
    for _ in range(ROUNDS // len(WAYS)):
        way(x)
    gc.collect()
    assert sys.getrefcount(x) == references
    # One leaked tensor in each round would be a hundred bytes at least.
    assert resident() - before < 50 * ROUNDS // len(WAYS)


@pytest.mark.parametrize("dtype", [xp.float32, xp.float64])
def test_reference_counts_of_what_is_handed_out(dtype):
    before = sys.getrefcount(dtype)
    tensors = [xp.ones(2, dtype=dtype) for _ in range(100)]
    dtypes = [x.dtype for x in tensors]
    del tensors, dtypes
    gc.collect()
    assert sys.getrefcount(dtype) == before


def test_views_keep_their_base_alive_and_let_it_go():
    import weakref

    x = xp.ones((100, 100))
    mark = weakref.ref(x)
    view = x[10:20]
    del x
    gc.collect()
    assert float(xp.sum(view)) == 1000
    assert view.base is not None
    del view
    gc.collect()
    assert mark() is None
