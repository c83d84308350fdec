use std::panic::{AssertUnwindSafe, Location, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

use super::block::Contents;
use super::{ALIGNMENT, Buffer, Fresh, ReadGuard, WriteGuard, enter_two_to_read, lock_all, lock_list};
use crate::dtype::{DType, Scalar};
use crate::error::Access::{Read, Write};
use crate::error::{Error, ErrorKind, ReadOnlyReason};
use crate::layout::{Layout, Order};

fn line(len: usize) -> Layout {
    Layout::contiguous_for("test", &[len], Order::C).unwrap()
}

fn bytes_of(buffer: &Buffer) -> Vec<u8> {
    (0..buffer.len_bytes()).map(|k| buffer.read_at::<u8>("test", k).unwrap()).collect()
}

#[test]
fn fresh_memory_is_aligned_whatever_its_size() {
    for len in [0, 1, 7, 8, 9, 100, 8191, 8192, 8193, 1_000_000] {
        for contents in [Contents::Uninit, Contents::Zeroed] {
            let mut fresh = Fresh::with_contents("test", &[len], DType::F64, contents).unwrap();
            assert!(fresh.start().addr().is_multiple_of(ALIGNMENT), "{len} elements");
        }
    }
}

/// Zeros are zeros also where the memory was used before.
#[test]
fn zeroed_memory_is_zero() {
    for len in [1usize, 64, 65, 1000, 70_000, 70_001] {
        for _ in 0..3 {
            let buffer = Buffer::zeroed("test", &[len], DType::U8).unwrap();
            assert!(bytes_of(&buffer).iter().all(|&byte| byte == 0), "{len} bytes");
            (0..len).for_each(|k| buffer.write_at::<u8>("test", k, 7).unwrap());
        }
    }
}

#[test]
fn memory_that_cannot_be_had_is_an_error() {
    let error = |shape: &[usize], dtype| Fresh::new("test", shape, dtype).map(drop).unwrap_err();
    assert!(matches!(error(&[usize::MAX], DType::U8).kind(), ErrorKind::TooLarge { .. }));
    assert!(matches!(error(&[1 << 40, 1 << 40], DType::U8).kind(), ErrorKind::TooLarge { .. }));
    assert!(matches!(error(&[1 << 61], DType::F64).kind(), ErrorKind::TooLarge { .. }));
    assert!(matches!(error(&[isize::MAX as usize], DType::U8).kind(), ErrorKind::OutOfMemory { .. }));
    assert!(matches!(error(&[isize::MAX as usize - 64], DType::U8).kind(), ErrorKind::OutOfMemory { .. }));
    assert!(
        matches!(error(&[1 << 59], DType::F64).kind(), ErrorKind::OutOfMemory { bytes, .. } if *bytes == 1 << 62)
    );
    assert!(matches!(error(&[usize::MAX, 0, 3], DType::F64).kind(), ErrorKind::TooLarge { .. }));
    assert!(Fresh::new("test", &[3, 0], DType::F64).is_ok());
}

#[test]
fn a_vector_comes_back_as_itself() {
    let mut vec = Vec::with_capacity(10);
    vec.extend([1i32, 2, 3]);
    let start = vec.as_ptr();
    let buffer = Buffer::from_vec(vec);
    buffer.write_at("test", 1, 20i32).unwrap();

    let buffer = buffer.into_vec::<u32>().unwrap_err();
    let shared = buffer.clone();
    let mut buffer = buffer.into_vec::<i32>().unwrap_err();
    assert!(!buffer.is_sole_owner());
    drop(shared);
    assert!(buffer.is_sole_owner());

    let guard = ReadGuard::<i32>::new("test", &buffer, line(3)).unwrap();
    let buffer = buffer.into_vec::<i32>().unwrap_err();
    drop(guard);
    let vec = buffer.into_vec::<i32>().unwrap();
    assert_eq!((vec.as_ptr(), vec.capacity(), &vec[..]), (start, 10, &[1, 20, 3][..]));

    assert!(Fresh::from_slice("test", &[1i32, 2, 3]).unwrap().into_vec::<i32>().is_err());
    assert!(Buffer::from_vec(Vec::<bool>::new()).into_vec::<bool>().unwrap().is_empty());
}

#[test]
fn one_element_in_and_out() {
    let scalars = [Scalar::U8(200), Scalar::I16(-3), Scalar::F32(1.5), Scalar::F64(-0.25)];
    for scalar in scalars {
        let dtype = scalar.dtype();
        let buffer = Buffer::zeroed("test", &[3], dtype).unwrap();
        buffer.write_scalar_at("test", 2, scalar).unwrap();
        assert_eq!(buffer.read_scalar_at("test", 2, dtype).unwrap(), scalar);
        assert_ne!(buffer.read_scalar_at("test", 1, dtype).unwrap(), scalar);
        for offset in [3, usize::MAX / 8, usize::MAX] {
            let outside = |error: Error| matches!(error.kind(), ErrorKind::OutOfBounds { len: Some(3), .. });
            assert!(outside(buffer.read_scalar_at("test", offset, dtype).unwrap_err()));
            assert!(outside(buffer.write_scalar_at("test", offset, scalar).unwrap_err()));
        }
    }
}

/// Memory of bools stays memory of bools: no other dtype can write it, and no other memory can be read as bools.
#[test]
fn bools_keep_to_themselves() {
    let (bools, bytes) = (Buffer::from_vec(vec![true, false]), Buffer::from_vec(vec![1u8, 2]));
    assert!(bools.read_at::<bool>("test", 0).unwrap());
    assert_eq!(bools.read_at::<u8>("test", 0).unwrap(), 1);
    assert!(bools.write_at::<u8>("test", 0, 1).unwrap_err().is_dtype());
    assert!(bytes.read_at::<bool>("test", 0).unwrap_err().is_dtype());
    assert!(bytes.write_at("test", 0, true).unwrap_err().is_dtype());
    let layout = line(2);
    let (bools, bytes) = (bools.lock("test", Write).unwrap(), bytes.lock("test", Write).unwrap());
    for (lock, dtype, source, target) in [
        (&bools, DType::Bool, true, true),
        (&bools, DType::U8, true, false),
        (&bytes, DType::Bool, false, false),
        (&bytes, DType::I8, true, true),
    ] {
        assert_eq!(lock.source("test", &layout, dtype).is_ok(), source, "{dtype}");
        assert_eq!(lock.target("test", &layout, dtype).is_ok(), target, "{dtype}");
    }
}

#[test]
fn bytes_from_outside_are_checked() {
    let made = |bytes: &[u8], dtype| Buffer::from_bytes(bytes, dtype);
    assert_eq!(bytes_of(&made(&[1, 2, 3, 4], DType::I16).unwrap()), [1, 2, 3, 4]);
    assert_eq!(made(&[1, 0, 1], DType::Bool).unwrap().read_at::<bool>("test", 1).ok(), Some(false));
    let kind = |bytes: &[u8], dtype| made(bytes, dtype).unwrap_err().kind().clone();
    assert_eq!(
        kind(&[0, 1, 2], DType::Bool),
        ErrorKind::InvalidBool { op: "from_bytes", position: 2, byte: 2 }
    );
    assert_eq!(
        kind(&[0; 6], DType::F32),
        ErrorKind::Misaligned { op: "from_bytes", dtype: DType::F32, what: "length" }
    );
}

/// Counts how often it is dropped.
struct Owner(Arc<AtomicUsize>, Vec<u8>);

impl Drop for Owner {
    fn drop(&mut self) {
        self.0.fetch_add(1, SeqCst);
    }
}

#[test]
#[expect(unsafe_code, reason = "it takes memory over from an owner")]
fn foreign_memory_lives_as_long_as_it_is_used() {
    let drops = Arc::new(AtomicUsize::new(0));
    let mut owner = Owner(Arc::clone(&drops), vec![0u8; 17]);
    let bytes = &raw mut owner.1[1..];
    // SAFETY: the vector is the owner's, which nobody else can reach any more.
    let buffer = unsafe { Buffer::from_foreign(owner, bytes, Write, DType::U8) }.unwrap();
    buffer.write_at::<u8>("test", 3, 9).unwrap();
    // One element needs no alignment, a region does, and of two neighbours only one can have it.
    assert!(buffer.read_at::<u16>("test", 1).is_ok());
    let misaligned = buffer.lock("test", Read).unwrap().source("test", &line(4), DType::U16).err();
    let aligned = bytes.cast::<u8>().addr().is_multiple_of(2);
    assert_eq!(misaligned.is_none(), aligned);
    let guard = ReadGuard::<u8>::new("test", &buffer, line(16)).unwrap();
    drop(buffer);
    assert_eq!(drops.load(SeqCst), 0);
    drop(guard);
    assert_eq!(drops.load(SeqCst), 1);
}

/// Handles that threads make and drop at the same time: the memory goes with the last of them, once, whoever has it.
#[test]
#[expect(unsafe_code, reason = "it takes memory over from an owner")]
fn memory_is_freed_once_by_the_last_of_many_threads() {
    let drops = Arc::new(AtomicUsize::new(0));
    for round in 1..=300 {
        let mut owner = Owner(Arc::clone(&drops), vec![7u8; 3]);
        let bytes = &raw mut owner.1[..];
        // SAFETY: the vector is the owner's, which nobody else can reach any more.
        let buffer = unsafe { Buffer::from_foreign(owner, bytes, Write, DType::U8) }.unwrap();
        let handles: Vec<Buffer> = (0..4).map(|_| buffer.clone()).collect();
        drop(buffer);
        thread::scope(|scope| {
            for mut handle in handles {
                scope.spawn(move || {
                    for _ in 0..10 {
                        handle = handle.clone();
                        assert_eq!(handle.read_at::<u8>("test", 2).unwrap(), 7);
                    }
                });
            }
        });
        assert_eq!(drops.load(SeqCst), round);
    }
}

#[test]
fn a_handle_is_the_only_one_when_the_others_are_gone() {
    let mut buffer = Buffer::zeroed("test", &[10], DType::F64).unwrap();
    let others = [buffer.clone(), buffer.clone()];
    assert!(!buffer.is_sole_owner() && others.iter().all(|other| other.ptr_eq(&buffer)));
    drop(others);
    assert!(buffer.is_sole_owner());
    assert_eq!(bytes_of(&buffer), [0; 80]);
}

#[test]
#[expect(unsafe_code, reason = "it takes memory over from an owner")]
fn foreign_memory_can_be_read_only_or_refused() {
    static TABLE: [u8; 4] = [1, 2, 3, 0];
    let table = std::ptr::from_ref(&TABLE[..]).cast_mut();
    // SAFETY: the table lives for ever and is never written.
    let made = |bytes, dtype| unsafe { Buffer::from_foreign((), bytes, Read, dtype) };
    let buffer = made(table, DType::U8).unwrap();
    let read_only =
        |error: Error| *error.kind() == ErrorKind::ReadOnly { op: "test", reason: ReadOnlyReason::Memory };
    assert!(read_only(buffer.write_at::<u8>("test", 0, 1).unwrap_err()));
    assert!(read_only(
        buffer.lock("test", Write).unwrap().target("test", &line(4), DType::U8).err().unwrap()
    ));
    assert!(read_only(WriteGuard::<u8>::new("test", &buffer, line(4)).err().unwrap()));
    let bools = made(table, DType::Bool).unwrap();
    assert_eq!([1, 2, 3].map(|k| bools.read_at::<bool>("test", k).unwrap()), [true, true, false]);
    let null = |len| std::ptr::slice_from_raw_parts_mut(std::ptr::null_mut::<u8>(), len);
    assert!(matches!(made(null(3), DType::U8).unwrap_err().kind(), ErrorKind::Argument { .. }));
    let empty = made(null(0), DType::F64).unwrap();
    assert!(empty.lock("test", Read).unwrap().source("test", &line(0), DType::F64).is_ok());
}

#[test]
fn regions_lie_inside_of_their_memory() {
    let buffer = Buffer::from_vec(vec![0i32; 10]);
    let check = |shape: &[usize], strides: &[isize], offset, fits: bool| {
        let layout = Layout::new_for("test", shape, strides, offset).unwrap();
        let lock = buffer.lock("test", Write).unwrap();
        for found in [
            lock.source("test", &layout, DType::I32).map(|source| source.start().addr()),
            lock.target("test", &layout, DType::I32).map(|target| target.start().addr()),
        ] {
            match found {
                Ok(start) => assert!(fits && start == buffer.start().addr() + 4 * offset, "{layout:?}"),
                Err(error) => {
                    assert!(!fits && matches!(error.kind(), ErrorKind::OutOfBounds { len: Some(10), .. }));
                }
            }
        }
    };
    check(&[10], &[1], 0, true);
    check(&[10], &[1], 1, false);
    check(&[10], &[-1], 9, true);
    check(&[10], &[-1], 10, false);
    check(&[2, 5], &[5, 1], 0, true);
    check(&[2, 5], &[-5, 1], 5, true);
    check(&[3, 5], &[5, 1], 0, false);
    check(&[100], &[0], 9, true);
    check(&[100], &[0], 10, false);
    check(&[], &[], 9, true);
    check(&[], &[], 10, false);
    check(&[0, 100], &[100, 1], 1000, true);
    let wide = buffer.lock("test", Read).unwrap();
    assert!(wide.source("test", &line(5), DType::I64).is_ok() == buffer.start().addr().is_multiple_of(8));
    assert!(wide.source("test", &line(6), DType::I64).is_err());
    assert!(wide.source("test", &line(20), DType::I16).is_ok());
    assert!(wide.target("test", &line(10), DType::I32).is_err(), "it is locked for reading");
}

#[test]
fn the_same_buffer_is_locked_once_with_the_stronger_access() {
    let (a, b) = (Buffer::from_vec(vec![0u8; 4]), Buffer::from_vec(vec![0u8; 4]));
    let layout = line(4);
    let locks = lock_all("test", [(&a, Read), (&b, Read), (&a, Write), (&a, Read)]).unwrap();
    let [first, second, third, fourth] = locks.each();
    assert!(
        first.source("test", &layout, DType::U8).is_ok() && fourth.source("test", &layout, DType::U8).is_ok()
    );
    assert!(third.target("test", &layout, DType::U8).is_ok());
    assert!(
        first.target("test", &layout, DType::U8).is_err()
            && second.target("test", &layout, DType::U8).is_err()
    );
    drop(locks);
    let list = lock_list("test", [&a, &b, &a, &b].map(|buffer| (buffer, Write))).unwrap();
    assert_eq!(list.iter().filter(|lock| lock.target("test", &layout, DType::U8).is_ok()).count(), 4);
    drop(list);
    drop(lock_list("test", []).unwrap());
    drop((a.lock("test", Write).unwrap(), b.lock("test", Write).unwrap()));
}

/// When one of several buffers cannot be had, the others are free again, and the error names the guard.
#[test]
fn a_failed_lock_leaves_nothing_locked() {
    let buffers = [0; 3].map(|_| Buffer::from_vec(vec![0u8; 4]));
    for guarded in 0..3 {
        let line_taken = Location::caller().line() + 1;
        let guard = WriteGuard::<u8>::new("test", &buffers[guarded], line(4)).unwrap();
        let error = lock_all("copy", buffers.each_ref().map(|buffer| (buffer, Read))).err().unwrap();
        let ErrorKind::Busy { op: "copy", wanted: Read, held: Some(Write), taken_at: Some(at) } =
            error.kind()
        else {
            panic!("{error}");
        };
        assert_eq!((at.file(), at.line()), (file!(), line_taken));
        for free in (0..3).filter(|&k| k != guarded) {
            drop(buffers[free].lock("test", Write).unwrap());
        }
        drop(guard);
        drop(buffers[guarded].lock("test", Write).unwrap());
    }
}

/// Two buffers are entered at once, or not at all; one that comes twice is left once, when both are.
#[test]
fn two_buffers_are_entered_together() {
    let [a, b] = [0; 2].map(|_| Buffer::from_vec(vec![0u8; 4]));
    let is_free = |buffer: &Buffer| {
        // Who holds a guard does not wait.
        let _guard = ReadGuard::<u8>::new("test", &Buffer::from_vec(vec![0u8]), line(1)).unwrap();
        buffer.lock("test", Write).is_ok()
    };
    for is_brief in [false, true] {
        for [first, second] in [[&a, &b], [&b, &a], [&a, &a]] {
            let pair = enter_two_to_read("test", [first, second], is_brief).unwrap();
            let dense = line(4);
            for entered in pair.each() {
                assert!(entered.piece("test", dense.dense().unwrap(), DType::U8).unwrap().is_some());
            }
            if !is_brief {
                assert!(!is_free(first) && !is_free(second));
            }
            drop(pair);
            assert!(is_free(&a) && is_free(&b));
        }
        // Another reader is no reason to fail: the patient way goes in beside it.
        let reader = b.lock("test", Read).unwrap();
        drop(enter_two_to_read("test", [&a, &b], is_brief).unwrap());
        drop(reader);
        for guarded in [&a, &b] {
            let taken = Location::caller().line() + 1;
            let guard = WriteGuard::<u8>::new("test", guarded, line(4)).unwrap();
            let error = enter_two_to_read("copy", [&a, &b], is_brief).err().unwrap();
            assert!(matches!(error.kind(), ErrorKind::Busy { taken_at: Some(at), .. } if at.line() == taken));
            drop(guard);
            assert!(is_free(&a) && is_free(&b));
        }
    }
}

#[test]
fn a_panic_gives_the_lock_back() {
    let buffer = Buffer::from_vec(vec![0u8; 4]);
    for brief in [false, true] {
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let _lock =
                if brief { buffer.lock_briefly("test", Write) } else { buffer.lock("test", Write) }.unwrap();
            panic!("inside of an operation");
        }));
        assert!(outcome.is_err());
        drop(buffer.lock("test", Write).unwrap());
    }
}

#[test]
fn guards_give_views() {
    let buffer = Buffer::from_vec(vec![1i32, 2, 3, 4]);
    let mut guard = WriteGuard::<i32>::new("test", &buffer, line(4)).unwrap();
    guard.as_view_mut().with_target(|target| assert_eq!(target.shape(), [4]));
    assert_eq!(guard.as_view().layout().shape(), [4]);
    assert!(buffer.read_at::<i32>("get", 0).unwrap_err().is_busy());
    drop(guard);
    let reader = ReadGuard::<i32>::new("test", &buffer, line(4)).unwrap();
    assert_eq!(buffer.read_at::<i32>("get", 3).unwrap(), 4);
    assert!(buffer.write_at::<i32>("set", 3, 5).unwrap_err().is_busy());
    thread::scope(|scope| {
        scope.spawn(|| assert_eq!(reader.as_view().layout().len(), 4));
    });
    drop(reader);
    let repeated = Layout::new_for("test", &[3, 4], &[0, 1], 0).unwrap();
    assert!(ReadGuard::<i32>::new("test", &buffer, repeated.clone()).is_ok());
    assert!(WriteGuard::<i32>::new("test", &buffer, repeated).err().unwrap().is_read_only());
    assert!(ReadGuard::<i32>::new("test", &buffer, line(5)).is_err());
    assert!(ReadGuard::<bool>::new("test", &buffer, line(4)).is_err());
}

/// Many threads copy single elements through one buffer: none is torn or lost.
#[test]
fn elements_from_many_threads() {
    let buffer = Buffer::zeroed("test", &[2], DType::Complex128).unwrap();
    thread::scope(|scope| {
        for thread in 0..4 {
            let buffer = &buffer;
            scope.spawn(move || {
                for round in 0..5_000 {
                    let value = f64::from(thread * 10_000 + round);
                    let written = num_complex::Complex64::new(value, value);
                    buffer.write_at("set", 1, written).unwrap();
                    let read: num_complex::Complex64 = buffer.read_at("get", 1).unwrap();
                    assert_eq!(read.re, read.im);
                }
            });
        }
    });
}

/// A guard waits for whoever exposes bools, and finds out that they are not its own any more.
#[test]
fn bools_that_are_exposed_at_the_gate_are_not_handed_out() {
    let mask = Buffer::from_vec(vec![false, true]);
    let exposing = mask.lock("test", Write).unwrap();
    thread::scope(|scope| {
        let guard = scope.spawn(|| WriteGuard::<bool>::new("test", &mask, line(2)).map(drop));
        // Long enough to get to the gate; a guard that comes later is refused for the flag it sees first.
        thread::sleep(Duration::from_millis(100));
        mask.shared.exposed.store(true, SeqCst);
        drop(exposing);
        let refused = guard.join().unwrap().unwrap_err();
        assert!(matches!(refused.kind(), ErrorKind::Unsupported { dtype: DType::Bool, .. }), "{refused}");
    });
    mask.lock("test", Write).expect("the guard that was refused has left");
}
