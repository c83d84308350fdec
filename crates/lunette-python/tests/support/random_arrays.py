"""Random arrays, and views of them, on both sides: the same steps are taken by NumPy and by Lunette.

Hypothesis draws shapes, dtypes, a seed and the steps, so that a failure shrinks to few of them; the elements come from
the seed, because drawing them one by one would take most of the time.
"""

from hypothesis import strategies as st
import numpy as np

import lunette as xp

SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 0.5]


def shapes(max_rank=4, min_side=0, max_side=4, min_rank=0):
    """Shapes of few elements, zero sizes included."""
    return st.lists(st.integers(min_side, max_side), min_size=min_rank, max_size=max_rank).map(tuple)


def fill(rng, shape, dtype, special=False, small=False):
    """An array of a dtype: integers over their whole range unless `small`, floats around zero."""
    return np.asarray(elements(rng, shape, dtype, special, small), dtype)


def elements(rng, shape, dtype, special, small):
    """The same, maybe as a scalar."""
    if dtype == "bool":
        return rng.integers(0, 2, shape).astype(bool)
    kind = np.dtype(dtype)
    if kind.kind in "iu":
        limits = np.iinfo(kind)
        low, high = (0 if kind.kind == "u" else -9, 9) if small else (limits.min, limits.max)
        return rng.integers(low, high, shape, kind, endpoint=True)
    if kind.kind == "c":
        parts = [fill(rng, shape, "float64", special, small) for _ in range(2)]
        numbers = np.empty(shape, kind)
        numbers.real, numbers.imag = parts
        return numbers
    values = np.round(rng.normal(0, 3, shape)) if small else rng.normal(0, 3, shape)
    if special:
        values = np.where(rng.random(shape) < 0.3, rng.choice(SPECIAL, shape), values)
    return values


@st.composite
def arrays(draw, dtypes, shape=None, special=False, small=False, views=True):
    """An array of NumPy's and the tensor of the same elements; often both are views."""
    dtype = draw(st.sampled_from(dtypes) if isinstance(dtypes, list) else dtypes)
    wanted = draw(shapes() if shape is None else shape if isinstance(shape, st.SearchStrategy) else st.just(shape))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    style = draw(st.sampled_from(["whole", "stepped", "turned", "transposed"])) if views else "whole"
    return pair(rng, wanted, dtype, style, special=special, small=small)


def pair(rng, shape, dtype, style="whole", **how):
    """The two sides, of the wanted shape, as whole arrays or as views of larger ones."""
    rank = len(shape)
    if style == "stepped":
        array = fill(rng, tuple(2 * size + 1 for size in shape), dtype, **how)
        key = tuple(slice(1, 2 * size + 1, 2) for size in shape)
        return array[(*key, ...)], own(array)[(*key, ...)]
    if style == "turned":
        array = fill(rng, shape, dtype, **how)
        key = tuple(slice(None, None, -1) for _ in shape)
        return array[(*key, ...)], own(array)[(*key, ...)]
    if style == "transposed":
        array = fill(rng, shape[::-1], dtype, **how)
        return array.transpose(), xp.permute_dims(own(array), tuple(range(rank))[::-1])
    array = fill(rng, shape, dtype, **how)
    return array, own(array)


def own(array):
    """A tensor with memory of its own."""
    return xp.asarray(array, copy=True)


@st.composite
def broadcastable(draw, count=2, max_rank=4):
    """Shapes that fit together, and their common shape."""
    common = draw(shapes(max_rank, 0, 4))
    chosen = []
    for _ in range(count):
        rank = draw(st.integers(0, len(common)))
        tail = common[len(common) - rank :]
        kept = draw(st.lists(st.booleans(), min_size=rank, max_size=rank))
        chosen.append(tuple(size if keep else 1 for size, keep in zip(tail, kept)))
    return chosen, np.broadcast_shapes(*chosen)


@st.composite
def axes_of(draw, rank, none=True):
    """`axis` of a reduction: none, one, several; negative ones too."""
    choices = [st.none()] if none else []
    if rank:
        choices.append(st.integers(-rank, rank - 1))
        several = st.lists(st.integers(0, rank - 1), unique=True, max_size=rank)
        choices.append(several.flatmap(lambda axes: signs_of(axes, rank)))
    return draw(st.one_of(choices)) if choices else None


@st.composite
def signs_of(draw, axes, rank):
    """The same axes, some of them counted from the end."""
    return tuple(axis - rank if draw(st.booleans()) else axis for axis in axes)
