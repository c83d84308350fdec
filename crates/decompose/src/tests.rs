//! Matrices multiplied by powers of two: what is made of them is the same, but for these.

mod lu;

use num_complex::{Complex32, Complex64};

use crate::{Decompose, Field, Order, Threads};

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

fn inverse<T: Number>(mut factors: Vec<T>, order: &Order) -> Vec<T> {
    T::invert(&mut factors, order, Threads::One);
    factors
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
            let determinants = [found_order.determinant(&found), order.determinant(&factored)];
            check("inverse", -e, &inverse(found, &found_order), &inverse(factored.clone(), &order));
            if (n as i32 * e).abs() < T::EXPONENTS - 10 {
                check("determinant", n as i32 * e, &determinants[..1], &determinants[1..]);
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

use for_each_type;

for_each_type! {
    singular_values_of_all_sizes: singular_values;
    eigenvalues_of_all_sizes: eigenvalues;
    factors_of_all_sizes: factors;
    equal_elements_have_one_singular_value: equal_elements;
    matrices_without_size: without_size;
    few_rows_are_decomposed_as_many: tiny;
    few_rows_that_must_be_scaled_are_left: tiny_at_the_ends;
    determinants_abreast_are_those_one_by_one: abreast;
    determinants_of_uneven_rows_are_products: uneven_determinants;
    triangles_of_all_sizes_are_solved: triangular;
    exponentials_of_known_matrices: exponentials;
    columns_of_different_sizes: uneven_columns;
    rows_of_different_sizes: uneven_rows;
    singular_vectors_make_the_matrix_again: graded_rows;
    determinants_of_few_integers_are_exact: few_integers;
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
    let inverse = inverse(x, &order);
    check("the inverse", -half, &inverse[..1], &[T::ONE]);
    check("the inverse", half, &inverse[15..], &[T::ONE]);
}

fn few_integers<T: Number>() {
    let cases: [(&[i32], i32); 4] = [
        (&[1, 2, 3, 4], -2),
        (&[3, 6, 7, 14], 0),
        (&[1, 2, 3, 4, 5, 6, 7, 8, 9], 0),
        (&[2, 7, 1, 3, 5, 9, 8, 6, 4], 330),
    ];
    let number = |value: i32| T::new(Complex64::from(f64::from(value)));
    for (elements, expected) in cases {
        let x: Vec<T> = elements.iter().map(|&value| number(value)).collect();
        assert_eq!(T::tiny_determinant(&x, x.len().isqrt()), Some(number(expected)));
    }
    // Not every 0 is one: here a product is too small to be held before the largest element has made it larger.
    let [large, small] = [20, 20 - T::EXPONENTS].map(|exponent| times(&[T::ONE], exponent)[0]);
    let diagonal = [large, T::ZERO, T::ZERO, T::ZERO, small, T::ZERO, T::ZERO, T::ZERO, small];
    assert_ne!(T::tiny_determinant(&diagonal, 3), Some(T::ZERO));
}

/// No part of a matrix is lost because it is small: rows from 1 down to 1e-12, of matrices that are high, wide, or neither.
fn graded_rows<T: Number>() {
    for [m, n] in [[126, 63], [63, 126], [200, 20], [20, 200], [90, 70], [150, 70], [40, 1]] {
        let grade = |k: usize| 10_f64.powf(-12.0 * (k % m) as f64 / m as f64);
        let x: Vec<T> = (0..).zip(elements::<T>(m, n)).map(|(k, x)| T::new(x.wide() * grade(k))).collect();
        let size = m.min(n);
        for columns in [[size, size], [m, n]] {
            let (u, s, v) = T::svd(&mut x.clone(), [m, n], Some(columns), Threads::One).expect("an end");
            let s = reals::<T>(s);
            let term = |i: usize, j: usize, k: usize| u[k * m + i].wide() * s[k] * v[k * n + j].wide().conj();
            let error = |(k, x): (usize, &T)| {
                let (i, j) = (k % m, k / m);
                (x.wide() - (0..size).map(|k| term(i, j, k)).sum::<Complex64>()).norm_sqr()
            };
            let errors = x.iter().enumerate().map(error).sum::<f64>().sqrt();
            let whole = x.iter().map(|x| x.wide().norm_sqr()).sum::<f64>().sqrt();
            let bound = whole * T::EPSILON * size.max(8) as f64;
            assert!(errors <= bound, "{m}x{n}: {errors} of {whole}, above {bound}");
        }
    }
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

/// Row by row to column by column, or back.
fn turned<T: Copy>(data: &[T], n: usize) -> Vec<T> {
    let m = data.len() / n;
    (0..data.len()).map(|k| data[k % m * n + k / m]).collect()
}

fn product<T: Number>(a: &[T], b: &[T], n: usize) -> Vec<T> {
    let (rows, columns) = (a.len() / n, b.len() / n);
    let element = |i: usize, j: usize| (0..n).map(|k| a[k * rows + i].wide() * b[j * n + k].wide()).sum();
    (0..rows * columns).map(|k| T::new(element(k % rows, k / rows))).collect()
}

fn tiny<T: Number>() {
    for n in 1..=crate::TINY {
        let (x, sides) = (elements::<T>(n, n), elements::<T>(n, 2));
        let mut factored = x.clone();
        let order = T::factor(&mut factored, n, Threads::One);
        let determinant = T::tiny_determinant(&x, n).expect("moderate numbers");
        check("a determinant", 0, &[determinant], &[order.determinant(&factored)]);
        let mut found = sides.clone();
        assert_eq!(T::tiny_solve(&x, n, &mut found), Some(Ok(())));
        let mut expected = sides.clone();
        T::solve(&factored, &order, &mut expected, 2, Threads::One);
        check("solutions", 0, &found, &expected);
        let mut found = x.clone();
        assert_eq!(T::tiny_invert(&mut found, n), Some(Ok(())));
        check("an inverse", 0, &found, &inverse(factored, &order));
        // Of the matrix times its adjoint.
        let adjoint: Vec<T> = turned(&x, n).into_iter().map(Field::conjugate).collect();
        let mut definite = product(&x, &adjoint, n);
        let mut found = turned(&definite, n);
        assert_eq!(T::tiny_cholesky(&mut found, n), Some(Ok(())));
        T::cholesky(&mut definite, n, Threads::One).expect("a factor");
        let lower: Vec<T> = (0..n * n).map(|k| if k % n >= k / n { definite[k] } else { T::ZERO }).collect();
        check("a factor", 0, &turned(&found, n), &lower);
    }
}

fn abreast<T: Number>() {
    let [nan, infinity] = [f64::NAN, f64::INFINITY].map(|value| T::new(Complex64::from(value)));
    for n in 1..=crate::ABREAST {
        // More than are taken at a time, and some that are left; every seventh is of another kind.
        let mut matrices = elements::<T>(n * n, 150);
        let kinds = [
            times(&matrices[..n * n], T::EXPONENTS),
            times(&matrices[..n * n], -T::EXPONENTS / 2),
            vec![T::ONE; n * n],
            vec![nan; n * n],
            [vec![infinity], vec![T::ONE; n * n - 1]].concat(),
            [vec![T::ONE; n * n - 1], times(&[T::ONE], -T::EXPONENTS)].concat(),
            vec![T::new(Complex64::new(1.0, f64::NAN)); n * n],
            times(&matrices[..n * n], 20),
            times(&matrices[..n * n], -26),
        ];
        let each = matrices.chunks_mut(n * n).skip(3).step_by(7);
        each.zip(kinds.iter().cycle()).for_each(|(matrix, kind)| matrix.copy_from_slice(kind));
        let mut found = vec![T::ZERO; 150];
        T::determinants(&matrices, n, &mut found);
        for (matrix, found) in matrices.chunks(n * n).zip(found) {
            let expected = T::tiny_determinant(matrix, n).unwrap_or_else(|| {
                let mut factored = matrix.to_vec();
                T::factor(&mut factored, n, Threads::One).determinant(&factored)
            });
            // By their words, because one NaN is like another.
            assert_eq!(format!("{found:?}"), format!("{expected:?}"), "{n} rows: {matrix:?}");
        }
    }
}

/// Rows of different sizes, with determinants larger and smaller than moderate numbers: a factorization loses the digits
/// of the small ones beside the large.
fn uneven_determinants<T: Number>() {
    let matrix = [3, 331, 0, 150, 1, -1, -917, -180_923, 2_000_000]
        .map(|value| T::new(Complex64::from(f64::from(value))));
    let expected = Complex64::from(3.0 * (2e6 - 180_923.0) - 331.0 * (150.0 * 2e6 - 917.0));
    for exponent in [0, -18] {
        let rows =
            [matrix[..3].to_vec(), times(&matrix[3..6], exponent), times(&matrix[6..], exponent)].concat();
        let found = T::tiny_determinant(&rows, 3).expect("products that are numbers").wide();
        let found = times(&[found], -2 * exponent)[0];
        assert!((found - expected).norm() <= expected.norm() * T::EPSILON * 4.0, "{found}, not {expected}");
    }
}

fn tiny_at_the_ends<T: Number>() {
    let most = T::EXPONENTS;
    let nan = T::ONE.multiplied_by(<T::Part as num_traits::Float>::nan());
    for x in [times(&[T::ONE; 4], most), times(&[T::ONE; 4], -most), vec![T::ONE, T::ONE, nan, T::ONE]] {
        assert_eq!(T::tiny_determinant(&x, 2), None);
        assert_eq!(T::tiny_invert(&mut x.clone(), 2), None);
        assert_eq!(T::tiny_solve(&x, 2, &mut [T::ONE; 2]), None);
        assert_eq!(T::tiny_cholesky(&mut x.clone(), 2), None);
    }
    // Products of such pivots may vanish on the way.
    assert_eq!(
        T::tiny_determinant(&[vec![T::ONE, T::ZERO, T::ZERO], times(&[T::ONE], -most)].concat(), 2),
        None
    );
    let singular = [T::ONE, T::ONE, T::ONE, T::ONE];
    assert_eq!(T::tiny_determinant(&singular, 2), Some(T::ZERO));
    assert_eq!(T::tiny_invert(&mut singular.clone(), 2), Some(Err(1)));
    assert_eq!(T::tiny_solve(&singular, 2, &mut [T::ONE; 2]), Some(Err(1)));
    assert_eq!(T::tiny_cholesky(&mut singular.clone(), 2), Some(Err(1)));
    assert_eq!(T::tiny_determinant(&[T::ONE; 25], 5), None);
    // Numbers of very different sizes in one matrix, or beside it.
    let power = |exponent: i32| times(&[T::ONE], exponent)[0];
    let mut mixed = [T::ONE, T::ZERO, T::ZERO, power(10 - most)];
    assert_eq!(T::tiny_invert(&mut mixed, 2), Some(Ok(())));
    assert_eq!(mixed, [T::ONE, T::ZERO, T::ZERO, power(most - 10)]);
    let mut side = [power(most)];
    assert_eq!(T::tiny_solve(&[power(23)], 1, &mut side), Some(Ok(())));
    assert_eq!(side, [power(most - 23)]);
    let large = power(most / 2 + 6);
    let mut column = [large, T::ZERO, large, T::ZERO];
    assert_eq!(T::triangles(&mut column, [2, 2], Threads::One).1, [T::ONE, T::ZERO, T::ONE, T::ONE]);
}

fn triangular<T: Number>() {
    for n in [1, 3, 8] {
        let (x, sides) = (elements::<T>(n, n), elements::<T>(n, 2));
        for (is_lower, is_unit) in [(false, false), (false, true), (true, false), (true, true)] {
            let counts = |i: usize, j: usize| if is_lower { i > j } else { i < j };
            let of_triangle = |k: usize| match (k % n, k / n) {
                (i, j) if i == j && is_unit => T::ONE,
                (i, j) if i == j || counts(i, j) => x[k],
                _ => T::ZERO,
            };
            let triangle: Vec<T> = (0..n * n).map(of_triangle).collect();
            let mut found = sides.clone();
            T::solve_triangle(&mut x.clone(), n, [is_lower, is_unit], &mut found, Threads::One)
                .expect("a solution");
            check("the product", 0, &product(&triangle, &found, n), &sides);
            if !is_unit {
                at_scales::<T>(|e| {
                    let mut solved = times(&sides, e);
                    T::solve_triangle(&mut times(&x, e), n, [is_lower, false], &mut solved, Threads::One)
                        .expect("a solution");
                    check("a solution", 0, &solved, &found);
                });
            }
        }
    }
    let mut zero = [T::ONE, T::ONE, T::ONE, T::ZERO];
    assert_eq!(T::solve_triangle(&mut zero, 2, [true, false], &mut [T::ONE; 2], Threads::One), Err(1));
    assert_eq!(T::solve_triangle(&mut zero, 2, [true, true], &mut [T::ONE; 2], Threads::One), Ok(()));
    // A number whose reciprocal is infinite.
    let small = times(&[T::ONE], -T::EXPONENTS - 20)[0];
    let (mut triangle, mut side) = ([T::ONE, T::ZERO, T::ZERO, small], [T::ONE, small]);
    assert_eq!(T::solve_triangle(&mut triangle, 2, [true, false], &mut side, Threads::One), Ok(()));
    assert_eq!(side, [T::ONE; 2]);
}

fn exponentials<T: Number>() {
    // Rotations by an angle of every size, for which each polynomial is used, and a few squares.
    for angle in [0.001_f64, 0.2, 0.8, 2.0, 5.0, 11.0, 40.0] {
        let number = |x: f64| T::new(Complex64::from(x));
        let mut x = vec![T::ZERO, number(angle), number(-angle), T::ZERO];
        T::expm(&mut x, 2, Threads::One);
        let (sine, cosine) = angle.sin_cos();
        let expected = [cosine, sine, -sine, cosine].map(number);
        check("a rotation", 0, &x, &expected);
    }
    for n in [1, 2, 5, 20] {
        let x: Vec<T> = elements(n, n);
        let (mut made, mut inverse) =
            (x.clone(), x.iter().map(|value| T::ZERO.minus(*value)).collect::<Vec<_>>());
        T::expm(&mut made, n, Threads::One);
        T::expm(&mut inverse, n, Threads::One);
        let found = product(&made, &inverse, n);
        // Both are as exact as their sizes allow.
        let size = |data: &[T]| data.iter().map(|value| value.wide().norm()).fold(0.0, f64::max);
        let bound = T::EPSILON * 256.0 * n as f64 * size(&made) * size(&inverse);
        for (k, value) in found.iter().enumerate() {
            let one = if k % (n + 1) == 0 { 1.0 } else { 0.0 };
            assert!((value.wide() - one).norm() <= bound, "{n}: {}", value.wide());
        }
    }
    let nan = T::ONE.multiplied_by(<T::Part as num_traits::Float>::nan());
    let mut x = vec![nan, T::ONE, T::ONE, T::ONE];
    T::expm(&mut x, 2, Threads::One);
    assert!(x.iter().all(|value| !Field::is_finite(*value)));
    T::expm(&mut [], 0, Threads::One);
    // What is known of the diagonals of triangles, however far apart their elements are.
    let number = |x: f64| T::new(Complex64::from(x));
    for beside in [0.0, 1.0] {
        let mut x = [number(-1e5), T::ZERO, number(beside), number(0.25)];
        T::expm(&mut x, 2, Threads::One);
        check("a diagonal", 0, &[x[0], x[1], x[3]], &[0.0, 0.0, 0.25_f64.exp()].map(number));
    }
    let mut x = [number(4000.0), T::ZERO, T::ZERO, T::ZERO];
    T::expm(&mut x, 2, Threads::One);
    assert!(!Field::is_finite(x[0]) && x[1..] == [T::ZERO, T::ZERO, T::ONE]);
    // Its parts are numbers, its absolute value is none in `f32`.
    let far = Complex64::new(-3e38, -3e38);
    let mut x = [T::new(far), T::ONE, T::ZERO, T::new(far)];
    T::expm(&mut x, 2, Threads::One);
    assert_eq!(x, [T::ZERO; 4]);
}
