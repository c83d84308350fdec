"""Many elements to one."""

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from families.arguments import ALL, ANY, INFINITE, ZEROS, number
from families.row import Either, Refused, Row, near

# Additions that depend on each other in Lunette's sums: 16 steps of a lane, 7 to join 128 lanes, and the last ones into
# an accumulator of twice the precision.
CHAIN = 24


def reducing(kinds=ALL, special=INFINITE, **options):
    """Draws a tensor, axes, and what `options` draw by their names."""

    def make(draw):
        x = draw.values(draw.shape(huge=True), draw.dtype(kinds), special)
        with_ = {"axes": draw.axes(x.ndim), "keepdims": draw.chance(0.3)}
        return [x], with_ | {name: option(draw) for name, option in options.items()}

    return make


def correction(draw):
    return number(draw.pick(0, 0, 1, 1, 0.5, 2, -1))


def over(twin):
    """The twin with axes as NumPy takes them; those of tensors of rank 0 are out of range (API)."""

    def call(x, *, axes, keepdims, **options):
        axis = tuple(range(x.ndim)) if axes is None else normalize_axis_tuple(axes, x.ndim)
        return twin(x, axis=axis, keepdims=keepdims, **options)

    return call


def length(x, axis):
    """How many elements there are to a result."""
    return int(np.prod([x.shape[k] for k in axis], dtype=int))


def float_of(dtype):
    """The dtype of means: integers and bools become f64 (API)."""
    return np.dtype(np.float64) if dtype.kind in "biu" else dtype


def real_of(dtype):
    return np.finfo(dtype).dtype


def sum_of(dtype):
    return np.sum(np.empty(0, dtype)).dtype


def working_eps(dtype):
    """The rounding of one operation, a unit and not half of one; halves are computed in single precision."""
    return float(np.finfo(np.float32 if dtype == np.float16 else dtype).eps)


def underflow(dtype):
    """What is lost at most of a product that is too small: numbers end at a multiple of the smallest."""
    return float(np.finfo(np.float32 if dtype == np.float16 else dtype).smallest_subnormal)


def widened(x):
    """Floats in the widest there are."""
    return x.astype(np.clongdouble if x.dtype.kind == "c" else np.longdouble)


def sums(x, dtype, axis, keepdims):
    """The exact sums of floats, and how far a chain of additions in `dtype` may lead from them."""
    wide = widened(x)
    terms = min(CHAIN, length(x, axis))
    each = terms * working_eps(dtype) + rounding(x, dtype)
    error = each * np.sum(np.abs(wide), axis=axis, keepdims=keepdims)
    return np.sum(wide, axis=axis, keepdims=keepdims), error


def total(x, axis, keepdims, dtype=None):
    dtype = dtype or sum_of(x.dtype)
    if dtype.kind in "iu":
        return np.sum(x, axis=axis, keepdims=keepdims, dtype=dtype)
    return near_sum(x, dtype, axis, keepdims)


def near_sum(x, dtype, axis, keepdims):
    exact, error = sums(x, dtype, axis, keepdims)
    return near(exact, dtype, error)


def product(x, axis, keepdims, dtype=None):
    dtype = dtype or sum_of(x.dtype)
    if dtype.kind in "iu":
        return np.prod(x, axis=axis, keepdims=keepdims, dtype=dtype)
    # Each multiplication in f64 is a rounding away; a complex one is four of them.
    each = 4 * np.finfo(np.float64).eps + rounding(x, dtype)
    wide = np.prod(widened(x), axis=axis, keepdims=keepdims)
    exact = near(wide, dtype, length(x, axis) * each * np.abs(wide))
    # One factor after the other in f64: what has left the range on the way stays outside, or has lost digits.
    narrow, lost = in_order(x, axis)
    narrow, lost = narrow.reshape(wide.shape), lost.reshape(wide.shape)
    return Either(exact, near(narrow, dtype, (length(x, axis) * each + lost) * np.abs(narrow)))


def in_order(x, axis):
    """The products in f64 of one factor after the other, and which have been so small that digits are lost."""
    kept = [k for k in range(x.ndim) if k not in axis]
    rows = x.transpose([*kept, *axis]).reshape([int(np.prod([x.shape[k] for k in kept], dtype=int)), length(x, axis)])
    if rows.shape[1] == 0:
        return np.ones(len(rows)), np.zeros(len(rows))
    running = np.cumprod(rows.astype(np.complex128 if x.dtype.kind == "c" else np.float64), axis=1)
    lost = (np.abs(running) < np.finfo(np.float64).tiny).any(axis=1)
    return running[:, -1], lost * 1.0


def mean(x, axis, keepdims):
    dtype, count = float_of(x.dtype), np.longdouble(length(x, axis))
    exact, error = sums(x.astype(dtype), dtype, axis, keepdims)
    return near(divided(exact, count), dtype, error / count)


def divided(sums, count):
    """Sums by a count, the parts of complex ones each by itself (API): as numbers, infinities would spoil both."""
    if sums.dtype.kind != "c":
        return sums / count
    found = np.empty(sums.shape, sums.dtype)
    found.real, found.imag = sums.real / count, sums.imag / count
    return found


def variance(x, axis, keepdims, correction):
    """The variance and its error.

    Deviations are taken from the mean of a block, which is itself rounded; what that adds to the squares is taken off
    again, and leaves an error of the second order.
    """
    dtype, count = float_of(x.dtype), length(x, axis)
    eps, divisor = working_eps(dtype), np.longdouble(count - float(correction))
    shape = np.sum(np.empty(x.shape, bool), axis=axis, keepdims=keepdims).shape
    if divisor <= 0 or count == 0:
        return np.full(shape, np.nan), np.zeros(shape)
    wide = widened(x.astype(dtype))
    away = np.abs(wide - np.mean(wide, axis=axis, keepdims=True)) ** 2
    largest = np.max(np.abs(wide), axis=axis, keepdims=keepdims, initial=0)
    exact = np.sum(away, axis=axis, keepdims=keepdims) / divisor
    rounded = 2 * CHAIN * eps * (exact + (CHAIN * eps * largest) ** 2 * count / divisor)
    return exact, rounded + 2 * underflow(dtype) * count / divisor


def var(x, **options):
    return near(*rounded_as(x, variance(x, **options)))


def std(x, **options):
    exact, error = variance(x, **options)
    root = np.sqrt(exact)
    return near(*rounded_as(x, (root, root_error(root, error))))


def root_error(root, error):
    """How far the root of a number is off that is itself off by `error`; at 0 it is the root of that."""
    return np.where(root > 0, np.minimum(error / np.where(root > 0, root, 1), np.sqrt(error)), np.sqrt(error))


def rounded_as(x, exact_and_error):
    exact, error = exact_and_error
    return exact, real_of(float_of(x.dtype)), error


def ordered(twin):
    """What chooses among elements: from none it cannot (R30), and complex numbers have no order (R31)."""

    def call(x, axis, **options):
        if x.dtype.kind == "c":
            raise Refused("R31")
        if length(x, axis) == 0:
            raise Refused("R30")
        return twin(x, axis=axis, **options)

    return call


def place(twin):
    """Positions are those along one axis, or along all, which are not named."""

    def along(x, axis, keepdims):
        return twin(x, axis=axis[0] if len(axis) == 1 else None, keepdims=keepdims)

    def call(x, axes, keepdims):
        if isinstance(axes, list) and len(axes) != 1:
            raise Refused("API")
        return over(ordered(along))(x, axes=axes, keepdims=keepdims)

    return call


def one_or_all(draw):
    """Draws axes of which no list has several, because that would name positions on no axis; seldom it has."""
    arrays, options = reducing(kinds=ALL, special=ANY)(draw)
    if isinstance(options["axes"], list) and not draw.chance(0.1):
        options["axes"] = None
    return arrays, options


def ranged(x, **options):
    return np.subtract(np.max(x, **options), np.min(x, **options))


def counted(x, axis, keepdims):
    return np.sum(x != 0, axis=axis, keepdims=keepdims, dtype=np.int64)


def as_dtype(numbers):
    """Draws a total as another dtype, of what `numbers` draws."""

    def make(draw):
        [x], dtype = to_dtype(draw, numbers)
        return [x], {"axes": draw.axes(x.ndim), "dtype": dtype}

    return make


def to_dtype(draw, numbers):
    """Numbers and a dtype that can hold each of them, because what overflows need not do so before it is added."""
    x, dtype = numbers(draw), draw.dtype(ALL)
    if dtype == np.float16 and x.dtype.kind in "iu":
        x = x % x.dtype.type(100)
    return [x], dtype


def terms(draw):
    return draw.values(draw.shape(huge=True), draw.dtype(ALL), INFINITE)


def factors(draw, special=INFINITE):
    """Numbers whose products stay in f64 for the most part; now and then some that leave it on the way, either way."""
    dtype = draw.dtype(ALL)
    x = draw.values(draw.shape(huge=True), dtype, special if draw.chance(0.3) else ZEROS)
    if dtype.kind == "f" and draw.chance(0.2):
        reach = float(np.log2(np.finfo(dtype).max)) / 2
        return np.sign(x) * 2 ** draw.numbers.uniform(-reach, reach, x.shape).astype(dtype)
    if dtype.kind in "fc":
        size = np.abs(x)
        size = np.where(np.isfinite(size), size, 0)
        return np.where(size > 0, x / np.where(size > 0, size, 1) * 2 ** draw.numbers.uniform(-1, 1, x.shape), x).astype(dtype)
    return x


def multiplying(draw):
    x = factors(draw)
    return [x], {"axes": draw.axes(x.ndim), "keepdims": draw.chance(0.3)}


def small_factors(draw):
    """Factors that stay small as floats too."""
    x = factors(draw, ZEROS)
    return np.sign(x) if x.dtype.kind in "iu" else x


def cast(x, dtype):
    """The plain conversion: floats saturate, and NaN is 0 (R16)."""
    if x.dtype.kind == "f" and dtype.kind in "iu":
        limits = np.iinfo(dtype)
        cut = np.where(np.isnan(x), 0, np.trunc(x))
        # The limits themselves are no floats; what reaches them is set to them.
        inside = np.where((cut > float(limits.min)) & (cut < float(limits.max)), cut, 0).astype(dtype)
        return np.where(cut >= float(limits.max), limits.max, np.where(cut <= float(limits.min), limits.min, inside)).astype(dtype)
    return x.astype(dtype)


def as_terms(x, dtype):
    """What is added up as `dtype`: integers are converted first; floats need not be rounded before they are added."""
    return x if dtype.kind in "fc" else cast(x, dtype)


def rounding(x, dtype):
    """What rounding each element to `dtype` changes, where they are of another one."""
    return 0 if x.dtype == dtype else float(np.finfo(dtype).eps)


def converted(twin):
    @over
    def call(x, axis, keepdims, dtype):
        if dtype.kind == "b":
            raise Refused("doc")
        if x.dtype.kind == "c" and dtype.kind != "c":
            raise Refused("R16")
        return twin(as_terms(x, dtype), axis=axis, keepdims=keepdims, dtype=dtype)

    return lambda x, axes, dtype: call(x, axes=axes, keepdims=False, dtype=dtype)


def plain(make):
    """Draws the same without a choice of keepdims."""

    def drawn(draw):
        arrays, options = make(draw)
        del options["keepdims"]
        return arrays, options

    return drawn


def unkept(twin, keepdims=False):
    """The twin of an expression, which is the tensor times true: bools stay bools."""
    return lambda x, axes, **options: twin(x, axes=axes, keepdims=keepdims, **options)


ROWS = {
    "sum": Row(reducing(), over(total)),
    "prod": Row(multiplying, over(product)),
    "mean": Row(reducing(), over(mean)),
    "var": Row(reducing(correction=correction), over(var)),
    "std": Row(reducing(correction=correction), over(std)),
    "min": Row(reducing(special=ANY), over(ordered(np.min))),
    "max": Row(reducing(special=ANY), over(ordered(np.max))),
    "ptp": Row(reducing(), over(ordered(ranged))),
    "argmin": Row(one_or_all, place(np.argmin)),
    "argmax": Row(one_or_all, place(np.argmax)),
    "all": Row(reducing(special=ANY), over(np.all)),
    "any": Row(reducing(special=ANY), over(np.any)),
    "count_nonzero": Row(reducing(special=ANY), over(counted)),
    "lazy_sum": Row(plain(reducing()), unkept(over(total))),
    "lazy_prod": Row(plain(multiplying), unkept(over(product))),
    "lazy_var": Row(plain(reducing(correction=correction)), unkept(over(var))),
    "lazy_std": Row(plain(reducing(correction=correction)), unkept(over(std))),
    "lazy_argmin": Row(plain(one_or_all), unkept(place(np.argmin))),
    "lazy_argmax": Row(plain(one_or_all), unkept(place(np.argmax))),
    "lazy_max": Row(plain(reducing(special=ANY)), unkept(over(ordered(np.max)), True)),
    "lazy_count_nonzero": Row(plain(reducing(special=ANY)), unkept(over(counted))),
    "sum_to": Row(as_dtype(terms), converted(total)),
    "prod_to": Row(as_dtype(small_factors), converted(product)),
}
