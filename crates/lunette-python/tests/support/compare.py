"""Tensors beside NumPy's arrays."""

import numpy as np

import lunette as xp

# Relative errors that a function may have beside NumPy's, by dtype: a few units in the last place.
TOLERANCE = {"float32": 2e-6, "complex64": 4e-6, "float64": 4e-15, "complex128": 8e-15}


def to_numpy(tensor):
    """A NumPy array of the same elements, without a copy."""
    assert isinstance(tensor, xp.Tensor), f"a tensor is expected, found {type(tensor)}"
    return np.asarray(tensor)


def own(array):
    """A tensor with memory of its own and the elements of a NumPy array."""
    return xp.asarray(array, copy=True)


def name_of(tensor):
    """The name of the dtype of a tensor or an array."""
    return tensor.dtype.name


def check_form(tensor, dtype, shape):
    """The tensor has that dtype, by name, and that shape."""
    assert isinstance(tensor, xp.Tensor), f"a tensor is expected, found {type(tensor)}"
    assert name_of(tensor) == dtype, f"dtype {name_of(tensor)}, expected {dtype}"
    assert tensor.shape == tuple(shape), f"shape {tensor.shape}, expected {tuple(shape)}"
    assert type(tensor.shape) is tuple and all(type(size) is int for size in tensor.shape)


def check_equal(tensor, array, dtype=None):
    """The same shape, dtype and elements; nan equals nan."""
    array = np.asarray(array)
    check_form(tensor, dtype or array.dtype.name, array.shape)
    np.testing.assert_array_equal(to_numpy(tensor), array.astype(dtype or array.dtype))


def check_close(tensor, array, scale=1.0, dtype=None):
    """The same shape and dtype, and elements that differ by roundings only; `scale` allows for more of them."""
    array = np.asarray(array)
    dtype = dtype or array.dtype.name
    check_form(tensor, dtype, array.shape)
    if dtype not in TOLERANCE:
        np.testing.assert_array_equal(to_numpy(tensor), array)
        return
    tolerance = TOLERANCE[dtype] * scale
    np.testing.assert_allclose(to_numpy(tensor), array, rtol=tolerance, atol=tolerance)
