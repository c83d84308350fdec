"""What NumPy says about a case, and where a rule of Lunette says something else.

A case is a base tensor, a chain of views on it, and one access through the last view. Beside the array itself its twin
`ids` goes through the same views: an array of the positions of the base's elements. It tells which element each index
reaches, whatever the strides are.

The rules under which Lunette differs on purpose:

  R7   a range end outside of its axis is an error; NumPy cuts it
  R9   `span(a, b)` of two equal numbers is that integer
  R14  a store accepts a value whose shape equals the region's once all 1s are removed; an element that integers alone
       lead to takes only a value of rank 0
  R16  a store of a value that the destination cannot hold is an error; NumPy wraps, warns, or makes infinity of an
       integer
  R19  a view that reaches an element twice is read-only, by its layout alone
"""

import numpy as np

import tensors


class Refused(Exception):
    """Lunette must refuse the case; the argument names the rule, or `numpy` where both refuse."""


def entries(length, item):
    """The entries of an axis that a range item takes, in order."""
    kind, numbers = next(iter(item.items()))
    if kind == "every":
        return entries(length, numbers["of"])[:: step_of(numbers["step"])]
    if kind == "span":
        start, stop, step = *numbers, 1
    elif kind == "inclusive":
        start, stop, step = numbers[0], numbers[1], 1
    else:
        start, stop, step = numbers
    step_of(step)
    upper = length - 1 if step < 0 else length
    start = counted(start, length, upper)
    if kind == "inclusive":
        stop = counted(stop, length, length - 1) + 1
    else:
        stop = counted(stop, length, upper)
    return list(range(length))[start:stop:step]


def step_of(step):
    if step == 0:
        raise Refused("numpy")
    return step


def counted(end, length, upper):
    """A written range end counted from the start of the axis."""
    if end is None:
        return None
    end = end + length if end < 0 else end
    if not 0 <= end <= upper:
        raise Refused("R7")
    return end


def as_slice(taken):
    """Entries with one distance between them as a slice."""
    if not taken:
        return slice(0, 0, 1)
    step = taken[1] - taken[0] if len(taken) > 1 else 1
    stop = taken[-1] + step
    return slice(taken[0], stop if stop >= 0 else None, step)


def numpy_index(shape, items):
    """The items as NumPy's index of an array of this shape."""
    consumed = sum(consumes(item) for item in items)
    if consumed > len(shape) or items.count("fill") > 1:
        raise Refused("numpy")
    index, axis = [], 0
    for item in items:
        if item == "newaxis":
            index.append(None)
        elif item == "fill":
            index.append(Ellipsis)
            axis += len(shape) - consumed
        else:
            covered = list(shape[axis : axis + consumes(item)])
            index.append(numpy_item(covered, item))
            axis += consumes(item)
    return tuple(index)


def numpy_item(length, item):
    if "at" in item:
        return item["at"]
    if "tensor" in item:
        return tensors.decode(item["tensor"])
    if is_collapsed(item):
        return item["span"][0]
    return as_slice(entries(length[0], item))


def is_collapsed(item):
    """Whether an item is a `span` that counts as an integer (R9)."""
    return isinstance(item, dict) and "span" in item and item["span"][0] == item["span"][1]


def consumes(item):
    """How many axes an item consumes."""
    if item in ("newaxis", "fill"):
        return 0
    return len(item["tensor"]["shape"]) if is_mask(item) else 1


def is_tensor(item):
    return isinstance(item, dict) and "tensor" in item


def is_mask(item):
    return is_tensor(item) and item["tensor"]["dtype"] == "bool"


def is_view(items):
    """Whether strides can express an index."""
    return not any(map(is_tensor, items))


def apply(array, step):
    """One view operation."""
    kind, argument = next(iter(step.items()))
    if kind == "index":
        if not is_view(argument):
            raise Refused("R12")
        return index(array, numpy_index(array.shape, argument))
    if kind in ("broadcast", "diagonal"):
        view = np.broadcast_to(array, argument) if kind == "broadcast" else array.diagonal()
        # Writable, which NumPy's are not: whether it may be written is asked of the layout, see `overlaps`.
        return np.lib.stride_tricks.as_strided(array, view.shape, view.strides)
    simple = {
        "permute": lambda: array.transpose(argument),
        "flip": lambda: np.flip(array, argument),
        "reshape": lambda: array.reshape(argument),
        "squeeze": lambda: np.squeeze(array, argument),
        "expand": lambda: np.expand_dims(array, argument),
        "swap": lambda: np.swapaxes(array, *argument),
        "move": lambda: np.moveaxis(array, *argument),
    }
    return simple[kind]()


def index(array, numpy_items):
    """A view in every case that strides can express, rank 0 included."""
    if all(isinstance(item, int) for item in numpy_items) and len(numpy_items) == array.ndim:
        return array[(*numpy_items, Ellipsis)]
    return array[numpy_items]


def overlaps(ids):
    """Whether two indices reach the same element."""
    return np.unique(ids).size != ids.size


def fitted(value, region):
    """A value in the region's shape (R14)."""
    if broadcasts(value.shape, region):
        return np.broadcast_to(value.reshape(without_leading_ones(value.shape)), region)
    if [size for size in value.shape if size != 1] == [size for size in region if size != 1]:
        return value.reshape(region)
    raise Refused("numpy")


def broadcasts(shape, region):
    """Whether a shape, its leading 1s dropped, broadcasts to the region's."""
    try:
        return np.broadcast_shapes(without_leading_ones(shape), region) == tuple(region)
    except ValueError:
        return False


def without_leading_ones(shape):
    first = next((axis for axis, size in enumerate(shape) if size != 1), len(shape))
    return tuple(shape[first:])


def converted(value, dtype):
    """A value in the destination's dtype, with the checks of R16."""
    dtype = np.dtype(dtype)
    if value.dtype == dtype:
        return value
    if value.dtype.kind == "c" and dtype.kind not in "cb":
        raise Refused("R16")
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        # Python's integers have no width of their own to compare in.
        for element in value.ravel().tolist():
            if element != element or abs(element) == float("inf") or not limits.min <= int(element) <= limits.max:
                raise Refused("R16")
    with np.errstate(over="ignore"):
        made = value.astype(dtype)
    # Floats may round to infinity, integers may not.
    if value.dtype.kind in "iu" and not np.isfinite(made).all():
        raise Refused("R16")
    return made


class Access:
    """The base of a case, its last view, and what each index of the view reaches."""

    def __init__(self, case):
        self.base = tensors.decode(case["base"])
        ids = np.array(positions(self.base), order=case["base"]["order"])
        self.ids = ids
        self.view, self.reached = through(self.base, ids, case["views"])
        self.rule = "numpy"

    def shares(self):
        """Whether the view still reaches the base, or is a copy that a reshape had to make."""
        return self.view.size > 0 and bool(np.shares_memory(self.view, self.base))

    def index(self, items):
        """NumPy's form of an index of the view, and the positions in the view that it picks."""
        try:
            numpy_items = numpy_index(self.view.shape, items)
            return numpy_items, np.asarray(positions(self.view)[numpy_items])
        except (ValueError, IndexError) as error:
            raise Refused("numpy") from error


def positions(array):
    """The position of each element of an array, counted in row-major order."""
    return np.arange(array.size).reshape(array.shape)


def through(array, ids, steps):
    """An array and what it reaches after a chain of views."""
    for step in steps:
        try:
            viewed, ids = apply(array, step), apply(ids, step)
        except (ValueError, IndexError) as error:
            raise Refused("numpy") from error
        if viewed.size > 0 and not np.shares_memory(viewed, array):
            # A reshape had to copy: every element is its own again.
            ids = positions(viewed)
        array = viewed
    return array, ids


def load(case):
    """The array that a load must give."""
    access = Access(case)
    if case["verb"] == "load_orthogonal":
        return access.view.ravel()[orthogonal(access.view.shape, case["items"])]
    items, _ = access.index(case["items"])
    return np.asarray(access.view[items])


def region(access, case):
    """NumPy's index for a store, if it has one, and the positions in the view that it writes to."""
    shape = access.view.shape
    if case["verb"] == "store_orthogonal":
        return None, orthogonal(shape, case["items"])
    if case["verb"] == "put":
        return None, in_range(tensors.decode(case["items"][0]["tensor"]), access.view.size)
    return access.index(case["items"])


def in_range(entries, length):
    """Entries counted from the start of an axis; all of them must exist."""
    entries = entries.astype(object)
    if any(not -length <= entry < length for entry in entries.ravel()):
        raise Refused("numpy")
    return np.where(entries < 0, entries + length, entries).astype(np.int64).reshape(entries.shape)


def orthogonal(shape, items):
    """The positions that an index takes when each index tensor acts on its own axis: one item after the other."""
    taken = np.arange(int(np.prod(shape))).reshape(shape)
    consumed = sum(consumes(item) for item in items)
    if consumed > len(shape) or items.count("fill") > 1:
        raise Refused("numpy")
    axis = 0
    for item in items:
        before = (slice(None),) * axis
        if item == "fill":
            axis += len(shape) - consumed
        elif item == "newaxis":
            taken, axis = taken[(*before, None)], axis + 1
        elif is_mask(item):
            mask = tensors.decode(item["tensor"])
            try:
                taken, axis = taken[(*before, mask)], axis + 1
            except IndexError as error:
                raise Refused("numpy") from error
        elif is_tensor(item):
            entries = tensors.decode(item["tensor"])
            if entries.dtype.kind not in "iu":
                raise Refused("numpy")
            entries = in_range(entries, taken.shape[axis])
            taken, axis = np.take(taken, entries, axis), axis + entries.ndim
        else:
            picked = numpy_item(taken.shape[axis : axis + 1], item)
            try:
                taken = taken[(*before, picked)]
            except IndexError as error:
                raise Refused("numpy") from error
            axis += not isinstance(picked, int)
    return np.asarray(taken)


def store(case):
    """The access after a store."""
    access = Access(case)
    if case["verb"] == "store_where":
        return store_where(access, case)
    items, targets = region(access, case)
    if overlaps(access.reached):
        raise Refused("R19")
    value = stored_value(case["value"], access)
    # The position of a `put` is an integer too, also as a tensor.
    if targets.ndim == 0 and value.ndim > 0 and (case["verb"] == "put" or are_integers(case["items"])):
        raise Refused("R14")
    if not broadcasts(value.shape, targets.shape):
        access.rule = "R14"
    if case["verb"] == "scatter":
        add(access.view, items, fitted(value, targets.shape))
        return access
    # Where nothing is written no value has to fit.
    write(access.view, items, targets, converted(fitted(value, targets.shape), access.view.dtype))
    return access


def are_integers(items):
    """Whether an index is made of nothing but integers, of which R9's equal numbers are one."""
    return not any(item == "fill" or is_tensor(item) for item in items)


def add(view, items, value):
    """The sum of what is there and what comes, as often as it comes; a bool holds no sum, and nothing is cut to a lower
    kind."""
    kinds = ["b", "iu", "f", "c"]
    kind = lambda dtype: next(place for place, letters in enumerate(kinds) if dtype.kind in letters)
    if view.dtype.kind == "b" or kind(value.dtype) > kind(view.dtype):
        raise Refused("doc")
    np.add.at(view, items, value.astype(view.dtype))


def store_where(access, case):
    """The store of what lies under a mask; mask and value broadcast."""
    if overlaps(access.reached):
        raise Refused("R19")
    try:
        mask = np.broadcast_to(tensors.decode(case["items"][0]["tensor"]), access.view.shape)
        value = np.broadcast_to(stored_value(case["value"], access), access.view.shape)
    except ValueError as error:
        raise Refused("numpy") from error
    access.view[mask] = converted(value[mask], access.view.dtype)
    return access


def write(view, items, region, value):
    """The store itself, by NumPy; one by one where targets repeat, because there NumPy promises no order."""
    if items is not None and not overlaps(region):
        view[items] = value
        return
    for target, element in zip(region.ravel().tolist(), value.ravel()):
        view[np.unravel_index(target, view.shape)] = element


def stored_value(value, access):
    if "shared" in value:
        return through(access.base, access.ids, value["shared"])[0].copy()
    return tensors.decode(value["tensor"])
