"""Creation functions, against NumPy and array_api_strict."""

import inspect
import math

import array_api_strict as strict
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lunette as xp

DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64",
          "complex64", "complex128"]
SHAPES = [(), 0, 3, (2, 3), (0, 2), (1, 1, 1), [2, 2]]

NAMES = ["arange", "asarray", "empty", "empty_like", "eye", "from_dlpack", "full", "full_like", "linspace", "meshgrid",
         "ones", "ones_like", "tril", "triu", "zeros", "zeros_like", "astype", "broadcast_arrays", "broadcast_to",
         "can_cast", "finfo", "iinfo", "isdtype", "result_type"]


@pytest.mark.parametrize("name", NAMES)
def test_signatures_are_the_standards(name):
    def facts(function):
        parameters = inspect.signature(function).parameters.values()
        return [(parameter.name, parameter.kind, parameter.default) for parameter in parameters]

    def plain(default):
        return default if default is None or isinstance(default, (bool, int, float, str, type)) else None

    ours = [(name, kind, plain(default)) for name, kind, default in facts(getattr(xp, name))]
    theirs = [(name, kind, plain(default)) for name, kind, default in facts(getattr(strict, name))]
    # The standard's own text; array_api_strict differs from it in these.
    if name in ("finfo", "iinfo", "can_cast"):
        assert all(kind == inspect.Parameter.POSITIONAL_ONLY for _, kind, _ in ours)
    else:
        assert ours[: len(theirs)] == theirs
        # What there is beyond the standard can be left out.
        extra = list(inspect.signature(getattr(xp, name)).parameters.values())[len(theirs) :]
        assert all(more.kind is more.KEYWORD_ONLY and more.default is not more.empty for more in extra)


def same(tensor, expected):
    found = np.asarray(tensor)
    assert found.dtype == expected.dtype and found.shape == expected.shape
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("dtype", [None, *DTYPES])
def test_filled(shape, dtype):
    ours = None if dtype is None else getattr(xp, dtype)
    same(xp.zeros(shape, dtype=ours), np.zeros(shape, dtype))
    same(xp.ones(shape, dtype=ours), np.ones(shape, dtype))
    assert xp.empty(shape, dtype=ours).shape == np.empty(shape).shape
    like = xp.ones(shape, dtype=xp.int16)
    same(xp.zeros_like(like, dtype=ours), np.zeros(shape, dtype or "int16"))
    same(xp.ones_like(like, dtype=ours), np.ones(shape, dtype or "int16"))
    same(xp.full_like(like, 1, dtype=ours), np.full(shape, 1, dtype or "int16"))
    same(xp.full(shape, 1, dtype=ours), np.full(shape, 1, dtype))
    assert xp.empty_like(like, dtype=ours).dtype is (ours or xp.int16)


@pytest.mark.parametrize("value", [True, 3, -3, 2.5, 1j, math.nan, math.inf, 2**63])
def test_full_has_the_dtype_of_its_value(value):
    same(xp.full((2, 2), value), np.full((2, 2), value))
    same(xp.full(2, xp.asarray(value)), np.full(2, value))


def test_values_that_do_not_fit_are_refused():
    with pytest.raises(OverflowError):
        xp.full(2, 300, dtype=xp.uint8)
    with pytest.raises(TypeError):
        xp.full(2, 1j, dtype=xp.float32)
    for wrong in [lambda: xp.zeros(-1), lambda: xp.zeros((2, -1)), lambda: xp.eye(-1), lambda: xp.linspace(0, 1, -1),
                  lambda: xp.zeros(2, device="gpu"), lambda: xp.arange(0, 5, 0)]:
        with pytest.raises(ValueError):
            wrong()
    for wrong in [lambda: xp.zeros("a"), lambda: xp.zeros(2, dtype="text"), lambda: xp.full(2, "a"),
                  lambda: xp.zeros_like([1]), lambda: xp.zeros(1.5), lambda: xp.tril([[1]])]:
        with pytest.raises(TypeError):
            wrong()
    for huge in [lambda: xp.zeros(2**62), lambda: xp.ones((2**40, 2**40)), lambda: xp.arange(10**18)]:
        with pytest.raises((MemoryError, ValueError)):
            huge()


@given(st.integers(-50, 50), st.integers(-50, 50), st.integers(-7, 7).filter(bool), st.sampled_from([None, *DTYPES[1:11]]))
def test_arange_of_integers(start, stop, step, dtype):
    if dtype is not None and dtype.startswith("u") and min(start, stop) < 0:
        return
    ours = None if dtype is None else getattr(xp, dtype)
    same(xp.arange(start, stop, step, dtype=ours), np.arange(start, stop, step, dtype=dtype or "int64"))
    if start >= 0:
        same(xp.arange(start), np.arange(start))


@given(st.floats(-50, 50), st.floats(-50, 50), st.floats(0.5, 7))
def test_arange_of_floats(start, stop, step):
    found, expected = xp.arange(start, stop, step), np.arange(start, stop, step)
    assert found.dtype is xp.float64 and found.shape == expected.shape
    np.testing.assert_allclose(np.asarray(found), expected, atol=1e-12)


def test_arange_of_mixed_numbers():
    same(xp.arange(0, 2.5), np.arange(0, 2.5))
    same(xp.arange(0, 256, 85, dtype=xp.uint8), np.arange(0, 256, 85, dtype="uint8"))
    same(xp.arange(3.0), np.arange(3.0))
    same(xp.arange(0, 2.5, dtype=xp.int64), np.arange(0, 2.5, dtype="int64"))
    # NumPy goes on by the difference of the first two, cut: [0, 0, 0, 0, 0, 0] and [0, 2, 4].
    same(xp.arange(0, 3, 0.5, dtype=xp.int64), np.asarray([0, 0, 1, 1, 2, 2]))
    same(xp.arange(0.5, 4, 1.5, dtype=xp.int64), np.asarray([0, 2, 3]))
    same(xp.arange(2**63, 2**63 + 3), np.arange(2**63, 2**63 + 3, dtype="uint64"))
    same(xp.arange(5, step=2), np.arange(0, 5, 2))


@settings(deadline=None)
@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6), st.integers(0, 40), st.booleans())
def test_linspace(start, stop, num, endpoint):
    found, expected = xp.linspace(start, stop, num, endpoint=endpoint), np.linspace(start, stop, num, endpoint=endpoint)
    assert found.dtype is xp.float64 and found.shape == expected.shape
    np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-12, atol=1e-9)
    if endpoint and num > 1:
        assert float(found[0]) == start and float(found[num - 1]) == stop


def test_spaces():
    same(xp.linspace(0, 1j, 3), np.linspace(0, 1j, 3))
    same(xp.linspace(0, 10, 5, dtype=xp.float32), np.linspace(0, 10, 5, dtype="float32"))
    np.testing.assert_allclose(np.asarray(xp.logspace(0, 3, 4)), np.logspace(0, 3, 4))
    np.testing.assert_allclose(np.asarray(xp.logspace(0, 3, 4, base=2)), np.logspace(0, 3, 4, base=2))
    np.testing.assert_allclose(np.asarray(xp.geomspace(1, 1000, 4)), np.geomspace(1, 1000, 4))


@pytest.mark.parametrize("k", [-4, -1, 0, 1, 2, 5])
def test_matrices(k):
    a = np.arange(24).reshape(2, 3, 4)
    x = xp.asarray(a)
    same(xp.tril(x, k=k), np.tril(a, k))
    same(xp.triu(x, k=k), np.triu(a, k))
    same(xp.triu(x[:, ::-1], k=k), np.triu(a[:, ::-1], k))
    same(xp.eye(3, 4, k=k), np.eye(3, 4, k))
    same(xp.eye(3, k=k, dtype=xp.complex64), np.eye(3, k=k, dtype="complex64"))
    same(xp.tri(3, 4, k=k), np.tri(3, 4, k))
    same(xp.diag(xp.asarray([1, 2]), k=k), np.diag([1, 2], k))
    same(xp.identity(3), np.identity(3))


@pytest.mark.parametrize("indexing", ["xy", "ij"])
def test_meshgrid(indexing):
    arrays = [np.arange(3), np.arange(2) * 10, np.arange(4) * 100]
    for count in range(4):
        found = xp.meshgrid(*map(xp.asarray, arrays[:count]), indexing=indexing)
        assert type(found) is tuple
        for ours, expected in zip(found, np.meshgrid(*arrays[:count], indexing=indexing), strict=True):
            same(ours, expected)
            ours[...] = 0
    with pytest.raises(ValueError):
        xp.meshgrid(xp.zeros(2), indexing="ab")


def test_sequences_of_complex_numbers():
    for arguments in [(3,), (1, 4), (0.5, 2), (3, 0, -1)]:
        made = xp.arange(*arguments, dtype=xp.complex64)
        assert made.dtype == xp.complex64 and made.tolist() == np.arange(*arguments, dtype="complex64").tolist()


def test_integers_of_any_size_among_fractions():
    same(xp.arange(0, 2**64, 2**62, dtype=xp.float64), np.arange(0, 2**64, 2**62, dtype=np.float64))
    same(xp.arange(0.0, 2**64, 2.0**62), np.arange(0.0, 2.0**64, 2.0**62))
    same(xp.arange(0.0, 10, 2**70), np.arange(0.0, 10, 2.0**70))
    for rows in [[2**64, 1.0], [1.0, 2**64], [[2**64], [1.0]], [2**64, 1j]]:
        same(xp.asarray(rows), np.asarray(rows, dtype=np.complex128 if 1j in rows else np.float64))
    endless = [2**70]
    endless.append(endless)
    for rows in [endless, [2**70, [[1.0]]], [2**70, range(2**40)]]:
        with pytest.raises((OverflowError, ValueError, TypeError)):
            xp.asarray(rows)
    for refused in [lambda: xp.asarray([2**64, 1]), lambda: xp.arange(2**64), lambda: xp.arange(0, 2**64, 2**62)]:
        with pytest.raises(OverflowError):
            refused()
