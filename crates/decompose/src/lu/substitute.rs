//! Equations of triangular matrices, for sides that lie row by row.
//!
//! A block of rows after the other is solved for; what the others add to it is a product of matrices.

use faer::linalg::matmul::matmul;
use faer::{Accum, Par};

use super::rows::{Rows, RowsMut};
use crate::Field;
use crate::vector::{self, Kernel};

/// The most rows that are solved for at once, and multiplied by the others then.
const BLOCK: usize = 64;

/// How many rows are solved for at once. Fewer complex ones: products of matrices do more for them than our loops.
fn block<T: Field>() -> usize {
    if T::IS_COMPLEX { 16 } else { BLOCK }
}

/// Overwrites sides by the solutions for the lower triangle, whose diagonal counts as 1. Above the row `first` they are 0.
pub(super) fn lower<T: Field>(triangle: Rows<'_, T>, mut sides: RowsMut<'_, T>, first: usize) {
    let n = sides.nrows();
    for start in (first..n).step_by(block::<T>()) {
        let end = (start + block::<T>()).min(n);
        let (above, below) = sides.as_mut().split_at_row_mut(start);
        let mut block = below.subrows_mut(0, end - start);
        let factors = triangle.get(start..end, first..start);
        matmul(block.as_mut(), Accum::Add, factors, above.as_ref().get(first.., ..), T::MINUS_ONE, Par::Seq);
        lower_block(triangle.get(start..end, start..end), block);
    }
}

/// Overwrites sides by the solutions for the upper triangle.
pub(super) fn upper<T: Field>(triangle: Rows<'_, T>, mut sides: RowsMut<'_, T>) {
    let n = sides.nrows();
    for start in (0..n).step_by(block::<T>()).rev() {
        let end = (start + block::<T>()).min(n);
        let (block, below) = sides.as_mut().split_at_row_mut(end);
        let mut block = block.get_mut(start.., ..);
        let factors = triangle.get(start..end, end..);
        matmul(block.as_mut(), Accum::Add, factors, below.as_ref(), T::MINUS_ONE, Par::Seq);
        upper_block(triangle.get(start..end, start..end), block);
    }
}

/// As [`lower`], for up to [`BLOCK`] rows.
pub(super) fn lower_block<T: Field>(triangle: Rows<'_, T>, sides: RowsMut<'_, T>) {
    solve_block(Triangle { rows: triangle, reciprocals: None }, sides);
}

/// As [`upper`], for up to [`BLOCK`] rows.
fn upper_block<T: Field>(triangle: Rows<'_, T>, sides: RowsMut<'_, T>) {
    let mut reciprocals = [T::ONE; BLOCK];
    for (i, reciprocal) in reciprocals.iter_mut().enumerate().take(triangle.nrows()) {
        *reciprocal = T::ONE.over(triangle[(i, i)]);
    }
    solve_block(Triangle { rows: triangle, reciprocals: Some(&reciprocals) }, sides);
}

fn solve_block<T: Field>(triangle: Triangle<'_, T>, sides: RowsMut<'_, T>) {
    match size_of::<T>() {
        _ if sides.ncols() == 1 => vector::run(Solve::<T, 1> { triangle, sides }),
        4 => vector::run(Solve::<T, 32> { triangle, sides }),
        8 => vector::run(Solve::<T, 16> { triangle, sides }),
        _ => vector::run(Solve::<T, 8> { triangle, sides }),
    }
}

/// A triangle of a few rows.
struct Triangle<'a, T> {
    rows: Rows<'a, T>,
    /// Of the diagonal of an upper one; a lower one has none but ones on it.
    reciprocals: Option<&'a [T; BLOCK]>,
}

/// Solves for `W` columns at a time.
struct Solve<'a, T, const W: usize> {
    triangle: Triangle<'a, T>,
    sides: RowsMut<'a, T>,
}

impl<T: Field, const W: usize> Kernel for Solve<'_, T, W> {
    type Output = ();

    #[inline(always)]
    fn run<const FUSED: bool>(self) {
        let Self { triangle, mut sides } = self;
        let n = sides.nrows();
        // Behind one another: rows that are far from each other drive each other out of the caches.
        let mut strip = [[T::ZERO; W]; BLOCK];
        for start in (0..sides.ncols()).step_by(W) {
            let width = W.min(sides.ncols() - start);
            for (i, lanes) in strip.iter_mut().enumerate().take(n) {
                let row = &sides.as_ref().row(i).as_slice()[start..start + width];
                copy::<T, W>(row, lanes);
            }
            match triangle.reciprocals {
                None => lower_strip::<T, FUSED, W>(triangle.rows, &mut strip[..n]),
                Some(reciprocals) => upper_strip::<T, FUSED, W>(triangle.rows, reciprocals, &mut strip[..n]),
            }
            for (i, lanes) in strip.iter().enumerate().take(n) {
                sides.as_mut().row_mut(i).as_slice_mut()[start..start + width]
                    .copy_from_slice(&lanes[..width]);
            }
        }
    }
}

#[inline(always)]
fn copy<T: Field, const W: usize>(row: &[T], lanes: &mut [T; W]) {
    match row.len() == W {
        true => lanes.copy_from_slice(row),
        false => lanes[..row.len()].copy_from_slice(row),
    }
}

#[inline(always)]
fn lower_strip<T: Field, const FUSED: bool, const W: usize>(triangle: Rows<'_, T>, strip: &mut [[T; W]]) {
    let n = strip.len();
    for i in (0..n).step_by(2) {
        let (above, rest) = strip.split_at_mut(i);
        let a = triangle.row(i).as_slice();
        match rest {
            [x, y, ..] => {
                let b = triangle.row(i + 1).as_slice();
                let (mut p, mut q) = (*x, *y);
                for ((row, &a), &b) in above.iter().zip(a).zip(b) {
                    subtract::<T, FUSED, W>(&mut p, row, a);
                    subtract::<T, FUSED, W>(&mut q, row, b);
                }
                subtract::<T, FUSED, W>(&mut q, &p, b[i]);
                (*x, *y) = (p, q);
            }
            [x, ..] => {
                let mut p = *x;
                for (row, &a) in above.iter().zip(a) {
                    subtract::<T, FUSED, W>(&mut p, row, a);
                }
                *x = p;
            }
            [] => {}
        }
    }
}

#[inline(always)]
fn upper_strip<T: Field, const FUSED: bool, const W: usize>(
    triangle: Rows<'_, T>,
    reciprocals: &[T; BLOCK],
    strip: &mut [[T; W]],
) {
    let mut end = strip.len();
    while end > 0 {
        let i = end.saturating_sub(2);
        let (rest, below) = strip.split_at_mut(end);
        let a = triangle.row(i).as_slice();
        match &mut rest[i..] {
            [x, y] => {
                let b = triangle.row(i + 1).as_slice();
                let (mut p, mut q) = (*x, *y);
                for ((row, &a), &b) in below.iter().zip(&a[end..]).zip(&b[end..]) {
                    subtract::<T, FUSED, W>(&mut p, row, a);
                    subtract::<T, FUSED, W>(&mut q, row, b);
                }
                divide(&mut q, b[i + 1], reciprocals[i + 1]);
                subtract::<T, FUSED, W>(&mut p, &q, a[i + 1]);
                divide(&mut p, a[i], reciprocals[i]);
                (*x, *y) = (p, q);
            }
            [x] => {
                for (row, &a) in below.iter().zip(&a[end..]) {
                    subtract::<T, FUSED, W>(x, row, a);
                }
                divide(x, a[i], reciprocals[i]);
            }
            _ => {}
        }
        end = i;
    }
}

#[inline(always)]
fn subtract<T: Field, const FUSED: bool, const W: usize>(from: &mut [T; W], row: &[T; W], factor: T) {
    for (value, &other) in from.iter_mut().zip(row) {
        *value = value.minus_product::<FUSED>(other, factor);
    }
}

/// Divides by a number, or multiplies by its reciprocal where that is as good.
#[inline(always)]
fn divide<T: Field, const W: usize>(row: &mut [T; W], by: T, reciprocal: T) {
    match reciprocal.is_normal() {
        true => row.iter_mut().for_each(|value| *value = value.times(reciprocal)),
        false => row.iter_mut().for_each(|value| *value = value.over(by)),
    }
}
