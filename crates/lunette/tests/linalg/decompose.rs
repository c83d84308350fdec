//! Decompositions against what defines them, on random matrices in random memory orders.

use lunette::prelude::*;
use lunette::{Complex32, Complex64, ErrorKind, MatrixNorm, QrMode, Result, Triangle, f16};

use super::oracle::{Rng, indices};

const DTYPES: [DType; 4] = [DType::F32, DType::F64, DType::Complex64, DType::Complex128];

fn value(x: Scalar) -> Complex64 {
    Complex64::try_from(x.cast(DType::Complex128)).unwrap()
}

/// Every element of both, stretched to one shape, within a tolerance for the coarser dtype.
fn close(x: &DynTensor, y: &DynTensor, what: &str) {
    assert_eq!(x.shape(), y.shape(), "{what}");
    let coarse = [x, y].iter().any(|x| matches!(x.dtype(), DType::F32 | DType::Complex64));
    let tolerance = if coarse { 2e-3 } else { 1e-8 };
    for index in indices(x.shape()) {
        let (a, b) = (value(x.get(&index).unwrap()), value(y.get(&index).unwrap()));
        let bound = tolerance * (1.0 + a.norm().max(b.norm()));
        assert!((a - b).norm() <= bound, "{what}: {a} and {b} at {index:?}");
    }
}

/// The conjugate transpose, by its definition.
fn adjoint(x: &DynTensor) -> Result<DynTensor> {
    let turned = x.matrix_transpose()?.copy()?;
    for index in indices(turned.shape()) {
        let element = turned.get(&index)?;
        turned.set(&index, Scalar::from(value(element).conj()).cast(turned.dtype()))?;
    }
    Ok(turned)
}

fn identity(x: &DynTensor, n: usize) -> Result<DynTensor> {
    let batch = &x.shape()[..x.rank() - 2];
    DynTensor::eye_of(x.dtype(), n, n, 0)?.broadcast_to([batch, &[n, n]].concat())?.copy()
}

/// A matrix that has an inverse: a random one with a heavy diagonal.
fn regular(rng: &mut Rng, dtype: DType, shape: &[usize]) -> Result<DynTensor> {
    let x = rng.tensor(dtype, shape).copy()?;
    let diagonal = x.diagonal_of(0, -2, -1)?;
    for index in indices(diagonal.shape()) {
        let heavy = value(diagonal.get(&index)?) + 20.0;
        diagonal.set(&index, Scalar::from(heavy).cast(dtype))?;
    }
    Ok(x)
}

fn shapes() -> Vec<Vec<usize>> {
    vec![vec![1, 1], vec![4, 4], vec![2, 3, 3], vec![2, 0, 3, 3], vec![5, 2, 2], vec![40, 40], vec![3, 0, 0]]
}

#[test]
fn triangular_factors_of_any_matrix() -> Result<()> {
    let mut rng = Rng::new(12);
    for dtype in DTYPES {
        for shape in [shapes(), vec![vec![2, 3, 5], vec![5, 3], vec![0, 4], vec![4, 0]]].concat() {
            let what = format!("{dtype} {shape:?}");
            let x = rng.tensor(dtype, &shape).matrix_transpose()?;
            let parts = x.lu()?;
            assert_eq!((parts.p.dtype(), parts.l.dtype(), parts.u.dtype()), (dtype, dtype, dtype), "{what}");
            close(&parts.p.matmul(&parts.l)?.matmul(&parts.u)?, &x, &what);
            close(&parts.l.tril(0)?, &parts.l, &what);
            close(&parts.u.triu(0)?, &parts.u, &what);
            let m = x.shape()[x.rank() - 2];
            close(&parts.p.matmul(&parts.p.matrix_transpose()?)?, &identity(&x, m)?, &what);
        }
    }
    // Of rank 1, and of integers.
    let singular = tensor![[1, 2, 3], [2, 4, 6], [3, 6, 9]].lu()?;
    assert_eq!(singular.u, tensor![[3.0, 6.0, 9.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]);
    assert!(tensor![1.0].lu().unwrap_err().is_shape());
    Ok(())
}

#[test]
fn triangular_equations() -> Result<()> {
    let mut rng = Rng::new(13);
    for dtype in DTYPES {
        for shape in shapes() {
            let n = shape[shape.len() - 1];
            let x = regular(&mut rng, dtype, &shape)?;
            let right = rng.tensor(dtype, &[n, 3]);
            for (lower, unit_diagonal) in [(false, false), (true, false), (false, true), (true, true)] {
                let what = format!("{dtype} {shape:?} {lower} {unit_diagonal}");
                let half = if lower { x.tril(-1)? } else { x.triu(1)? };
                let half = match unit_diagonal {
                    true => half.add(&identity(&x, n)?)?,
                    false => half.add(&x.multiply(&identity(&x, n)?)?)?,
                };
                // Small beside the ones of a unit diagonal, so that solutions stay small.
                let (x, half) = match unit_diagonal {
                    true => {
                        let small = |x: &DynTensor| x.multiply(Scalar::from(0.01_f32).cast(dtype));
                        let inner = half.subtract(&identity(&half, n)?)?;
                        (small(&x)?, small(&inner)?.add(&identity(&half, n)?)?)
                    }
                    false => (x.clone(), half),
                };
                let triangle = Triangle { lower, unit_diagonal };
                let solution = x.solve_triangular(&right, triangle)?;
                close(&half.matmul(&solution)?, &right.broadcast_to(solution.shape())?, &what);
                // The transposed equation, and one column.
                let turned = Triangle { lower: !lower, unit_diagonal };
                let vector = rng.tensor(dtype, &[n]);
                let solution = x.matrix_transpose()?.solve_triangular(&vector, turned)?;
                let product = half.matrix_transpose()?.matmul(&solution.expand_dims(-1)?)?.squeeze(-1)?;
                close(&product, &vector.broadcast_to(solution.shape())?, &what);
            }
        }
    }
    let zero = tensor![[1.0, 2.0], [5.0, 0.0]];
    let error = zero.solve_triangular(&tensor![1.0, 1.0], Triangle::default()).unwrap_err();
    assert!(error.to_string().starts_with("solve_triangular: the matrix is singular: pivot 1 is exactly 0"));
    let unit = Triangle { unit_diagonal: true, ..Triangle::default() };
    assert_eq!(zero.solve_triangular(&tensor![3, 1], unit)?, tensor![1.0, 1.0]);
    assert!(zero.solve_triangular(&tensor![1.0], unit).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn exponentials_of_matrices() -> Result<()> {
    let mut rng = Rng::new(14);
    for dtype in DTYPES {
        for shape in shapes() {
            let n = shape[shape.len() - 1];
            let x = rng.tensor(dtype, &shape).multiply(Scalar::from(0.05_f32).cast(dtype))?;
            // The series, of which forty terms are enough for small matrices.
            let (mut sum, mut term) = (identity(&x, n)?, identity(&x, n)?);
            for k in 1..40 {
                term = term.matmul(&x)?.divide(Scalar::from(k).cast(dtype))?;
                sum = sum.add(&term)?;
            }
            close(&x.expm()?, &sum, &format!("{dtype} {shape:?}"));
        }
    }
    assert_eq!(tensor![[0, 1], [0, 0]].expm()?, tensor![[1.0, 1.0], [0.0, 1.0]]);
    let far = tensor![[-50.0, 0.0], [0.0, 3.0]].expm()?;
    for (k, exponent) in [(0, -50.0_f64), (1, 3.0)] {
        let found: f64 = far.get([k, k])?;
        assert!((found / exponent.exp() - 1.0).abs() < 1e-12, "{found}");
    }
    assert!(tensor![[f64::INFINITY, 0.0], [0.0, 1.0]].expm()?.isnan()?.all(..)?.item()?);
    assert!(tensor![[1.0, 2.0]].expm().unwrap_err().is_shape());
    Ok(())
}

/// Small matrices, which are decomposed in another way where their elements are neither large nor small.
#[test]
fn batches_of_few_rows() -> Result<()> {
    let mut rng = Rng::new(15);
    for n in 1..=4 {
        let x = regular(&mut rng, DType::F64, &[300, n, n])?.into_typed::<f64>()?;
        let symmetric = x.matmul(&x.matrix_transpose()?)?;
        let right = rng.tensor(DType::F64, &[300, n, 2]).into_typed::<f64>()?;
        // Each third matrix is brought to an end of the numbers, and what is made of it back.
        for exponent in [0, 700, -700] {
            let power =
                Tensor::from_flat_fn([300, 1, 1], |k| if k % 3 == 1 { 2_f64.powi(exponent) } else { 1.0 })?;
            let scaled = &x * &power;
            assert!((scaled.inv()? * &power).allclose(&x.inv()?, Default::default())?, "{n} {exponent}");
            let solution = scaled.solve(&(&right * &power))?;
            assert!(x.matmul(&solution)?.allclose(&right, Default::default())?, "{n} {exponent}");
            let lower = (&symmetric * &power).cholesky()?;
            let product = lower.matmul(&lower.matrix_transpose()?)? / &power;
            assert!(product.allclose(&symmetric, Default::default())?, "{n} {exponent}");
            assert_eq!(lower.triu(1)?, lower.zeros_like()?, "{n} {exponent}");
            assert_eq!((&symmetric * &power).cholesky_upper()?, lower.matrix_transpose()?, "{n} {exponent}");
        }
        let determinants = x.det()?;
        assert!((determinants * x.inv()?.det()?).allclose(&Tensor::<f64>::ones([300])?, Default::default())?);
        // The first pivot that is 0, and the matrix that has it.
        x.store(s![217], 0.0)?;
        assert_eq!(x.det()?.get([217])?, 0.0);
        for error in [x.inv().unwrap_err(), x.solve(&right).unwrap_err()] {
            assert!(
                matches!(error.kind(), ErrorKind::Singular { batch, pivot: 0, .. } if batch[..] == [217])
            );
        }
        symmetric.store(s![102, n - 1, n - 1], -1.0)?;
        let error = symmetric.cholesky().unwrap_err();
        let last = n - 1;
        assert!(
            matches!(error.kind(), ErrorKind::NotPositiveDefinite { batch, pivot, .. } if batch[..] == [102] && *pivot == last)
        );
    }
    Ok(())
}

#[test]
fn inverses_and_solutions() -> Result<()> {
    let mut rng = Rng::new(11);
    for dtype in DTYPES {
        for shape in shapes() {
            let what = format!("{dtype} {shape:?}");
            let n = shape[shape.len() - 1];
            let x = regular(&mut rng, dtype, &shape)?.matrix_transpose()?;
            close(&x.matmul(&x.inv()?)?, &identity(&x, n)?, &what);
            let right = rng.tensor(dtype, &[n, 3]);
            let solution = x.solve(&right)?;
            assert_eq!(solution.dtype(), dtype);
            close(&x.matmul(&solution)?, &right.broadcast_to(solution.shape())?, &what);
            let vector = rng.tensor(dtype, &[n]);
            let solution = x.solve(&vector)?;
            close(
                &x.matmul(&solution.expand_dims(-1)?)?.squeeze(-1)?,
                &vector.broadcast_to(solution.shape())?,
                &what,
            );
            if n > 10 {
                continue; // the determinant overflows
            }
            let parts = x.slogdet()?;
            for index in indices(&shape[..shape.len() - 2]) {
                let size = value(parts.logabsdet.get(&index)?).re.exp();
                let (sign, det) = (value(parts.sign.get(&index)?), value(x.det()?.get(&index)?));
                assert!((sign * size - det).norm() <= 1e-3 * det.norm(), "{what}");
            }
        }
    }
    Ok(())
}

#[test]
fn t19_determinants_solutions_norms() -> Result<()> {
    let det: f64 = tensor![[1, 2], [3, 4]].det()?.item()?;
    assert!((det + 2.0).abs() < 1e-12);
    let x = tensor![[3.0, 1.0], [1.0, 2.0]].solve(&tensor![9.0_f64, 8.0])?.into_dyn();
    close(&x, &tensor![2.0, 3.0].into_dyn(), "solve");
    let x = Tensor::<i32>::arange(1, 6, 1)?;
    assert_eq!(x.matmul(&x)?, Tensor::scalar(55)?);
    let matrix = tensor![[0, 1], [1, 1], [1, 1], [2, 1]];
    let norm: f64 = matrix.matrix_norm(MatrixNorm::Frobenius)?.item()?;
    assert!((norm - 3.162_277_7).abs() < 1e-7);
    let ones = Tensor::<f64>::ones([3, 3])?;
    assert_eq!(ones.triu(1)?.diagonal()?, Tensor::zeros([3])?);
    assert_eq!(ones.tril(-1)?.diagonal()?, Tensor::zeros([3])?);
    Ok(())
}

#[test]
fn t24_general_inverses_of_every_small_size() -> Result<()> {
    let mut rng = Rng::new(24);
    for m in 0..7 {
        for n in 0..7 {
            for rank in 0..=m.min(n) {
                let what = format!("{m} x {n} of rank {rank}");
                let x = rng.tensor(DType::F64, &[m, rank]).matmul(&rng.tensor(DType::F64, &[rank, n]))?;
                let inverse = x.pinv()?;
                assert_eq!(inverse.shape(), [n, m], "{what}");
                close(&x.matmul(&inverse)?.matmul(&x)?, &x, &what);
                close(&inverse.matmul(&x)?.matmul(&inverse)?, &inverse, &what);
                assert!(value(x.matrix_rank()?.to_dyn().get(())?).re as usize <= rank, "{what}");
                let [u, s, vh] = [x.svd(true)?.u, x.svd(true)?.s, x.svd(true)?.vh];
                assert_eq!((u.shape(), vh.shape()), (&[m, m][..], &[n, n][..]));
                assert_eq!(s.shape(), [m.min(n)]);
                for mode in [QrMode::Reduced, QrMode::Complete] {
                    let factors = x.qr(mode)?;
                    close(&factors.q.matmul(&factors.r)?, &x, &what);
                }
            }
        }
        let empty = Tensor::<f32>::zeros([m, 0, 0])?;
        assert_eq!(empty.inv()?.shape(), [m, 0, 0]);
        assert_eq!(empty.det()?, Tensor::ones([m])?);
        assert_eq!(empty.cholesky()?.shape(), [m, 0, 0]);
        assert_eq!(empty.eigh()?.eigenvalues.shape(), [m, 0]);
        assert_eq!(empty.eig()?.eigenvectors.shape(), [m, 0, 0]);
        assert_eq!(empty.solve(&Tensor::<f32>::zeros([0, 2])?)?.shape(), [m, 0, 2]);
    }
    Ok(())
}

#[test]
fn t29_a_singular_matrix_is_an_error_and_has_a_pseudo_inverse() -> Result<()> {
    let singular = tensor![[1.0, 0.0, 0.0], [1.0, 2.0, 0.0], [1.0, 0.0, 0.0]];
    let error = singular.inv().unwrap_err();
    assert!(error.is_matrix(), "{error}");
    assert_eq!(
        error.to_string(),
        "inv: the matrix is singular: pivot 2 is exactly 0; `pinv` and `lstsq` take such a matrix"
    );
    assert!(singular.solve(&tensor![1.0_f64, 2.0, 3.0]).unwrap_err().is_matrix());
    assert_eq!(singular.det()?, Tensor::scalar(0.0)?);
    let parts = singular.slogdet()?;
    assert_eq!((parts.sign, parts.logabsdet), (Tensor::scalar(0.0)?, Tensor::scalar(f64::NEG_INFINITY)?));
    let x = singular.to_dyn();
    close(&x.matmul(&x.pinv()?)?.matmul(&x)?, &x, "pinv");
    let batch = stack(&[&Tensor::eye(3)?, &singular], 0)?;
    assert!(batch.inv().unwrap_err().to_string().contains("matrix [1] of the batch"));
    let mut rng = Rng::new(29);
    for shape in [vec![4, 4], vec![2, 4, 3, 3]] {
        let x = regular(&mut rng, DType::F64, &shape)?;
        close(&x.inv()?.inv()?, &x, "twice");
    }
    Ok(())
}

#[test]
fn factors_of_positive_definite_matrices() -> Result<()> {
    let mut rng = Rng::new(5);
    for dtype in DTYPES {
        for shape in shapes() {
            let what = format!("{dtype} {shape:?}");
            let y = regular(&mut rng, dtype, &shape)?;
            let x = y.matmul(&adjoint(&y)?)?;
            let (lower, upper) = (x.cholesky()?, x.cholesky_upper()?);
            close(&lower.matmul(&adjoint(&lower)?)?, &x, &what);
            close(&upper, &adjoint(&lower)?, &what);
            assert_eq!(lower, lower.tril(0)?, "{what}");
            assert!(lower.flags().c_contiguous && upper.flags().c_contiguous);
        }
    }
    let error = tensor![[1.0, 0.0], [0.0, -1.0]].cholesky().unwrap_err();
    assert_eq!(error.to_string(), "cholesky: the matrix is not positive definite: pivot 1 is not above 0");
    Ok(())
}

#[test]
fn orthogonal_factors_and_singular_values() -> Result<()> {
    let mut rng = Rng::new(6);
    for dtype in DTYPES {
        for shape in [[2, 5, 3], [2, 3, 5], [1, 30, 20], [3, 4, 4]] {
            let what = format!("{dtype} {shape:?}");
            let x = rng.tensor(dtype, &shape);
            for mode in [QrMode::Reduced, QrMode::Complete] {
                let factors = x.qr(mode)?;
                let inner = factors.q.shape()[2];
                close(&factors.q.matmul(&factors.r)?, &x, &what);
                close(&adjoint(&factors.q)?.matmul(&factors.q)?, &identity(&factors.q, inner)?, &what);
                assert_eq!(factors.r, factors.r.triu(0)?, "{what}");
            }
            let parts = x.svd(false)?;
            let scaled = parts.u.matmul(&parts.s.diag_embed(0)?)?;
            close(&scaled.matmul(&parts.vh)?, &x, &what);
            close(&adjoint(&parts.u)?.matmul(&parts.u)?, &identity(&parts.u, parts.s.shape()[1])?, &what);
            close(&parts.vh.matmul(&adjoint(&parts.vh)?)?, &identity(&parts.vh, parts.s.shape()[1])?, &what);
            close(&x.svdvals()?, &parts.s, &what);
            let full = x.svd(true)?;
            close(&full.u.matmul(&adjoint(&full.u)?)?, &identity(&full.u, shape[1])?, &what);
            close(&full.vh.matmul(&adjoint(&full.vh)?)?, &identity(&full.vh, shape[2])?, &what);
        }
    }
    Ok(())
}

#[test]
fn eigenvalues_and_eigenvectors() -> Result<()> {
    let mut rng = Rng::new(7);
    for dtype in DTYPES {
        for shape in shapes() {
            let what = format!("{dtype} {shape:?}");
            let x = rng.tensor(dtype, &shape);
            let parts = x.eig()?;
            let scaled = parts.eigenvectors.matmul(&parts.eigenvalues.diag_embed(0)?)?;
            close(&x.matmul(&parts.eigenvectors)?, &scaled, &what);
            let (sum, other) = (einsum("...i->...", &[&x.eigvals()?])?, x.trace(0)?);
            close(&sum, &other.cast_to(sum.dtype())?, &what);
            let symmetric = x.matmul(&adjoint(&x)?)?;
            let parts = symmetric.eigh()?;
            let scaled = parts.eigenvectors.matmul(&parts.eigenvalues.diag_embed(0)?)?;
            close(&symmetric.matmul(&parts.eigenvectors)?, &scaled, &what);
            close(&symmetric.eigvalsh()?, &parts.eigenvalues, &what);
            let n = shape[shape.len() - 1];
            let square = adjoint(&parts.eigenvectors)?.matmul(&parts.eigenvectors)?;
            close(&square, &identity(&square, n)?, &what);
        }
    }
    Ok(())
}

#[test]
fn of_a_matrix_that_equals_its_adjoint_only_the_lower_half_is_read() -> Result<()> {
    let c = Complex64::new;
    let whole = tensor![[c(2.0, 0.0), c(1.0, 1.0)], [c(1.0, -1.0), c(3.0, 0.0)]];
    // The other half, and the imaginary parts of the diagonal, which must be 0.
    let half = tensor![[c(2.0, 7.0), c(9.0, 9.0)], [c(1.0, -1.0), c(3.0, -5.0)]];
    assert_eq!(half.eigvalsh()?, whole.eigvalsh()?);
    assert_eq!(half.eigh()?.eigenvectors, whole.eigh()?.eigenvectors);
    assert_eq!(half.cholesky()?, whole.cholesky()?);
    Ok(())
}

#[test]
fn large_matrices_use_every_thread() -> Result<()> {
    let mut rng = Rng::new(8);
    let x = regular(&mut rng, DType::F64, &[400, 400])?;
    close(&x.matmul(&x.inv()?)?, &identity(&x, 400)?, "inv");
    let many = regular(&mut rng, DType::F32, &[300, 16, 16])?;
    close(&many.matmul(&many.inv()?)?, &identity(&many, 16)?, "a batch");
    let symmetric = x.matmul(&x.transpose())?;
    let parts = symmetric.eigh()?;
    let scaled = parts.eigenvectors.matmul(&parts.eigenvalues.diag_embed(0)?)?;
    close(&symmetric.matmul(&parts.eigenvectors)?, &scaled, "eigh");
    let lower = symmetric.cholesky()?;
    close(&lower.matmul(&lower.transpose())?, &symmetric, "cholesky");
    let parts = x.svd(false)?;
    close(&parts.u.multiply(&parts.s)?.matmul(&parts.vh)?, &x, "svd");
    Ok(())
}

#[test]
fn least_squares() -> Result<()> {
    let mut rng = Rng::new(9);
    for (m, n) in [(6, 3), (3, 6), (4, 4), (0, 2), (2, 0)] {
        let (a, b) = (regular(&mut rng, DType::F64, &[2, m, n])?, rng.tensor(DType::F64, &[m, 2]));
        let found = a.lstsq(&b)?;
        close(&found.solution, &a.pinv()?.matmul(&b)?, "lstsq");
        assert_eq!(found.rank.shape(), [2]);
        let left = b.subtract(&a.matmul(&found.solution)?)?.square()?.sum(1)?;
        let is_over = m > n;
        assert_eq!(found.residuals.shape(), [2, if is_over { 2 } else { 0 }], "{m} x {n}");
        if is_over {
            close(&found.residuals, &left, "what is left");
        }
    }
    assert!(tensor![[1, 2]].lstsq(&tensor![1, 2]).is_err_and(|error| error.is_shape()));
    let single = tensor![[1.0_f64], [1.0]].lstsq(&tensor![1.0_f64, 3.0])?;
    close(&single.residuals.into_dyn(), &tensor![2.0_f64].into_dyn(), "a vector is one column");
    let two = [Complex64::new(0.0, 3.0), Complex64::new(4.0, 0.0)];
    let parts = tensor![[Complex64::new(1.0, 0.0)], [Complex64::new(0.0, 0.0)]].lstsq(&Tensor::from(two))?;
    close(&parts.residuals.into_dyn(), &tensor![16.0_f64].into_dyn(), "squares of absolute values");
    // One matrix of a lower rank leaves the whole batch without residuals.
    let mixed = tensor![[[1.0_f64], [1.0]], [[0.0], [0.0]]].lstsq(&tensor![1.0_f64, 3.0])?;
    assert_eq!((mixed.rank.to_vec()?, mixed.residuals.shape()), (vec![1, 0], &[2, 0][..]));
    Ok(())
}

/// The inverses of such numbers are none, but the solutions are.
#[test]
fn least_squares_of_the_smallest_numbers() -> Result<()> {
    let a =
        tensor![[[3.0_f64, 1.0], [1.0, 2.0], [1.0, 1.0]], [[1.0, 0.0], [2.0, 5.0], [0.0, 3.0]]].into_dyn();
    let b = tensor![2.0_f64, 3.0, 7.0].into_dyn();
    let expected = a.lstsq(&b)?;
    for (dtype, power) in [(DType::F64, -1050), (DType::F32, -140), (DType::Complex128, -1050)] {
        let small = |x: &DynTensor| {
            let half = 2.0_f64.powi(power / 2);
            x.multiply(half)?.multiply(half)?.cast_to(dtype)
        };
        let found = small(&a)?.lstsq(&small(&b)?)?;
        close(&found.solution, &expected.solution.cast_to(dtype)?, "solutions");
        assert_eq!(found.rank.to_vec()?, [2, 2]);
        assert_eq!(found.singular_values, small(&expected.singular_values)?.cast_to(dtype.as_real())?);
    }
    Ok(())
}

#[test]
fn signs_of_determinants_have_length_one() -> Result<()> {
    let n = 200;
    let turn = |k: usize| Complex32::from_polar(1.0 + k as f32 / 100.0, k as f32);
    let zero = Complex32::new(0.0, 0.0);
    let x = Tensor::from_flat_fn([n, n], |k| if k % (n + 1) == 0 { turn(k) } else { zero })?;
    let sign = x.slogdet()?.sign.item()?;
    assert!((sign.norm() - 1.0).abs() < 2e-7, "{sign} has length {}", sign.norm());
    Ok(())
}

#[test]
fn infinite_determinants_have_signs() -> Result<()> {
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    let parts = |x: Tensor<f64>| -> Result<[f64; 2]> {
        let found = x.slogdet()?;
        Ok([found.sign.item()?, found.logabsdet.item()?])
    };
    assert_eq!(parts(tensor![[inf]])?, [1.0, inf]);
    assert_eq!(parts(tensor![[-inf]])?, [-1.0, inf]);
    assert_eq!(parts(tensor![[inf, 0.0], [0.0, 1.0]])?, [1.0, inf]);
    assert_eq!(parts(tensor![[0.0, 1.0], [inf, 0.0]])?, [-1.0, inf]);
    assert_eq!(parts(tensor![[inf, 0.0], [0.0, 0.0]])?, [0.0, -inf]);
    assert!(parts(tensor![[nan]])?.iter().all(|part| part.is_nan()));
    let found = tensor![[-f32::INFINITY]].slogdet()?;
    assert_eq!((found.sign.item()?, found.logabsdet.item()?), (-1.0, f32::INFINITY));
    Ok(())
}

/// Norms are numbers even where squares are none; vectors beside them have the norms they have alone.
#[test]
fn norms_of_very_large_and_very_small_vectors() -> Result<()> {
    let (inf, least) = (f64::INFINITY, f64::from_bits(1));
    let rows = [
        ([3e200, 4e200], 5e200),
        ([3e-200, -4e-200], 5e-200),
        ([3e-160, 4e-160], 5e-160),
        ([3.0 * least, 4.0 * least], 5.0 * least),
        ([f64::MAX, 0.0], f64::MAX),
        ([f64::MAX, f64::MAX], inf),
        ([0.0, 0.0], 0.0),
        ([1e200, -inf], inf),
        ([3.0, 4.0], 5.0),
        ([1e200, f64::NAN], f64::NAN),
    ];
    let near = |found: f64, expected: f64, what: &str| {
        let is_near = (found - expected).abs() <= expected * 1e-15 || found.to_bits() == expected.to_bits();
        assert!(is_near || (found.is_nan() && expected.is_nan()), "{what}: {found} is not {expected}");
    };
    for (row, expected) in rows {
        let what = format!("{row:?}");
        let x = Tensor::from_vec(row.to_vec(), [2])?;
        near(x.vector_norm(2.0, ..)?.item()?, expected, &what);
        near(x.reshape([1, 2])?.matrix_norm(MatrixNorm::Frobenius)?.item()?, expected, &what);
        let pair = Tensor::scalar(Complex64::new(row[0], row[1]))?.reshape([1])?;
        near(pair.vector_norm(2.0, ..)?.item()?, expected, &what);
    }
    let all = Tensor::from_vec(rows.iter().flat_map(|row| row.0).collect(), [rows.len(), 2])?;
    for (x, axis) in [(all.clone(), 1), (all.transpose().copy()?, 0)] {
        for (found, (row, expected)) in x.vector_norm(2.0, axis)?.to_vec()?.into_iter().zip(rows) {
            near(found, expected, &format!("{row:?} of all"));
        }
    }
    Ok(())
}

#[test]
fn norms() -> Result<()> {
    let x = tensor![[1.0, -2.0], [3.0, 4.0]];
    for (ord, expected) in
        [(1.0, 10.0), (0.0, 4.0), (3.0, 100_f64.cbrt()), (f64::NEG_INFINITY, 1.0), (-1.0, 0.48)]
    {
        let found: f64 = x.vector_norm(ord, ..)?.item()?;
        assert!((found - expected).abs() < 1e-12, "{ord}: {found}");
    }
    for (norm, expected) in [
        (MatrixNorm::One, 6.0),
        (MatrixNorm::NegOne, 4.0),
        (MatrixNorm::Inf, 7.0),
        (MatrixNorm::NegInf, 3.0),
        (MatrixNorm::Frobenius, 30_f64.sqrt()),
    ] {
        let found: f64 = x.matrix_norm(norm)?.item()?;
        assert!((found - expected).abs() < 1e-12, "{norm:?}: {found}");
    }
    let [two, small, all] = [MatrixNorm::Two, MatrixNorm::NegTwo, MatrixNorm::Nuclear]
        .map(|norm| -> f64 { x.matrix_norm_keepdims(norm).unwrap().item().unwrap() });
    assert!((two * small - 10.0).abs() < 1e-12 && (two + small - all).abs() < 1e-12);
    let complex = tensor![Complex64::new(3.0, 4.0)];
    assert_eq!(complex.vector_norm(2.0, 0)?, Tensor::scalar(5.0)?);
    assert_eq!(Tensor::<f32>::ones([2, 0])?.vector_norm(2.0, -1)?, tensor![0_f32, 0.0]);
    assert_eq!(tensor![[3_u8, 4]].vector_norm_keepdims(2.0, 1)?, tensor![[5.0]]);
    assert!(tensor![1.0, f64::NAN].vector_norm(f64::INFINITY, ..)?.item()?.is_nan());
    Ok(())
}

#[test]
fn powers() -> Result<()> {
    let x = tensor![[[1, 1], [1, 0]], [[2, 0], [0, 3]]];
    assert_eq!(x.matrix_power(0)?.view(s![1])?, Tensor::eye(2)?);
    assert_eq!(x.matrix_power(3)?, tensor![[[3, 2], [2, 1]], [[8, 0], [0, 27]]]);
    assert!(!x.matrix_power(1)?.shares_memory(&x));
    assert!(x.matrix_power(-1).unwrap_err().is_dtype());
    let half = tensor![[2.0, 0.0], [0.0, 4.0]].matrix_power(-2)?;
    assert_eq!(half, tensor![[0.25, 0.0], [0.0, 0.0625]]);
    // Halves are rounded once, not after each product.
    let x = tensor![[1.1_f32, 0.3], [-0.7, 0.9]].cast::<f16>()?;
    assert_eq!(x.matrix_power(7)?, x.cast::<f32>()?.matrix_power(7)?.cast::<f16>()?);
    Ok(())
}

#[test]
fn values_that_are_no_numbers_end_in_a_value_or_an_error() -> Result<()> {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for place in [[0, 0], [1, 2], [3, 3]] {
            let x = Tensor::<f64>::eye(4)?;
            x.set(place, bad)?;
            assert!(x.svd(true).is_err_and(|error| error.is_matrix()));
            assert!(x.eig().is_err_and(|error| error.is_matrix()));
            // Nobody reads the upper half.
            assert_eq!(x.eigh().is_err_and(|error| error.is_matrix()), place[0] >= place[1]);
            assert!(x.pinv().is_err_and(|error| error.is_matrix()));
            let _ = (x.inv(), x.det()?, x.cholesky(), x.qr(QrMode::Reduced)?, x.slogdet()?);
            let _ = x.solve(&tensor![1.0_f64, 2.0, 3.0, 4.0]);
        }
    }
    assert!(Tensor::<f64>::full([2, 2], f64::NAN)?.det()?.item()?.is_nan());
    Ok(())
}

#[test]
fn every_dtype_has_its_results() -> Result<()> {
    for dtype in DType::ALL {
        let x = DynTensor::eye_of(dtype, 3, 3, 0)?;
        let float = dtype.as_float();
        assert_eq!(x.inv()?, DynTensor::eye_of(float, 3, 3, 0)?);
        assert_eq!(x.svd(true)?.s.dtype(), float.as_real());
        assert_eq!(x.eig()?.eigenvalues.dtype(), dtype.as_complex());
        assert_eq!(x.pinv()?.dtype(), float);
        assert_eq!(x.lstsq(&x)?.solution.dtype(), float);
        assert_eq!(x.vector_norm(2.0, ..)?.dtype(), float.as_real());
    }
    assert!(tensor![[1, 2, 3]].inv().is_err_and(|error| error.is_shape()));
    assert!(tensor![1, 2].det().is_err_and(|error| error.is_shape()));
    Ok(())
}

#[test]
fn norms_are_those_of_any_view_and_dtype() -> Result<()> {
    let x = Tensor::<f64>::from_flat_fn([40, 3, 50], |k| (k as f64 * 0.37).sin())?;
    let strided = x.permute([2, 0, 1])?.view(s![(.., 3)])?;
    for ord in [0.0, 1.0, 2.0, 3.0, 0.5, -1.0, -2.0, f64::INFINITY, f64::NEG_INFINITY] {
        let expected = strided.copy()?.vector_norm(ord, 1)?;
        let found = strided.vector_norm(ord, 1)?;
        let apart = found.subtract(&expected)?.abs()?.max(..)?.item()?;
        assert!(apart <= 1e-12 * expected.max(..)?.item()?, "{ord}");
        assert_eq!(strided.vector_norm_keepdims(ord, [0, -1])?.shape(), [1, 40, 1]);
    }
    assert_eq!(tensor![i8::MIN, 0].vector_norm(1.0, ..)?.item()?, 128.0);
    assert_eq!(tensor![3e30_f32, 4e30].vector_norm(2.0, ..)?.item()?, 5e30);
    assert_eq!(
        tensor![Complex64::new(3.0, 4.0), Complex64::new(0.0, 12.0)].vector_norm(2.0, ..)?.item()?,
        13.0
    );
    assert_eq!(Tensor::<f32>::zeros([0])?.vector_norm(f64::INFINITY, ..)?.item()?, 0.0);
    assert!(tensor![1.0, f64::NAN].vector_norm(f64::INFINITY, ..)?.item()?.is_nan());
    Ok(())
}

#[test]
fn each_matrix_of_a_batch_has_its_own_tolerance() -> Result<()> {
    let one = tensor![[1.0_f64, 0.0], [0.0, 0.25]];
    let batch = one.broadcast_to([2, 3, 2, 2])?;
    let rtols = tensor![[0.0], [0.5]]; // one for each row of the batch
    let ranks = batch.matrix_rank_each(&rtols)?;
    assert_eq!(ranks, tensor![[2_i64, 2, 2], [1, 1, 1]]);
    let inverses = batch.pinv_each(&rtols)?;
    assert_eq!(inverses.load(s![0, 1])?, tensor![[1.0, 0.0], [0.0, 4.0]]);
    assert_eq!(inverses.load(s![1, 2])?, tensor![[1.0, 0.0], [0.0, 0.0]]);
    assert_eq!(batch.matrix_rank_each(&tensor![0.5_f32])?, batch.matrix_rank_with(0.5)?);
    assert_eq!(Tensor::<f64>::zeros([0, 2, 2])?.matrix_rank_each(&tensor![0.5])?.shape(), [0]);
    assert!(batch.matrix_rank_each(&tensor![0.1, 0.2]).is_err_and(|error| error.is_shape()));
    assert!(one.pinv_each(&tensor![0.1, 0.2]).is_err_and(|error| error.is_shape()));
    for wrong in [-1.0, f64::NAN] {
        assert!(batch.matrix_rank_each(&tensor![[0.0], [wrong]]).is_err());
        assert!(one.pinv_with(wrong).is_err());
    }
    Ok(())
}

/// Pivots that are no numbers in the matrix as it is are numbers in the scaled one.
#[test]
fn logarithms_of_determinants_reach_below_the_least_number() -> Result<()> {
    let least = f64::from_bits(1);
    let x = tensor![[3.0 * least, 2.0 * least], [2.0 * least, least]];
    let parts = x.slogdet()?;
    assert_eq!(parts.sign.item()?, -1.0);
    let expected = 2.0 * least.ln();
    assert!((parts.logabsdet.item()? - expected).abs() < 1e-9, "{:?}", parts.logabsdet);
    Ok(())
}

/// Matrices without elements take no memory, but what is made of each of them does.
#[test]
fn square_factors_of_empty_matrices_that_fit_nowhere_are_an_error() -> Result<()> {
    const LONG: usize = 1_000_000_000_000;
    let (wide, tall) = (Tensor::<f64>::zeros([0, LONG])?, Tensor::<f32>::zeros([LONG, 0])?);
    assert!(matches!(wide.svd(true).unwrap_err().kind(), ErrorKind::TooLarge { op: "svd", .. }));
    assert!(matches!(tall.svd(true).unwrap_err().kind(), ErrorKind::TooLarge { op: "svd", .. }));
    assert!(matches!(tall.qr(QrMode::Complete).unwrap_err().kind(), ErrorKind::TooLarge { op: "qr", .. }));
    let large = Tensor::<f64>::zeros([100_000_000, 0])?;
    assert!(matches!(large.svd(true).unwrap_err().kind(), ErrorKind::OutOfMemory { op: "svd", .. }));
    assert!(matches!(
        large.qr(QrMode::Complete).unwrap_err().kind(),
        ErrorKind::OutOfMemory { op: "qr", .. }
    ));
    assert_eq!(tall.svd(false)?.s.shape(), [0]);
    assert_eq!(wide.svdvals()?.shape(), [0]);
    assert_eq!(wide.qr(QrMode::Reduced)?.r.shape(), [0, LONG]);
    assert_eq!(wide.pinv()?.shape(), [LONG, 0]);
    Ok(())
}

#[test]
fn more_empty_matrices_than_memory_holds_results_are_an_error() -> Result<()> {
    let (square, wide) = (Tensor::<f64>::zeros([1 << 58, 0, 0])?, Tensor::<f64>::zeros([1 << 58, 0, 3])?);
    assert!(square.slogdet().unwrap_err().is_memory());
    assert!(square.det().unwrap_err().is_memory());
    assert!(wide.matrix_rank().unwrap_err().is_memory());
    assert!(wide.pinv().unwrap_err().is_memory());
    // Of no elements no results are held.
    assert_eq!(square.inv()?.shape(), square.shape());
    assert_eq!(square.solve(&square)?.shape(), square.shape());
    assert_eq!(square.cholesky()?.shape(), square.shape());
    assert_eq!(square.expm()?.shape(), square.shape());
    assert_eq!(Tensor::<f64>::zeros([2, 0, 0])?.det()?, tensor![1.0, 1.0]);
    assert_eq!(Tensor::<f64>::zeros([2, 0, 3])?.matrix_rank()?, tensor![0_i64, 0]);
    Ok(())
}

#[test]
fn conditions_are_quotients_of_singular_values() -> Result<()> {
    let x = tensor![[[3.0_f64, 0.0], [0.0, 2.0]], [[1.0, 2.0], [2.0, 4.0]], [[0.0, 0.0], [0.0, 0.0]]];
    let found = x.cond()?;
    assert_eq!((found.shape(), found.get(0)?, found.get(2)?), (&[3][..], 1.5, f64::INFINITY));
    assert!(found.get(1)? > 1e15);
    assert_eq!(tensor![[3.0_f32, 0.0, 0.0], [0.0, 0.5, 0.0]].cond()?.item()?, 6.0);
    let complex = tensor![[Complex64::new(0.0, 2.0), Complex64::new(0.0, 0.0)], [0.0.into(), 1.0.into()]];
    assert_eq!(complex.cond()?.item()?, 2.0);
    assert!(Tensor::<f64>::zeros([0, 2])?.cond().is_err());
    assert!(tensor![1.0].cond().unwrap_err().is_shape());
    Ok(())
}

/// Of a matrix that equals its adjoint the lower half is read, and nothing else.
#[test]
fn the_upper_half_does_not_matter() -> Result<()> {
    for n in [1, 2, 5, 80] {
        let whole = Tensor::<f64>::from_fn([n, n], |at| 1.0 / (1 + at[0] + at[1]) as f64)?;
        let lower = whole.copy()?;
        for i in 0..n {
            lower.store(s![i, i + 1..], f64::NAN)?;
        }
        assert_eq!(lower.eigvalsh()?, whole.eigvalsh()?, "{n} rows");
        assert_eq!(lower.cholesky().is_ok(), whole.cholesky().is_ok());
    }
    Ok(())
}
