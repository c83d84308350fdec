"""Reads the table of special cases: from the text of a case to a condition and to what is expected."""

from dataclasses import dataclass, replace
import math
from pathlib import Path

import numpy as np

TABLE = Path(__file__).with_name("special_cases.txt")

# The symmetries by which cases for one quadrant speak of all four.
ODD = {"asinh", "atanh", "sinh", "tanh"}
EVEN = {"cosh"}


def negative(value):
    """Whether the sign bit is set, of a nan too."""
    return math.copysign(1.0, value) < 0


@dataclass(frozen=True)
class Expected:
    """What one number has to be; `loose` leaves its sign open, `near` its last places."""

    value: float
    loose: bool = False
    near: bool = False
    sign: int = 0

    def holds(self, found):
        """Whether a number is as expected."""
        if self.sign:
            return math.isnan(found) or negative(found) == (self.sign < 0)
        if math.isnan(self.value):
            return math.isnan(found)
        if self.loose:
            return replace(self, loose=False, value=abs(self.value)).holds(abs(found))
        if self.value == 0 or math.isinf(self.value):
            return found == self.value and negative(found) == negative(self.value)
        return math.isclose(found, self.value, rel_tol=1e-5) if self.near else found == self.value

    def turned(self):
        """The same of the number's negative."""
        return replace(self, value=-self.value, sign=-self.sign)


def sample(name):
    """Numbers of a dtype on which every condition of the table is met by some."""
    limits = np.finfo(name)
    plain = [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 1e-3, 255.0, float(limits.max), float(limits.tiny), math.inf]
    held = [float(np.asarray(value, name)) for value in plain]
    return [sign * value for value in held for sign in (1.0, -1.0)] + [math.nan, -math.nan]


SIMPLE = {
    "nan": math.isnan,
    "nan+": lambda v: math.isnan(v) and not negative(v),
    "nan-": lambda v: math.isnan(v) and negative(v),
    "±inf": math.isinf,
    "±0": lambda v: v == 0,
    "+0": lambda v: v == 0 and not negative(v),
    "-0": lambda v: v == 0 and negative(v),
    "fin": math.isfinite,
    "nzfin": lambda v: math.isfinite(v) and v != 0,
    "nz": lambda v: v != 0 and not math.isnan(v),
    "+fin": lambda v: math.isfinite(v) and v > 0,
    "-fin": lambda v: math.isfinite(v) and v < 0,
    "fin|nan": lambda v: not math.isinf(v),
    "int": lambda v: math.isfinite(v) and v.is_integer(),
    "frac": lambda v: math.isfinite(v) and not v.is_integer(),
    "|>1|": lambda v: abs(v) > 1,
    "|=1|": lambda v: abs(v) == 1,
    "|<1|": lambda v: abs(v) < 1,
    "·": lambda v: True,
}


def odd(value):
    """Whether it is an odd integer."""
    return math.isfinite(value) and value % 2 == 1


def condition(text):
    """What a condition on one number asks."""
    if text in SIMPLE:
        return SIMPLE[text]
    for ending, wanted in (("notodd", False), ("odd", True)):
        if text.endswith(ending):
            inner = condition(text.removesuffix(ending))
            return lambda v: inner(v) and odd(v) is wanted
    if text.startswith("≠"):
        inner = condition(text[1:]) if text[1:] != "0" else SIMPLE["±0"]
        return lambda v: not inner(v)
    if text[0] in "<>":
        limit = float(text[1:])
        return (lambda v: v < limit) if text[0] == "<" else (lambda v: v > limit)
    value = float(text)
    return lambda v: v == value


def both(text):
    """What a condition on two numbers asks."""
    if text == "any nan":
        return lambda a, b: math.isnan(a) or math.isnan(b)
    if text in ("same sign", "other sign"):
        nonzero = SIMPLE["nzfin"]
        return lambda a, b: nonzero(a) and nonzero(b) and (negative(a) == negative(b)) == (text == "same sign")
    first, second = text.strip("()").split(", ")
    if second == "-x1":
        return lambda a, b: a != 0 and b == -a
    first, second = condition(first), condition(second)
    return lambda a, b: first(a) and second(b)


def number(text):
    """What a result asks of one number."""
    loose, near = text.endswith("?"), text.startswith("≈") or "π" in text
    text = text.strip("?≈")
    if "π" not in text:
        return Expected(float(text), loose, near)
    factor, _, divisor = text.replace("π", "1" if text.strip("-+")[0] == "π" else "").partition("/")
    return Expected(float(factor) * math.pi / float(divisor or 1), loose, near)


def result(text, dtype, *arguments):
    """What a result asks, given the arguments."""
    if text in ("True", "False"):
        return Expected(text == "True")
    if text.startswith("{"):
        values = [np.asarray(argument, dtype)[()] for argument in arguments]
        names = dict(zip(("x1", "x2"), values)) | {"x": values[0], "np": np}
        with np.errstate(all="ignore"):
            return Expected(float(eval(text.strip("{}"), names)))
    if text in ("sign+", "sign-"):
        return Expected(0.0, sign=1 if text == "sign+" else -1)
    named = {"x": arguments[0], "x1": arguments[0], "x2": arguments[-1], "a": arguments[0], "b": arguments[-1]}
    if text.strip("|-") in named:
        value = named[text.strip("|-")]
        value = abs(value) if "|" in text else value
        return Expected(-value if text.startswith("-") else value)
    if text in ("nan+", "nan-"):
        return Expected(math.nan, sign=1 if text == "nan+" else -1)
    return number(text)


def complex_result(text, dtype, a, b):
    """What a result asks of the two parts of a complex number."""
    if "cis" in text:
        size, _, rest = text.partition("·cis(b)")
        across, along = float(size) * math.cos(b), float(size) * math.sin(b)
        # Adding nothing would lose the sign of a zero.
        return Expected(across + float(rest) if rest else across, near=True), Expected(along, near=True)
    if not text.startswith("("):
        return result(text, dtype, a, b), Expected(0.0)
    return tuple(number(part) for part in text.strip("()").split(", "))


class Cases:
    """The cases of one function for one kind of dtypes."""

    def __init__(self, name):
        self.name = name
        self.derived = None
        self.cases = []

    def read(self, text):
        """Takes in the cases of a line."""
        if text.startswith("as "):
            self.derived = text.split()[1:]
            return
        for case in text.split("; "):
            asked, _, given = case.partition("→")
            two = asked.startswith("(") or asked in ("any nan", "same sign", "other sign")
            self.cases.append((both(asked) if two else condition(asked), given, case))

    def find(self, *arguments):
        """The first case that fits."""
        fitting = (case for case in self.cases if case[0](*arguments))
        return next(fitting, None)

    def expected(self, dtype, *arguments):
        """What is expected of real arguments, and the case that says so."""
        case = self.find(*arguments)
        return None if case is None else (result(case[1], dtype, *arguments), case[2])

    def expected_complex(self, table, dtype, a, b):
        """What is expected of the two parts of the result for a complex argument, and the case that says so."""
        if self.derived:
            return self.expected_derived(table, dtype, a, b)
        mirrors = [(1, 1), (1, -1)]
        if self.name in ODD | EVEN:
            mirrors += [(-1, -1), (-1, 1)]
        # (1, -1) is the conjugate, (-1, -1) the negative, (-1, 1) both.
        found = [(self.find(a * across, b * along), across, along) for across, along in mirrors]
        found = [entry for entry in found if entry[0]]
        if not found:
            return None
        case, across, along = min(found, key=lambda entry: self.cases.index(entry[0]))
        real, imaginary = complex_result(case[1], dtype, a * across, b * along)
        if self.name in ODD and across < 0:
            real, imaginary = real.turned(), imaginary.turned()
        conjugated = across != along
        return (real, imaginary.turned() if conjugated else imaginary), case[2]

    def expected_derived(self, table, dtype, a, b):
        """The expectation that another function's cases imply."""
        if self.derived[1] == "over":
            found = table[self.derived[0], "C"].expected_complex(table, dtype, a, b)
            if found is None:
                return None
            scale = float(self.derived[2])
            (real, imaginary), case = found
            return tuple(replace(part, value=part.value / scale, near=True) for part in (real, imaginary)), case
        # f(z) is g(iz), or -i g(iz): multiplying by i turns the parts.
        found = table[self.derived[1], "C"].expected_complex(table, dtype, -b, a)
        if found is None:
            return None
        (real, imaginary), case = found
        return ((real, imaginary) if self.derived[0] == "rotated" else (imaginary, real.turned())), case


def read_table():
    """All cases, by function and kind."""
    table = {}
    for line in TABLE.read_text().splitlines():
        if not line.startswith("#"):
            head, _, text = line.partition(": ")
            name, kind = head.split()
            table.setdefault((name, kind), Cases(name)).read(text)
    return table
