"""JAX on the CPU: both look at the same memory."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import lunette as xp
from support.compare import to_numpy

jax.config.update("jax_enable_x64", True)


@pytest.mark.parametrize("dtype", ["bool", "int32", "uint8", "float32", "float64", "complex64"])
def test_there_and_back(dtype):
    x = xp.ones((3, 4), dtype=getattr(xp, dtype))
    theirs = jnp.from_dlpack(x)
    assert theirs.dtype.name == dtype and theirs.shape == (3, 4)
    back = xp.from_dlpack(theirs)
    np.testing.assert_array_equal(to_numpy(back), np.ones((3, 4), dtype))


def test_nothing_is_copied():
    # JAX asks for memory that begins at a multiple of 64 bytes, as ours does.
    x = xp.ones((64, 64), dtype=xp.float32)
    address = to_numpy(x).__array_interface__["data"][0]
    theirs = jnp.from_dlpack(x)
    assert theirs.unsafe_buffer_pointer() == address
    assert to_numpy(xp.from_dlpack(theirs)).__array_interface__["data"][0] == address


def test_work_on_both_sides():
    x = xp.reshape(xp.arange(12, dtype=xp.float64), (3, 4))
    gram = xp.from_dlpack(jax.jit(lambda a: a @ a.T)(jnp.from_dlpack(x)))
    np.testing.assert_allclose(to_numpy(gram), to_numpy(x @ x.T))
