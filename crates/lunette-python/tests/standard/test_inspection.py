"""What the namespace says about itself."""

import pytest

import lunette as xp
from support import dtypes

KINDS = {
    "bool": ["bool"],
    "signed integer": dtypes.SIGNED,
    "unsigned integer": dtypes.UNSIGNED,
    "integral": dtypes.INTEGERS,
    "real floating": dtypes.REAL,
    "complex floating": dtypes.COMPLEX,
    "numeric": dtypes.NUMERIC,
}


def named(names):
    """Dtypes by their names, as the standard gives them."""
    return {name: dtypes.of(name) for name in names}


def test_capabilities():
    capabilities = xp.__array_namespace_info__().capabilities()
    assert capabilities["boolean indexing"] is True and capabilities["data-dependent shapes"] is True
    limit = capabilities["max dimensions"]
    assert limit is None or (type(limit) is int and xp.ones((1,) * limit).ndim == limit >= 32)


def test_devices():
    info = xp.__array_namespace_info__()
    assert type(info.devices()) is tuple
    assert info.default_device() in info.devices()
    for device in info.devices():
        if device is not None:
            assert xp.ones(1, device=device).device == device


def test_default_dtypes():
    info = xp.__array_namespace_info__()
    expected = {
        "real floating": xp.float64,
        "complex floating": xp.complex128,
        "integral": xp.int64,
        "indexing": xp.int64,
    }
    assert info.default_dtypes() == expected
    assert info.default_dtypes(device=None) == info.default_dtypes(device=info.default_device()) == expected


def test_dtypes():
    info = xp.__array_namespace_info__()
    assert info.dtypes() == info.dtypes(kind=None) == info.dtypes(device=info.default_device()) == named(dtypes.EVERY)
    for kind, names in KINDS.items():
        assert info.dtypes(kind=kind) == named(names)
    assert info.dtypes(kind=("bool", "integral")) == named(["bool", *dtypes.INTEGERS])
    assert info.dtypes(kind=()) == {}


def test_unknown_kinds_and_devices_raise():
    info = xp.__array_namespace_info__()
    with pytest.raises(ValueError):
        info.dtypes(kind="no such kind")
    for call in (info.dtypes, info.default_dtypes):
        with pytest.raises(ValueError):
            call(device="the moon")
