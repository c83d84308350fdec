"""Functions beyond the standard, beside NumPy's on random inputs; a failure names the seed."""

import numpy as np
import pytest

import lunette as xp

FLOATS = ["float32", "float64"]
SEEDS = range(4)

# NumPy warns where there is nothing but NaN.
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


def random_array(seed, shape, dtype="float64", nan=False):
    """Numbers of a seed, with some NaN among them where asked for."""
    generator = np.random.default_rng(seed)
    if np.dtype(dtype).kind in "iu":
        return generator.integers(0, 10, shape).astype(dtype)
    array = generator.normal(0, 3, shape).astype(dtype)
    if nan:
        array[generator.random(shape) < 0.3] = np.nan
    return array


def check(found, expected, rtol=1e-12):
    """The same shape and numbers, to the precision of the dtype."""
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape
    rtol = max(rtol, 1e-5) if np.float32 in (found.dtype, expected.dtype) else rtol
    np.testing.assert_allclose(found, expected, rtol=rtol, atol=rtol)


REDUCTIONS = ["median", "nanmedian", "nansum", "nanprod", "nanmean", "nanmax", "nanmin", "nanstd", "nanvar", "ptp"]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("axis", [None, 0, -1, (0, 2)])
@pytest.mark.parametrize("name", REDUCTIONS)
def test_reductions(name, axis, dtype, seed):
    array = random_array(seed, (4, 5, 6), dtype, nan=name.startswith("nan"))
    for keepdims in (False, True):
        expected = getattr(np, name)(array, axis=axis, keepdims=keepdims)
        check(getattr(xp, name)(xp.asarray(array), axis=axis, keepdims=keepdims), expected, 1e-11)


IN_A_DTYPE = ["mean", "std", "var", "nanmean", "nanstd", "nanvar", "nansum", "nanprod", "nancumsum", "nancumprod"]


@pytest.mark.parametrize("name", IN_A_DTYPE)
@pytest.mark.parametrize("dtype", ["float32", "float64", "complex128"])
def test_totals_in_a_dtype(name, dtype):
    array = random_array(1, (4, 6), nan=name.startswith("nan"))
    for source in (array, random_array(2, (4, 6), "int64")):
        expected = getattr(np, name)(source, axis=1, dtype=dtype)
        found = getattr(xp, name)(xp.asarray(source), axis=1, dtype=dtype)
        check(found, expected, 1e-11)
        # The spread of complex numbers is real.
        assert found.dtype.name == str(expected.dtype) or (dtype == "complex128" and name[-3:] in ("std", "var"))
    assert xp.nansum(xp.asarray([2.6, xp.nan, 1.6]), dtype=xp.int64).dtype == xp.int64


@pytest.mark.parametrize("name", ["std", "var", "nanstd", "nanvar"])
def test_spreads_know_ddof(name):
    array = random_array(3, (4, 6))
    check(getattr(xp, name)(xp.asarray(array), axis=0, ddof=1), getattr(np, name)(array, axis=0, ddof=1))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ["nanargmax", "nanargmin"])
def test_positions_without_nan(name, seed):
    array = random_array(seed, (4, 50), nan=True)
    for axis in (None, 0, 1):
        check(getattr(xp, name)(xp.asarray(array), axis=axis), getattr(np, name)(array, axis=axis))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", ["nancumsum", "nancumprod"])
def test_running_totals_without_nan(name, dtype, seed):
    array = random_array(seed, (4, 50), dtype, nan=True)
    for axis in (0, 1, -1):
        check(getattr(xp, name)(xp.asarray(array), axis=axis), getattr(np, name)(array, axis=axis), 1e-11)
    check(getattr(xp, name)(xp.asarray(array[0])), getattr(np, name)(array[0]), 1e-11)
    check(getattr(xp, name)(xp.asarray([2, 3, 4])), getattr(np, name)([2, 3, 4]))
    check(getattr(xp, name)(xp.asarray(array)), getattr(np, name)(array), 1e-11)


METHODS = [
    "linear", "lower", "higher", "midpoint", "nearest", "inverted_cdf", "averaged_inverted_cdf", "closest_observation",
    "interpolated_inverted_cdf", "hazen", "weibull", "median_unbiased", "normal_unbiased",
]  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", ["quantile", "percentile", "nanquantile", "nanpercentile"])
def test_quantiles(name, method, seed):
    parts = np.asarray([[0.0, 0.25], [0.4, 1.0]]) * (100 if "percentile" in name else 1)
    array = random_array(seed, (7, 5), nan=name.startswith("nan"))
    for axis in (None, 0, (0, 1)):
        for keepdims in (False, True):
            options = {"axis": axis, "method": method, "keepdims": keepdims}
            expected = getattr(np, name)(array, parts, **options)
            check(getattr(xp, name)(xp.asarray(array), xp.asarray(parts), **options), expected)
            expected = getattr(np, name)(array, parts[0, 1], **options)
            check(getattr(xp, name)(xp.asarray(array), q=float(parts[0, 1]), **options), expected)


@pytest.mark.parametrize("name", ["quantile", "percentile", "nanquantile", "nanpercentile"])
def test_quantiles_take_q_in_every_form(name):
    array, x = np.arange(6.0), xp.arange(6.0)
    forms = [
        0, True, 0.25, np.float32(0.25), np.asarray(0.25), [0, 0.5], (0.25,), [[0, 1], [0.5, 1]], np.asarray([0.25, 0.5]),
        np.asarray([[0.25, 0.5]], "float32").T, np.asarray([0, 1]), np.linspace(0, 1, 5)[::-2],
    ]  # fmt: skip
    for q in forms:
        expected = getattr(np, name)(array, np.asarray(q, "float64"))
        check(getattr(xp, name)(x, q), expected)
        check(getattr(xp, name)(x, xp.asarray(q)), expected)
    for wrong in (1j, [0.5, 1j], np.asarray([0j]), xp.asarray([0j])):
        with pytest.raises(TypeError, match=f"^{name}: `q` is a real number.*complex128"):
            getattr(xp, name)(x, wrong)
    for wrong in ("0.5", None, {}):
        with pytest.raises(TypeError):
            getattr(xp, name)(x, wrong)


def test_a_method_that_nobody_knows_raises():
    with pytest.raises(ValueError, match="middling"):
        xp.quantile(xp.asarray([1.0]), 0.5, method="middling")


def two(left, right):
    """Inputs of two operands for a seed."""
    return lambda seed: [random_array(seed, left), random_array(seed + 100, right)]


PRODUCTS = {
    "outer": two(4, 5),
    "kron": two((2, 3), (4, 2)),
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", PRODUCTS)
def test_products(name, seed):
    arrays = PRODUCTS[name](seed)
    check(getattr(xp, name)(*map(xp.asarray, arrays)), getattr(np, name)(*arrays))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("text", ["ij,jk->ik", "ij,jk", "ij,ij->", "ij,kl->ijkl", "ij,jk->k"])
def test_einsum(text, seed):
    arrays = [random_array(seed, (3, 3)), random_array(seed + 1, (3, 3))]
    check(xp.einsum(text, *map(xp.asarray, arrays)), np.einsum(text, *arrays), 1e-11)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mode", ["full", "same", "valid"])
def test_convolve(mode, seed):
    arrays = [random_array(seed, 9), random_array(seed + 1, 4)]
    check(xp.convolve(*map(xp.asarray, arrays), mode=mode), np.convolve(*arrays, mode=mode), 1e-11)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mode", ["full", "same", "valid"])
def test_correlate(mode, seed):
    long, short = random_array(seed, 9), random_array(seed + 1, 4)
    for arrays in ((long, short), (short, long), (long, short + 2j), (short + 1j, long * 1j)):
        check(xp.correlate(*map(xp.asarray, arrays), mode=mode), np.correlate(*arrays, mode=mode), 1e-11)
    check(xp.correlate(xp.asarray(long), xp.asarray(short)), np.correlate(long, short), 1e-11)


@pytest.mark.parametrize("name", ["convolve", "correlate"])
def test_a_part_of_a_convolution_that_nobody_knows_raises(name):
    with pytest.raises(ValueError, match=f"^{name}: `mode`.*half"):
        getattr(xp, name)(xp.ones(2), xp.ones(2), mode="half")


PAD_MODES = [
    "constant", "edge", "reflect", "symmetric", "wrap", "linear_ramp", "mean", "median", "maximum", "minimum",
]  # fmt: skip


@pytest.mark.parametrize("mode", PAD_MODES)
@pytest.mark.parametrize("width", [1, (2, 1), ((0, 2), (1, 1))])
def test_pad(mode, width):
    array = random_array(3, (4, 5))
    check(xp.pad(xp.asarray(array), width, mode=mode), np.pad(array, width, mode=mode), 1e-9)
    for dtype in (np.int16, np.uint8, np.bool_, np.float32):
        whole = np.asarray([[3, 1, 250], [0, 7, 2], [1, 1, 3]]).astype(dtype)
        found = xp.pad(xp.asarray(whole), width, mode=mode)
        assert str(found.dtype).split(".")[-1] == whole.dtype.name
        check(found, np.pad(whole, width, mode=mode), 1e-5)


def test_pad_with_a_value():
    check(xp.pad(xp.asarray([1, 2]), 1, constant_values=9), [9, 1, 2, 9])
    array = np.asarray([1.0, 2.5, 7.0])
    check(xp.pad(xp.asarray(array), 3, "linear_ramp", end_values=-2.0), np.pad(array, 3, "linear_ramp", end_values=-2.0))
    with pytest.raises(ValueError, match='"linear_ramp", "mean".*found "empty"'):
        xp.pad(xp.asarray(array), 1, "empty")
    for mode, name in [("linear_ramp", "constant_values"), ("constant", "end_values"), ("edge", "constant_values")]:
        with pytest.raises(ValueError, match=f"{name}.*{mode}"):
            xp.pad(xp.asarray(array), 1, mode, **{name: 5})


@pytest.mark.parametrize("shape", [(4, 4), (2, 3, 5), (5, 3), (0, 3), (3, 20, 20)])
@pytest.mark.parametrize("dtype", ["float32", "float64", "int64"])
def test_lu(shape, dtype):
    array = random_array(5, shape, dtype)
    found = xp.linalg.lu(xp.asarray(array))
    assert found._fields == ("P", "L", "U")
    p, l, u = map(np.asarray, found)
    check(p @ l @ u, array.astype(p.dtype), 1e-11)
    assert p.shape == (*shape[:-2], shape[-2], shape[-2])
    assert (np.tril(l) == l).all() and (np.triu(u) == u).all() and (np.abs(l) <= 1 + 1e-6).all()


@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("unit", [False, True])
@pytest.mark.parametrize("columns", [(), (3,)])
def test_solve_triangular(lower, unit, columns):
    array = random_array(6, (2, 5, 5)) / 5 + 3 * np.eye(5)
    b = random_array(7, (5, *columns))
    half = np.tril(array) if lower else np.triu(array)
    half = half - np.eye(5) * half + np.eye(5) if unit else half
    expected = np.linalg.solve(half, b)
    options = {"lower": lower, "unit_diagonal": unit}
    check(xp.linalg.solve_triangular(xp.asarray(array), xp.asarray(b), **options), expected, 1e-10)
    with pytest.raises(xp.linalg.LinAlgError, match="solve_triangular: .*singular"):
        xp.linalg.solve_triangular(xp.zeros((2, 2)), xp.ones(2))


def test_expm():
    for scale in (1e-3, 0.1, 1.0, 10.0):
        array = random_array(8, (3, 6, 6)) * scale
        values, vectors = np.linalg.eig(array)
        expected = (vectors * np.exp(values)[:, None, :]) @ np.linalg.inv(vectors)
        found = np.asarray(xp.linalg.expm(xp.asarray(array)))
        np.testing.assert_allclose(found, expected.real, rtol=1e-8, atol=1e-9 * np.abs(expected).max())
    with pytest.raises(ValueError, match="expm"):
        xp.linalg.expm(xp.zeros((2, 3)))


@pytest.mark.parametrize("seed", SEEDS)
def test_statistics(seed):
    array = random_array(seed, (3, 8))
    x = xp.asarray(array)
    check(xp.cov(x), np.cov(array))
    check(xp.cov(x, correction=0), np.cov(array, ddof=0))
    check(xp.corrcoef(x), np.corrcoef(array))
    check(xp.gradient(x, 0.5, axis=0), np.gradient(array, 0.5, axis=0))


@pytest.mark.parametrize("seed", SEEDS)
def test_counts(seed):
    array, weights = random_array(seed, 50), np.abs(random_array(seed + 1, 50))
    x, w = xp.asarray(array), xp.asarray(weights)
    edges = np.asarray([-9.0, -1.0, 0.5, 9.0])
    cases = [({}, {}), ({"bins": 7}, {"bins": 7}), ({"bins": 3, "range": (-1.0, 2.0)},) * 2]
    cases += [({"weights": w}, {"weights": weights}), ({"bins": xp.asarray(edges)}, {"bins": edges})]
    for ours, theirs in cases:
        found, expected = xp.histogram(x, **ours), np.histogram(array, **theirs)
        check(found.counts, expected[0])
        check(found.edges, expected[1])
    whole = random_array(seed, 30, "int64")
    check(xp.bincount(xp.asarray(whole), minlength=12), np.bincount(whole, minlength=12))
    check(xp.bincount(xp.asarray(whole), weights=w[:30]), np.bincount(whole, weights=weights[:30]))
    check(xp.digitize(x, xp.asarray(edges), right=True), np.digitize(array, edges, right=True))
    points = np.sort(array)
    check(xp.interp(x, xp.asarray(points), w), np.interp(array, points, weights), 1e-9)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ["union1d", "intersect1d", "setdiff1d", "setxor1d"])
def test_sets(name, seed):
    arrays = [random_array(seed, (3, 4), "int64"), random_array(seed + 1, 6, "int64")]
    check(getattr(xp, name)(*map(xp.asarray, arrays)), getattr(np, name)(*arrays))


PAIRS = {
    "fmod": ["int64", "float64"], "gcd": ["int64", "uint8"], "lcm": ["int64", "uint8"],
    "fmax": ["float32", "float64"], "fmin": ["float32", "float64"], "divmod": ["int64", "float64"],
}  # fmt: skip


@pytest.mark.parametrize(("name", "dtype"), [(name, dtype) for name, dtypes in PAIRS.items() for dtype in dtypes])
def test_pairs(name, dtype):
    left = random_array(1, (4, 5), dtype, nan=name in ("fmax", "fmin"))
    right = random_array(2, 5, dtype) + np.asarray(1, dtype=dtype)
    for one, other in ((left, right), (left, 3), (7, right)):
        ours = [xp.asarray(side) if isinstance(side, np.ndarray) else side for side in (one, other)]
        found, expected = getattr(xp, name)(*ours), getattr(np, name)(one, other)
        if name != "divmod":
            found, expected = (found,), (expected,)
        for mine, theirs in zip(found, expected, strict=True):
            check(mine, theirs, 1e-11)


@pytest.mark.parametrize("name", ["deg2rad", "rad2deg"])
def test_angles(name):
    array = random_array(1, (4, 5)) * 90
    check(getattr(xp, name)(xp.asarray(array)), getattr(np, name)(array))


@pytest.mark.parametrize("dtype", ["int64", "float32", "float64"])
@pytest.mark.parametrize("name", ["cbrt", "sinc", "angle"])
def test_singles(name, dtype):
    array = random_array(1, (4, 5), dtype) - np.asarray(3, dtype)
    array[0, :2] = 0
    found, expected = getattr(xp, name)(xp.asarray(array)), getattr(np, name)(array)
    check(found, expected)
    assert found.dtype.name == str(expected.dtype)
    check(getattr(xp, name)(-2), getattr(np, name)(-2))
    if name != "cbrt":
        rtol = 1e-5 if dtype == "float32" else 1e-11
        check(getattr(xp, name)(xp.asarray(array + 1.5j)), getattr(np, name)(array + 1.5j), rtol)


@pytest.mark.parametrize("dtype", ["int64", "float32", "float64"])
def test_heaviside(dtype):
    array, zeros = random_array(1, (4, 5), dtype), random_array(2, 5, dtype)
    array[:, ::2] = 0
    array[0, 1:] -= np.asarray(20, dtype)
    if dtype != "int64":
        array[1, 1] = np.nan
    for one, other in ((array, zeros), (array, 0.5), (array, 1), (0, zeros), (0.0, zeros), (-1, zeros), (np.float32(0), zeros)):
        ours = [xp.asarray(side) if isinstance(side, np.ndarray) else side for side in (one, other)]
        found, expected = xp.heaviside(*ours), np.heaviside(one, other)
        check(found, expected)
        assert found.dtype.name == str(expected.dtype)
    assert xp.heaviside(0, 0.5).item() == 0.5
    with pytest.raises(TypeError):
        xp.heaviside(xp.asarray([1j]), 0.5)


@pytest.mark.parametrize("name", ["hstack", "vstack"])
@pytest.mark.parametrize("shape", [3, (2, 3), (2, 3, 4)], ids=str)
def test_stacks(name, shape):
    arrays = [random_array(seed, shape) for seed in range(3)]
    check(getattr(xp, name)([xp.asarray(array) for array in arrays]), getattr(np, name)(arrays))


@pytest.mark.parametrize("seed", SEEDS)
def test_lexsort_and_flatnonzero(seed):
    keys = [random_array(seed + k, (3, 40), "int64") for k in range(3)]
    for axis in (-1, 0):
        check(xp.lexsort([xp.asarray(key) for key in keys], axis=axis), np.lexsort(keys, axis=axis))
    check(xp.flatnonzero(xp.asarray(keys[0])), np.flatnonzero(keys[0]))


def test_put_along_axis():
    for axis in (0, 1, -1):
        array = random_array(1, (4, 5))
        x, places = xp.asarray(array, copy=True), np.argmax(array, axis=axis, keepdims=True)
        xp.put_along_axis(x, xp.asarray(places), values=-99, axis=axis)
        np.put_along_axis(array, places, -99, axis=axis)
        check(x, array)
    with pytest.raises(IndexError):
        xp.put_along_axis(x, xp.asarray([[9]]), 0)


@pytest.mark.parametrize("shape", [(6,), (4, 5), (2, 3, 4)], ids=str)
def test_ravel_multi_index(shape):
    positions = np.arange(np.prod(shape)).reshape(-1, 1)
    indices = np.unravel_index(positions, shape)
    check(xp.ravel_multi_index([xp.asarray(index) for index in indices], shape), positions)
    assert int(xp.ravel_multi_index((0,) * len(shape), shape)) == 0
    with pytest.raises(IndexError):
        xp.ravel_multi_index([xp.asarray([99])] * len(shape), shape)


@pytest.mark.parametrize("seed", SEEDS)
def test_trapezoid(seed):
    array, places = random_array(seed, (4, 5)), np.sort(random_array(seed + 1, 5))
    x = xp.asarray(array)
    check(xp.trapezoid(x), np.trapezoid(array))
    check(xp.trapezoid(x, dx=0.5, axis=0), np.trapezoid(array, dx=0.5, axis=0))
    check(xp.trapezoid(x, xp.asarray(places)), np.trapezoid(array, places))
    with pytest.raises(ValueError, match="^trapezoid"):
        xp.trapezoid(x, xp.ones(3))


@pytest.mark.parametrize("seed", SEEDS)
def test_multi_dot_and_cond(seed):
    arrays = [random_array(seed, (3, 4)), random_array(seed + 1, (4, 2)), random_array(seed + 2, (2, 5))]
    check(xp.linalg.multi_dot([xp.asarray(array) for array in arrays]), np.linalg.multi_dot(arrays), 1e-11)
    for array in arrays:
        check(xp.linalg.cond(xp.asarray(array)), np.linalg.cond(array), 1e-9)


def test_closeness():
    array = np.asarray([1.0, np.nan, np.inf, 2.0])
    other = array + np.asarray([1e-9, 0, 0, 1e-3])
    x, y = xp.asarray(array), xp.asarray(other)
    for options in ({}, {"equal_nan": True}, {"rtol": 1e-2}, {"atol": 1.0, "equal_nan": True}):
        check(xp.isclose(x, y, **options), np.isclose(array, other, **options))
        assert xp.allclose(x, y, **options) is np.allclose(array, other, **options)
    assert xp.allclose(x[:1], 1.0) and not xp.allclose(1.5, x[:1])


def test_equality_of_whole_tensors():
    x = xp.asarray([[1, 2], [3, 4]])
    others = [x, x.T, x.astype("float32"), x[:1], xp.expand_dims(x, 0), x + 1, x.copy("F")]
    for other in others:
        found = xp.array_equal(x, other)
        assert type(found) is bool and found is np.array_equal(np.asarray(x), np.asarray(other))
    assert xp.array_equal(xp.asarray(3), 3.0) and not xp.array_equal(x, 1)
    assert not xp.array_equal(xp.asarray([xp.nan]), xp.asarray([xp.nan]))
    assert not xp.array_equal(xp.asarray([2**63 - 1]), xp.asarray([2**63], dtype=xp.uint64)), "integers are exact"


@pytest.mark.parametrize("options", [{}, {"nan": -1.0}, {"posinf": 5.0, "neginf": -5.0}, {"nan": 2, "neginf": 0}], ids=str)
@pytest.mark.parametrize("dtype", ["int32", "bool", "float16", "float32", "float64", "complex64", "complex128"])
def test_nan_to_num(dtype, options):
    array = np.asarray([[np.nan, np.inf, -np.inf], [0.0, -0.0, 1.5]])
    if np.dtype(dtype).kind in "ib":
        array = np.asarray([[0, 1], [1, 0]])
    array = array.astype(dtype)
    if array.dtype.kind == "c":
        array.imag[:] = array.real[:, ::-1]
    for view in (array, array.T, array[::-1, ::2], array[0, 0, ...], array[:0]):
        found = xp.nan_to_num(xp.asarray(view), **options)
        np.testing.assert_array_equal(np.asarray(found), np.nan_to_num(view, **options))
        assert found.dtype.name == dtype and found.base is None


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("dtype", ["float32", "float64", "int64"])
def test_average(dtype, seed):
    array, weights = random_array(seed, (4, 5, 6), dtype), np.abs(random_array(seed + 1, (4, 5, 6), dtype)) + 1
    x, w = xp.asarray(array), xp.asarray(weights)
    for keepdims in (False, True):
        for axis in (None, 0, -1, (0, 2)):
            options = {"axis": axis, "keepdims": keepdims}
            check(xp.average(x, **options), np.average(array, **options), 1e-11)
            check(xp.average(x, weights=w, **options), np.average(array, weights=weights, **options), 1e-11)
        for axis in (0, 1, 2):
            along = weights[(0,) * axis + (slice(None),) + (0,) * (2 - axis)]
            options = {"axis": axis, "keepdims": keepdims}
            check(xp.average(x, weights=xp.asarray(along), **options), np.average(array, weights=along, **options), 1e-11)
    with pytest.raises(ValueError):
        xp.average(x, axis=0, weights=xp.ones(5))


@pytest.mark.parametrize("shape", [6, (6,), (4, 5), (2, 3, 4)], ids=str)
def test_unravel_index(shape):
    count = int(np.prod(shape))
    positions = np.arange(count).reshape(-1, 1)[::-1]
    for given in (positions, positions.astype("uint8"), positions[0, 0, ...]):
        found, expected = xp.unravel_index(xp.asarray(given), shape), np.unravel_index(given, shape)
        assert type(found) is tuple and len(found) == len(expected)
        for ours, theirs in zip(found, expected, strict=True):
            check(ours, theirs)
            assert ours.dtype == xp.int64
    assert [int(index) for index in xp.unravel_index(count - 1, shape)] == [int(i) for i in np.unravel_index(count - 1, shape)]
    for wrong in (count, -count - 1):
        with pytest.raises(IndexError, match=str(wrong)):
            xp.unravel_index(xp.asarray([0, wrong]), shape)
    assert xp.unravel_index(0, ()) == ()
    with pytest.raises((TypeError, IndexError)):
        xp.unravel_index(xp.asarray([0.5]), shape)


@pytest.mark.parametrize("seed", SEEDS)
def test_order(seed):
    array = random_array(seed, (3, 9))
    x = xp.asarray(array)
    top = xp.topk(x, 4, axis=1)
    check(top.values, -np.sort(-array, axis=1)[:, :4])
    check(np.take_along_axis(array, np.asarray(top.indices), 1), top.values)
    check(xp.topk(x, 2, axis=0, largest=False).values, np.sort(array, axis=0)[:2])
    check(xp.partition(x, 4, axis=1)[:, 4], np.partition(array, 4, axis=1)[:, 4])
    order = xp.argpartition(x, (2, 4), axis=1)
    check(xp.take_along_axis(x, order, axis=1)[:, [2, 4]], np.sort(array, axis=1)[:, [2, 4]])
    check(xp.argwhere(x > 0), np.argwhere(array > 0))


def test_views_and_parts():
    array = random_array(1, (4, 6))
    x = xp.asarray(array, copy=True)
    check(xp.rot90(x, 3), np.rot90(array, 3))
    check(xp.swapaxes(x, 0, 1), np.swapaxes(array, 0, 1))
    check(xp.ravel(x), np.ravel(array))
    for sections, axis in ((3, 0), (2, 1), ((1, 3), 1)):
        parts = xp.split(x, sections, axis=axis)
        assert type(parts) is tuple and all(part.base is x for part in parts)
        for found, expected in zip(parts, np.array_split(array, sections, axis=axis), strict=True):
            check(found, expected)
    check(xp.exp2(x), np.exp2(array))


@pytest.mark.parametrize("seed", SEEDS)
def test_lstsq(seed):
    a = random_array(seed, (6, 3))
    dependent = np.concatenate([a, a[:, :1]], axis=1)
    for matrix, b in [(a, random_array(seed + 1, 6)), (a, random_array(seed + 2, (6, 2))), (a.T, a[:3]), (dependent, a)]:
        found = xp.linalg.lstsq(xp.asarray(matrix), xp.asarray(b))
        solution, residuals, rank, values = np.linalg.lstsq(matrix, b)
        check(found.solution, solution, 1e-10)
        check(found.residuals, residuals, 1e-10)
        check(found.singular_values, values, 1e-10)
        assert int(found.rank) == rank
    assert found._fields == ("solution", "residuals", "rank", "singular_values")
    small = np.diag([1.0, 1e-3, 1e-9])
    for tolerance in (1e-6, 1e-1, -1, None):
        found = xp.linalg.lstsq(xp.asarray(small), xp.ones(3), rcond=tolerance)
        assert int(found.rank) == np.linalg.lstsq(small, np.ones(3), rcond=tolerance)[2]
    with pytest.raises(TypeError, match="rcond"):
        xp.linalg.lstsq(xp.asarray(small), xp.ones(3), rcond=1e-3, rtol=1e-3)


def test_views_share_memory():
    x = xp.zeros((2, 3, 1))
    views = [
        xp.permute_dims(x, (2, 0, 1)), xp.matrix_transpose(x), xp.flip(x), xp.moveaxis(x, 0, 1), xp.expand_dims(x, 0),
        xp.squeeze(x, 2), xp.reshape(x, (6,)), xp.linalg.diagonal(x), xp.unstack(x)[1], xp.rot90(x), xp.ravel(x),
    ]  # fmt: skip
    for view in views:
        assert view.base is x
    assert xp.reshape(x, (6,), copy=True).base is None
    with pytest.raises(ValueError, match="reshape"):
        xp.reshape(xp.matrix_transpose(xp.zeros((2, 3))), (6,), copy=False)


def test_tensordot_takes_axes_in_every_form():
    left, right = random_array(1, (2, 3)), random_array(2, (3, 2))
    x, y = xp.asarray(left), xp.asarray(right)
    for axes in (0, 1, (1, 0), [[1], [0]], ((1, 0), (0, 1)), ((-1,), (-2,))):
        check(xp.tensordot(x, y, axes=axes), np.tensordot(left, right, axes=axes))


@pytest.mark.parametrize(
    "call",
    [
        lambda x: xp.tensordot(x, x, axes="one"), lambda x: xp.split(x, "two"), lambda x: xp.pad(x, "wide"),
        lambda x: xp.histogram(x, [1, 2]), lambda x: xp.linalg.matrix_norm(x, ord=[1]), lambda x: xp.sum([1, 2]),
        lambda x: xp.random.Generator(1).permutation([1, 2]), lambda x: xp.concat([x, [1]]),
    ],
)  # fmt: skip
def test_arguments_of_other_kinds_are_named(call):
    with pytest.raises(TypeError, match="found (str|list)"):
        call(xp.ones((2, 2)))
