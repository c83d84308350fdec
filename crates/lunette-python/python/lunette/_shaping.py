"""NumPy's small functions for joining, splitting and walking tensors, each made of ours."""

from . import _lunette as _native


def append(x, values, /, axis=None):
    """`x` and then `values` along an axis, or all elements of both in one vector; a copy.

    >>> xp.append(xp.asarray([1, 2]), [3])
    Tensor([1, 2, 3])
    """
    return _native.concat([x, _native.asarray(values)], axis=axis)


def apply_along_axis(func1d, axis, x, /, *args, **kwargs):
    """What a function of vectors gives for each lane along an axis; the axes of its results stand where the axis was.

    >>> xp.apply_along_axis(xp.max, 0, xp.asarray([[1, 5], [4, 2]]))
    Tensor([4, 5])
    """
    lanes = _native.moveaxis(x, axis, -1)
    outer = lanes.shape[:-1]
    if 0 in outer:
        raise ValueError(f"apply_along_axis: there is no lane along axis {axis} of shape {x.shape}")
    rows = _native.reshape(lanes, (-1, lanes.shape[-1]) if lanes.shape[-1] else (_count(outer), 0))
    results = [_native.asarray(func1d(row, *args, **kwargs)) for row in rows]
    inner = results[0].shape
    made = _native.reshape(_native.stack(results), outer + inner)
    first = axis % x.ndim
    return _native.moveaxis(made, tuple(range(len(outer), made.ndim)), tuple(range(first, first + len(inner))))


def _count(shape):
    """The number of elements of a shape."""
    count = 1
    for size in shape:
        count *= size
    return count


def array_split(x, sections, /, axis=0):
    """Parts along an axis, as views: so many of them, the first ones longer by one where needed, or those between positions.

    >>> xp.array_split(xp.asarray([1, 2, 3]), 2)
    (Tensor([1, 2]), Tensor([3]))
    """
    return _native.split(x, sections, axis=axis)


def block(arrays, /):
    """Tensors and numbers put together as nested lists show them: the innermost lists along the last axis.

    >>> xp.block([[xp.eye(1), xp.zeros((1, 2))], [xp.ones((1, 3))]])
    Tensor([[1.0, 0.0, 0.0],
            [1.0, 1.0, 1.0]])
    """
    leaves, depths = [], set()
    _collect(arrays, 0, leaves, depths)
    if len(depths) != 1:
        raise ValueError("block: all tensors stand in as many lists as each other, and no list is empty")
    depth = depths.pop()
    rank = max([depth, *(leaf.ndim for leaf in leaves)])
    return _joined(arrays, rank - depth, rank)


def _collect(part, depth, leaves, depths):
    """The tensors of nested lists, and how deep they lie."""
    if not isinstance(part, list):
        leaves.append(_native.asarray(part))
        depths.add(depth)
    elif not part:
        depths.update((depth, depth + 1))
    else:
        for inner in part:
            _collect(inner, depth + 1, leaves, depths)


def _joined(part, axis, rank):
    """A part of a block, with all axes."""
    if isinstance(part, list):
        return _native.concat([_joined(inner, axis + 1, rank) for inner in part], axis=axis)
    part = _native.asarray(part)
    return _native.reshape(part, (1,) * (rank - part.ndim) + part.shape, copy=True)


def diag_indices(n, /, ndim=2):
    """The indices of the main diagonal of a tensor of `ndim` axes of size `n`.

    >>> xp.asarray([[1, 2], [3, 4]])[xp.diag_indices(2)]
    Tensor([1, 4])
    """
    return (_native.arange(n),) * ndim


def dsplit(x, sections, /):
    """Parts along the third axis, as views.

    >>> [part.shape for part in xp.dsplit(xp.zeros((1, 2, 4)), 2)]
    [(1, 2, 2), (1, 2, 2)]
    """
    return _parts("dsplit", x, sections, 2)


def ediff1d(x, /, to_end=None, to_begin=None):
    """The differences of neighbours among all elements, with others before and behind them.

    >>> xp.ediff1d(xp.asarray([1, 4, 9]), to_end=0)
    Tensor([3, 5, 0])
    """
    differences = _native.diff(_native.ravel(x))
    ends = [None if end is None else _native.ravel(_native.asarray(end, dtype=x.dtype)) for end in (to_begin, to_end)]
    return _native.concat([part for part in (ends[0], differences, ends[1]) if part is not None])


def extract(condition, x, /):
    """The elements in row-major order for which a condition is true, or not zero.

    >>> xp.extract(xp.asarray([[True, False], [False, True]]), xp.asarray([[1, 2], [3, 4]]))
    Tensor([1, 4])
    """
    return _native.compress(_native.ravel(_native.asarray(condition)), x)


def hsplit(x, sections, /):
    """Parts along the second axis, or of a vector along its only one, as views.

    >>> xp.hsplit(xp.asarray([[1, 2], [3, 4]]), 2)[0]
    Tensor([[1],
            [3]])
    """
    return _parts("hsplit", x, sections, 1 if _checked(x).ndim > 1 else 0)


def ix_(*args):
    """An index that takes the entries of each vector along an axis of its own; a mask names those where it is true.

    >>> xp.asarray([[1, 2, 3], [4, 5, 6]])[xp.ix_([1, 0], [0, 2])]
    Tensor([[4, 6],
            [1, 3]])
    """
    vectors = []
    for place, entries in enumerate(args):
        entries = _native.asarray(entries)
        if entries.ndim != 1:
            raise ValueError(f"ix_: argument {place} has {entries.ndim} axes, and must be a vector")
        if entries.dtype == _native.bool:
            entries = _native.flatnonzero(entries)
        elif entries.size == 0:
            # A list of nothing says nothing of its dtype.
            entries = _native.astype(entries, _native.int64)
        vectors.append(_native.reshape(entries, (1,) * place + (-1,) + (1,) * (len(args) - place - 1)))
    return tuple(vectors)


def piecewise(x, condlist, funclist, /, *args, **kwargs):
    """For each condition what its function, or number, gives where it is true; one more is for the rest, which else is 0.

    >>> x = xp.asarray([-2.0, 3.0])
    >>> xp.piecewise(x, [x < 0, x >= 0], [lambda part: -part, 10])
    Tensor([ 2.0, 10.0])
    """
    conditions = [condlist] if isinstance(condlist, _native.Tensor) else list(condlist)
    if len(funclist) == len(conditions) + 1:
        taken = conditions[0]
        for condition in conditions[1:]:
            taken = taken | condition
        conditions.append(~taken)
    if len(funclist) != len(conditions):
        counts = f"{len(funclist)} functions for {len(conditions)} conditions"
        raise ValueError(f"piecewise: {counts}; there is one for each, and maybe one for the rest")
    made = _native.zeros_like(x)
    for condition, function in zip(conditions, funclist, strict=True):
        if not callable(function):
            made[condition] = function
        elif (part := x[condition]).size:
            made[condition] = function(part, *args, **kwargs)
    return made


def place(x, mask, values, /):
    """Writes values, again and again as far as they are needed, where a mask is true.

    >>> x = xp.asarray([1, 2, 3, 4])
    >>> xp.place(x, x > 1, [8, 9])
    >>> x
    Tensor([1, 8, 9, 8])
    """
    mask, values = _native.astype(_native.asarray(mask), _native.bool), _native.asarray(values)
    hits = int(_native.count_nonzero(mask))
    if hits and not values.size:
        raise ValueError("place: there are no values for the elements that the mask names")
    x[mask] = _native.resize(values, hits)


def putmask(x, mask, values, /):
    """Writes where a mask is true the value of the same place; values of another shape are taken again and again.

    >>> x = xp.asarray([1, 2, 3, 4])
    >>> xp.putmask(x, x > 1, [7, 8])
    >>> x
    Tensor([1, 8, 7, 8])
    """
    values = _native.asarray(values)
    if not values.size:
        return
    if values.shape != x.shape:
        values = _native.resize(values, x.shape)
    _native.copyto(x, values, where=mask)


def tril_indices_from(x, /, k=0):
    """The rows and the columns of the elements of a matrix on and below the diagonal `k`.

    >>> x = xp.asarray([[1, 2], [3, 4]])
    >>> x[xp.tril_indices_from(x)]
    Tensor([1, 3, 4])
    """
    return _native.tril_indices(*_rows("tril_indices_from", x, k))


def triu_indices_from(x, /, k=0):
    """The rows and the columns of the elements of a matrix on and above the diagonal `k`.

    >>> x = xp.asarray([[1, 2], [3, 4]])
    >>> x[xp.triu_indices_from(x)]
    Tensor([1, 2, 4])
    """
    return _native.triu_indices(*_rows("triu_indices_from", x, k))


def _rows(name, x, k):
    """The rows of a matrix, the diagonal, and the columns."""
    if x.ndim != 2:
        raise ValueError(f"{name}: a matrix is needed, found a tensor of {x.ndim} axes")
    return x.shape[0], k, x.shape[1]


def _checked(x):
    """The tensor, or a TypeError for what is none."""
    if not isinstance(x, _native.Tensor):
        raise TypeError(f"a tensor is needed, found {type(x).__name__}; `asarray` makes one")
    return x


def vsplit(x, sections, /):
    """Parts along the first axis of at least two, as views.

    >>> xp.vsplit(xp.asarray([[1, 2], [3, 4]]), 2)[1]
    Tensor([[3, 4]])
    """
    return _parts("vsplit", x, sections, 0, least=2)


def _parts(name, x, sections, axis, least=None):
    """Parts along an axis, which has to be there."""
    x = _checked(x)
    if x.ndim < (least or axis + 1):
        raise ValueError(f"{name}: a tensor of at least {least or axis + 1} axes is needed, found {x.ndim}")
    return _native.split(x, sections, axis=axis)


__all__ = [name for name in dir() if not name.startswith("_")]

# Help and pickles find them where users do.
for _name in __all__:
    globals()[_name].__module__ = "lunette"
