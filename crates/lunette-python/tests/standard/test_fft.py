"""Fourier transforms beside NumPy's: sizes, norms, axes, dtypes."""

from hypothesis import given, strategies as st
import numpy as np
import pytest

import lunette as xp
from support import dtypes
from support.compare import check_close, check_equal, check_form
from support.random_arrays import arrays, shapes

NORMS = st.sampled_from(["backward", "ortho", "forward"])
SOME = shapes(3, 1, 6, 1)

# Input and output of each transform: "R" real floating, "C" complex floating.
ONE = {"fft": "CC", "ifft": "CC", "rfft": "RC", "irfft": "CR", "hfft": "CR", "ihfft": "RC"}
MANY = {"fftn": "CC", "ifftn": "CC", "rfftn": "RC", "irfftn": "CR"}


def result_dtype(name, kinds):
    """The dtype of the result, of the same precision."""
    precise = name in ("float64", "complex128")
    return {"R": ("float32", "float64"), "C": ("complex64", "complex128")}[kinds[1]][precise]


def drawn(data, kinds):
    """An array of a kind that the transform takes."""
    return data.draw(arrays(dtypes.REAL if kinds[0] == "R" else dtypes.COMPLEX, SOME))


@pytest.mark.parametrize("name", ONE)
@given(data=st.data())
def test_transforms_along_one_axis(name, data):
    array, x = drawn(data, ONE[name])
    axis, norm = data.draw(st.integers(-array.ndim, array.ndim - 1)), data.draw(NORMS)
    size = data.draw(st.none() | st.integers(1, 9))
    if ONE[name] == "CR" and size is None and array.shape[axis] < 2:
        size = 1
    expected = getattr(np.fft, name)(array, n=size, axis=axis, norm=norm)
    result = getattr(xp.fft, name)(x, n=size, axis=axis, norm=norm)
    check_close(result, expected.astype(result_dtype(array.dtype.name, ONE[name])), 100.0)


@pytest.mark.parametrize("name", MANY)
@given(data=st.data())
def test_transforms_along_several_axes(name, data):
    array, x = drawn(data, MANY[name])
    axes = data.draw(st.permutations(range(array.ndim)))
    axes = [axis - array.ndim if data.draw(st.booleans()) else axis for axis in axes]
    axes = tuple(axes[: data.draw(st.integers(1, array.ndim))])
    sizes = tuple(data.draw(st.integers(1, 7)) for _ in axes)
    norm = data.draw(NORMS)
    dtype = result_dtype(array.dtype.name, MANY[name])
    expected = getattr(np.fft, name)(array, s=sizes, axes=axes, norm=norm)
    check_close(getattr(xp.fft, name)(x, s=sizes, axes=axes, norm=norm), expected.astype(dtype), 200.0)
    if MANY[name] != "CR" or (array.shape[-1] > 1 and array.shape[axes[-1]] > 1):
        expected = getattr(np.fft, name)(array, axes=axes, norm=norm)
        check_close(getattr(xp.fft, name)(x, axes=axes, norm=norm), expected.astype(dtype), 200.0)
        check_close(getattr(xp.fft, name)(x), getattr(np.fft, name)(array).astype(dtype), 200.0)


@given(data=st.data())
def test_transforms_are_undone(data):
    array, x = data.draw(arrays(dtypes.COMPLEX, SOME))
    norm = data.draw(NORMS)
    check_close(xp.fft.ifft(xp.fft.fft(x, norm=norm), norm=norm), array, 200.0)
    check_close(xp.fft.ifftn(xp.fft.fftn(x, norm=norm), norm=norm), array, 200.0)
    real, y = data.draw(arrays(dtypes.REAL, SOME))
    size = real.shape[-1]
    check_close(xp.fft.irfft(xp.fft.rfft(y, norm=norm), n=size, norm=norm), real, 200.0)
    check_close(xp.fft.hfft(xp.fft.ihfft(y, norm=norm), n=size, norm=norm), real, 200.0)


@given(n=st.integers(1, 40), d=st.sampled_from([1.0, 0.5, 2.0, 3.0]), dtype=st.none() | st.sampled_from(dtypes.REAL))
def test_frequencies(n, d, dtype):
    for name in ("fftfreq", "rfftfreq"):
        expected = getattr(np.fft, name)(n, d)
        check_close(getattr(xp.fft, name)(n, d=d), expected, 4.0)
        if dtype:
            check_close(getattr(xp.fft, name)(n, d=d, dtype=dtypes.of(dtype)), expected.astype(dtype), 4.0)
    check_form(xp.fft.fftfreq(n, device=xp.ones(1).device), "float64", (n,))


@given(data=st.data())
def test_shifts(data):
    array, x = data.draw(arrays(dtypes.FLOATING, SOME))
    axes = data.draw(st.none() | st.integers(-array.ndim, array.ndim - 1) | st.just(tuple(range(array.ndim))))
    for name in ("fftshift", "ifftshift"):
        check_equal(getattr(xp.fft, name)(x, axes=axes), getattr(np.fft, name)(array, axes))


@pytest.mark.parametrize("name", ["rfft", "rfftn", "ihfft"])
def test_real_transforms_refuse_complex_numbers(name):
    with pytest.raises(TypeError):
        getattr(xp.fft, name)(xp.ones(4, dtype=xp.complex128))


@pytest.mark.parametrize(
    "call",
    [
        lambda x: xp.fft.fft(x, axis=1), lambda x: xp.fft.fft(x, n=0), lambda x: xp.fft.fft(x, norm="other"),
        lambda x: xp.fft.fftn(x, s=(2, 2), axes=(0,)), lambda x: xp.fft.fftn(x, axes=(3,)),
        lambda x: xp.fft.fftfreq(0), lambda x: xp.fft.fftshift(x, axes=4), lambda x: xp.fft.fft(xp.ones((), dtype=x.dtype)),
    ],
)  # fmt: skip
def test_wrong_arguments_raise(call):
    with pytest.raises((IndexError, ValueError)):
        call(xp.ones(4, dtype=xp.complex128))


def test_sizes_of_minus_one_are_the_sizes_of_the_axes():
    x = xp.ones((3, 4), dtype=xp.complex128)
    check_form(xp.fft.fftn(x, s=(-1, 6), axes=(0, 1)), "complex128", (3, 6))
