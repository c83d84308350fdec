"""N-dimensional tensors whose views you can trust."""

from ._lunette import *
