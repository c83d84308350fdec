"""Decompositions of matrices as large and as small as floats are.

A power of two changes no digit. So the matrices of other rows are multiplied by one, and what comes back is divided by
the power of it that the result grows with: then it must be what the other row expects of the matrices as they were.
"""

import numpy as np

from families import decompose, norms, solve
from families.arguments import number
from families.matrices import plus, some
from families.row import Row

# Room for what grows beyond the largest element: sums, and inverses of what is nearly singular.
HEADROOM = 28


class Scaled(Row):
    """A row whose results grow with these powers of the matrices' scale."""

    def __init__(self, calls, row, *powers):
        super().__init__(self.scaled, row.twin, row.check)
        self.calls, self.row, self.powers = calls, row, powers

    def scaled(self, draw):
        [first, *others], options = self.row.make(draw)
        if first.dtype.kind not in "fc":
            return [first, *others], options
        arrays = [first] + [other.astype(first.dtype) for other in others]
        # An even one: its root is a power of two as well.
        power = int(draw.pick(-1, 1, draw.random.uniform(-1, 1)) * self.limit(first)) // 2 * 2
        return [times(array, power - exponent(first)) for array in arrays], options

    def limit(self, x):
        limit = np.finfo(x.dtype).maxexp - HEADROOM
        if 2 in self.powers:
            # Squares have half of the range, and what is left of them is small beside them.
            limit = limit / 2 - HEADROOM
        if "rows" in self.powers:
            # As many factors as rows, each as long as a row can be.
            rows = max(x.shape[-1], 1)
            limit = limit / rows - np.log2(rows)
        return max(limit, 0)

    def compared(self, arrays, found):
        scale = exponent(arrays[0])
        powers = [arrays[0].shape[-1] if power == "rows" else power for power in self.powers]
        found = [times(result, -int(power * scale)) for power, result in zip(powers, found)]
        return [times(array, -scale) for array in arrays], found


def exponent(x):
    """An even one, of the power of two near the largest element; 0 where nothing is scaled."""
    if x.dtype.kind not in "fc" or x.dtype == np.float16:
        return 0
    parts = np.abs(x.reshape(-1).view(x.real.dtype))
    largest = np.max(parts[np.isfinite(parts)], initial=0)
    return int(np.frexp(largest)[1]) // 2 * 2 if largest else 0


def times(x, power):
    """The elements times a power of two, in steps that are powers of two in every dtype."""
    while power and x.dtype.kind in "fc":
        step = max(-60, min(60, power))
        x, power = (x * np.ldexp(x.real.dtype.type(1), step)).astype(x.dtype), power - step
    return x


def by_values(draw):
    return draw.pick("nuc", *map(number, (1, 2, -2, np.inf)))


NORM = Row(plus(some(), ord=by_values, keepdims=lambda draw: draw.chance(0.3)), norms.matrix_norm)

ROWS = {
    "cholesky_scaled": Scaled("cholesky", decompose.ROWS["cholesky"], 0.5),
    "qr_scaled": Scaled("qr", decompose.ROWS["qr"], 0, 1),
    "svd_scaled": Scaled("svd", decompose.ROWS["svd"], 0, 1, 0),
    "svdvals_scaled": Scaled("svdvals", decompose.ROWS["svdvals"], 1),
    "eig_scaled": Scaled("eig", decompose.ROWS["eig"], 1, 0),
    "eigvals_scaled": Scaled("eigvals", decompose.ROWS["eigvals"], 1),
    "eigh_scaled": Scaled("eigh", decompose.ROWS["eigh"], 1, 0),
    "eigvalsh_scaled": Scaled("eigvalsh", decompose.ROWS["eigvalsh"], 1),
    "inv_scaled": Scaled("inv", solve.ROWS["inv"], -1),
    "solve_scaled": Scaled("solve", solve.ROWS["solve"], 0),
    "det_scaled": Scaled("det", solve.ROWS["det"], "rows"),
    "matrix_rank_scaled": Scaled("matrix_rank", solve.ROWS["matrix_rank"], 0),
    "pinv_scaled": Scaled("pinv", solve.ROWS["pinv"], -1),
    "lstsq_scaled": Scaled("lstsq", solve.ROWS["lstsq"], 0, 2, 0, 1),
    "matrix_norm_scaled": Scaled("matrix_norm", NORM, 1),
}
