//! Products against loops over every index.

use lunette::prelude::*;
use lunette::{Complex32, Complex64, Result, f16, promote, set_threads};

use super::oracle::{Rng, add, indices, mul, stretched};

/// The product by its definition.
fn oracle(a: &DynTensor, b: &DynTensor) -> Result<DynTensor> {
    let dtype = promote(a.dtype(), b.dtype());
    let left = if a.rank() == 1 { a.expand_dims(0)? } else { a.clone() };
    let right = if b.rank() == 1 { b.expand_dims(1)? } else { b.clone() };
    let (batch_a, rows) = left.shape().split_at(left.rank() - 2);
    let (batch_b, columns) = right.shape().split_at(right.rank() - 2);
    let mut shape = lunette::layout::broadcast_shapes(&[batch_a, batch_b])?;
    let batch = shape.len();
    shape.extend([rows[0], columns[1]]);
    let result = DynTensor::zeros_of(dtype, &shape)?;
    for index in indices(&shape) {
        let (of_batch, at) = index.split_at(batch);
        let mut sum = Scalar::from(false).cast(dtype);
        for k in 0..rows[1] {
            let x = left.get([stretched(of_batch, batch_a), vec![at[0], k]].concat())?;
            let y = right.get([stretched(of_batch, batch_b), vec![k, at[1]]].concat())?;
            sum = add(sum, mul(x, y));
        }
        result.set(&index, sum)?;
    }
    let drop: Vec<i64> =
        [(a.rank() == 1, -2), (b.rank() == 1, -1)].iter().filter(|d| d.0).map(|d| d.1).collect();
    result.squeeze(&drop)
}

fn check(a: &DynTensor, b: &DynTensor, what: &str) -> Result<()> {
    let expected = oracle(a, b)?;
    let found = a.matmul(b)?;
    assert_eq!(found.dtype(), expected.dtype(), "{what}");
    assert_eq!(found, expected, "{what}: {:?} {:?}", a.shape(), b.shape());
    Ok(())
}

#[test]
fn every_dtype_and_any_layout() -> Result<()> {
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let what = format!("seed {seed}");
        let dtypes = [0; 2].map(|_| DType::ALL[rng.below(15)]);
        let same = rng.below(3) > 0;
        let largest = [3, 9, 40][rng.below(3)];
        let [m, k, n] = [0; 3].map(|_| if rng.below(4) == 0 { 1 } else { rng.below(largest + 1) });
        let batch = &[2, 3][..rng.below(3)];
        let of = |rng: &mut Rng, matrix: [usize; 2]| -> Vec<usize> {
            let skip = rng.below(batch.len() + 1);
            batch[skip..].iter().map(|&size| if rng.below(3) == 0 { 1 } else { size }).chain(matrix).collect()
        };
        let shape_a = if rng.below(6) == 0 { vec![k] } else { of(&mut rng, [m, k]) };
        let shape_b = if rng.below(6) == 0 { vec![k] } else { of(&mut rng, [k, n]) };
        let a = rng.tensor(dtypes[0], &shape_a);
        let b = rng.tensor(if same { dtypes[0] } else { dtypes[1] }, &shape_b);
        if !promote(a.dtype(), b.dtype()).is_integer() {
            // Large integers do not fit floats: only small ones are exact.
            let small = |x: DynTensor| x.cast_to(DType::I8)?.cast_to(x.dtype());
            check(&small(a)?, &small(b)?, &what)?;
        } else {
            check(&a, &b, &what)?;
        }
    }
    Ok(())
}

#[test]
fn large_enough_for_blocks_and_threads() -> Result<()> {
    for (dtype, [m, k, n]) in [
        (DType::F32, [150, 100, 70]),
        (DType::F64, [33, 300, 130]),
        (DType::I32, [137, 260, 40]),
        (DType::I64, [130, 260, 20]),
        (DType::U8, [70, 130, 65]),
        (DType::Complex64, [64, 80, 30]),
        (DType::F32, [3, 100_000, 1]),
        (DType::F64, [1, 200_000, 1]),
        (DType::F64, [100_000, 3, 1]),
        (DType::F32, [7, 2053, 1]),
        (DType::Complex128, [6, 1030, 1]),
        (DType::I64, [1, 23, 1500]),
        (DType::I32, [1, 3, 100_000]),
        (DType::F32, [1, 70_000, 4]),
    ] {
        let mut rng = Rng::new(7);
        let order = if m % 2 == 0 { Order::C } else { Order::F };
        let a = rng.tensor(dtype, &[m, k]).copy_in(order)?;
        let b = rng.tensor(dtype, &[k, n]).copy_in(order)?;
        check(&a, &b, "contiguous")?;
    }
    Ok(())
}

#[test]
fn a_batch_is_shared_by_its_matrices() -> Result<()> {
    let mut rng = Rng::new(3);
    let a = rng.tensor(DType::F32, &[40, 20, 24]);
    let b = rng.tensor(DType::F32, &[40, 24, 16]);
    check(&a, &b, "batch")?;
    check(&a, &rng.tensor(DType::F32, &[24, 17]), "one matrix on the right")?;
    check(&a.copy()?, &rng.tensor(DType::F32, &[24, 17]), "rows of the batch in one")
}

#[test]
fn t24_products_of_zero_size() -> Result<()> {
    for rows in 0..7 {
        for columns in 0..7 {
            let product = Tensor::<f64>::ones([rows, 0])?.matmul(&Tensor::<f64>::ones([0, columns])?)?;
            assert_eq!(product, Tensor::zeros([rows, columns])?);
        }
    }
    assert_eq!(Tensor::<i32>::ones([3, 0])?.matmul(&Tensor::<i32>::ones([0])?)?, tensor![0, 0, 0]);
    assert_eq!(Tensor::<f16>::ones([0])?.matmul(&Tensor::<f16>::ones([0])?)?.item()?, f16::ZERO);
    Ok(())
}

#[test]
fn t28_batches_equal_the_loop_over_them() -> Result<()> {
    let mut rng = Rng::new(28);
    let a = rng.tensor(DType::F64, &[2, 3, 4, 3]);
    let b = rng.tensor(DType::F64, &[2, 3, 3, 2]);
    let vectors = rng.tensor(DType::F64, &[2, 3, 3]);
    let product = a.matmul(&b)?;
    let columns = a.matmul(&vectors.expand_dims(-1)?)?.squeeze(-1)?;
    for i in 0..2 {
        for j in 0..3 {
            assert_eq!(product.view(s![i, j])?, a.view(s![i, j])?.matmul(&b.view(s![i, j])?)?);
            assert_eq!(columns.view(s![i, j])?, a.view(s![i, j])?.matmul(&vectors.view(s![i, j])?)?);
        }
    }
    Ok(())
}

#[test]
fn into_views_and_into_operands() -> Result<()> {
    let a = tensor![[1.0, 2.0], [3.0, 4.0]];
    let out = Tensor::<f64>::zeros([4, 5])?;
    a.matmul_into(&a, &out.view(s![(1.., 2), (.., -3)])?)?;
    assert_eq!(out.load(s![(1.., 2), (.., -3)])?, tensor![[7.0, 10.0], [15.0, 22.0]]);
    assert_eq!(out.to_vec()?.iter().filter(|&&value| value != 0.0).count(), 4);
    let rounded = Tensor::<i32>::zeros([2])?;
    a.matmul_into(&tensor![0.25, 0.5], &rounded)?;
    assert_eq!(rounded, tensor![1, 2]);
    let swapped = a.copy()?;
    swapped.matmul_into(&tensor![[0, 1], [1, 0]], &swapped.transpose())?;
    assert_eq!(swapped, tensor![[2.0, 4.0], [1.0, 3.0]]);
    assert!(a.matmul_into(&a, &Tensor::<f64>::zeros([2, 3])?).unwrap_err().is_shape());
    assert!(a.matmul_into(&a, &a.as_read_only()).unwrap_err().is_read_only());
    let complex = tensor![[Complex32::new(0.0, 1.0)]];
    assert!(complex.matmul_into(&complex, &Tensor::<f32>::zeros([1, 1])?).unwrap_err().is_dtype());
    Ok(())
}

#[test]
fn sums_are_accurate() -> Result<()> {
    let tenths = Tensor::<f32>::full([10_000_000], 0.1)?;
    let sum = tenths.matmul(&Tensor::<f32>::ones([10_000_000])?)?.item()?;
    assert!((f64::from(sum) - 1e6).abs() < 1.0, "{sum}");
    Ok(())
}

/// Equal terms round the same way again and again: what is lost is in proportion to the longest chain.
#[test]
fn sums_of_apart_terms_are_as_accurate() -> Result<()> {
    let x = Tensor::full([4096, 2], 0.1_f32)?.view(s![.., 1])?;
    let expected = 4096.0 * f64::from(0.1_f32).powi(2);
    let found = f64::from(x.matmul(&x)?.item()?);
    assert!((found / expected - 1.0).abs() < 6.0 * f64::from(f32::EPSILON), "{found}, not {expected}");
    Ok(())
}

#[test]
fn matrices_by_vectors_are_accurate() -> Result<()> {
    let (rows, depth) = (5, 1 << 20);
    let tenths = Tensor::<f32>::full([rows, depth], 0.1)?;
    for a in [tenths.clone(), tenths.copy_in(Order::F)?] {
        for sum in a.matmul(&Tensor::<f32>::ones([depth])?)?.to_vec()? {
            let exact = f64::from(0.1_f32) * depth as f64;
            assert!((f64::from(sum) / exact - 1.0).abs() < 2e-5, "{sum}");
        }
    }
    Ok(())
}

#[test]
fn neighbours_and_threads_do_not_change_a_row_by_a_vector() -> Result<()> {
    let (rows, depth) = (203, 2500);
    let a = Tensor::<f32>::from_flat_fn([rows, depth], |k| ((k * 7919) % 10_007) as f32 / 997.0)?;
    let v = Tensor::<f32>::from_flat_fn([depth], |k| 1.0 / (k + 1) as f32)?;
    for a in [a.clone(), a.copy_in(Order::F)?] {
        set_threads(1);
        let whole = a.matmul(&v)?.to_vec()?;
        for first in 0..rows - 2 {
            let two = a.view(s![first..first + 2])?.matmul(&v)?.to_vec()?;
            assert_eq!(two, whole[first..first + 2], "rows {first} and {}", first + 1);
        }
        for count in [2, 3] {
            set_threads(count);
            assert_eq!(a.matmul(&v)?.to_vec()?, whole, "{count} threads");
        }
    }
    set_threads(0);
    Ok(())
}

#[test]
fn threads_do_not_change_a_product_of_matrices() -> Result<()> {
    // One thread multiplies them as a whole; blocks for several fit the cache, and are multiplied in another way.
    for [rows, depth, columns] in [[600, 200, 600], [400, 512, 130], [9000, 2, 600]] {
        let a = Tensor::<f32>::from_flat_fn([rows, depth], |k| ((k * 7919) % 10_007) as f32 / 997.0)?;
        let b = Tensor::<f32>::from_flat_fn([depth, columns], |k| 1.0 / (k % 1013 + 1) as f32)?;
        set_threads(1);
        let whole = a.matmul(&b)?;
        for count in [2, 3, 4] {
            set_threads(count);
            assert_eq!(a.matmul(&b)?, whole, "{rows}, {depth}, {columns}: {count} threads");
        }
    }
    set_threads(0);
    Ok(())
}

#[test]
fn special_values_pass() -> Result<()> {
    let x = tensor![[f64::NAN, 1.0], [f64::INFINITY, 0.0]];
    let product: Tensor<f64> = x.matmul(&tensor![[0.0, 1.0], [1.0, 1.0]])?;
    assert!(product.get([0, 0])?.is_nan() && product.get([1, 0])?.is_nan());
    assert_eq!(product.get([1, 1])?, f64::INFINITY);
    Ok(())
}

#[test]
fn mistakes_have_words() -> Result<()> {
    let x = Tensor::<f64>::zeros([2, 3, 4])?;
    let error = x.matmul(&Tensor::<f64>::zeros([5, 4])?).unwrap_err();
    assert_eq!(
        error.to_string(),
        "matmul: shapes [2, 3, 4] and [5, 4] do not multiply: axis 2 of the first is 4, axis 0 of the second is 5, \
         and both are summed over together"
    );
    assert!(error.is_shape());
    assert!(x.matmul(&Tensor::scalar(1.0)?).unwrap_err().is_shape());
    assert!(x.matmul(&Tensor::<f64>::zeros([3, 4, 2])?).unwrap_err().is_shape());
    Ok(())
}

/// Parts of a complex number that are the same number, or both none.
fn same_parts(a: Complex64, b: Complex64) -> bool {
    let same = |a: f64, b: f64| a == b || (a.is_nan() && b.is_nan());
    same(a.re, b.re) && same(a.im, b.im)
}

/// Infinities are those of the definition, whatever kernel multiplies.
#[test]
fn complex_products_are_infinite_alike_at_any_size() -> Result<()> {
    for n in [1, 2, 3, 4, 5, 8, 9, 16, 33, 70] {
        let x = Tensor::full([n, n], Complex64::new(1e200, 0.0))?;
        let narrow = Tensor::full([n, n], Complex32::new(1e30, 0.0))?;
        for found in [x.matmul(&x)?, narrow.matmul(&narrow)?.cast::<Complex64>()?] {
            assert!(
                found.to_vec()?.into_iter().all(|value| value == Complex64::new(f64::INFINITY, 0.0)),
                "{n}"
            );
        }
        // Not a number and finite ones beside them stay as they are.
        let one = Complex64::new(1.0, 1.0);
        let mut elements = vec![one; n * n];
        (elements[0], elements[n * n - 1]) =
            (Complex64::new(f64::INFINITY, 0.0), Complex64::new(0.0, f64::NAN));
        let x = Tensor::from_vec(elements, [n, n])?;
        let ones = Tensor::full([n, n], one)?;
        for [a, b] in [[&x, &ones], [&ones, &x], [&x, &x]] {
            let (left, right, found) = (a.to_vec()?, b.to_vec()?, a.matmul(b)?.to_vec()?);
            for (at, value) in found.into_iter().enumerate() {
                let term = |k: usize| left[at / n * n + k] * right[k * n + at % n];
                let expected = (1..n).fold(term(0), |sum, k| sum + term(k));
                assert!(same_parts(value, expected), "{n}, {at}: {value} is not {expected}");
            }
        }
    }
    Ok(())
}

#[test]
fn a_view_and_its_copy_have_the_same_infinite_products() -> Result<()> {
    let one = Complex64::new(1.0, 1.0);
    let x = Tensor::full([7, 3, 3], one)?;
    x.set([0, 0, 0], Complex64::new(f64::INFINITY, 0.0))?;
    let w = Tensor::full([3, 3], one)?;
    let turned = x.permute([2, 1, 0])?.copy()?.permute([2, 1, 0])?;
    let (found, expected) = (x.matmul(&w)?, turned.matmul(&w)?);
    assert!(found.to_vec()?.into_iter().zip(expected.to_vec()?).all(|(a, b)| same_parts(a, b)), "{found:?}");
    assert_eq!(found.get([0, 0, 0])?, Complex64::new(f64::INFINITY, f64::INFINITY));
    Ok(())
}
