"""NumPy's functions of samples with all their arguments, each made of ours: slopes, lines, covariances, cells."""

from . import _lunette as _native
from ._shaping import _checked


def gradient(x, /, *spacing, axis=None):
    """The slopes of samples along an axis, or a tuple of those along several, without `axis` along all.

    The samples are 1 apart, or as far as a number says, or stand at the places of a vector; one for all axes, or one for
    each.

    >>> xp.gradient(xp.asarray([0.0, 1.0, 4.0, 9.0]))
    Tensor([1.0, 2.0, 4.0, 5.0])
    >>> rows, columns = xp.gradient(xp.asarray([[1.0, 2.0], [4.0, 8.0]]), 0.5, 1.0)
    >>> columns
    Tensor([[1.0, 1.0],
            [4.0, 4.0]])
    >>> xp.gradient(xp.asarray([0.0, 1.0, 9.0]), xp.asarray([0.0, 1.0, 3.0]))
    Tensor([1.0, 2.0, 4.0])
    """
    x = _checked(x)
    if axis is None:
        axes = tuple(range(x.ndim))
    else:
        axes = tuple(axis) if isinstance(axis, (tuple, list)) else (axis,)
    steps = spacing or (1.0,)
    if len(steps) == 1:
        steps *= len(axes)
    if len(steps) != len(axes):
        raise TypeError(f"gradient: {len(steps)} spacings for {len(axes)} axes: there is one for all, or one for each")
    steps = tuple(map(_native.asarray, steps))
    for step in steps:
        if step.ndim > 1:
            raise ValueError(f"gradient: a spacing is a number or a vector of places, found a tensor of {step.ndim} axes")
    made = tuple(_native.gradient(x, step, axis=along) for step, along in zip(steps, axes, strict=True))
    return made[0] if len(made) == 1 else made


def interp(x, xp, fp, /, left=None, right=None, period=None):
    """The value at each element of `x` of the line through the points whose coordinates `xp`, ascending, and `fp` hold.

    Before the first point it is `left` or the first value, behind the last one `right` or the last value. With a
    `period` the line goes on behind its last point with its first one, and the points may stand in any order.

    >>> xp.interp(xp.asarray([0.5, 2.0, 4.0]), xp.asarray([0, 1, 3]), xp.asarray([0.0, 10.0, 20.0]), right=-1.0)
    Tensor([ 5.0, 15.0, -1.0])
    >>> xp.interp(xp.asarray([-90.0, 450.0]), xp.asarray([0, 180]), xp.asarray([0.0, 18.0]), period=360)
    Tensor([9.0, 9.0])
    """
    return _native.interp(*(_native.asarray(part) for part in (x, xp, fp)), (left, right, period))


def cov(x, /, y=None, rowvar=True, *, ddof=None, correction=1.0):
    """The covariances of the rows of a matrix, and of those of `y` beside them; of the columns with `rowvar=False`.

    The sums are divided by the number of samples less `correction`, which NumPy calls `ddof`.

    >>> xp.cov(xp.asarray([[1.0, 2.0, 3.0], [6.0, 4.0, 2.0]]))
    Tensor([[ 1.0, -2.0],
            [-2.0,  4.0]])
    >>> xp.cov(xp.asarray([1.0, 2.0, 3.0]), xp.asarray([6.0, 4.0, 2.0]), ddof=0)
    Tensor([[ 0.66666667, -1.33333333],
            [-1.33333333,  2.66666667]])
    """
    return _native.cov(_rows("cov", x, y, rowvar), correction=correction if ddof is None else ddof)


def corrcoef(x, /, y=None, rowvar=True):
    """The correlation coefficients of the rows of a matrix, and of those of `y` beside them, from -1 to 1; of the columns
    with `rowvar=False`.

    >>> xp.corrcoef(xp.asarray([[1.0, 2.0, 3.0], [6.0, 4.0, 2.0]]))
    Tensor([[ 1.0, -1.0],
            [-1.0,  1.0]])
    >>> xp.corrcoef(xp.asarray([1.0, 2.0, 3.0]), xp.asarray([6.0, 4.0, 2.0]))[0, 1]
    Tensor(-1.0)
    """
    return _native.corrcoef(_rows("corrcoef", x, y, rowvar))


def _rows(name, x, y, rowvar):
    """The variables of one or two tensors as rows: their columns without `rowvar`."""
    x = _checked(x)
    rows = x if rowvar or x.ndim < 2 else _native.matrix_transpose(x)
    if y is None:
        return rows
    y = _checked(y)
    # As in NumPy, a `y` of one row is one variable in any case.
    more = y if rowvar or y.ndim < 2 or y.shape[0] == 1 else _native.matrix_transpose(y)
    for part in (rows, more):
        if part.ndim > 2:
            # The function itself says that it takes matrices.
            return part
    counts = [part.shape[-1] if part.ndim else 1 for part in (rows, more)]
    if counts[0] != counts[1]:
        raise ValueError(
            f"{name}: tensors of shapes {x.shape} and {y.shape} have {counts[0]} and {counts[1]} samples: give both as "
            f"many, in rows, or in columns with `rowvar=False`"
        )
    return _native.vstack((rows, more))


def histogram2d(x, y, /, bins=10, *, range=None, weights=None, density=False):
    """How many points with the coordinates `x` and `y` lie in each cell, or the sum of their weights, and the edges along
    both axes. Bins and ranges are those of `histogram`, one for both axes or a pair of them.

    >>> cells, rows, columns = xp.histogram2d(xp.asarray([0.0, 1.0, 1.0]), xp.asarray([0.0, 2.0, 2.0]), 2)
    >>> cells
    Tensor([[1.0, 0.0],
            [0.0, 2.0]])
    """
    pair = tuple(bins) if isinstance(bins, (tuple, list)) and len(bins) == 2 else (bins, bins)
    x, y, limits = _checked(x), _checked(y), _limits(range)
    both = [
        _native.histogram(values, many, range=None if limit is None else tuple(limit))
        for values, many, limit in zip((x, y), pair, limits, strict=True)
    ]
    edges = [made.edges for made in both]
    cells, inside = _native.zeros(x.shape, dtype=_native.int64), _native.ones(x.shape, dtype=_native.bool)
    for values, ends in zip((x, y), edges, strict=True):
        place = _native.searchsorted(ends, values, side="right") - 1
        # The last bin has its right edge too.
        place = _native.where(values == ends[-1], ends.size - 2, place)
        inside = inside & (place >= 0) & (place < ends.size - 1)
        cells = cells * (ends.size - 1) + place
    shape = tuple(ends.size - 1 for ends in edges)
    counted = None if weights is None else weights[inside]
    made = _native.bincount(cells[inside], weights=counted, minlength=shape[0] * shape[1])
    made = _native.astype(_native.reshape(made, shape), _native.float64)
    if density:
        areas = _native.expand_dims(_native.diff(edges[0]), axis=1) * _native.diff(edges[1])
        made = made / (areas * _native.sum(made))
    return made, edges[0], edges[1]


def _limits(ends):
    """The ranges of two axes: none, a pair of numbers for both, or a pair of such pairs."""
    if ends is None:
        return None, None
    pair = tuple(ends) if hasattr(ends, "__iter__") else ()
    shapes = {(2,) if part is None else _native.asarray(part).shape for part in pair}
    if len(pair) == 2 and shapes == {()}:
        return pair, pair
    if len(pair) == 2 and shapes == {(2,)}:
        return pair
    raise ValueError(f"histogram2d: `range` is a pair of numbers for both axes, or a pair of such pairs, found {ends!r}")


__all__ = [name for name in dir() if not name.startswith("_")]

# Help and pickles find them where users do.
for _name in __all__:
    globals()[_name].__module__ = "lunette"
