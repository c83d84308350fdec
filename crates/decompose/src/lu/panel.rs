//! A few columns of a matrix, copied to where they lie one behind the other, and factored there.
//!
//! Column after column is made from those before it, eight at a time, so that each is written seldom.

use faer::MatRef;

use super::rows::{Rows, RowsMut, rows};
use crate::Field;
use crate::vector::{self, Kernel};

/// How many columns are factored at once. Fewer complex ones: products of matrices do more for them than our loops.
pub(super) fn most_columns<T: Field>() -> usize {
    if T::IS_COMPLEX { 16 } else { 48 }
}

/// So many columns are multiplied at once.
const GROUP: usize = 8;

/// So many rows are worked on at once, or fewer of larger elements.
const LANES: usize = 32;

/// A block of so many rows and columns is turned at once.
const TURN: usize = 4;

/// Columns of a matrix, from the row on in which the first has its pivot; there are no more of them than rows.
pub(super) struct Panel<T> {
    data: Vec<T>,
    /// From one column to the next: there are at least `LANES` zeros, or what becomes of them, behind the rows.
    step: usize,
    rows: usize,
    width: usize,
    /// With which row each of the first rows was swapped, one after the other.
    swaps: Vec<usize>,
    /// The factors of the first rows, row by row.
    corner: Vec<T>,
}

impl<T: Field> Panel<T> {
    /// Room for columns of up to so many rows.
    pub(super) fn with_room(rows: usize, width: usize) -> Self {
        let width = width.min(most_columns::<T>());
        // No power of two: columns at such distances drive each other out of the caches.
        let step = rows.next_multiple_of(LANES) + LANES;
        let step = if step.is_multiple_of(4 * LANES) { step + LANES } else { step };
        let data = vec![T::ZERO; step * width];
        Self { data, step, rows: 0, width: 0, swaps: Vec::with_capacity(width), corner: Vec::new() }
    }

    /// With which row each of the first rows was swapped.
    pub(super) fn swaps(&self) -> &[usize] {
        &self.swaps
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The lower factor of the first rows.
    pub(super) fn corner(&self) -> Rows<'_, T> {
        rows(&self.corner, self.width, self.width)
    }

    /// The factors of the rows below the first ones.
    pub(super) fn below(&self) -> MatRef<'_, T> {
        MatRef::from_column_major_slice_with_stride(&self.data, self.rows, self.width, self.step)
            .get(self.width.., ..)
    }

    /// Takes columns of a matrix, factors them and writes the factors over them.
    pub(super) fn replace(&mut self, mut columns: RowsMut<'_, T>) {
        (self.rows, self.width) = (columns.nrows(), columns.ncols());
        self.swaps.clear();
        self.load(columns.as_ref());
        match size_of::<T>() {
            4 => vector::run(Factor::<T, LANES> { panel: self }),
            8 => vector::run(Factor::<T, { LANES / 2 }> { panel: self }),
            _ => vector::run(Factor::<T, { LANES / 4 }> { panel: self }),
        }
        self.save(columns.as_mut());
        self.corner.clear();
        for i in 0..self.width {
            self.corner.extend_from_slice(columns.as_ref().row(i).as_slice());
        }
    }

    fn load(&mut self, columns: Rows<'_, T>) {
        let (rows, width, step) = (self.rows, self.width, self.step);
        let data = &mut self.data;
        for i in (0..rows).step_by(TURN) {
            // Rows that are not there are the last one once more, and are overwritten by zeros.
            let lines: [&[T]; TURN] = std::array::from_fn(|k| columns.row((i + k).min(rows - 1)).as_slice());
            let parts = lines.map(|line| line.as_chunks::<TURN>().0);
            for j in 0..width / TURN {
                let turned = turn([parts[0][j], parts[1][j], parts[2][j], parts[3][j]]);
                for k in 0..TURN {
                    data[(j * TURN + k) * step + i..][..TURN].copy_from_slice(&turned[k]);
                }
            }
            for j in width / TURN * TURN..width {
                for (k, line) in lines.iter().enumerate() {
                    data[j * step + i + k] = line[j];
                }
            }
        }
        for column in data.chunks_exact_mut(step).take(width) {
            column[rows..rows + LANES].fill(T::ZERO);
        }
    }

    fn save(&self, mut columns: RowsMut<'_, T>) {
        let (width, step) = (self.width, self.step);
        for i in (0..self.rows).step_by(TURN) {
            for j in (0..width).step_by(TURN) {
                // Columns that are not there are the last one once more; behind the last row there is something.
                let part = |k: usize| -> [T; TURN] {
                    std::array::from_fn(|at| self.data[(j + k).min(width - 1) * step + i + at])
                };
                let turned = turn([part(0), part(1), part(2), part(3)]);
                for (k, line) in turned.iter().enumerate().take(self.rows - i) {
                    let to = &mut columns.as_mut().row_mut(i + k).as_slice_mut()[j..];
                    match to.first_chunk_mut() {
                        Some(to) => *to = *line,
                        None => to.copy_from_slice(&line[..width - j]),
                    }
                }
            }
        }
    }
}

/// The columns of four rows of four elements.
#[inline(always)]
fn turn<T: Field>([a, b, c, d]: [[T; TURN]; TURN]) -> [[T; TURN]; TURN] {
    [[a[0], b[0], c[0], d[0]], [a[1], b[1], c[1], d[1]], [a[2], b[2], c[2], d[2]], [a[3], b[3], c[3], d[3]]]
}

/// Factors a panel, `W` rows at a time.
struct Factor<'a, T, const W: usize> {
    panel: &'a mut Panel<T>,
}

impl<T: Field, const W: usize> Kernel for Factor<'_, T, W> {
    type Output = ();

    #[inline(always)]
    fn run<const FUSED: bool>(self) {
        self.panel.factor::<FUSED, W>();
    }
}

impl<T: Field> Panel<T> {
    #[inline(always)]
    fn factor<const FUSED: bool, const W: usize>(&mut self) {
        let Self { data, step, rows, width, swaps, .. } = self;
        let (step, rows, width) = (*step, *rows, *width);
        for first in (0..width).step_by(GROUP) {
            let (left, group) = data.split_at_mut(first * step);
            let group = &mut group[..(width - first).min(GROUP) * step];
            for column in group.chunks_exact_mut(step) {
                swap_all(column, 0, swaps);
            }
            for (k, before) in left.chunks_exact(GROUP * step).enumerate() {
                subtract_group::<T, FUSED, W>(before, (k * GROUP, step, rows), group);
            }
            factor_group::<T, FUSED, W>(group, (first, step, rows), swaps);
            left.chunks_exact_mut(step).for_each(|column| swap_all(column, first, &swaps[first..]));
        }
    }
}

#[inline(always)]
fn swap_all<T>(column: &mut [T], first: usize, swaps: &[usize]) {
    for (k, &with) in swaps.iter().enumerate() {
        column.swap(first + k, with);
    }
}

/// Makes the rows of the upper factor that belong to eight factored columns, the first of which has its pivot in row
/// `first`, and subtracts from the rows below what these add to them.
#[inline(always)]
fn subtract_group<T: Field, const FUSED: bool, const W: usize>(
    before: &[T],
    (first, step, rows): (usize, usize, usize),
    group: &mut [T],
) {
    let before: [&[T]; GROUP] = std::array::from_fn(|k| &before[k * step..(k + 1) * step]);
    let mut pairs = group.chunks_exact_mut(2 * step);
    for pair in &mut pairs {
        let (a, b) = pair.split_at_mut(step);
        let factors = [solved::<T, FUSED>(&before, first, a), solved::<T, FUSED>(&before, first, b)];
        subtract::<T, FUSED, W, GROUP, 2>(before, factors, [a, b], first + GROUP..rows);
    }
    let last = pairs.into_remainder();
    if !last.is_empty() {
        let factors = [solved::<T, FUSED>(&before, first, last)];
        subtract::<T, FUSED, W, GROUP, 1>(before, factors, [last], first + GROUP..rows);
    }
}

/// Eight rows of a column of the upper factor.
#[inline(always)]
fn solved<T: Field, const FUSED: bool>(before: &[&[T]; GROUP], first: usize, column: &mut [T]) -> [T; GROUP] {
    let mut x: [T; GROUP] = std::array::from_fn(|i| column[first + i]);
    for k in 0..GROUP {
        for i in k + 1..GROUP {
            x[i] = x[i].minus_product::<FUSED>(before[k][first + i], x[k]);
        }
    }
    column[first..first + GROUP].copy_from_slice(&x);
    x
}

/// Subtracts `K` columns times their factors from each of `C` columns.
#[inline(always)]
fn subtract<T: Field, const FUSED: bool, const W: usize, const K: usize, const C: usize>(
    columns: [&[T]; K],
    factors: [[T; K]; C],
    from: [&mut [T]; C],
    rows: std::ops::Range<usize>,
) {
    let count = rows.len().div_ceil(W);
    let mut parts: [&[[T; W]]; K] = [&[]; K];
    for k in 0..K {
        parts[k] = &columns[k][rows.start..].as_chunks().0[..count];
    }
    let from = from.map(|column| &mut column[rows.start..].as_chunks_mut().0[..count]);
    for i in 0..count {
        let mut sums = [[T::ZERO; W]; C];
        for c in 0..C {
            sums[c] = from[c][i];
        }
        for k in 0..K {
            for c in 0..C {
                for (sum, &value) in sums[c].iter_mut().zip(&parts[k][i]) {
                    *sum = sum.minus_product::<FUSED>(value, factors[c][k]);
                }
            }
        }
        for c in 0..C {
            from[c][i] = sums[c];
        }
    }
}

/// Factors up to eight columns, the first of which has its pivot in row `first`.
#[inline(always)]
fn factor_group<T: Field, const FUSED: bool, const W: usize>(
    group: &mut [T],
    (first, step, rows): (usize, usize, usize),
    swaps: &mut Vec<usize>,
) {
    let count = group.len() / step;
    for j in 0..count {
        let (before, column) = group.split_at_mut(j * step);
        subtract_some::<T, FUSED, W>(before, (first, step, rows), &mut column[..step]);
        let k = first + j;
        let pivot = k + largest::<T, W>(&column[k..rows]);
        swaps.push(pivot);
        if pivot != k {
            group.chunks_exact_mut(step).for_each(|column| column.swap(k, pivot));
        }
        divide(&mut group[j * step + k..j * step + rows]);
    }
}

/// As [`subtract_group`], for one column and those before it in its own group.
#[inline(always)]
fn subtract_some<T: Field, const FUSED: bool, const W: usize>(
    before: &[T],
    (first, step, rows): (usize, usize, usize),
    column: &mut [T],
) {
    let count = before.len() / step;
    // The rows of the pivots of the group, of which the last may be missing.
    let end = (first + GROUP).min(rows);
    for (k, other) in before.chunks_exact(step).enumerate() {
        let factor = column[first + k];
        for i in first + k + 1..end {
            column[i] = column[i].minus_product::<FUSED>(other[i], factor);
        }
    }
    macro_rules! subtract_counted {
        ($($count:literal)*) => {
            match count {
                $($count => {
                    let columns: [&[T]; $count] = std::array::from_fn(|k| &before[k * step..(k + 1) * step]);
                    let factors: [T; $count] = std::array::from_fn(|k| column[first + k]);
                    subtract::<T, FUSED, W, $count, 1>(columns, [factors], [column], end..rows);
                })*
                _ => {}
            }
        };
    }
    subtract_counted!(1 2 3 4 5 6 7);
}

/// Where the largest number is; the first of several, and what is not a number counts only among zeros.
#[inline(always)]
fn largest<T: Field, const W: usize>(column: &[T]) -> usize {
    let zero = <T::Part as num_traits::Zero>::zero();
    let larger = |most: T::Part, size: T::Part| if size > most { size } else { most };
    let (mut most, mut place) = (zero, 0);
    for (k, block) in column.chunks(4 * W).enumerate() {
        let mut sizes = [zero; W];
        let (parts, rest) = block.as_chunks::<W>();
        for part in parts {
            for (size, value) in sizes.iter_mut().zip(part) {
                *size = larger(*size, value.sum_of_parts());
            }
        }
        for (size, value) in sizes.iter_mut().zip(rest) {
            *size = larger(*size, value.sum_of_parts());
        }
        let mut half = W / 2;
        while half > 0 {
            for i in 0..half {
                sizes[i] = larger(sizes[i], sizes[i + half]);
            }
            half /= 2;
        }
        let found = sizes[0];
        if found > most {
            (most, place) = (found, k * 4 * W);
        }
    }
    if most == zero {
        return column.iter().position(|&value| !Field::is_finite(value)).unwrap_or(0);
    }
    place + column[place..].iter().position(|value| value.sum_of_parts() == most).unwrap_or(0)
}

/// Divides a column by its first element; one that is 0 leaves it as it is, which is 0 too.
#[inline(always)]
fn divide<T: Field>(column: &mut [T]) {
    let Some((&mut pivot, below)) = column.split_first_mut() else { return };
    if pivot == T::ZERO {
        return;
    }
    let reciprocal = T::ONE.over(pivot);
    if reciprocal.is_normal() {
        below.iter_mut().for_each(|value| *value = value.times(reciprocal));
    } else {
        below.iter_mut().for_each(|value| *value = value.over(pivot));
    }
}
