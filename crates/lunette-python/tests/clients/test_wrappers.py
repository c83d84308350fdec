"""Libraries that wrap arrays of others: xarray, einops, Dask."""

import numpy as np
import pytest

import lunette as xp
from support.compare import own, to_numpy

RNG = np.random.default_rng(6)


def same(tensor, array):
    """A tensor with the elements of the array."""
    assert isinstance(tensor, xp.Tensor), type(tensor)
    np.testing.assert_allclose(to_numpy(tensor), array, rtol=1e-12)


def both(*shape):
    """The same numbers on both sides."""
    array = RNG.normal(size=shape)
    return array, own(array)


def test_xarray():
    import xarray

    array, x = both(4, 6)
    ours = xarray.DataArray(x, dims=("time", "place"), coords={"time": np.arange(4)})
    theirs = xarray.DataArray(array, dims=("time", "place"), coords={"time": np.arange(4)})
    same(ours.data, array)
    same((ours * 2 + 1).data, array * 2 + 1)
    for name in ("mean", "std", "var", "sum", "prod", "min", "max", "median", "cumsum", "cumprod"):
        same(getattr(ours, name)("time").data, getattr(theirs, name)("time").data)
    holes = np.where(array > 1, np.nan, array)
    same(ours.copy(data=own(holes)).mean("place").data, theirs.copy(data=holes).mean("place").data)
    same(ours.std("time", ddof=1).data, theirs.std("time", ddof=1).data)
    same(ours.mean("time", skipna=False).data, theirs.mean("time").data)
    same(ours.quantile(0.25, "time").data, theirs.quantile(0.25, "time").data)
    assert (ours > 0).any().item() is (array > 0).any().item()
    same(ours.dot(ours.mean("time")).data, theirs.dot(theirs.mean("time")).data)
    same(ours.isel(place=slice(1, 5, 2)).data, array[:, 1:5:2])
    same(ours.sel(time=2).data, array[2])
    same(ours.transpose("place", "time").data, array.T)
    same((ours - ours.sum("place")).data, (theirs - theirs.sum("place")).data)
    same(xarray.concat([ours, ours], "time").data, np.concatenate([array, array]))
    same(xarray.where(ours > 0, ours, 0.0).data, np.where(array > 0, array, 0.0))


FILLING = [
    lambda data: data.where(data > 0, np.nan),
    lambda data: data.shift(time=1, fill_value=np.nan),
    lambda data: data.pad(time=1, constant_values=np.nan),
    lambda data: data.reindex(time=[0, 1, 9], fill_value=np.nan),
    lambda data: data.where(data > 0, np.nan).min("time"),
]


@pytest.mark.parametrize("fill", FILLING)
def test_xarray_fills_with_what_is_named(fill):
    """Without a value xarray looks for one by a dtype that has to be of NumPy's class."""
    import xarray

    array, x = both(4, 6)
    ours = xarray.DataArray(x, dims=("time", "place"), coords={"time": np.arange(4)})
    theirs = xarray.DataArray(array, dims=("time", "place"), coords={"time": np.arange(4)})
    same(fill(ours).data, fill(theirs).data)


@pytest.mark.parametrize(
    ("pattern", "sizes"),
    [("b h w -> b (h w)", {}), ("b (h p) w -> (b p) h w", {"p": 2}), ("b h w -> w h b", {}), ("b h w -> b h w 1", {})],
)
def test_einops_rearranges(pattern, sizes):
    import einops
    import einops.array_api

    array, x = both(2, 4, 3)
    same(einops.array_api.rearrange(x, pattern, **sizes), einops.rearrange(array, pattern, **sizes))


def test_einops_reduces_and_repeats():
    import einops
    import einops.array_api

    array, x = both(2, 4, 6)
    for operation in ("mean", "max", "sum"):
        pattern = "b (h p) (w q) -> b h w"
        result = einops.array_api.reduce(x, pattern, operation, p=2, q=3)
        same(result, einops.reduce(array, pattern, operation, p=2, q=3))
    same(einops.array_api.repeat(x, "b h w -> b (h n) w", n=3), einops.repeat(array, "b h w -> b (h n) w", n=3))


def test_dask():
    import dask.array
    from dask.array.dispatch import concatenate_lookup

    # Dask asks by class how blocks are joined, and makes NumPy's arrays of classes that it has not been told about.
    concatenate_lookup.register(xp.Tensor, lambda blocks, axis=0, **options: xp.concat(blocks, axis=axis))
    array, x = both(8, 10)
    ours = dask.array.from_array(x, chunks=(4, 5), asarray=False)
    theirs = dask.array.from_array(array, chunks=(4, 5))
    same((ours + 1).compute(scheduler="threads"), (theirs + 1).compute())
    same(ours[2:7, ::2].compute(), array[2:7, ::2])
    same(ours.map_blocks(xp.exp, dtype="float64").compute(), np.exp(array))
    blocks = [part.compute() for part in ours.blocks.ravel()]
    assert all(isinstance(block, xp.Tensor) for block in blocks)
    assert np.isclose(sum(float(xp.sum(block)) for block in blocks), array.sum())
