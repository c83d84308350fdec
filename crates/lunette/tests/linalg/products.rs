//! Products other than that of matrices.

use lunette::prelude::*;
use lunette::{Complex64, Result};

use super::oracle::Rng;

#[test]
fn vectors_and_triangles() -> Result<()> {
    let x = Tensor::<i32>::arange(1, 6, 1)?;
    assert_eq!(x.vecdot(&x, -1)?.item()?, 55);
    assert_eq!(x.matmul(&x)?.item()?, 55);
    let ones = Tensor::<f64>::ones([3, 3])?;
    assert_eq!(ones.triu(1)?.diagonal()?, Tensor::zeros([3])?);
    assert_eq!(ones.tril(-1)?.diagonal()?, Tensor::zeros([3])?);
    Ok(())
}

#[test]
fn t28_traces_and_diagonals_of_batches() -> Result<()> {
    let v = tensor![[1, 2, 3], [4, 5, 6]];
    let matrices = v.diag_embed(0)?;
    assert_eq!(matrices.shape(), [2, 3, 3]);
    assert_eq!(matrices.trace(0)?, tensor![6_i64, 15]);
    assert_eq!(matrices.diagonal_of(0, -2, -1)?, v);
    assert_eq!(v.diag_embed(-2)?.diagonal_of(-2, -2, -1)?, v);
    assert_eq!(v.diag_embed(1)?.trace(1)?, tensor![6_i64, 15]);
    assert_eq!(Tensor::<f32>::ones([2, 0, 3])?.trace(0)?, tensor![0_f32, 0.0]);
    Ok(())
}

#[test]
fn vecdot_conjugates_and_broadcasts() -> Result<()> {
    let x = tensor![Complex64::new(1.0, 2.0), Complex64::new(0.0, -1.0)];
    assert_eq!(x.vecdot(&x, -1)?.item()?, Complex64::new(6.0, 0.0));
    assert_eq!(x.vecdot(&tensor![1.0_f64, 1.0], 0)?.item()?, Complex64::new(1.0, -1.0));
    assert_eq!(tensor![true, false].vecdot(&x, 0)?.item()?, Complex64::new(1.0, 2.0));
    let mut rng = Rng::new(1);
    let (a, b) = (rng.tensor(DType::I64, &[4, 3, 2]), rng.tensor(DType::I64, &[3, 1]));
    assert_eq!(a.vecdot(&b, -2)?, einsum("abc,bc->ac", &[&a, &b])?);
    let error = a.vecdot(&tensor![1, 2, 3].into_dyn(), -1).unwrap_err();
    assert!(error.to_string().contains("is 2") && error.to_string().contains("is 3"), "{error}");
    assert!(a.vecdot(&b, -3).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn tensordot_by_count_and_by_lists() -> Result<()> {
    let mut rng = Rng::new(2);
    let (a, b) = (rng.tensor(DType::I32, &[2, 3, 4]), rng.tensor(DType::I32, &[4, 3, 5]));
    assert_eq!(a.tensordot(&b, 1)?, einsum("abc,cde->abde", &[&a, &b])?);
    assert_eq!(a.tensordot(&b, 0)?.shape(), [2, 3, 4, 4, 3, 5]);
    assert_eq!(a.tensordot_axes(&b, [-1, 1], [0, 1])?, einsum("abc,cbd->ad", &[&a, &b])?);
    assert!(a.tensordot(&b, 2).unwrap_err().is_shape());
    assert!(a.tensordot(&b, 4).unwrap_err().is_shape());
    assert!(a.tensordot_axes(&b, [0, 0], [0, 1]).unwrap_err().is_shape());
    assert!(a.tensordot_axes(&b, [0], [0, 1]).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn outer_and_kron() -> Result<()> {
    let (x, y) = (tensor![1, 2], tensor![1.5, -1.0]);
    assert_eq!(x.outer(&y)?, tensor![[1.5, -1.0], [3.0, -2.0]]);
    assert!(x.outer(&tensor![[1]]).unwrap_err().is_shape());
    assert!(x.outer(&y)?.flags().owns_data);
    let identity = Tensor::<i32>::eye(2)?;
    let blocks = identity.kron(&tensor![[1, 2], [3, 4]])?;
    assert_eq!(blocks, tensor![[1, 2, 0, 0], [3, 4, 0, 0], [0, 0, 1, 2], [0, 0, 3, 4]]);
    assert_eq!(tensor![2].kron(&identity)?, tensor![[2, 0], [0, 2]]);
    assert_eq!(Tensor::<i32>::ones([0, 2])?.kron(&identity)?.shape(), [0, 4]);
    Ok(())
}

#[test]
fn cross_products() -> Result<()> {
    let mut rng = Rng::new(3);
    let (a, b) = (rng.tensor(DType::I64, &[4, 3, 2]), rng.tensor(DType::I64, &[3, 1]));
    let found = a.cross(&b, -2)?;
    assert_eq!(found.shape(), [4, 3, 2]);
    let zeros = DynTensor::zeros_of(DType::I64, [4, 2])?;
    assert_eq!(found.vecdot(&a, -2)?, zeros);
    assert_eq!(found.vecdot(&b, -2)?, zeros);
    let infinite = tensor![f64::INFINITY, 0.0, 0.0].cross(&tensor![0.0_f64, 1.0, 0.0], 0)?;
    assert_eq!(infinite.get([2])?, f64::INFINITY);
    assert!(a.cross(&b, -1).unwrap_err().to_string().contains("of size 2"));
    Ok(())
}

#[test]
fn traces_are_taken_in_the_dtype_that_is_asked_for() -> Result<()> {
    let x = tensor![[200_u8, 1], [2, 100]];
    assert_eq!(x.trace_to(DType::U8, 0)?.item()?, Scalar::U8(44));
    assert_eq!(x.trace_to(DType::F32, 0)?.item()?, Scalar::F32(300.0));
    assert_eq!(x.trace_to(DType::I64, 9)?.item()?, Scalar::I64(0));
    assert!(x.trace_to(DType::Bool, 0).is_err_and(|error| error.is_dtype()));
    let z = tensor![[Complex64::new(1.0, 2.0)]];
    assert!(z.trace_to(DType::F64, 0).is_err_and(|error| error.is_dtype()));
    Ok(())
}

#[test]
fn chains_of_matrices_give_the_same_in_every_order() -> Result<()> {
    let mut rng = Rng::new(31);
    for round in 0..60 {
        let count = 2 + rng.below(5);
        let sizes: Vec<usize> = (0..=count).map(|_| rng.below(6) + usize::from(round % 4 > 0)).collect();
        let mut factors: Vec<Tensor<i64>> = sizes
            .windows(2)
            .map(|pair| Tensor::from_flat_fn([pair[0], pair[1]], |_| rng.below(7) as i64 - 3))
            .collect::<Result<_>>()?;
        if round % 3 == 0 && sizes[0] > 0 {
            factors[0] = factors[0].index_axis(0, 0)?;
        }
        if round % 5 == 0 && sizes[count] > 0 {
            factors[count - 1] = factors[count - 1].index_axis(1, 0)?;
        }
        let mut expected = factors[0].copy()?;
        for factor in &factors[1..] {
            expected = expected.matmul(factor)?;
        }
        let found = lunette::multi_dot(&factors.iter().collect::<Vec<_>>())?;
        assert_eq!(found, expected, "round {round}: {sizes:?}");
    }
    Ok(())
}

/// In the order in which they stand, the product in between would not fit into memory.
#[test]
fn the_smaller_products_come_first() -> Result<()> {
    let (tall, wide) = (Tensor::<f32>::ones([3_000_000, 1])?, Tensor::<f32>::ones([1, 3_000_000])?);
    assert_eq!(lunette::multi_dot(&[&tall, &wide, &tall, &tensor![[2.0_f32]]])?.get([7, 0])?, 6_000_000.0);
    assert_eq!(lunette::multi_dot(&[&tensor![1.0_f32], &wide, &tall])?, tensor![3_000_000.0_f32]);
    Ok(())
}

#[test]
fn chains_say_what_does_not_multiply() -> Result<()> {
    let (x, y) = (Tensor::<f64>::ones([2, 3])?, Tensor::<f64>::ones([2, 2])?);
    for factors in [&[&x][..], &[], &[&x, &y], &[&y, &x, &y], &[&y, &tensor![1.0, 2.0], &y]] {
        let error = lunette::multi_dot(factors).unwrap_err();
        assert!(error.to_string().starts_with("multi_dot: "), "{error}");
    }
    let mixed = lunette::multi_dot(&[&tensor![[1, 2]].into_dyn(), &tensor![[0.5], [1.0]].into_dyn()])?;
    assert_eq!(mixed.into_typed::<f64>()?, tensor![[2.5]]);
    Ok(())
}

/// Products that nobody sums keep the sign of their zeros, whatever the sizes.
#[test]
fn outer_products_keep_the_sign_of_zero() -> Result<()> {
    for (m, n) in [(1, 1), (1, 5), (5, 1), (2, 2), (9, 9), (17, 33), (64, 64)] {
        let (a, b) = (Tensor::<f64>::zeros(m)?, Tensor::<f64>::full(n, -1.0)?);
        assert!(a.outer(&b)?.to_vec()?.iter().all(|x| *x == 0.0 && x.is_sign_negative()), "{m}x{n}");
        let apart = a.tensordot(&b, 0)?;
        assert_eq!(apart.shape(), [m, n]);
        assert!(apart.to_vec()?.iter().all(|x| x.is_sign_negative()), "{m}x{n}");
    }
    Ok(())
}
