"""Every name of the standard is there, with the parameters that it declares."""

import inspect
from pathlib import Path

import pytest

import lunette as xp

LINES = (Path(__file__).parent.parent / "support" / "signatures.txt").read_text().splitlines()
DECLARED = [line for line in LINES if line and not line.startswith("#")]

ATTRIBUTES = ["dtype", "device", "mT", "ndim", "shape", "size", "T"]
CONSTANTS = ["e", "inf", "nan", "newaxis", "pi"]
DTYPES = (
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 complex64 complex128".split()
)

POSITIONAL_ONLY = inspect.Parameter.POSITIONAL_ONLY
KEYWORD_ONLY = inspect.Parameter.KEYWORD_ONLY


def found(path):
    """What stands at a dotted path of the namespace."""
    value = xp
    for name in path.split("."):
        value = getattr(value, name)
    return value


def declared(line):
    """The signature that a line declares."""
    path, parameters = line.split("(", 1)
    scope = {}
    exec(f"def function({parameters}: pass", scope)
    return path, inspect.signature(scope["function"])


@pytest.mark.parametrize("line", DECLARED, ids=[line.split("(")[0] for line in DECLARED])
def test_functions_have_the_declared_parameters(line):
    path, wanted = declared(line)
    function = found(path)
    assert callable(function)
    ours = list(inspect.signature(function).parameters.values())
    for position, parameter in enumerate(wanted.parameters.values()):
        check_parameter(parameter, position, ours)
    known = len(wanted.parameters)
    for extra in ours[known:]:
        assert extra.default is not extra.empty, f"{extra} is needed, but the standard has no such parameter"


def check_parameter(wanted, position, ours):
    """The parameter stands where it has to, is of the same kind, and has the same default."""
    if wanted.kind is KEYWORD_ONLY:
        by_name = {parameter.name: parameter for parameter in ours}
        assert wanted.name in by_name, f"{wanted} is missing"
        same = by_name[wanted.name]
    else:
        assert position < len(ours), f"{wanted} is missing"
        same = ours[position]
    assert same.kind is wanted.kind, f"{same} is {same.kind.description}, not {wanted.kind.description}"
    if wanted.kind is not POSITIONAL_ONLY:
        assert same.name == wanted.name
    assert same.default == wanted.default or same.default is wanted.default, f"{same}, not {wanted}"
    assert type(same.default) is type(wanted.default), f"{same}, not {wanted}"


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_the_tensor_has_the_attribute(name):
    assert hasattr(xp.ones((1, 1)), name)


@pytest.mark.parametrize("name", CONSTANTS)
def test_constants(name):
    import math

    value = getattr(xp, name)
    expected = {"newaxis": None}.get(name, getattr(math, name, None))
    assert value is None if expected is None else type(value) is float
    assert value == expected or value != value


@pytest.mark.parametrize("name", DTYPES)
def test_dtypes_are_there_and_differ(name):
    dtype = getattr(xp, name)
    assert dtype == dtype and not dtype != dtype
    assert [other for other in DTYPES if getattr(xp, other) == dtype] == [name]
    assert xp.zeros(1, dtype=dtype).dtype == dtype
    assert hash(dtype) == hash(xp.zeros(1, dtype=dtype).dtype)
    assert dtype != "something else" and dtype != 1 and dtype is not None


def test_the_namespace_says_what_it_is():
    assert xp.__array_api_version__ == "2025.12"
    assert xp.Tensor is xp.array or callable(xp.array)
    x = xp.ones(1)
    assert x.__array_namespace__() is xp
    assert x.__array_namespace__(api_version="2025.12") is xp
    assert x.__array_namespace__(api_version=None) is xp
    with pytest.raises(ValueError):
        x.__array_namespace__(api_version="1999.01")


def test_everything_is_in_all_and_in_dir():
    assert {"add", "Tensor", "float64", "linalg", "fft"} <= set(dir(xp))
    names = [line.split("(")[0] for line in DECLARED]
    plain = {name for name in names if "." not in name}
    assert plain <= set(dir(xp)) and plain <= set(xp.__all__)
    for module in ("linalg", "fft"):
        own = {name.split(".")[1] for name in names if name.startswith(f"{module}.")}
        assert own <= set(dir(getattr(xp, module))) and own <= set(getattr(xp, module).__all__)


def test_aliases_are_the_same_functions():
    for name in ("matmul", "matrix_transpose", "tensordot", "vecdot"):
        assert getattr(xp.linalg, name) is getattr(xp, name)
