"""Random calls with wrong arguments: only exceptions of the documented classes, never a crash."""

import inspect
import itertools
import subprocess
import sys
import textwrap

from hypothesis import given, settings, strategies as st
import numpy as np
import pytest

import lunette as xp

# What the package may raise; the library's errors become these. NumPy warns where `__array__` is asked to drop imaginary
# parts, and warnings are errors here. Where a word is the name of a file, there is none.
DOCUMENTED = (
    IndexError, ValueError, TypeError, MemoryError, BufferError, OverflowError, AttributeError, ZeroDivisionError,
    FileNotFoundError, np.exceptions.ComplexWarning,
)  # fmt: skip

# What would write files, run programs or change the tests that follow has no place here.
LEFT_OUT = {"Session", "save", "savetxt", "savez", "savez_compressed", "set_threads"}


def functions(module):
    """The public functions of a module, sorted by name."""
    names = sorted(name for name in module.__all__ if name not in LEFT_OUT)
    return [(name, getattr(module, name)) for name in names if callable(getattr(module, name))]


EVERY = [(f"{prefix}{name}", function)
         for prefix, module in (("", xp), ("linalg.", xp.linalg), ("fft.", xp.fft))
         for name, function in functions(module)]  # fmt: skip

METHODS = sorted(name for name in dir(xp.Tensor) if callable(getattr(xp.Tensor, name)) and name not in LEFT_OUT)


def tensors():
    """A few tensors of every kind, views and broken shapes included."""
    makers = [
        lambda: xp.ones(()), lambda: xp.zeros((0,)), lambda: xp.arange(5), lambda: xp.ones((2, 3)),
        lambda: xp.ones((3, 3), dtype=xp.complex64), lambda: xp.ones((2, 0, 3)), lambda: xp.asarray([True, False]),
        lambda: xp.ones((3, 3), dtype=xp.float32)[::2, ::-1], lambda: xp.broadcast_to(xp.ones(1), (4, 4)),
        lambda: xp.full((2, 2), xp.nan), lambda: xp.arange(4, dtype=xp.uint8), lambda: xp.ones((1,) * 8),
        lambda: xp.asarray([-1, 100, 2**62]), lambda: xp.full((2, 2), xp.inf),
    ]  # fmt: skip
    return st.sampled_from(makers).map(lambda make: make())


def strangers():
    """Arguments of all kinds, right and wrong."""
    numbers = st.sampled_from([0, 1, -1, 2, 3, 7, 2**31, 2**63, -(2**63), 2**64, 2**200, 1.5, -0.0, np.nan, np.inf, 1j])
    words = st.sampled_from(["", "left", "ij", "fro", "ortho", "no such thing", "\0", "é"])
    objects = st.sampled_from([None, True, False, ..., object(), int, float, xp.float32, xp.int8, xp, b"ab", slice(1)])
    shapes = st.lists(st.sampled_from([0, 1, 2, 3, -1, 2**20, 2**62]), max_size=4).map(tuple)
    lists = st.lists(st.sampled_from([0, 1, -1, 5, 1.5, None, "a"]), max_size=3)
    nested = st.lists(tensors(), max_size=3)
    foreign = st.sampled_from([np.arange(3), np.float32(1), np.ones((2, 2))])
    return st.one_of(tensors(), tensors(), numbers, words, objects, shapes, lists, nested, foreign)


def keywords(function):
    """The names of the keyword-only parameters."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    return [parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY]


# Sizes that fit into memory but would take it all are refused by this test, not by the machine.
BIG = 1 << 24


def modest(arguments):
    """Whether a call with these may not fill the memory of the machine: no large number stands alone."""
    flat = [entry for argument in arguments for entry in (argument if isinstance(argument, (tuple, list)) else [argument])]
    numbers = [abs(entry) for entry in flat if isinstance(entry, (int, float)) and entry == entry]
    product = 1
    for number in numbers:
        product *= max(1, number)
    return product < BIG or product >= 2**45


def call(function, positional, named):
    """Calls; what is documented may be raised."""
    try:
        result = function(*positional, **named)
    except DOCUMENTED as error:
        assert str(error) or not error.args, "an error has words"
        return
    if isinstance(result, xp.Tensor):
        repr(result)


@pytest.mark.parametrize(("name", "function"), EVERY, ids=[name for name, _ in EVERY])
@settings(max_examples=max(30, settings().max_examples))
@given(data=st.data())
def test_functions(name, function, data):
    positional = data.draw(st.lists(strangers(), max_size=4))
    known = keywords(function)
    named = {key: data.draw(strangers()) for key in known if data.draw(st.integers(0, 3)) == 0}
    if modest([*positional, *named.values()]):
        call(function, positional, named)


@pytest.mark.parametrize("name", METHODS)
@given(data=st.data())
def test_methods(name, data):
    if name in ("__class__", "__init_subclass__", "__subclasshook__", "__new__", "__getattribute__", "__setattr__", "__delattr__"):
        return
    x = data.draw(tensors())
    positional = data.draw(st.lists(strangers(), max_size=3))
    if modest(positional):
        call(getattr(x, name), positional, {})


@given(data=st.data())
def test_keys(data):
    x = data.draw(tensors())
    entry = st.one_of(strangers(), st.slices(5), st.just(...), st.none())
    key = data.draw(st.one_of(entry, st.lists(entry, max_size=4).map(tuple)))
    try:
        x[key]
    except DOCUMENTED:
        pass
    try:
        x[key] = data.draw(strangers())
    except DOCUMENTED:
        pass


HUGE = [(2**62,), (2**31, 2**31), (2**62, 2**62), (2**40, 2**20), (2**63 - 1,)]


@pytest.mark.parametrize("shape", HUGE)
@pytest.mark.parametrize("name", ["zeros", "ones", "empty"])
def test_huge_shapes(name, shape):
    with pytest.raises((MemoryError, ValueError, OverflowError)):
        getattr(xp, name)(shape)


@pytest.mark.parametrize(
    "call_",
    [
        lambda x: xp.broadcast_to(x, (2**40,)) + 1, lambda x: xp.tile(x, (2**50,)), lambda x: xp.repeat(x, 2**50),
        lambda x: xp.full(2**50, 1), lambda x: xp.eye(2**31), lambda x: xp.linspace(0, 1, 2**50),
        lambda x: xp.arange(2**60), lambda x: xp.arange(0.0, 1e30), lambda x: xp.fft.fft(xp.astype(x, xp.complex128), n=2**50),
        lambda x: xp.linalg.outer(xp.broadcast_to(x, (2**25,)), xp.broadcast_to(x, (2**25,))),
        lambda x: xp.concat([xp.broadcast_to(x, (2**45,))] * 2), lambda x: xp.asarray(xp.broadcast_to(x, (2**45,)), copy=True),
    ],
)  # fmt: skip
def test_huge_results(call_):
    with pytest.raises((MemoryError, ValueError, OverflowError)):
        call_(xp.ones(1))


def test_deep_lists():
    deep = []
    for _ in range(2000):
        deep = [deep]
    with pytest.raises((ValueError, RecursionError, TypeError)):
        xp.asarray(deep)
    own = []
    own.append(own)
    with pytest.raises((ValueError, RecursionError, TypeError)):
        xp.asarray(own)


class Shrinking(list):
    """A list that changes while it is read."""

    def __getitem__(self, at):
        self.clear()
        return 1

    def __iter__(self):
        self.clear()
        return iter([1, 2, 3])


class Lying:
    """Says that it is long, and raises when asked."""

    def __len__(self):
        return 2**62

    def __getitem__(self, at):
        raise IndexError("nothing here")


def test_lists_that_lie():
    for nested in (Shrinking([1, 2, 3]), [Shrinking([1, 2]), [1, 2]], Lying(), [Lying()]):
        try:
            xp.asarray(nested)
        except (*DOCUMENTED, RecursionError):
            pass


class Long:
    """A sequence that says that it is longer than any memory."""

    def __len__(self):
        return 10**15

    def __getitem__(self, at):
        return 1


# Lists of integers that are not there: what is asked for is refused, and no memory is taken for it.
ENDLESS = [Long(), range(1, 10**15), itertools.repeat(1)]


@pytest.mark.parametrize("endless", ENDLESS, ids=["sequence", "range", "iterator"])
@pytest.mark.parametrize("call", [
    lambda endless: xp.zeros(endless),
    lambda endless: xp.sum(xp.ones((2, 2)), axis=endless),
    lambda endless: xp.fft.fftn(xp.ones((2, 2)), s=endless),
    lambda endless: xp.fft.fftn(xp.ones((2, 2)), axes=endless),
    lambda endless: xp.tensordot(xp.ones((2, 2)), xp.ones((2, 2)), axes=(endless, endless)),
    lambda endless: xp.split(xp.ones(4), endless),
    lambda endless: xp.as_strided(xp.ones(4), (2,), endless),
    lambda endless: xp.pad(xp.ones(4), endless),
], ids=["shape", "axis", "s", "axes", "tensordot", "split", "strides", "pad"])  # fmt: skip
def test_lists_without_an_end(call, endless):
    if isinstance(endless, itertools.repeat):
        endless = itertools.repeat(1)
    with pytest.raises(DOCUMENTED) as refused:
        call(endless)
    assert str(refused.value)


def test_ranges_longer_than_memory():
    for long in (range(10**15), [range(10**15)], [range(2**62)] * 4):
        with pytest.raises(MemoryError, match="memory|addressed"):
            xp.asarray(long)
    assert xp.asarray(range(3)).tolist() == [0, 1, 2]
    assert xp.asarray([range(3), range(3, 6)]).tolist() == [[0, 1, 2], [3, 4, 5]]


ENDLESS = {
    "fromiter": "xp.fromiter(itertools.repeat(1.5), float)",
    "rows": "xp.asarray([xp.zeros(2), range(10**12)])",
    "choices": "xp.select([], range(10**12))",
    "sizes": "xp.zeros(range(10**12))",
}


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is limited as Linux does it")
@pytest.mark.parametrize("call", ENDLESS.values(), ids=list(ENDLESS))
def test_more_than_memory_holds_is_an_error(call):
    program = f"""
        import itertools, resource
        import lunette as xp
        resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))
        try:
            {call}
        except (MemoryError, ValueError) as error:
            print(type(error).__name__)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.strip() in ("MemoryError", "ValueError")) == (0, True), done.stderr
