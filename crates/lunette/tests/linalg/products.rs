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
