//! Triangular factors of matrices that are larger than what is worked on at once.

use num_complex::{Complex32, Complex64};

use super::{Number, at_scales, check, elements, for_each_type, product, times};
use crate::{Field, Threads};

for_each_type! {
    triangles_of_all_matrices: triangles;
    equations_of_many_rows: many_rows;
    the_first_pivot_that_is_0_is_told: zero_pivots;
    what_is_not_a_number_stays_where_it_is: not_numbers;
}

/// Elements whose heavy ones stand where no pivot is at first.
fn mixed<T: Number>(rows: usize, columns: usize) -> Vec<T> {
    let mut x = elements::<T>(rows, columns);
    x.reverse();
    x
}

/// The product of matrices that lie row by row: their columns are the rows of the transposed ones.
fn product_of_rows<T: Number>(a: &[T], b: &[T], inner: usize) -> Vec<T> {
    product(b, a, inner)
}

fn triangles<T: Number>() {
    for [m, n] in [[3, 3], [5, 2], [2, 5], [20, 20], [65, 130], [130, 67], [1, 1], [3, 0], [0, 3]] {
        let x = mixed::<T>(m, n);
        // As they are, of rank 1, with columns of zeros, and without anything else in them.
        let flat: Vec<T> = (0..m * n).map(|k| x[k % n].times(x[k / n])).collect();
        let gaps: Vec<T> =
            x.iter().enumerate().map(|(k, &x)| if k % n % 30 == 1 { T::ZERO } else { x }).collect();
        for x in [x, flat, gaps, vec![T::ZERO; m * n]] {
            check_triangles(&x, [m, n]);
        }
        if m == 3 && n == 3 {
            let x = elements::<T>(m, n);
            let (_, lower, upper) = T::triangles(&mut x.clone(), [m, n], Threads::One);
            at_scales::<T>(|e| {
                let (_, l, u) = T::triangles(&mut times(&x, e), [m, n], Threads::One);
                check("the lower one", 0, &l, &lower);
                check("the upper one", e, &u, &upper);
            });
        }
    }
}

fn check_triangles<T: Number>(x: &[T], [m, n]: [usize; 2]) {
    let inner = m.min(n);
    let (order, lower, upper) = T::triangles(&mut x.to_vec(), [m, n], Threads::Pool);
    let found = product_of_rows(&lower, &upper, inner.max(1));
    let expected: Vec<T> = (0..m * n).map(|k| x[order[k / n] * n + k % n]).collect();
    check("the product", 0, &found[..m * n], &expected);
    for (k, &factor) in lower.iter().enumerate() {
        let (i, j) = (k / inner, k % inner);
        assert!(i > j || factor == if i == j { T::ONE } else { T::ZERO });
        // Complex numbers are compared by the sums of their parts, and rounding adds a little.
        assert!(factor.modulus().into() < 1.42, "{:?}", factor.wide());
    }
    assert!((0..inner * n).all(|k| k / n <= k % n || upper[k] == T::ZERO));
}

fn many_rows<T: Number>() {
    // Of the last one threads share what is left of the columns.
    let sizes = [
        (5, Threads::One),
        (8, Threads::One),
        (66, Threads::Pool),
        (203, Threads::Pool),
        (420, Threads::Pool),
    ];
    for (n, threads) in sizes {
        let x = mixed::<T>(n, n);
        let mut factors = x.clone();
        let order = T::factor(&mut factors, n, threads);
        assert_eq!(order.zero_pivot(&factors), None);
        for columns in [1, 3, 40, 130] {
            let expected = elements::<T>(n, columns);
            let mut found = product_of_rows(&x, &expected, n);
            T::solve(&factors, &order, &mut found, columns, threads);
            check_near(&found, &expected, n);
        }
        T::invert(&mut factors, &order, threads);
        let identity: Vec<T> = (0..n * n).map(|k| if k % (n + 1) == 0 { T::ONE } else { T::ZERO }).collect();
        check_near(&product_of_rows(&factors, &x, n), &identity, n);
    }
}

/// Checks numbers that are as exact as the matrix of so many rows allows.
fn check_near<T: Number>(found: &[T], expected: &[T], rows: usize) {
    for (a, b) in found.iter().zip(expected) {
        let bound = T::EPSILON * 200.0 * rows as f64;
        assert!((a.wide() - b.wide()).norm() <= bound, "{rows}: {}, not {}", a.wide(), b.wide());
    }
}

fn zero_pivots<T: Number>() {
    let n = 100;
    for gap in [0, 7, 9, 63, 64, 99] {
        let mut x = mixed::<T>(n, n);
        x.iter_mut().skip(gap).step_by(n).for_each(|value| *value = T::ZERO);
        let order = T::factor(&mut x, n, Threads::One);
        assert_eq!(order.zero_pivot(&x), Some(gap));
        assert_eq!(order.determinant(&x), T::ZERO);
    }
}

fn not_numbers<T: Number>() {
    let nan = T::ONE.multiplied_by(<T::Part as num_traits::Float>::nan());
    let infinite = T::ONE.multiplied_by(<T::Part as num_traits::Float>::infinity());
    for n in [5, 70, 130] {
        for (wrong, place) in [(nan, 0), (nan, n * n / 2), (infinite, n + 1), (nan, n * n - 1)] {
            let mut x = mixed::<T>(n, n);
            x[place] = wrong;
            let order = T::factor(&mut x, n, Threads::One);
            let mut sides = elements::<T>(n, 2);
            T::solve(&x, &order, &mut sides, 2, Threads::One);
            T::invert(&mut x, &order, Threads::One);
            assert!(!x.iter().all(|&value| Field::is_finite(value)) || wrong == infinite);
        }
        // Zeros do not hide it.
        let mut x = mixed::<T>(n, n);
        x.iter_mut().step_by(n).for_each(|value| *value = T::ZERO);
        x[(n - 1) * n] = nan;
        let order = T::factor(&mut x, n, Threads::One);
        assert_ne!(order.zero_pivot(&x), Some(0));
        // A side does not disturb the one beside it.
        let (mut x, mut sides) = (mixed::<T>(n, n), elements::<T>(n, 2));
        sides[0] = nan;
        let order = T::factor(&mut x, n, Threads::One);
        T::solve(&x, &order, &mut sides, 2, Threads::One);
        assert!(sides.chunks(2).all(|row| !Field::is_finite(row[0]) && Field::is_finite(row[1])));
    }
}
