"""The functions that `compute.py` compares: NumPy's twin of each, the dtypes it takes, and how close it must come.

The rules under which Lunette differs on purpose:

  R29  integers give `f64` where NumPy chooses a small float; an integer divided by zero, a negative power and a negative
       shift are errors; shifts past the width give 0 or -1; floor_divide and remainder follow the Array API for infinities
  R31  complex numbers have no order

Complex numbers divided by zero are infinite in Lunette, as in C99, and NaN in NumPy; the standard leaves it open, and the
cases have none.
"""

import math

import mpmath
import numpy as np

REAL = "biuf"
NUMBERS = "iufc"
FLOATS = "f"


class Function:
    """One function: `kinds` are NumPy's letters for the dtypes it takes; `close` is how many units in the last place
    the result may be away (0: the very same), because NumPy's own error is among them; `complex_close` is the same for
    the whole of a complex number; `zeros` tells whether zeros must have the same sign. `beside` gives what the
    result may be a unit in the last place of away, where that is larger than the result."""

    def __init__(self, twin, kinds, close=0, complex_close=None, zeros=True, beside=None):
        self.twin, self.kinds, self.close, self.zeros, self.beside = twin, kinds, close, zeros, beside
        self.complex_close = complex_close or max(close, 1)


def as_float(function):
    """Integers and bools become f64 first, whatever NumPy would choose."""

    def call(*arrays):
        kinds = np.result_type(*arrays).kind
        if kinds in "biu":
            arrays = [array.astype(np.float64) for array in arrays]
        return function(*arrays)

    return call


def half_through_single(function):
    """Halves are computed in single precision and rounded once."""

    def call(*arrays):
        dtype = np.result_type(*arrays)
        if dtype == np.float16:
            result = function(*[array.astype(np.float32) for array in arrays])
            return result if result.dtype == bool else result.astype(np.float16)
        return function(*arrays)

    return call


def floor_divide(a, b):
    """The Array API's quotient: infinities divide as they do everywhere else."""
    quotient = np.floor_divide(a, b)
    if quotient.dtype.kind != "f":
        return quotient
    plain = np.floor(np.true_divide(a, b))
    special = ~np.isfinite(a) | ~np.isfinite(b) | (b == 0)
    return np.where(special, plain, quotient).astype(quotient.dtype)


def nextafter(a, b):
    """From one zero to the other it is the second one (API); NumPy's halves stay at the first."""
    found = np.nextafter(a, b)
    return np.where(a == b, b, found).astype(found.dtype)


def power(a, b):
    """NumPy multiplies, and inverts what has overflowed: small complex powers are 0 or NaN."""
    found = np.power(a, b)
    if found.dtype.kind != "c":
        return found
    logarithm = b * np.log(a.astype(np.clongdouble))
    by_logarithm = np.exp(logarithm)
    is_small = np.abs(by_logarithm) < np.finfo(found.dtype).tiny
    # A turn that no float holds is NaN on both sides.
    is_lost = np.isfinite(logarithm) & (np.abs(logarithm) > np.finfo(np.float64).max)
    return np.where((np.isnan(found) | is_small) & ~is_lost, by_logarithm, found).astype(found.dtype)


def turned(a, b):
    """A complex power is turned, and stretched, by the exponent times the logarithm: its error grows with both."""
    if np.result_type(a, b).kind != "c":
        return 0
    return 4 * np.abs(power(a, b)) * (1 + np.abs(b)) * (1 + np.abs(np.log(a.astype(np.complex128))))


def log1p(x):
    """NumPy's loses digits of complex numbers near the unit circle around -1."""
    if x.dtype.kind != "c":
        return np.log1p(x)
    wide = x.astype(np.clongdouble)
    real, imag = wide.real, wide.imag
    far = np.log(np.abs(1 + wide))
    # Near the circle the square of the distance less 1 is exact; near -1 the distance itself.
    near = np.log1p(real * (2 + real) + imag * imag) / 2
    size = np.where((np.abs(1 + wide) > 0.5) & (np.abs(wide) < 3), near, far)
    return (size + 1j * np.arctan2(imag, 1 + real)).astype(x.dtype)


def logaddexp(a, b):
    """In the widest precision: NumPy's own loses as many digits where its parts cancel."""
    found = np.logaddexp(a, b)
    return np.logaddexp(a.astype(np.longdouble), b.astype(np.longdouble)).astype(found.dtype)


def parts(a, b):
    """The larger number and what is added to it, each of which is rounded."""
    most = np.maximum(a, b, dtype=np.float64)
    return 2 * (np.abs(most) + np.abs(np.logaddexp(a, b, dtype=np.float64) - most))


def cut_divide(a, b):
    """Rust's `/`: integers are cut toward zero."""
    if np.result_type(a, b).kind in "fc":
        return np.true_divide(a, b)
    quotient, rest = np.floor_divide(a, b), np.remainder(a, b)
    return (quotient + ((rest != 0) & ((a < 0) != (b < 0)))).astype(quotient.dtype)


def cut_remainder(a, b):
    """Rust's `%`: it has the sign of the dividend."""
    return np.fmod(a, b)


def sign(x):
    return np.sign(x) if x.dtype.kind != "b" else x


def clip(x, low, high):
    return np.maximum(np.minimum(x, high.astype(x.dtype)), low.astype(x.dtype))


def each(function):
    """A function of Python's for every element, computed in double precision."""

    def apply(x):
        made = [function(float(value)) for value in x.ravel()]
        return np.array(made, np.float64).reshape(x.shape).astype(x.dtype)

    return apply


def exactly(function, x):
    """What a function of mpmath's gives to forty digits, rounded once: Python's own is less close than Lunette's."""
    with mpmath.workdps(40):
        value = mpmath.re(function(mpmath.mpf(x)))
        return math.copysign(float(value), mpmath.sign(value))


def is_pole(x):
    return x <= 0 and x == math.floor(x) if math.isfinite(x) else x < 0


def gamma(x):
    if x == 0:
        return math.copysign(math.inf, x)
    if math.isnan(x) or is_pole(x):
        return math.nan
    return math.inf if x > 172 else exactly(mpmath.gamma, x)


def lgamma(x):
    if math.isnan(x):
        return x
    return math.inf if math.isinf(x) or is_pole(x) else exactly(mpmath.loggamma, x)


def beside_zeros(x):
    """The logarithm has zeros between the negative integers: near them it is as exact as numbers around 1 are."""
    return np.where(x < 0, 5.0, 0.0)


def sigmoid(x):
    part = math.exp(-abs(x))
    return (part if x < 0 else 1.0) / (1.0 + part)


# What NumPy lacks.
SPECIAL = {"erf": math.erf, "erfc": math.erfc, "gamma": gamma, "lgamma": lgamma, "sigmoid": sigmoid}


def unary():
    exact = half_through_single
    table = {
        "negative": Function(np.negative, NUMBERS),
        "positive": Function(np.positive, NUMBERS),
        "abs": Function(np.abs, NUMBERS, close=2),
        "square": Function(exact(np.square), NUMBERS, close=1),
        "sign": Function(sign, NUMBERS, complex_close=4),
        "sqrt": Function(as_float(exact(np.sqrt)), "biufc", complex_close=4),
        "reciprocal": Function(as_float(exact(lambda x: 1 / x)), "biufc", close=2),
        "bitwise_invert": Function(np.invert, "biu"),
        "logical_not": Function(np.logical_not, "biufc"),
        "isnan": Function(np.isnan, "biufc"),
        "isinf": Function(np.isinf, "biufc"),
        "isfinite": Function(np.isfinite, "biufc"),
        "signbit": Function(as_float(np.signbit), REAL),
        "conj": Function(np.conj, NUMBERS),
        "real": Function(np.real, NUMBERS),
        "imag": Function(np.imag, NUMBERS),
        "round": Function(np.round, NUMBERS),
    }
    table["cbrt"] = Function(as_float(exact(np.cbrt)), REAL, close=2)
    for name, twin in SPECIAL.items():
        beside = beside_zeros if name == "lgamma" else None
        table[name] = Function(as_float(exact(each(twin))), REAL, close=8, beside=beside)
    for name in ["deg2rad", "rad2deg"]:
        table[name] = Function(as_float(exact(getattr(np, name))), REAL, close=2)
    for name in ["floor", "ceil", "trunc"]:
        table[name] = Function(getattr(np, name), "iuf")
    near = "exp exp2 expm1 log log1p log2 log10 sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh"
    for name in near.split():
        twin = log1p if name == "log1p" else getattr(np, name)
        table[name] = Function(as_float(exact(twin)), "biufc", close=5)
    return table


def binary():
    exact = half_through_single
    table = {
        "add": Function(exact(np.add), "biufc"),
        "subtract": Function(exact(np.subtract), NUMBERS),
        "multiply": Function(exact(np.multiply), "biufc", close=2),
        "divide": Function(as_float(exact(np.true_divide)), "biufc", close=4),
        "floor_divide": Function(exact(floor_divide), "iuf", close=1),
        "remainder": Function(exact(np.remainder), "iuf", close=1),
        "fmod": Function(exact(np.fmod), "iuf", close=1),
        "gcd": Function(np.gcd, "iu"),
        "lcm": Function(np.lcm, "iu"),
        "pow": Function(exact(power), NUMBERS, close=5, beside=turned),
        "maximum": Function(np.maximum, REAL, zeros=False),
        "minimum": Function(np.minimum, REAL, zeros=False),
        "fmax": Function(np.fmax, REAL, zeros=False),
        "fmin": Function(np.fmin, REAL, zeros=False),
        "copysign": Function(as_float(np.copysign), REAL),
        "nextafter": Function(nextafter, FLOATS),
        "equal": Function(np.equal, "biufc"),
        "not_equal": Function(np.not_equal, "biufc"),
    }
    for name in ["atan2", "hypot"]:
        table[name] = Function(as_float(exact(getattr(np, name))), REAL, close=5)
    table["logaddexp"] = Function(as_float(exact(logaddexp)), REAL, close=5, beside=parts)
    for name in ["less", "less_equal", "greater", "greater_equal"]:
        table[name] = Function(getattr(np, name), REAL)
    for name in ["bitwise_and", "bitwise_or", "bitwise_xor"]:
        table[name] = Function(getattr(np, name), "biu")
    for name, twin in [("bitwise_left_shift", np.left_shift), ("bitwise_right_shift", np.right_shift)]:
        table[name] = Function(twin, "iu")
    for name in ["logical_and", "logical_or", "logical_xor"]:
        table[name] = Function(getattr(np, name), "biufc")
    return table


UNARY = unary()
BINARY = binary()
# What only Rust's operators do.
CUT = {
    "cut_divide": Function(half_through_single(cut_divide), "iufc", close=4),
    "cut_remainder": Function(half_through_single(cut_remainder), "iuf", close=1),
}
OPERATORS = [
    *CUT, "add", "subtract", "multiply", "bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_left_shift",
    "bitwise_right_shift",
]
# What a number may stand beside; the others take floats only, or look at values.
WEAK = [
    "add", "subtract", "multiply", "divide", "floor_divide", "remainder", "fmod", "maximum", "minimum", "fmax", "fmin", "equal",
    "not_equal", "less", "less_equal", "greater", "greater_equal", "bitwise_and", "bitwise_or", "bitwise_xor",
]
TERNARY = {
    "where": Function(lambda mask, a, b: np.where(mask.astype(bool), a, b), "biufc"),
    "clip": Function(clip, "iuf", zeros=False),
}
FUNCTIONS = {**UNARY, **BINARY, **CUT, **TERNARY}
ARITY = {**dict.fromkeys(UNARY, 1), **dict.fromkeys([*BINARY, *CUT], 2), **dict.fromkeys(TERNARY, 3)}


def refused(name, arrays):
    """The rule under which Lunette must refuse the call, if there is one."""
    second = arrays[-1]
    whole = np.result_type(*arrays).kind in "iu"
    if name.startswith(("bitwise_", "gcd", "lcm")) and np.result_type(*arrays).kind == "f":
        return "numpy"
    if name in ("floor_divide", "remainder", "fmod", *CUT) and whole and (second == 0).any():
        return "R29"
    if name == "pow" and whole and second.dtype.kind == "i" and (second < 0).any():
        return "R29"
    if name.endswith("_shift") and second.dtype.kind == "i" and (second < 0).any():
        return "R29"
    return None
