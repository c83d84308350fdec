//! Sizes that nobody can hold are errors, and sizes of nothing are fine however large.

use lunette::layout::MAX_RANK;
use lunette::prelude::*;
use lunette::{Error, ErrorKind, Result, concat, stack};

#[track_caller]
fn too_large<T>(made: Result<T>) {
    let error = made.map(drop).unwrap_err();
    assert!(error.is_memory() && matches!(error.kind(), ErrorKind::TooLarge { .. }), "{error}");
}

#[track_caller]
fn out_of_memory<T>(made: Result<T>) {
    let error = made.map(drop).unwrap_err();
    assert!(error.is_memory() && matches!(error.kind(), ErrorKind::OutOfMemory { .. }), "{error}");
}

#[test]
fn counts_that_overflow_are_errors() {
    for shape in [&[usize::MAX][..], &[usize::MAX, 2], &[1 << 32, 1 << 32], &[1 << 21; 3], &[2; 64]] {
        too_large(Tensor::<u8>::zeros(shape));
        too_large(Tensor::<bool>::ones(shape));
        too_large(Tensor::full(shape, 1.5));
        too_large(Tensor::<i8>::from_fn(shape, |_| 0));
        too_large(Tensor::from_vec(vec![1], shape));
        too_large(Tensor::from_values([1], shape));
        too_large(tensor![1].broadcast_to(shape));
    }
    // The count fits, the bytes do not.
    too_large(Tensor::<f64>::zeros([1 << 60]));
    too_large(Tensor::linspace(0.0, 1.0, 1 << 60));
    too_large(Tensor::<f64>::eye(1 << 32));
    too_large(Tensor::<u8>::tri(1 << 32, 1 << 32, 0));
}

#[test]
fn memory_that_the_system_does_not_have_is_an_error() {
    let huge = [1 << 60];
    out_of_memory(Tensor::<u8>::zeros(huge));
    out_of_memory(Tensor::<u8>::ones(huge));
    out_of_memory(Tensor::<u8>::from_flat_fn(huge, |_| 1));
    out_of_memory(Tensor::<u8>::linspace(0, 1, huge[0]));
    out_of_memory(Tensor::arange(0_i64, 1 << 59, 1));
    let (byte, wide) = (tensor![1_u8], tensor![1_u8].broadcast_to(huge).unwrap());
    out_of_memory(wide.copy());
    out_of_memory(wide.copy_in(Order::F));
    out_of_memory(wide.load(s![(.., -1)]));
    out_of_memory(wide.zeros_like());
    out_of_memory(wide.cast::<i8>());
    out_of_memory(wide.to_vec());
    out_of_memory(wide.clone().into_vec());
    out_of_memory(wide.roll(1, 0));
    out_of_memory(concat(&[&wide, &byte], 0));
    out_of_memory(stack(&[&wide], 0));
    out_of_memory(byte.tile([huge[0]]));
    out_of_memory(byte.repeat(huge[0], 0));
}

#[test]
fn helpers_of_an_operation_cannot_run_out_of_memory_unsaid() {
    // Long lists of entries and tables of offsets are memory too.
    let long = 1 << 58;
    let (byte, wide) = (tensor![1_u8], tensor![0_i64].broadcast_to([long]).unwrap());
    let one = |made: Result<Tensor<u8>>| assert!(made.map(drop).unwrap_err().is_memory());
    one(byte.repeat_each(&[long], 0));
    for mode in [Pad::Edge, Pad::Reflect, Pad::Symmetric, Pad::Wrap, Pad::Constant(0.into())] {
        one(byte.pad(&[(long, 0)], mode));
        one(byte.pad(&[(0, long)], mode));
    }
    one(byte.take(&wide, 0));
    one(byte.load(s![&wide]));
    one(byte.load_orthogonal(s![&wide]));
    one(byte.gather(&[Some(&wide)]));
    one(byte.take_along_axis(&wide, 0));
    assert!(byte.store(s![&wide], 1).unwrap_err().is_memory());
    assert!(byte.put(&wide, 1).unwrap_err().is_memory());
    assert!(byte.scatter(s![&wide], 1, Duplicates::Sum).unwrap_err().is_memory());
    assert_eq!(byte, tensor![1_u8]);
    // More parts than there can be handles.
    assert!(byte.split(usize::MAX, 0).is_err());
    assert!(Tensor::<u8>::zeros([0, 1 << 60]).unwrap().unstack(1).unwrap_err().is_memory());
    assert!(Tensor::from_values(0..i64::MAX, [1 << 59]).unwrap_err().is_memory());
}

#[test]
fn empty_tensors_may_have_huge_sizes() -> Result<()> {
    let huge = isize::MAX as usize;
    for shape in [[0, huge], [huge, 0]] {
        let x = Tensor::<f64>::zeros(shape)?;
        assert_eq!((x.shape(), x.len(), x.nbytes()), (&shape[..], 0, 0));
        assert_eq!(x.copy()?.transpose().shape(), [shape[1], shape[0]]);
        assert!(x.to_vec()?.is_empty() && x.ravel()?.is_empty());
        x.fill(1.0)?;
        x.store(s![Fill], &x.copy()?)?;
        assert!(x.load(s![.., ..0])?.is_empty() && x.load(s![..0, ..])?.is_empty());
    }
    // Any order of the sizes gives the same answer.
    let (first, last) = (Tensor::<u8>::zeros([0, huge, huge]), Tensor::<u8>::zeros([huge, huge, 0]));
    assert_eq!(first.is_ok(), last.is_ok());
    Ok(())
}

#[test]
fn the_rank_has_a_limit_with_a_kind_of_its_own() -> Result<()> {
    let check = |made: Result<Tensor<u8>>, rank: usize| {
        let error: Error = made.map(drop).unwrap_err();
        assert!(
            error.is_shape() && matches!(error.kind(), ErrorKind::RankLimit { rank: r, .. } if *r == rank),
            "{error}"
        );
    };
    let deep = Tensor::<u8>::zeros(vec![1; MAX_RANK])?;
    assert_eq!(deep.transpose().copy()?.rank(), MAX_RANK);
    assert_eq!(deep.load(s![Fill])?.get(vec![0; MAX_RANK])?, 0);
    check(Tensor::zeros(vec![1; MAX_RANK + 1]), MAX_RANK + 1);
    check(Tensor::zeros(vec![1; 1000]), 1000);
    check(deep.expand_dims(0), MAX_RANK + 1);
    check(deep.view(s![NewAxis, Fill]), MAX_RANK + 1);
    check(deep.load(s![NewAxis, Fill]), MAX_RANK + 1);
    check(deep.windows(1, 0), MAX_RANK + 1);
    check(deep.broadcast_to(vec![1; MAX_RANK + 1]), MAX_RANK + 1);
    check(deep.reshape(vec![1; MAX_RANK + 1]), MAX_RANK + 1);
    check(stack(&[&deep], 0), MAX_RANK + 1);
    check(deep.tile(vec![1; MAX_RANK + 1]), MAX_RANK + 1);
    check(deep.load(s![&Tensor::<i64>::zeros([1, 1])?]), MAX_RANK + 1);
    Ok(())
}
