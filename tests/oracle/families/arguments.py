"""What calls are made of: shapes, numbers, axes, and the layouts in which arrays are handed over."""

import numpy as np

import generate
import tensors

INTEGERS = "iu"
REAL = "biuf"
NUMBERS = "iufc"
ALL = "biufc"

# Which special floats may stand among the others.
NONE = ()
ZEROS = (0.0, -0.0)
SUBNORMAL = ("tiny", "subnormal", 0.0, -0.0)
INFINITE = (np.inf, -np.inf, np.nan, *SUBNORMAL)
# Also the largest number, for functions that only choose.
ANY = ("max", *INFINITE)

HUGE = [[300_000], [3, 90_000], [90_000, 3], [400, 500], [40, 50, 60]]
LONG = [[1000], [2500], [3, 700], [700, 3], [40, 40], [2, 300, 3], [130, 2, 5]]


class Arguments(generate.Generator):
    """Random arguments; the arrays' numbers come from a generator of NumPy's, because there are many."""

    def __init__(self, random):
        super().__init__(random)
        self.numbers = np.random.Generator(np.random.PCG64(random.getrandbits(64)))

    def pick(self, *choices):
        return self.random.choice(choices)

    # Shapes and axes

    def shape(self, least=0, most=5, huge=False):
        """A shape of few elements, or every so often one that is long enough for blocks and lanes; if it may be huge,
        seldom one for tiles, pieces and threads."""
        if huge and self.chance(0.004):
            return list(self.random.choice([shape for shape in HUGE if least <= len(shape) <= most]))
        if self.chance(0.08):
            fitting = [shape for shape in LONG if least <= len(shape) <= most]
            if fitting:
                return list(self.random.choice(fitting))
        rank = self.random.randint(least, most)
        if rank == 0 and self.chance(0.6):
            rank = most
        shape = [self.random.choice([1, 2, 3, 4, 5, 7] if rank < 4 else [1, 2, 3]) for _ in range(rank)]
        if rank and self.chance(0.12):
            shape[self.random.randrange(rank)] = 0
        return shape

    def size(self, most=6):
        """The size of an axis, seldom 0."""
        return 0 if self.chance(0.05) else self.random.randint(1, most)

    def broadcast(self, shape, least=0):
        """A shape that broadcasts to this one, or seldom does not."""
        start = self.random.randint(0, max(0, len(shape) - least)) if self.chance(0.3) else 0
        found = [1 if self.chance(0.2) else size for size in shape[start:]]
        if found and self.chance(0.02):
            found[self.random.randrange(len(found))] += 1
        return found

    def axis(self, rank, mistakes=0.02):
        """An axis, counted from either end; seldom one that is not there."""
        if rank == 0 or self.chance(mistakes):
            return self.pick(rank, -rank - 1)
        return self.random.randint(-rank, rank - 1)

    def axes(self, rank, mistakes=0.02):
        """Axes as reductions take them: none named for all, one, or a list."""
        kind = self.pick("all", "one", "one", "list")
        if kind == "all" or rank == 0 and not self.chance(mistakes):
            return None
        if kind == "one":
            return self.axis(rank, mistakes)
        chosen = self.random.sample(range(rank), self.random.randint(0, rank))
        if chosen and self.chance(mistakes):
            chosen.append(chosen[0])
        return [axis - rank * self.chance(0.3) for axis in chosen]

    # Numbers

    def dtype(self, kinds=ALL):
        return np.dtype(self.random.choice([twin for twin in tensors.DTYPES.values() if np.dtype(twin).kind in kinds]))

    def values(self, shape, dtype, special=INFINITE):
        """An array of this shape; along an axis that has step 0 all entries are the same."""
        dtype = np.dtype(dtype)
        held = [1 if self.chance(0.06) else size for size in shape]
        if dtype.kind == "c":
            part = np.finfo(dtype).dtype
            real, imag = self.floats(held, part, special), self.floats(held, part, special)
            array = np.empty(held, dtype)
            array.real, array.imag = real, imag
        elif dtype.kind == "f":
            array = self.floats(held, dtype, special)
        elif dtype.kind == "b":
            array = self.numbers.random(held) < self.pick(0.5, 0.5, 0.1, 0.9)
        else:
            array = self.integers(held, dtype)
        return np.broadcast_to(array, shape)

    def floats(self, shape, dtype, special):
        kind = self.pick("few", "near", "wide")
        if kind == "few":
            array = self.numbers.integers(-4, 5, shape).astype(dtype)
        elif kind == "near":
            array = self.numbers.uniform(-5, 5, shape).astype(dtype)
        else:
            array = (self.numbers.standard_normal(shape) * 10.0 ** self.numbers.uniform(-3, 3, shape)).astype(dtype)
        if special and array.size and self.chance(0.3):
            limits = np.finfo(dtype)
            named = {"max": limits.max, "tiny": limits.tiny, "subnormal": limits.smallest_subnormal}
            some = [named.get(value, value) if isinstance(value, str) else value for value in special]
            chosen = self.numbers.choice(np.array(self.random.sample(some, min(len(some), 2)), dtype), shape)
            array = np.where(self.numbers.random(shape) < self.pick(0.05, 0.3), chosen, array)
        return array

    def integers(self, shape, dtype):
        limits = np.iinfo(dtype)
        reach = self.pick(4, 100, 100, None)
        low, high = (limits.min, limits.max) if reach is None else (max(limits.min, -reach), min(limits.max, reach))
        return self.numbers.integers(low, high, shape, dtype=dtype, endpoint=True)

    # Layouts

    def operand(self, array):
        """The array as the client gets it: under views that lead from a base of another order, step or direction."""
        shape = array.shape
        order = self.random.sample(range(len(shape)), len(shape)) if self.chance(0.5) else list(range(len(shape)))
        stretched = [size > 1 and step == 0 for size, step in zip(shape, array.strides)]
        steps = [1 if is_one else self.pick(1, 1, 1, 2, -1, -2) for is_one in stretched]
        held = [1 if is_one else size for size, is_one in zip(shape, stretched)]
        base = self.around([held[axis] * abs(steps[axis]) for axis in order], array.dtype)
        base[tuple(slice(None, None, steps[axis]) for axis in order)] = np.broadcast_to(
            array[tuple(slice(0, size) for size in held)], held
        ).transpose(order)
        views = []
        if any(step != 1 for step in steps):
            views.append({"index": [{"every": {"of": {"slice": [None, None, 1]}, "step": steps[axis]}} for axis in order]})
        if order != sorted(order):
            views.append({"permute": [order.index(axis) for axis in range(len(order))]})
        if any(stretched):
            views.append({"broadcast": list(shape)})
        return {"base": tensors.encode(base, self.random.choice("CCF")), "views": views}

    def around(self, shape, dtype):
        """What lies between the elements: a number that would show in any result."""
        return np.full(shape, {"b": True, "f": np.nan, "c": np.nan}.get(dtype.kind, 77), dtype)


def number(value):
    """A float as options hold it: JSON has no infinities."""
    return repr(float(value))
