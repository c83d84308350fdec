"""Dtypes: casts, promotion, limits, kinds."""

import itertools

from hypothesis import given, strategies as st
import numpy as np
import pytest

import lunette as xp
from support import dtypes
from support.compare import check_equal, check_form, to_numpy
from support.random_arrays import arrays

KIND_NAMES = {
    "bool": ["bool"],
    "signed integer": dtypes.SIGNED,
    "unsigned integer": dtypes.UNSIGNED,
    "integral": dtypes.INTEGERS,
    "real floating": dtypes.REAL,
    "complex floating": dtypes.COMPLEX,
    "numeric": dtypes.NUMERIC,
}


@given(data=st.data())
def test_astype(data):
    array, x = data.draw(arrays(dtypes.EVERY, small=True))
    target = data.draw(st.sampled_from(dtypes.EVERY))
    if array.dtype.kind == "c" and target not in dtypes.COMPLEX + ["bool"]:
        return
    if array.dtype.kind in "if" and target in dtypes.UNSIGNED:
        array, x = np.abs(array), xp.abs(x)
    check_equal(xp.astype(x, dtypes.of(target)), array.astype(target))
    check_equal(xp.astype(x, dtypes.of(target), copy=False), array.astype(target))


@pytest.mark.parametrize("dtype", dtypes.EVERY)
def test_astype_copies_unless_told_otherwise(dtype):
    x = xp.zeros(3, dtype=dtypes.of(dtype))
    assert xp.astype(x, x.dtype, copy=False) is x
    copy = xp.astype(x, x.dtype)
    copy[0] = True
    assert not bool(xp.any(x))
    other = xp.astype(x, xp.complex128 if dtype != "complex128" else xp.complex64, copy=False)
    assert other is not x
    check_form(xp.astype(x, x.dtype, device=x.device), dtype, (3,))


@pytest.mark.parametrize("target", dtypes.REALS)
def test_complex_numbers_do_not_become_real_ones(target):
    for source in dtypes.COMPLEX:
        with pytest.raises(TypeError):
            xp.astype(xp.ones(2, dtype=dtypes.of(source)), dtypes.of(target))


@pytest.mark.parametrize(("first", "second", "both"), dtypes.PAIRS)
def test_result_type(first, second, both):
    one, two, expected = dtypes.of(first), dtypes.of(second), dtypes.of(both)
    for a, b in itertools.product((one, xp.ones((), dtype=one), xp.ones(2, dtype=one)), (two, xp.ones(3, dtype=two))):
        assert xp.result_type(a, b) == expected == xp.result_type(b, a)
    assert xp.can_cast(one, expected) is True and xp.can_cast(two, expected) is True
    assert xp.can_cast(xp.ones(2, dtype=one), expected) is True


def test_result_type_of_several_and_of_numbers():
    assert xp.result_type(xp.int8) == xp.int8
    assert xp.result_type(xp.int8, xp.uint8, xp.int16) == xp.int16
    assert xp.result_type(xp.float32, xp.complex64, xp.float64) == xp.complex128
    for name in dtypes.EVERY:
        for kind in dtypes.scalar_kinds(name):
            assert xp.result_type(dtypes.of(name), kind(1)) == dtypes.of(name)
            assert xp.result_type(kind(1), xp.ones(2, dtype=dtypes.of(name))) == dtypes.of(name)
    assert xp.result_type(xp.float32, 1j) == xp.complex64
    assert xp.result_type(xp.float64, 1j) == xp.complex128
    with pytest.raises((TypeError, ValueError)):
        xp.result_type()


def test_can_cast_refuses_what_loses():
    for first, second, both in dtypes.PAIRS:
        if both != second:
            assert xp.can_cast(dtypes.of(first), dtypes.of(second)) is False
    assert xp.can_cast(xp.float64, xp.float32) is False
    assert xp.can_cast(xp.complex64, xp.float64) is False
    assert xp.can_cast(xp.int8, xp.uint8) is False


@pytest.mark.parametrize("dtype", dtypes.EVERY)
def test_isdtype(dtype):
    ours = dtypes.of(dtype)
    for kind, names in KIND_NAMES.items():
        assert xp.isdtype(ours, kind) is (dtype in names)
    for other in dtypes.EVERY:
        assert xp.isdtype(ours, dtypes.of(other)) is (other == dtype)
    assert xp.isdtype(ours, ("bool", "numeric")) is True
    assert xp.isdtype(ours, (xp.int8, "real floating")) is (dtype == "int8" or dtype in dtypes.REAL)
    assert xp.isdtype(ours, kind=("bool",)) is (dtype == "bool")
    with pytest.raises((TypeError, ValueError)):
        xp.isdtype(ours, "no such kind")


@pytest.mark.parametrize("dtype", dtypes.FLOATING)
def test_finfo(dtype):
    part = dtypes.real_of(dtype)
    limits, expected = xp.finfo(dtypes.of(dtype)), np.finfo(part)
    assert type(limits.bits) is int and limits.bits == expected.bits
    for name in ("eps", "max", "min", "smallest_normal"):
        value = getattr(limits, name)
        assert type(value) is float and value == float(getattr(expected, name))
    assert limits.dtype == dtypes.of(part)
    assert xp.finfo(xp.ones(2, dtype=dtypes.of(dtype))).bits == limits.bits


@pytest.mark.parametrize("dtype", dtypes.INTEGERS)
def test_iinfo(dtype):
    limits, expected = xp.iinfo(dtypes.of(dtype)), np.iinfo(dtype)
    for name in ("bits", "max", "min"):
        value = getattr(limits, name)
        assert type(value) is int and value == int(getattr(expected, name))
    assert limits.dtype == dtypes.of(dtype)
    assert xp.iinfo(xp.ones(2, dtype=dtypes.of(dtype))).max == limits.max


def test_limits_of_the_wrong_kind_are_refused():
    for name in dtypes.INTEGERS + ["bool"]:
        with pytest.raises((TypeError, ValueError)):
            xp.finfo(dtypes.of(name))
    for name in dtypes.FLOATING + ["bool"]:
        with pytest.raises((TypeError, ValueError)):
            xp.iinfo(dtypes.of(name))


@given(data=st.data())
def test_broadcasts(data):
    from support.random_arrays import broadcastable

    shapes, common = data.draw(broadcastable(data.draw(st.integers(1, 4))))
    assert xp.broadcast_shapes(*shapes) == common
    both = [data.draw(arrays(dtypes.EVERY, shape)) for shape in shapes]
    results = xp.broadcast_arrays(*[x for _, x in both])
    assert type(results) is tuple
    for result, (array, x) in zip(results, both):
        check_equal(result, np.broadcast_to(array, common))
        check_equal(xp.broadcast_to(x, common), np.broadcast_to(array, common))
    wider = (2, *common)
    check_equal(xp.broadcast_to(both[0][1], wider), np.broadcast_to(both[0][0], wider))


def test_broadcasts_that_do_not_fit():
    assert xp.broadcast_shapes() == ()
    assert xp.broadcast_shapes((0,), (1,)) == (0,)
    for call in (
        lambda: xp.broadcast_shapes((2,), (3,)),
        lambda: xp.broadcast_to(xp.ones(2), (3,)),
        lambda: xp.broadcast_to(xp.ones((2, 2)), (2,)),
        lambda: xp.broadcast_arrays(xp.ones(2), xp.ones(3)),
    ):
        with pytest.raises(ValueError):
            call()


def test_a_broadcast_is_not_written_through():
    wide = xp.broadcast_to(xp.zeros(1), (3,))
    with pytest.raises(ValueError):
        wide[0] = 1
    copy = xp.asarray(wide, copy=True)
    copy[0] = 1
    assert to_numpy(copy).tolist() == [1, 0, 0]
