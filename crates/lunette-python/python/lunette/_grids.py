"""NumPy's grids, and what walks over indices, each made of ours."""

from functools import wraps as _wraps
from itertools import product as _product

from . import _lunette as _native


def meshgrid(*arrays, indexing="xy", sparse=False):
    """Grids of coordinates: one for each of the tensors of one axis, all of one shape.

    With `sparse` they keep size 1 along the axes on which they do not depend, and are views.

    >>> rows, columns = xp.meshgrid(xp.asarray([1, 2, 3]), xp.asarray([10, 20]))
    >>> rows.shape
    (2, 3)
    >>> [part.shape for part in xp.meshgrid(xp.asarray([1, 2, 3]), xp.asarray([10, 20]), sparse=True)]
    [(1, 3), (2, 1)]
    """
    if not sparse:
        return _native.meshgrid(*arrays, indexing=indexing)
    if indexing not in ("xy", "ij"):
        raise ValueError(f'`indexing` is "xy" or "ij", found {indexing!r}')
    axes = list(range(len(arrays)))
    if indexing == "xy":
        axes[:2] = reversed(axes[:2])
    return tuple(_along(part, axis, len(arrays)) for part, axis in zip(arrays, axes, strict=True))


def _along(vector, axis, rank):
    """A vector along one of many axes."""
    return _native.reshape(vector, (1,) * axis + (-1,) + (1,) * (rank - axis - 1))


class _Grid:
    """Coordinates as slices write them: `start:stop:step`, or `start:stop:5j` for five of them with both ends."""

    def __init__(self, sparse):
        self._sparse = sparse

    def __getitem__(self, key):
        axes = [_row(part) for part in (key if isinstance(key, tuple) else (key,))]
        if not isinstance(key, tuple):
            return axes[0]
        dtype = _native.result_type(*axes)
        made = meshgrid(*(_native.astype(axis, dtype) for axis in axes), indexing="ij", sparse=self._sparse)
        return made if self._sparse else _native.stack(made)


def _row(part):
    """The numbers that a slice stands for."""
    if not isinstance(part, slice):
        raise IndexError(f"a grid is made of slices, found {type(part).__name__}")
    start, step = 0 if part.start is None else part.start, 1 if part.step is None else part.step
    if part.stop is None:
        raise IndexError("the slice of a grid needs an end")
    if isinstance(step, complex):
        return _native.linspace(start, part.stop, int(abs(step)))
    return _native.arange(start, part.stop, step)


class _Joined:
    """Slices, numbers and tensors put one behind the other: `r_[0:3, 7, x]`."""

    def __init__(self, columns):
        self._columns = columns

    def __getitem__(self, key):
        parts = [self._part(part) for part in (key if isinstance(key, tuple) else (key,))]
        return _native.concat(parts, axis=-1 if self._columns else 0)

    def _part(self, part):
        """A part with the axis along which it is joined."""
        if isinstance(part, str):
            raise TypeError("words such as 'r' and '0,2' are not known here: use `stack`, `concat` or `reshape`")
        part = _row(part) if isinstance(part, slice) else _native.asarray(part)
        if self._columns and part.ndim < 2:
            return _native.reshape(part, (-1, 1))
        return _native.reshape(part, (1,)) if part.ndim == 0 else part


mgrid = _Grid(sparse=False)
ogrid = _Grid(sparse=True)
r_ = _Joined(columns=False)
c_ = _Joined(columns=True)


def fromfunction(function, shape, /, *, dtype=None, **kwargs):
    """What a function gives for the coordinates of all elements of a shape, of which it gets a tensor for each axis.

    >>> xp.fromfunction(lambda i, j: i * 10 + j, (2, 3), dtype=xp.int64)
    Tensor([[ 0,  1,  2],
            [10, 11, 12]])
    """
    return function(*_native.astype(_native.indices(shape), dtype or _native.float64), **kwargs)


def ndenumerate(x, /):
    """The index and the value of each element, one after the other in row-major order.

    >>> list(xp.ndenumerate(xp.asarray([[1, 2]])))
    [((0, 0), 1), ((0, 1), 2)]
    """
    return zip(ndindex(x.shape), _native.ravel(x).tolist(), strict=True)


def ndindex(*shape):
    """The indices of all elements of a shape, one after the other in row-major order.

    >>> list(xp.ndindex(1, 2))
    [(0, 0), (0, 1)]
    """
    sizes = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
    return _product(*map(range, sizes))


def vectorize(function, /):
    """A function of numbers as one of tensors, which broadcast; it is called for each element, in Python.

    >>> larger = xp.vectorize(lambda a, b: a if a > b else b)
    >>> larger(xp.asarray([1, 5]), 3)
    Tensor([3, 5])
    """

    @_wraps(function)
    def of_tensors(*args):
        tensors = _native.broadcast_arrays(*map(_native.asarray, args))
        shape = tensors[0].shape
        results = list(map(function, *(_native.ravel(part).tolist() for part in tensors)))
        if results and isinstance(results[0], tuple):
            return tuple(_native.reshape(_native.asarray(part), shape) for part in zip(*results, strict=True))
        return _native.reshape(_native.asarray(results), shape)

    return of_tensors


__all__ = [name for name in dir() if not name.startswith("_")]

# Help and pickles find them where users do.
for _name in __all__:
    if callable(globals()[_name]):
        globals()[_name].__module__ = "lunette"
