"""erf, gamma and their kin against Python's own, and softmax against its definition."""

import math

import numpy as np
import pytest

import lunette as xp

SPECIAL = {
    "erf": math.erf,
    "erfc": math.erfc,
    "gamma": math.gamma,
    "lgamma": math.lgamma,
    "sigmoid": lambda x: 1 / (1 + math.exp(-x)),
}


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "bfloat16"])
@pytest.mark.parametrize("name", SPECIAL)
def test_values(name, dtype):
    x = xp.astype(xp.linspace(0.1, 6.0, 60), getattr(xp, dtype))
    expected = [SPECIAL[name](float(value)) for value in x]
    found = getattr(xp, name)(x)
    assert found.dtype == x.dtype
    near = {"float16": 1e-3, "bfloat16": 1e-2, "float32": 1e-6, "float64": 4e-15}[dtype]
    for value, right in zip(found.tolist(), expected, strict=True):
        assert value == pytest.approx(right, rel=near, abs=near / 4)


@pytest.mark.parametrize("name", SPECIAL)
def test_integers_and_numbers(name):
    assert getattr(xp, name)(xp.asarray([3])).dtype == xp.float64
    assert float(getattr(xp, name)(3.0)) == pytest.approx(SPECIAL[name](3.0), rel=1e-14)
    with pytest.raises(TypeError):
        getattr(xp, name)(xp.asarray([1j]))


def test_special_values():
    assert xp.gamma(xp.asarray([0.0, -0.0, 200.0])).tolist() == [math.inf, -math.inf, math.inf]
    assert math.isnan(float(xp.gamma(-1.0)))
    assert xp.lgamma(xp.asarray([-1.0, 0.0])).tolist() == [math.inf, math.inf]
    assert xp.erfc(xp.asarray([-math.inf, math.inf])).tolist() == [2.0, 0.0]


@pytest.mark.parametrize("axis", [None, 0, -1, (0, 2)])
def test_softmax(axis):
    x = np.random.default_rng(3).normal(size=(3, 4, 5)) * 10
    powers = np.exp(x)
    shares = powers / powers.sum(axis=axis, keepdims=True)
    y = xp.asarray(x)
    np.testing.assert_allclose(np.asarray(xp.softmax(y, axis=axis)), shares, rtol=1e-13)
    np.testing.assert_allclose(np.asarray(xp.log_softmax(y, axis=axis)), np.log(shares), rtol=1e-13, atol=1e-14)
    total = np.log(powers.sum(axis=axis))
    np.testing.assert_allclose(np.asarray(xp.logsumexp(y, axis=axis)), total, rtol=1e-14)
    kept = xp.logsumexp(y, axis=axis, keepdims=True)
    assert kept.shape == np.sum(x, axis=axis, keepdims=True).shape


def test_softmax_does_not_overflow():
    assert xp.logsumexp(xp.asarray([1e308, 1e308])).tolist() == 1e308
    assert xp.softmax(xp.asarray([1000, 0])).tolist() == [1.0, 0.0]
    assert xp.log_softmax(xp.asarray([-1e308, 0.0])).tolist() == [-1e308, 0.0]
