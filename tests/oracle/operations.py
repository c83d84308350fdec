"""Compares Lunette's operations with NumPy's: reductions, sorts, products, decompositions, transforms, rearrangements.

Works like `compute.py`, which compares the elementwise functions, and shares its client; `families` holds the tables of
what is compared.

    operations.py --client PATH [--cases N] [--seed N] [--first N] [--only NAME]
"""

import collections
import random
import sys
import warnings

import numpy as np

import compare
import tensors
from families import FUNCTIONS
from families.arguments import Arguments
from families.row import Refused, differs

BATCH = 5_000
# How NumPy refuses a call.
ERRORS = (ValueError, IndexError, TypeError, ZeroDivisionError, OverflowError, np.linalg.LinAlgError, Refused)


class Case:
    """A call: a name, arrays, and what else the function takes."""

    def __init__(self, options, number):
        draw = Arguments(random.Random(f"{options.seed}/{number}"))
        self.number = number
        self.name = options.only or draw.pick(*FUNCTIONS)
        self.arrays, self.options = FUNCTIONS[self.name].make(draw)
        calls = FUNCTIONS[self.name].calls or self.name
        self.line = {"call": calls, "args": [draw.operand(array) for array in self.arrays], "with": self.written()}

    def written(self):
        """The options as the client reads them: dtypes go by Lunette's names."""
        return {name: tensors.NAMES[value] if isinstance(value, np.dtype) else value for name, value in self.options.items()}

    def __str__(self):
        arrays = ", ".join(f"{array.dtype} {list(array.shape)}" for array in self.arrays)
        return f"{self.name} of {arrays} with {self.written()}"


def main():
    options = arguments()
    print(f"seed {options.seed}, cases {options.first} to {options.first + options.cases - 1}, NumPy {np.__version__}")
    warnings.simplefilter("ignore")
    counts, failures = collections.Counter(), []
    numbers = range(options.first, options.first + options.cases)
    for start in range(0, len(numbers), BATCH):
        batch = [Case(options, number) for number in numbers[start : start + BATCH]]
        answers = compare.ask(options.client, [(case.number, case.line) for case in batch])
        for case, answer in zip(batch, answers):
            difference = judge(case, answer)
            counts.update(["cases", case.name] + [f"{case.name} refused"] * ("error" in answer))
            if difference:
                failures.append((case, difference))
    report(counts, failures, options)
    return 1 if failures else 0


def arguments():
    parser = compare.parser(__doc__)
    parser.add_argument("--only", choices=FUNCTIONS, help="one function alone")
    return parser.parse_args()


def judge(case, answer):
    """How the answer differs from what it must be, if it does."""
    if "panic" in answer:
        return f"panicked: {answer['panic']}"
    found = None if "error" in answer else [tensors.decode(result) for result in answer["results"]]
    try:
        if found is None:
            row = FUNCTIONS[case.name]
            row.expected(row.compared(case.arrays, [])[0], case.options)
            return f"refused ({answer['message']})"
        return differs(FUNCTIONS[case.name], case, found)
    except ERRORS as refusal:
        return None if found is None else f"accepted, but refused by {refusal}"


def report(counts, failures, options):
    by_name = collections.Counter(case.name for case, _ in failures)
    for name in FUNCTIONS:
        if counts[name]:
            differ = f"  {by_name[name]} DIFFER" if by_name[name] else ""
            print(f"  {name:<24} {counts[name]:>6} cases, {counts[f'{name} refused']:>5} of them refused{differ}")
    shown = collections.Counter()
    for case, difference in failures:
        shown[case.name] += 1
        if shown[case.name] <= (5 if options.only else 1):
            print(f"\ncase {case.number}: {case}: {difference}")
            only = f" --only {options.only}" if options.only else ""
            print(f"again: operations.py --client {options.client} --seed {options.seed} --first {case.number} --cases 1{only}")
    functions = sum(bool(counts[name]) for name in FUNCTIONS)
    print(f"\n{len(failures)} of {counts['cases']} cases of {functions} functions differ")


if __name__ == "__main__":
    sys.exit(main())
