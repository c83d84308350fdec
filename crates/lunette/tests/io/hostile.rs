//! Files that lie: nothing is allocated on their word, and no bytes at all make anything panic.
#![expect(unsafe_code, reason = "an allocator that counts is the witness")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use lunette::io::npy;
use lunette::prelude::*;

use crate::splitmix::Rng;
use crate::{header, npy_file};

/// The system's allocator, which remembers the largest request of each thread.
struct Counting;

thread_local! {
    static LARGEST: Cell<usize> = const { Cell::new(0) };
}

fn count(size: usize) {
    // While a thread ends there is nothing to count any more.
    let _ = LARGEST.try_with(|largest| largest.set(largest.get().max(size)));
}

// SAFETY: all requests go to the system's allocator as they are.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller's promise is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller's promise is the same.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        // SAFETY: the caller's promise is the same.
        unsafe { System.realloc(start, layout, size) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise is the same.
        unsafe { System.dealloc(start, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The largest piece of memory that was asked for.
fn largest_request(run: impl FnOnce()) -> usize {
    LARGEST.set(0);
    run();
    LARGEST.get()
}

/// What may be asked for on the word of a file alone, and a little more for who counts in powers of two.
const MODEST: usize = 2 << 20;

#[test]
fn huge_shapes_take_no_memory() {
    let check = |shape: &str, words: &str| {
        let file = npy_file(1, &header("<f8", "False", shape), &[0; 1000]);
        let largest = largest_request(|| {
            let error = npy::read(&file[..]).unwrap_err();
            assert!(error.is_io() && error.to_string().contains(words), "{error}");
        });
        assert!(largest < MODEST, "{largest} bytes for {shape}");
    };
    check("(1000000000000,)", "it ends after 1000 of the 8000000000000 bytes");
    check("(4000000,)", "it ends after 1000 of the 32000000 bytes");
    check("(10000, 10000)", "it ends after 1000 of the 800000000 bytes");
    check("(4611686018427387904,)", "has more elements than can be addressed");
    check("(9223372036854775807, 2)", "has more elements than can be addressed");
    check("(99999999999999999999999999999999,)", "has more elements than can be addressed");
    let axes = format!("({})", "1,".repeat(65));
    check(&axes, "it has 65 axes, and tensors have at most 64");
}

#[test]
fn long_headers_take_no_memory() {
    for version in [2, 3] {
        let file = [b"\x93NUMPY", &[version, 0][..], &u32::MAX.to_le_bytes(), &[b' '; 100]].concat();
        let largest = largest_request(|| {
            let error = npy::read(&file[..]).unwrap_err();
            assert!(
                error.to_string().ends_with("4294967295 bytes is longer than that of any tensor"),
                "{error}"
            );
        });
        assert!(largest < MODEST, "{largest}");
    }
    let deep = format!("{{'descr': {}", "[".repeat(60_000));
    assert!(npy::read(&npy_file(1, &deep, &[])[..]).unwrap_err().is_io());
    let wide = format!("{{'shape': ({}", "1,".repeat(30_000));
    assert!(npy::read(&npy_file(1, &wide, &[])[..]).unwrap_err().is_io());
}

#[test]
fn files_know_their_length_before_anything_is_taken() {
    let folder = crate::Folder::new();
    let path = folder.file("x.npy");
    std::fs::write(&path, npy_file(1, &header("<f8", "False", "(30000,)"), &[0; 239_999])).unwrap();
    let largest = largest_request(|| {
        let error = lunette::io::load(&path).unwrap_err();
        let words = "load: `FILE` is no npy file that can be read: it ends after 239999 of the 240000 bytes that its \
                     elements need";
        assert_eq!(crate::words_in(&path, &error), words);
    });
    assert!(largest < 200_000, "{largest}");
}

/// How often, and from where, random bytes are drawn.
fn cases(mut check: impl FnMut(&mut Rng)) {
    let read = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let (count, seed) = (read("LUNETTE_CASES").unwrap_or(5000), read("LUNETTE_SEED").unwrap_or(1));
    println!("LUNETTE_CASES={count} LUNETTE_SEED={seed}");
    for case in 0..count {
        check(&mut Rng::new(seed ^ case << 20));
    }
}

/// A file with a few bytes that are others, or with an end that is missing.
fn damaged(rng: &mut Rng, file: &[u8]) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for _ in 0..1 + rng.below(4) {
        let at = rng.below(bytes.len().max(1));
        match rng.below(4) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, rng.next() as u8),
            2 => bytes.extend([rng.next() as u8; 3]),
            _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << rng.below(8)),
        }
    }
    bytes
}

/// What was read holds together.
fn sound(tensor: &DynTensor) {
    assert_eq!(tensor.copy().unwrap().shape(), tensor.shape());
    assert!(tensor.nbytes() < 1 << 20);
}

#[test]
fn any_bytes_give_a_tensor_or_an_error() {
    let mut whole = Vec::new();
    npy::write(&mut whole, &tensor![[1.5, 2.5], [3.5, 4.5]]).unwrap();
    let mut others = Vec::new();
    npy::write(&mut others, &tensor![true, false, true]).unwrap();
    let mut read = 0;
    cases(|rng| {
        let bytes: Vec<u8> = (0..rng.below(200)).map(|_| rng.next() as u8).collect();
        assert!(npy::read(&bytes[..]).is_err());
        let headed = npy_file(1 + rng.below(3) as u8, &String::from_utf8_lossy(&bytes), &[0; 10]);
        let _ = npy::read(&headed[..]).map(|tensor| sound(&tensor));
        for file in [&whole, &others] {
            if let Ok(tensor) = npy::read(&damaged(rng, file)[..]) {
                sound(&tensor);
                read += 1;
            }
        }
    });
    assert!(read > 0, "some damage does no harm");
}

#[cfg(feature = "npz")]
#[test]
fn any_bytes_give_an_archive_or_an_error() {
    use lunette::io::npz::{self, Compression};
    for compression in [Compression::Stored, Compression::Deflated] {
        let mut whole = std::io::Cursor::new(Vec::new());
        let members = [("x", tensor![1, 2, 3].into_dyn()), ("y", tensor![0.5].into_dyn())];
        npz::write(&mut whole, &members, compression).unwrap();
        let whole = whole.into_inner();
        cases(|rng| {
            let bytes = damaged(rng, &whole);
            if let Ok(members) = npz::read(std::io::Cursor::new(bytes)) {
                members.iter().for_each(|(_, tensor)| sound(tensor));
            }
        });
    }
}

#[cfg(feature = "safetensors")]
#[test]
fn any_bytes_give_safetensors_or_an_error() {
    use lunette::io::safetensors;
    let mut whole = Vec::new();
    let members = [("x", tensor![1, 2, 3].into_dyn()), ("y", tensor![true].into_dyn())];
    safetensors::write(&mut whole, &members, &[("a".into(), "b".into())].into()).unwrap();
    cases(|rng| {
        if let Ok(contents) = safetensors::read(&damaged(rng, &whole)[..]) {
            contents.tensors.iter().for_each(|(_, tensor)| sound(tensor));
        }
    });
}
