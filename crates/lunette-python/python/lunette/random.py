"""Random tensors: the same numbers for the same seed, whatever the number of threads."""

from ._lunette import random as _native

Generator = _native.Generator
default_rng = _native.default_rng

__all__ = [name for name in dir() if not name.startswith("_")]
