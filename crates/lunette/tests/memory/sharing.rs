//! Handles, views, and who can tell that they share.

use std::collections::BTreeSet;

use lunette::prelude::*;
use lunette::{ErrorKind, ReadOnlyReason, Result};

#[test]
fn clones_share_and_copies_do_not() -> Result<()> {
    let x = tensor![[1, 2], [3, 4]];
    let (clone, dynamic, copy) = (x.clone(), x.to_dyn(), x.copy()?);
    clone.set([0, 0], 10)?;
    dynamic.set([1, 1], 40)?;
    assert_eq!((x.get([0, 0])?, x.get([1, 1])?), (10, 40));
    assert_eq!(copy, tensor![[1, 2], [3, 4]]);
    assert!(clone.base() == x.base() && dynamic.base() == x.base() && copy.base() != x.base());
    assert_eq!(dynamic.into_typed::<i32>()?.base(), x.base(), "changing kinds copies nothing");
    Ok(())
}

#[test]
fn is_view_is_a_bit_that_clones_keep() -> Result<()> {
    let x = Tensor::from_flat_fn([2, 3], |i| i as i32)?;
    let fresh = [x.clone(), x.copy()?, x.load(s![..])?, x.load(s![0, 0])?, x.zeros_like()?, x.roll(0, 0)?];
    for (k, made) in fresh.iter().enumerate() {
        assert!(!made.is_view() && made.flags().owns_data, "{k}");
    }
    let views = [
        DynTensor::from_parts(x.buffer(), DType::I32, &[2, 3], &[3, 1], 0)?.into_typed()?,
        x.view(s![])?,
        x.view(s![..])?,
        x.view(s![0, 0])?,
        x.transpose(),
        x.reshape([3, 2])?,
        x.permute([0, 1])?,
        x.broadcast_to([2, 3])?,
        x.squeeze(..)?,
        x.expand_dims(0)?,
        x.flip(..)?,
        x.diagonal()?,
        x.windows(1, 0)?,
        x.as_strided([2], &[1])?,
        x.rot90(0, [0, 1])?,
        x.reinterpret::<i32>()?,
        x.unstack(0)?.swap_remove(0),
        x.split(1, 0)?.swap_remove(0),
        x.clone().view(s![..])?.clone(),
    ];
    for (k, view) in views.iter().enumerate() {
        assert!(view.is_view() && !view.flags().owns_data && view.base() == x.base(), "{k}");
    }
    assert!(!x.is_view(), "having views changes nothing");
    Ok(())
}

#[test]
fn base_is_the_buffer_not_the_view_between() -> Result<()> {
    let x = Tensor::<f32>::zeros([4, 4])?;
    let deep = x.view(s![1..])?.transpose().view(s![(.., -1)])?.reshape(-1)?;
    assert_eq!(deep.base() == x.base(), deep.is_view());
    let chain = x.view(s![1..])?.view(s![.., 1..])?.diagonal()?;
    drop(x.view(s![0])?);
    let id = x.base();
    drop(x);
    chain.fill(1.0)?;
    assert_eq!((chain.base(), chain.to_vec()?), (id, vec![1.0; 3]), "a view keeps the buffer");
    Ok(())
}

/// Which bytes a tensor's elements take, found element by element.
fn bytes<K: Kind>(x: &Tensor<K>) -> BTreeSet<isize> {
    let mut starts = vec![x.offset() as isize];
    for (&size, &stride) in x.shape().iter().zip(x.strides()) {
        starts =
            starts.iter().flat_map(|start| (0..size as isize).map(move |i| start + i * stride)).collect();
    }
    let width = x.item_size() as isize;
    starts.into_iter().flat_map(|start| start * width..(start + 1) * width).collect()
}

#[test]
fn shares_memory_is_exact() -> Result<()> {
    let x = Tensor::<u32>::zeros([6, 8])?;
    let mut parts = vec![x.to_dyn(), x.transpose().to_dyn(), x.copy()?.into_dyn()];
    for (start, step) in [(0, 1), (0, 2), (1, 2), (2, 3), (5, -2), (7, -3)] {
        let rows = lunette::IndexRange::slice(Some(start.min(5)), None, step);
        let columns = lunette::IndexRange::slice(Some(start), None, step);
        parts.push(x.view(s![rows, columns])?.into_dyn());
        parts.push(x.view(s![rows])?.transpose().into_dyn());
        parts.push(x.view(s![.., columns])?.into_dyn());
        parts.push(x.view(s![rows, 3..3])?.into_dyn());
    }
    parts.push(x.diagonal()?.into_dyn());
    parts.push(x.diagonal_of(1, 0, 1)?.into_dyn());
    parts.push(x.reinterpret::<u8>()?.view(s![.., (1.., 4)])?.into_dyn());
    parts.push(x.reinterpret::<u16>()?.view(s![(.., 2), (1.., 2)])?.into_dyn());
    parts.push(x.as_strided([3, 3], &[7, 5])?.into_dyn());
    for (i, a) in parts.iter().enumerate() {
        for (j, b) in parts.iter().enumerate() {
            let shared = a.base() == b.base() && !bytes(a).is_disjoint(&bytes(b));
            assert_eq!(a.shares_memory(b), shared, "{i} and {j}: {:?} and {:?}", a.layout(), b.layout());
        }
    }
    Ok(())
}

#[test]
fn a_read_only_handle_leaves_the_others_writable() -> Result<()> {
    let x = tensor![1, 2, 3];
    let fixed = x.as_read_only();
    for refused in [
        fixed.set(0, 9),
        fixed.fill(9),
        fixed.view(s![1..])?.store(s![..], 9),
        fixed.clone().write().map(drop),
    ] {
        let error = refused.unwrap_err();
        assert!(
            matches!(error.kind(), ErrorKind::ReadOnly { reason: ReadOnlyReason::Handle, .. }),
            "{error}"
        );
    }
    assert!(!fixed.is_writable() && !fixed.is_view() && fixed.base() == x.base());
    x.fill(7)?;
    assert_eq!(fixed, tensor![7, 7, 7], "what others write is seen");
    fixed.copy()?.fill(1)?;
    Ok(())
}

#[test]
fn layouts_that_repeat_elements_are_read_only() -> Result<()> {
    let x = Tensor::<i32>::zeros([2, 4])?;
    let repeating = [x.broadcast_to([3, 2, 4])?, x.windows(2, 1)?, x.as_strided([3, 3], &[1, 1])?];
    for view in repeating {
        let error = view.fill(1).unwrap_err();
        assert!(
            matches!(error.kind(), ErrorKind::ReadOnly { reason: ReadOnlyReason::Overlapping, .. }),
            "{error}"
        );
        assert!(view.write().map(drop).unwrap_err().is_read_only() && !view.is_writable());
        view.read()?;
    }
    for view in [x.as_strided([2, 2], &[4, 2])?, x.as_strided([2, 3], &[3, 2])?, x.windows(4, 1)?] {
        view.fill(1)?;
        drop(view.write()?);
    }
    Ok(())
}

#[test]
fn reinterpreting_bytes() -> Result<()> {
    let x = tensor![[0x0403_0201_u32, 0x0807_0605], [0x0c0b_0a09, 0x100f_0e0d]];
    let bytes = x.reinterpret::<u8>()?;
    assert_eq!(bytes, Tensor::from_flat_fn([2, 8], |i| i as u8 + 1)?, "little-endian machines only");
    bytes.set([0, 0], 0xff)?;
    assert_eq!(x.get([0, 0])?, 0x0403_02ff, "it is a view");
    assert_eq!(bytes.reinterpret::<u32>()?, x);
    assert_eq!(x.reinterpret::<u64>()?.shape(), [2, 1]);
    assert_eq!(tensor![1_f32].reinterpret::<i32>()?, tensor![0x3f80_0000]);
    assert_eq!(x.view(s![1])?.reinterpret::<u16>()?.get(0)?, 0x0a09);
    Ok(())
}

#[test]
fn bytes_that_cannot_be_reinterpreted() -> Result<()> {
    let x = Tensor::<u32>::zeros([2, 4])?;
    assert!(x.reinterpret::<bool>().unwrap_err().is_dtype(), "not every byte is a bool");
    assert!(tensor![true].reinterpret::<u8>().unwrap_err().is_dtype(), "writing could make what is no bool");
    assert!(tensor![true].reinterpret::<bool>().is_ok());
    for refused in [
        x.transpose().reinterpret::<u8>().map(drop),
        x.view(s![.., (.., 2)])?.reinterpret::<u16>().map(drop),
        x.view(s![.., 1..])?.reinterpret::<u64>().map(drop),
        x.view(s![.., 1..3])?.reinterpret::<u64>().map(drop),
        x.view(s![0, 0])?.reinterpret::<u8>().map(drop),
        Tensor::<u32>::zeros(3)?.reinterpret::<u64>().map(drop),
    ] {
        assert!(refused.is_err());
    }
    assert!(x.view(s![0, 0])?.reinterpret::<f32>().is_ok(), "the same size needs no axis");
    // A vector's memory is aligned for its own elements only.
    let bytes = Tensor::from(vec![0_u8; 64]);
    for shift in 0..8_usize {
        let part = bytes.view(s![shift..shift + 32])?;
        match part.reinterpret::<u64>() {
            Ok(words) => assert_eq!(words.len(), 4),
            Err(error) => assert!(!error.is_busy(), "{error}"),
        }
    }
    Ok(())
}

#[test]
fn a_part_of_memory_is_not_taken_over_by_a_result() -> Result<()> {
    let part = |x: &Tensor<i64>| x.view(s![1]);
    let big = Tensor::<i64>::ones([100, 100])?;
    let row = part(&big)?;
    drop(big);
    let result = -row;
    assert_eq!((result.offset(), result.buffer().len_bytes(), result.is_view()), (0, 800, false));
    let big = Tensor::<i64>::ones([100, 100])?;
    let row = part(&big)?;
    drop(big);
    let result = row + 1;
    assert_eq!((result.offset(), result.buffer().len_bytes(), result.is_view()), (0, 800, false));
    let whole = Tensor::<i64>::ones([100, 100])?;
    let base = whole.base();
    assert_ne!((whole.transpose() + 1).base(), base, "two handles lived");
    assert_eq!((-(whole + 1)).base(), base, "all of the memory is");
    Ok(())
}
