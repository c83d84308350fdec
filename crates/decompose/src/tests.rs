//! Matrices multiplied by powers of two: what is made of them is the same, but for these.

use num_complex::{Complex32, Complex64};

use crate::{Decompose, Field, Threads};

/// An element type whose numbers are easy to make and to look at.
trait Number: Decompose<Part: Into<f64>> {
    /// The exponents of scales, from the smallest normal number to the largest, with some room for results.
    const EXPONENTS: i32;
    const EPSILON: f64;
    fn new(number: Complex64) -> Self;
    fn wide(self) -> Complex64;
    fn wide_pair(pair: Self::Pair) -> Complex64;
}

macro_rules! numbers {
    ($($T:ty: $most:expr, $epsilon:expr, $new:expr, $wide:expr;)*) => { $(
        impl Number for $T {
            const EXPONENTS: i32 = $most;
            const EPSILON: f64 = $epsilon;
            fn new(number: Complex64) -> Self {
                $new(number)
            }
            fn wide(self) -> Complex64 {
                $wide(self)
            }
            fn wide_pair(pair: Self::Pair) -> Complex64 {
                pair.wide()
            }
        }
    )* };
}

numbers! {
    f32: 120, f32::EPSILON as f64, |x: Complex64| x.re as f32, |x| Complex64::from(f64::from(x));
    f64: 1016, f64::EPSILON, |x: Complex64| x.re, Complex64::from;
    Complex32: 120, f32::EPSILON as f64, |x: Complex64| Complex32::new(x.re as f32, x.im as f32),
        |x: Complex32| Complex64::new(f64::from(x.re), f64::from(x.im));
    Complex64: 1016, f64::EPSILON, |x| x, |x| x;
}

/// Elements from -1 to 1, always the same, with a heavy diagonal.
fn elements<T: Number>(rows: usize, columns: usize) -> Vec<T> {
    let mut state = 7_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    let diagonal = |k: usize| if k % rows == k / rows { 2.0 } else { 0.0 };
    (0..rows * columns).map(|k| T::new(Complex64::new(next() + diagonal(k), next()))).collect()
}

/// Numbers times a power of two, in steps that are powers of two themselves.
fn times<T: Number>(data: &[T], mut exponent: i32) -> Vec<T> {
    let mut data = data.to_vec();
    while exponent != 0 {
        let step = exponent.clamp(-60, 60);
        data.iter_mut().for_each(|value| *value = T::new(value.wide() * 2.0_f64.powi(step)));
        exponent -= step;
    }
    data
}

/// Checks that `found`, without the power of two, is `expected`, to the precision that `T` has of the largest number.
fn check_wide<T: Number>(what: &str, exponent: i32, found: &[Complex64], expected: &[Complex64]) {
    let found = times(found, -exponent);
    let largest = expected.iter().map(|value| value.norm()).fold(0.0, f64::max);
    for (a, b) in found.iter().zip(expected) {
        let bound = largest * T::EPSILON * 64.0;
        assert!((a - b).norm() <= bound, "{what} at 2^{exponent}: {found:?}, not {expected:?}");
    }
    assert_eq!(found.len(), expected.len(), "{what}");
}

fn check<T: Number>(what: &str, exponent: i32, found: &[T], expected: &[T]) {
    let wide = |data: &[T]| data.iter().map(|value| value.wide()).collect::<Vec<_>>();
    check_wide::<T>(what, exponent, &wide(found), &wide(expected));
}

fn reals<T: Number>(parts: Vec<T::Part>) -> Vec<Complex64> {
    parts.into_iter().map(|part| Complex64::from(part.into())).collect()
}

fn pairs<T: Number>(pairs: Vec<T::Pair>) -> Vec<Complex64> {
    pairs.into_iter().map(T::wide_pair).collect()
}

/// Runs a check at every few scales.
fn at_scales<T: Number>(check: impl Fn(i32)) {
    (-T::EXPONENTS..=T::EXPONENTS).step_by(8).for_each(check);
}

fn singular_values<T: Number>() {
    for [m, n] in [[3, 3], [5, 2], [2, 5], [20, 20]] {
        let x = elements::<T>(m, n);
        let svd = |x: &mut [T], columns| T::svd(x, [m, n], columns, Threads::One).expect("an end");
        let expected = reals::<T>(svd(&mut x.clone(), None).1);
        let size = m.min(n);
        at_scales::<T>(|e| {
            check_wide::<T>("svdvals", e, &reals::<T>(svd(&mut times(&x, e), None).1), &expected);
            let (u, s, v) = svd(&mut times(&x, e), Some([size, size]));
            check_wide::<T>("svd", e, &reals::<T>(s), &expected);
            let (left, _, right) = svd(&mut x.clone(), Some([size, size]));
            check("u", 0, &u, &left);
            check("v", 0, &v, &right);
        });
    }
}

/// Checks that each vector, of length 1, times the matrix is its value times itself: its phase is free.
fn check_eigenvectors<T: Number>(matrix: &[T], values: &[Complex64], vectors: &[Complex64]) {
    let n = values.len();
    for (value, vector) in values.iter().zip(vectors.chunks(n)) {
        let row = |i: usize| (0..n).map(|k| matrix[k * n + i].wide() * vector[k]).sum::<Complex64>();
        let products: Vec<Complex64> = (0..n).map(row).collect();
        let expected: Vec<Complex64> = vector.iter().map(|part| part * value).collect();
        check_wide::<T>("a vector", 0, &products, &expected);
        let length = vector.iter().map(|part| part.norm_sqr()).sum::<f64>().sqrt();
        check_wide::<T>("a length", 0, &[length.into()], &[Complex64::ONE]);
    }
}

fn eigenvalues<T: Number>() {
    for n in [1, 3, 8] {
        let x = elements::<T>(n, n);
        let eig = |x: &mut [T], vectors| {
            let (values, vectors) = T::eig(x, n, vectors, Threads::One).expect("an end");
            [pairs::<T>(values), pairs::<T>(vectors)]
        };
        let eigh = |x: &mut [T], vectors| T::eigh(x, n, vectors, Threads::One).expect("an end");
        let [values, _] = eig(&mut x.clone(), true);
        let (real_values, real_vectors) = eigh(&mut x.clone(), true);
        let real_values = reals::<T>(real_values);
        at_scales::<T>(|e| {
            let [found, vectors] = eig(&mut times(&x, e), true);
            check_wide::<T>("eig", e, &found, &values);
            check_eigenvectors(&x, &times(&found, -e), &vectors);
            let [found, _] = eig(&mut times(&x, e), false);
            check_wide::<T>("eigvals", e, &found, &eig(&mut x.clone(), false)[0]);
            let found = eigh(&mut times(&x, e), true);
            check_wide::<T>("eigh", e, &reals::<T>(found.0), &real_values);
            check("eigenvectors of a half", 0, &found.1, &real_vectors);
        });
    }
}

fn factors<T: Number>() {
    for n in [1, 3, 8] {
        let (x, sides) = (elements::<T>(n, n), elements::<T>(n, 2));
        let qr = |mut x: Vec<T>| T::qr(&mut x, [n, n], n, Threads::One);
        let (q, r) = qr(x.clone());
        let lu = |mut x: Vec<T>| (T::factor(&mut x, n, Threads::One), x);
        let (order, factored) = lu(x.clone());
        let mut solutions = sides.clone();
        T::solve(&factored, &order, &mut solutions, 2, Threads::One);
        at_scales::<T>(|e| {
            let (found_q, found_r) = qr(times(&x, e));
            check("q", 0, &found_q, &q);
            check("r", e, &found_r, &r);
            let (found_order, found) = lu(times(&x, e));
            check(
                "pivots",
                e + found_order.exponent() - order.exponent(),
                &found_order.pivots(&found),
                &order.pivots(&factored),
            );
            let mut solved = times(&sides, e);
            T::solve(&found, &found_order, &mut solved, 2, Threads::One);
            check("solve", 0, &solved, &solutions);
            let inverse = T::invert(&found, &found_order, Threads::One);
            check("inverse", -e, &inverse, &T::invert(&factored, &order, Threads::One));
            if (n as i32 * e).abs() < T::EXPONENTS - 10 {
                let determinant = [found_order.determinant(&found)];
                check("determinant", n as i32 * e, &determinant, &[order.determinant(&factored)]);
            }
        });
    }
}

/// The tests of functions that take an element type, once for each.
macro_rules! for_each_type {
    ($($name:ident: $function:ident;)*) => { $(
        #[test]
        fn $name() {
            $function::<f32>();
            $function::<f64>();
            $function::<Complex32>();
            $function::<Complex64>();
        }
    )* };
}

for_each_type! {
    singular_values_of_all_sizes: singular_values;
    eigenvalues_of_all_sizes: eigenvalues;
    factors_of_all_sizes: factors;
    equal_elements_have_one_singular_value: equal_elements;
    matrices_without_size: without_size;
    columns_of_different_sizes: uneven_columns;
    rows_of_different_sizes: uneven_rows;
}

fn equal_elements<T: Number>() {
    at_scales::<T>(|e| {
        let mut x = times(&[T::ONE; 9], e);
        let (_, s, _) = T::svd(&mut x, [3, 3], None, Threads::One).expect("an end");
        check_wide::<T>("svdvals", e, &reals::<T>(s), &[3.0, 0.0, 0.0].map(Complex64::from));
    });
}

fn without_size<T: Number>() {
    for (n, x) in [(3, vec![T::ZERO; 9]), (0, vec![])] {
        let zeros = vec![Complex64::new(0.0, 0.0); n];
        let svd = T::svd(&mut x.clone(), [n, n], None, Threads::One).expect("an end");
        assert_eq!(reals::<T>(svd.1), zeros);
        let eigh = T::eigh(&mut x.clone(), n, true, Threads::One).expect("an end");
        assert_eq!(reals::<T>(eigh.0), zeros);
        let eig = T::eig(&mut x.clone(), n, true, Threads::One).expect("an end");
        assert_eq!(pairs::<T>(eig.0), zeros);
        let (_, r) = T::qr(&mut x.clone(), [n, n], n, Threads::One);
        assert_eq!(r, x);
        let mut factored = x.clone();
        let order = T::factor(&mut factored, n, Threads::One);
        assert_eq!(order.determinant(&factored), if n == 0 { T::ONE } else { T::ZERO });
    }
}

/// Triangular factors are as exact in each row as the row is.
fn uneven_rows<T: Number>() {
    let half = T::EXPONENTS - 4;
    let mut x = vec![T::ZERO; 16];
    for (k, e) in [half, half, -half, -half].into_iter().enumerate() {
        x[k * 5] = times(&[T::ONE], e)[0];
    }
    let order = T::factor(&mut x, 4, Threads::One);
    assert_eq!(order.determinant(&x), T::ONE);
    let inverse = T::invert(&x, &order, Threads::One);
    check("the inverse", -half, &inverse[..1], &[T::ONE]);
    check("the inverse", half, &inverse[15..], &[T::ONE]);
}

/// Each column of the triangular factor is as exact as the column it belongs to.
fn uneven_columns<T: Number>() {
    let (x, most) = (elements::<T>(5, 3), T::EXPONENTS);
    let (_, expected) = T::qr(&mut x.clone(), [5, 3], 3, Threads::One);
    let mut uneven: Vec<T> =
        x.chunks(5).zip([0, -most, most]).flat_map(|(column, e)| times(column, e)).collect();
    let (q, r) = T::qr(&mut uneven, [5, 3], 3, Threads::One);
    for ((found, expected), e) in r.chunks(3).zip(expected.chunks(3)).zip([0, -most, most]) {
        check("r", e, found, expected);
    }
    assert!(q.iter().all(|value| Field::is_finite(*value)));
}
