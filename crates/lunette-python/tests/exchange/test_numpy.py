"""NumPy and Lunette look at the same memory: arrays become tensors and tensors arrays, without a copy."""

import subprocess
import sys

from hypothesis import given, strategies as st
import numpy as np
import pytest

import lunette as xp
from support import dtypes
from support.compare import check_equal
from support.random_arrays import arrays, fill, shapes


def address(array):
    """Where the first element of a NumPy array lies."""
    return array.__array_interface__["data"][0]


WAYS_IN = [xp.asarray, xp.from_dlpack]
WAYS_OUT = [np.asarray, np.from_dlpack]


@pytest.mark.parametrize("way", WAYS_IN, ids=["asarray", "from_dlpack"])
@given(data=st.data())
def test_arrays_become_tensors_without_a_copy(way, data):
    shape, dtype = data.draw(shapes()), data.draw(st.sampled_from(dtypes.EVERY))
    array = fill(np.random.default_rng(1), shape, dtype)
    array = data.draw(st.sampled_from([array, array.T, array[::-1] if shape else array, array[..., ::2] if shape else array]))
    x = way(array)
    check_equal(x, array)
    # What lies between bools may be anything, so those with gaps are copied.
    low, high = np.lib.array_utils.byte_bounds(array)
    has_gaps = high - low > array.nbytes
    if array.size and not (dtype == "bool" and has_gaps):
        assert address(np.asarray(x)) == address(array)
        x[(0,) * array.ndim] = not x[(0,) * array.ndim]
        check_equal(x, array)


@pytest.mark.parametrize("way", WAYS_OUT, ids=["asarray", "from_dlpack"])
@given(data=st.data())
def test_tensors_become_arrays_without_a_copy(way, data):
    expected, x = data.draw(arrays(dtypes.EVERY))
    array = way(x)
    np.testing.assert_array_equal(array, expected)
    assert array.dtype == expected.dtype and array.shape == expected.shape
    if expected.size:
        assert address(way(x)) == address(array)
        array[(0,) * array.ndim] = not array[(0,) * array.ndim]
        check_equal(x, array)


@pytest.mark.parametrize("way", WAYS_OUT, ids=["asarray", "from_dlpack"])
def test_memory_outlives_its_first_owner(way):
    array = way(xp.arange(1000)[::3])
    assert array.sum() == sum(range(0, 1000, 3))
    x = xp.asarray(np.arange(1000))[1::3]
    assert int(xp.sum(x)) == sum(range(1, 1000, 3))


def test_arrays_that_are_read_only_stay_so():
    array = np.arange(3)
    array.flags.writeable = False
    for way in WAYS_IN:
        x = way(array)
        with pytest.raises(ValueError):
            x[0] = 5
        with pytest.raises(ValueError):
            x += 1
    wide = np.asarray(xp.broadcast_to(xp.zeros(1), (3,)))
    assert not wide.flags.writeable
    assert array.tolist() == [0, 1, 2]


def test_foreign_orders_and_unaligned_memory_are_copied():
    swapped = np.arange(3, dtype=">i4")
    check_equal(xp.asarray(swapped), np.arange(3, dtype="int32"))
    with pytest.raises((ValueError, BufferError)):
        xp.asarray(swapped, copy=False)
    packed = np.zeros(3, dtype=[("a", "i1"), ("b", "i4")])["b"]
    packed[...] = [1, 2, 3]
    check_equal(xp.asarray(packed), np.asarray([1, 2, 3], "int32"))


@pytest.mark.parametrize("array", [np.asarray(["a"]), np.asarray([None]), np.zeros(2, "datetime64[s]")])
def test_what_is_no_number_is_refused(array):
    with pytest.raises((TypeError, ValueError, BufferError)):
        xp.asarray(array)


@pytest.mark.parametrize("dtype", dtypes.EVERY)
def test_scalars_of_numpy_become_tensors(dtype):
    number = np.ones((), dtype)[()]
    check_equal(xp.asarray(number), np.ones((), dtype))
    check_equal(xp.asarray([number, number]), np.ones(2, dtype))


def test_numpy_functions_take_tensors():
    x = xp.asarray([1.0, 2.0, 3.0])
    assert np.sum(np.asarray(x)) == 6
    assert np.asarray(x, dtype="int32").tolist() == [1, 2, 3]
    assert np.array(x, copy=True) is not None
    copied = np.array(x, copy=True)
    copied[0] = 9
    assert float(x[0]) == 1
    with pytest.raises(ValueError):
        np.asarray(x, dtype="int32", copy=False)


def test_operators_between_the_two():
    """A tensor on the left decides; an array on the left hands over."""
    x, array = xp.ones(2), np.ones(2)
    for result in (x + xp.asarray(array), xp.asarray(array) + x):
        check_equal(result, np.full(2, 2.0))


def test_compat_knows_the_namespace():
    import array_api_compat

    x = xp.ones(2)
    assert array_api_compat.is_array_api_obj(x)
    assert array_api_compat.array_namespace(x, x) is xp
    assert array_api_compat.device(x) == x.device
    assert array_api_compat.size(x) == 2
    moved = array_api_compat.to_device(x, x.device)
    check_equal(moved, np.ones(2))
    assert array_api_compat.is_writeable_array(x)


def test_strict_takes_tensors(strict):
    x = xp.asarray([[1, 2], [3, 4]])
    theirs = strict.from_dlpack(x)
    assert theirs.shape == (2, 2) and int(theirs[1, 1]) == 4
    back = xp.from_dlpack(theirs)
    assert address(np.asarray(back)) == address(np.asarray(x))


@pytest.mark.parametrize("code", "?bBhHiIlLqQefdFD")
def test_every_code_of_numpy_is_known(code):
    array = np.asarray([[1, 0, 1], [0, 1, 0]], dtype=code)
    for part in (array, array.T, array[1], array[0, 0, ...]):
        x = xp.asarray(part)
        check_equal(x, part.astype(part.dtype.newbyteorder("=")))
        assert x.base is part


@pytest.mark.parametrize("code", ["g", "G", "S1", "O", "M8[s]"])
def test_codes_that_are_no_numbers_of_ours(code):
    with pytest.raises((TypeError, ValueError, BufferError)):
        xp.asarray(np.zeros(2, dtype=code))


def test_arrays_that_are_about_to_be_read_only_are_so_here():
    wide, _ = np.broadcast_arrays(np.zeros(1), np.zeros(3))
    with pytest.raises(ValueError):
        xp.asarray(wide)[0] = 1


def test_classes_like_that_of_arrays():
    class Derived(np.ndarray):
        pass

    class Other:
        def __init__(self, array):
            self.__array_struct__ = array.__array_struct__

    array = np.arange(3.0)
    Other.__name__ = "ndarray"
    Other.__module__ = "numpy"
    for same in (array, array.view(Derived), Other(array)):
        assert xp.asarray(same).tolist() == [0, 1, 2]


STRANGE = """
import sys, types
import numpy as np

name = "numpy._core._multiarray_umath"
strange = types.ModuleType(name)
{setup}
sys.modules[name] = strange
import lunette as xp

array = np.arange(3.0)
for _ in range(3):
    assert xp.asarray(array).tolist() == [0, 1, 2]
    assert xp.asarray(array).base is array
"""


@pytest.mark.parametrize("setup", [
    "",
    "strange.ndarray = np.ndarray",
    "strange.ndarray, strange._ARRAY_API = np.ndarray, 5",
    "strange.ndarray, strange._ARRAY_API = int, sys.modules[name]._ARRAY_API",
    "strange.ndarray, strange._ARRAY_API = np.ndarray, np.ones(3).__array_struct__",
])  # fmt: skip
def test_what_is_not_numpy_is_not_taken_for_it(setup):
    subprocess.run([sys.executable, "-c", STRANGE.format(setup=setup)], check=True)
