"""Memory of others as tensors, and tensors as memory for others."""

import array
import collections
import ctypes
import gc
import pickle
import sys

import numpy as np
import pytest

import lunette as xp

NUMPY_DTYPES = [
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float16", "float32", "float64", "complex64", "complex128",
]


def numbers(dtype, shape=(3, 4)):
    count = int(np.prod(shape))
    return (np.arange(count).reshape(shape) % 2 if dtype == "bool" else np.arange(count).reshape(shape)).astype(dtype)


def views(array):
    yield "whole", array
    yield "transposed", array.T
    yield "reversed", array[::-1, ::-1]
    yield "sliced", array[1:, ::2]
    yield "empty", array[:0]
    yield "one", array[1:2, 2:3]
    yield "no axes", array[1, 2]
    yield "broadcast", np.broadcast_to(array[0], (2, 4))


def same(tensor, expected):
    found = np.asarray(tensor)
    assert found.dtype == expected.dtype and found.shape == expected.shape
    np.testing.assert_array_equal(found, expected)


# Lists


@pytest.mark.parametrize(
    "values",
    [
        [1, 2, 3], [1.5, 2], [True, False], [True, 2], [1, 2j], [True, 1.5], (1, (2)), [[1, 2], (3, 4)], [], [[], []],
        [[[1.0], [2]], [[3], [4]]], [2**63], [2**63, -1], [True, 2**64 - 1], [0.5, 2**63], [range(3), [4, 5, 6]],
        3, 2.5, True, 1j, range(4), range(10, 0, -3), [[1, 2.5], [3j, True]], [-(2**63), 2**63 - 1], [1, 2, 3.5, 4j, 5],
    ],
)
def test_lists_are_what_numpy_makes_of_them(values):
    same(xp.asarray(values), np.asarray(values))


def test_integers_beyond_int64_stay_exact():
    same(xp.asarray([1, 2**63]), np.asarray([1, 2**63], dtype="uint64"))
    same(xp.asarray([[2**64 - 1, True], [0, 5]]), np.asarray([[2**64 - 1, 1], [0, 5]], dtype="uint64"))


def test_lists_of_tensors_and_arrays():
    x, a = xp.asarray([1, 2]), np.asarray([3.5, 4.5], dtype="float32")
    same(xp.asarray([x, x]), np.asarray([[1, 2], [1, 2]]))
    same(xp.asarray([x, a]), np.asarray([[1, 2], [3.5, 4.5]]))
    same(xp.asarray([[1, 2], x]), np.asarray([[1, 2], [1, 2]]))
    same(xp.asarray([x[0], 5, np.int8(7)]), np.asarray([1, 5, 7]))
    same(xp.asarray([np.float32(1), np.float32(2)]), np.asarray([1, 2], dtype="float32"))
    same(xp.asarray(collections.UserList([1, 2])), np.asarray([1, 2]))


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([[1, 2], [3]], r"row \[1\] has shape \[1\]"),
        ([1, [2]], r"row \[1\] has shape \[1\]"),
        ([[1, 2], 3], r"row \[1\] has shape \[\]"),
        ([[[1], [2]], [[3], [4, 5]]], r"row \[1, 1\] has shape \[2\]"),
        ([xp.asarray([1, 2]), [1]], r"row \[1\] has shape \[1\]"),
    ],
)
def test_ragged_lists_are_told_where(values, words):
    with pytest.raises(ValueError, match=words):
        xp.asarray(values)


def test_what_holds_no_numbers_is_refused():
    for wrong in ["abc", ["a"], {1: 2}, object(), [object()], None, [None], {1, 2}, np.asarray(["a"]),
                  np.asarray([object()]), np.asarray(["2020-01-01"], dtype="datetime64[D]")]:
        with pytest.raises(TypeError):
            xp.asarray(wrong)
    endless = []
    endless.append(endless)
    with pytest.raises(ValueError, match="64"):
        xp.asarray(endless)
    with pytest.raises(OverflowError):
        xp.asarray([2**64])


def test_a_dtype_for_lists_is_checked():
    same(xp.asarray([1, 2.7, -3.2], dtype=xp.int16), np.asarray([1, 2, -3], dtype="int16"))
    same(xp.asarray([0, 1, 2], dtype="bool"), np.asarray([False, True, True]))
    same(xp.asarray(3, dtype=xp.float32), np.asarray(3, dtype="float32"))
    same(xp.asarray([1, 2], dtype=np.complex64), np.asarray([1, 2], dtype="complex64"))
    for values, dtype in [([300], xp.uint8), ([-1], xp.uint64), (300, xp.int8), ([float("nan")], xp.int32)]:
        with pytest.raises(OverflowError):
            xp.asarray(values, dtype=dtype)
    with pytest.raises(TypeError):
        xp.asarray([1j], dtype=xp.float64)


# NumPy


@pytest.mark.parametrize("dtype", NUMPY_DTYPES)
def test_numpy_arrays_are_shared(dtype):
    for name, view in views(numbers(dtype)):
        tensor = xp.asarray(view)
        same(tensor, view)
        shared = isinstance(view, np.ndarray) and view.size and not (dtype == "bool" and name in ("sliced",))
        if shared and name != "broadcast":
            assert np.shares_memory(np.asarray(tensor), view), name
            assert tensor.base is view
        copied = xp.asarray(view, copy=True)
        same(copied, np.asarray(view))
        assert not np.shares_memory(np.asarray(copied), view) and copied.base is None


def test_writes_are_seen_on_both_sides():
    a = np.arange(6.0).reshape(2, 3)
    x = xp.asarray(a[:, ::-1])
    x[0, 0] = 50
    assert a[0, 2] == 50
    a[1, 0] = -7
    assert float(x[1, 2]) == -7
    np.asarray(x)[1, 1] = 9
    assert a[1, 1] == 9


def test_read_only_arrays_are_read_only_tensors():
    a = np.arange(4)
    a.flags.writeable = False
    x = xp.asarray(a)
    with pytest.raises(ValueError):
        x[0] = 1
    assert not np.asarray(x).flags.writeable
    x = xp.asarray(a, copy=True)
    x[0] = 1
    with pytest.raises(ValueError):
        xp.asarray(b"abc")[0] = 1
    assert not np.asarray(xp.broadcast_to(xp.asarray([1, 2]), (3, 2))).flags.writeable


@pytest.mark.parametrize("dtype", [">i2", ">f8", ">c8", ">u4", ">f2", "<i8", "=f4", ">c16"])
def test_the_other_byte_order_is_copied(dtype):
    for _, view in views(np.arange(12).reshape(3, 4).astype(dtype)):
        same(xp.asarray(view), np.asarray(view).astype(np.asarray(view).dtype.newbyteorder("=")))
    if dtype.startswith(">"):
        with pytest.raises(ValueError, match="byte order"):
            xp.asarray(np.arange(3).astype(dtype), copy=False)


def test_unaligned_arrays_are_copied():
    raw = np.zeros(41, dtype="uint8")
    a = raw[1:].view("float64")
    a[:] = np.arange(5)
    same(xp.asarray(a), np.arange(5.0))
    record = np.zeros(3, dtype=[("flag", "u1"), ("value", "f8")])
    record["value"] = [1, 2, 3]
    same(xp.asarray(record["value"]), np.asarray([1.0, 2, 3]))
    for view in (a, record["value"]):
        assert xp.asarray(view).base is None
        with pytest.raises(ValueError):
            xp.asarray(view, copy=False)


def test_copy_is_obeyed():
    a, x = np.arange(3), xp.asarray([1, 2, 3])
    assert xp.asarray(x) is x and xp.asarray(x, copy=False) is x and xp.asarray(x, dtype=xp.int64) is x
    for given in (a, x):
        assert np.shares_memory(np.asarray(xp.asarray(given, copy=False)), np.asarray(given))
        assert not np.shares_memory(np.asarray(xp.asarray(given, copy=True)), np.asarray(given))
        with pytest.raises(ValueError, match="copy"):
            xp.asarray(given, dtype=xp.float32, copy=False)
    for given in ([1, 2], 5, range(3)):
        with pytest.raises(ValueError, match="copy"):
            xp.asarray(given, copy=False)
    with pytest.raises(ValueError, match="device"):
        xp.asarray(a, device="cuda")
    same(xp.asarray(a, device="cpu", dtype="float32"), a.astype("float32"))


def test_array_makes_copies_and_dtypes():
    x = xp.asarray([1, 2, 3])
    assert np.asarray(x, dtype="float32").dtype == "float32"
    copied = np.array(x)
    copied[0] = 9
    assert int(x[0]) == 1
    with pytest.raises(ValueError):
        np.array(x, dtype="float32", copy=False)
    assert x.__array__().dtype == "int64" and np.shares_memory(x.__array__(), np.asarray(x))
    half = xp.asarray([1.5], dtype=xp.bfloat16)
    for ask in (np.asarray, lambda x: x.__array__(), memoryview):
        with pytest.raises((TypeError, BufferError), match="bfloat16"):
            ask(half)
    assert not hasattr(half, "__array_interface__")


def test_the_array_interface_goes_both_ways():
    class Interface:
        def __init__(self, **fields):
            self.__array_interface__ = fields

    a = np.arange(12.0).reshape(3, 4)[::-1, ::2]
    x = xp.asarray(Interface(**a.__array_interface__))
    same(x, a)
    x[0, 0] = 99
    assert a[0, 0] == 99
    swapped = np.arange(3).astype(">i4")
    same(xp.asarray(Interface(**swapped.__array_interface__)), np.arange(3, dtype="int32"))
    named = bytearray(16)
    x = xp.asarray(Interface(shape=(3,), typestr="<i4", data=named, offset=4, version=3))
    x[0] = 1
    assert named[4] == 1
    for wrong in (dict(shape=(9,), typestr="<i4", data=named, version=3), dict(shape=(3,), version=3)):
        with pytest.raises(ValueError):
            xp.asarray(Interface(**wrong))
    with pytest.raises(TypeError):
        xp.asarray(Interface(shape=(1,), typestr="|S4", data=named, version=3))
    interface = xp.asarray([[1, 2], [3, 4]]).__array_interface__
    assert interface["shape"] == (2, 2) and interface["typestr"] == "<i8" and interface["strides"] == (16, 8)


def test_objects_that_make_arrays_of_themselves():
    class Own:
        def __array__(self, dtype=None, copy=None):
            return np.asarray([1.5, 2.5])

    same(xp.asarray(Own()), np.asarray([1.5, 2.5]))


# The buffer protocol


def test_buffers_of_others():
    data = bytearray(b"abc")
    x = xp.asarray(data)
    assert x.dtype is xp.uint8
    x[0] = ord("A")
    assert data == b"Abc"
    with pytest.raises(BufferError):
        data.append(1)
    del x
    data.append(1)
    for code in "bBhHiIlLqQfd":
        same(xp.asarray(array.array(code, [1, 2, 3])), np.asarray(array.array(code, [1, 2, 3])))
    same(xp.asarray(memoryview(b"abcdef")[::-2]), np.frombuffer(b"fdb", dtype="uint8"))
    same(xp.asarray(memoryview(bytes(6)).cast("B", (2, 3))), np.zeros((2, 3), "uint8"))
    same(xp.asarray((ctypes.c_int * 3)(1, 2, 3)), np.asarray([1, 2, 3], dtype="int32"))
    same(xp.asarray(b""), np.asarray([], dtype="uint8"))
    big = (ctypes.c_int32.__ctype_be__ * 2)(1, 2)
    same(xp.asarray(big), np.asarray([1, 2], dtype="int32"))


def test_raw_bytes():
    data = bytearray(np.arange(4.0).tobytes())
    x = xp.frombuffer(data)
    same(x, np.arange(4.0))
    x[0] = 5
    assert np.frombuffer(data)[0] == 5
    same(xp.frombuffer(data, dtype=xp.uint8, count=3, offset=8), np.frombuffer(data, "uint8", 3, 8))
    same(xp.frombuffer(b"\x01\x00", xp.int16), np.asarray([1], dtype="int16"))
    same(xp.frombuffer(b"abcde", xp.int16, 2, 1), np.frombuffer(b"abcde", "int16", 2, 1))
    for wrong in [dict(count=5), dict(offset=1), dict(offset=99), dict(count=2, offset=30)]:
        with pytest.raises(ValueError):
            xp.frombuffer(data, **wrong)
    with pytest.raises(TypeError):
        xp.frombuffer([1, 2])


def test_iterables():
    same(xp.fromiter((n for n in range(5)), dtype=xp.float32), np.arange(5, dtype="float32"))
    same(xp.fromiter(iter([1, 2.5, 3]), xp.int64, count=2), np.asarray([1, 2]))
    same(xp.fromiter([], xp.int8), np.asarray([], dtype="int8"))
    with pytest.raises(ValueError):
        xp.fromiter([1], xp.int8, count=2)
    for wrong in (["a"], 5, [[1]]):
        with pytest.raises(TypeError):
            xp.fromiter(wrong, xp.int8)


@pytest.mark.parametrize("dtype", NUMPY_DTYPES)
def test_our_buffers(dtype):
    for name, view in views(numbers(dtype)):
        tensor = xp.asarray(view)
        memory = memoryview(tensor)
        assert memory.shape == np.shape(view) and memory.itemsize == view.itemsize
        assert memory.nbytes == view.nbytes and memory.ndim == view.ndim
        same(np.asarray(memory), np.asarray(view))
        # Bools with gaps between them are copied.
        assert memory.readonly == (name == "broadcast" and dtype != "bool")
    codes = {"float16": "e", "complex64": "Zf", "complex128": "Zd", "bool": "?", "uint8": "B"}
    if dtype in codes:
        assert memoryview(xp.asarray(numbers(dtype))).format == codes[dtype]
    # Code in C tells NumPy's dtypes by this number, of which integers of one width have two.
    if dtype != "bfloat16":
        assert np.asarray(xp.asarray(numbers(dtype))).dtype.num == np.dtype(dtype).num


def test_the_flags_of_buffers_are_obeyed():
    x = xp.asarray([[1, 2], [3, 4]])
    get, release = ctypes.pythonapi.PyObject_GetBuffer, ctypes.pythonapi.PyBuffer_Release
    get.argtypes = [ctypes.py_object, ctypes.c_void_p, ctypes.c_int]

    def ask(tensor, flags):
        room = (ctypes.c_void_p * 16)()
        get(tensor, room, flags)
        release(room)

    simple, writable, nd, strides = 0, 1, 8, 0x18
    rows, columns, either = 0x38, 0x58, 0x98
    transposed, gaps = x.T, xp.asarray(np.zeros((4, 4)))[::2, ::2]
    for tensor, flags in [(x, simple), (x, nd), (x, rows), (x, either), (transposed, columns), (transposed, either),
                          (gaps, strides), (x, strides | writable)]:
        ask(tensor, flags)
    read_only = xp.broadcast_to(xp.asarray([1]), (3,))
    for tensor, flags in [(transposed, simple), (transposed, nd), (transposed, rows), (x, columns), (gaps, either),
                          (gaps, simple), (read_only, strides | writable)]:
        with pytest.raises(BufferError):
            ask(tensor, flags)
    assert bytes(xp.asarray([1, 2], dtype=xp.uint8)) == b"\x01\x02"


# DLPack


class Old:
    """A producer from before versions."""

    def __init__(self, array):
        self.array = array

    def __dlpack_device__(self):
        return (1, 0)

    def __dlpack__(self, stream=None):
        return self.array.__dlpack__()


@pytest.mark.parametrize("dtype", NUMPY_DTYPES)
def test_dlpack_both_ways(dtype):
    for name, view in views(numbers(dtype)):
        view = np.asarray(view)
        if name == "broadcast":
            continue
        tensor = xp.from_dlpack(view)
        same(tensor, view)
        back = np.from_dlpack(tensor)
        np.testing.assert_array_equal(back, view)
        assert back.dtype == view.dtype
        if view.size and name != "sliced" and view.flags.writeable:
            assert np.shares_memory(back, view), name
        same(xp.from_dlpack(tensor), view)
        if view.flags.writeable:
            same(xp.from_dlpack(Old(view)), view)
            same(xp.asarray(Old(view)), view)
        copied = xp.from_dlpack(view, copy=True)
        same(copied, view)
        assert not np.shares_memory(np.asarray(copied), view)


def test_dlpack_says_what_is_read_only():
    x = xp.broadcast_to(xp.asarray([1.0, 2.0]), (3, 2))
    back = np.from_dlpack(x)
    assert not back.flags.writeable
    assert not np.asarray(xp.from_dlpack(x)).flags.writeable
    with pytest.raises(BufferError, match="read-only"):
        x.__dlpack__()
    with pytest.raises(BufferError, match="read-only"):
        x.__dlpack__(max_version=(0, 8))
    x.__dlpack__(copy=True)
    copied = xp.from_dlpack(x, copy=True)
    copied[0, 0] = 5


def test_dlpack_bfloat16_and_names():
    half = xp.asarray([1.5, 2.5], dtype=xp.bfloat16)
    again = xp.from_dlpack(half)
    assert again.dtype is xp.bfloat16 and float(again[1]) == 2.5
    x = xp.asarray([1, 2])
    assert 'capsule object "dltensor"' in repr(x.__dlpack__())
    for version in [(1, 0), (1, 5), (2, 0)]:
        assert 'capsule object "dltensor_versioned"' in repr(x.__dlpack__(max_version=version))
    capsule = x.__dlpack__(max_version=(1, 0))

    class Once:
        def __dlpack_device__(self):
            return (1, 0)

        def __dlpack__(self, **options):
            return capsule

    xp.from_dlpack(Once())
    assert 'capsule object "used_dltensor_versioned"' in repr(capsule)
    with pytest.raises(BufferError, match="consumed"):
        xp.from_dlpack(Once())


def test_dlpack_refuses_what_it_cannot_do():
    x = xp.asarray([1, 2])
    assert x.__dlpack_device__() == (1, 0)
    x.__dlpack__(dl_device=(1, 0), copy=False)
    with pytest.raises(BufferError):
        x.__dlpack__(dl_device=(2, 0))
    with pytest.raises(ValueError):
        x.__dlpack__(stream=1)
    with pytest.raises(AttributeError):
        xp.from_dlpack(5)
    with pytest.raises(BufferError, match="cuda"):
        xp.from_dlpack(x, device="cuda")

    class Elsewhere:
        def __dlpack_device__(self):
            return (2, 0)

        def __dlpack__(self, **options):
            raise AssertionError("is not asked")

    with pytest.raises(BufferError):
        xp.from_dlpack(Elsewhere())

    class Broken:
        def __dlpack_device__(self):
            return (1, 0)

        def __dlpack__(self, **options):
            raise RuntimeError("its own words")

    with pytest.raises(RuntimeError, match="its own words"):
        xp.from_dlpack(Broken())


def test_capsules_are_freed_once():
    a = np.arange(1000.0)
    before = sys.getrefcount(a)
    x = xp.from_dlpack(a)
    assert sys.getrefcount(a) > before
    view = x[::2]
    del x
    gc.collect()
    assert sys.getrefcount(a) > before
    del view
    gc.collect()
    assert sys.getrefcount(a) == before
    x = xp.asarray(a)
    before = sys.getrefcount(x)
    capsule = x.__dlpack__()
    del capsule
    back = np.from_dlpack(x)
    del x, back


# Pickles


@pytest.mark.parametrize("protocol", range(6))
@pytest.mark.parametrize("dtype", [*NUMPY_DTYPES, "bfloat16"])
def test_pickles(dtype, protocol):
    base = numbers("float32" if dtype == "bfloat16" else dtype)
    for name, view in views(base):
        tensor = xp.asarray(np.asarray(view), dtype=dtype)
        again = pickle.loads(pickle.dumps(tensor, protocol=protocol))
        assert again.dtype is tensor.dtype and again.shape == tensor.shape
        same(xp.astype(again, "complex128"), np.asarray(xp.astype(tensor, "complex128")))
        if tensor.flags.c_contiguous or tensor.flags.f_contiguous:
            assert again.flags.f_contiguous == tensor.flags.f_contiguous, name
            assert again.flags.c_contiguous == tensor.flags.c_contiguous, name
        if np.asarray(view).flags.writeable:
            again[...] = 0


@pytest.mark.parametrize("protocol", range(6))
def test_read_only_stays_read_only(protocol):
    tensor = xp.asarray(b"abc")
    with pytest.raises(ValueError):
        pickle.loads(pickle.dumps(tensor, protocol=protocol))[0] = 1


def test_pickles_carry_buffers_beside_them():
    a = np.arange(1000.0).reshape(20, 50)
    for array in (a, a.T):
        buffers = []
        tensor = xp.asarray(array)
        text = pickle.dumps(tensor, protocol=5, buffer_callback=buffers.append)
        assert len(buffers) == 1 and len(text) < 300
        again = pickle.loads(text, buffers=buffers)
        same(again, array)
        assert np.shares_memory(np.asarray(again), a)
        same(pickle.loads(text, buffers=[bytes(buffer.raw()) for buffer in buffers]), array)
    for wrong in ([b"short"], [object()]):
        with pytest.raises((ValueError, TypeError)):
            pickle.loads(text, buffers=wrong)


def test_dtypes_are_the_same_after_a_pickle():
    for name in [*NUMPY_DTYPES, "bfloat16"]:
        dtype = getattr(xp, name)
        assert pickle.loads(pickle.dumps(dtype)) is dtype


# Leaks


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


@pytest.mark.parametrize(
    "once",
    [
        lambda a, x: xp.asarray(a),
        lambda a, x: np.from_dlpack(x),
        lambda a, x: xp.from_dlpack(a),
        lambda a, x: x.__dlpack__(max_version=(1, 0)),
        lambda a, x: xp.asarray([1.0] * 50)[3:],
        lambda a, x: np.asarray(x),
        lambda a, x: pickle.loads(pickle.dumps(x, protocol=5)),
        lambda a, x: x.__array_interface__,
        lambda a, x: xp.asarray(memoryview(x)),
    ],
    ids=["asarray", "to numpy", "from numpy", "capsule", "list", "buffer", "pickle", "interface", "memoryview"],
)
def test_nothing_leaks(once):
    a = np.arange(100.0)
    x = xp.asarray(a)
    for _ in range(2000):
        once(a, x)
    gc.collect()
    counts, memory = (sys.getrefcount(a), sys.getrefcount(x)), resident()
    for _ in range(12000):
        once(a, x)
    gc.collect()
    assert (sys.getrefcount(a), sys.getrefcount(x)) == counts
    assert resident() - memory < 2 << 20
