//! Mapped files: no copy, no surprise.
#![expect(unsafe_code, reason = "mapping a file is a promise")]

use std::path::Path;

use lunette::buffer::MappedFile;
use lunette::io::npy;
use lunette::prelude::*;
use lunette::{ErrorKind, Result};

use crate::splitmix::Rng;
use crate::{Folder, any_bits, assert_same, header, npy_file, words_in};

fn open(path: &Path) -> Result<MappedFile> {
    // SAFETY: the folders of these tests are their own, and files in them are only replaced.
    unsafe { MappedFile::open(path) }
}

fn open_private(path: &Path) -> Result<MappedFile> {
    // SAFETY: as above.
    unsafe { MappedFile::open_private(path) }
}

#[test]
fn every_dtype_and_order_is_mapped() -> Result<()> {
    let folder = Folder::new();
    let path = folder.file("x.npy");
    let mut rng = Rng::new(3);
    for dtype in DType::ALL.into_iter().filter(|dtype| *dtype != DType::BF16) {
        for shape in [&[][..], &[0], &[7], &[2, 3], &[2, 3, 4]] {
            let x = any_bits(&mut rng, dtype, shape);
            for tensor in [x.clone(), x.transpose()] {
                npy::save(&path, &tensor)?;
                let mapped = npy::map(&open(&path)?)?;
                assert_same(&mapped, &tensor);
                assert_eq!(mapped.strides(), npy::load(&path)?.strides());
                assert!(!mapped.is_writable() && mapped.is_view());
            }
        }
    }
    Ok(())
}

#[test]
fn tensors_keep_the_mapping_and_see_the_old_file() -> Result<()> {
    let folder = Folder::new();
    let path = folder.file("x.npy");
    npy::save(&path, &tensor![1, 2, 3])?;
    let x = npy::map(&open(&path)?)?.into_typed::<i32>()?;
    npy::save(&path, &tensor![4, 5, 6])?;
    assert_eq!(x, tensor![1, 2, 3]);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(x.sum(..)?.item()?, 6);
    assert!(x.set(0, 9).unwrap_err().is_read_only());
    // What consumes it does not write it.
    assert_eq!(x.clone() + &tensor![1, 1, 1], tensor![2, 3, 4]);
    assert_eq!(x, tensor![1, 2, 3]);
    Ok(())
}

#[test]
fn private_mappings_can_be_written() -> Result<()> {
    let folder = Folder::new();
    let path = folder.file("x.npy");
    npy::save(&path, &tensor![[1, 2], [3, 4]])?;
    let file = open_private(&path)?;
    let (x, same) = (npy::map(&file)?.into_typed::<i32>()?, npy::map(&file)?.into_typed::<i32>()?);
    x.store(s![0], 9)?;
    assert_eq!(same, tensor![[9, 9], [3, 4]], "tensors over one mapping share it");
    assert!(x.shares_memory(&same) && x.base() == same.base());
    // One gate for both: a guard on one is in the way of the other.
    let guard = x.read()?;
    assert!(same.fill(0).unwrap_err().is_busy());
    drop(guard);
    assert_eq!(npy::load(&path)?.into_typed::<i32>()?, tensor![[1, 2], [3, 4]], "the file is as it was");
    assert_eq!(npy::map(&open_private(&path)?)?.into_typed::<i32>()?, tensor![[1, 2], [3, 4]]);
    Ok(())
}

/// Checks why a file cannot be mapped, and that it can be loaded.
#[track_caller]
fn not_mapped(path: &Path, file: Result<MappedFile>, why: &str) {
    let error = npy::map(&file.unwrap()).unwrap_err();
    assert!(error.is_io() && matches!(error.kind(), ErrorKind::NotMappable { .. }), "{error}");
    let words = format!("map: `FILE` cannot be mapped: {why}: use `load`, which copies");
    assert_eq!(words_in(path, &error), words);
    npy::load(path).unwrap();
}

#[test]
fn what_cannot_be_mapped_says_why() {
    let folder = Folder::new();
    let path = folder.file("x.npy");
    let aligned = |descr: &str| format!("{:<117}\n", header(descr, "False", "(1,)").trim_end());
    let save = |text: &str| std::fs::write(&path, npy_file(1, text, &[0; 8])).unwrap();
    let other = if cfg!(target_endian = "little") { ">f8" } else { "<f8" };
    save(&aligned(other));
    not_mapped(&path, open(&path), "its numbers are in the other byte order");
    save(&format!("{} ", aligned("=f8")));
    not_mapped(&path, open(&path), "its elements do not lie at multiples of their size");
    save(&aligned("|b1"));
    not_mapped(&path, open_private(&path), "memory that can be written is either all bools or has none");
    npy::map(&open(&path).unwrap()).unwrap();
}

#[test]
fn what_is_no_file_of_tensors_is_not_mapped() {
    let folder = Folder::new();
    let path = folder.file("x.npy");
    for (bytes, words) in [
        (Vec::new(), "it is empty"),
        (npy_file(1, &header("<f8", "False", "(3,)"), &[0; 23]), "it ends after 23 of the 24 bytes"),
        (npy_file(1, &header("|b1", "False", "(1,)"), &[2]), "byte 2 of element 0 is no bool"),
        (npy_file(1, &header("<f8", "False", "(4611686018427387904,)"), &[]), "than can be addressed"),
    ] {
        std::fs::write(&path, bytes).unwrap();
        let error = npy::map(&open(&path).unwrap()).unwrap_err();
        assert!(error.is_io() && words_in(&path, &error).contains(words), "{error}");
        assert!(error.to_string().contains(&*path.display().to_string()), "{error}");
    }
    let error = open(&folder.file("missing.npy")).unwrap_err();
    assert!(error.is_io() && error.to_string().starts_with("map: `"), "{error}");
}

#[cfg(feature = "safetensors")]
#[test]
fn safetensors_are_mapped() -> Result<()> {
    use lunette::io::safetensors;
    let folder = Folder::new();
    let path = folder.file("x.safetensors");
    let mut rng = Rng::new(4);
    let all = DType::ALL.into_iter().filter(|dtype| *dtype != DType::Complex128);
    let members: Vec<(&str, DynTensor)> =
        all.map(|dtype| (dtype.name(), any_bits(&mut rng, dtype, &[3, 5]))).collect();
    safetensors::save(&path, &members, &Default::default())?;
    let contents = safetensors::map(&open(&path)?)?;
    assert_eq!(contents.tensors.len(), 14);
    for (name, tensor) in &members {
        assert_same(&contents.get(name)?, tensor);
    }
    let error = safetensors::map(&open_private(&path)?).unwrap_err();
    assert!(error.to_string().contains("either all bools"), "{error}");
    Ok(())
}
