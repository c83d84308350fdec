"""Expressions of the language on the tensors of the caller, cells of notebooks, and words for names that are not there."""

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
