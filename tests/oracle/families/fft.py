"""Discrete Fourier transforms."""

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from families.arguments import ALL, NONE, REAL, number
from families.row import Exact, Row, near

NORMS = ["backward", "ortho", "forward"]


def lane(draw):
    """A length; primes, powers of two and products of both take different ways."""
    if draw.chance(0.004):
        # Long enough for several threads.
        return draw.pick(32_768, 40_000, 65_536)
    return draw.pick(64, 97, 100, 128, 210) if draw.chance(0.1) else draw.random.randint(1, 12)


def one_axis(kinds, least=1):
    def make(draw):
        shape = draw.shape(least if not draw.chance(0.02) else 0, 4)
        x = draw.values(shape, draw.dtype(ALL if draw.chance(0.03) else kinds), NONE)
        n = None if draw.chance(0.4) else 0 if draw.chance(0.03) else lane(draw)
        return [x], {"n": n, "axis": draw.axis(x.ndim), "norm": draw.pick(*NORMS)}

    return make


def several_axes(kinds):
    def make(draw):
        shape = [draw.size(7) for _ in range(draw.random.randint(1 - draw.chance(0.03), 4))]
        x = draw.values(shape, draw.dtype(ALL if draw.chance(0.03) else kinds), NONE)
        chosen = draw.random.sample(range(x.ndim), draw.random.randint(min(1, x.ndim), x.ndim))
        axes = None if draw.chance(0.3) else [axis - x.ndim * draw.chance(0.3) for axis in chosen]
        s = None
        if axes is not None and draw.chance(0.5):
            s = [-1 if draw.chance(0.2) else draw.random.randint(1, 9) for _ in axes]
        if axes and draw.chance(0.02):
            axes[0] = x.ndim
        return [x], {"s": s, "axes": axes, "norm": draw.pick(*NORMS)}

    return make


def precise(x):
    """Double precision, and the complex dtype of results: halves become single."""
    wide = np.result_type(x.dtype, np.float64)
    single = x.dtype in (np.float16, np.float32, np.complex64)
    return x.astype(wide), np.dtype(np.complex64 if single else np.complex128)


def transformed(twin, sizes):
    """The twin in double precision; every sum of a lane, of which there are as many levels as its length doubles, is a
    rounding away of the numbers it has in it. Chirps of long primes take three transforms of up to four times the length.
    """

    def call(x, norm, **options):
        wide, dtype = precise(x)
        wide = begun(wide, **options)
        exact = twin(wide, norm=norm, **options)
        if twin in (np.fft.fftn, np.fft.ifftn):
            # Without axes NumPy gives back what it got; the standard says what it is to be.
            exact = exact.astype(np.complex128)
        if exact.dtype.kind == "f":
            dtype = np.finfo(dtype).dtype
        axes, total = sizes(wide, exact, **options)
        largest = np.sum(np.abs(wide), axis=axes, keepdims=True)
        scale = np.max(np.abs(exact), initial=0)
        levels = 3 * (np.log2(max(total, 2)) + 2)
        # Absolute sums bound each result, whichever way divides.
        bound = levels * float(np.finfo(dtype).eps) * max(float(np.max(largest, initial=0)) * factor(total, norm, twin), scale)
        return near(exact, dtype, np.broadcast_to(bound, exact.shape))

    return call


def begun(x, **options):
    """A zero on each axis that has no entries and is to get some: NumPy would read outside of its memory there."""
    axes = options["axes"] if "axes" in options else [options["axis"]]
    lengths = options["s"] if "s" in options else [options["n"]]
    widths = [[0, 0] for _ in x.shape]
    for axis, length in zip(axes or [], lengths or []):
        if -x.ndim <= axis < x.ndim and x.shape[axis] == 0 and (length or 0) > 0:
            widths[axis][1] = 1
    return np.pad(x, widths) if x.ndim else x


INVERSE = {np.fft.ifft, np.fft.irfft, np.fft.ihfft, np.fft.ifftn, np.fft.irfftn}


def factor(total, norm, twin):
    """What results are divided by; half of the frequencies stand for twice as many numbers."""
    if norm == "ortho":
        return 2 / np.sqrt(total)
    divides = (norm == "backward") == (twin in INVERSE)
    return 2 / total if divides else 2


def along_axis(x, exact, n, axis):
    """The axis, and how long its lanes are: one side of a transform of real numbers has half of them."""
    return axis, n or max(exact.shape[axis], x.shape[axis])


def along_axes(x, exact, s, axes):
    axes = tuple(range(x.ndim)) if axes is None else tuple(axes)
    told = s or [-1] * len(axes)
    lengths = [max(exact.shape[axis], x.shape[axis]) if size == -1 else size for size, axis in zip(told, axes)]
    return axes, int(np.prod(lengths, dtype=int))


def row(twin, kinds=ALL):
    return Row(one_axis(kinds), transformed(twin, along_axis))


def row_of_axes(twin, kinds=ALL):
    return Row(several_axes(kinds), transformed(twin, along_axes))


def shifting(draw):
    x = draw.values(draw.shape(), draw.dtype(ALL), NONE)
    return [x], {"axes": draw.axes(x.ndim)}


def shifted(twin):
    def call(x, axes):
        axes = tuple(range(x.ndim)) if axes is None else normalize_axis_tuple(axes, x.ndim)
        return Exact(twin(x, axes) if axes else x, signs=True)

    return call


def frequencies(draw):
    dtype = draw.dtype("f" if not draw.chance(0.05) else ALL)
    return [], {"dtype": dtype, "n": 0 if draw.chance(0.05) else lane(draw), "d": number(draw.pick(1, 0.5, 0.1, 3, -2))}


def frequency(twin):
    def call(dtype, n, d):
        if dtype.kind != "f":
            raise TypeError("dtype")
        exact = twin(n, float(d))
        return near(exact, dtype, 2 * np.finfo(np.float64).eps * np.abs(exact))

    return call


ROWS = {
    "fft": row(np.fft.fft),
    "ifft": row(np.fft.ifft),
    "rfft": row(np.fft.rfft, REAL),
    "irfft": row(np.fft.irfft),
    "hfft": row(np.fft.hfft),
    "ihfft": row(np.fft.ihfft, REAL),
    "fftn": row_of_axes(np.fft.fftn),
    "ifftn": row_of_axes(np.fft.ifftn),
    "rfftn": row_of_axes(np.fft.rfftn, REAL),
    "irfftn": row_of_axes(np.fft.irfftn),
    "fftshift": Row(shifting, shifted(np.fft.fftshift)),
    "ifftshift": Row(shifting, shifted(np.fft.ifftshift)),
    "fftfreq": Row(frequencies, frequency(np.fft.fftfreq)),
    "rfftfreq": Row(frequencies, frequency(np.fft.rfftfreq)),
}
