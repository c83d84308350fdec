"""The tensor object: attributes, operators, conversions, iteration, text."""

import _thread
import copy
import operator
import re
import threading
import time
import weakref

import lunette as xp
import numpy as np
import pytest

from support.compare import check_equal

BINARY = [
    operator.add,
    operator.sub,
    operator.mul,
    operator.truediv,
    operator.floordiv,
    operator.mod,
    operator.pow,
    operator.and_,
    operator.or_,
    operator.xor,
    operator.lshift,
    operator.rshift,
    operator.lt,
    operator.le,
    operator.eq,
    operator.ne,
    operator.gt,
    operator.ge,
]
IN_PLACE = [
    operator.iadd,
    operator.isub,
    operator.imul,
    operator.ifloordiv,
    operator.imod,
    operator.ipow,
    operator.iand,
    operator.ior,
    operator.ixor,
    operator.ilshift,
    operator.irshift,
]


def test_attributes():
    x = xp.zeros((2, 3, 4), dtype=xp.float32)
    assert (x.shape, x.ndim, x.size, x.strides, x.itemsize, x.nbytes) == ((2, 3, 4), 3, 24, (48, 16, 4), 4, 96)
    assert x.dtype is xp.float32 and x.device == "cpu" and x.to_device("cpu") is x and x.base is None
    assert x.mT.shape == (2, 4, 3) and x.mT.base is x
    with pytest.raises(ValueError):
        x.T
    with pytest.raises(ValueError):
        x[0, 0].mT
    with pytest.raises(ValueError):
        x.to_device("gpu")
    assert x[0].T.strides == (4, 16)
    assert weakref.ref(x)() is x


def test_flags():
    x = xp.zeros((2, 3))
    flags = x.flags
    assert flags.c_contiguous and flags.owndata and flags.writeable and not flags.f_contiguous
    assert x.T.flags["F_CONTIGUOUS"] and not x.T.flags["OWNDATA"]
    assert not xp.broadcast_to(x, (2, 2, 3)).flags.writeable
    with pytest.raises(KeyError):
        flags["no such"]


@pytest.mark.parametrize("op", BINARY)
def test_operators(op):
    a, b = np.asarray([[5, 6, 7]]), np.asarray([[1], [2]])
    x, y = xp.asarray(a.tolist()), xp.asarray(b.tolist())
    for ours, theirs in [(op(x, y), op(a, b)), (op(x, 2), op(a, 2)), (op(3, x), op(3, a))]:
        assert ours.tolist() == theirs.tolist() and str(ours.dtype) == str(theirs.dtype)
    assert op(x, np.int64(2)).tolist() == op(a, 2).tolist()
    assert op(np.int64(3), x).tolist() == op(3, a).tolist()


@pytest.mark.parametrize("op", IN_PLACE)
def test_in_place_operators_write_through_views(op):
    a = np.arange(1, 7).reshape(2, 3)
    x = xp.asarray(a.tolist())
    row, array_row = x[1], a[1]
    kept = row
    row = op(row, 2)
    assert row is kept
    array_row = op(array_row, 2)
    assert x.tolist() == a.tolist()
    with pytest.raises((TypeError, ValueError)):
        op(x[0], xp.asarray([[1, 2, 3], [1, 2, 3]]))
    assert x.tolist() == a.tolist()


def test_in_place_keeps_the_dtype():
    x = xp.asarray([1, 2])
    with pytest.raises(TypeError):
        x += 1.5
    with pytest.raises(TypeError):
        x /= 2
    flags = xp.asarray([True, False])
    with pytest.raises(TypeError):
        flags += 1
    y = xp.asarray([[1.0, 2.0], [3.0, 4.0]])
    kept = y
    y @= xp.asarray([[0.0, 1.0], [1.0, 0.0]])
    assert y is kept and y.tolist() == [[2.0, 1.0], [4.0, 3.0]]


def test_foreign_operands_get_their_turn():
    class Other:
        def __radd__(self, left):
            return "radd"

        __eq__ = __rmatmul__ = __iadd__ = __radd__

    x = xp.asarray([1, 2])
    assert x + Other() == "radd" and x @ Other() == "radd" and (x == Other()) == "radd"
    x += Other()
    assert x == "radd"
    x = xp.asarray([1, 2])
    assert (x == "a") is False and (x != None) is True  # noqa: E711
    for wrong in [lambda: x + "a", lambda: x < None, lambda: x @ 2, lambda: pow(x, 2, 3), lambda: [1] + x]:
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(TypeError):
        np.asarray([1, 2]) + x
    with pytest.raises(OverflowError):
        x + 2**70
    with pytest.raises(TypeError):
        hash(x)


NAMES = {"less": "lt", "less_equal": "le", "equal": "eq", "not_equal": "ne", "greater": "gt", "greater_equal": "ge"}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("beyond", [2**64, 2**64 + 1, -(2**63) - 1, 2**70, -(2**70), 10**400, -(10**400)], ids=lambda n: hex(n)[:20])
def test_integers_beyond_all_dtypes_compare_by_their_value(name, beyond):
    values = [2**64 - 1, 0, 1], [-(2**63), 2**63 - 1, -1], [True, False, True], [1e300, -1e300, 0.5]
    for row, dtype in zip(values, ["uint64", "int64", "bool", "float64"], strict=True):
        x, compare = xp.asarray(row, dtype=dtype), getattr(operator, f"__{NAMES[name]}__")
        expected = [bool(compare(value, beyond)) for value in row]
        assert compare(x, beyond).tolist() == expected, dtype
        assert getattr(xp, name)(x, beyond).tolist() == expected, dtype
        assert getattr(xp, name)(beyond, x).tolist() == [bool(compare(beyond, value)) for value in row], dtype


def test_integers_beyond_all_dtypes_are_floats_among_floats():
    x = xp.asarray([1.0, 2.0])
    assert (x * 2**64).tolist() == [2.0**64, 2.0**65] and (2**64 - x).tolist() == [2.0**64, 2.0**64]
    x += 2**64
    x[0] = 2**65
    assert x.tolist() == [2.0**65, 2.0**64] and 2**65 in x and 2**66 not in x
    assert xp.clip(x, 0, 2**64).tolist() == [2.0**64] * 2
    assert xp.where(x > 2**64, x, 2**66).tolist() == [2.0**65, 2.0**66]
    assert float(xp.full((), 2**64, dtype="float32")) == float(xp.full_like(x[0], 2**64)) == 2.0**64
    for values in (2**64, [2**64], [[1, 2**64]], [2**64, 1j]):
        made = xp.asarray(values, dtype="complex128")
        assert np.array_equal(np.asarray(made), np.asarray(values, dtype="complex128"))
    assert xp.asarray([0.5, 2**64]).tolist() == [0.5, 2.0**64]
    x = xp.asarray([1, 2])
    assert (x / 2**64).tolist() == [2.0**-64, 2.0**-63] and (2**64 / x).tolist() == [2.0**64, 2.0**63]
    wrong = [
        lambda: x + 2**64, lambda: xp.add(x, 2**64), lambda: xp.full(2, 2**64), lambda: xp.asarray(2**64),
        lambda: x.fill(2**64), lambda: x / 10**400, lambda: x.astype(float) * 10**400, lambda: xp.where(x > 1, x, 2**64),
    ]  # fmt: skip
    for call in wrong:
        with pytest.raises(OverflowError, match="does not fit"):
            call()


def test_scalars_of_numpy_count_in_functions_as_in_operators():
    x = xp.asarray([1, 2], dtype=xp.int8)
    assert xp.multiply(x, np.int16(2)).dtype == (x * np.int16(2)).dtype == xp.int16
    assert xp.add(np.float32(0.5), x).dtype == (np.float32(0.5) + x).dtype == xp.float32
    assert xp.where(x > 1, x, np.int32(0)).dtype == xp.int32
    x *= np.int16(2)
    assert x.dtype == xp.int8 and x.tolist() == [2, 4]


@pytest.mark.parametrize("wrong", [[1], (1, 2), np.asarray([1])], ids=str)
def test_in_takes_what_equality_takes(wrong):
    x = xp.asarray([1, 2])
    with pytest.raises(TypeError, match="asarray"):
        wrong in x
    assert 1 in x and 3 not in x and "a" not in x and None not in x


def test_unary_and_pairs():
    x = xp.asarray([1, -2])
    assert (-x).tolist() == [-1, 2] and (+x).tolist() == [1, -2] and (~x).tolist() == [-2, 1]
    assert abs(x).tolist() == [1, 2] and +x is not x
    quotient, rest = divmod(x, 2)
    assert (quotient.tolist(), rest.tolist()) == ([0, -1], [1, 0])
    quotient, rest = divmod(7, x)
    assert (quotient.tolist(), rest.tolist()) == ([7, -4], [0, -1])
    assert (xp.asarray([[1, 2], [3, 4]]) @ xp.asarray([5, 6])).tolist() == [17, 39]


NAN, INF = float("nan"), float("inf")


def test_conversions_to_numbers():
    zero = lambda value: xp.asarray(value)
    assert [bool(zero(v)) for v in [NAN, INF, -INF, 0.0, -0.0, 1j, 0j, True]] == [1, 1, 1, 0, 0, 1, 0, 1]
    assert [int(zero(v)) for v in [True, -2.9, -0.0, 1e30, 2**63]] == [1, -2, 0, int(1e30), 2**63]
    assert float(zero(3)) == 3.0 and complex(zero(True)) == 1 and complex(zero(2j)) == 2j
    assert np.isnan(complex(zero(NAN)).real) and np.isnan(complex(zero(NAN)).imag)
    assert complex(zero(-INF)) == complex(-INF, 0)
    assert operator.index(zero(5)) == 5 and [1, 2, 3][zero(1)] == 2 and f"{zero(2.5):.2f}" == "2.50"
    refused = [
        (int, NAN, ValueError),
        (int, INF, OverflowError),
        (int, 1j, TypeError),
        (float, 1j, TypeError),
        (operator.index, 1.0, TypeError),
        (operator.index, True, TypeError),
        (int, [1], TypeError),
        (float, [1.0], TypeError),
        (complex, [1.0], TypeError),
        (bool, [True, False], ValueError),
        (len, 1, TypeError),
        (iter, 1, TypeError),
    ]
    for convert, value, error in refused:
        with pytest.raises(error):
            convert(zero(value))


def test_iteration():
    x = xp.asarray([[1, 2], [3, 4], [5, 6]])
    rows = list(x)
    assert len(x) == 3 and [row.tolist() for row in rows] == x.tolist() and all(row.base is x for row in rows)
    rows[1][:] = 0
    assert x.tolist() == [[1, 2], [0, 0], [5, 6]]
    elements = list(x[0])
    assert [type(e) for e in elements] == [xp.Tensor] * 2 and [e.shape for e in elements] == [(), ()]
    assert [e.tolist() for e in reversed(x)] == [[5, 6], [0, 0], [1, 2]]
    assert 6 in x and 7 not in x and "a" not in x
    iterator = iter(x)
    assert operator.length_hint(iterator) == 3 and len([*iterator]) == 3 and list(iterator) == []


@pytest.mark.parametrize("name", ["bool", "int8", "uint8", "int64", "uint64", "float32", "float64", "complex64"])
def test_lists_and_items(name):
    array = np.asarray([[0, 1], [2, 3]]).astype(name)
    x = xp.asarray(array)
    assert x.tolist() == array.tolist() and type(x.tolist()[0][1]) is type(array.tolist()[0][1])
    assert x.item(1, 0) == array.item(1, 0) and x.item(3) == array.item(3)
    assert x[0, 1].item() == array[0, 1].item() and x[0, 1].tolist() == array[0, 1].tolist()
    with pytest.raises(ValueError):
        x.item()
    assert xp.zeros((2, 0)).tolist() == [[], []] and xp.zeros((0, 2)).tolist() == []


def test_copies():
    x = xp.asarray([[1, 2], [3, 4]])
    for other in [x.copy(), copy.copy(x), copy.deepcopy(x), x.astype(xp.int64), x.T.copy(), x.flatten()]:
        assert other.base is None and not np.shares_memory(np.asarray(other), np.asarray(x))
    assert x.astype(xp.int64, copy=False) is x and x.astype("float32").dtype is xp.float32
    assert x.copy(order="F").flags.f_contiguous
    assert x.reshape(4).base is x and x.T.reshape(-1).base is None and x.ravel().base is x


def test_parts_of_complex_numbers_are_views():
    x = xp.asarray([[1 + 2j, 3 + 4j]])
    x.real[0, 0] = 5
    x.T.imag[1] = 6
    assert x.tolist() == [[5 + 2j, 3 + 6j]] and x.real.base is x
    assert xp.asarray([1, 2]).imag.tolist() == [0, 0]


def test_methods_agree_with_numpy():
    array = np.asarray([[3.0, 1.0, 2.0], [6.0, 5.0, 4.0]])
    x = xp.asarray(array.tolist())
    for name in ["sum", "prod", "mean", "min", "max", "argmin", "argmax", "all", "any", "std", "var", "cumsum", "cumprod"]:
        for arguments in [{}, {"axis": 0}, {"axis": -1}]:
            ours, theirs = getattr(x, name)(**arguments), getattr(array, name)(**arguments)
            assert np.allclose(ours.tolist(), theirs.tolist()), name
    assert x.sum(axis=0, keepdims=True).shape == (1, 3) and x.sum(dtype=xp.float32).dtype is xp.float32
    assert x.dot(x.T).tolist() == array.dot(array.T).tolist() and x.clip(2, 4).tolist() == array.clip(2, 4).tolist()
    assert x.argsort().tolist() == array.argsort().tolist() and x.trace().item() == array.trace()
    cube = np.arange(24).reshape(2, 3, 4)
    assert xp.asarray(cube).trace(1, 1, 2).tolist() == cube.trace(1, 1, 2).tolist()
    assert x.transpose().shape == (3, 2) and x.swapaxes(0, 1).base is x and x.diagonal().tolist() == [3.0, 5.0]
    assert [i.tolist() for i in x.nonzero()] == [i.tolist() for i in array.nonzero()]
    x.sort(axis=0)
    array.sort(axis=0)
    assert x.tolist() == array.tolist()


def test_text():
    x = xp.asarray([[1, 9, 3], [4, 5, 6]])
    assert repr(x) == str(x) == "Tensor([[1, 9, 3],\n        [4, 5, 6]])"
    assert f"{x}" == str(x)
    with pytest.raises(TypeError):
        f"{x:.2f}"


def test_html():
    page = xp.asarray([[0.0, NAN], [0.5, 1.0]])._repr_html_()
    assert page.count("<td") == 4 and "rgba(86,140,220,0.75)" in page and "rgba(86,140,220,0.38)" in page
    assert "shape (2, 2), dtype float64" in page and page.count("background") == 3
    long = xp.zeros((5, 100, 3))._repr_html_()
    assert long.count("<table") == 5 and "&hellip;" in long and "[4, :, :]" in long
    assert "&#8942;" in xp.zeros((100, 2, 2))._repr_html_()
    for shape in [(), (0,), (3,), (0, 2), (2, 0, 2), (1,) * 20]:
        assert "dtype" in xp.zeros(shape)._repr_html_()
    assert "<td" in xp.asarray([1 + 2j])._repr_html_() and "shape (1,)" in xp.asarray([1 + 2j])._repr_html_()


def test_threads_see_whole_stores():
    x = xp.zeros(100_000, dtype=xp.int64)
    torn, stop = [], threading.Event()

    def write(value):
        while not stop.is_set():
            x[...] = value
            value += 1

    def read():
        for _ in range(200):
            copied = x.copy()
            if int(copied.min()) != int(copied.max()):
                torn.append(copied)
        stop.set()

    threads = [threading.Thread(target=write, args=(n,)) for n in (0, 10**6)] + [threading.Thread(target=read)]
    [thread.start() for thread in threads]
    [thread.join(timeout=60) for thread in threads]
    assert stop.is_set() and not torn


@pytest.mark.parametrize(
    ("work", "n"), [(lambda x: x @ x, 1000), (lambda x: xp.sort(x.reshape(-1)), 3000)], ids=["matmul", "sort"]
)
def test_ctrl_c_stops_long_work(work, n):
    x = xp.astype(xp.reshape(xp.arange(n * n, 0, -1), (n, n)) * 1_000_003 % 999_983, xp.float64)
    before = int(x.sum())
    threading.Timer(0.05, _thread.interrupt_main).start()
    begun = time.monotonic()
    try:
        # Again and again, should the machine be faster than the timer.
        while time.monotonic() - begun < 60:
            work(x)
        pytest.fail("nothing stopped the work")
    except KeyboardInterrupt:
        assert time.monotonic() - begun < 5
    assert int(x.sum()) == before
    x[0, 0] = 1
    assert int(x[0, 0]) == 1


def test_the_class_makes_tensors_as_numpys_array_does():
    values = xp.array([1, 2])
    assert isinstance(values, xp.array) and values.dtype == xp.int64 and values.tolist() == [1, 2]
    assert xp.array([1, 2], xp.float32).dtype == xp.array([1, 2], dtype="float32").dtype == xp.float32
    copied = xp.array(values)
    copied[0] = 9
    assert values.tolist() == [1, 2]
    assert xp.array(values, copy=None) is values
    data = np.zeros(2)
    xp.array(data, copy=False)[0] = 1
    assert data[0] == 1
    with pytest.raises(TypeError):
        xp.array()


@pytest.mark.parametrize("other", [np.arange(2), [0, 1], (0, 1)], ids=["array", "list", "tuple"])
@pytest.mark.parametrize("apply", [operator.eq, operator.ne, operator.lt, operator.add, operator.mul, operator.matmul])
def test_operators_refuse_what_is_no_tensor(apply, other):
    for sides in [(xp.arange(2), other), (other, xp.arange(2))]:
        with pytest.raises(TypeError, match="`lunette.asarray` makes a tensor of it"):
            apply(*sides)


def test_things_of_others_are_not_equal():
    for other in [None, "text", object()]:
        assert (xp.arange(2) == other) is False
        assert (xp.arange(2) != other) is True


def test_errors_speak_pythons_words():
    x = xp.asarray([1, 2, 3])
    with pytest.raises(TypeError, match="`astype` one of the two, or write `x"):
        x += 1.5
    with pytest.raises(OverflowError, match="`astype` converts without this check"):
        x[0] = float("nan")
    with pytest.raises(ValueError, match="does not hold exactly one element: index it first"):
        x.item()
    with pytest.raises(ValueError, match="`axis` is .* or along all: `axis=None`"):
        xp.zeros((2, 2)).argmax(axis=(0, 1))
    with pytest.raises(MemoryError, match="^zeros: "):
        xp.zeros(2**60)


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_round_is_for_real_numbers(dtype):
    assert round(xp.asarray(2.5)) == 2 and round(xp.asarray(1.25), 1) == 1.2 and round(xp.asarray(15), -1) == 20
    with pytest.raises(TypeError, match="real numbers"):
        round(xp.asarray(1.5, dtype=getattr(xp, dtype)))


@pytest.mark.parametrize(("words", "call"), [
    ("bitwise_invert: not defined for dtype float64", lambda: ~xp.ones(2)),
    ("subtract: uint8 cannot hold 300", lambda: xp.ones(2, dtype=xp.uint8) - 300),
    ("permute_dims: ", lambda: xp.permute_dims(xp.ones((2, 2)), (0, 0))),
    ("repeat: ", lambda: xp.repeat(xp.ones(3), xp.asarray([1, 2]))),
    ("split: ", lambda: xp.split(xp.ones(2), 0)),
    ("turn float64 into int8", lambda: xp.asarray(xp.ones(2), dtype=xp.int8, copy=False)),
])  # fmt: skip
def test_errors_name_what_python_knows(words, call):
    with pytest.raises((TypeError, ValueError, OverflowError, IndexError)) as refused:
        call()
    assert words in str(refused.value)


NUMBERS = [0, 1, -3, 200, 2.5, float("nan"), True, 1j, 10**30]
OPERATORS = ["+", "-", "*", "/", "//", "%", "**", "<", "<=", ">", ">=", "==", "!=", "&", "|", "^", "<<", ">>"]


def told(make):
    """A result by its dtype and value, or what is raised."""
    try:
        found = make()
    except Exception as error:
        return type(error), str(error)
    return str(found.dtype), found.shape, str(found)


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint8", "int64", "uint64", "float16", "float32", "float64", "complex64"])
@pytest.mark.parametrize("operator", OPERATORS)
def test_elements_compute_as_tensors_without_axes_do(dtype, operator):
    """What `x[0]` gives has no memory at first, and nobody can tell."""
    x = xp.astype(xp.asarray([0, 1, 3, 100]), getattr(xp, dtype))
    code = compile(f"a {operator} b", "", "eval")
    for k in range(4):
        tensor = xp.asarray(x[k:k + 1].tolist()[0], dtype=x.dtype)
        beside = [(number, number) for number in NUMBERS] + [(x[j], x[j].copy()) for j in range(4)]
        beside += [(xp.arange(3)[1], xp.asarray(1)), (xp.ones(2)[0], xp.asarray(1.0))]
        for element, plain in beside:
            assert told(lambda: eval(code, {"a": x[k], "b": element})) == told(lambda: eval(code, {"a": tensor, "b": plain}))
            assert told(lambda: eval(code, {"a": element, "b": x[k]})) == told(lambda: eval(code, {"a": plain, "b": tensor}))


@pytest.mark.parametrize(("values", "dtype", "op", "scalar"), [
    ([1e-30], "float32", operator.imul, np.float64(1e40)), ([7], "int32", operator.imod, np.int64(2**40)),
    ([-5], "int8", operator.irshift, np.int16(300)), ([8e-7], "float16", operator.imul, np.float32(1e9)),
])  # fmt: skip
def test_scalars_of_numpy_are_not_cut_before_they_count(values, dtype, op, scalar):
    array, x = np.asarray(values, dtype), xp.asarray(values, dtype=getattr(xp, dtype))
    check_equal(op(x, scalar), op(array, scalar))
    assert x.dtype == getattr(xp, dtype)


def test_arguments_of_tables_and_orders_are_told():
    assert xp.asarray([[3, 1], [2, 0]]).argsort(axis=None).tolist() == [3, 1, 2, 0]
    for kwargs in ({"usecols": "a"}, {"max_rows": -1}, {"delimiter": 5}):
        with pytest.raises((TypeError, ValueError, OverflowError)) as refused:
            xp.loadtxt(["1 2"], **kwargs)
        assert "ReadArgs" not in str(refused.value)


def test_integers_that_no_dtype_holds_are_numbers_all_the_same():
    floats, integers, far = xp.asarray([1.0, 1e30]), xp.asarray([1, 2]), 10**30
    assert [int(xp.searchsorted(x, sign * far)) for x in (floats, integers) for sign in (1, -1)] == [1, 0, 2, 0]
    assert xp.isin(floats, far).tolist() == [False, True] and not xp.any(xp.isin(integers, far))
    assert xp.linspace(0, far, 3).tolist() == [0.0, 5e29, 1e30]
    assert xp.result_type(xp.float32, far) == xp.float32
    for call in (lambda: xp.result_type(far), lambda: xp.linspace(0, 10**400, 2)):
        with pytest.raises(OverflowError, match="does not fit"):
            call()
    for call in (lambda: xp.expand_dims(floats, far), lambda: xp.sum(floats, axis=-far), lambda: xp.sum(floats, axis=(far,))):
        with pytest.raises(IndexError, match="out of range"):
            call()
    with pytest.raises(ValueError, match="tensordot"):
        xp.tensordot(floats, floats, axes=far)


def test_results_of_elements_are_tensors_of_their_own():
    x = xp.asarray([1.0, 2.0])
    total = x[0] + x[1]
    total[...] = 9
    assert x.tolist() == [1.0, 2.0] and total.item() == 9 and (total + 1).item() == 10
    element = x[0]
    element[...] = 5
    assert (element + 1).item() == 6 and (1 + element).item() == 6 and bool(element > 4) and x[0].item() == 1
    element += 1
    assert (element * 2).item() == 12


def test_dtypes_of_nothing_are_told_by_their_names_here():
    for dtype in (xp.float64, xp.int8, xp.complex64, xp.bool):
        assert repr(xp.zeros((0, 3), dtype=dtype)) == f"Tensor([], shape=[0, 3], dtype={dtype})"


def test_one_element_is_true_or_false_whatever_its_axes():
    assert bool(xp.asarray([[2.0]])) and not xp.asarray([0]) and not xp.zeros((1, 4), dtype=xp.bool)[:, 2]
    for shape, count in [((2,), 2), ((2, 3), 6), ((0,), 0), ((1, 0), 0)]:
        words = f"bool: a tensor of shape {shape} has {count} elements and is neither true nor false: `any` or `all` of it is"
        with pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
            bool(xp.ones(shape))


def test_very_long_integers_are_not_written_out():
    # Python itself refuses to write 4300 digits and more.
    for beyond in (10**400, -(10**5000)):
        for use in (xp.asarray, lambda value: xp.ones(2, dtype=xp.int8) + value):
            with pytest.raises(OverflowError, match=r"^an integer of \d+ bits does not fit any integer dtype"):
                use(beyond)
    with pytest.raises(OverflowError, match=r"^18446744073709551616 does not fit"):
        xp.asarray(2**64)


def test_errors_name_functions_as_they_are_called():
    x = xp.asarray([[1j, 2j]])
    calls = {
        "cumulative_sum": lambda: xp.cumulative_sum(x, axis=5, include_initial=True),
        "cumulative_prod": lambda: xp.cumulative_prod(x, axis=0, dtype=xp.int8),
        "broadcast_arrays": lambda: xp.broadcast_arrays(x, xp.zeros(3)),
        "vander": lambda: xp.vander(x, increasing=True),
        "trace": lambda: x.trace(axis2=9),
        "cov": lambda: xp.cov(xp.ones((2, 3)), xp.ones((2, 4))),
        "corrcoef": lambda: xp.corrcoef(xp.ones(3), xp.ones((3, 2)), rowvar=True),
    }
    for name, call in calls.items():
        with pytest.raises((TypeError, ValueError), match=f"^{name}: "):
            call()


def test_sums_of_diagonals_are_called_trace():
    for total in (xp.asarray([[1j, 2j]]).trace, lambda **named: xp.trace(xp.asarray([[1j, 2j]]), **named)):
        with pytest.raises(TypeError, match="^trace: "):
            total(dtype=xp.float32)


@pytest.mark.parametrize("name", ["nancumsum", "nancumprod", "cumsum", "cumprod"])
def test_running_totals_drop_no_imaginary_parts(name):
    x = xp.asarray([1 + 2j, 3j])
    for dtype in (xp.int32, xp.float32):
        with pytest.raises(TypeError, match=f"^{name}: .*take the real part"):
            getattr(xp, name)(x, dtype=dtype)
