"""Random cases: a base tensor, a chain of views, and an index expression to load from or to store to."""

import numpy as np

import reference
import tensors

MAX_ELEMENTS = 600

# What is done to the last view, and how often.
READS = {"load": 26, "load_orthogonal": 8, "load_borrowed": 6, "view": 10}
VERBS = READS | {"store": 30, "store_orthogonal": 6, "store_borrowed": 6, "put": 4, "store_where": 4, "scatter": 10}


class Generator:
    """The cases of one seed; the same number always gives the same case."""

    def __init__(self, random):
        self.random = random

    def case(self):
        verb = self.random.choices(list(VERBS), VERBS.values())[0]
        # Sums of halves depend on where they are rounded.
        dtypes = [dtype for dtype in tensors.DTYPES if verb != "scatter" or dtype != "f16"]
        base = self.tensor(self.shape(), self.random.choice(dtypes))
        case = {"verb": verb, "base": base, "views": []}
        shape = self.views(case)
        if verb == "store" and self.chance(0.25) and (overlapping := self.overlapping(shape)):
            case["items"], source = overlapping
            case["value"] = {"shared": case["views"] + source}
            return case
        if verb == "put":
            case["items"] = [{"tensor": self.picks(int(np.prod(shape)), self.random.choice([[], [1], [3], [0], [2, 3], [5]]))}]
        elif verb == "store_where":
            case["items"] = [{"tensor": self.spread_mask(shape)}]
        else:
            case["items"] = self.items(shape, basic=self.chance(0.9 if verb == "view" else 0.4))
        if verb not in READS:
            case["value"] = {"tensor": self.value(case)}
        return case

    def chance(self, probability):
        return self.random.random() < probability

    # Tensors

    def shape(self):
        rank = self.random.choices(range(7), [1, 3, 4, 4, 4, 3, 1])[0]
        sizes = [1, 2, 3, 4, 5, 7] if rank < 4 else [1, 2, 3, 4]
        shape = [self.random.choice(sizes) for _ in range(rank)]
        if rank and self.chance(0.2):
            shape[self.random.randrange(rank)] = 0
        while np.prod(shape) > MAX_ELEMENTS:
            shape[self.random.randrange(rank)] = 1
        return shape

    def tensor(self, shape, dtype, small=True):
        """A tensor of this shape; values that fit every numeric dtype if `small`."""
        numpy_dtype = np.dtype(tensors.DTYPES[dtype])
        size = int(np.prod(shape))
        if small:
            flat = np.array([self.random.randrange(100) for _ in range(size)])
        else:
            flat = np.array([self.wide(numpy_dtype) for _ in range(size)], dtype=numpy_dtype)
        if numpy_dtype.kind == "b":
            flat = flat % 2
        if small and numpy_dtype.kind in "fc":
            flat = flat + self.random.choice([0, 0.5])
        if small and numpy_dtype.kind == "c":
            flat = flat * (1 - 2j)
        return tensors.encode(flat.astype(numpy_dtype).reshape(shape), self.random.choice("CCF"))

    def wide(self, dtype):
        """A value from anywhere in the dtype, its limits and the special floats above all."""
        if dtype.kind in "iu":
            limits = np.iinfo(dtype)
            return self.random.choice([limits.min, limits.max, 0, 1, min(200, limits.max), limits.max // 2, limits.min // 2])
        if dtype.kind in "fc":
            limit = float(np.finfo(dtype).max)
            special = [np.nan, np.inf, -np.inf, limit, -0.75, 0.0, 255.9, -128.5, 3e4, 1e-3, -1.0]
            return self.random.choice(special)
        return self.chance(0.5)

    # Views

    def views(self, case):
        """Adds a chain of views to the case; the shape at its end."""
        ids = reference.positions(tensors.decode(case["base"]))
        for _ in range(self.random.choices(range(5), [3, 4, 4, 2, 1])[0]):
            step = self.view(list(ids.shape))
            try:
                viewed = reference.through(ids, ids, [step])[1]
            except reference.Refused:
                # Every so often the chain itself is the mistake.
                if self.chance(0.1):
                    case["views"].append(step)
                    return list(ids.shape)
                continue
            if viewed.size <= MAX_ELEMENTS and viewed.ndim <= 8:
                case["views"].append(step)
                ids = viewed
        return list(ids.shape)

    def view(self, shape):
        rank = len(shape)
        axes = self.random.sample(range(rank), rank)
        choices = [{"index": self.items(shape, basic=True, mistakes=0.03)}] * 4
        choices += [{"permute": axes}, {"expand": self.random.randint(-rank - 1, rank)}]
        choices.append({"reshape": self.regrouped(shape)})
        choices.append({"broadcast": self.stretched(shape)})
        if rank:
            some = self.random.sample(range(rank), self.random.randint(1, rank))
            choices += [{"flip": [axis - rank * self.chance(0.3) for axis in some]}] * 2
            choices.append({"swap": [self.random.randrange(rank), self.random.randrange(rank)]})
            choices.append({"move": [self.random.randrange(rank), self.random.randrange(rank)]})
            choices.append({"squeeze": self.random.randint(-rank, rank - 1)})
        if rank == 2:
            choices.append({"diagonal": None})
        return self.random.choice(choices)

    def regrouped(self, shape):
        """A shape of the same number of elements, sometimes with one size left open."""
        new = [size for size in shape if size != 1]
        while len(new) > 1 and self.chance(0.6):
            at = self.random.randrange(len(new) - 1)
            new[at : at + 2] = [new[at] * new[at + 1]]
        for at, size in enumerate(new):
            if size == 4 and self.chance(0.5):
                new[at : at + 1] = [2, 2]
        for _ in range(self.random.randrange(3)):
            new.insert(self.random.randint(0, len(new)), 1)
        if new and 0 not in new and self.chance(0.3):
            new[self.random.randrange(len(new))] = -1
        return new

    def stretched(self, shape):
        """A shape that broadcasting reaches."""
        new = [self.random.choice([1, 2, 3]) if size == 1 else size for size in shape]
        return [self.random.choice([1, 2, 0] if self.chance(0.1) else [2, 3]) for _ in range(self.random.randrange(2))] + new

    # Index expressions

    def items(self, shape, basic, mistakes=0.08):
        """An index expression for a tensor of this shape, in `mistakes` of the cases with one."""
        picked = None if basic else self.random.choice([[], [1], [2], [3], [0], [2, 3], [1, 3], [2, 1], [5]])
        items, axis = [], 0
        used = self.random.randint(0, len(shape)) if self.chance(0.3) else len(shape)
        filled = self.random.randint(0, len(shape)) if self.chance(0.3) else None
        while axis < used:
            if axis == filled:
                skipped = self.random.randint(0, used - axis)
                items.append("fill")
                axis, used, filled = axis + skipped, len(shape), None
                continue
            item = self.item(shape[axis:], picked)
            items.append(item)
            axis += reference.consumes(item)
        if filled == axis:
            items.append("fill")
        for _ in range(self.random.choices(range(3), [6, 2, 1])[0]):
            items.insert(self.random.randint(0, len(items)), "newaxis")
        if not basic and self.chance(0.05):
            mask = tensors.encode(np.array(self.chance(0.7)))
            items.insert(self.random.randint(0, len(items)), {"tensor": mask})
        if self.chance(mistakes):
            self.spoil(items)
        return items

    def item(self, shape, picked):
        """An item for the first axis of what is left, or a mask for several."""
        length = shape[0]
        if picked is not None and self.chance(0.5):
            return {"tensor": self.mask(shape) if self.chance(0.35) else self.picks(length, picked)}
        if length and self.chance(0.25):
            return {"at": self.random.randrange(-length, length)}
        return self.range(length)

    def range(self, length):
        outside = self.chance(0.02)
        low, high = (-length - 2, length + 2) if outside else (-length, length)
        ends = [None if self.chance(0.3) else self.random.randint(low, high) for _ in range(2)]
        step = self.random.choice([1, 1, 1, 2, 3, -1, -1, -2, -3])
        form = self.random.random()
        if form < 0.15:
            return {"span": [self.random.randint(low, high) for _ in range(2)]} if length else {"slice": [None, None, step]}
        if form < 0.3 and length:
            return {"inclusive": [ends[0], self.random.randint(low, high - 1)]}
        if form < 0.5:
            return {"every": {"of": {"slice": [*ends, 1]}, "step": step}}
        if step < 0 and not outside:
            # Written ends lie on entries when the walk goes down.
            ends = [end if end is None or -length <= end < length else None for end in ends]
        return {"slice": [*ends, step]}

    def picks(self, length, shape):
        """An index tensor that broadcasts with others of this shape."""
        shape = [1 if self.chance(0.15) else size for size in shape][self.random.randrange(len(shape) + 1) if self.chance(0.15) else 0 :]
        if length == 0:
            shape = [0] + shape[1:]
        # A long axis has entries that eight bits cannot name.
        dtype = self.random.choice(tensors.INTEGERS if length < 100 else ["i16", "u32", "i64"])
        low = 0 if dtype[0] == "u" else -length
        if self.chance(0.02):
            length, low = length + 1, low - (dtype[0] == "i")
        flat = [self.random.randrange(low, length) for _ in range(int(np.prod(shape)))]
        array = np.array(flat, dtype=tensors.DTYPES[dtype]).reshape(shape)
        return tensors.encode(array, self.random.choice("CF"))

    def mask(self, shape):
        covered = shape[: self.random.choice([1, 1, 2, len(shape)])]
        if self.chance(0.02):
            covered[0] += 1
        if self.chance(0.08):
            # No entries: the sizes of the others must still be those of their axes.
            covered[self.random.randrange(len(covered))] = 0
        density = self.random.choice([0.0, 0.3, 0.6, 1.0])
        flat = [self.chance(density) for _ in range(int(np.prod(covered)))]
        return tensors.encode(np.array(flat, dtype=bool).reshape(covered), self.random.choice("CF"))

    def spoil(self, items):
        """Puts one mistake into an index expression."""
        mistake = self.random.choice(
            [
                "fill",
                {"at": self.random.choice([50, -50, 7, -8])},
                {"slice": [None, None, 0]},
                {"slice": [9, None, 1]},
                {"inclusive": [None, 9]},
                {"slice": [None, -30, -1]},
                {"tensor": tensors.encode(np.array([0.0, 1.0]))},
                {"tensor": tensors.encode(np.array([0, 9]))},
            ]
        )
        if items and self.chance(0.7):
            items[self.random.randrange(len(items))] = mistake
        else:
            items.append(mistake)

    def spread_mask(self, shape):
        """A mask that mostly stretches to a shape."""
        own = [1 if self.chance(0.3) else size for size in shape][self.random.randint(0, len(shape)) if self.chance(0.3) else 0 :]
        own = self.shape() if self.chance(0.03) else own
        flat = [self.chance(0.5) for _ in range(int(np.prod(own)))]
        return tensors.encode(np.array(flat, dtype=bool).reshape(own), self.random.choice("CF"))

    # Stores

    def value(self, case):
        """A value to store: of the region's shape, broadcastable to it, equal but for 1s, or wrong."""
        try:
            access = reference.Access(case)
            whole = case["verb"] == "store_where"
            region = list(access.view.shape if whole else reference.region(access, case)[1].shape)
        except reference.Refused:
            region = []
        form = self.random.random()
        if form < 0.15:
            region = []
        elif form < 0.35:
            region = [1 if self.chance(0.4) else size for size in region][self.random.randint(0, len(region)) :]
        elif form < 0.55:
            region = [size for size in region if size != 1]
            for _ in range(self.random.randrange(3)):
                region.insert(self.random.randint(0, len(region)), 1)
        elif form < 0.6:
            region = self.shape()
        own = case["base"]["dtype"]
        dtype = own if self.chance(0.5) else self.random.choice(list(tensors.DTYPES))
        return self.tensor(region, dtype, small=case["verb"] == "scatter" or self.chance(0.8))

    def overlapping(self, shape):
        """An index, and a view of the same shape that shares elements with what it stores to."""
        long = [axis for axis, size in enumerate(shape) if size > 1]
        if not long:
            return None
        axis = self.random.choice(long)
        length = shape[axis]
        whole = {"slice": [None, None, 1]}
        upper, lower = {"slice": [1, None, 1]}, {"slice": [None, length - 1, 1]}
        down = {"slice": [None, None, -1]}
        half = {"slice": [0, length // 2, 1]}
        spread = {"slice": [0, length // 2 * 2, 2]}
        pairs = [(upper, lower), (lower, upper), (whole, down), (down, whole), (half, spread), (spread, half)]
        target, source = self.random.choice(pairs)
        before = [whole] * axis
        items = before + [target] if self.chance(0.7) else before + [target, "fill"]
        steps = [{"index": before + [source]}]
        square = [other for other in long if other > axis and shape[other] == length]
        if target is whole and square and self.chance(0.5):
            steps = [{"swap": [axis, square[0]]}]
        return items, steps
