"""A program whose types checkers must accept, and which runs."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import assert_type

import lunette as xp
from lunette import Tensor, linalg
from lunette.random import Generator


def standardised(x: Tensor, *, axis: int = 0) -> Tensor:
    """Each column with mean 0 and deviation 1."""
    mean = xp.mean(x, axis=axis, keepdims=True)
    return (x - mean) / xp.std(x, axis=axis, correction=1, keepdims=True)


def largest(x: Tensor, count: int) -> list[float]:
    """The largest elements."""
    top = xp.topk(xp.reshape(x, -1), count)
    assert_type(top.values, Tensor)
    return [float(value) for value in top.values]


def kept(x: Tensor) -> Tensor:
    """The same, through files."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.npz"
        xp.save(path, {"x": x}, compressed=True)
        xp.save(f"{folder}/x.npy", x)
        once: Tensor = xp.load(f"{folder}/x.npy")
        assert_type(xp.load(path, name="x"), Tensor)
        assert xp.array_equal(once, xp.load(path, name="x"))
        return once


def main() -> None:
    """Uses most kinds of functions."""
    x = Generator(7).normal(size=(5, 3))
    assert_type(x.shape, tuple[int, ...])
    assert_type(x[0, 1:], Tensor)
    assert_type(x > 0, Tensor)
    assert_type(x == x, Tensor)
    assert_type(1 + x, Tensor)
    assert_type(xp.allclose(x, x), bool)
    x[x < 0] = 0.0
    x[..., -1] += 1
    decomposed = linalg.svd(standardised(x), full_matrices=False)
    u, s, vh = decomposed
    assert_type(decomposed.S, Tensor)
    again = (u * s) @ vh
    assert xp.allclose(again, standardised(x))
    values, counts = xp.unique_counts(xp.asarray([1, 1, 2], dtype=xp.int32))
    assert_type(values.dtype, xp.dtype)
    print(largest(x, 2), counts.tolist(), xp.fft.rfft(s, norm="ortho").dtype.name)
    print(xp.where(x > 1, x, 0.0).sum(axis=0), xp.concat([x, x], axis=None).size)
    windows = xp.windows(kept(x), 2, axis=0)
    assert_type(xp.shares_memory(windows, x), bool)
    assert_type(xp.as_strided(x, x.shape, x.strides).tobytes(), bytes)
    xp.scatter(x, ([0, 0], slice(None)), 1.0)
    xp.put(x, xp.asarray([0]), [2.5])
    print(xp.average(xp.nan_to_num(x, posinf=1), axis=0, weights=xp.asarray([1, 1, 1, 1, 2])))
    session = xp.Session()
    session["x"] = x
    info = xp.finfo(xp.float32)
    assert_type(info.eps, float)


if __name__ == "__main__":
    main()
