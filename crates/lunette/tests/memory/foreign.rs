//! Memory that somebody else owns: kept alive, freed once, written only where it may be.
#![expect(unsafe_code, reason = "it plays the part of a foreign owner")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use lunette::buffer::Buffer;
use lunette::prelude::*;
use lunette::{Access, Element, ErrorKind, ReadOnlyReason, Result};

/// Elements on the heap, behind a raw pointer, that count how often they are freed.
struct Owner<T: Element> {
    start: *mut [T],
    freed: Arc<AtomicUsize>,
}

// SAFETY: an owner is a box whose drop is counted; nobody but the buffer uses its pointer.
unsafe impl<T: Element> Send for Owner<T> {}
// SAFETY: as above.
unsafe impl<T: Element> Sync for Owner<T> {}

impl<T: Element> Drop for Owner<T> {
    fn drop(&mut self) {
        self.freed.fetch_add(1, SeqCst);
        // SAFETY: `start` came from `Box::into_raw`, and a drop runs once.
        drop(unsafe { Box::from_raw(self.start) });
    }
}

/// A buffer over foreign elements, and the count of how often they were freed.
fn foreign<T: Element>(values: Vec<T>, access: Access) -> Result<(Buffer, Arc<AtomicUsize>)> {
    let freed = Arc::new(AtomicUsize::new(0));
    let start = Box::into_raw(values.into_boxed_slice());
    let bytes = std::ptr::slice_from_raw_parts_mut(start.cast::<u8>(), start.len() * size_of::<T>());
    let owner = Owner { start, freed: freed.clone() };
    // SAFETY: the owner keeps the elements, which are initialised, and hands out its pointer to nobody else.
    let buffer = unsafe { Buffer::from_foreign(owner, bytes, access, T::DTYPE)? };
    Ok((buffer, freed))
}

fn matrix(buffer: &Buffer) -> Result<Tensor<i32>> {
    DynTensor::from_parts(buffer, DType::I32, &[2, 3], &[3, 1], 0)?.into_typed()
}

#[test]
fn writable_memory_is_written_in_place_and_freed_once_after_the_last_view() -> Result<()> {
    let (buffer, freed) = foreign(vec![0, 1, 2, 3, 4, 5], Access::Write)?;
    let x = matrix(&buffer)?;
    let column = x.view(s![.., 1])?;
    column.store(s![..], [10, 40])?;
    assert_eq!(x, tensor![[0, 10, 2], [3, 40, 5]]);
    let clone = x.clone();
    drop((buffer, x));
    assert_eq!(freed.load(SeqCst), 0);
    drop(clone);
    assert_eq!((freed.load(SeqCst), column.to_vec()?), (0, vec![10, 40]), "a view keeps it alive");
    drop(column);
    assert_eq!(freed.load(SeqCst), 1);
    Ok(())
}

#[test]
fn guards_keep_foreign_memory_alive() -> Result<()> {
    let (buffer, freed) = foreign(vec![1, 2, 3, 4, 5, 6], Access::Write)?;
    let guard = matrix(&buffer)?.read()?;
    drop(buffer);
    assert_eq!((guard.as_view().iter().sum::<i32>(), freed.load(SeqCst)), (21, 0));
    drop(guard);
    assert_eq!(freed.load(SeqCst), 1);
    Ok(())
}

#[test]
fn the_last_handle_may_die_on_another_thread() -> Result<()> {
    let (buffer, freed) = foreign(vec![1, 2, 3, 4, 5, 6], Access::Read)?;
    let x = matrix(&buffer)?;
    drop(buffer);
    std::thread::spawn(move || drop(x)).join().unwrap();
    assert_eq!(freed.load(SeqCst), 1);
    Ok(())
}

#[test]
fn read_only_memory_is_read_and_never_written() -> Result<()> {
    let (buffer, freed) = foreign(vec![0, 1, 2, 3, 4, 5], Access::Read)?;
    let x = matrix(&buffer)?;
    let row = x.view(s![1])?;
    assert!(!buffer.is_writable() && !x.is_writable() && !x.flags().writable && !row.is_writable());
    for refused in [
        x.set([0, 0], 9),
        x.store(s![0], 9),
        x.store(s![&tensor![0]], 9),
        x.store_orthogonal(s![&tensor![0]], 9),
        x.assign(&x.copy()?),
        x.fill(9),
        x.put(&tensor![0], 9),
        x.scatter(s![0], 9, Duplicates::Sum),
        x.store_where(&Tensor::scalar(true)?, 9),
        row.fill(9),
        x.transpose().fill(9),
        x.write().map(drop),
        x.reinterpret::<u32>()?.fill(9_u32),
    ] {
        let error = refused.unwrap_err();
        assert!(
            matches!(error.kind(), ErrorKind::ReadOnly { reason: ReadOnlyReason::Memory, .. }),
            "{error}"
        );
    }
    assert_eq!(x.read()?.as_view().iter().sum::<i32>(), 15);
    assert_eq!(x, tensor![[0, 1, 2], [3, 4, 5]]);
    let copy = x.copy()?;
    copy.fill(7)?;
    assert_eq!(x.get([1, 2])?, 5);
    assert_eq!(x.into_vec()?, [0, 1, 2, 3, 4, 5]);
    drop((row, buffer));
    assert_eq!(freed.load(SeqCst), 1);
    Ok(())
}

#[test]
fn an_owner_is_dropped_when_its_memory_is_refused() {
    let freed = Arc::new(AtomicUsize::new(0));
    struct Count(Arc<AtomicUsize>);
    impl Drop for Count {
        fn drop(&mut self) {
            self.0.fetch_add(1, SeqCst);
        }
    }
    for bytes in [
        std::ptr::slice_from_raw_parts_mut(std::ptr::dangling_mut::<u8>(), usize::MAX),
        std::ptr::slice_from_raw_parts_mut(std::ptr::null_mut::<u8>(), 8),
    ] {
        // SAFETY: the memory is refused, for its length and for its address, before anybody looks at it.
        let refused = unsafe { Buffer::from_foreign(Count(freed.clone()), bytes, Access::Read, DType::U8) };
        assert!(refused.is_err());
    }
    assert_eq!(freed.load(SeqCst), 2);
}

#[test]
fn no_bytes_need_no_address() -> Result<()> {
    let bytes = std::ptr::slice_from_raw_parts_mut(std::ptr::null_mut::<u8>(), 0);
    // SAFETY: there are no bytes.
    let buffer = unsafe { Buffer::from_foreign((), bytes, Access::Write, DType::F64)? };
    let x = DynTensor::from_parts(&buffer, DType::F64, &[0, 3], &[3, 1], 0)?;
    x.fill(1.0)?;
    assert_eq!((x.len(), x.into_typed::<f64>()?.to_vec()?), (0, vec![]));
    Ok(())
}

#[test]
fn memory_at_an_odd_address_is_refused_where_the_dtype_needs_more() -> Result<()> {
    let words = Box::leak(Box::new([0_u64; 3]));
    let odd = std::ptr::slice_from_raw_parts_mut(std::ptr::from_mut(words).cast::<u8>().wrapping_add(1), 16);
    // SAFETY: the words are leaked, zero, and nobody else's; 16 of their 24 bytes start at the second.
    let buffer = unsafe { Buffer::from_foreign((), odd, Access::Write, DType::U8)? };
    let bytes = DynTensor::from_parts(&buffer, DType::U8, &[16], &[1], 0)?;
    bytes.fill(1)?;
    assert_eq!(bytes.get(15)?, Scalar::U8(1));
    for dtype in [DType::I16, DType::F32, DType::F64, DType::Complex128] {
        let error = DynTensor::from_parts(&buffer, dtype, &[1], &[1], 0).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Misaligned { .. }), "{error}");
    }
    assert!(bytes.into_typed::<u8>()?.reinterpret::<u32>().is_err());
    Ok(())
}

#[test]
fn bytes_are_bools_only_if_all_of_them_are() -> Result<()> {
    let error = foreign::<u8>(vec![0, 1, 2], Access::Read).and_then(|(bytes, _)| {
        let bools = DynTensor::from_parts(&bytes, DType::Bool, &[3], &[1], 0);
        assert!(bools.unwrap_err().is_dtype(), "memory of u8 is not looked at as bools");
        Buffer::from_bytes(&[0, 1, 2], DType::Bool)
    });
    assert!(matches!(error.unwrap_err().kind(), ErrorKind::InvalidBool { position: 2, byte: 2, .. }));
    let (buffer, _) = foreign(vec![true, false], Access::Write)?;
    assert!(buffer.holds_bools());
    let x = DynTensor::from_parts(&buffer, DType::Bool, &[2], &[1], 0)?;
    assert_eq!(x.get(0)?, Scalar::Bool(true));
    assert!(x.reinterpret::<u8>().unwrap_err().is_dtype());
    Ok(())
}

#[test]
fn parts_must_lie_inside_of_the_buffer() -> Result<()> {
    let (buffer, _) = foreign(vec![0_i32; 6], Access::Write)?;
    let make = |shape: &[usize], strides: &[isize], offset| {
        DynTensor::from_parts(&buffer, DType::I32, shape, strides, offset)
    };
    for (shape, strides, offset) in [
        (&[6][..], &[1][..], 0),
        (&[2, 3], &[-3, -1], 5),
        (&[3], &[2], 1),
        (&[4, 3], &[1, 1], 0),
        (&[0], &[99], 0),
    ] {
        assert_eq!(make(shape, strides, offset)?.shape(), shape);
    }
    for (shape, strides, offset) in [
        (&[7][..], &[1][..], 0),
        (&[6], &[1], 1),
        (&[2], &[-1], 0),
        (&[2], &[isize::MAX], 0),
        (&[1], &[0], 6),
        (&[2], &[isize::MIN], 5),
    ] {
        assert!(make(shape, strides, offset).is_err(), "{shape:?} {strides:?} {offset}");
    }
    assert!(make(&[2], &[1, 1], 0).unwrap_err().is_shape());
    assert!(make(&[4, 3], &[1, 1], 0)?.fill(1).unwrap_err().is_read_only(), "windows overlap");
    Ok(())
}

#[test]
fn consuming_operators_leave_memory_of_others_as_it_is() -> Result<()> {
    type Consume = fn(Tensor<i32>) -> Tensor<i32>;
    let rows: [(&str, Consume); 8] = [
        ("+ scalar", |x| x + 1),
        ("+ tensor", |x| x + &tensor![[1, 1, 1], [1, 1, 1]]),
        ("-", |x| x - 1),
        ("*", |x| x * 2),
        ("/", |x| x / 2),
        ("&", |x| x & 1),
        ("neg", |x| -x),
        ("not", |x| !x),
    ];
    for (name, consume) in rows {
        let mut data = [0, 1, 2, 3, 4, 5];
        let bytes = std::ptr::slice_from_raw_parts_mut(data.as_mut_ptr().cast::<u8>(), 24);
        // SAFETY: the array outlives the tensors, and nobody looks at it while they live.
        let buffer = unsafe { Buffer::from_foreign((), bytes, Access::Write, DType::I32)? };
        let x = matrix(&buffer)?;
        drop(buffer);
        let expected = consume(x.copy()?);
        let result = consume(x);
        assert!(result == expected && !result.is_view(), "{name}");
        drop(result);
        assert_eq!(data, [0, 1, 2, 3, 4, 5], "{name}: the last handle of ours is not the last owner");
    }
    Ok(())
}

#[test]
fn bools_read_as_another_dtype_are_read_only() -> Result<()> {
    let bools = tensor![true, false, true];
    let x = DynTensor::from_parts(bools.buffer(), DType::U8, &[3], &[1], 0)?;
    assert_eq!(x.get(2)?, Scalar::U8(1));
    assert!(!x.is_writable() && !x.flags().writable && !x.view(s![1..])?.is_writable());
    for refused in [x.fill(7), x.set(0, 7), x.store(s![1..], 7), x.put(&tensor![0], 7)] {
        let error = refused.unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::ReadOnly { reason: ReadOnlyReason::Bools, .. }), "{error}");
        assert!(error.to_string().contains("bools"), "{error}");
    }
    Ok(())
}

#[test]
fn memory_imported_twice_is_shared_memory() -> Result<()> {
    static TABLE: [i32; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
    let import = |from: usize, len: usize| {
        let bytes = std::ptr::slice_from_raw_parts_mut(TABLE.as_ptr().cast_mut().cast::<u8>(), 32);
        // SAFETY: the table is never written and lives for ever.
        let buffer = unsafe { Buffer::from_foreign((), bytes, Access::Read, DType::I32)? };
        DynTensor::from_parts(&buffer, DType::I32, &[len], &[1], from)
    };
    let (low, high, all) = (import(0, 4)?, import(4, 4)?, import(0, 8)?);
    assert_ne!(low.base(), all.base());
    assert!(low.shares_memory(&all) && all.shares_memory(&high) && !low.shares_memory(&high));
    assert!(!all.view(s![(.., 2)])?.shares_memory(&import(0, 8)?.view(s![(1.., 2)])?));
    assert!(all.reinterpret::<u8>()?.view(s![3..4])?.shares_memory(&low.view(s![..1])?));
    assert!(!all.shares_memory(&all.copy()?));
    Ok(())
}
