//! Singular values and vectors of upper bidiagonal matrices.
//!
//! The row in the middle is taken off. Above it is a matrix with one column more than rows, below it another one, and the
//! whole is similar to a diagonal matrix with one more row on top of it (Gu and Eisenstat, 1995).

use faer::diag::DiagMut;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::svd::{ComputeSvdVectors, SvdParams, svd, svd_scratch};
use faer::reborrow::ReborrowMut;
use faer::{Auto, Mat, MatMut, Par};
use num_traits::Float;

use super::secular::{Equation, Poles, Root, Squares, exact_weights};
use super::{
    Basis, Real, Room, Rows, Share, column, column_mut, fill_columns, merged, narrow, unit, wide, write_unit,
};
use crate::share::join;

/// Up to so many rows a matrix is not divided.
const LEAF: usize = 24;

/// Left and right vectors, or what becomes of them.
struct Sides<X> {
    /// None if only values are wanted.
    left: Option<X>,
    right: X,
}

/// The singular values, in descending order, of a square matrix with this diagonal and these elements above it; the
/// matrices are overwritten by the left and the right vectors. None if an iteration has no end.
pub(crate) fn singular<P: Real>(
    diagonal: &[P],
    above: &[P],
    vectors: Option<[MatMut<'_, P>; 2]>,
    par: Par,
) -> Option<Vec<P>> {
    let n = diagonal.len();
    let mut d: Vec<f64> = diagonal.iter().map(|&x| wide(x)).collect();
    let mut e: Vec<f64> = above.iter().map(|&x| wide(x)).collect();
    let Some(factor) = unit(&[&d, &e]) else {
        // Any vectors are those of zeros.
        for mut matrix in vectors.into_iter().flatten() {
            matrix.fill(narrow(0.0));
            matrix.diagonal_mut().fill(narrow(1.0));
        }
        return Some(vec![narrow(0.0); n]);
    };
    d.iter_mut().chain(&mut e).for_each(|x| *x *= factor);
    let (rows, height) = if vectors.is_some() { (Rows::All, n) } else { (Rows::Ends, 2) };
    let mut matrices =
        [0; 2].map(|_| (vectors.is_some().then(|| Mat::<P>::zeros(n, n)), Mat::<P>::zeros(height, n)));
    let zeros = || (vec![narrow::<P>(0.0); n * n], vec![narrow::<P>(0.0); super::gathered_len(n)]);
    let (mut left, mut right) = (vectors.is_some().then(zeros), zeros());
    let room = Sides {
        left: left.as_mut().map(|(shares, gathered)| Room { shares, gathered }),
        right: Room { shares: &mut right.0, gathered: &mut right.1 },
    };
    let [made, other] = matrices.each_mut().map(|(left, right)| Sides {
        left: left.as_mut().map(|matrix| matrix.as_mut()),
        right: right.as_mut(),
    });
    let order = solve(&mut d, &mut e, [made, other], room, rows, par)?;
    if let Some([u, v]) = vectors {
        let [(left, right), _] = &matrices;
        let left = left.as_ref()?;
        join(
            par,
            |_| super::reordered(left.as_ref(), order.iter().rev().copied(), u),
            |_| super::reordered(right.as_ref(), order.iter().rev().copied(), v),
        );
    }
    Some(order.into_iter().rev().map(|k| narrow(d[k] / factor)).collect())
}

/// Overwrites the diagonal by the singular values and the first matrices by the vectors; the result is the ascending order
/// of the values. There are as many elements above the diagonal as on it if there is one more column than rows.
fn solve<P: Real>(
    d: &mut [f64],
    e: &mut [f64],
    [made, other]: [Sides<MatMut<'_, P>>; 2],
    room: Sides<Room<'_, P>>,
    rows: Rows,
    par: Par,
) -> Option<Vec<usize>> {
    let n = d.len();
    if n <= LEAF {
        return leaf(d, e, made, rows);
    }
    let (mut made, mut other, mut room) = (made, other, room);
    let half = n / 2;
    let [alpha, beta] = [d[half], e[half]];
    let orders = {
        let (d0, d1) = d.split_at_mut(half);
        let (e0, e1) = e.split_at_mut(half);
        let [made0, made1] = halves(&mut made, half, rows);
        let [other0, other1] = halves(&mut other, half, rows);
        let [right0, right1] = room.right.split([half, n - half - 1]);
        let [left0, left1] = match &mut room.left {
            Some(room) => room.split([half, n - half - 1]).map(Some),
            None => [None, None],
        };
        let rooms = [Sides { left: left0, right: right0 }, Sides { left: left1, right: right1 }];
        let [room0, room1] = rooms;
        join(
            par,
            |par| solve(d0, e0, [other0, made0], room0, rows, par),
            |par| solve(&mut d1[1..], &mut e1[1..], [other1, made1], room1, rows, par),
        )
    };
    d[half] = 0.0;
    let order = merged(&orders.0?, orders.1?.into_iter().map(|k| k + half + 1), d);
    let columns = n + usize::from(e.len() == n);
    let (last, first) = match rows {
        Rows::All => (half, half + 1),
        Rows::Ends => (1, 0),
    };
    let z = (0..columns).map(|k| match k <= half {
        true => alpha * wide(other.right[(last, k)]),
        false => beta * wide(other.right[(first, k)]),
    });
    let z: Vec<f64> = z.collect();
    let top = if rows == Rows::All { half + 1 } else { 1 };
    let left = other.left.map(|mut left| {
        // The row in the middle, and the column that is 1 there.
        for k in 0..half {
            left[(half, k)] = narrow(0.0);
        }
        let middle = column_mut(left.rb_mut(), half);
        middle[..half].fill(narrow(0.0));
        middle[half] = narrow(1.0);
        Basis::new(left, top, half + 1)
    });
    let bases = Sides { left, right: Basis::new(other.right, top, half + 1) };
    Some(Merge { d, z, half, largest: alpha.abs().max(beta.abs()) }.run(&order, bases, made, room, par))
}

/// The parts of matrices that belong to two halves.
fn halves<'a, P: Real>(
    matrices: &'a mut Sides<MatMut<'_, P>>,
    half: usize,
    rows: Rows,
) -> [Sides<MatMut<'a, P>>; 2] {
    let [left0, left1] = match &mut matrices.left {
        None => [None, None],
        Some(left) => {
            let (first, _, _, rest) = left.rb_mut().split_at_mut(half, half);
            let (_, _, _, second) = rest.split_at_mut(1, 1);
            [Some(first), Some(second)]
        }
    };
    let right = matrices.right.rb_mut();
    let (right0, right1) = match rows {
        Rows::All => {
            let (first, _, _, second) = right.split_at_mut(half + 1, half + 1);
            (first, second)
        }
        Rows::Ends => right.split_at_col_mut(half + 1),
    };
    [Sides { left: left0, right: right0 }, Sides { left: left1, right: right1 }]
}

/// The values and vectors of a small matrix.
fn leaf<P: Real>(d: &mut [f64], e: &[f64], made: Sides<MatMut<'_, P>>, rows: Rows) -> Option<Vec<usize>> {
    let n = d.len();
    let m = n + usize::from(e.len() == n && n > 0);
    let mut dense = Mat::<P>::zeros(n, m);
    for k in 0..n {
        dense[(k, k)] = narrow(d[k]);
        if k + 1 < m {
            dense[(k, k + 1)] = narrow(e[k]);
        }
    }
    let mut values = vec![narrow::<P>(0.0); n];
    let (mut u, mut v) = (Mat::<P>::zeros(n, n), Mat::<P>::zeros(m, m));
    let full = ComputeSvdVectors::Full;
    let mut params = <SvdParams as Auto<P>>::auto();
    params.recursion_threshold = m + 1;
    let scratch = svd_scratch::<P>(n, m, full, full, Par::Seq, params.into());
    svd(
        dense.as_ref(),
        DiagMut::from_slice_mut(&mut values),
        Some(u.as_mut()),
        Some(v.as_mut()),
        Par::Seq,
        MemStack::new(&mut MemBuffer::new(scratch)),
        params.into(),
    )
    .ok()?;
    for (d, value) in d.iter_mut().zip(values) {
        *d = wide(value);
    }
    let mut right = made.right;
    for k in 0..m {
        let from = column(v.as_ref(), k);
        let to = column_mut(right.rb_mut(), k);
        match rows {
            Rows::All => to.copy_from_slice(from),
            Rows::Ends => to.copy_from_slice(&[from[0], from[m - 1]]),
        }
    }
    if let Some(mut left) = made.left {
        left.rb_mut().copy_from(u.as_ref());
    }
    Some((0..n).rev().collect())
}

/// Two halves, and what is between them.
struct Merge<'a> {
    /// The singular values of both halves, and 0 between them.
    d: &'a mut [f64],
    /// The row between them, in terms of the right vectors.
    z: Vec<f64>,
    half: usize,
    largest: f64,
}

impl Merge<'_> {
    /// Values and vectors of the whole; the result is the order of the values.
    fn run<P: Real>(
        mut self,
        order: &[usize],
        mut bases: Sides<Basis<'_, P>>,
        made: Sides<MatMut<'_, P>>,
        room: Sides<Room<'_, P>>,
        par: Par,
    ) -> Vec<usize> {
        let n = self.d.len();
        let mut made = made;
        let epsilon = wide(<P as Float>::epsilon());
        let largest = self.d.iter().fold(self.largest, |most, &x| most.max(x));
        // The whole matrix is about 1: of a part that is far below the precision only that counts.
        let tolerance = 4.0 * epsilon * largest.max(epsilon);
        self.join_null(tolerance, &mut bases);
        let (kept, done) = self.deflate(tolerance, order, &mut bases);
        let size = kept.len();
        let mut poles: Vec<f64> = kept.iter().map(|&k| self.d[k]).collect();
        poles.iter_mut().skip(1).for_each(|pole| *pole = pole.max(tolerance / 2.0));
        let weights: Vec<f64> = kept.iter().map(|&k| self.z[k] * self.z[k]).collect();
        let roots = Equation::new(&poles, &weights, 1.0, epsilon).roots::<Squares>(par);
        let exact = exact_weights::<Squares>(&poles, &roots, par);
        let places = bases.right.by_reach(&kept);
        let columns: Vec<usize> = places.iter().map(|&place| kept[place]).collect();
        let turned = Turned {
            poles: places.iter().map(|&place| poles[place]).collect(),
            weights: places.iter().map(|&place| exact[place].copysign(self.z[kept[place]])).collect(),
            roots: &roots,
            center: places.iter().position(|&place| place == 0).unwrap_or(0),
        };
        let right = &mut room.right.shares[..size * size];
        let (out, gathered) = (made.right.rb_mut().subcols_mut(0, size), room.right.gathered);
        match (&bases.left, room.left, &mut made.left) {
            (Some(basis), Some(room), Some(left_out)) => {
                let left = &mut room.shares[..size * size];
                let out_left = left_out.rb_mut().subcols_mut(0, size);
                fill_columns(right, size, par, &Right(&turned));
                fill_columns(left, size, par, &Left(&turned));
                join(
                    par,
                    |par| basis.combine(&columns, left, room.gathered, out_left, par),
                    |par| bases.right.combine(&columns, right, gathered, out, par),
                );
            }
            _ => {
                fill_columns(right, size, par, &Right(&turned));
                bases.right.combine(&columns, right, gathered, out, par);
            }
        }
        let mut values: Vec<f64> = roots.iter().map(|root| square_root(*root)).collect();
        for (at, &k) in done.iter().enumerate() {
            values.push(self.d[k]);
            bases.right.copy_column(k, made.right.rb_mut(), size + at);
            if let (Some(basis), Some(out)) = (&bases.left, &mut made.left) {
                basis.copy_column(k, out.rb_mut(), size + at);
            }
        }
        if self.z.len() > n {
            bases.right.copy_column(n, made.right.rb_mut(), n);
        }
        self.d.copy_from_slice(&values);
        let solved: Vec<usize> = (0..size).collect();
        merged(&solved, size..n, &values)
    }

    /// Makes one of the two columns that belong to no value, if there are two, orthogonal to the row between the halves.
    fn join_null<P: Real>(&mut self, tolerance: f64, bases: &mut Sides<Basis<'_, P>>) {
        let (n, half) = (self.d.len(), self.half);
        if self.z.len() > n {
            let length = self.z[half].hypot(self.z[n]);
            if length > tolerance {
                bases.right.rotate([half, n], [self.z[half] / length, self.z[n] / length]);
                // Both sides have the same order of columns.
                if let Some(basis) = &mut bases.left {
                    basis.spread(half);
                }
            }
            self.z[half] = length;
        }
        if self.z[half].abs() <= tolerance {
            self.z[half] = tolerance;
        }
    }

    /// The columns that take part in the secular equation, the one between the halves first, and the others.
    fn deflate<P: Real>(
        &mut self,
        tolerance: f64,
        order: &[usize],
        bases: &mut Sides<Basis<'_, P>>,
    ) -> (Vec<usize>, Vec<usize>) {
        let (mut kept, mut done) = (vec![self.half], Vec::new());
        let mut before: Option<usize> = None;
        for &k in order {
            if self.z[k].abs() <= tolerance {
                done.push(k);
                continue;
            }
            if let Some(j) = before {
                if self.d[k] - self.d[j] <= tolerance {
                    let length = self.z[j].hypot(self.z[k]);
                    let turn = [self.z[k] / length, -self.z[j] / length];
                    (self.z[j], self.z[k]) = (0.0, length);
                    bases.right.rotate([j, k], turn);
                    if let Some(basis) = &mut bases.left {
                        basis.rotate([j, k], turn);
                    }
                    done.push(j);
                } else {
                    kept.push(j);
                }
            }
            before = Some(k);
        }
        kept.extend(before);
        done.sort_by(|&a, &b| self.d[a].total_cmp(&self.d[b]));
        (kept, done)
    }
}

/// The square root of a root: what is to be added to the root of its pole is small, and exact.
fn square_root(Root { pole, offset }: Root) -> f64 {
    pole + offset / (pole + (pole * pole + offset).max(0.0).sqrt())
}

/// Poles and weights in the order of the columns.
struct Turned<'a> {
    poles: Vec<f64>,
    weights: Vec<f64>,
    roots: &'a [Root],
    /// The place of the pole that is 0.
    center: usize,
}

/// The shares of right vectors.
struct Right<'a>(&'a Turned<'a>);
/// The shares of left vectors.
struct Left<'a>(&'a Turned<'a>);

impl<P: Real> Share<P> for Right<'_> {
    #[inline(always)]
    fn fill(&self, j: usize, column: &mut [P], wide: &mut [f64]) {
        let (turned, root) = (self.0, self.0.roots[j]);
        for ((share, &pole), &weight) in wide.iter_mut().zip(&turned.poles).zip(&turned.weights) {
            *share = weight / (Squares::distance(pole, root.pole) - root.offset);
        }
        write_unit(column, wide);
    }
}

impl<P: Real> Share<P> for Left<'_> {
    #[inline(always)]
    fn fill(&self, j: usize, column: &mut [P], wide: &mut [f64]) {
        let (turned, root) = (self.0, self.0.roots[j]);
        for ((share, &pole), &weight) in wide.iter_mut().zip(&turned.poles).zip(&turned.weights) {
            *share = pole * weight / (Squares::distance(pole, root.pole) - root.offset);
        }
        wide[turned.center] = -1.0;
        write_unit(column, wide);
    }
}
