"""SciPy with its Array API mode on: statistics, special functions, clusters."""

import numpy as np
import pytest
from scipy import cluster, fft, linalg, ndimage, special, stats

import lunette as xp
from support.compare import own, to_numpy

RNG = np.random.default_rng(8)
ROWS = RNG.normal(size=(40, 3))


def same(tensor, array):
    """A tensor with the elements of the array."""
    assert isinstance(tensor, xp.Tensor), type(tensor)
    np.testing.assert_allclose(to_numpy(tensor), array, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", ["skew", "kurtosis", "sem", "zscore", "gmean", "variation", "moment"])
def test_statistics(name):
    function = getattr(stats, name)
    rows = np.abs(ROWS) + 1
    options = {} if name != "moment" else {"order": 3}
    same(function(own(rows), axis=0, **options), function(rows, axis=0, **options))


def test_tests():
    for function in (stats.ttest_1samp,):
        expected = function(ROWS, 0.1, axis=0)
        result = function(own(ROWS), xp.asarray(0.1), axis=0)
        same(result.statistic, expected.statistic)
        same(result.pvalue, expected.pvalue)
    expected = stats.ttest_ind(ROWS[:20], ROWS[20:], axis=0)
    result = stats.ttest_ind(own(ROWS[:20]), own(ROWS[20:]), axis=0)
    same(result.statistic, expected.statistic)


def test_correlation():
    x, y = ROWS[:, 0], ROWS[:, 1]
    same(stats.pearsonr(own(x), own(y)).statistic, stats.pearsonr(x, y).statistic)


@pytest.mark.parametrize("name", ["ndtr", "erf", "gammaln", "expit", "logit", "i0", "log_ndtr"])
def test_special_functions(name):
    function = getattr(special, name)
    x = RNG.uniform(0.1, 0.9, 20)
    same(function(own(x)), function(x))


def test_sums_of_exponentials():
    same(special.logsumexp(own(ROWS), axis=1), special.logsumexp(ROWS, axis=1))
    same(special.softmax(own(ROWS), axis=1), special.softmax(ROWS, axis=1))
    same(special.log_softmax(own(ROWS), axis=1), special.log_softmax(ROWS, axis=1))


def test_clusters():
    same(cluster.vq.whiten(own(ROWS)), cluster.vq.whiten(ROWS))
    codes = ROWS[:4]
    expected = cluster.vq.vq(ROWS, codes)
    result = cluster.vq.vq(own(ROWS), own(codes))
    assert to_numpy(result[0]).tolist() == expected[0].tolist()
    same(result[1], expected[1])
    centres, labels = cluster.vq.kmeans2(own(ROWS), own(codes), minit="matrix", rng=1)
    their_centres, their_labels = cluster.vq.kmeans2(ROWS, codes, minit="matrix", rng=1)
    same(centres, their_centres)
    assert to_numpy(labels).tolist() == their_labels.tolist()


def test_trees_of_clusters():
    same(cluster.hierarchy.linkage(own(ROWS), "ward"), cluster.hierarchy.linkage(ROWS, "ward"))


def test_images():
    # Written in C, which tells dtypes by their numbers.
    image = np.asarray([[1, 0, 0, 0], [0, 2, 2, 0], [0, 0, 2, 4]])
    found, expected = ndimage.value_indices(own(image), ignore_value=0), ndimage.value_indices(image, ignore_value=0)
    assert {key: [part.tolist() for part in parts] for key, parts in found.items()} == {
        key: [part.tolist() for part in parts] for key, parts in expected.items()
    }
    same(ndimage.rank_filter(own(image[1]), 1, size=3), ndimage.rank_filter(image[1], 1, size=3))


def test_transforms():
    x = RNG.normal(size=32)
    same(fft.rfft(own(x)), fft.rfft(x))
    same(fft.ifft(own(x + 0j)), fft.ifft(x + 0j))


def test_factors_of_matrices():
    for x in (RNG.normal(size=(2, 5, 5)), RNG.normal(size=(3, 6)), np.outer([1.0, 2.0, 4.0], [4.0, 1.0])):
        for tensor, array in zip(xp.linalg.lu(own(x)), linalg.lu(x), strict=True):
            same(tensor, array)


def test_triangular_equations():
    a, b = RNG.normal(size=(5, 5)) + 5 * np.eye(5), RNG.normal(size=(5, 2))
    for lower in (False, True):
        for unit in (False, True):
            expected = linalg.solve_triangular(a, b, lower=lower, unit_diagonal=unit)
            same(xp.linalg.solve_triangular(own(a), own(b), lower=lower, unit_diagonal=unit), expected)
    same(xp.linalg.solve_triangular(own(a).T, own(b), lower=True), linalg.solve_triangular(a, b, trans=1))


@pytest.mark.parametrize("scale", [1e-4, 0.05, 0.3, 1.0, 3.0])
def test_exponentials_of_matrices(scale):
    for x in (RNG.normal(size=(3, 4, 4)) * scale, np.triu(RNG.normal(size=(6, 6))) * scale):
        expected = linalg.expm(x)
        np.testing.assert_allclose(to_numpy(xp.linalg.expm(own(x))), expected, rtol=1e-10, atol=1e-12 * np.abs(expected).max())
