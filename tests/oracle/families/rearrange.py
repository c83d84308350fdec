"""Elements in other places: every bit of them stays."""

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from families.arguments import ALL, ANY, INTEGERS, NONE, REAL
from families.reduce import cast
from families.row import Exact, Near, Row


def one(draw, least=0, most=5):
    return draw.values(draw.shape(least, most), draw.dtype(ALL), ANY)


def drawing(least=0, most=5, **options):
    """Draws a tensor, and what `options` draw for it by their names."""

    def make(draw):
        x = one(draw, least, most)
        return [x], {name: option(draw, x) for name, option in options.items()}

    return make


def axis(draw, x):
    return draw.axis(x.ndim)


def axes(draw, x):
    return draw.axes(x.ndim)


def offset(draw, x):
    return draw.random.randint(-4, 4)


def moved(twin):
    """The twin's result or results, bit by bit."""

    def call(*arrays, **options):
        found = twin(*arrays, **options)
        several = isinstance(found, (tuple, list))
        return [Exact(item, signs=True) for item in found] if several else Exact(found, signs=True)

    return call


def joining(draw):
    """Tensors that differ in size along one axis, and maybe in dtype."""
    shape = draw.shape(1, 4)
    at = draw.axis(len(shape))
    dtype, arrays = draw.dtype(ALL), []
    for _ in range(draw.random.randint(1, 3)):
        sizes = list(shape)
        if -len(shape) <= at < len(shape):
            sizes[at] = draw.size(4)
        if draw.chance(0.02):
            sizes[draw.random.randrange(len(sizes))] += 1
        arrays.append(draw.values(sizes, dtype if draw.chance(0.7) else draw.dtype(ALL), ANY))
    return arrays, {"axis": at}


def stacking(draw):
    shape = draw.shape(0, 4)
    dtype = draw.dtype(ALL)
    shapes = [shape if not draw.chance(0.02) else shape + [2] for _ in range(draw.random.randint(1, 3))]
    arrays = [draw.values(shape, dtype if draw.chance(0.7) else draw.dtype(ALL), ANY) for shape in shapes]
    return arrays, {"axis": draw.axis(len(shape) + 1)}


def beside(draw):
    """Tensors of any rank, some of which fit beside or above each other."""
    arrays, _ = joining(draw) if draw.chance(0.7) else stacking(draw)
    return arrays, {}


def concat(*arrays, axis):
    normalize_axis_index(axis, arrays[0].ndim)
    return np.concatenate(arrays, axis)


def lines(draw):
    dtype = draw.dtype(ALL)
    return [draw.values([draw.size(5)], dtype, ANY) for _ in range(draw.random.randint(1, 3))], {}


def grid(indexing):
    return lambda *lines: np.meshgrid(*lines, indexing=indexing)


def stretching(draw):
    shape = [draw.size(4) for _ in range(draw.random.randint(0, 4))]
    dtype = draw.dtype(ALL)
    return [draw.values(draw.broadcast(shape), dtype, ANY) for _ in range(draw.random.randint(1, 3))], {}


def times(draw, x):
    return [draw.random.randint(0 if draw.chance(0.1) else 1, 3) for _ in range(draw.random.randint(0, 3))]


def times_each(draw, x):
    size = x.shape[-1] if x.ndim else 1
    return [draw.random.randint(0, 3) for _ in range(size + draw.chance(0.02))]


def repeat(x, times, axis):
    normalize_axis_index(axis, x.ndim)
    if isinstance(times, list) and len(times) != x.shape[axis]:
        raise ValueError("times")
    return np.repeat(x, times, axis)


def widths(draw, x):
    return [[draw.random.randint(0, 4), draw.random.randint(0, 4)] for _ in range(x.ndim + draw.chance(0.02))]


def pad(x, widths, mode, value):
    if len(widths) != x.ndim:
        raise ValueError("widths")
    if x.ndim == 0:
        return x
    if mode == "constant":
        return np.pad(x, widths, mode, constant_values=value)
    # NumPy takes no zero widths of an axis without entries beside others that are wide.
    if any(size == 0 and sum(width) for size, width in zip(x.shape, widths)):
        raise ValueError("nothing to repeat")
    return np.pad(x, widths, mode) if x.size else np.zeros([size + sum(width) for size, width in zip(x.shape, widths)], x.dtype)


def padding(draw):
    x = draw.values(draw.shape(0, 3), draw.dtype(REAL), NONE)
    mode = draw.pick("linear_ramp", "mean", "median", "maximum", "minimum")
    return [x], {"widths": widths(draw, x), "mode": mode, "value": draw.random.randint(0, 1)}


def padding_with(draw):
    arrays, options = padding(draw)
    count = arrays[0].ndim + draw.chance(0.05)
    least = 0 if draw.chance(0.05) else 1
    lengths = [[draw.random.randint(least, 4) for _ in range(2)] for _ in range(count)]
    return arrays, options | {"mode": draw.pick("mean", "median", "maximum", "minimum"), "lengths": lengths}


def pad_with(x, widths, mode, value, lengths):
    if len(lengths) != x.ndim or not np.all(lengths):
        raise ValueError("lengths")
    return pad_computed(x, widths, mode, value, lengths)


def pad_computed(x, widths, mode, value, lengths=None):
    """Computed in double precision, and rounded as NumPy does, axis after axis."""
    if len(widths) != x.ndim or any(size == 0 and sum(width) for size, width in zip(x.shape, widths)):
        raise ValueError("widths")
    shape = [size + sum(width) for size, width in zip(x.shape, widths)]
    if x.ndim == 0 or x.size == 0:
        return x if x.ndim == 0 else np.zeros(shape, x.dtype)
    options = {"end_values": value} if mode == "linear_ramp" else {"stat_length": lengths}
    found = np.pad(x, widths, mode, **options)
    # Each axis rounds once more, and NumPy adds up in the dtype itself; of integers only large ones are rounded.
    eps = np.finfo(x.dtype if x.dtype.kind == "f" else np.float64).eps
    error = (4 + max(x.shape)) * x.ndim * float(eps) * (np.max(np.abs(x.astype(np.float64))) + 1)
    return found if x.dtype.kind == "b" else Near(found, 0 if mode in ("maximum", "minimum") else error)


def shifts(draw, x):
    return [draw.random.randint(-9, 9) for _ in range(draw.pick(1, 1, 2))]


def roll(x, shifts, axes):
    if axes is None:
        if len(shifts) != 1:
            raise ValueError("shifts")
        return np.roll(x, shifts[0])
    axes = axes if isinstance(axes, list) else [axes]
    for axis in axes:
        normalize_axis_index(axis, x.ndim)
    if len(shifts) not in (1, len(axes)):
        raise ValueError("shifts")
    if not axes:
        return x
    return np.roll(x, shifts * len(axes) if len(shifts) == 1 else shifts, axes)


def flip(x, axes):
    return np.flip(x, None if axes is None else normalize_axis_tuple(axes, x.ndim))


def rot90(x, quarters, first, second):
    first, second = normalize_axis_index(first, x.ndim), normalize_axis_index(second, x.ndim)
    return np.rot90(x, quarters, (first, second))


def check_matrix(twin):
    def call(x, **options):
        if x.ndim < 2:
            raise ValueError("rank")
        return twin(x, **options)

    return call


def diag(x, offset):
    return np.diag(x, offset)


def diag_embed(x, offset):
    if x.ndim == 0:
        raise ValueError("rank")
    size = x.shape[-1] + abs(offset)
    made = np.zeros(x.shape[:-1] + (size, size), x.dtype)
    along = np.arange(x.shape[-1])
    made[..., along + max(-offset, 0), along + max(offset, 0)] = x
    return made


def diagonal(x, offset, first, second):
    return np.diagonal(x, offset, first, second)


def moving(draw):
    x = one(draw)
    count = draw.random.randint(0, x.ndim)
    places = [draw.random.sample(range(x.ndim), count) for _ in range(2)]
    if count and draw.chance(0.03):
        places[0][0] = draw.pick(x.ndim, places[0][-1])
    return [x], {"from": places[0], "to": places[1]}


def moveaxis(x, **places):
    return np.moveaxis(x, places["from"], places["to"])


def window_sizes(draw, x):
    return [draw.random.randint(1, max(size, 1)) + draw.chance(0.03) for size in x.shape]


def windows(x, sizes, axes):
    return np.lib.stride_tricks.sliding_window_view(x, sizes, axes)


def dtype(draw, x):
    return draw.dtype(ALL)


def cast_to(x, dtype):
    if x.dtype.kind == "c" and dtype.kind not in "cb":
        return cast(np.real(x), dtype)
    return cast(x, dtype)


def unstack(x, axis):
    normalize_axis_index(axis, x.ndim)
    return [np.take(x, place, axis) for place in range(x.shape[axis])]


def split(x, sections, axis):
    normalize_axis_index(axis, x.ndim)
    return np.array_split(x, sections, axis)


def positions(draw, x):
    return sorted(draw.random.randint(0, min(x.shape, default=0)) for _ in range(draw.random.randint(0, 3)))


def split_at(x, positions, axis):
    normalize_axis_index(axis, x.ndim)
    return np.split(x, positions, axis)


def nonzero(x):
    if x.ndim == 0:
        raise ValueError("rank")
    return [places.astype(np.int64) for places in np.nonzero(x)]


def taking(draw):
    x = one(draw, 1, 4)
    at = draw.axis(x.ndim)
    size = x.shape[at] if -x.ndim <= at < x.ndim else 1
    return [x, places(draw, draw.shape(0, 2), size)], {"axis": at}


def places(draw, shape, size):
    """Indices into an axis, from either end; seldom outside."""
    dtype = draw.dtype(INTEGERS)
    reach = min(size, 100)
    low = -reach if dtype.kind == "i" else 0
    if reach == 0:
        shape = [0] if not draw.chance(0.1) else [1]
        return np.zeros(shape, dtype)
    return draw.numbers.integers(low, reach + draw.chance(0.01), shape).astype(dtype)


def take(x, indices, axis):
    # An entry must exist also where nothing is taken (R11).
    entries = np.arange(x.shape[axis])[indices.astype(np.int64)]
    return np.take(x, entries, axis)


def taking_along(draw):
    x = one(draw, 1, 4)
    at = draw.axis(x.ndim)
    shape = [1 if draw.chance(0.1) else size for size in x.shape]
    inside = -x.ndim <= at < x.ndim
    if inside:
        shape[at] = draw.size(5)
    if inside and x.shape[at] == 0:
        shape[at] = 0
    size = x.shape[at] if inside else 1
    return [x, np.zeros(shape, np.int64) if size == 0 else places(draw, shape, size)], {"axis": at}


def take_along(x, indices, axis):
    return np.take_along_axis(x, indices.astype(np.int64), axis)


def naming(draw, shape, whole=None):
    """Index tensors for some axes of a tensor of this shape, which stretch to one shape; the other axes go by themselves."""
    whole = whole or [draw.random.randint(1, 4) for _ in shape]
    named = [draw.chance(0.7) for _ in shape]
    for at, size in enumerate(shape):
        # An axis that goes by itself cannot be longer than the tensor's.
        if not named[at] and whole[at] > size:
            named[at] = True
    if not any(named):
        named[0] = True
    first = True
    found = []
    for at, size in enumerate(shape):
        if named[at]:
            own = whole if first else [1 if draw.chance(0.2) else size for size in whole]
            found.append(places(draw, own, size))
            first = False
    return found, named


def gathering(draw):
    x = one(draw, 1, 4)
    if 0 in x.shape:
        x = np.ones([max(size, 1) for size in x.shape], x.dtype)
    indices, named = naming(draw, x.shape)
    return [x, *indices], {"named": named}


def index_of(indices, named, whole):
    """NumPy's index: the tensors that are given, and for the other axes the place along them."""
    rest = iter(indices)
    grid = np.indices(whole, sparse=True)
    return tuple(next(rest).astype(np.int64) if is_named else grid[at] for at, is_named in enumerate(named))


def gather(x, *indices, named):
    whole = np.broadcast_shapes(*[index.shape for index in indices])
    return x[index_of(indices, named, whole)]


def scattering(draw):
    """Numbers of which sums are exact."""
    dtype = draw.dtype("iufc")
    whole = [draw.random.randint(1, 4) for _ in range(draw.random.randint(1, 3))]
    x = draw.numbers.integers(0, 9, whole).astype(dtype)
    shape = [draw.random.randint(1, 5) for _ in whole]
    indices, named = naming(draw, shape, whole)
    return [x, *indices], {"named": named, "shape": shape}


def scatter_to(x, *indices, named, shape):
    made = np.zeros(shape, x.dtype)
    np.add.at(made, index_of(indices, named, x.shape), x)
    return made


def a_value(draw, x):
    """A number that every dtype holds."""
    return draw.pick(0, 1)


def numbering(draw):
    """Positions in a shape, counted from either end; seldom one that is not there."""
    shape = draw.shape(0, 4)
    count = int(np.prod(shape, dtype=int)) + draw.chance(0.05)
    positions = draw.numbers.integers(-count, count, draw.shape(0, 2)) if count else np.zeros(0)
    return [positions.astype(draw.pick(np.int64, np.int32))], {"shape": shape}


def unravelled(positions, shape):
    count = int(np.prod(shape, dtype=int))
    positions = np.where(positions < 0, positions + count, positions)
    # NumPy takes one position alone where there are no axes.
    if not shape and not positions.any():
        return ()
    return np.unravel_index(positions, shape)


ROWS = {
    "concat": Row(joining, moved(concat)),
    "stack": Row(stacking, moved(lambda *arrays, axis: np.stack(arrays, axis))),
    "hstack": Row(beside, moved(lambda *arrays: np.hstack(arrays))),
    "vstack": Row(beside, moved(lambda *arrays: np.vstack(arrays))),
    "meshgrid_ij": Row(lines, moved(grid("ij"))),
    "meshgrid": Row(lines, moved(grid("xy"))),
    "broadcast_tensors": Row(stretching, moved(lambda *arrays: np.broadcast_arrays(*arrays))),
    "tile": Row(drawing(0, 3, times=times), moved(lambda x, times: np.tile(x, times))),
    "repeat": Row(drawing(0, 4, times=lambda draw, x: draw.random.randint(0, 3), axis=axis), moved(repeat)),
    "repeat_each": Row(
        drawing(1, 4, times=times_each, axis=lambda draw, x: -1 if not draw.chance(0.05) else draw.axis(x.ndim)),
        moved(repeat),
    ),
    "pad": Row(
        drawing(
            0,
            3,
            widths=widths,
            mode=lambda draw, x: draw.pick("constant", "edge", "reflect", "symmetric", "wrap"),
            value=a_value,
        ),
        moved(pad),
    ),
    "pad_computed": Row(padding, pad_computed),
    "pad_with": Row(padding_with, pad_with),
    "roll": Row(drawing(shifts=shifts, axes=axes), moved(roll)),
    "rot90": Row(
        drawing(2, 4, quarters=lambda draw, x: draw.random.randint(-5, 5), first=axis, second=axis), moved(rot90)
    ),
    "flip": Row(drawing(axes=axes), moved(flip)),
    "tril": Row(drawing(1, 4, offset=offset), moved(check_matrix(lambda x, offset: np.tril(x, offset)))),
    "triu": Row(drawing(1, 4, offset=offset), moved(check_matrix(lambda x, offset: np.triu(x, offset)))),
    "diag": Row(drawing(0, 3, offset=offset), moved(diag)),
    "diag_embed": Row(drawing(0, 3, offset=offset), moved(diag_embed)),
    "diagonal_of": Row(drawing(2, 4, offset=offset, first=axis, second=axis), moved(diagonal)),
    "moveaxis": Row(moving, moved(moveaxis)),
    "matrix_transpose": Row(drawing(), moved(check_matrix(lambda x: np.swapaxes(x, -1, -2)))),
    "windows": Row(drawing(0, 3, sizes=window_sizes, axes=lambda draw, x: None), moved(windows)),
    "cast_to": Row(drawing(dtype=dtype), moved(cast_to)),
    "unstack": Row(drawing(0, 4, axis=axis), moved(unstack)),
    "split": Row(
        drawing(0, 4, sections=lambda draw, x: draw.random.randint(1 - draw.chance(0.05), 5), axis=axis), moved(split)
    ),
    "split_at": Row(drawing(1, 4, positions=positions, axis=axis), moved(split_at)),
    "nonzero": Row(drawing(), nonzero),
    "flatnonzero": Row(drawing(), lambda x: np.flatnonzero(x).astype(np.int64)),
    "unravel_index": Row(numbering, unravelled),
    "argwhere": Row(drawing(), lambda x: np.argwhere(x).astype(np.int64)),
    "gather": Row(gathering, moved(gather)),
    "scatter_to": Row(scattering, scatter_to),
    "take": Row(taking, moved(take)),
    "take_along_axis": Row(taking_along, moved(take_along)),
}

# The same function, of which the numbers around are no elements.
ROWS["pad_computed"].calls = "pad"
