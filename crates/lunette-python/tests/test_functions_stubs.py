"""The stubs say what the package is: every name, every signature, and types that checkers accept."""

import ast
import inspect
from pathlib import Path
import subprocess
import sys

import pytest

import lunette
import lunette.fft
import lunette.linalg
import lunette.random

PACKAGE = Path(lunette.__file__).parent
MODULES = {"__init__": lunette, "linalg": lunette.linalg, "fft": lunette.fft, "random": lunette.random}
EXAMPLES = Path(__file__).with_name("typed_examples.py")


def declared(module):
    """The top-level definitions of a stub by name."""
    found = {}
    for node in ast.parse((PACKAGE / f"{module}.pyi").read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found[node.name] = node
        elif isinstance(node, ast.AnnAssign):
            found[node.target.id] = node
        elif isinstance(node, ast.Assign):
            found.update((target.id, node) for target in node.targets)
        elif isinstance(node, ast.ImportFrom):
            found.update((alias.asname or alias.name, node) for alias in node.names)
    return found


def parameters(node):
    """The parameters of a function in a stub: name, kind and default, as `inspect` has them."""
    arguments, kinds = node.args, inspect.Parameter
    plain = [(arg, kinds.POSITIONAL_ONLY) for arg in arguments.posonlyargs]
    plain += [(arg, kinds.POSITIONAL_OR_KEYWORD) for arg in arguments.args]
    defaults = [None] * (len(plain) - len(arguments.defaults)) + list(arguments.defaults)
    rows = [(arg.arg, kind, default) for (arg, kind), default in zip(plain, defaults, strict=True)]
    if arguments.vararg:
        rows.append((arguments.vararg.arg, kinds.VAR_POSITIONAL, None))
    pairs = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    rows += [(arg.arg, kinds.KEYWORD_ONLY, default) for arg, default in pairs]
    if arguments.kwarg:
        rows.append((arguments.kwarg.arg, kinds.VAR_KEYWORD, None))
    return [(name, kind, kinds.empty if value is None else ast.literal_eval(value)) for name, kind, value in rows]


def signature(function):
    """The parameters of a function of the package."""
    found = inspect.signature(function).parameters.values()
    return [(parameter.name, parameter.kind, parameter.default) for parameter in found]


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_has_a_stub(module):
    missing = set(MODULES[module].__all__) - set(declared(module))
    assert not missing, f"no stub for {sorted(missing)}"


@pytest.mark.parametrize("module", MODULES)
def test_every_stub_is_a_public_name(module):
    own = {name for name, node in declared(module).items() if isinstance(node, ast.FunctionDef)}
    assert own <= set(MODULES[module].__all__)


@pytest.mark.parametrize("module", MODULES)
def test_signatures_agree(module):
    wrong = []
    for name, node in declared(module).items():
        if isinstance(node, ast.FunctionDef) and parameters(node) != signature(getattr(MODULES[module], name)):
            wrong.append(f"{name}: {ast.unparse(node.args)} beside {inspect.signature(getattr(MODULES[module], name))}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("module", MODULES)
def test_functions_know_where_they_live(module):
    for name, node in declared(module).items():
        if isinstance(node, ast.FunctionDef):
            function = getattr(MODULES[module], name)
            assert (function.__module__, function.__name__) == (MODULES[module].__name__, name)
            assert function.__qualname__ == name


def run(*arguments):
    """The output of a checker, which must find nothing."""
    command = [sys.executable, "-m", *arguments]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr


def test_examples_pass_mypy():
    pytest.importorskip("mypy")
    run("mypy", "--strict", "--cache-dir", "/dev/null", str(EXAMPLES))


def test_examples_pass_pyright():
    pytest.importorskip("pyright")
    run("pyright", "--pythonpath", sys.executable, str(EXAMPLES))


def test_examples_run():
    subprocess.run([sys.executable, str(EXAMPLES)], cwd=PACKAGE.parent, check=True, env={"PYTHONPATH": str(PACKAGE.parent)})
