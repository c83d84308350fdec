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
COMPARISONS = ["equal", "not_equal", "less", "less_equal", "greater", "greater_equal"]
# Functions that act on the parts of complex numbers one by one, or only look at them.
PARTWISE = [
    "negative", "positive", "conj", "real", "imag", "isnan", "isinf", "isfinite", "round", "add", "subtract", "equal",
    "not_equal", "logical_not", "logical_and", "logical_or", "logical_xor", "where",
]
# Functions with branch cuts that NumPy and Lunette lay where C99 does.
CUTS = ["sqrt", "log", "log2", "log10", "asin", "acos", "atan", "asinh", "acosh", "atanh"]
SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, np.inf, -np.inf, np.nan, 1e-3, 710.0, -745.0]


class Calls(generate.Generator):
    """Random calls of the functions in the table."""

    def call(self, only):
        name = only or self.random.choice(list(functions.FUNCTIONS))
        function = functions.FUNCTIONS[name]
        arity = functions.ARITY[name]
        shape = self.large_shape() if self.chance(0.002) else self.shape()
        dtypes = [self.dtype(function, name, place) for place in range(arity)]
        if name == "clip" or self.chance(0.2) and name != "where":
            dtypes = [dtypes[0]] * arity
        if "f" in function.kinds and name not in ("nextafter", "clip", "where") and self.chance(0.06):
            dtypes = [tensors.BF16] * arity
        form = self.form(name, arity, dtypes)
        if form == "weak":
            dtypes = dtypes[:1]
        case = {"call": name, "args": [self.arg(shape, dtype, name, place) for place, dtype in enumerate(dtypes)]}
        if form == "assign":
            # What is added must not be larger than what it is added to.
            case["args"][0] = self.arg(shape, dtypes[0], name, 0, whole=True)
        if form:
            case["with"] = {"form": form}
        if form == "weak":
            case["with"]["scalar"] = self.scalar(dtypes[0], name)
        return case

    def large_shape(self):
        """A shape of enough elements for tiles and threads."""
        return self.random.choice([[150_000], [400, 400], [3, 60_000], [60_000, 3], [50, 60, 50]])

    def form(self, name, arity, dtypes):
        """Another form of the function than its method."""
        if name in functions.CUT:
            return self.random.choice(["operator", "assign" if len(set(dtypes)) == 1 else "operator"])
        forms = ["into", "lazy"] if arity < 3 else ["lazy"]
        if name in functions.OPERATORS:
            forms += ["operator"] + ["assign"] * (len(set(dtypes)) == 1 and dtypes[0] != "bool")
        if name in functions.WEAK and dtypes[0] != tensors.BF16:
            forms += ["weak"]
        return self.random.choice(forms) if forms and self.chance(0.4) else None

    def scalar(self, dtype, name):
        """A number as JSON holds it; integers may be too large for the tensor beside them."""
        divides = name in ("divide", "floor_divide", "remainder")
        if self.chance(0.6) or name.startswith("bitwise"):
            number = self.random.choice([1, 2, 3, 7, 100, 100, 300, 70_000, 1 << 40, -1, -300])
            return number if number > 0 or not divides else 5
        return repr(self.random.choice([0.5, -1.5, 3.0, 1e10]))

    def dtype(self, function, name, place):
        if "u" in function.kinds and name in COMPARISONS and self.chance(0.1):
            return self.random.choice(["i64", "u64"])
        kinds = "b" if name == "where" and place == 0 else function.kinds
        return self.random.choice([d for d in DTYPES if np.dtype(tensors.DTYPES[d]).kind in kinds])

    def arg(self, shape, dtype, name, place, whole=False):
        """A tensor that broadcasts with `shape`, through views that lead to another order, step or direction."""
        if not whole:
            shape = shape[self.random.randrange(len(shape) + 1) if self.chance(0.2) else 0 :]
            shape = [1 if self.chance(0.1) else size for size in shape]
        order = self.random.sample(range(len(shape)), len(shape)) if self.chance(0.5) else list(range(len(shape)))
        steps = [self.random.choice([1, 1, 1, 2, -1, -2]) for _ in shape]
        stored = [shape[axis] * abs(steps[axis]) for axis in order]
        is_bf16 = dtype == tensors.BF16
        base = self.values(stored, np.dtype(np.float32 if is_bf16 else tensors.DTYPES[dtype]), name, place)
        views = []
        if any(step != 1 for step in steps):
            views.append({"index": [{"every": {"of": {"slice": [None, None, 1]}, "step": steps[axis]}} for axis in order]})
        if order != sorted(order):
            views.append({"permute": [order.index(axis) for axis in range(len(order))]})
        order = self.random.choice("CCF")
        encoded = tensors.encode_bf16(tensors.to_bf16(base), order) if is_bf16 else tensors.encode(base, order)
        return {"base": encoded, "views": views}

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
            return self.complex_number(name)
        if name == "divide" and place == 1 and self.chance(0.8):
            return self.random.uniform(1, 9)
        if self.chance(0.2):
            return self.random.choice(SPECIAL + [np.finfo(dtype).max, np.finfo(dtype).tiny, np.finfo(dtype).smallest_subnormal])
        return self.random.choice([self.random.uniform(-5, 5), self.random.uniform(-300, 300), float(self.random.randint(-9, 9))])

    def complex_number(self, name):
        if name in PARTWISE and self.chance(0.3):
            return complex(self.random.choice(SPECIAL), self.random.choice(SPECIAL))
        kind = self.random.choice(["whole", "any", "any", "on an axis"])
        if kind == "whole":
            number = complex(self.random.randint(-9, 9), self.random.randint(-9, 9))
        elif kind == "any":
            number = complex(self.random.uniform(-5, 5), self.random.uniform(-5, 5))
        else:
            # Where branch cuts lie, on either side of them.
            parts = [self.random.uniform(-5, 5), self.random.choice([0.0, -0.0]) if name in CUTS else 0.0]
            number = complex(*(parts if self.chance(0.5) else parts[::-1]))
        return number or complex(1, 1)

    def integer(self, dtype, name, place):
        limits = np.iinfo(dtype)
        divides = name in ("divide", "floor_divide", "remainder", "pow", *functions.CUT) or name.endswith("_shift")
        if name in COMPARISONS and limits.bits == 64 and self.chance(0.3):
            return (1 << 53) + self.random.randint(-1, 1)
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
    numbers = range(options.first, options.first + options.cases)
    for start in range(0, len(numbers), compare.BATCH):
        batch = [(k, make(options, k)) for k in numbers[start : start + compare.BATCH]]
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
    function = functions.FUNCTIONS[case["call"]]
    arrays = [through(arg) for arg in case["args"]]
    form = case.get("with", {}).get("form")
    if form == "weak":
        return judge_weak(case, function, arrays[0], answer)
    rule = functions.refused(case["call"], arrays)
    if rule and form in ("operator", "assign") and "panic" in answer:
        return None
    if "panic" in answer:
        return f"panicked: {answer['panic']}"
    if rule:
        return None if "error" in answer else f"accepted, but {rule} refuses it"
    if "error" in answer:
        return f"refused ({answer['message']})"
    with np.errstate(all="ignore"):
        wanted = np.asarray(function.twin(*arrays))
    found = tensors.decode(answer["results"][0])
    if case["args"][0]["base"]["dtype"] == tensors.BF16:
        if wanted.dtype == np.float32:
            return differs(Half(function), tensors.to_bf16(wanted), found, arrays)
        found_as = answer["results"][0]["dtype"]
        if found_as != "bool":
            return f"the result is {found_as}, and must be bool"
    return differs(function, wanted, found, arrays)


def judge_weak(case, function, array, answer):
    """A number beside a tensor takes its dtype if that holds its kind (R28)."""
    if "panic" in answer:
        return f"panicked: {answer['panic']}"
    scalar = case["with"]["scalar"]
    scalar = float(scalar) if isinstance(scalar, str) else scalar
    name = case["call"]
    if name.startswith("bitwise") and array.dtype.kind == "b":
        # Beside a bool the client's number is an i64, and NumPy's too.
        scalar = np.int64(scalar)
    try:
        with np.errstate(all="ignore"):
            wanted = np.asarray(function.twin(*weak(array, scalar, name)))
    except (OverflowError, TypeError) as refusal:
        return None if "error" in answer else f"accepted, but refused by {refusal}"
    if "error" in answer:
        return f"refused ({answer['message']})"
    return differs(function, wanted, tensors.decode(answer["results"][0]), [array, scalar])


def weak(array, scalar, name):
    """The operands as arrays of the dtypes that they have beside each other."""
    if name in COMPARISONS and isinstance(scalar, int) and array.dtype.kind in "iu":
        # An ordinary answer, whatever the tensor can hold: as objects they are Python's own numbers.
        return array.astype(object), np.array(scalar, object)
    beside = np.result_type(array.dtype, type(scalar)(0)) if array.dtype.kind != "b" else np.result_type(type(scalar))
    if isinstance(scalar, int) and beside.kind in "iu" and not np.iinfo(beside).min <= scalar <= np.iinfo(beside).max:
        raise OverflowError("R28")
    return array.astype(beside), np.asarray(scalar, beside)


class Half:
    """A function whose results are rounded to bf16: its steps are those of the upper half of an f32."""

    def __init__(self, function):
        self.close, self.zeros, self.complex_close = function.close * 65536, function.zeros, function.complex_close
        self.beside = function.beside


def through(arg):
    base = tensors.decode(arg["base"])
    return reference.through(base, reference.positions(base), arg["views"])[0]


def differs(function, wanted, found, arrays):
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
    if function.beside and wanted.dtype.kind in "fc":
        with np.errstate(all="ignore"):
            bad &= ~(np.abs(wanted - found) <= np.finfo(wanted.dtype).eps * function.beside(*arrays))
    if not bad.any():
        return None
    at = tuple(int(index[0]) for index in np.nonzero(np.atleast_1d(bad)))
    return f"at {at}: {np.atleast_1d(found)[at]!r}, and must be {np.atleast_1d(wanted)[at]!r}"


def close(function, wanted, found):
    """Where the numbers are the same, or as near as the function allows."""
    if wanted.dtype.kind != "f":
        return np.asarray(wanted == found)
    same = (wanted == found) | (np.isnan(wanted) & np.isnan(found))
    if function.zeros:
        same &= (np.signbit(wanted) == np.signbit(found)) | (wanted != 0)
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
        form = case.get("with", "")
        print(f"\ncase {number}: {case['call']} {form} of {dtypes}: {difference}")
        print(f"again: compute.py --client {options.client} --seed {options.seed} --first {number} --cases 1")
    print(f"\n{len(failures)} of {counts['cases']} cases differ")


if __name__ == "__main__":
    sys.exit(main())
