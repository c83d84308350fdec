"""The elementwise functions: what they take, what they give, their operators, and NumPy's way to say the same.

Columns: name, kinds of input (see dtypes.KINDS), result ("P" promoted, "same", "bool", "real" for the parts of complex
numbers), operator or "-", and what is the same with NumPy.
"""

from dataclasses import dataclass

import numpy as np

UNARY = """
abs              N   real  abs     np.abs(x)
acos             F   same  -       np.arccos(x)
acosh            F   same  -       np.arccosh(x)
asin             F   same  -       np.arcsin(x)
asinh            F   same  -       np.arcsinh(x)
atan             F   same  -       np.arctan(x)
atanh            F   same  -       np.arctanh(x)
bitwise_invert   IB  same  ~       np.invert(x)
ceil             R   same  -       np.ceil(x).astype(x.dtype)
conj             N   same  -       np.conj(x)
cos              F   same  -       np.cos(x)
cosh             F   same  -       np.cosh(x)
exp              F   same  -       np.exp(x)
expm1            F   same  -       np.expm1(x)
floor            R   same  -       np.floor(x).astype(x.dtype)
imag             C   real  -       np.imag(x)
isfinite         N   bool  -       np.isfinite(x)
isinf            N   bool  -       np.isinf(x)
isnan            N   bool  -       np.isnan(x)
log              F   same  -       np.log(x)
log1p            F   same  -       np.log1p(x)
log2             F   same  -       np.log2(x)
log10            F   same  -       np.log10(x)
logical_not      B   bool  -       np.logical_not(x)
negative         N   same  -       np.negative(x)
positive         N   same  +       np.positive(x)
real             N   real  -       np.real(x)
reciprocal       F   same  -       (1 / x)
round            N   same  -       np.round(x)
sign             N   same  -       np.sign(x)
signbit          RF  bool  -       np.signbit(x)
sin              F   same  -       np.sin(x)
sinh             F   same  -       np.sinh(x)
square           N   same  -       np.square(x)
sqrt             F   same  -       np.sqrt(x)
tan              F   same  -       np.tan(x)
tanh             F   same  -       np.tanh(x)
trunc            R   same  -       np.trunc(x).astype(x.dtype)
"""

BINARY = """
add                  N   P     +    np.add(x, y)
atan2                RF  P     -    np.arctan2(x, y)
bitwise_and          IB  P     &    np.bitwise_and(x, y)
bitwise_left_shift   I   P     <<   np.left_shift(x, y)
bitwise_or           IB  P     |    np.bitwise_or(x, y)
bitwise_right_shift  I   P     >>   np.right_shift(x, y)
bitwise_xor          IB  P     ^    np.bitwise_xor(x, y)
copysign             RF  P     -    np.copysign(x, y)
divide               F   P     /    np.divide(x, y)
equal                A   bool  ==   np.equal(x, y)
floor_divide         R   P     //   np.floor_divide(x, y)
greater              R   bool  >    np.greater(x, y)
greater_equal        R   bool  >=   np.greater_equal(x, y)
hypot                RF  P     -    np.hypot(x, y)
less                 R   bool  <    np.less(x, y)
less_equal           R   bool  <=   np.less_equal(x, y)
logaddexp            RF  P     -    np.logaddexp(x, y)
logical_and          B   bool  -    np.logical_and(x, y)
logical_or           B   bool  -    np.logical_or(x, y)
logical_xor          B   bool  -    np.logical_xor(x, y)
maximum              R   P     -    np.maximum(x, y)
minimum              R   P     -    np.minimum(x, y)
multiply             N   P     *    np.multiply(x, y)
nextafter            RF  P     -    np.nextafter(x, y)
not_equal            A   bool  !=   np.not_equal(x, y)
pow                  N   P     **   np.power(x, y)
remainder            R   P     %    np.remainder(x, y)
subtract             N   P     -    np.subtract(x, y)
"""


@dataclass(frozen=True)
class Function:
    """One row."""

    name: str
    kind: str
    gives: str
    operator: str
    numpy: str

    def expected(self, *arrays):
        """NumPy's result, without its warnings."""
        with np.errstate(all="ignore"):
            return eval(self.numpy, {"np": np}, dict(zip("xy", arrays)))

    def result_dtype(self, promoted):
        """The dtype of the result for inputs that promote to a dtype."""
        parts = {"complex64": "float32", "complex128": "float64"}
        return {"bool": "bool", "real": parts.get(promoted, promoted)}.get(self.gives, promoted)


def rows(table):
    """The rows of a table, by name."""
    lines = [line.split(maxsplit=4) for line in table.strip().splitlines()]
    return {line[0]: Function(*line) for line in lines}


UNARY_FUNCTIONS = rows(UNARY)
BINARY_FUNCTIONS = rows(BINARY)

# The methods behind the operators: plain, reflected and in place.
METHODS = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "truediv",
    "//": "floordiv",
    "%": "mod",
    "**": "pow",
    "&": "and",
    "|": "or",
    "^": "xor",
    "<<": "lshift",
    ">>": "rshift",
}
COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}

OPERATORS = {
    row.name: row.operator
    for row in BINARY_FUNCTIONS.values()
    if row.operator != "-" or row.name == "subtract"
}
