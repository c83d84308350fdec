"""Tensors made of a few numbers."""

import numpy as np

from families.arguments import ALL, number
from families.reduce import cast
from families.row import Row, near

EPS = np.finfo(np.float64).eps


def counting(draw):
    dtype = draw.dtype("iuf" if not draw.chance(0.03) else ALL)
    if dtype.kind == "f":
        ends = [draw.pick(0, 1.5, -3, 10, draw.random.uniform(-9, 9)) for _ in range(2)]
        step = draw.pick(1, 0.5, -0.25, 2, 3, 0 if draw.chance(0.1) else 1)
        start, stop, step = map(number, (*ends, step))
    else:
        low = 0 if dtype.kind in "ub" else -20
        start, stop = draw.random.randint(low, 40), draw.random.randint(low, 40)
        step = draw.pick(1, 2, 3, -1, -3, 0 if draw.chance(0.1) else 1)
    return [], {"dtype": dtype, "start": start, "stop": stop, "step": step}


def arange(dtype, start, stop, step):
    if dtype.kind in "bc":
        raise TypeError("dtype")
    if dtype.kind != "f":
        return np.arange(start, stop, step, np.int64).astype(dtype)
    start, stop, step = float(start), float(stop), float(step)
    exact = np.arange(start, stop, step)
    # A number times the step, added to the start.
    return near(exact, dtype, 2 * EPS * (abs(start) + np.abs(exact - start)))


def spacing(draw):
    dtype = draw.dtype("fc" if draw.chance(0.9) else ALL)
    start, stop = (number(draw.pick(0, 1, -3.5, draw.random.uniform(-9, 9))) for _ in range(2))
    return [], {"dtype": dtype, "start": start, "stop": stop, "num": draw.random.randint(0, 12), "endpoint": draw.chance(0.7)}


def linspace(dtype, start, stop, num, endpoint):
    start, stop = float(start), float(stop)
    if dtype.kind == "b":
        raise TypeError("dtype")
    exact = np.linspace(start, stop, num, endpoint)
    if dtype.kind in "iu":
        whole, limits = np.floor(exact), np.iinfo(dtype)
        if whole.size and not (limits.min <= whole.min() and whole.max() <= limits.max):
            raise ValueError("R16: a value that the dtype cannot hold is an error")
        return cast(whole, dtype)
    return near(exact.astype(np.result_type(exact, dtype)), dtype, 3 * EPS * (abs(start) + abs(stop)))


def powers(draw):
    start, stop = (number(draw.pick(0, 1, -2, draw.random.uniform(-3, 3))) for _ in range(2))
    base = number(draw.pick(10, 2, 2.5))
    return [], {"dtype": draw.dtype("f"), "start": start, "stop": stop, "num": draw.random.randint(0, 9), "base": base}


def logspace(dtype, start, stop, num, base):
    exact = np.logspace(float(start), float(stop), num, base=float(base))
    # The exponent's own rounding becomes a relative one, by the logarithm of the result.
    return near(exact, dtype, 4 * EPS * exact * (1 + np.abs(np.log(exact))))


def ratios(draw):
    sign = draw.pick(1, 1, -1)
    start, stop = (number(sign * draw.pick(1, 1000, 0.25, draw.random.uniform(0.1, 9))) for _ in range(2))
    if draw.chance(0.03):
        start = number(0)
    elif draw.chance(0.03):
        start = number(-float(start))
    return [], {"dtype": draw.dtype("f"), "start": start, "stop": stop, "num": draw.random.randint(0, 9)}


def geomspace(dtype, start, stop, num):
    start, stop = float(start), float(stop)
    if start == 0 or stop == 0 or (start < 0) != (stop < 0):
        raise ValueError("no ratio of real numbers leads there")
    exact = np.geomspace(start, stop, num)
    return near(exact, dtype, 8 * EPS * np.abs(exact) * (1 + np.abs(np.log(np.abs(exact)))))


def square(draw):
    return [], {
        "dtype": draw.dtype(ALL),
        "rows": draw.size(),
        "columns": draw.size(),
        "offset": draw.random.randint(-4, 4),
    }


ROWS = {
    "arange": Row(counting, arange),
    "linspace": Row(spacing, linspace),
    "logspace": Row(powers, logspace),
    "geomspace": Row(ratios, geomspace),
    "eye": Row(square, lambda dtype, rows, columns, offset: np.eye(rows, columns, offset, dtype)),
    "tri": Row(square, lambda dtype, rows, columns, offset: np.tri(rows, columns, offset, dtype)),
}
