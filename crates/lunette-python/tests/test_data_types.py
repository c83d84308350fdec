"""Dtypes, promotion, limits, and what the namespace says of itself."""

import inspect
import itertools
import math

import array_api_strict as strict
import numpy as np
import pytest

import lunette as xp

NAMES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64",
         "complex64", "complex128"]
EXTRA = ["float16", "bfloat16"]
KINDS = ["bool", "signed integer", "unsigned integer", "integral", "real floating", "complex floating", "numeric"]


def test_dtypes_are_objects():
    for name in NAMES + EXTRA:
        dtype = getattr(xp, name)
        assert dtype.name == name and str(dtype) == name and repr(dtype) == f"lunette.{name}"
        assert xp.zeros(1, dtype=dtype).dtype is dtype and xp.zeros(1, dtype=name).dtype is dtype
        assert dtype == dtype and hash(dtype) == hash(dtype) and {dtype: 1}[dtype] == 1
        if name != "bfloat16":
            assert dtype.itemsize == np.dtype(name).itemsize and dtype.kind == np.dtype(name).kind
            assert np.dtype(dtype) == np.dtype(name)
            assert xp.zeros(1, dtype=np.dtype(name)).dtype is dtype
    assert len({getattr(xp, name) for name in NAMES + EXTRA}) == 15
    assert xp.float32 != xp.float64 and xp.float32 == "float32" and xp.float32 != "float64" and xp.int8 != None  # noqa: E711
    for python, name in [(bool, "bool"), (int, "int64"), (float, "float64"), (complex, "complex128"),
                         (np.float32, "float32")]:
        assert xp.zeros(1, dtype=python).dtype is getattr(xp, name)
    for wrong in ["text", object(), list, 5, "f3", ">f4"]:
        with pytest.raises(TypeError):
            xp.zeros(1, dtype=wrong)


@pytest.mark.parametrize("first", NAMES)
@pytest.mark.parametrize("second", NAMES)
def test_promotion_is_numpys(first, second):
    expected = np.result_type(first, second).name
    one, two = getattr(xp, first), getattr(xp, second)
    assert xp.result_type(one, two).name == expected
    assert xp.result_type(xp.zeros(2, dtype=one), two).name == expected
    assert xp.can_cast(one, two) == np.can_cast(first, second)
    assert xp.can_cast(xp.zeros(1, dtype=one), two) == np.can_cast(first, second)


@pytest.mark.parametrize("name", NAMES)
def test_python_numbers_are_weak(name):
    for number in [True, 1, 1.5, 1j]:
        expected = np.result_type(np.dtype(name), number)
        assert xp.result_type(getattr(xp, name), number).name == expected.name, (name, number)
        assert xp.result_type(number, getattr(xp, name)).name == expected.name
    assert xp.result_type(1, 2.5) is xp.float64 and xp.result_type(1) is xp.int64
    assert xp.result_type(xp.int8, xp.float32, 1j) is xp.complex64


def test_promotion_of_several_does_not_depend_on_their_order():
    for dtypes in itertools.permutations(["int8", "uint8", "float32"]):
        assert xp.result_type(*(getattr(xp, name) for name in dtypes)) is xp.float32
    with pytest.raises(ValueError):
        xp.result_type()
    with pytest.raises(TypeError):
        xp.result_type(xp.int8, [1, 2])


@pytest.mark.parametrize("name", NAMES)
def test_kinds(name):
    ours, theirs = getattr(xp, name), getattr(strict, name)
    for kind in KINDS:
        assert xp.isdtype(ours, kind) == strict.isdtype(theirs, kind)
    for pair in itertools.combinations(KINDS, 2):
        assert xp.isdtype(ours, pair) == strict.isdtype(theirs, pair)
    assert xp.isdtype(ours, ours) and xp.isdtype(ours, (xp.bfloat16, ours)) and not xp.isdtype(ours, xp.float16)
    with pytest.raises(ValueError):
        xp.isdtype(ours, "number")
    with pytest.raises(TypeError):
        xp.isdtype(ours, 5)


def test_limits():
    for name in ["float16", "float32", "float64", "complex64", "complex128"]:
        found, expected = xp.finfo(getattr(xp, name)), np.finfo(name)
        assert found.bits == expected.bits and type(found.bits) is int
        for field in ["eps", "max", "min", "smallest_normal"]:
            assert type(getattr(found, field)) is float and getattr(found, field) == float(getattr(expected, field))
        assert found.dtype.name == expected.dtype.name
    for name in NAMES[1:9]:
        found, expected = xp.iinfo(getattr(xp, name)), np.iinfo(name)
        assert (found.bits, found.max, found.min) == (expected.bits, expected.max, expected.min)
        assert type(found.max) is int and found.dtype.name == name
    assert xp.finfo(xp.zeros(1)).dtype is xp.float64 and xp.iinfo(xp.zeros(1, dtype=xp.int8)).max == 127
    for wrong in [lambda: xp.finfo(xp.int8), lambda: xp.iinfo(xp.float32), lambda: xp.iinfo(xp.bool)]:
        with pytest.raises(TypeError):
            wrong()


@pytest.mark.parametrize("first", NAMES)
@pytest.mark.parametrize("second", NAMES)
def test_astype(first, second):
    a = np.asarray([[0, 1], [2, 100]]).astype(first)
    x = xp.asarray(a)
    if first.startswith("complex") and not second.startswith("complex") and second != "bool":
        with pytest.raises(TypeError):
            xp.astype(x, getattr(xp, second))
        return
    found = xp.astype(x, getattr(xp, second))
    assert found.dtype.name == second
    np.testing.assert_array_equal(np.asarray(found), a.astype(second))
    assert not np.shares_memory(np.asarray(found), a)
    if first == second:
        assert xp.astype(x, x.dtype, copy=False) is x


def test_broadcasting():
    assert xp.broadcast_shapes() == () and xp.broadcast_shapes((3, 1), (1, 4), ()) == (3, 4)
    assert xp.broadcast_shapes((0, 1), (1, 5)) == (0, 5) and xp.broadcast_shapes(3, (2, 1)) == (2, 3)
    for wrong in [((2,), (3,)), ((0,), (2,)), ((2, 1), (3, 2))]:
        with pytest.raises(ValueError):
            xp.broadcast_shapes(*wrong)
    x, y = xp.asarray([[1], [2]]), xp.asarray([10, 20, 30])
    both = xp.broadcast_arrays(x, y)
    assert type(both) is tuple and [one.shape for one in both] == [(2, 3), (2, 3)]
    np.testing.assert_array_equal(np.asarray(both[0]), [[1, 1, 1], [2, 2, 2]])
    view = xp.broadcast_to(y, (2, 3))
    assert view.base is y and np.shares_memory(np.asarray(view), np.asarray(y))
    with pytest.raises(ValueError):
        view[0, 0] = 1
    for shape in [(2,), (3, 2), ()]:
        with pytest.raises(ValueError):
            xp.broadcast_to(y, shape)


def test_the_namespace_describes_itself():
    info, theirs = xp.__array_namespace_info__(), strict.__array_namespace_info__()
    assert info.capabilities()["boolean indexing"] is True and info.capabilities()["data-dependent shapes"] is True
    assert info.capabilities()["max dimensions"] == 64
    assert info.default_device() == "cpu" and info.devices() == ("cpu",) and type(info.devices()) is tuple
    assert info.default_dtypes() == {"real floating": xp.float64, "complex floating": xp.complex128,
                                     "integral": xp.int64, "indexing": xp.int64}
    assert info.default_dtypes(device="cpu") == info.default_dtypes(device=info.default_device())
    for kind in [None, *KINDS, ("bool", "integral"), ()]:
        assert set(info.dtypes(kind=kind)) == set(theirs.dtypes(kind=kind))
    for name, dtype in info.dtypes().items():
        assert getattr(xp, name) is dtype
    with pytest.raises(ValueError):
        info.dtypes(device="gpu")
    for name in ["capabilities", "default_device", "default_dtypes", "devices", "dtypes"]:
        ours = inspect.signature(getattr(info, name))
        expected = inspect.signature(getattr(theirs, name))
        assert [(one.name, one.kind) for one in ours.parameters.values()] == [
            (one.name, one.kind) for one in expected.parameters.values()]


def test_constants():
    assert xp.e == math.e and xp.pi == math.pi and xp.inf == math.inf and math.isnan(xp.nan) and xp.newaxis is None
    assert xp.__array_api_version__ == "2025.12"
    x = xp.zeros(1)
    assert x.__array_namespace__() is xp and x.__array_namespace__(api_version="2024.12") is xp
    with pytest.raises(ValueError):
        x.__array_namespace__(api_version="1999.12")
