//! Arrays of others by steps in bytes: shared where elements can be reached, copied or refused where not (R2).
#![expect(unsafe_code, reason = "it plays the part of a foreign owner")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use lunette::buffer::{Buffer, ForeignArray, Import};
use lunette::prelude::*;
use lunette::{Access, Result};

/// Bytes 0, 1, 2, … of memory that is never freed, from `shift` bytes behind an aligned address on.
fn bytes(shift: usize) -> *mut u8 {
    let words: Vec<u64> =
        (0..16_u8).map(|k| u64::from_le_bytes(std::array::from_fn(|b| 8 * k + b as u8))).collect();
    words.leak().as_mut_ptr().cast::<u8>().wrapping_add(shift)
}

struct Count(Arc<AtomicUsize>);

impl Drop for Count {
    fn drop(&mut self) {
        self.0.fetch_add(1, SeqCst);
    }
}

/// The imported tensor, and whether its owner is gone.
fn import(array: ForeignArray<'_>, import: Import) -> Result<(DynTensor, bool)> {
    let freed = Arc::new(AtomicUsize::new(0));
    // SAFETY: the arrays of these tests reach only bytes that are never freed, and used by one tensor.
    let (buffer, layout) = unsafe { Buffer::from_foreign_array(Count(freed.clone()), array, import)? };
    let x = DynTensor::from_parts(&buffer, array.dtype, layout.shape(), layout.strides(), layout.offset())?;
    Ok((x, freed.load(SeqCst) == 1))
}

/// The elements, read byte by byte at the places that the steps lead to.
fn expected(array: &ForeignArray<'_>) -> Vec<u8> {
    let mut offsets = vec![0];
    for (&size, &step) in array.shape.iter().zip(array.byte_strides) {
        offsets = offsets.iter().flat_map(|&at| (0..size as isize).map(move |k| at + k * step)).collect();
    }
    let item = array.dtype.item_size() as isize;
    let places = offsets.into_iter().flat_map(|at| at..at + item);
    // SAFETY: as in `import`.
    places.map(|at| unsafe { array.start.wrapping_offset(at).read() }).collect()
}

#[test]
fn arrays_are_shared_where_they_can_be_and_copied_where_not() -> Result<()> {
    type Row<'a> = (DType, usize, &'a [usize], &'a [isize], bool);
    let rows: [Row<'_>; 14] = [
        (DType::I32, 0, &[3, 4], &[16, 4], true),
        (DType::I32, 0, &[4, 3], &[4, 16], true),
        (DType::I32, 100, &[3, 4], &[-16, -4], true),
        (DType::I32, 8, &[], &[], true),
        (DType::I32, 3, &[], &[], false),
        (DType::F64, 8, &[3], &[0], true),
        (DType::I16, 1, &[5], &[2], false),
        (DType::I16, 0, &[5], &[3], false),
        (DType::I32, 60, &[3, 2], &[-10, 7], false),
        (DType::I32, 0, &[1, 2], &[3, 8], true),
        (DType::U8, 5, &[3, 3], &[7, 2], true),
        (DType::Complex128, 8, &[3], &[16], true),
        (DType::Complex128, 8, &[3], &[24], false),
        (DType::F32, 1, &[2, 0], &[5, 3], true),
    ];
    for (dtype, shift, shape, byte_strides, shared) in rows {
        let start = bytes(shift);
        let array = ForeignArray { start, dtype, shape, byte_strides, access: Access::Write };
        let what = format!("{dtype} at {shift}, {shape:?} by {byte_strides:?}");
        let (x, freed) = import(array, Import::CopyIfNeeded)?;
        assert_eq!((x.shape(), freed), (shape, !shared), "{what}");
        let found = x.copy()?.reshape(-1)?.reinterpret::<u8>();
        assert_eq!(found?.to_vec()?, expected(&array), "{what}");
        assert_eq!(import(array, Import::ShareOnly).is_ok(), shared, "{what}");
        if shared && x.is_writable() && !x.is_empty() {
            x.fill(0)?;
            assert!(expected(&array).iter().all(|&byte| byte == 0), "{what}: stores reach the owner");
        }
    }
    Ok(())
}

#[test]
fn bools_may_be_any_bytes_and_are_shared_without_gaps_only() -> Result<()> {
    let packed: &mut [u8] = Box::leak(Box::new([1, 9, 0, 9, 1, 9]));
    let start = packed.as_mut_ptr();
    let array = |shape, byte_strides| ForeignArray {
        start,
        dtype: DType::Bool,
        shape,
        byte_strides,
        access: Access::Read,
    };
    let (x, copied) = import(array(&[3], &[2]), Import::CopyIfNeeded)?;
    assert!(copied && x.into_typed::<bool>()? == tensor![true, false, true]);
    assert!(import(array(&[3], &[2]), Import::ShareOnly).unwrap_err().is_dtype());
    let (x, copied) = import(array(&[6], &[1]), Import::ShareOnly)?;
    assert!(!copied && x.into_typed::<bool>()? == tensor![true, true, false, true, true, true]);
    let (x, copied) = import(array(&[2], &[3]), Import::CopyIfNeeded)?;
    let x = x.into_typed::<bool>()?;
    assert!(copied && x == tensor![true, true]);
    assert_eq!((x.sum(..)?.item()?, x.cast::<u8>()?), (2, tensor![1, 1]), "each is 1 in the copy");
    assert!(!import(array(&[1], &[1]), Import::ShareOnly)?.1);
    Ok(())
}

#[test]
fn arrays_that_cannot_be_are_refused() {
    let start = bytes(0);
    let refused = |start: *mut u8, shape: &[usize], byte_strides: &[isize]| {
        let array = ForeignArray { start, dtype: DType::I32, shape, byte_strides, access: Access::Read };
        import(array, Import::CopyIfNeeded).is_err()
    };
    assert!(refused(start, &[2, 2], &[4]), "two axes, one step");
    assert!(refused(start, &[2], &[4, 4]));
    assert!(refused(start, &[3], &[isize::MAX]) && refused(start, &[3], &[isize::MIN]));
    assert!(refused(start, &[1 << 62, 8], &[0, 0]), "more elements than can be counted");
    assert!(refused(std::ptr::null_mut(), &[2], &[4]) && refused(std::ptr::null_mut(), &[2], &[3]));
    assert!(!refused(std::ptr::null_mut(), &[0], &[3]));
}

#[test]
fn there_is_one_step_for_each_axis() {
    let steps: [(&[usize], &[isize]); 3] = [(&[0], &[-8, 8]), (&[2], &[8, 8]), (&[0, 2], &[8])];
    for (shape, byte_strides) in steps {
        let array =
            ForeignArray { dtype: DType::F64, start: bytes(0), shape, byte_strides, access: Access::Read };
        assert!(import(array, Import::ShareOnly).unwrap_err().is_shape(), "{shape:?} {byte_strides:?}");
    }
}
