"""Elementwise functions and operators beside NumPy: values, shapes, dtypes, views, Python's numbers."""

import operator

from hypothesis import given, strategies as st
import numpy as np
import pytest

import lunette as xp
from support import dtypes
from support.compare import check_close, check_form, to_numpy
from support.functions import BINARY_FUNCTIONS, COMPARISONS, METHODS, OPERATORS, UNARY_FUNCTIONS
from support.random_arrays import arrays, broadcastable, pair

OPERATE = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv,
    "%": operator.mod, "**": operator.pow, "&": operator.and_, "|": operator.or_, "^": operator.xor,
    "<<": operator.lshift, ">>": operator.rshift, "==": operator.eq, "!=": operator.ne, "<": operator.lt,
    "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip

# Sums of exponentials, differences of large angles and the like lose more than the last places.
LOOSE = {"float32": 40.0, "complex64": 200.0, "float64": 100.0, "complex128": 2000.0}


def usable(row, array):
    """The elements that the function is defined for, in a form that both sides agree on."""
    if row.name in ("bitwise_left_shift", "bitwise_right_shift"):
        return np.abs(array % 7).astype(array.dtype)
    if row.name in ("floor_divide", "remainder") and array.dtype.kind in "iu":
        return np.where(array == 0, 1, array).astype(array.dtype)
    if row.name == "pow" and array.dtype.kind in "iu":
        return (array % 4).astype(array.dtype)
    return array


def check_values(row, tensor, expected, dtype):
    """Equal but for roundings."""
    assert isinstance(tensor, xp.Tensor)
    expected = np.asarray(expected).astype(dtype)
    check_close(tensor, expected, LOOSE.get(dtype, 1.0))


@pytest.mark.parametrize("row", UNARY_FUNCTIONS.values(), ids=lambda row: row.name)
@given(data=st.data())
def test_unary_functions_equal_numpys(row, data):
    array, tensor = data.draw(arrays(dtypes.KINDS[row.kind]))
    dtype = array.dtype.name
    expected = row.expected(array)
    check_values(row, getattr(xp, row.name)(tensor), expected, row.result_dtype(dtype))


@pytest.mark.parametrize("row", BINARY_FUNCTIONS.values(), ids=lambda row: row.name)
@given(data=st.data())
def test_binary_functions_equal_numpys(row, data):
    first, second, dtype = data.draw(st.sampled_from(dtypes.pairs_of(row.kind)))
    (one, two), common = data.draw(broadcastable())
    x, ours = data.draw(arrays([first], one))
    y, theirs = data.draw(arrays([second], two))
    y = usable(row, y)
    theirs = xp.asarray(y, copy=True)
    result = getattr(xp, row.name)(ours, theirs)
    check_form(result, row.result_dtype(dtype), common)
    wide = [array.astype(dtype) for array in (x, y)]
    check_values(row, result, row.expected(*wide), row.result_dtype(dtype))


@pytest.mark.parametrize("row", BINARY_FUNCTIONS.values(), ids=lambda row: row.name)
def test_binary_functions_promote_by_the_table(row):
    for first, second, dtype in dtypes.pairs_of(row.kind):
        for shapes in [((), ()), ((2,), ()), ((), (2,)), ((0,), (1,)), ((3, 1), (1, 2))]:
            x = xp.ones(shapes[0], dtype=dtypes.of(first))
            y = xp.ones(shapes[1], dtype=dtypes.of(second))
            result = getattr(xp, row.name)(x, y)
            check_form(result, row.result_dtype(dtype), np.broadcast_shapes(*shapes))


@pytest.mark.parametrize("row", BINARY_FUNCTIONS.values(), ids=lambda row: row.name)
def test_numbers_take_the_dtype_of_the_tensor(row):
    for dtype in dtypes.KINDS[row.kind]:
        for kind in dtypes.scalar_kinds(dtype):
            for x in (xp.ones((), dtype=dtypes.of(dtype)), xp.ones((2, 3), dtype=dtypes.of(dtype))):
                expected = (row.result_dtype(dtype), x.shape)
                check_form(getattr(xp, row.name)(x, kind(1)), *expected)
                check_form(getattr(xp, row.name)(kind(1), x), *expected)


@pytest.mark.parametrize("row", BINARY_FUNCTIONS.values(), ids=lambda row: row.name)
def test_a_complex_number_makes_a_real_tensor_complex(row):
    if row.kind not in ("N", "F"):
        return
    for dtype in dtypes.REAL:
        x = xp.ones(2, dtype=dtypes.of(dtype))
        check_form(getattr(xp, row.name)(x, 1j), dtypes.COMPLEX_OF[dtype], (2,))
        check_form(getattr(xp, row.name)(1j, x), dtypes.COMPLEX_OF[dtype], (2,))


@pytest.mark.parametrize("name", OPERATORS)
@given(data=st.data())
def test_operators_are_the_functions(name, data):
    row, operate = BINARY_FUNCTIONS[name], OPERATE[OPERATORS[name]]
    first, second, _ = data.draw(st.sampled_from(dtypes.pairs_of(row.kind)))
    (one, two), _ = data.draw(broadcastable())
    _, x = data.draw(arrays([first], one))
    y, _ = data.draw(arrays([second], two))
    y = xp.asarray(usable(row, y), copy=True)
    expected = to_numpy(getattr(xp, name)(x, y))
    result = operate(x, y)
    check_form(result, expected.dtype.name, expected.shape)
    np.testing.assert_array_equal(to_numpy(result), expected)


@pytest.mark.parametrize("name", OPERATORS)
@given(data=st.data())
def test_operators_take_numbers_on_both_sides(name, data):
    row, operate = BINARY_FUNCTIONS[name], OPERATE[OPERATORS[name]]
    array, x = data.draw(arrays(dtypes.KINDS[row.kind], small=True))
    x = xp.asarray(usable(row, array), copy=True)
    dtype = array.dtype.name
    kind = data.draw(st.sampled_from(dtypes.scalar_kinds(dtype)))
    number = kind(data.draw(st.integers(1, 5)))
    scalar = xp.asarray(number, dtype=x.dtype)
    for result, expected in [
        (operate(x, number), getattr(xp, name)(x, scalar)),
        (operate(number, x), getattr(xp, name)(scalar, x)),
        (getattr(xp, name)(x, number), getattr(xp, name)(x, scalar)),
    ]:
        check_form(result, expected.dtype.name, expected.shape)
        np.testing.assert_array_equal(to_numpy(result), to_numpy(expected))


@pytest.mark.parametrize("name", [name for name in OPERATORS if OPERATORS[name] in METHODS])
@given(data=st.data())
def test_in_place_operators_write_what_the_function_gives(name, data):
    row, symbol = BINARY_FUNCTIONS[name], OPERATORS[name]
    in_place = getattr(operator, f"i{METHODS[symbol]}")
    same_dtype = [pair for pair in dtypes.pairs_of(row.kind) if pair[0] == pair[2]]
    first, second, _ = data.draw(st.sampled_from(same_dtype))
    shape = data.draw(st.lists(st.integers(0, 3), max_size=3).map(tuple))
    _, x = data.draw(arrays([first], shape))
    y, _ = data.draw(arrays([second], shape[len(shape) // 2 :]))
    y = xp.asarray(usable(row, y), copy=True)
    expected = to_numpy(getattr(xp, name)(x, y)).copy()
    same = x
    result = in_place(x, y)
    assert result is same, "an operator in place gives its own left side"
    check_form(result, first, shape)
    np.testing.assert_array_equal(to_numpy(same), expected)


@pytest.mark.parametrize("symbol", METHODS)
def test_reflected_methods(symbol):
    name = next(name for name, known in OPERATORS.items() if known == symbol)
    dtype = xp.int64 if symbol not in "/" else xp.float64
    x, y = xp.asarray([6, 7, 8], dtype=dtype), xp.asarray([1, 2, 3], dtype=dtype)
    result = getattr(x, f"__r{METHODS[symbol]}__")(y)
    np.testing.assert_array_equal(to_numpy(result), to_numpy(getattr(xp, name)(y, x)))


def test_unary_operators():
    x = xp.asarray([1, -2, 3], dtype=xp.int32)
    for result, expected in [(-x, [-1, 2, -3]), (+x, [1, -2, 3]), (abs(x), [1, 2, 3]), (~x, [-2, 1, -4])]:
        check_form(result, "int32", (3,))
        assert to_numpy(result).tolist() == expected
    assert to_numpy(~xp.asarray([True, False])).tolist() == [False, True]


@pytest.mark.parametrize("symbol", COMPARISONS)
def test_comparisons_with_strangers(symbol):
    x = xp.asarray([1, 2])
    if symbol in ("==", "!="):
        assert isinstance(OPERATE[symbol](x, 1), xp.Tensor)
    with pytest.raises(TypeError):
        getattr(xp, BINARY_FUNCTIONS_BY_SYMBOL[symbol])(x, "text")


BINARY_FUNCTIONS_BY_SYMBOL = {symbol: name for name, symbol in OPERATORS.items()}


@given(data=st.data())
def test_clip(data):
    dtype = data.draw(st.sampled_from(dtypes.REALS))
    shape = data.draw(st.lists(st.integers(0, 3), max_size=3).map(tuple))
    array, x = data.draw(arrays([dtype], shape, small=True))
    low, high = data.draw(st.integers(0, 3)), data.draw(st.integers(3, 8))
    kind = data.draw(st.sampled_from(["numbers", "tensors", "rows", "one"]))
    bounds = {"numbers": (low, high), "one": (low, None)}.get(kind)
    if bounds is None:
        wanted = shape if kind == "tensors" else shape[1:]
        bounds = [np.full(wanted, bound, dtype) for bound in (low, high)]
    ours = [xp.asarray(bound, copy=True) if isinstance(bound, np.ndarray) else bound for bound in bounds]
    check_close(xp.clip(x, *ours), np.clip(array, *bounds).astype(dtype))
    check_close(xp.clip(x, min=ours[0], max=ours[1]), np.clip(array, *bounds).astype(dtype))
    check_close(xp.clip(x), array)
    check_close(xp.clip(x, max=high), np.minimum(array, high).astype(dtype))


@pytest.mark.parametrize("dtype", dtypes.REAL)
def test_clip_hands_nan_on(dtype):
    x = xp.asarray([1.0, xp.nan, 3.0], dtype=dtypes.of(dtype))
    nan = xp.asarray(xp.nan, dtype=x.dtype)
    assert to_numpy(xp.isnan(xp.clip(x, 0.0, 2.0))).tolist() == [False, True, False]
    assert to_numpy(xp.isnan(xp.clip(x, nan, 2.0))).all()
    assert to_numpy(xp.isnan(xp.clip(x, 0.0, nan))).all()


@pytest.mark.parametrize("style", ["whole", "stepped", "turned", "transposed"])
def test_large_views(style):
    rng = np.random.default_rng(7)
    array, x = pair(rng, (64, 96, 5), "float32", style)
    other, y = pair(rng, (96, 5), "float32", style)
    check_close(x * y + x, array * other + array)
    check_close(xp.exp(x), np.exp(array), 4.0)


@pytest.mark.parametrize("name", ["add", "equal", "bitwise_and", "hypot"])
def test_shapes_that_do_not_fit_are_refused(name):
    x, y = xp.ones((2, 3)), xp.ones((2, 4))
    if name == "bitwise_and":
        x, y = xp.astype(x, xp.int8), xp.astype(y, xp.int8)
    with pytest.raises(ValueError, match=r"[Bb]roadcast|shape"):
        getattr(xp, name)(x, y)


@pytest.mark.parametrize("name", ["add", "exp", "sum", "sort"])
def test_a_list_is_no_operand(name):
    arguments = ([1, 2], xp.ones(2)) if name == "add" else ([1.0, 2.0],)
    with pytest.raises(TypeError, match="asarray"):
        getattr(xp, name)(*arguments)
