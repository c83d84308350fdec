"""The documents' examples run, the programs too, and the types that the stubs promise hold."""

import doctest
from pathlib import Path
import re
import subprocess
import sys

import pytest

import lunette as xp

CRATE = Path(__file__).parents[2]
ROOT = CRATE.parents[1]
DOCUMENTS = [ROOT / "README.md", CRATE / "README.md", ROOT / "docs" / "python.md"]
EXAMPLES = sorted((CRATE / "examples").glob("*.py"))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_documents_show_what_happens(path):
    blocks = re.findall(r"^```python\n(.*?)^```", path.read_text(), re.S | re.M)
    assert blocks, "there is no example"
    # One session from the first block to the last, as a reader would type it.
    text = "\n".join(blocks)
    cases = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
    assert cases.examples
    said = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert runner.run(cases, out=said.append).failed == 0, "".join(said)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_examples_run(path):
    run = subprocess.run([sys.executable, path], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    shown = re.search(r'^"""(.*?)"""', path.read_text(), re.S).group(1)
    promised = shown.partition("It prints:\n\n")[2]
    assert promised.split() == run.stdout.split()


def checked(folder, *arguments):
    """What a type checker says; what it keeps stays in the folder."""
    command = [sys.executable, "-m", *arguments]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    return run.returncode, run.stdout + run.stderr


def test_examples_are_typed(tmp_path):
    code, words = checked(tmp_path, "mypy", "--strict", *map(str, EXAMPLES))
    assert code == 0, words


def test_stubs_are_what_the_package_has(tmp_path):
    code, words = checked(tmp_path, "mypy.stubtest", "lunette", "--concise")
    assert code == 0, words


def test_the_package_needs_nothing_else():
    """NumPy is used when it is there, never imported."""
    program = "import sys, lunette as xp; xp.linalg.svd(xp.eye(3)); repr(xp.asarray([1])); print('numpy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


def test_the_version_is_known():
    from importlib.metadata import version

    assert xp.__version__ == version("lunette")
