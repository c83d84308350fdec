//! Matrices brought to two diagonals.
//!
//! The row that the next reflection from the right is made of, and the product of the matrix and that row, take one pass:
//! the row is known for a column as soon as the column is multiplied by the reflection from the left.

use faer::Par;
use num_traits::Float;
use pulp::{Arch, Simd, WithSimd};

use super::{Columns, Lanes, Reflection, Reflections, few, reflection};
use crate::share::join;

/// A part of a matrix with fewer elements is not shared: the other thread would come too late.
const WORTH_SHARING: usize = 1 << 15;

/// Columns that are taken at once: what all of them need is loaded once.
const GROUP: usize = 4;

/// `U B Vᵀ` of a matrix that is at least as high as it is wide.
pub(crate) struct Bidiagonal<T> {
    pub(crate) diagonal: Vec<T>,
    pub(crate) above: Vec<T>,
    pub(crate) left: Reflections<T>,
    pub(crate) right: Reflections<T>,
}

/// Brings a matrix to two diagonals.
pub(crate) fn bidiagonal<T: Lanes>(mut matrix: Columns<T>, par: Par) -> Bidiagonal<T> {
    let (m, n, stride) = (matrix.rows, matrix.count, matrix.stride);
    let (mut diagonal, mut above) = (Vec::with_capacity(n), Vec::with_capacity(n));
    let [mut left_taus, mut right_taus] = [0; 2].map(|_| Vec::with_capacity(n));
    let mut right = Columns::<T>::zeros(n, n.saturating_sub(1));
    // The last reflections from the left and from the right, what they change, and the next one from the left.
    let [mut u, mut z, mut next] = [0; 3].map(|_| Columns::<T>::vector(m));
    let [mut v, mut y, mut row] = [0; 3].map(|_| vec![T::ZERO; n]);
    let par = few(par);
    let mut products = Columns::<T>::zeros(m, par.degree());
    for k in 0..n {
        let column = &mut matrix.all_mut()[k * stride..][..m];
        for ((a, &u), &z) in column[k..].iter_mut().zip(&u.all()[k..]).zip(&z.all()[k..]) {
            *a -= u * y[k] + z * v[k];
        }
        let from_left = reflection(&mut column[k..]);
        diagonal.push(from_left.first);
        left_taus.push(from_left.tau);
        if k + 1 == n {
            break;
        }
        let vector = next.all_mut();
        vector[..k].fill(T::ZERO);
        vector[k] = T::ONE;
        vector[k + 1..m].copy_from_slice(&column[k + 1..]);
        let top = k - k % T::LINE;
        let inverse = from_left.inverse;
        let pass = Pass { stride, top, k, u: u.all(), z: z.all(), next: next.all(), inverse };
        let rest = &mut matrix.all_mut()[(k + 1) * stride..];
        let rows = [&mut v[k + 1..], &mut y[k + 1..], &mut row[k + 1..]];
        pass.shared(rest, rows, products.all_mut(), par);
        let from_right = reflection(&mut row[k + 1..]);
        above.push(from_right.first);
        right_taus.push(from_right.tau);
        v[k + 1] = T::ONE;
        v[k + 2..].copy_from_slice(&row[k + 2..]);
        let (stored, start) = (right.stride * k, k + 1);
        right.all_mut()[stored + start..][..n - start].copy_from_slice(&v[start..]);
        let dot = y[start..].iter().zip(&v[start..]).fold(T::ZERO, |sum, (&y, &v)| sum + y * v);
        let rest = &matrix.all()[start * stride..];
        change(z.all_mut(), &mut products, [rest, next.all(), &v[start..]], [k, stride], dot, &from_right);
        std::mem::swap(&mut u, &mut next);
    }
    Bidiagonal {
        diagonal,
        above,
        left: Reflections::new(matrix, 0, left_taus),
        right: Reflections::new(right, 1, right_taus),
    }
}

/// Makes of the product of the matrix and the row that has been reflected the vector `z` for which `A - u yᵀ - z vᵀ` is the
/// matrix after both reflections.
fn change<T: Lanes>(
    z: &mut [T],
    products: &mut Columns<T>,
    [matrix, next, v]: [&[T]; 3],
    [k, stride]: [usize; 2],
    dot: T,
    found: &Reflection<T>,
) {
    let (first, width) = (k + 1, products.stride);
    z.fill(T::ZERO);
    for product in products.all_mut().chunks_exact_mut(width) {
        z.iter_mut().zip(&*product).for_each(|(z, &product)| *z += product);
        product.fill(T::ZERO);
    }
    z[..first].fill(T::ZERO);
    if !found.factor.is_finite() {
        // Nothing is reflected.
        z.fill(T::ZERO);
        return;
    }
    if <T as Float>::abs(found.first) < <T as Float>::min_positive_value().sqrt() / <T as Float>::epsilon() {
        // Products with so small a row may have vanished; those with the vector of the reflection do not.
        z.fill(T::ZERO);
        for (column, &v) in matrix.chunks_exact(stride).zip(v) {
            z[first..].iter_mut().zip(&column[first..]).for_each(|(z, &a)| *z += a * v);
        }
    } else {
        for (z, &a) in z[first..].iter_mut().zip(&matrix[first..stride]) {
            *z = (*z - a * found.first) * found.factor;
        }
    }
    for (z, &next) in z[first..].iter_mut().zip(&next[first..]) {
        *z = (*z - next * dot) * found.inverse;
    }
}

/// One pass: `A - u yᵀ - z vᵀ`; the row `k` of that after the next reflection; and `A` times that row.
#[derive(Clone, Copy)]
struct Pass<'a, T> {
    stride: usize,
    /// The row that the pass begins at: that of the cache line of `k`.
    top: usize,
    k: usize,
    u: &'a [T],
    z: &'a [T],
    next: &'a [T],
    /// The factor of the next reflection.
    inverse: T,
}

impl<T: Lanes> Pass<'_, T> {
    /// Goes over columns, for which `v`, `y` and the row have one element each; each thread has products of its own.
    fn shared(self, columns: &mut [T], [v, y, row]: [&mut [T]; 3], products: &mut [T], par: Par) {
        let count = row.len();
        if par.degree() < 2 || count * (self.stride - self.top) < WORTH_SHARING {
            let product = &mut products[..self.stride];
            Arch::new().dispatch(Columnwise { pass: self, columns, v, y, row, product });
            return;
        }
        let half = count / 2;
        let (columns0, columns1) = columns.split_at_mut(half * self.stride);
        let (products0, products1) = products.split_at_mut(par.degree() / 2 * self.stride);
        let [(v0, v1), (y0, y1), (row0, row1)] = [v, y, row].map(|part| part.split_at_mut(half));
        join(
            par,
            |par| self.shared(columns0, [v0, y0, row0], products0, par),
            |par| self.shared(columns1, [v1, y1, row1], products1, par),
        );
    }

    /// Some columns.
    #[inline(always)]
    fn columns<S: Simd, const N: usize>(
        self,
        simd: S,
        columns: &mut [T],
        [v, y, row]: [&mut [T]; 3],
        product: &mut [T],
    ) {
        let [u, z, next] = [self.u, self.z, self.next].map(|vector| T::vectors::<S>(&vector[self.top..]));
        let product = T::vectors_mut::<S>(&mut product[self.top..]);
        let len = u.len().min(z.len()).min(next.len()).min(product.len());
        let (u, z, next, product) = (&u[..len], &z[..len], &next[..len], &mut product[..len]);
        let mut each = columns.chunks_exact_mut(self.stride).map(|column| &mut column[self.top..]);
        let mut heads = [T::ZERO; N];
        let mut dots = [T::splat(simd, T::ZERO); N];
        let minus_y: [T::Vector<S>; N] = std::array::from_fn(|c| T::splat(simd, -y[c]));
        let minus_v: [T::Vector<S>; N] = std::array::from_fn(|c| T::splat(simd, -v[c]));
        let mut columns: [&mut [T]; N] = std::array::from_fn(|_| each.next().unwrap_or_default());
        {
            let columns = columns.each_mut().map(|column| &mut T::vectors_mut::<S>(column)[..len]);
            for i in 0..len {
                for c in 0..N {
                    let a = T::fused(simd, u[i], minus_y[c], columns[c][i]);
                    let a = T::fused(simd, z[i], minus_v[c], a);
                    columns[c][i] = a;
                    dots[c] = T::fused(simd, a, next[i], dots[c]);
                }
            }
        }
        for c in 0..N {
            y[c] = T::total(simd, dots[c]) * self.inverse;
            heads[c] = columns[c][self.k - self.top] - y[c];
            row[c] = heads[c];
        }
        let factors = heads.map(|head| T::splat(simd, head));
        let columns = columns.map(|column| &T::vectors::<S>(column)[..len]);
        for i in 0..len {
            let mut sum = product[i];
            for c in 0..N {
                sum = T::fused(simd, columns[c][i], factors[c], sum);
            }
            product[i] = sum;
        }
    }
}

struct Columnwise<'a, T> {
    pass: Pass<'a, T>,
    columns: &'a mut [T],
    v: &'a mut [T],
    y: &'a mut [T],
    row: &'a mut [T],
    product: &'a mut [T],
}

impl<T: Lanes> WithSimd for Columnwise<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { pass, columns, v, y, row, product } = self;
        let whole = row.len() - row.len() % GROUP;
        let (columns, rest) = columns.split_at_mut(whole * pass.stride);
        let [(v, v_rest), (y, y_rest), (row, row_rest)] = [v, y, row].map(|part| part.split_at_mut(whole));
        let rows = v.chunks_exact_mut(GROUP).zip(y.chunks_exact_mut(GROUP)).zip(row.chunks_exact_mut(GROUP));
        for (group, ((v, y), row)) in columns.chunks_exact_mut(pass.stride * GROUP).zip(rows) {
            pass.columns::<S, GROUP>(simd, group, [v, y, row], product);
        }
        let rows =
            v_rest.chunks_exact_mut(1).zip(y_rest.chunks_exact_mut(1)).zip(row_rest.chunks_exact_mut(1));
        for (column, ((v, y), row)) in rest.chunks_exact_mut(pass.stride).zip(rows) {
            pass.columns::<S, 1>(simd, column, [v, y, row], product);
        }
    }
}
