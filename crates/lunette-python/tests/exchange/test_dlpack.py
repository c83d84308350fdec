"""DLPack: capsules, versions, flags, copies, devices."""

import gc
import weakref

import numpy as np
import pytest

import lunette as xp
from support import dtypes
from support.compare import check_equal

CPU = (1, 0)


def address(tensor):
    """Where the first element lies."""
    return np.asarray(tensor).__array_interface__["data"][0]


@pytest.mark.parametrize("dtype", dtypes.EVERY)
def test_there_and_back(dtype):
    x = xp.ones((2, 3), dtype=dtypes.of(dtype))
    y = xp.from_dlpack(x)
    assert y.dtype == x.dtype and address(y) == address(x)
    y[0, 0] = False
    check_equal(x, np.asarray(y))


def test_the_device():
    kind, number = xp.ones(1).__dlpack_device__()
    assert (int(kind), int(number)) == CPU


def name_of(capsule):
    """The name that a capsule carries, which tells its version and whether it was used."""
    import ctypes

    get = ctypes.pythonapi.PyCapsule_GetName
    get.restype, get.argtypes = ctypes.c_char_p, [ctypes.py_object]
    return get(capsule).decode()


@pytest.mark.parametrize(
    ("version", "name"),
    [(None, "dltensor"), ((0, 8), "dltensor"), ((1, 0), "dltensor_versioned"), ((1, 3), "dltensor_versioned"),
     ((2, 0), "dltensor_versioned")],
)  # fmt: skip
def test_capsules_carry_the_version_that_is_asked_for(version, name):
    assert name_of(xp.ones(2).__dlpack__(max_version=version)) == name


class Producer:
    """Gives a capsule that was made before."""

    def __init__(self, capsule):
        self.capsule = capsule

    def __dlpack__(self, **options):
        return self.capsule

    def __dlpack_device__(self):
        return CPU


class OldProducer(Producer):
    """Knows no keywords, as libraries before version 1."""

    def __dlpack__(self, stream=None):
        return self.capsule


@pytest.mark.parametrize("version", [None, (1, 0)])
@pytest.mark.parametrize("kind", [Producer, OldProducer])
def test_capsules_are_used_once(version, kind):
    x = xp.arange(5)
    capsule = x.__dlpack__(max_version=version)
    y = xp.from_dlpack(kind(capsule))
    check_equal(y, np.arange(5))
    assert name_of(capsule).startswith("used_dltensor")
    with pytest.raises((ValueError, BufferError, TypeError)):
        xp.from_dlpack(kind(capsule))


def test_unused_capsules_free_their_tensor():
    array = np.arange(1000)
    mark = weakref.ref(array.base if array.base is not None else array)
    x = xp.asarray(array)
    capsule = x.__dlpack__()
    del array, x
    assert mark() is not None
    del capsule
    gc.collect()
    assert mark() is None


@pytest.mark.parametrize("version", [None, (1, 0)])
def test_tensors_free_the_memory_of_others(version):
    array = np.arange(1000)
    mark = weakref.ref(array)
    options = {} if version is None else {"max_version": version}
    x = xp.from_dlpack(Producer(array.__dlpack__(**options)))
    view = x[::2]
    del array, x
    gc.collect()
    assert mark() is not None and int(view[1]) == 2
    del view
    gc.collect()
    assert mark() is None


def test_copies():
    x = xp.arange(3)
    assert address(xp.from_dlpack(x, copy=False)) == address(x)
    assert address(xp.from_dlpack(x, copy=None)) == address(x)
    copied = xp.from_dlpack(x, copy=True)
    copied[0] = 9
    assert int(x[0]) == 0
    assert address(np.from_dlpack(x, copy=True)) != address(x)
    array = np.arange(3)
    assert address(xp.from_dlpack(array, copy=True)) != address(array)


@pytest.mark.parametrize("shape", [(0,), (3, 0), (1,), (1, 1, 1), ()])
def test_sizes_zero_and_one(shape):
    x = xp.zeros(shape)
    check_equal(xp.from_dlpack(np.from_dlpack(x)), np.zeros(shape))
    wide = np.lib.stride_tricks.as_strided(np.zeros(1), shape, (8 * 12345,) * len(shape))
    if wide.size <= 1:
        check_equal(xp.from_dlpack(wide), np.zeros(shape))
        check_equal(xp.asarray(wide), np.zeros(shape))


def test_negative_strides():
    x = xp.arange(6)[::-2]
    check_equal(xp.from_dlpack(x), np.arange(6)[::-2])
    assert np.from_dlpack(x).tolist() == [5, 3, 1]


def test_read_only_memory_needs_the_flag():
    array = np.arange(3)
    array.flags.writeable = False
    x = xp.from_dlpack(array)
    assert not np.from_dlpack(x).flags.writeable
    with pytest.raises(BufferError):
        x.__dlpack__()
    copied = np.from_dlpack(x, copy=True)
    assert copied.tolist() == [0, 1, 2]
    assert not np.shares_memory(copied, array)


def test_wrong_requests():
    x = xp.ones(2)
    with pytest.raises((ValueError, BufferError)):
        x.__dlpack__(stream=1)
    with pytest.raises((ValueError, BufferError)):
        x.__dlpack__(dl_device=(2, 0))
    with pytest.raises((AttributeError, TypeError)):
        xp.from_dlpack([1, 2])
    with pytest.raises((ValueError, BufferError)):
        xp.from_dlpack(x, device="the moon")
    assert name_of(x.__dlpack__(dl_device=CPU)) == "dltensor"


class Failing(Producer):
    """Raises what a producer may raise."""

    def __dlpack__(self, **options):
        raise BufferError("not today")


def test_errors_of_producers_come_through():
    with pytest.raises(BufferError, match="not today"):
        xp.from_dlpack(Failing(None))
    for nonsense in (None, 5, "capsule"):
        with pytest.raises((TypeError, ValueError, BufferError)):
            xp.from_dlpack(Producer(nonsense))


def test_halves_travel():
    for name in ("float16",):
        x = xp.ones(2, dtype=getattr(xp, name))
        assert np.from_dlpack(x).dtype.name == name
        assert xp.from_dlpack(np.ones(2, name)).dtype == x.dtype
