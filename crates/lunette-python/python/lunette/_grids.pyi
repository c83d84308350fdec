"""The types of grids and of walks, which stand beside the others."""

from . import (
    c_ as c_,
    fromfunction as fromfunction,
    meshgrid as meshgrid,
    mgrid as mgrid,
    ndenumerate as ndenumerate,
    ndindex as ndindex,
    ogrid as ogrid,
    r_ as r_,
    vectorize as vectorize,
)

__all__ = ["c_", "fromfunction", "meshgrid", "mgrid", "ndenumerate", "ndindex", "ogrid", "r_", "vectorize"]
