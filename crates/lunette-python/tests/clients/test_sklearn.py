"""scikit-learn on tensors: the same fits as with NumPy, and the results are tensors."""

import numpy as np
import pytest
import sklearn
from sklearn import metrics
from sklearn.decomposition import PCA
from sklearn.linear_model import Ridge
from sklearn.preprocessing import MaxAbsScaler, MinMaxScaler, Normalizer, StandardScaler

import lunette as xp
from support.compare import own, to_numpy

RNG = np.random.default_rng(4)
FEATURES = RNG.normal(size=(60, 5)) @ RNG.normal(size=(5, 5)) + 3
TARGET = FEATURES @ np.asarray([1.0, -2.0, 0.5, 0.0, 3.0]) + RNG.normal(size=60)


@pytest.fixture(autouse=True)
def dispatch():
    with sklearn.config_context(array_api_dispatch=True):
        yield


def same(tensor, array):
    """A tensor with the elements of the array."""
    assert isinstance(tensor, xp.Tensor), type(tensor)
    np.testing.assert_allclose(to_numpy(tensor), array, rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("scaler", [StandardScaler, MinMaxScaler, MaxAbsScaler, Normalizer])
def test_scalers(scaler):
    expected = scaler().fit_transform(FEATURES)
    fitted = scaler().fit(own(FEATURES))
    result = fitted.transform(own(FEATURES))
    same(result, expected)
    if hasattr(fitted, "inverse_transform"):
        same(fitted.inverse_transform(result), FEATURES)


@pytest.mark.parametrize("solver", ["full", "covariance_eigh"])
def test_pca(solver):
    expected = PCA(n_components=3, svd_solver=solver).fit(FEATURES)
    fitted = PCA(n_components=3, svd_solver=solver).fit(own(FEATURES))
    same(fitted.explained_variance_, expected.explained_variance_)
    assert isinstance(fitted.components_, xp.Tensor)
    np.testing.assert_allclose(np.abs(to_numpy(fitted.components_)), np.abs(expected.components_), atol=1e-7)
    back = fitted.inverse_transform(fitted.transform(own(FEATURES)))
    same(back, expected.inverse_transform(expected.transform(FEATURES)))


def test_ridge():
    expected = Ridge(alpha=0.7, solver="svd").fit(FEATURES, TARGET)
    fitted = Ridge(alpha=0.7, solver="svd").fit(own(FEATURES), own(TARGET))
    same(fitted.coef_, expected.coef_)
    same(fitted.predict(own(FEATURES)), expected.predict(FEATURES))
    assert np.isclose(float(fitted.score(own(FEATURES), own(TARGET))), expected.score(FEATURES, TARGET))


REGRESSION = ["mean_squared_error", "mean_absolute_error", "r2_score", "explained_variance_score"]
CLASSIFICATION = ["accuracy_score", "zero_one_loss"]


@pytest.mark.parametrize("name", REGRESSION)
def test_metrics_of_regressions(name):
    guess = TARGET + RNG.normal(size=TARGET.size)
    metric = getattr(metrics, name)
    assert np.isclose(float(metric(own(TARGET), own(guess))), metric(TARGET, guess))


@pytest.mark.parametrize("name", CLASSIFICATION)
def test_metrics_of_classifications(name):
    truth, guess = RNG.integers(0, 3, 50), RNG.integers(0, 3, 50)
    metric = getattr(metrics, name)
    assert np.isclose(float(metric(own(truth), own(guess))), metric(truth, guess))


def test_pairwise_metrics():
    # Of points that are none of the others: near zero, distances are what cancellation leaves of them.
    others = FEATURES[:7] + 1
    for metric in (metrics.pairwise.cosine_similarity, metrics.pairwise.euclidean_distances, metrics.pairwise.rbf_kernel):
        same(metric(own(FEATURES), own(others)), metric(FEATURES, others))
