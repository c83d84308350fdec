"""Words for names that are not there: what is meant by those of NumPy, and what is written like the others."""

from difflib import get_close_matches
from functools import lru_cache

# NumPy's names, and what does the same here.
_CURES = {
    "ndarray": "the class is `lunette.Tensor`",
    "asanyarray": "use `asarray`",
    "asarray_chkfinite": "use `asarray`, and `all(isfinite(x))`",
    "ufunc": "functions of elements are functions here; `vectorize` makes one",
    "frompyfunc": "use `vectorize`",
    "nditer": "use `ndenumerate`, or a loop over the tensor",
    "row_stack": "use `vstack`",
    "in1d": "use `isin`",
    "trapz": "use `trapezoid`",
    "product": "use `prod`",
    "cumproduct": "use `cumprod`",
    "sometrue": "use `any`",
    "alltrue": "use `all`",
    "round_": "use `round`",
    "float_": "use `float64`",
    "complex_": "use `complex128`",
    "double": "use `float64`",
    "single": "use `float32`",
    "half": "use `float16`",
    "int_": "use `int64`",
    "intp": "use `int64`",
    "uint": "use `uint64`",
    "bool_": "use `bool`",
    "longdouble": "`float64` is the widest float",
    "object_": "elements are numbers and bools",
    "str_": "elements are numbers and bools",
    "datetime64": "elements are numbers and bools: keep days or seconds as `int64`",
    "timedelta64": "elements are numbers and bools: keep days or seconds as `int64`",
    "memmap": "use `load(path, mmap=True)`",
    "fromfile": "use `frombuffer(open(path, 'rb').read(), dtype)`",
    "fromstring": "use `asarray([float(part) for part in text.split()])`",
    "array_repr": "use `repr(x)`",
    "array_str": "use `str(x)`",
    "array2string": "use `repr(x)`",
    "set_printoptions": "floats are printed as short as they can be, and tensors of over 1000 elements with their corners",
    "errstate": "floats follow IEEE 754 without warnings; integers divided by zero are a ValueError",
    "seterr": "floats follow IEEE 754 without warnings; integers divided by zero are a ValueError",
    "ma": "keep a tensor of bools beside the values, or use NaN and `nansum` and its kin",
    "matrix": "use a tensor of two axes, and `@`",
    "asmatrix": "use `asarray`, and `@` for products",
    "poly1d": "coefficients are tensors: `polyval`, `polyder`, `polyint`, `roots`",
    "polynomial": "use `polyval`, `polyfit`, `polyder`, `polyint` and `roots`",
    "einsum_path": "`einsum` finds the order by itself",
    "isscalar": "use `isinstance(x, numbers.Number)`, or `x.ndim == 0`",
    "iscomplexobj": "use `isdtype(x.dtype, 'complex floating')`",
    "isrealobj": "use `not isdtype(x.dtype, 'complex floating')`",
    "issubdtype": "use `isdtype(x.dtype, 'integral')` and its kin",
    "promote_types": "use `result_type`",
    "min_scalar_type": "use `result_type`",
    "common_type": "use `result_type`",
    "require": "use `asarray(x, dtype=…, order=…)`",
    "msort": "use `sort(x, axis=0)`",
    "rollaxis": "use `moveaxis`",
    "lib": "`lib.stride_tricks.sliding_window_view` is `windows`, and `as_strided` is here",
    "choose": "use `select`, or `take_along_axis`",
    "histogramdd": "use `histogram2d` for two axes",
    "tracemalloc_domain": "memory is the library's own",
    "frexp": "use `floor(log2(abs(x))) + 1` for the exponent",
    "ldexp": "use `x * 2.0 ** n`",
    "logaddexp2": "use `logaddexp(x * log(2), y * log(2)) / log(2)`",
    "disp": "use `print`",
    "typename": "use `str(x.dtype)`",
}


@lru_cache(maxsize=256)
def words(name, names):
    """What is told for a name that is not among these."""
    if name in _CURES:
        return f"lunette has no `{name}`: {_CURES[name]}"
    close = get_close_matches(name, names, n=3, cutoff=0.75)
    if not close:
        return f"lunette has no `{name}`"
    return f"lunette has no `{name}`; there {'is' if len(close) == 1 else 'are'} " + ", ".join(f"`{other}`" for other in close)
