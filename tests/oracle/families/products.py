"""Products of tensors."""

import numpy as np

from families.arguments import ALL, INFINITE, NONE, NUMBERS
from families.reduce import near_sum, sum_of, widened, working_eps
from families.row import Row, near


def pair(draw, left, right, special=NONE, kinds=ALL):
    """Arrays of two shapes, of one dtype or of two."""
    dtype = draw.dtype(kinds)
    other = dtype if draw.chance(0.6) else draw.dtype(kinds)
    return [draw.values(left, dtype, special), draw.values(right, other, special)]


def summed(twin, terms):
    """The twin of a sum of products: exact for integers, and otherwise a rounding away for each term and each sum.

    `terms` tells how many of them there are to an element. Each may be four in a complex product.
    """

    def call(*arrays, **options):
        dtype = np.result_type(*arrays)
        if dtype.kind in "biu":
            return np.asarray(twin(*(array.astype(dtype) for array in arrays), **options))
        wide = [widened(array.astype(dtype)) for array in arrays]
        exact = np.asarray(twin(*wide, **options))
        sizes = np.asarray(twin(*(np.abs(array) for array in wide), **options))
        count = terms(*arrays, **options) + 2
        return near(exact, dtype, count * (4 if dtype.kind == "c" else 1) * working_eps(dtype) * sizes)

    return call


def inner(draw):
    """The size that is summed over; every so often long."""
    return draw.pick(20, 70, 300) if draw.chance(0.1) else draw.size()


def multiplying(draw):
    rows, columns, size = draw.size(), draw.size(), inner(draw)
    if draw.chance(0.05):
        rows, columns = draw.pick(33, 70), draw.pick(17, 40)
    batch = [draw.size(3) for _ in range(draw.random.choice([0, 0, 0, 1, 2]))]
    other = size + draw.chance(0.02)
    left = [size] if draw.chance(0.2) else draw.broadcast(batch) + [rows, size]
    right = [other] if draw.chance(0.2) else draw.broadcast(batch) + [other, columns]
    if draw.chance(0.02):
        left = []
    return pair(draw, left, right, NONE if draw.chance(0.8) else INFINITE), {}


def dotting(draw):
    """Draws an axis that counts from the end, or, where ranks are equal, from either."""
    shape = draw.shape(1, 4)
    axis = draw.axis(len(shape))
    at = axis % len(shape)
    left, right = (
        [size if k == at or not draw.chance(0.2) else 1 for k, size in enumerate(shape)] for _ in range(2)
    )
    if draw.chance(0.02):
        right[at] += 1
    return pair(draw, left, right), {"axis": axis}


def vecdot(x, y, axis):
    if not -x.ndim <= axis < x.ndim or x.shape[axis] != y.shape[axis]:
        raise ValueError("axis")
    return np.vecdot(x, y, axis=axis)


def contracting(draw):
    shared = [draw.size(4) for _ in range(draw.random.randint(0, 2))]
    left = [draw.size(4) for _ in range(draw.random.randint(0, 2))] + shared
    right = shared + [draw.size(4) for _ in range(draw.random.randint(0, 2))]
    count = len(shared)
    if draw.chance(0.03):
        count += 1
    return pair(draw, left, right), {"count": count}


def tensordot(x, y, count):
    if count > min(x.ndim, y.ndim):
        raise ValueError("count")
    return np.tensordot(x, y, count)


def contracting_axes(draw):
    left, right = draw.shape(0, 3), draw.shape(0, 3)
    count = draw.random.randint(0, min(len(left), len(right), 2))
    first, second = draw.random.sample(range(len(left)), count), draw.random.sample(range(len(right)), count)
    for k, at in zip(first, second):
        right[at] = left[k] + draw.chance(0.02)
    counted = [axis - len(left) * draw.chance(0.3) for axis in first]
    if counted and draw.chance(0.03):
        counted[0] = draw.pick(len(left), counted[-1], -len(left) - 1)
    return pair(draw, left, right), {"left": counted, "right": second}


def tensordot_axes(x, y, left, right):
    for axes, array in ((left, x), (right, y)):
        if len({axis % max(array.ndim, 1) for axis in axes}) != len(axes):
            raise ValueError("an axis is named twice")
    return np.tensordot(x, y, (left, right))


def contracted(x, y, left, right):
    return int(np.prod([x.shape[axis] for axis in left], dtype=int))


def crossing(draw):
    shape = draw.shape(1, 4)
    axis = draw.axis(len(shape))
    at = axis % len(shape)
    left, right = ([1 if draw.chance(0.2) else size for size in shape] for _ in range(2))
    left[at] = right[at] = 3
    if draw.chance(0.03):
        right[at] = draw.pick(1, 2, 4)
    return pair(draw, left, right, kinds=NUMBERS), {"axis": axis}


def cross(x, y, axis):
    if not -x.ndim <= axis < x.ndim:
        raise ValueError("axis")
    return np.linalg.cross(x, y, axis=axis)


def near_cross(x, y, axis):
    """Two products and their difference."""
    exact = cross(x, y, axis)
    dtype = np.result_type(x, y)
    if dtype.kind in "iu":
        return cross(x.astype(dtype), y.astype(dtype), axis)
    wide = [widened(array.astype(dtype)) for array in (x, y)]
    sizes = [np.max(np.abs(array), axis=axis, keepdims=True) for array in wide]
    error = 8 * float(np.finfo(dtype).eps) * sizes[0] * sizes[1]
    return near(cross(*wide, axis), dtype, np.broadcast_to(error, exact.shape))


def diagonals(draw):
    x = draw.values(draw.shape(2 - draw.chance(0.03), 4), draw.dtype(ALL), INFINITE)
    return [x], {"offset": draw.random.randint(-4, 4)}


def trace(x, offset):
    if x.ndim < 2:
        raise ValueError("rank")
    dtype = sum_of(x.dtype)
    diagonal = np.diagonal(x, offset, -2, -1)
    if dtype.kind in "iu":
        return np.sum(diagonal, axis=-1, dtype=dtype)
    return near_sum(diagonal, dtype, (diagonal.ndim - 1,), False)


def vectors(draw):
    shapes = [draw.shape(1, 2 if draw.chance(0.05) else 1) for _ in range(2)]
    # The product of two long ones would be large.
    return pair(draw, *(shape if np.prod(shape) < 100 else [7] for shape in shapes)), {}


def small(draw):
    return pair(draw, *([draw.size(4) for _ in range(draw.random.randint(0, 3))] for _ in range(2))), {}


def one(*_, **__):
    return 1


def last(x, y):
    return x.shape[-1] if x.ndim else 0


ROWS = {
    "matmul": Row(multiplying, summed(np.matmul, last)),
    "vecdot": Row(dotting, summed(vecdot, lambda x, y, axis: x.shape[axis])),
    "tensordot": Row(contracting, summed(tensordot, lambda x, y, count: int(np.prod(y.shape[:count], dtype=int)))),
    "tensordot_axes": Row(contracting_axes, summed(tensordot_axes, contracted)),
    "outer": Row(vectors, summed(np.linalg.outer, one)),
    "kron": Row(small, summed(np.kron, one)),
    "cross": Row(crossing, near_cross),
    "trace": Row(diagonals, trace),
}
