//! Eigenvalues and eigenvectors of symmetric tridiagonal matrices.
//!
//! The element between two halves is taken off as a matrix of rank 1. What is left are the two halves, so that the whole is
//! similar to a diagonal matrix plus one of rank 1 (Cuppen, 1981).

use faer::diag::{DiagMut, DiagRef};
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::{
    ComputeEigenvectors, SelfAdjointEvdParams, self_adjoint_evd_scratch, tridiagonal_self_adjoint_evd,
};
use faer::reborrow::ReborrowMut;
use faer::{Auto, Mat, MatMut, Par};
use num_traits::Float;

use super::secular::{Equation, Plain, Poles, Root, exact_weights};
use super::{
    Basis, Real, Room, Rows, Share, column, column_mut, fill_columns, merged, narrow, unit, wide, write_unit,
};
use crate::share::join;

/// Up to so many rows a matrix is not divided: its vectors take less time by rotations.
const LEAF: usize = 32;

/// The eigenvalues, in ascending order, of a matrix with this diagonal and these elements beside it; `vectors` are
/// overwritten by the eigenvectors. None if an iteration has no end.
pub(crate) fn eigen<P: Real>(
    diagonal: &[P],
    beside: &[P],
    vectors: Option<MatMut<'_, P>>,
    par: Par,
) -> Option<Vec<P>> {
    let n = diagonal.len();
    let mut d: Vec<f64> = diagonal.iter().map(|&x| wide(x)).collect();
    let mut e: Vec<f64> = beside.iter().map(|&x| wide(x)).collect();
    let factor = unit(&[&d, &e]).unwrap_or(1.0);
    d.iter_mut().chain(&mut e).for_each(|x| *x *= factor);
    let rows = if vectors.is_some() { Rows::All } else { Rows::Ends };
    let height = if vectors.is_some() { n } else { 2 };
    let (mut made, mut other) = (Mat::<P>::zeros(height, n), Mat::<P>::zeros(height, n));
    let narrow_zero = narrow::<P>(0.0);
    let mut shares = vec![narrow_zero; n * n];
    let mut gathered = vec![narrow_zero; super::gathered_len(n)];
    let room = Room { shares: &mut shares, gathered: &mut gathered };
    let order = solve(&mut d, &mut e, [made.as_mut(), other.as_mut()], room, rows, par)?;
    if let Some(vectors) = vectors {
        super::reordered(made.as_ref(), order.iter().copied(), vectors);
    }
    Some(order.into_iter().map(|k| narrow(d[k] / factor)).collect())
}

/// Overwrites the diagonal by the eigenvalues and the first matrix by the vectors; the result is the order of the values.
fn solve<P: Real>(
    d: &mut [f64],
    e: &mut [f64],
    [made, other]: [MatMut<'_, P>; 2],
    mut room: Room<'_, P>,
    rows: Rows,
    par: Par,
) -> Option<Vec<usize>> {
    let (mut made, mut other) = (made, other);
    let n = d.len();
    if n <= LEAF {
        return leaf(d, e, made, rows);
    }
    let half = n / 2;
    let coupling = e[half - 1];
    d[half - 1] -= coupling.abs();
    d[half] -= coupling.abs();
    let (d0, d1) = d.split_at_mut(half);
    let (e0, e1) = e.split_at_mut(half);
    let (orders0, orders1) = {
        let [made0, made1] = quarters(made.rb_mut(), half, rows);
        let [other0, other1] = quarters(other.rb_mut(), half, rows);
        let [room0, room1] = room.split([half, n - half]);
        join(
            par,
            |par| solve(d0, &mut e0[..half - 1], [other0, made0], room0, rows, par),
            |par| solve(d1, e1, [other1, made1], room1, rows, par),
        )
    };
    let order = merged(&orders0?, orders1?.into_iter().map(|k| k + half), d);
    let (last, first) = match rows {
        Rows::All => (half - 1, half),
        Rows::Ends => (1, 0),
    };
    let scale = 0.5_f64.sqrt();
    let z = (0..n).map(|k| match k < half {
        true => scale * wide(other[(last, k)]),
        false => scale.copysign(coupling) * wide(other[(first, k)]),
    });
    let z: Vec<f64> = z.collect();
    let top = if rows == Rows::All { half } else { 1 };
    let basis = Basis::new(other, top, half);
    Some(Merge { d, z, strength: 2.0 * coupling.abs() }.run(&order, basis, made, room, par))
}

/// The parts of a matrix that belong to two halves.
fn quarters<P: Real>(matrix: MatMut<'_, P>, half: usize, rows: Rows) -> [MatMut<'_, P>; 2] {
    match rows {
        Rows::All => {
            let (first, _, _, second) = matrix.split_at_mut(half, half);
            [first, second]
        }
        Rows::Ends => {
            let (first, second) = matrix.split_at_col_mut(half);
            [first, second]
        }
    }
}

/// The values and vectors of a small matrix, by rotations.
fn leaf<P: Real>(d: &mut [f64], e: &[f64], made: MatMut<'_, P>, rows: Rows) -> Option<Vec<usize>> {
    let n = d.len();
    let mut made = made;
    let diagonal: Vec<P> = d.iter().map(|&x| narrow(x)).collect();
    let beside: Vec<P> = e.iter().map(|&x| narrow(x)).chain([narrow(0.0)]).collect();
    let mut values = diagonal.clone();
    let mut vectors = Mat::<P>::zeros(n, n);
    let mut params = <SelfAdjointEvdParams as Auto<P>>::auto();
    params.recursion_threshold = n + 1;
    let scratch = self_adjoint_evd_scratch::<P>(n, ComputeEigenvectors::Yes, Par::Seq, params.into());
    tridiagonal_self_adjoint_evd(
        DiagRef::from_slice(&diagonal),
        DiagRef::from_slice(&beside[..n.saturating_sub(1)]),
        DiagMut::from_slice_mut(&mut values),
        Some(vectors.as_mut()),
        Par::Seq,
        MemStack::new(&mut MemBuffer::new(scratch)),
        params.into(),
    )
    .ok()?;
    for (k, (d, value)) in d.iter_mut().zip(values).enumerate() {
        *d = wide(value);
        let from = column(vectors.as_ref(), k);
        let to = column_mut(made.rb_mut(), k);
        match rows {
            Rows::All => to.copy_from_slice(from),
            Rows::Ends => to.copy_from_slice(&[from[0], from[n - 1]]),
        }
    }
    Some((0..n).collect())
}

/// Two halves, and what is between them.
struct Merge<'a> {
    /// The eigenvalues of both halves.
    d: &'a mut [f64],
    /// The vector of the matrix of rank 1, in terms of the vectors of both.
    z: Vec<f64>,
    strength: f64,
}

impl Merge<'_> {
    /// Values and vectors of the whole; the result is the order of the values.
    fn run<P: Real>(
        mut self,
        order: &[usize],
        mut basis: Basis<'_, P>,
        made: MatMut<'_, P>,
        room: Room<'_, P>,
        par: Par,
    ) -> Vec<usize> {
        let mut made = made;
        let epsilon = wide(<P as Float>::epsilon());
        let (kept, done) = self.deflate(epsilon, order, &mut basis);
        let size = kept.len();
        let mut values = Vec::with_capacity(self.d.len());
        if size > 0 {
            let poles: Vec<f64> = kept.iter().map(|&k| self.d[k]).collect();
            let weights: Vec<f64> = kept.iter().map(|&k| self.z[k] * self.z[k]).collect();
            let roots = Equation::new(&poles, &weights, 1.0 / self.strength, epsilon).roots::<Plain>(par);
            let exact = exact_weights::<Plain>(&poles, &roots, par);
            let places = basis.by_reach(&kept);
            let columns: Vec<usize> = places.iter().map(|&place| kept[place]).collect();
            let turned = Turned {
                poles: places.iter().map(|&place| poles[place]).collect(),
                weights: places.iter().map(|&place| exact[place].copysign(self.z[kept[place]])).collect(),
                roots: &roots,
            };
            let shares = &mut room.shares[..size * size];
            fill_columns(shares, size, par, &turned);
            basis.combine(&columns, shares, room.gathered, made.rb_mut().subcols_mut(0, size), par);
            values.extend(roots.iter().map(|root| root.pole + root.offset));
        }
        for (at, &k) in done.iter().enumerate() {
            basis.copy_column(k, made.rb_mut(), size + at);
            values.push(self.d[k]);
        }
        self.d.copy_from_slice(&values);
        let solved: Vec<usize> = (0..size).collect();
        merged(&solved, size..values.len(), &values)
    }

    /// The columns that take part in the secular equation, and the others, whose values change too little to matter, after
    /// rotations that make them so where two values are close.
    fn deflate<P: Real>(
        &mut self,
        epsilon: f64,
        order: &[usize],
        basis: &mut Basis<'_, P>,
    ) -> (Vec<usize>, Vec<usize>) {
        let Self { d, z, strength } = self;
        let largest = d.iter().chain(&*z).fold(0.0, |most: f64, x| most.max(x.abs()));
        let tolerance = 4.0 * epsilon * largest;
        let (mut kept, mut done) = (Vec::with_capacity(d.len()), Vec::new());
        let mut before: Option<usize> = None;
        for &k in order {
            if *strength * z[k].abs() <= tolerance {
                done.push(k);
                continue;
            }
            if let Some(j) = before {
                let length = z[j].hypot(z[k]);
                let (c, s) = (z[k] / length, -z[j] / length);
                if ((d[k] - d[j]) * c * s).abs() <= tolerance {
                    (z[j], z[k]) = (0.0, length);
                    basis.rotate([j, k], [c, s]);
                    (d[j], d[k]) = (d[j] * c * c + d[k] * s * s, d[j] * s * s + d[k] * c * c);
                    done.push(j);
                } else {
                    kept.push(j);
                }
            }
            before = Some(k);
        }
        kept.extend(before);
        done.sort_by(|&a, &b| d[a].total_cmp(&d[b]));
        (kept, done)
    }
}

/// Poles and weights in the order of the columns.
struct Turned<'a> {
    poles: Vec<f64>,
    weights: Vec<f64>,
    roots: &'a [Root],
}

impl<P: Real> Share<P> for Turned<'_> {
    #[inline(always)]
    fn fill(&self, j: usize, column: &mut [P], wide: &mut [f64]) {
        let root = self.roots[j];
        for ((share, &pole), &weight) in wide.iter_mut().zip(&self.poles).zip(&self.weights) {
            *share = weight / (Plain::distance(pole, root.pole) - root.offset);
        }
        write_unit(column, wide);
    }
}
