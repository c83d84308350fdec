//! Matrices large enough to be divided: ones whose values are close, far apart, or 0, at every scale.

use crate::{Decompose, Threads};

/// A real type whose numbers are easy to make and to look at.
trait Number: Decompose<Part = Self> + Into<f64> {
    const EPSILON: f64;
    /// Powers of two near both ends of what numbers there are.
    const SCALES: [f64; 2];
    fn new(x: f64) -> Self;
}

impl Number for f32 {
    const EPSILON: f64 = f32::EPSILON as f64;
    const SCALES: [f64; 2] = [1.0 / (1_u128 << 110) as f64, (1_u128 << 110) as f64];
    fn new(x: f64) -> Self {
        x as f32
    }
}

impl Number for f64 {
    const EPSILON: f64 = f64::EPSILON;
    const SCALES: [f64; 2] = [1e-290, 1e290];
    fn new(x: f64) -> Self {
        x
    }
}

/// Numbers from -1 to 1, always the same.
fn numbers(count: usize) -> Vec<f64> {
    let mut state = 3_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    (0..count).map(|_| next()).collect()
}

/// The name of a matrix, and its elements.
type Made = (&'static str, Vec<f64>);

/// Square matrices that are easy to get wrong, row by row.
fn matrices(n: usize) -> Vec<Made> {
    let r = numbers(n * n);
    let made = |at: &dyn Fn(usize, usize) -> f64| (0..n * n).map(|k| at(k / n, k % n)).collect::<Vec<_>>();
    let beside = |i: usize, j: usize| i.abs_diff(j) == 1;
    let is = |condition: bool| f64::from(u8::from(condition));
    vec![
        ("random", r.clone()),
        ("zeros", made(&|_, _| 0.0)),
        ("identity", made(&|i, j| is(i == j))),
        ("ones", made(&|_, _| 1.0)),
        ("diagonal", made(&|i, j| r[i] * is(i == j))),
        ("graded down", made(&|i, j| r[i * n + j] * 10_f64.powi(-((i + j) as i32) / 12))),
        ("graded up", made(&|i, j| r[i * n + j] * 10_f64.powi(-((2 * n - i - j) as i32) / 12))),
        ("pairs", made(&|i, j| (i as f64 - (n / 2) as f64).abs() * is(i == j) + is(beside(i, j)))),
        ("chain", made(&|i, j| 2.0 * is(i == j) - is(beside(i, j)))),
        ("loose chain", made(&|i, j| is(i == j) + 1e-9 * is(beside(i, j)))),
        ("rank 1", made(&|i, j| r[i] * r[j])),
        ("rank 5", made(&|i, j| (0..5).map(|k| r[k * n + i] * r[k * n + j]).sum())),
        ("rank 1 and noise", made(&|i, j| r[i] * r[j] + 1e-12 * r[i * n + j])),
        ("equal blocks", made(&|i, j| is(i / 8 == j / 8) * (r[i % 8 * 8 + j % 8] + r[j % 8 * 8 + i % 8]))),
        ("a block of zeros", made(&|i, j| r[i * n + j] * is(i.max(j) < n / 3))),
        ("inverse sums", made(&|i, j| 1.0 / (1 + i + j) as f64)),
        ("nearly ones", made(&|i, j| 1.0 + 1e-7 * r[i * n + j])),
    ]
}

/// The product of a matrix of so many rows, whose columns are multiplied by numbers, and another one transposed; all of
/// them column by column.
fn product(left: &[f64], factors: &[f64], right: &[f64], [m, n]: [usize; 2]) -> Vec<f64> {
    let mut made = vec![0.0; m * n];
    for ((left, factor), right) in left.chunks(m).zip(factors).zip(right.chunks(n)) {
        for (column, right) in made.chunks_mut(m).zip(right) {
            let factor = factor * right;
            column.iter_mut().zip(left).for_each(|(sum, left)| *sum += left * factor);
        }
    }
    made
}

fn wide<T: Number>(data: &[T]) -> Vec<f64> {
    data.iter().map(|&x| x.into()).collect()
}

fn length(data: &[f64]) -> f64 {
    let largest = data.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    if largest == 0.0 {
        0.0
    } else {
        largest * data.iter().map(|x| (x / largest).powi(2)).sum::<f64>().sqrt()
    }
}

/// Checks that two matrices differ by less than a few roundings of a matrix of this length.
fn check_close<T: Number>(what: &str, found: &[f64], expected: &[f64], size: f64) {
    let difference: Vec<f64> = found.iter().zip(expected).map(|(a, b)| a - b).collect();
    let bound = 64.0 * T::EPSILON * size;
    assert!(length(&difference) <= bound, "{what}: {} is more than {bound}", length(&difference));
}

/// Checks that columns are orthogonal and of length 1.
fn check_orthogonal<T: Number>(what: &str, columns: &[f64], rows: usize) {
    let count = columns.len() / rows;
    let turned: Vec<f64> = (0..columns.len()).map(|k| columns[k % count * rows + k / count]).collect();
    let found = product(&turned, &vec![1.0; rows], &turned, [count, count]);
    let one: Vec<f64> = (0..count * count).map(|k| f64::from(u8::from(k % count == k / count))).collect();
    check_close::<T>(what, &found, &one, (count as f64).sqrt());
}

fn check_eigh<T: Number>(name: &str, rows: &[f64], n: usize, threads: Threads) {
    let half: Vec<T> =
        (0..n * n).map(|k| if k % n < k / n { T::new(f64::NAN) } else { T::new(rows[k]) }).collect();
    let whole: Vec<f64> =
        (0..n * n).map(|k| half[(k % n).min(k / n) * n + (k % n).max(k / n)].into()).collect();
    let (values, vectors) = T::eigh(&mut half.clone(), n, true, threads).expect("an end");
    let (values, vectors) = (wide(&values), wide(&vectors));
    let what = format!("eigh of {name}, {n}");
    assert!(values.is_sorted(), "{what}: {values:?}");
    check_orthogonal::<T>(&what, &vectors, n);
    check_close::<T>(&what, &product(&vectors, &values, &vectors, [n, n]), &whole, length(&whole));
    let (alone, _) = T::eigh(&mut half.clone(), n, false, threads).expect("an end");
    check_close::<T>(&format!("eigvalsh of {name}, {n}"), &wide(&alone), &values, length(&whole));
}

fn check_svd<T: Number>(name: &str, elements: &[f64], [m, n]: [usize; 2], threads: Threads) {
    let matrix: Vec<T> = elements[..m * n].iter().map(|&x| T::new(x)).collect();
    let whole = wide(&matrix);
    let size = m.min(n);
    for columns in [[size, size], [m, n]] {
        let (u, values, v) = T::svd(&mut matrix.clone(), [m, n], Some(columns), threads).expect("an end");
        let (u, values, v) = (wide(&u), wide(&values), wide(&v));
        let what = format!("svd of {name}, {m} x {n}");
        assert!(values.iter().rev().is_sorted() && values.iter().all(|&x| x >= 0.0), "{what}: {values:?}");
        check_orthogonal::<T>(&what, &u, m);
        check_orthogonal::<T>(&what, &v, n);
        check_close::<T>(&what, &product(&u, &values, &v, [m, n]), &whole, length(&whole));
        let (_, alone, _) = T::svd(&mut matrix.clone(), [m, n], None, threads).expect("an end");
        check_close::<T>(&format!("svdvals of {name}, {m} x {n}"), &wide(&alone), &values, length(&whole));
    }
}

fn check_qr<T: Number>(name: &str, elements: &[f64], [m, n]: [usize; 2], threads: Threads) {
    let matrix: Vec<T> = elements[..m * n].iter().map(|&x| T::new(x)).collect();
    let (q, r) = T::qr(&mut matrix.clone(), [m, n], n, threads);
    let (q, r) = (wide(&q), wide(&r));
    let what = format!("qr of {name}, {m} x {n}");
    let rows: Vec<f64> = (0..n * n).map(|k| r[k % n * n + k / n]).collect();
    assert!((0..n * n).all(|k| k % n >= k / n || rows[k] == 0.0), "{what}: no triangle");
    check_orthogonal::<T>(&what, &q, m);
    let whole = wide(&matrix);
    check_close::<T>(&what, &product(&q, &vec![1.0; n], &rows, [m, n]), &whole, length(&whole));
}

fn check_all<T: Number>() {
    for (n, threads) in [(64, Threads::One), (83, Threads::Pool), (150, Threads::Pool)] {
        for (name, matrix) in matrices(n) {
            check_eigh::<T>(name, &matrix, n, threads);
            check_svd::<T>(name, &matrix, [n, n], threads);
        }
    }
    for sizes in [[90, 70], [70, 90], [150, 70], [70, 150]] {
        for (name, matrix) in matrices(150) {
            check_svd::<T>(name, &matrix, sizes, Threads::Pool);
            let [m, n] = sizes;
            check_qr::<T>(name, &matrix, [m.max(n), m.min(n)], Threads::Pool);
        }
    }
    for scale in T::SCALES {
        let scaled = |data: Vec<f64>| data.into_iter().map(|x| x * scale).collect::<Vec<_>>();
        for (name, matrix) in matrices(70) {
            check_eigh::<T>(name, &scaled(matrix.clone()), 70, Threads::One);
            check_svd::<T>(name, &scaled(matrix), [70, 70], Threads::One);
        }
    }
}

#[test]
fn divided_matrices_of_f32() {
    check_all::<f32>();
}

#[test]
fn divided_matrices_of_f64() {
    check_all::<f64>();
}

/// Smaller matrices are worked on by one thread, whoever may help.
#[test]
fn threads_share_large_ones() {
    let n = 400;
    for (name, matrix) in matrices(n).into_iter().take(7) {
        check_eigh::<f64>(name, &matrix, n, Threads::Pool);
        check_svd::<f32>(name, &matrix, [n, n], Threads::Pool);
    }
}

#[test]
fn every_size_from_the_smallest_on() {
    for n in 1..72 {
        let matrix = numbers(n * n);
        check_eigh::<f64>("random", &matrix, n, Threads::One);
        check_svd::<f64>("random", &matrix, [n, n], Threads::One);
    }
}
