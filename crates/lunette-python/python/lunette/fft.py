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

__all__ = [name for name in dir() if not name.startswith("_")]
