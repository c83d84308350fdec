"""Every public name has words, every function an example, and the examples give what they show."""

import doctest
import inspect

import pytest

import lunette as xp

MODULES = {"lunette": xp, "lunette.linalg": xp.linalg, "lunette.fft": xp.fft, "lunette.random": xp.random}
CLASSES = [xp.Tensor, xp.Session, xp.dtype]

# What Python itself documents.
INHERITED = {name for name in dir(object)} | {"__module__", "__dict__", "__weakref__", "__hash__"}


def public():
    """Every public function and class, and every member of the classes, by its path."""
    found = {}
    for path, module in MODULES.items():
        for name in module.__all__:
            value = getattr(module, name)
            if callable(value):
                found.setdefault(f"{path}.{name}", value)
    for kind in CLASSES:
        for name in vars(kind):
            if name not in INHERITED and not name.startswith("_"):
                found[f"lunette.{kind.__name__}.{name}"] = getattr(kind, name)
    return found


PUBLIC = public()


@pytest.mark.parametrize("path", PUBLIC)
def test_examples_give_what_they_show(path):
    value = PUBLIC[path]
    words = inspect.getdoc(value)
    assert words and words.strip(), f"{path} has no words"
    cases = doctest.DocTestParser().get_doctest(words, {"xp": xp}, path, None, 0)
    if inspect.isroutine(value):
        assert cases.examples, f"{path} shows no example"
    said = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert runner.run(cases, out=said.append).failed == 0, "".join(said)


@pytest.mark.parametrize("path", MODULES)
def test_modules_have_words_and_list_their_names(path):
    module = MODULES[path]
    assert module.__doc__ and module.__doc__.strip()
    assert sorted(set(module.__all__)) == sorted(module.__all__), "a name is listed twice"
    assert all(hasattr(module, name) for name in module.__all__)
