"""Entries put into an axis and taken out of it, choices, and where elements of matrices stand."""

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from families.arguments import ALL, ANY
from families.rearrange import axis, beside, drawing, moved, one
from families.row import Row


def inside(x, at):
    """The size of an axis; 1 if it is not there."""
    return x.shape[at] if -x.ndim <= at < x.ndim else 1


def inserting(draw):
    """Values that broadcast to the new entries, of which one position takes several."""
    x = one(draw, 1, 4)
    at = draw.axis(x.ndim)
    size, count = inside(x, at), draw.random.randint(1, 3)
    positions = [draw.random.randint(-size, size) for _ in range(count)]
    if draw.chance(0.03):
        positions[0] = size + 1
    region = list(x.shape)
    if -x.ndim <= at < x.ndim:
        region[at] = count if count > 1 else draw.random.randint(1, 3)
    start = draw.random.randint(0, len(region)) if draw.chance(0.3) else 0
    shape = [1 if draw.chance(0.2) else size for size in region[start:]]
    return [x, draw.values(shape, x.dtype, ANY)], {"positions": positions, "axis": at}


def insert(x, values, positions, axis):
    normalize_axis_index(axis, x.ndim)
    return np.insert(x, positions, values, axis)


def some_positions(draw, x):
    size = min(x.shape, default=0)
    if size == 0:
        return []
    return [draw.random.randint(-size, size - 1 + draw.chance(0.02)) for _ in range(draw.random.randint(0, 4))]


def delete(x, positions, axis):
    normalize_axis_index(axis, x.ndim)
    return np.delete(x, np.asarray(positions, np.int64), axis)


def compressing(draw):
    x = one(draw, 1, 4)
    at = draw.axis(x.ndim)
    size = max(0, inside(x, at) - draw.pick(0, 0, 1, -1))
    return [x, draw.values([size], np.bool_)], {"axis": at}


def compress(x, mask, axis):
    normalize_axis_index(axis, x.ndim)
    # An entry must exist also where nothing is taken (R11).
    if mask[x.shape[axis] :].any():
        raise IndexError("mask")
    return np.compress(mask, x, axis)


def any_shape(draw, x):
    return draw.shape(0, 3)


def diagonal_filling(draw):
    sizes = [draw.size(5) for _ in range(2)] if draw.chance(0.6) else [draw.size(4)] * draw.random.randint(1, 4)
    x = draw.values(sizes, draw.dtype(ALL), ANY)
    return [x, draw.values([] if draw.chance(0.5) else [min(sizes)], x.dtype, ANY)], {}


def fill_diagonal(x, value):
    made = x.copy()
    if 0 not in made.shape or made.ndim < 2:
        np.fill_diagonal(made, value)
    return made


def selecting(draw):
    """Conditions, a choice for each, and the default."""
    shape, count = draw.shape(0, 3), draw.random.randint(1, 3)
    dtype = draw.dtype(ALL)
    conditions = [draw.values(draw.broadcast(shape), np.bool_) for _ in range(count)]
    choices = [
        draw.values(draw.broadcast(shape), dtype if draw.chance(0.7) else draw.dtype(ALL), ANY) for _ in range(count + 1)
    ]
    return conditions + choices, {"count": count}


def select(*arrays, count):
    return np.select(arrays[:count], arrays[count:-1], arrays[-1])


def triangle(draw):
    return [], {"rows": draw.size(), "columns": draw.size(), "offset": draw.random.randint(-4, 4)}


def indices_of(twin):
    return lambda rows, columns, offset: [found.astype(np.int64) for found in twin(rows, offset, columns)]


ROWS = {
    "insert": Row(inserting, moved(insert)),
    "delete": Row(drawing(1, 4, positions=some_positions, axis=axis), moved(delete)),
    "compress": Row(compressing, moved(compress)),
    "resize": Row(drawing(0, 3, shape=any_shape), moved(lambda x, shape: np.resize(x, shape))),
    "column_stack": Row(beside, moved(lambda *arrays: np.column_stack(arrays))),
    "dstack": Row(beside, moved(lambda *arrays: np.dstack(arrays))),
    "atleast_1d": Row(drawing(0, 4), moved(np.atleast_1d)),
    "atleast_2d": Row(drawing(0, 4), moved(np.atleast_2d)),
    "atleast_3d": Row(drawing(0, 4), moved(np.atleast_3d)),
    "fill_diagonal": Row(diagonal_filling, moved(fill_diagonal)),
    "select": Row(selecting, moved(select)),
    "tril_indices": Row(triangle, indices_of(np.tril_indices)),
    "triu_indices": Row(triangle, indices_of(np.triu_indices)),
    "indices": Row(
        lambda draw: ([], {"shape": draw.shape(0, 3)}), lambda shape: np.indices(shape).astype(np.int64)
    ),
}
