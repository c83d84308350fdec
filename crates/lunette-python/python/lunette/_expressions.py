"""Expressions and cells of Lunette's language on the tensors around them."""

import re as _re
import sys as _sys

from . import _lunette as _native

_NAME = _re.compile(r"\b[A-Za-z_]\w*\b")
_TEXT_OR_COMMENT = _re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*')
_DECLARED = _re.compile(r"^\s*let\s+(?:mut\s+)?([A-Za-z_]\w*)", _re.M)


def evaluate(expression, /, **variables):
    """The value of an expression of Lunette's language, computed in one go, without tensors in between.

    Names that are not given are those of the caller. [The guide](docs/language/README.md) says what an expression is:
    operators and functions are called as here, and a function of all elements such as `sum` may stand around it. Two signs mean
    something else there: `//` begins a comment (whole quotients are `div`), and `<-` stores (`a < -b` needs its blanks).

    >>> a, b = xp.asarray([1.0, 2.0]), xp.asarray([10.0, 20.0])
    >>> xp.evaluate("a * b + 1")
    Tensor([11.0, 41.0])
    >>> xp.evaluate("sum(sqrt(x))", x=xp.asarray([4.0, 9.0]))
    5.0
    """
    frame = _sys._getframe(1)
    scopes = (variables, frame.f_locals, frame.f_globals)
    return _native._evaluate(expression, {**_found(expression, scopes), **variables})


def _found(text, scopes):
    """What the names of a text stand for, as far as programs can take it."""
    found = {}
    for name in _NAME.findall(_TEXT_OR_COMMENT.sub(" ", text)):
        value = next((scope[name] for scope in scopes if name in scope), None)
        if _is_value(value):
            found[name] = value
    return found


def _is_value(value):
    """Whether a program can take it: tensors, numbers, and arrays of others, whose memory is shared."""
    if isinstance(value, (_native.Tensor, bool, int, float, complex)):
        return True
    return hasattr(value, "__array_interface__") and hasattr(value, "shape")


def load_ipython_extension(shell, /):
    """Gives a notebook the magic `%%lunette`, after `%load_ext lunette`: the cell is a program of the language.

    The program sees the tensors, arrays and numbers of the notebook, and stores into them; what it declares by `let` is
    there in the cells below. The value of a last expression is shown.

    >>> class Notebook:
    ...     user_ns = {"x": xp.asarray([1.0, 2.0])}
    ...     def register_magic_function(self, function, magic_kind, magic_name):
    ...         self.cell = function
    >>> notebook = Notebook()
    >>> xp.load_ipython_extension(notebook)
    >>> notebook.cell("", "let y = x * 10\\nx[0] <- 5")
    >>> notebook.user_ns["x"], notebook.user_ns["y"]
    (Tensor([5.0, 2.0]), Tensor([10.0, 20.0]))
    """
    session = _native.Session()

    def lunette(line, cell):
        """A cell of Lunette's language."""
        declared = set(_DECLARED.findall(cell))
        found = _found(cell, (shell.user_ns,))
        value = session.run(cell, **found)
        for name in declared & set(session.names()):
            shell.user_ns[name] = session[name]
        return value

    shell.register_magic_function(lunette, magic_kind="cell", magic_name="lunette")


__all__ = [name for name in dir() if not name.startswith("_")]

# Help and pickles find them where users do.
for _name in __all__:
    globals()[_name].__module__ = "lunette"
