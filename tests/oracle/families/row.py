"""What a family's table is made of: rows, and what they expect of results."""

import numpy as np

from reference import Refused

__all__ = ["Either", "Exact", "Like", "Near", "Refused", "Row", "differs", "near"]


class Row:
    """One function.

    `make` draws a call: a list of arrays and a dict of what else the function takes. `twin` gets both and gives what must
    come back, one expectation or several; where it raises, Lunette must refuse too. `check` gets the arrays that did come
    back, and yields further pairs of what they say and what that must be: factors are free in signs and order, and only
    what they make together is not.
    """

    # The function that is called, if it is not named as the row is.
    calls = None

    def __init__(self, make, twin, check=None):
        self.make, self.twin, self.check = make, twin, check

    def compared(self, arrays, found):
        """The arrays and the results as `twin` and `check` take them."""
        return arrays, found

    def expected(self, arrays, options):
        with np.errstate(all="ignore"):
            wanted = self.twin(*arrays, **options)
        wanted = wanted if isinstance(wanted, (tuple, list)) else [wanted]
        return [item if hasattr(item, "differs") else Exact(item) for item in wanted]


class Like:
    """A result of this shape and dtype, whatever is in it."""

    def __init__(self, shape, dtype):
        self.shape, self.dtype = tuple(shape), np.dtype(dtype)

    def differs(self, found):
        if (found.dtype, found.shape) == (self.dtype, self.shape):
            return None
        return f"the result is {found.dtype} {found.shape}, and must be {self.dtype} {self.shape}"


class Exact(Like):
    """These very numbers; NaN equals NaN. With `signs`, zeros must have their signs: the elements are only moved."""

    def __init__(self, array, signs=False):
        self.array = np.asarray(array)
        self.signs = signs
        super().__init__(self.array.shape, self.array.dtype)

    def differs(self, found):
        return super().differs(found) or disagreement(self.array, found, self.same(found))

    def same(self, found):
        same = self.array == found
        if self.dtype.kind == "f":
            same |= np.isnan(self.array) & np.isnan(found)
        if self.dtype.kind == "c":
            parts = [(part(self.array), part(found)) for part in (np.real, np.imag)]
            same = np.logical_and(*[(wanted == other) | (np.isnan(wanted) & np.isnan(other)) for wanted, other in parts])
        if self.signs and self.dtype.kind in "fc":
            for part in (np.real, np.imag):
                wanted, other = part(self.array), part(found)
                same &= (np.signbit(wanted) == np.signbit(other)) | np.isnan(wanted)
        return same


class Near(Exact):
    """Numbers that may be `bound` away, an array that broadcasts; infinities and NaN must be where they are."""

    def __init__(self, array, bound):
        super().__init__(array)
        self.bound = np.nan_to_num(np.asarray(bound, dtype=np.float64), nan=0.0, posinf=0.0)

    def same(self, found):
        wide = np.clongdouble if self.dtype.kind == "c" else np.longdouble
        wanted, found_wide = self.array.astype(wide), found.astype(wide)
        same = super().same(found) | (np.abs(wanted - found_wide) <= self.bound)
        if self.dtype.kind == "c":
            # Which part is infinite and which is NaN is left open; where both are NaN, nothing is.
            both = np.isnan(wanted.real) & np.isnan(wanted.imag)
            same |= ~np.isfinite(wanted) & ~np.isfinite(found_wide) & ~both
        return same


class Either(Exact):
    """Numbers that are those of one of two expectations, each by itself."""

    def __init__(self, first, second):
        super().__init__(first.array)
        self.choices = [first, second]

    def same(self, found):
        return np.logical_or(*[choice.same(found) for choice in self.choices])


def near(exact, dtype, error):
    """What `exact`, a wider number, is in `dtype`: `error` away before it is rounded, and a step by rounding."""
    exact, limits = np.asarray(exact), np.finfo(dtype)
    step = float(limits.eps) * np.abs(exact) + 2 * float(limits.smallest_subnormal)
    return Near(exact.astype(dtype), np.asarray(error) + step)


def disagreement(wanted, found, same):
    bad = ~np.atleast_1d(same)
    if not bad.any():
        return None
    at = tuple(int(index[0]) for index in np.nonzero(bad))
    return f"at {at}: {np.atleast_1d(found)[at]!r}, and must be {np.atleast_1d(wanted)[at]!r}"


def differs(row, case, found):
    """How results differ from what the row's twin makes of the case, if they do."""
    arrays, found = row.compared(case.arrays, found)
    wanted = row.expected(arrays, case.options)
    if len(wanted) != len(found):
        return f"{len(found)} results, and there must be {len(wanted)}"
    for place, (item, result) in enumerate(zip(wanted, found)):
        difference = item.differs(result)
        if difference:
            return f"result {place}: {difference}" if len(wanted) > 1 else difference
    if row.check:
        with np.errstate(all="ignore"):
            for what, item, result in row.check(found, *arrays, **case.options):
                difference = item.differs(np.asarray(result))
                if difference:
                    return f"{what}: {difference}"
    return None
