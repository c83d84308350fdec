"""NumPy's names for what the standard calls otherwise, and its small functions: each is one of ours in other words."""

import os as _os

from . import _lunette as _native
from ._lunette import linalg as _linalg
from ._shaping import _checked

absolute = _native.abs
arccos = _native.acos
arccosh = _native.acosh
arcsin = _native.asin
arcsinh = _native.asinh
arctan = _native.atan
arctan2 = _native.atan2
arctanh = _native.atanh
around = _native.round
bitwise_not = _native.bitwise_invert
conjugate = _native.conj
degrees = _native.rad2deg
fix = _native.trunc
invert = _native.bitwise_invert
left_shift = _native.bitwise_left_shift
may_share_memory = _native.shares_memory
mod = _native.remainder
power = _native.pow
radians = _native.deg2rad
right_shift = _native.bitwise_right_shift
true_divide = _native.divide


def amax(x, /, axis=None, *, keepdims=False, out=None):
    """The greatest element along the axes, as `max`.

    >>> xp.amax(xp.asarray([[1, 2], [3, 4]]), 0)
    Tensor([3, 4])
    """
    return _native.max(x, axis=axis, keepdims=keepdims, out=out)


def amin(x, /, axis=None, *, keepdims=False, out=None):
    """The least element along the axes, as `min`.

    >>> xp.amin(xp.asarray([[1, 2], [3, 4]]), 0)
    Tensor([1, 2])
    """
    return _native.min(x, axis=axis, keepdims=keepdims, out=out)


def ascontiguousarray(x, /, dtype=None):
    """The elements in row-major order, with at least one axis: the tensor itself where they lie so, else a copy.

    >>> xp.ascontiguousarray(xp.zeros((2, 3)).T).flags.c_contiguous
    True
    """
    made = _native.asarray(x, dtype=dtype, order="C")
    return made if made.ndim else _native.reshape(made, (1,))


def asfortranarray(x, /, dtype=None):
    """The elements in column-major order: the tensor itself where they lie so, else a copy.

    >>> xp.asfortranarray(xp.zeros((2, 3))).strides
    (8, 16)
    """
    return _native.asarray(x, dtype=dtype, order="F")


def concatenate(arrays, /, axis=0):
    """The tensors joined along an axis that they have, as `concat`.

    >>> xp.concatenate([xp.asarray([1, 2]), xp.asarray([3])])
    Tensor([1, 2, 3])
    """
    return _native.concat(arrays, axis=axis)


def copy(x, /, order="C"):
    """A copy in memory of its own.

    >>> x = xp.asarray([1, 2])
    >>> xp.copy(x).base is None, xp.shares_memory(xp.copy(x), x)
    (True, False)
    """
    return _checked(x).copy(order)


def cross(x1, x2, /, axis=-1):
    """The cross products of vectors of three along an axis, as `linalg.cross`.

    >>> xp.cross(xp.asarray([1, 0, 0]), xp.asarray([0, 1, 0]))
    Tensor([0, 0, 1])
    """
    return _linalg.cross(x1, x2, axis=axis)


def cumprod(x, /, axis=None, *, dtype=None, out=None):
    """The running products along an axis, or of all elements in row-major order.

    >>> xp.cumprod(xp.asarray([[1, 2], [3, 4]]))
    Tensor([ 1,  2,  6, 24])
    """
    return _checked(x).cumprod(axis, dtype, out)


def cumsum(x, /, axis=None, *, dtype=None, out=None):
    """The running sums along an axis, or of all elements in row-major order.

    >>> xp.cumsum(xp.asarray([[1, 2], [3, 4]]))
    Tensor([ 1,  3,  6, 10])
    """
    return _checked(x).cumsum(axis, dtype, out)


def diagflat(x, /, k=0):
    """A matrix with all elements on its diagonal `k`, in row-major order.

    >>> xp.diagflat(xp.asarray([[1], [2]]))
    Tensor([[1, 0],
            [0, 2]])
    """
    return _native.diag(_native.ravel(_native.asarray(x)), k=k)


def diagonal(x, /, offset=0, axis1=0, axis2=1):
    """A view of a diagonal of two axes, which becomes the last axis.

    >>> xp.diagonal(xp.asarray([[1, 2], [3, 4]]))
    Tensor([1, 4])
    """
    return _checked(x).diagonal(offset, axis1, axis2)


def dot(x1, x2, /):
    """The product of numbers, vectors or matrices, or over the last axis of `x1` and the last but one of `x2`.

    >>> xp.dot(xp.asarray([1, 2]), xp.asarray([3, 4]))
    Tensor(11)
    """
    return _checked(x1).dot(x2)


def fabs(x, /):
    """The absolute value of each real number, as a float.

    >>> xp.fabs(xp.asarray([-1, 2]))
    Tensor([1.0, 2.0])
    """
    x = _native.asarray(x)
    if _native.isdtype(x.dtype, "complex floating"):
        raise TypeError(f"fabs: a tensor of {x.dtype} has no order: `abs` gives the lengths of complex numbers")
    return _native.abs(x if _native.isdtype(x.dtype, "real floating") else _native.astype(x, _native.float64))


def float_power(x1, x2, /):
    """`x1` to the power of `x2`, in float64 or complex128, of integers too.

    >>> xp.float_power(xp.asarray([2, 4]), -1)
    Tensor([0.50, 0.25])
    """
    x1, x2 = _native.asarray(x1), _native.asarray(x2)
    dtype = _native.result_type(x1, x2, _native.float64)
    return _native.pow(_native.astype(x1, dtype), _native.astype(x2, dtype))


def fliplr(x, /):
    """A view with the entries of the second axis in reverse order.

    >>> xp.fliplr(xp.asarray([[1, 2], [3, 4]]))
    Tensor([[2, 1],
            [4, 3]])
    """
    return _native.flip(x, axis=1)


def flipud(x, /):
    """A view with the entries of the first axis in reverse order.

    >>> xp.flipud(xp.asarray([[1, 2], [3, 4]]))
    Tensor([[3, 4],
            [1, 2]])
    """
    return _native.flip(x, axis=0)


def inner(x1, x2, /):
    """The sums of products over the last axes of both.

    >>> xp.inner(xp.asarray([1, 2]), xp.asarray([3, 4]))
    Tensor(11)
    """
    if _checked(x1).ndim == 0 or _checked(x2).ndim == 0:
        return x1 * x2
    return _native.tensordot(x1, x2, axes=((-1,), (-1,)))


def ndim(x, /):
    """The number of axes.

    >>> xp.ndim(xp.zeros((2, 3)))
    2
    """
    return _native.asarray(x).ndim


def rint(x, /):
    """The nearest whole number to each element; halves go to the even one.

    >>> xp.rint(xp.asarray([0.5, 1.5, -1.2]))
    Tensor([ 0.0,  2.0, -1.0])
    """
    return _native.round(x)


def savez(path, /, *args, **kwargs):
    """Writes tensors to an npz file under the names of their keywords, and those without as `arr_0`, `arr_1`, ….

    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = os.path.join(folder.name, "x.npz")
    >>> xp.savez(path, xp.asarray([1, 2]), weights=xp.asarray([0.5]))
    >>> xp.load(path)
    {'arr_0': Tensor([1, 2]), 'weights': Tensor([0.5])}
    >>> folder.cleanup()
    """
    _save_named(path, args, kwargs, compressed=False)


def savez_compressed(path, /, *args, **kwargs):
    """As `savez`, compressed.

    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = os.path.join(folder.name, "x.npz")
    >>> xp.savez_compressed(path, zeros=xp.zeros(3))
    >>> xp.load(path, name="zeros")
    Tensor([0.0, 0.0, 0.0])
    >>> folder.cleanup()
    """
    _save_named(path, args, kwargs, compressed=True)


def _save_named(path, args, kwargs, *, compressed):
    """Writes an npz file, whose ending is added where it is missing, as NumPy does."""
    named = {f"arr_{place}": _native.asarray(part) for place, part in enumerate(args)}
    for name, part in kwargs.items():
        if name in named:
            raise ValueError(f"savez: two tensors are called `{name}`")
        named[name] = _native.asarray(part)
    path = _os.fspath(path)
    _native.save(path if path.endswith(".npz") else f"{path}.npz", named, compressed=compressed)


def shape(x, /):
    """The sizes of the axes.

    >>> xp.shape(xp.zeros((2, 3))), xp.shape([1, 2])
    ((2, 3), (2,))
    """
    return _native.asarray(x).shape


def size(x, /, axis=None):
    """The number of elements, or of the entries of an axis.

    >>> xp.size(xp.zeros((2, 3))), xp.size(xp.zeros((2, 3)), 1)
    (6, 3)
    """
    x = _native.asarray(x)
    return x.size if axis is None else x.shape[axis]


def trace(x, /, offset=0, axis1=0, axis2=1, dtype=None):
    """The sum of a diagonal of two axes, the first two unless others are named, in `dtype` if one is; `linalg.trace` takes
    the last two axes.

    >>> xp.trace(xp.asarray([[1, 2], [3, 4]]))
    Tensor(5)
    """
    return _checked(x).trace(offset, axis1, axis2, dtype)


def transpose(x, /, axes=None):
    """A view with the axes in another order, in reverse where none is named.

    >>> xp.transpose(xp.zeros((2, 3, 4))).shape, xp.transpose(xp.zeros((2, 3)), (1, 0)).shape
    ((4, 3, 2), (3, 2))
    """
    return _checked(x).transpose(axes)


def vdot(x1, x2, /):
    """The sum of the products of all elements in row-major order, `x1` conjugated.

    >>> xp.vdot(xp.asarray([1j, 2]), xp.asarray([1j, 3]))
    Tensor(7.0+0.0j)
    """
    return _native.vecdot(_native.ravel(x1), _native.ravel(x2))


__all__ = [name for name in dir() if not name.startswith("_")]

# Help and pickles find them where users do.
for _name in __all__:
    if globals()[_name].__module__ == __name__:
        globals()[_name].__module__ = "lunette"
