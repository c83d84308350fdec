"""The standard's special cases, each on every combination of sample numbers that it speaks of."""

import itertools
import math

import numpy as np
import pytest

import lunette as xp
from support import special
from support.compare import own, to_numpy

TABLE = special.read_table()
REAL = [name for name, kind in TABLE if kind == "R"]
COMPLEX = [name for name, kind in TABLE if kind == "C"]
TWO = {
    "add", "atan2", "copysign", "divide", "equal", "floor_divide", "greater", "greater_equal", "hypot", "less",
    "less_equal", "logaddexp", "maximum", "minimum", "multiply", "nextafter", "not_equal", "pow", "remainder",
    "subtract",
}  # fmt: skip
OPERATORS = {
    "add": "__add__", "divide": "__truediv__", "equal": "__eq__", "floor_divide": "__floordiv__",
    "greater": "__gt__", "greater_equal": "__ge__", "less": "__lt__", "less_equal": "__le__",
    "multiply": "__mul__", "not_equal": "__ne__", "pow": "__pow__", "remainder": "__mod__", "subtract": "__sub__",
    "abs": "__abs__",
}  # fmt: skip
IN_PLACE = {
    "add": "__iadd__", "divide": "__itruediv__", "floor_divide": "__ifloordiv__", "multiply": "__imul__",
    "pow": "__ipow__", "remainder": "__imod__", "subtract": "__isub__",
}  # fmt: skip


def check(name, dtype, combinations, call):
    """Calls once for all combinations and looks at each result; every case of the table must have been met."""
    columns = [own(np.asarray(column, dtype)) for column in zip(*combinations)]
    results = to_numpy(call(*columns)).tolist()
    wrong, met = [], set()
    for arguments, found in zip(combinations, results):
        expected = TABLE[name, "R"].expected(dtype, *arguments)
        if expected is None:
            continue
        met.add(expected[1])
        if not expected[0].holds(found):
            wrong.append(f"{name}{arguments} is {found}, but {expected[1]}")
    assert not wrong, "\n".join(wrong[:20])
    unmet = [case for _, _, case in TABLE[name, "R"].cases if case not in met]
    assert not unmet, f"no sample meets {unmet}"


def combinations_for(name, dtype):
    """All samples, or all pairs of them."""
    return list(itertools.product(special.sample(dtype), repeat=2 if name in TWO else 1))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", REAL)
def test_real_functions(name, dtype):
    check(name, dtype, combinations_for(name, dtype), getattr(xp, name))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", OPERATORS)
def test_operators(name, dtype):
    check(name, dtype, combinations_for(name, dtype), getattr(xp.Tensor, OPERATORS[name]))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", IN_PLACE)
def test_operators_in_place(name, dtype):
    check(name, dtype, combinations_for(name, dtype), getattr(xp.Tensor, IN_PLACE[name]))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", ["pow", "floor_divide", "remainder", "hypot", "atan2"])
def test_single_numbers_and_long_tensors_agree(name, dtype):
    """Loops of vectors, their rests and single elements go different ways through the machine."""
    values = special.sample(dtype)
    for first in values:
        column = own(np.asarray(values, dtype))
        number = own(np.asarray(first, dtype))
        whole = to_numpy(getattr(xp, name)(number, column))
        single = [to_numpy(getattr(xp, name)(number, column[at])) for at in range(len(values))]
        np.testing.assert_array_equal(whole, np.asarray(single, dtype))


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("name", COMPLEX)
def test_complex_functions(name, dtype):
    real = {"complex64": "float32", "complex128": "float64"}[dtype]
    parts = [part for part in special.sample(real) if part in PARTS or part != part]
    combinations = list(itertools.product(parts, repeat=2))
    numbers = np.empty(len(combinations), dtype)
    numbers.real, numbers.imag = zip(*combinations)
    results = to_numpy(getattr(xp, name)(own(numbers)))
    wrong, met = [], set()
    for (a, b), found in zip(combinations, results):
        expected = TABLE[name, "C"].expected_complex(TABLE, dtype, a, b)
        if expected is None:
            continue
        met.add(expected[1])
        (real_part, imaginary_part), case = expected
        if not (real_part.holds(float(found.real)) and imaginary_part.holds(float(found.imag))):
            wrong.append(f"{name}({a}, {b}) is {found}, but {case}")
    assert not wrong, "\n".join(wrong[:20])
    unmet = [case for _, _, case in TABLE[name, "C"].cases if case not in met]
    assert not unmet, f"no sample meets {unmet}"


PARTS = {0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 255.0, -255.0, math.inf, -math.inf}


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_questions_about_complex_numbers(dtype):
    parts = [0.0, -0.0, 1.0, -2.0, math.inf, -math.inf, math.nan]
    for a, b in itertools.product(parts, repeat=2):
        z = xp.asarray(complex(a, b), dtype=getattr(xp, dtype))
        assert bool(xp.isnan(z)) == (math.isnan(a) or math.isnan(b))
        assert bool(xp.isinf(z)) == (math.isinf(a) or math.isinf(b))
        assert bool(xp.isfinite(z)) == (math.isfinite(a) and math.isfinite(b))
        for c, d in itertools.product(parts, repeat=2):
            other = xp.asarray(complex(c, d), dtype=z.dtype)
            assert bool(z == other) == (a == c and b == d)
            assert bool(z != other) == (a != c or b != d)


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
def test_functions_that_are_defined_by_others(dtype):
    """`square` is x * x, `reciprocal` 1 / x, a difference the sum with the negative."""
    rng = np.random.default_rng(3)
    array = rng.normal(0, 10, 500) + (1j * rng.normal(0, 10, 500) if dtype.startswith("c") else 0)
    x = own(array.astype(dtype))
    for result, same in [(xp.square(x), x * x), (xp.reciprocal(x), 1.0 / x), (x - x[0], x + (-x[0]))]:
        np.testing.assert_allclose(to_numpy(result), to_numpy(same), rtol=1e-6)


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_sums_of_complex_numbers_keep_the_signs_of_zeros(dtype):
    z = xp.asarray(complex(-0.0, 0.0), dtype=getattr(xp, dtype))
    w = xp.asarray(complex(-0.0, -0.0), dtype=getattr(xp, dtype))
    total = complex(z + w)
    assert math.copysign(1, total.real) == -1 and math.copysign(1, total.imag) == 1


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_products_and_quotients_of_nothing_but_nan(dtype):
    z = xp.asarray(complex(math.nan, math.nan), dtype=getattr(xp, dtype))
    for result in (z * z, z / z):
        assert math.isnan(complex(result).real) and math.isnan(complex(result).imag)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_hypot_neither_overflows_nor_vanishes(dtype):
    limits = np.finfo(dtype)
    for size in (float(limits.max) / 2, float(limits.tiny) * 4):
        x = xp.asarray([3.0, 0.6], dtype=getattr(xp, dtype)) * (size / 5)
        y = xp.asarray([4.0, 0.8], dtype=getattr(xp, dtype)) * (size / 5)
        np.testing.assert_allclose(to_numpy(xp.hypot(x, y)), np.asarray([size, size / 5], dtype), rtol=1e-5)
