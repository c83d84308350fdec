"""The standard's dtypes by name, their kinds, and its table of promotion."""

import itertools

import lunette as xp

SIGNED = ["int8", "int16", "int32", "int64"]
UNSIGNED = ["uint8", "uint16", "uint32", "uint64"]
REAL = ["float32", "float64"]
COMPLEX = ["complex64", "complex128"]
INTEGERS = SIGNED + UNSIGNED
FLOATING = REAL + COMPLEX
REALS = INTEGERS + REAL
NUMERIC = INTEGERS + FLOATING
EVERY = ["bool"] + NUMERIC

# The letters by which /support/functions.py says what a function takes.
KINDS = {
    "N": NUMERIC,
    "R": REALS,
    "I": INTEGERS,
    "F": FLOATING,
    "RF": REAL,
    "C": COMPLEX,
    "B": ["bool"],
    "IB": ["bool"] + INTEGERS,
    "A": EVERY,
}

COMPONENT = {"complex64": "float32", "complex128": "float64"}
COMPLEX_OF = {"float32": "complex64", "float64": "complex128"}


def width(name):
    """The bits of an integer dtype."""
    return int(name.lstrip("uint"))


def promoted(first, second):
    """The dtype of two together, or none where the standard leaves it open."""
    if first == second:
        return first
    both = {first, second}
    if both <= set(SIGNED) or both <= set(UNSIGNED):
        return max(first, second, key=width)
    if both <= set(INTEGERS):
        signed, unsigned = (first, second) if first in SIGNED else (second, first)
        if unsigned == "uint64":
            return None
        return f"int{max(width(signed), 2 * width(unsigned))}"
    if both <= set(FLOATING):
        double = {"float64", "complex128"} & both
        if both & set(COMPLEX):
            return "complex128" if double else "complex64"
        return "float64"
    return None


PAIRS = [(a, b, promoted(a, b)) for a, b in itertools.product(EVERY, EVERY) if promoted(a, b)]


def pairs_of(kind):
    """The pairs of dtypes of one kind whose promotion the standard fixes."""
    names = KINDS[kind]
    return [(a, b, result) for a, b, result in PAIRS if a in names and b in names]


def of(name):
    """Our dtype of that name."""
    return getattr(xp, name)


def scalar_kinds(name):
    """The types of Python's numbers that may stand beside an array of this dtype."""
    if name == "bool":
        return [bool]
    if name in INTEGERS:
        return [int]
    return [int, float] if name in REAL else [int, float, complex]


def accumulated(name):
    """The dtype of a sum or product of elements of this dtype."""
    if name in SIGNED:
        return "int64"
    return "uint64" if name in UNSIGNED else name


def real_of(name):
    """The dtype of the parts of a complex dtype; a real one stays."""
    return COMPONENT.get(name, name)
