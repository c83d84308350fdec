"""The generator: reproducible, whatever the threads, and of the distributions that its methods name."""

import numpy as np
import pytest

import lunette as xp

DRAWS = {
    "random": ((), 0.5),
    "uniform": ((2.0, 4.0), 3.0),
    "normal": ((5.0, 2.0), 5.0),
    "standard_normal": ((), 0.0),
    "integers": ((0, 11), 5.0),
    "bernoulli": ((0.25,), 0.25),
    "exponential": ((3.0,), 3.0),
    "gamma": ((2.0, 1.5), 3.0),
    "beta": ((1.0, 3.0), 0.25),
    "binomial": ((10, 0.3), 3.0),
    "poisson": ((4.0,), 4.0),
    "lognormal": ((0.0, 0.5), 1.1331),
    "laplace": ((2.0, 0.5), 2.0),
    "logistic": ((2.0, 0.5), 2.0),
    "gumbel": ((1.0, 0.5), 1.2886),
    "weibull": ((2.0,), 0.8862),
    "pareto": ((5.0,), 0.25),
    "chisquare": ((3.0,), 3.0),
    "standard_t": ((8.0,), 0.0),
    "triangular": ((0.0, 1.0, 5.0), 2.0),
    "geometric": ((0.4,), 2.5),
}


@pytest.mark.parametrize("name", DRAWS)
def test_draws(name):
    arguments, mean = DRAWS[name]
    draw = getattr(xp.random.Generator(11), name)
    x = draw(*arguments, size=(200, 100))
    assert x.shape == (200, 100)
    assert abs(float(xp.mean(xp.astype(x, xp.float64))) - mean) < 0.1
    again = getattr(xp.random.Generator(11), name)(*arguments, size=(200, 100))
    assert bool(xp.all(x == again))
    assert bool(xp.any(draw(*arguments, size=(200, 100)) != x)), "a call goes on where the last one ended"
    assert draw(*arguments).shape == (), "no size gives one number"
    assert draw(*arguments, size=3).shape == (3,)


def test_dtypes():
    generator = xp.random.default_rng(1)
    assert generator.random(2, dtype=xp.float32).dtype == xp.float32
    assert generator.integers(5, size=2, dtype=xp.uint8).dtype == xp.uint8
    assert generator.integers(5, size=2).dtype == xp.int64
    assert generator.bernoulli(size=2).dtype == xp.bool


def test_integers_stay_within_their_bounds():
    generator = xp.random.Generator(5)
    assert set(generator.integers(3, size=100).tolist()) == {0, 1, 2}
    assert set(generator.integers(1, 3, size=100, endpoint=True).tolist()) == {1, 2, 3}


def test_order_and_choice():
    generator = xp.random.Generator(3)
    x = xp.reshape(xp.arange(12), (4, 3))
    moved = generator.permutation(x, axis=1)
    assert bool(xp.all(xp.sort(moved, axis=1) == x))
    assert xp.sort(generator.permutation(10)).tolist() == list(range(10))
    before = xp.asarray(x, copy=True)
    generator.shuffle(x)
    assert bool(xp.all(xp.sort(x, axis=0) == before))
    chosen = generator.choice(xp.asarray([10, 20, 30]), size=3, replace=False)
    assert sorted(chosen.tolist()) == [10, 20, 30]
    weighed = generator.choice(3, size=100, p=xp.asarray([0.0, 1.0, 0.0]))
    assert set(weighed.tolist()) == {1}
    counts = generator.multinomial(10, xp.asarray([0.5, 0.25, 0.25]), size=4)
    assert counts.shape == (4, 3) and xp.sum(counts, axis=1).tolist() == [10] * 4


def test_generators_of_no_seed_differ():
    first, second = xp.random.Generator().random(4), xp.random.Generator().random(4)
    assert bool(xp.any(first != second))


def test_children_are_independent():
    children = xp.random.Generator(9).spawn(2)
    assert bool(xp.any(children[0].random(8) != children[1].random(8)))
    again = xp.random.Generator(9).spawn(2)
    assert again[1].random(8).tolist() == xp.random.Generator(9).spawn(2)[1].random(8).tolist()


def test_normal_numbers_are_normal():
    values = np.sort(np.asarray(xp.random.Generator(2).normal(size=20000)))
    shares = [np.mean(values < bound) for bound in (-1.0, 0.0, 1.0)]
    np.testing.assert_allclose(shares, [0.1587, 0.5, 0.8413], atol=0.015)


@pytest.mark.parametrize(
    "call",
    [
        lambda g: g.uniform(2.0, 1.0, 3), lambda g: g.integers(3, 3, 1), lambda g: g.binomial(3, 1.5),
        lambda g: g.poisson(-1.0), lambda g: g.random(-1), lambda g: g.choice(2, 3, False),
    ],
)  # fmt: skip
def test_wrong_arguments_raise(call):
    with pytest.raises(ValueError):
        call(xp.random.Generator(1))


def test_vectors_of_several_numbers():
    generator = xp.random.Generator(4)
    shares = generator.dirichlet(xp.asarray([1.0, 2.0, 5.0]), size=(50, 40))
    assert shares.shape == (50, 40, 3)
    np.testing.assert_allclose(np.asarray(shares).sum(-1), 1.0, rtol=1e-12)
    np.testing.assert_allclose(np.asarray(shares).mean((0, 1)), [0.125, 0.25, 0.625], atol=0.02)
    cov = np.array([[2.0, 0.6], [0.6, 1.0]])
    drawn = generator.multivariate_normal(xp.asarray([1.0, -1.0]), xp.asarray(cov), size=20_000)
    np.testing.assert_allclose(np.cov(np.asarray(drawn).T), cov, atol=0.1)
    assert generator.multivariate_normal(xp.asarray([1.0]), xp.asarray([[0.0]])).tolist() == [1.0]


@pytest.mark.parametrize(
    "name, arguments",
    [
        ("lognormal", (0.0, -1.0)), ("laplace", (0.0, -1.0)), ("logistic", (float("nan"), 1.0)), ("gumbel", (0.0, -1.0)),
        ("weibull", (0.0,)), ("pareto", (-1.0,)), ("chisquare", (0.0,)), ("standard_t", (0.0,)),
        ("triangular", (2.0, 1.0, 3.0)), ("geometric", (0.0,)), ("geometric", (1.5,)),
        ("dirichlet", (xp.asarray([1.0, 0.0]),)), ("multivariate_normal", (xp.asarray([0.0]), xp.asarray([[-1.0]]))),
    ],
)  # fmt: skip
def test_parameters_that_mean_nothing(name, arguments):
    with pytest.raises(ValueError, match=name):
        getattr(xp.random.Generator(1), name)(*arguments, size=3)
