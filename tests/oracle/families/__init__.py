"""The functions that `operations.py` compares, one table for each family.

Where Lunette differs from NumPy on purpose, the twin says so itself, or raises `Refused` with the rule's name:

  R16  sums as another dtype cast by the plain rule, and complex numbers are no real ones
  R30  the least or greatest of nothing is an error; means, medians and quantiles of nothing are NaN
  R31  complex numbers have no order; each NaN is distinct from all others
  API  the Array API where NumPy does something else: axes of tensors of rank 0 are out of range, divisors that are not
       positive make variances NaN, floats keep their dtype, integers become f64
  doc  what Lunette's documentation says it does not take
"""

from families import (
    counts,
    create,
    decompose,
    edit,
    einsum,
    fft,
    nan,
    norms,
    polynomial,
    products,
    quantile,
    rearrange,
    reduce,
    scales,
    scan,
    series,
    sets,
    solve,
    sort,
    statistics,
)

TABLES = [reduce, nan, quantile, scan, statistics, sort, sets, counts, series, products, einsum, decompose, solve, norms]
TABLES += [scales, fft, rearrange, edit, polynomial, create]
FUNCTIONS = {name: row for table in TABLES for name, row in table.ROWS.items()}
