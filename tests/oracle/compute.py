"""Compares Lunette's functions with NumPy's on random tensors, views and dtypes.

Works like `compare.py`, and shares its client, views and tensors; `functions` holds the table of what is compared.

    compute.py --client PATH [--cases N] [--seed N] [--first N] [--only NAME]
"""

import collections
import json
import random
import sys
import warnings

import numpy as np

import compare
import functions
import generate
import reference
import tensors

DTYPES = [name for name in tensors.DTYPES]
SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, np.inf, -np.inf, np.nan, 1e-3, 710.0, -745.0]


class Calls(generate.Generator):
    """Random calls of the functions in the table."""

    def call(self, only):
        name = only or self.random.choice(list(functions.FUNCTIONS))
        function = functions.FUNCTIONS[name]
        arity = functions.ARITY[name]
        shape = self.shape()
        dtypes = [self.dtype(function, name, place) for place in range(arity)]
        if name == "clip":
            dtypes = [dtypes[0]] * 3
        return {"call": name, "args": [self.arg(shape, dtype, name, place) for place, dtype in enumerate(dtypes)]}

    def dtype(self, function, name, place):
        kinds = "b" if name == "where" and place == 0 else function.kinds
        return self.random.choice([d for d in DTYPES if np.dtype(tensors.DTYPES[d]).kind in kinds])

    def arg(self, shape, dtype, name, place):
        """A tensor that broadcasts with `shape`, through views that lead to another order, step or direction."""
        shape = shape[self.random.randrange(len(shape) + 1) if self.chance(0.2) else 0 :]
        shape = [1 if self.chance(0.1) else size for size in shape]
        order = self.random.sample(range(len(shape)), len(shape)) if self.chance(0.5) else list(range(len(shape)))
        steps = [self.random.choice([1, 1, 1, 2, -1, -2]) for _ in shape]
        stored = [shape[axis] * abs(steps[axis]) for axis in order]
        base = self.values(stored, np.dtype(tensors.DTYPES[dtype]), name, place)
        views = []
        if any(step != 1 for step in steps):
            views.append({"index": [{"every": {"of": {"slice": [None, None, 1]}, "step": steps[axis]}} for axis in order]})
        if order != sorted(order):
            views.append({"permute": [order.index(axis) for axis in range(len(order))]})
        return {"base": tensors.encode(base, self.random.choice("CCF")), "views": views}

    def values(self, shape, dtype, name, place):
        size = int(np.prod(shape))
        numbers = [self.number(dtype, name, place) for _ in range(size)]
        return np.array(numbers, dtype=dtype).reshape(shape)

    def number(self, dtype, name, place):
        if dtype.kind == "b":
            return self.chance(0.5) or (name == "divide" and place == 1)
        if dtype.kind in "iu":
            return self.integer(dtype, name, place)
        if dtype.kind == "c":
            number = complex(self.random.randint(-9, 9), self.random.randint(-9, 9))
            return number or complex(1, 1)
        if name == "divide" and place == 1 and self.chance(0.8):
            return self.random.uniform(1, 9)
        if self.chance(0.2):
            return self.random.choice(SPECIAL + [np.finfo(dtype).max, np.finfo(dtype).tiny, np.finfo(dtype).smallest_subnormal])
        return self.random.choice([self.random.uniform(-5, 5), self.random.uniform(-300, 300), float(self.random.randint(-9, 9))])

    def integer(self, dtype, name, place):
        limits = np.iinfo(dtype)
        divides = name in ("divide", "floor_divide", "remainder", "pow") or name.endswith("_shift")
        if divides and place == 1:
            low = 0 if self.chance(0.02) and name in ("floor_divide", "remainder") else 1
            return self.random.randint(max(limits.min, -1 if self.chance(0.01) else low), 12)
        if self.chance(0.1):
            return self.random.choice([limits.min, limits.max, limits.max // 2])
        return self.random.randint(max(limits.min, -100), min(limits.max, 100))


def main():
    options = arguments()
    print(f"seed {options.seed}, cases {options.first} to {options.first + options.cases - 1}, NumPy {np.__version__}")
    warnings.simplefilter("ignore")
    counts, failures = collections.Counter(), []
    batch = [(k, make(options, k)) for k in range(options.first, options.first + options.cases)]
    for (number, case), answer in zip(batch, compare.ask(options.client, batch)):
        difference = judge(case, answer)
        counts.update(["cases", case["call"]])
        if difference:
            failures.append((number, case, difference))
    report(counts, failures, options)
    return 1 if failures else 0


def arguments():
    parser = compare.parser(__doc__)
    parser.add_argument("--only", help="one function alone")
    return parser.parse_args()


def make(options, number):
    return Calls(random.Random(f"{options.seed}/{number}")).call(options.only)


def judge(case, answer):
    """How the answer differs from what it must be, if it does."""
    if "panic" in answer:
        return f"panicked: {answer['panic']}"
    function = functions.FUNCTIONS[case["call"]]
    arrays = [through(arg) for arg in case["args"]]
    rule = functions.refused(case["call"], arrays)
    if rule:
        return None if "error" in answer else f"accepted, but {rule} refuses it"
    if "error" in answer:
        return f"refused ({answer['message']})"
    with np.errstate(all="ignore"):
        wanted = np.asarray(function.twin(*arrays))
    found = tensors.decode(answer["results"][0])
    return differs(function, wanted, found)


def through(arg):
    base = tensors.decode(arg["base"])
    return reference.through(base, reference.positions(base), arg["views"])[0]


def differs(function, wanted, found):
    if wanted.dtype != found.dtype or wanted.shape != found.shape:
        return f"the result is {found.dtype} {found.shape}, and must be {wanted.dtype} {wanted.shape}"
    if wanted.dtype.kind == "c":
        same = [close(function, part(wanted), part(found)) for part in (np.real, np.imag)]
        # A part is as exact as the whole number is large.
        scale = np.abs(wanted) * np.finfo(wanted.dtype).eps * function.complex_close
        near = np.abs(wanted - found) <= scale
        # Which part is infinite and which is NaN is left open.
        near |= ~np.isfinite(wanted) & ~np.isfinite(found)
        bad = ~((same[0] & same[1]) | near)
    else:
        bad = ~close(function, wanted, found)
    if not bad.any():
        return None
    at = tuple(int(index[0]) for index in np.nonzero(np.atleast_1d(bad)))
    return f"at {at}: {np.atleast_1d(found)[at]!r}, and must be {np.atleast_1d(wanted)[at]!r}"


def close(function, wanted, found):
    """Where the numbers are the same, or as near as the function allows."""
    if wanted.dtype.kind != "f":
        return np.asarray(wanted == found)
    same = (wanted == found) | (np.isnan(wanted) & np.isnan(found))
    if function.zeros and function.close == 0:
        same &= (np.signbit(wanted) == np.signbit(found)) | np.isnan(wanted)
    if function.close:
        steps = np.abs(ordered(wanted) - ordered(found))
        same |= (steps <= function.close) & np.isfinite(wanted) & np.isfinite(found)
    return np.asarray(same)


def ordered(array):
    """Floats as integers that count the floats between them."""
    bits = array.view({2: np.int16, 4: np.int32, 8: np.int64}[array.dtype.itemsize]).astype(object)
    limit = 1 << (8 * array.dtype.itemsize - 1)
    return np.vectorize(lambda bit: bit if bit >= 0 else -(bit + limit), otypes=[object])(bits) if bits.size else bits


def report(counts, failures, options):
    print(f"  {counts['cases']} cases of {len(counts) - 1} functions")
    by_name = collections.Counter(case["call"] for _, case, _ in failures)
    for name, number in by_name.most_common():
        print(f"  {name:<24} {number:>6} of {counts[name]} differ")
    shown = set()
    for number, case, difference in failures:
        if case["call"] in shown:
            continue
        shown.add(case["call"])
        dtypes = [arg["base"]["dtype"] for arg in case["args"]]
        print(f"\ncase {number}: {case['call']} of {dtypes}: {difference}")
        print(f"again: compute.py --client {options.client} --seed {options.seed} --first {number} --cases 1")
    print(f"\n{len(failures)} of {counts['cases']} cases differ")


if __name__ == "__main__":
    sys.exit(main())
