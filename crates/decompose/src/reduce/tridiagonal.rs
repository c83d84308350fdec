//! Symmetric matrices brought to three diagonals.
//!
//! Of the matrix the lower half is kept, but for the blocks on the diagonal, as wide as a cache line, which are kept whole: so
//! every column begins at a line, and no element has to be masked.

use faer::Par;
use pulp::{Arch, Simd, WithSimd};

use super::{Columns, Lanes, Reflections, few, reflection};
use crate::share::join;

/// A part of a matrix with fewer elements is not shared: the other thread would come too late.
const WORTH_SHARING: usize = 1 << 15;

/// Columns that are taken at once: what all of them need is loaded once.
const GROUP: usize = 4;

/// `Q T Qᵀ` of a symmetric matrix.
pub(crate) struct Tridiagonal<T> {
    pub(crate) diagonal: Vec<T>,
    pub(crate) beside: Vec<T>,
    pub(crate) reflections: Reflections<T>,
}

/// The matrix of which the lower half is given, brought to three diagonals.
pub(crate) fn tridiagonal<T: Lanes>(lower: &[T], n: usize, par: Par) -> Tridiagonal<T> {
    let mut matrix = with_whole_blocks(lower, n);
    let stride = matrix.stride;
    let (mut diagonal, mut beside, mut taus) = (Vec::new(), Vec::new(), Vec::new());
    // The last reflection, what it changes besides, and the next one.
    let [mut u, mut w, mut x] = [0; 3].map(|_| Columns::<T>::vector(n));
    let par = few(par);
    let mut products = Columns::<T>::zeros(n, par.degree());
    for k in 0..n {
        let column = &mut matrix.all_mut()[k * stride..][..n];
        subtract(&mut column[k..], [&u.all()[k..n], &w.all()[k..n]]);
        diagonal.push(column[k]);
        if k + 1 == n {
            break;
        }
        let found = reflection(&mut column[k + 1..]);
        beside.push(found.first);
        taus.push(found.tau);
        let next = x.all_mut();
        next[..=k].fill(T::ZERO);
        next[k + 1] = T::ONE;
        next[k + 2..n].copy_from_slice(&column[k + 2..]);
        // This column is done, and holds the reflection from now on.
        (u.all_mut()[k], w.all_mut()[k]) = (T::ZERO, T::ZERO);
        let first = (k + 1) - (k + 1) % T::LINE;
        let pass = Pass { n, stride, u: u.all(), w: w.all(), x: x.all() };
        pass.shared(first, &mut matrix.all_mut()[first * stride..], products.all_mut(), par);
        change(w.all_mut(), x.all(), &mut products, k + 1, found.inverse);
        std::mem::swap(&mut u, &mut x);
    }
    Tridiagonal { diagonal, beside, reflections: Reflections::new(matrix, 1, taus) }
}

/// A copy of the lower half of a matrix, with both halves of the blocks on its diagonal.
fn with_whole_blocks<T: Lanes>(lower: &[T], n: usize) -> Columns<T> {
    let mut matrix = Columns::zeros(n, n);
    for (j, column) in matrix.each_mut().enumerate() {
        column[j..].copy_from_slice(&lower[j * n + j..(j + 1) * n]);
        for i in j - j % T::LINE..j {
            column[i] = lower[i * n + j];
        }
    }
    matrix
}

/// Subtracts from a column what the last reflection changes of it.
fn subtract<T: Lanes>(column: &mut [T], [u, w]: [&[T]; 2]) {
    let (first_u, first_w) = (u[0], w[0]);
    for ((a, &u), &w) in column.iter_mut().zip(u).zip(w) {
        *a -= u * first_w + w * first_u;
    }
}

/// Makes of the products `A x` the vector `w` for which `A - x wᵀ - w xᵀ` is the reflected matrix.
fn change<T: Lanes>(w: &mut [T], x: &[T], products: &mut Columns<T>, first: usize, inverse: T) {
    let stride = products.stride;
    let (w, x) = (&mut w[first..], &x[first..]);
    w.fill(T::ZERO);
    for product in products.all_mut().chunks_exact_mut(stride) {
        for (w, product) in w.iter_mut().zip(&mut product[first..]) {
            *w += *product * inverse;
        }
        product.fill(T::ZERO);
    }
    let half = dot(w, x) * inverse * T::HALF;
    w.iter_mut().zip(x).for_each(|(w, &x)| *w -= half * x);
}

fn dot<T: Lanes>(a: &[T], b: &[T]) -> T {
    const LANES: usize = 16;
    let mut sums = [T::ZERO; LANES];
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    for (a, b) in a.iter().zip(b) {
        for k in 0..LANES {
            sums[k] += a[k] * b[k];
        }
    }
    let rest = a_rest.iter().zip(b_rest).fold(T::ZERO, |sum, (&a, &b)| sum + a * b);
    sums.iter().fold(rest, |sum, &lane| sum + lane)
}

/// One pass: `A - u wᵀ - w uᵀ`, and that times `x`.
#[derive(Clone, Copy)]
struct Pass<'a, T> {
    n: usize,
    stride: usize,
    u: &'a [T],
    w: &'a [T],
    x: &'a [T],
}

impl<T: Lanes> Pass<'_, T> {
    /// Goes over the columns from `first` on; each thread has products of its own.
    fn shared(self, first: usize, columns: &mut [T], products: &mut [T], par: Par) {
        let count = columns.len() / self.stride;
        let rows = self.n - first;
        let elements = count * (2 * rows).saturating_sub(count) / 2;
        let half = balanced(rows, count, T::LINE);
        if par.degree() < 2 || elements < WORTH_SHARING || half == 0 || half >= count {
            let own = &mut products[..self.stride];
            Arch::new().dispatch(Columnwise { pass: self, first, columns, product: own });
            return;
        }
        let (columns0, columns1) = columns.split_at_mut(half * self.stride);
        let (products0, products1) = products.split_at_mut(par.degree() / 2 * self.stride);
        join(
            par,
            |par| self.shared(first, columns0, products0, par),
            |par| self.shared(first + half, columns1, products1, par),
        );
    }
}

/// How many of the next columns have half of all their elements, in whole lines.
fn balanced(rows: usize, count: usize, line: usize) -> usize {
    let (rows, count) = (rows as f64, count as f64);
    let all = count * rows - count * count / 2.0;
    let half = rows - (rows * rows - all).max(0.0).sqrt();
    (half / line as f64).round() as usize * line
}

struct Columnwise<'a, T> {
    pass: Pass<'a, T>,
    first: usize,
    columns: &'a mut [T],
    product: &'a mut [T],
}

impl<T: Lanes> WithSimd for Columnwise<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { pass, first, columns, product } = self;
        for (block, columns) in columns.chunks_mut(pass.stride * T::LINE).enumerate() {
            let top = first + block * T::LINE;
            let mut groups = columns.chunks_exact_mut(pass.stride * GROUP);
            let mut j = top;
            for group in &mut groups {
                pass.columns::<S, GROUP>(simd, group, top, j, product);
                j += GROUP;
            }
            for column in groups.into_remainder().chunks_exact_mut(pass.stride) {
                pass.columns::<S, 1>(simd, column, top, j, product);
                j += 1;
            }
        }
    }
}

impl<T: Lanes> Pass<'_, T> {
    /// Some columns, from the block on the diagonal on, which is the first line.
    #[inline(always)]
    fn columns<S: Simd, const N: usize>(
        self,
        simd: S,
        columns: &mut [T],
        top: usize,
        j: usize,
        product: &mut [T],
    ) {
        let lanes = T::LINE / T::vectors::<S>(&self.x[top..top + T::LINE]).len();
        let in_block = T::LINE / lanes;
        let [u, w, x] = [self.u, self.w, self.x].map(|vector| T::vectors::<S>(&vector[top..]));
        let mut each = columns.chunks_exact_mut(self.stride);
        let mut columns: [&mut [T::Vector<S>]; N] = std::array::from_fn(|_| {
            each.next().map_or(&mut [][..], |column| T::vectors_mut::<S>(&mut column[top..]))
        });
        let minus =
            |vector: &[T]| -> [T::Vector<S>; N] { std::array::from_fn(|c| T::splat(simd, -vector[j + c])) };
        let (minus_u, minus_w) = (minus(self.u), minus(self.w));
        let factors: [T::Vector<S>; N] = std::array::from_fn(|c| T::splat(simd, self.x[j + c]));
        let mut dots = [T::splat(simd, T::ZERO); N];
        {
            let z = T::vectors_mut::<S>(&mut product[top..]);
            let len = z.len().min(u.len()).min(w.len()).min(x.len());
            let len = columns.iter().fold(len, |len, column| len.min(column.len()));
            let (u, w, x, z) = (&u[..len], &w[..len], &x[..len], &mut z[..len]);
            for column in &mut columns {
                let whole = std::mem::take(column);
                *column = &mut whole[..len];
            }
            for i in 0..in_block.min(len) {
                let mut sum = z[i];
                for c in 0..N {
                    let a = T::fused(simd, u[i], minus_w[c], columns[c][i]);
                    let a = T::fused(simd, w[i], minus_u[c], a);
                    columns[c][i] = a;
                    sum = T::fused(simd, a, factors[c], sum);
                }
                z[i] = sum;
            }
            for i in in_block..len {
                let mut sum = z[i];
                for c in 0..N {
                    let a = T::fused(simd, u[i], minus_w[c], columns[c][i]);
                    let a = T::fused(simd, w[i], minus_u[c], a);
                    columns[c][i] = a;
                    sum = T::fused(simd, a, factors[c], sum);
                    dots[c] = T::fused(simd, a, x[i], dots[c]);
                }
                z[i] = sum;
            }
        }
        for c in 0..N {
            product[j + c] += T::total(simd, dots[c]);
        }
    }
}
