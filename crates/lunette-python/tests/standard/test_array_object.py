"""The array object: attributes, conversions, iteration, copies, hashing, namespace and device."""

import copy
import math

from hypothesis import given, strategies as st
import numpy as np
import pytest

import lunette as xp
from support import dtypes
from support.compare import check_equal, check_form, to_numpy
from support.random_arrays import arrays, shapes


@given(data=st.data())
def test_attributes(data):
    array, x = data.draw(arrays(dtypes.EVERY))
    check_form(x, array.dtype.name, array.shape)
    assert (x.ndim, x.size, x.dtype) == (array.ndim, array.size, dtypes.of(array.dtype.name))
    assert type(x.ndim) is int and type(x.size) is int
    assert x.device == xp.asarray(0).device
    if array.ndim == 2:
        check_equal(x.T, array.T)
    else:
        with pytest.raises(ValueError):
            x.T
    if array.ndim >= 2:
        check_equal(x.mT, array.swapaxes(-1, -2))
    else:
        with pytest.raises(ValueError):
            x.mT


@pytest.mark.parametrize("name", ["shape", "dtype", "size", "ndim", "device", "T", "mT"])
def test_attributes_are_not_set(name):
    with pytest.raises(AttributeError):
        setattr(xp.ones((2, 2)), name, None)


@pytest.mark.parametrize("dtype", dtypes.EVERY)
def test_conversions_to_numbers(dtype):
    for value in (0, 1):
        x = xp.asarray(value, dtype=dtypes.of(dtype))
        assert bool(x) is bool(value)
        assert complex(x) == complex(value) and type(complex(x)) is complex
        if dtype in dtypes.COMPLEX:
            for convert in (int, float):
                with pytest.raises(TypeError):
                    convert(x)
        else:
            assert int(x) == value and type(int(x)) is int
            assert float(x) == value and type(float(x)) is float
        if dtype in dtypes.INTEGERS:
            assert x.__index__() == value and [5, 6][x] == 5 + value
        else:
            with pytest.raises(TypeError):
                x.__index__()


@pytest.mark.parametrize("dtype", dtypes.REAL)
def test_conversions_of_special_numbers(dtype):
    def make(value):
        return xp.asarray(value, dtype=dtypes.of(dtype))

    for value in (math.nan, math.inf, -math.inf):
        assert bool(make(value)) is True
        assert repr(float(make(value))) == repr(value)
        assert repr(complex(make(value)).real) == repr(value)
    assert bool(make(-0.0)) is False and int(make(-0.0)) == 0
    assert int(make(2.9)) == 2 and int(make(-2.9)) == -2
    assert math.copysign(1, float(make(-0.0))) == -1
    for value in (math.inf, -math.inf):
        with pytest.raises(OverflowError):
            int(make(value))
    with pytest.raises(ValueError):
        int(make(math.nan))
    assert int(xp.asarray(1e30)) == int(1e30)


@pytest.mark.parametrize("dtype", dtypes.COMPLEX)
def test_truth_of_complex_numbers(dtype):
    for value, truth in ((0j, False), (1j, True), (1 + 0j, True), (complex(math.nan, 0), True), (complex(-0.0, -0.0), False)):
        assert bool(xp.asarray(value, dtype=dtypes.of(dtype))) is truth


@pytest.mark.parametrize("convert", [bool, int, float, complex, "__index__"])
def test_only_single_elements_become_numbers(convert):
    for shape in [(2,), (0,), (2, 2)]:
        x = xp.ones(shape, dtype=xp.int64)
        with pytest.raises((TypeError, ValueError)):
            x.__index__() if convert == "__index__" else convert(x)


@given(data=st.data())
def test_iteration_and_length(data):
    array, x = data.draw(arrays(dtypes.EVERY, shapes(3, 0, 4, 1)))
    assert len(x) == len(array)
    for ours, theirs in zip(x, array, strict=True):
        check_equal(ours, theirs)
    assert [to_numpy(part).tolist() for part in reversed(x)] == array[::-1].tolist()


def test_rank_zero_has_no_length_and_no_iteration():
    x = xp.asarray(1)
    with pytest.raises(TypeError):
        len(x)
    with pytest.raises(TypeError):
        iter(x)


def test_hashing_is_refused():
    with pytest.raises(TypeError):
        hash(xp.ones(2))
    assert xp.Tensor.__hash__ is None


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_copies_have_memory_of_their_own(copied):
    x = xp.asarray([[1, 2], [3, 4]])
    y = copied(x)
    y[0, 0] = 9
    assert int(x[0, 0]) == 1
    check_form(copied(x[:, ::2]), "int64", (2, 1))


def test_membership():
    x = xp.asarray([[1, 2], [3, 4]])
    assert 3 in x and 7 not in x


def test_to_device():
    x = xp.asarray([1, 2])
    moved = x.to_device(x.device)
    check_equal(moved, to_numpy(x))
    with pytest.raises(ValueError):
        x.to_device("the moon")
    with pytest.raises(ValueError):
        x.to_device(x.device, stream=1)


def test_operators_refuse_strangers():
    x = xp.ones(2)
    for other in ("text", None, object(), [1, 2], {}):
        for operate in (lambda: x + other, lambda: other + x, lambda: x @ other, lambda: x < other):
            with pytest.raises(TypeError):
                operate()
    assert (x == "text") is False and (x != None) is True  # noqa: E711


class Strange:
    """A class with operators of its own, which come to their right."""

    def __radd__(self, other):
        return "added"

    def __rmatmul__(self, other):
        return "multiplied"


def test_operators_leave_others_their_turn():
    assert xp.ones(2) + Strange() == "added"
    assert xp.ones((2, 2)) @ Strange() == "multiplied"


@pytest.mark.parametrize("symbol", ["+=", "-=", "*=", "/=", "//=", "%=", "**=", "&=", "|=", "^=", "<<=", ">>="])
def test_in_place_operators_keep_dtype_and_shape(symbol):
    bits = symbol in ("&=", "|=", "^=", "<<=", ">>=")
    x = xp.ones((2, 2), dtype=xp.int32 if bits else xp.float32)
    alias = x
    scope = {"x": x, "y": xp.ones(2, dtype=x.dtype)}
    exec(f"x {symbol} y\nx {symbol} 1", scope)
    assert scope["x"] is alias
    check_form(alias, "int32" if bits else "float32", (2, 2))
    with pytest.raises(ValueError):
        exec(f"x {symbol} y", {"x": x, "y": xp.ones((2, 2, 2), dtype=x.dtype)})
    with pytest.raises(ValueError):
        exec(f"x {symbol} y", {"x": xp.ones(1, dtype=x.dtype), "y": xp.ones(3, dtype=x.dtype)})


def test_in_place_operators_refuse_what_would_be_cut():
    x = xp.ones(2, dtype=xp.int64)
    for operate in ("x += 1.5", "x /= 2", "x *= 1j"):
        with pytest.raises(TypeError):
            exec(operate, {"x": x})
    assert to_numpy(x).tolist() == [1, 1]


def test_views_write_through_operators():
    x = xp.zeros((3, 3))
    x[1] += 5
    x[:, 0] -= 1
    column = x[:, 2]
    column *= 2
    assert to_numpy(x).tolist() == [[-1, 0, 0], [4, 5, 10], [-1, 0, 0]]


def test_weak_integers_that_do_not_fit_raise():
    x = xp.ones(2, dtype=xp.int8)
    for number in (300, -200, 2**80):
        with pytest.raises(OverflowError):
            x + number
    assert to_numpy(x < 300).tolist() == [True, True]
    assert to_numpy(x == 2**80).tolist() == [False, False]


@pytest.mark.parametrize("operate", ["x // 0", "x % 0", "x // xp.zeros(2, dtype=xp.int64)", "2 // (x - x)"])
def test_integers_are_not_divided_by_zero(operate):
    with pytest.raises((ZeroDivisionError, ValueError)):
        eval(operate, {"x": xp.ones(2, dtype=xp.int64), "xp": xp})


@pytest.mark.parametrize("dtype", ["bool", "int8", "int64", "uint8", "float16", "float32", "float64", "complex64"])
@pytest.mark.parametrize("number", [np.int8(1), np.int64(1), np.uint16(1), np.float16(1), np.float32(1), np.float64(1),
                                    np.complex64(1), np.complex128(1), np.bool_(True), 1, 1.5, 1j, True], ids=repr)
def test_numbers_of_numpy_count_with_their_dtype(dtype, number):
    """NEP 50: scalars of NumPy are strong, `float64` and `complex128` too; numbers of Python are weak."""
    x, array = xp.ones(2, dtype=dtypes.of(dtype)), np.ones(2, dtype=dtype)
    expected = str((array + number).dtype)
    check_form(x + number, expected, (2,))
    check_form(number + x, expected, (2,))
    check_form(xp.add(x, number), expected, (2,))
    check_form(x[0] + number, expected, ())
    check_form(xp.where(xp.asarray([True, False]), x, number), expected, (2,))
    assert xp.result_type(x, number).name == str(np.result_type(array, number)) == expected


class OwnFloat(float):
    pass


def test_subclasses_of_pythons_numbers_are_weak():
    check_form(xp.ones(2, dtype=xp.float32) + OwnFloat(1.5), "float32", (2,))


def test_numbers_of_numpy_raise_no_dtype_in_place():
    x = xp.ones(2, dtype=xp.float32)
    x += np.float64(1)
    check_form(x, "float32", (2,))


def test_integers_divide_truly():
    check_form(xp.ones(2, dtype=xp.int32) / 2, "float64", (2,))
    check_form(xp.asarray([True]) + 1, "int64", (1,))


@pytest.mark.parametrize("dtype", dtypes.EVERY)
def test_repr_reads_well(dtype):
    text = repr(xp.ones((2, 2), dtype=dtypes.of(dtype)))
    assert text.startswith("Tensor(") and "\n" in text
    assert str(dtypes.of(dtype)) == dtype and repr(dtypes.of(dtype)) == f"lunette.{dtype}"
