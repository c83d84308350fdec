"""Random tensors beside the distributions of SciPy: moments, and the tests of Kolmogorov and Smirnov and of Pearson.

The seeds are fixed, and so is every answer: a distribution that is a little off is found at these sizes, and a right one
passes for ever.
"""

import numpy as np
import pytest
from scipy import stats

import lunette as xp

SEED = 20
COUNT = 100_000
# Of right distributions, one in a thousand would fail; there are fewer here, and their numbers do not change.
LEAST_CHANCE = 1e-3

CONTINUOUS = {
    "uniform": (lambda random: random.uniform(-2.0, 6.0, COUNT), stats.uniform(-2, 8)),
    "normal": (lambda random: random.normal(1.0, 3.0, COUNT), stats.norm(1, 3)),
    "exponential": (lambda random: random.exponential(2.0, COUNT), stats.expon(scale=2)),
    "gamma below 1": (lambda random: random.gamma(0.4, 1.0, COUNT), stats.gamma(0.4)),
    "gamma": (lambda random: random.gamma(7.5, 0.5, COUNT), stats.gamma(7.5, scale=0.5)),
    "beta below 1": (lambda random: random.beta(0.5, 0.5, COUNT), stats.beta(0.5, 0.5)),
    "beta": (lambda random: random.beta(2.0, 5.0, COUNT), stats.beta(2, 5)),
}
DISCRETE = {
    "integers": (lambda random: random.integers(-3, 9, COUNT), stats.randint(-3, 9)),
    "binomial": (lambda random: random.binomial(10, 0.3, COUNT), stats.binom(10, 0.3)),
    "many tries": (lambda random: random.binomial(1000, 0.4, COUNT), stats.binom(1000, 0.4)),
    "poisson": (lambda random: random.poisson(4.0, COUNT), stats.poisson(4)),
    "large poisson": (lambda random: random.poisson(300.0, COUNT), stats.poisson(300)),
}


def sample(draw):
    return np.asarray(draw(xp.random.Generator(SEED))).astype(np.float64)


@pytest.mark.parametrize("name", [*CONTINUOUS, *DISCRETE])
def test_moments(name):
    draw, wanted = (CONTINUOUS | DISCRETE)[name]
    mean, variance, _, kurtosis = (float(moment) for moment in wanted.stats(moments="mvsk"))
    found = sample(draw)
    assert abs(found.mean() - mean) < 4 * np.sqrt(variance / COUNT)
    assert abs(found.var() - variance) < 4 * variance * np.sqrt((kurtosis + 2) / COUNT)


@pytest.mark.parametrize("name", CONTINUOUS)
def test_distributions(name):
    draw, wanted = CONTINUOUS[name]
    assert stats.kstest(sample(draw), wanted.cdf).pvalue > LEAST_CHANCE


@pytest.mark.parametrize("name", DISCRETE)
def test_counts(name):
    draw, wanted = DISCRETE[name]
    found = sample(draw)
    values, counts = np.unique(found, return_counts=True)
    expected = wanted.pmf(values) * COUNT
    # What is too rare to be counted goes into one count, with what never came.
    often = expected >= 10
    counts = np.append(counts[often], counts[~often].sum())
    expected = np.append(expected[often], COUNT - expected[often].sum())
    if expected[-1] < 1e-6:
        assert counts[-1] == 0
        counts, expected = counts[:-1], expected[:-1] * COUNT / expected[:-1].sum()
    assert stats.chisquare(counts, expected).pvalue > LEAST_CHANCE
