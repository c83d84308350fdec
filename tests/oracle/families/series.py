"""Samples along a line, numbers that are nearly equal, and those in place of what is not finite."""

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from families.arguments import ALL, ANY, INFINITE, NONE, REAL, number
from families.reduce import float_of, real_of, widened, working_eps
from families.row import Exact, Near, Row, near


def differing(draw):
    x = draw.values(draw.shape(), draw.dtype(ALL), INFINITE)
    return [x], {"n": draw.pick(0, 1, 1, 1, 2, 3), "axis": draw.axis(x.ndim)}


def differences(x, n, axis):
    normalize_axis_index(axis, x.ndim)
    return np.diff(x, n, axis)


def sloping(draw):
    x = draw.values(draw.shape(), draw.dtype(ALL), NONE)
    return [x], {"spacing": number(draw.pick(1, 1, 0.5, 3, -2, 1e-3)), "axis": draw.axis(x.ndim)}


def gradient(x, spacing, axis):
    axis, dtype = normalize_axis_index(axis, x.ndim), float_of(x.dtype)
    if x.shape[axis] < 2:
        raise ValueError("too short")
    wide = widened(x.astype(dtype))
    exact = np.gradient(wide, np.longdouble(spacing), axis=axis)
    # A difference and a quotient, in halves rounded on the way; NumPy's second step is rounded too.
    largest = np.max(np.abs(wide), axis=axis, keepdims=True)
    return near(exact, dtype, 2 * float(np.finfo(dtype).eps) * largest / abs(float(spacing)))


def sloping_at(draw):
    x = draw.values(draw.shape(1, 4), draw.dtype(ALL), NONE)
    axis = draw.axis(x.ndim)
    size = x.shape[axis] if -x.ndim <= axis < x.ndim else 2
    # Whole numbers in any order, none twice: gaps are exact in every dtype.
    places = draw.numbers.permutation(3 * size + 1)[: size + draw.chance(0.02)] - (size if draw.chance(0.5) else 0)
    return [x, places.astype(draw.pick(np.float32, np.float64, np.int16, np.int64))], {"axis": axis}


def gradient_over(x, places, axis):
    axis, dtype = normalize_axis_index(axis, x.ndim), float_of(x.dtype)
    if x.shape[axis] < 2 or places.shape != (x.shape[axis],):
        raise ValueError("places")
    wide = widened(x.astype(dtype))
    exact = np.gradient(wide, places.astype(np.longdouble), axis=axis)
    # Differences and quotients, weighted by gaps of whole numbers from 1 on, whose shares are at most as large as they.
    largest = np.max(np.abs(wide), axis=axis, keepdims=True)
    reach = float(np.max(np.abs(np.diff(places.astype(np.float64)))))
    return near(exact, dtype, 8 * float(np.finfo(dtype).eps) * largest * (1 + reach))


def area(x, spacing, axis):
    axis, dtype = normalize_axis_index(axis, x.ndim), float_of(x.dtype)
    wide = widened(x.astype(dtype))
    found = np.trapezoid(wide, dx=np.longdouble(spacing), axis=axis)
    # Each trapezoid is rounded thrice, and their sum as often as there are some.
    sizes = np.trapezoid(np.abs(wide), axis=axis) * abs(float(spacing))
    return near(found, dtype, (x.shape[axis] + 3) * float(np.finfo(dtype).eps) * sizes)


def interpolating(draw):
    points = draw.random.randint(0 if draw.chance(0.05) else 1, 8)
    xp = np.sort(draw.values([points], draw.dtype(REAL), NONE))
    fp = draw.values([points + draw.chance(0.02)], draw.dtype(REAL), NONE)
    x = draw.values(draw.shape(), draw.dtype(REAL), ANY)
    if points and draw.chance(0.3):
        x = draw.numbers.choice(xp, x.shape)
    return [x, xp, fp], {}


def interpolated(x, xp, fp):
    x, xp, fp = (array.astype(np.float64) for array in (x, xp, fp))
    # NaN stays NaN, also where there is one point alone (doc).
    found = np.where(np.isnan(x), x, np.interp(x, xp, fp))
    # The slope times a distance, added to the value at the left: three roundings of numbers as large as the values.
    return Near(found, 4 * np.finfo(np.float64).eps * np.max(np.abs(fp), initial=0))


def interpolating_beyond(draw):
    [x, xp, fp], _ = interpolating(draw)
    options = {name: number(draw.pick(-1, 2.5)) if draw.chance(0.5) else None for name in ("left", "right")}
    period = None
    if draw.chance(0.5):
        # Whole numbers, none of which is another one a period later: rounding decides nothing.
        xp = draw.numbers.permutation(40)[: xp.size].astype(xp.dtype)
        x = draw.numbers.integers(-60, 60, x.shape).astype(draw.pick(np.int16, np.float32, np.float64))
        period = number(draw.pick(40, -40, 64, 0 if draw.chance(0.1) else 40))
    return [x, xp, fp], options | {"period": period}


def interpolated_beyond(x, xp, fp, **options):
    options = {name: None if value is None else float(value) for name, value in options.items()}
    x, xp, fp = (array.astype(np.float64) for array in (x, xp, fp))
    found = np.where(np.isnan(x), x, np.interp(x, xp, fp, **options))
    return Near(found, 4 * np.finfo(np.float64).eps * np.max(np.abs(fp), initial=0))


def convolving(draw):
    shapes = [draw.shape(1, 1) if not draw.chance(0.02) else draw.shape(0, 2) for _ in range(2)]
    return [draw.values(shape, draw.dtype(ALL), NONE) for shape in shapes], {"mode": draw.pick("full", "same", "valid")}


def convolved(x, y, mode):
    if x.ndim != 1 or y.ndim != 1:
        raise ValueError("rank")
    dtype = np.result_type(x, y)
    if dtype.kind in "biu":
        return np.convolve(x.astype(dtype), y.astype(dtype), mode)
    wide = [widened(array.astype(dtype)) for array in (x, y)]
    # Each product and each addition may be a rounding away, and a complex one four.
    terms = 4 * (min(x.size, y.size) + 1)
    error = terms * working_eps(dtype) * np.convolve(np.abs(wide[0]), np.abs(wide[1]), mode)
    return near(np.convolve(*wide, mode), dtype, error)


def correlated(x, y, mode):
    if x.ndim != 1 or y.ndim != 1:
        raise ValueError("rank")
    dtype = np.result_type(x, y)
    if dtype.kind in "biu":
        return np.correlate(x.astype(dtype), y.astype(dtype), mode)
    wide = [widened(array.astype(dtype)) for array in (x, y)]
    error = 4 * (min(x.size, y.size) + 1) * working_eps(dtype) * np.correlate(np.abs(wide[0]), np.abs(wide[1]), mode)
    return near(np.correlate(*wide, mode), dtype, error)


def turning(draw):
    return [draw.values(draw.shape(), draw.dtype(ALL), NONE)], {}


def turned(x):
    dtype = float_of(x.dtype)
    wide = np.angle(widened(x.astype(dtype)))
    return near(wide, real_of(dtype), 8 * working_eps(dtype) * np.abs(wide))


def waving(draw):
    return [draw.values(draw.shape(), draw.dtype(REAL), NONE)], {}


def waves(x):
    """A rounding of the angle moves the sine by as much, so the error grows with the angle and not with the result."""
    dtype = float_of(x.dtype)
    wide = np.sinc(widened(x.astype(dtype)))
    return near(wide, dtype, 8 * working_eps(dtype) * np.ones_like(wide))


def stepping(draw):
    shape = draw.shape()
    return [draw.values(shape, draw.dtype(REAL), ANY), draw.values(draw.broadcast(shape), draw.dtype(REAL), NONE)], {}


def steps(x, y):
    dtype = float_of(np.result_type(x, y))
    return np.heaviside(x.astype(dtype), y.astype(dtype))


def jumping(draw):
    """Angles in steps that halves of the period are no multiples of, so that no rounding decides."""
    x = draw.values(draw.shape(0, 4), draw.dtype(REAL), NONE)
    return [x], {"period": number(draw.pick(2 * np.pi, 360, 7)), "axis": draw.axis(x.ndim)}


def unwrapped(x, period, axis):
    axis, dtype = normalize_axis_index(axis, x.ndim), float_of(x.dtype)
    work = np.float32 if dtype == np.float16 else dtype
    found = np.unwrap(x.astype(work), axis=axis, period=float(period))
    # What is added up is as large as all steps together.
    reach = np.sum(np.abs(np.diff(x.astype(np.float64), axis=axis)), axis=axis, keepdims=True) + np.max(
        np.abs(x.astype(np.float64)), axis=axis, keepdims=True, initial=0
    )
    return near(found, dtype, 4 * (x.shape[axis] + 1) * float(np.finfo(work).eps) * (reach + float(period)))


def cutting(draw):
    return [draw.values(draw.shape(), draw.dtype(REAL), ANY)], {}


def cut_apart(x):
    return [Exact(part, signs=True) for part in np.modf(x.astype(float_of(x.dtype)))]


def asking(draw):
    return [draw.values(draw.shape(), draw.dtype(ALL), ANY)], {}


def comparing(draw):
    """Numbers beside others that differ a little, by none of the tolerances' own limits."""
    shape = draw.shape(0, 4)
    dtype = draw.dtype(ALL)
    x = draw.values(shape, dtype, ANY if dtype.kind != "c" else INFINITE)
    y = x if draw.chance(0.3) else draw.values(draw.broadcast(shape), draw.dtype(ALL), INFINITE)
    if x.dtype.kind in "fc" and y is x:
        y = (x.astype(np.result_type(x, np.float64)) * (1 + draw.pick(1e-3, 3e-6, 1e-9))).astype(x.dtype)
    options = {"rtol": number(draw.pick(1e-5, 0.1, 0)), "atol": number(draw.pick(1e-8, 0.3, 0))}
    return [x, y], options | {"equal_nan": draw.chance(0.5)}


def close(x, y, rtol, atol, equal_nan):
    """Halves are compared in single precision, integers in double."""
    dtype = float_of(np.result_type(x, y))
    dtype = np.dtype(np.float32) if dtype == np.float16 else dtype
    return np.isclose(x.astype(dtype), y.astype(dtype), float(rtol), float(atol), equal_nan)


def pairing(draw):
    """Numbers beside the same, in any dtype that holds them, beside others, or beside a broadcast of them."""
    shape, dtype = draw.shape(0, 4), draw.dtype(ALL)
    x = draw.values(shape, dtype, ANY if draw.chance(0.2) else NONE)
    y = draw.pick(x, x.astype(np.result_type(dtype, draw.dtype(ALL))), np.broadcast_to(x, [1, *shape]), x[::-1] if shape else x)
    return [x, y], {}


def filling(draw):
    x = draw.values(draw.shape(), draw.dtype(ALL), ANY)
    limits = {name: number(draw.pick(1.5, -2, 0)) if draw.chance(0.5) else None for name in ("posinf", "neginf")}
    return [x], {"nan": number(draw.pick(0, 0, 2.5))} | limits


def filled(x, nan, posinf, neginf):
    posinf, neginf = (None if given is None else float(given) for given in (posinf, neginf))
    return Exact(np.nan_to_num(x, nan=float(nan), posinf=posinf, neginf=neginf), signs=True)


ROWS = {
    "diff": Row(differing, differences),
    "gradient": Row(sloping, gradient),
    "gradient_over": Row(sloping_at, gradient_over),
    "trapezoid": Row(sloping, area),
    "interp": Row(interpolating, interpolated),
    "interp_with": Row(interpolating_beyond, interpolated_beyond),
    "convolve": Row(convolving, convolved),
    "correlate": Row(convolving, correlated),
    "angle": Row(turning, turned),
    "sinc": Row(waving, waves),
    "heaviside": Row(stepping, steps),
    "unwrap": Row(jumping, unwrapped),
    "modf": Row(cutting, cut_apart),
    "isposinf": Row(asking, np.isposinf),
    "isneginf": Row(asking, np.isneginf),
    "isreal": Row(asking, np.isreal),
    "iscomplex": Row(asking, np.iscomplex),
    "array_equal": Row(pairing, np.array_equal),
    "array_equiv": Row(pairing, np.array_equiv),
    "nan_to_num": Row(filling, filled),
    "isclose": Row(comparing, close),
    "allclose": Row(comparing, lambda x, y, **options: np.all(close(x, y, **options))),
}
