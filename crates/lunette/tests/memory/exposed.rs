//! Bools that others can write at any time: whatever byte they write, an operation sees true or false.
#![expect(unsafe_code, reason = "it plays the part of somebody who has the address")]

use lunette::buffer::Buffer;
use lunette::prelude::*;
use lunette::{Access, Result};

const LEN: usize = 300;

/// A mask whose bytes are written behind its back: of ours, or of somebody else.
fn masks() -> Result<[Tensor<bool>; 2]> {
    let ours = Tensor::<bool>::zeros(LEN)?;
    ours.buffer().expose()?;
    let bytes = std::ptr::from_mut(Box::leak(vec![0_u8; LEN].into_boxed_slice()));
    // SAFETY: the memory is leaked, and nobody writes it but `write`, while no operation is at work.
    let buffer = unsafe { Buffer::from_foreign((), bytes, Access::Write, DType::Bool)? };
    let theirs = DynTensor::from_parts(&buffer, DType::Bool, &[LEN], &[1], 0)?.into_typed()?;
    Ok([ours, theirs])
}

fn write(mask: &Tensor<bool>, at: impl IntoIterator<Item = usize>, byte: u8) {
    for k in at {
        assert!(k < LEN);
        // SAFETY: the mask has so many bytes, and no operation is at work.
        unsafe { mask.as_ptr().add(k).write(byte) };
    }
}

#[test]
fn every_operation_sees_true_or_false() -> Result<()> {
    let chosen = [0_usize, 5, 63, 64, 128, 299];
    let oracle: Vec<bool> = (0..LEN).map(|k| chosen.contains(&k)).collect();
    let at: Vec<i64> = chosen.iter().map(|&k| k as i64).collect();
    for byte in [1, 2, 0x80, 255] {
        for mask in masks()? {
            write(&mask, chosen, byte);
            let values = Tensor::arange(0_i64, LEN as i64, 1)?;
            assert_eq!(mask.to_vec()?, oracle, "byte {byte}");
            assert_eq!(values.load(s![&mask])?.to_vec()?, at);
            assert_eq!(values.load(s![&mask.view(s![..])?])?.to_vec()?, at);
            assert_eq!(mask.count_nonzero(..)?.item()?, 6);
            assert_eq!(mask.nonzero()?[0].to_vec()?, at);
            assert_eq!(mask.cast::<u8>()?.to_vec()?.iter().map(|&byte| u32::from(byte)).sum::<u32>(), 6);
            assert_eq!(mask.sum(..)?.item()?, 6);
            assert_eq!((!&mask).to_vec()?, oracle.iter().map(|bit| !bit).collect::<Vec<_>>());
            let plain = Tensor::from(oracle.clone());
            for (mask, plain) in [(mask.clone(), plain.clone()), (mask.view(s![..3])?, plain.view(s![..3])?)]
            {
                assert_eq!(mask.equal(true)?, plain);
                assert_eq!(mask.logical_and(&mask)?, plain);
                assert_eq!(mask.logical_xor(&plain)?.count_nonzero(..)?.item()?, 0);
                assert_eq!(plain.logical_xor(&mask)?.count_nonzero(..)?.item()?, 0);
                assert_eq!(mask.logical_or(tensor![false])?, plain);
            }
            assert_eq!(tensor![[false], [false]].logical_or(&mask.view(s![5..6])?)?, tensor![[true], [true]]);
            assert_eq!(mask.copy()?.read()?.iter().filter(|&&bit| bit).count(), 6);
            assert_eq!(mask.sort(-1)?.to_vec()?.iter().filter(|&&bit| bit).count(), 6);
            assert_eq!((mask.get(5)?, mask.get(6)?), (true, false));
            assert!(mask.view(s![5])?.item()?);
            assert_eq!(mask, Tensor::from(oracle.clone()));
            assert_eq!(mask.load(s![&tensor![5, 6]])?, tensor![true, false]);
            assert_eq!(mask.reshape([2, LEN as i64 / 2])?.transpose().copy()?.count_nonzero(..)?.item()?, 6);
            let lazy = mask.lazy().logical_and(&mask).sum(..)?;
            assert_eq!(lazy.item()?, 6);
            assert!(format!("{mask} {mask:?}").contains("true"));
            values.store(s![&mask], -1)?;
            assert_eq!(values.load(s![values.less(0)?])?.len(), 6);
        }
    }
    Ok(())
}

#[test]
fn bytes_whose_sum_wraps_are_counted_one_by_one() -> Result<()> {
    for mask in masks()? {
        write(&mask, 0..128, 0x80);
        let values = Tensor::arange(0_i64, LEN as i64, 1)?;
        assert_eq!(values.load(s![&mask])?.len(), 128);
        let few = mask.view(s![..3])?;
        assert_eq!(values.load(s![..3])?.load(s![&few])?, tensor![0_i64, 1, 2]);
    }
    Ok(())
}

#[test]
fn guards_show_bools_and_nobody_has_references_that_write() -> Result<()> {
    for mask in masks()? {
        write(&mask, [1, 2], 77);
        let guard = mask.view(s![..4])?.read()?;
        assert_eq!(guard.as_view().to_vec(), [false, true, true, false]);
        assert_eq!((guard[1], guard[3]), (true, false));
        // Its elements stay as they are, whatever others do.
        write(&mask, [1], 0);
        assert!(guard[1]);
        drop(guard);
        let refused = mask.write().map(drop).unwrap_err();
        assert!(refused.is_dtype() && refused.to_string().contains("`store`"), "{refused}");
        mask.store(s![..], true)?;
        mask.store(s![..2], &mask.view(s![..2])?.logical_not()?)?;
        assert_eq!(mask.count_nonzero(..)?.item()?, LEN as i64 - 2);
    }
    Ok(())
}

#[test]
fn a_vector_that_comes_back_holds_bools() -> Result<()> {
    let mask = Tensor::from(vec![false, true, false]);
    mask.buffer().expose()?;
    write(&mask, [0], 2);
    assert_eq!(mask.into_vec()?, [true, true, false]);
    Ok(())
}

#[test]
fn exposing_waits_for_nobody_who_holds_a_guard() -> Result<()> {
    let mask = tensor![true, false];
    let guard = mask.read()?;
    assert!(mask.buffer().expose().unwrap_err().is_busy());
    drop(guard);
    mask.buffer().expose()?;
    assert!(mask.buffer().is_exposed());
    Ok(())
}

#[test]
fn columns_of_a_mask_are_seen_as_they_are() -> Result<()> {
    for mask in masks()? {
        write(&mask, (0..LEN).step_by(2), 0x80);
        let rows = mask.reshape([15, 20])?;
        for column in 0..20 {
            let column_of = rows.view(s![.., column])?;
            let expected = vec![column % 2 == 0; 15];
            assert_eq!(column_of.to_vec()?, expected);
            assert_eq!(column_of.view(s![(.., -1)])?.read()?.as_view().to_vec(), expected);
            let chosen = Tensor::arange(0_i64, 15, 1)?.load(s![&column_of])?;
            assert_eq!(chosen.len(), if column % 2 == 0 { 15 } else { 0 });
            assert_eq!(column_of.logical_and(rows.view(s![.., 0])?)?.to_vec()?, expected);
        }
    }
    Ok(())
}
