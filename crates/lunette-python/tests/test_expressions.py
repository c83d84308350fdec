"""Expressions of the language on the tensors of the caller, cells of notebooks, and words for names that are not there."""

import gc
import sys
import threading
import weakref

import numpy as np
import pytest

import lunette as xp

SCALE = 3.0

# Names that NumPy had before its present version, and that are still typed.
NUMPY_HAD = set(
    "in1d trapz product cumproduct sometrue alltrue round_ float_ complex_ row_stack msort tracemalloc_domain disp".split()
)


def test_names_are_those_of_the_caller():
    a, b = xp.asarray([1.0, 2.0]), np.asarray([10.0, 20.0])
    assert xp.evaluate("a * b + SCALE").tolist() == [13.0, 43.0]
    assert xp.evaluate("a * b", b=2).tolist() == [2.0, 4.0]
    assert xp.evaluate("sum(a) // b, or what stands in a comment") == 3.0
    assert a.tolist() == [1.0, 2.0]


def test_mistakes_in_expressions_are_told():
    with pytest.raises(xp.LunetteError, match="nobody"):
        xp.evaluate("nobody + 1")
    with pytest.raises(xp.LunetteError, match="broadcast"):
        xp.evaluate("a + b", a=xp.zeros(2), b=xp.zeros(3))


def test_the_same_expression_again():
    for shape in [(3,), (5,), (2, 3), (0,)]:
        for dtype in ["float64", "float32", "int64", "complex128"]:
            array = np.arange(np.prod(shape), dtype=dtype).reshape(shape)
            for number in (2, 2.5):
                for _ in range(2):
                    found = xp.evaluate("x * n + x", x=xp.asarray(array), n=number)
                    np.testing.assert_array_equal(np.asarray(found), array * number + array)
    for value in (xp.asarray(3.0), 3.0, xp.asarray(4.0)):
        assert xp.evaluate("x + 1", x=value) == float(value) + 1


def test_a_second_run_sees_nothing_of_the_first():
    x = xp.asarray([1.0, 2.0])
    text = "let mut y = x\ny[0] <- 100.0\ny"
    first = xp.evaluate(text, x=x)
    second = xp.evaluate(text, x=xp.asarray([5.0, 6.0]))
    second[1] = 7
    assert (first.tolist(), second.tolist(), x.tolist()) == ([100.0, 2.0], [100.0, 7.0], [1.0, 2.0])
    # A value is memory of its own; a store goes to the caller's.
    for _ in range(2):
        assert not xp.shares_memory(xp.evaluate("x", x=x), x)
        assert xp.evaluate("x[0] <- x[0] + 1", x=x) is None
    assert x.tolist() == [3.0, 2.0]
    for k, fails in [(0, False), (5, True), (1, False)]:
        if fails:
            with pytest.raises(xp.LunetteError, match="out of range"):
                xp.evaluate("x[k]", x=x, k=k)
        else:
            assert xp.evaluate("x[k]", x=x, k=k) == float(x[k])
    assert xp.evaluate("random(8)").tolist() != xp.evaluate("random(8)").tolist()


def test_warnings_come_again():
    for _ in range(2):
        with pytest.warns(UserWarning, match="never reached"):
            assert xp.evaluate("fun f() { return 1\nprint(2) }\nf()") == 1


def evaluated(text, array):
    """The value, or nothing after a mistake; what the frame knows goes with it."""
    try:
        return xp.evaluate(text, a=array)
    except xp.LunetteError:
        return None


def test_nothing_is_kept_of_the_values():
    for text, expected in [("let z = a * 2\nsum(z + z)", 0.0), ("let z = a * 2\nz[5000]", None), ("sum(a * 2)", 0.0)]:
        array = np.zeros(1000)
        before, watched = sys.getrefcount(array), weakref.ref(array)
        for _ in range(3):
            assert evaluated(text, array) == expected
        gc.collect()
        assert sys.getrefcount(array) == before
        del array
        gc.collect()
        assert watched() is None


def test_many_expressions():
    for k in range(200):
        assert xp.evaluate(f"n + {k}", n=1) == k + 1
    assert xp.evaluate("n + 3", n=1) == 4


def test_threads_evaluate_the_same_expression():
    wrong = []

    def work(number):
        x = xp.full((2000,), float(number))
        for _ in range(50):
            if xp.evaluate("sum(x * 2 + n)", x=x, n=number) != 6000.0 * number:
                wrong.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    [thread.start() for thread in threads]
    [thread.join(timeout=60) for thread in threads]
    assert not wrong


def test_modules_are_read_again(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for factor in (2, 3):
        (tmp_path / "shapes.lun").write_text(f"fun times(x) {{ x * {factor} }}\n")
        assert xp.evaluate('module "shapes" as shapes\nshapes.times(10)') == 10 * factor


class Notebook:
    """What an extension sees of IPython."""

    def __init__(self, **names):
        self.user_ns = names

    def register_magic_function(self, function, magic_kind, magic_name):
        assert (magic_kind, magic_name) == ("cell", "lunette")
        self.run = lambda cell: function("", cell)


def test_cells_of_a_notebook():
    notebook = Notebook(x=xp.asarray([1.0, 2.0]), n=3, unrelated=object())
    xp.load_ipython_extension(notebook)
    assert notebook.run("let y = x * n\nx[0] <- 7\nsum(y)") == 9.0
    assert notebook.user_ns["y"].tolist() == [3.0, 6.0]
    assert notebook.user_ns["x"].tolist() == [7.0, 2.0]
    # The next cell sees what this one declared, and names that stand for something else by now.
    notebook.user_ns["x"] = xp.asarray([5.0])
    assert notebook.run("sum(x)") == 5.0


@pytest.mark.parametrize(("name", "words"), [("ndarray", "lunette.Tensor"), ("trapz", "trapezoid"), ("hstak", "`hstack`")])
def test_names_that_are_not_there(name, words):
    with pytest.raises(AttributeError, match=f"no `{name}`.*{words}"):
        getattr(xp, name)
    assert not hasattr(xp, name)


def test_cures_name_what_is_there():
    from lunette import _missing

    assert not [name for name in _missing._CURES if name in xp.__all__]
    strangers = set(_missing._CURES) - set(dir(np)) - NUMPY_HAD
    assert not strangers, "these are no names of NumPy"


def test_the_cure_for_frexp_is_numpys_exponent():
    x = [0.3, 0.5, 1.0, 3.0, -8.0, 1000.0]
    assert "floor(log2(abs(x))) + 1" in str(pytest.raises(AttributeError, lambda: xp.frexp).value)
    found = xp.evaluate("floor(log2(abs(x))) + 1", x=xp.asarray(x))
    assert found.tolist() == np.frexp(x)[1].tolist()
