"""Discrete Fourier transforms: the extension of the Array API standard."""

from ._lunette import fft as _native

fft = _native.fft
fftfreq = _native.fftfreq
fftn = _native.fftn
fftshift = _native.fftshift
hfft = _native.hfft
ifft = _native.ifft
ifftn = _native.ifftn
ifftshift = _native.ifftshift
ihfft = _native.ihfft
irfft = _native.irfft
irfftn = _native.irfftn
rfft = _native.rfft
rfftfreq = _native.rfftfreq
rfftn = _native.rfftn


def fft2(x, /, s=None, axes=(-2, -1), norm="backward"):
    """The discrete Fourier transform along the last two axes, or two others.

    >>> xp.fft.fft2(xp.ones((2, 4))).shape
    (2, 4)
    """
    return fftn(x, s=s, axes=axes, norm=norm)


def ifft2(x, /, s=None, axes=(-2, -1), norm="backward"):
    """The inverse of `fft2`.

    >>> xp.fft.ifft2(xp.ones((2, 4))).shape
    (2, 4)
    """
    return ifftn(x, s=s, axes=axes, norm=norm)


def irfft2(x, /, s=None, axes=(-2, -1), norm="backward"):
    """The inverse of `rfft2`.

    >>> xp.fft.irfft2(xp.ones((2, 4)) + 0j).shape
    (2, 6)
    """
    return irfftn(x, s=s, axes=axes, norm=norm)


def rfft2(x, /, s=None, axes=(-2, -1), norm="backward"):
    """The frequencies of real numbers along two axes, the first half of them along the last.

    >>> xp.fft.rfft2(xp.ones((2, 4))).shape
    (2, 3)
    """
    return rfftn(x, s=s, axes=axes, norm=norm)


__all__ = [name for name in dir() if not name.startswith("_")]
