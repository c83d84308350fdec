"""The types of NumPy's small functions, which stand beside the others."""

from . import (
    append as append,
    apply_along_axis as apply_along_axis,
    array_split as array_split,
    block as block,
    diag_indices as diag_indices,
    dsplit as dsplit,
    ediff1d as ediff1d,
    extract as extract,
    hsplit as hsplit,
    ix_ as ix_,
    piecewise as piecewise,
    place as place,
    putmask as putmask,
    tril_indices_from as tril_indices_from,
    triu_indices_from as triu_indices_from,
    vsplit as vsplit,
)

__all__ = [
    "append", "apply_along_axis", "array_split", "block", "diag_indices", "dsplit", "ediff1d", "extract", "hsplit",
    "ix_", "piecewise", "place", "putmask", "tril_indices_from", "triu_indices_from", "vsplit",
]  # fmt: skip
