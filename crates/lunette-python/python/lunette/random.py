"""Random tensors: the same numbers for the same seed, whatever the number of threads."""

from ._lunette import random as _native

__all__ = ["Generator", "default_rng"]

Generator = _native.Generator
default_rng = _native.default_rng
