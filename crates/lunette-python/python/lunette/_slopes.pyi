"""The types of functions of samples, which stand beside the others."""

from . import (
    corrcoef as corrcoef,
    cov as cov,
    gradient as gradient,
    histogram2d as histogram2d,
    interp as interp,
)

__all__ = ["corrcoef", "cov", "gradient", "histogram2d", "interp"]
