//! Files by their paths: endings, and saving that loses nothing.

use std::fs;

use lunette::error::FileDeed;
use lunette::io::{self, npy};
use lunette::prelude::*;
use lunette::{ErrorKind, Result};

use crate::{Folder, words_in};

#[test]
fn every_ending_goes_there_and_back() -> Result<()> {
    let folder = Folder::new();
    let x = tensor![[1.5, 2.5], [3.5, 4.5]];
    let names: &[&str] = match cfg!(feature = "safetensors") {
        true => &["x.csv", "x.npy", "x.npz", "x.safetensors", "x.tsv", "x.txt"],
        false => &["x.csv", "x.npy", "x.npz", "x.tsv", "x.txt"],
    };
    for name in names {
        io::save(folder.file(name), &x)?;
        assert_eq!(io::load(folder.file(name))?.into_typed::<f64>()?, x, "{name}");
    }
    assert_eq!(folder.names(), names);
    assert_eq!(io::load_named(folder.file("x.npz"), "arr_0")?.into_typed::<f64>()?, x);
    Ok(())
}

#[test]
fn endings_may_be_in_capitals() -> Result<()> {
    let (folder, x) = (Folder::new(), tensor![[1.0, 2.5], [-3.0, 4.0]]);
    for name in ["X.NPY", "X.Csv"] {
        io::save(folder.file(name), &x)?;
        assert_eq!(io::load(folder.file(name))?.into_typed::<f64>()?, x, "{name}");
    }
    assert_eq!(&fs::read(folder.file("X.NPY")).unwrap()[1..6], b"NUMPY");
    Ok(())
}

#[test]
fn other_endings_are_refused() {
    for name in ["x", "x.xls", "x.npy.gz", "npy"] {
        for error in [io::load(name).unwrap_err(), io::save(name, &tensor![1]).unwrap_err()] {
            assert!(matches!(error.kind(), ErrorKind::Argument { name: "path", .. }), "{error}");
            let words = match cfg!(feature = "safetensors") {
                true => {
                    "ends in `.npy`, `.npz`, `.safetensors`, `.csv`, `.tsv` or `.txt`; behind the last three `.gz` may follow"
                }
                false => "or in what the features `npz` and `safetensors` are switched on for",
            };
            assert!(error.to_string().ends_with(words), "{error}");
        }
    }
}

#[test]
fn a_failure_leaves_what_was_there() -> Result<()> {
    let folder = Folder::new();
    let path = folder.file("x.npz");
    io::save(&path, &tensor![1, 2, 3])?;
    let before = fs::read(&path).unwrap();
    // The first member is written before the second is refused.
    let members = [("fine", tensor![1].into_dyn()), ("refused", tensor![lunette::bf16::ONE].into_dyn())];
    assert!(io::npz::save(&path, &members, io::npz::Compression::Stored).unwrap_err().is_dtype());
    assert_eq!(fs::read(&path).unwrap(), before);
    assert!(npy::save(folder.file("y.npy"), &tensor![lunette::bf16::ONE]).is_err());
    assert_eq!(folder.names(), ["x.npz"], "nothing else is left");
    Ok(())
}

#[test]
fn what_is_read_while_it_is_replaced_stays() -> Result<()> {
    use std::io::Read;
    let folder = Folder::new();
    let path = folder.file("x.npy");
    npy::save(&path, &tensor![1, 2, 3])?;
    let mut old = fs::File::open(&path).unwrap();
    npy::save(&path, &tensor![4, 5])?;
    let mut bytes = Vec::new();
    old.read_to_end(&mut bytes).unwrap();
    assert_eq!(npy::read(&bytes[..])?.into_typed::<i32>()?, tensor![1, 2, 3]);
    assert_eq!(npy::load(&path)?.into_typed::<i32>()?, tensor![4, 5]);
    Ok(())
}

#[test]
fn drafts_of_others_are_not_touched() -> Result<()> {
    let folder = Folder::new();
    let path = folder.file("x.npy");
    // Every name that a draft could get in this process is taken, but the later ones.
    let taken: Vec<String> = (0..4).map(|k| format!(".x.npy.{}-{k}.part", std::process::id())).collect();
    for name in &taken {
        fs::write(folder.file(name), b"mine").unwrap();
    }
    npy::save(&path, &tensor![1])?;
    for name in &taken {
        assert_eq!(fs::read(folder.file(name)).unwrap(), b"mine");
    }
    assert_eq!(folder.names().len(), 5);
    Ok(())
}

#[test]
fn places_that_cannot_be_written() {
    let folder = Folder::new();
    let check = |path: std::path::PathBuf, expected: &str| {
        let error = npy::save(&path, &tensor![1]).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::File { deed: FileDeed::Create, .. }), "{error}");
        assert!(words_in(&path, &error).starts_with(expected), "{error}");
    };
    fs::create_dir(folder.file("folder.npy")).unwrap();
    check(folder.file("folder.npy"), "save: `FILE` cannot be made: is a directory");
    check(folder.file("missing/x.npy"), "save: `FILE` cannot be made: No such file or directory");
    fs::write(folder.file("protected.npy"), b"mine").unwrap();
    let mut permissions = fs::metadata(folder.file("protected.npy")).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(folder.file("protected.npy"), permissions).unwrap();
    check(folder.file("protected.npy"), "save: `FILE` cannot be made: permission denied");
    assert_eq!(fs::read(folder.file("protected.npy")).unwrap(), b"mine");
    assert_eq!(folder.names(), ["folder.npy", "protected.npy"]);
}

/// Some formats begin at the end of a file, and a system says of a folder there what it does not say of its start.
#[test]
fn folders_are_not_read() {
    let folder = Folder::new();
    for name in ["folder.npy", "folder.npz"] {
        let path = folder.file(name);
        fs::create_dir(&path).unwrap();
        let error = io::load(&path).unwrap_err();
        assert_eq!(words_in(&path, &error), "load: `FILE` cannot be opened: is a directory", "{name}");
    }
}

#[cfg(unix)]
#[test]
fn links_stay_and_permissions_are_kept() -> Result<()> {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new();
    let (real, link) = (folder.file("real.npy"), folder.file("link.npy"));
    npy::save(&real, &tensor![1])?;
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real.npy", &link).unwrap();
    npy::save(&link, &tensor![2])?;
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(npy::load(&real)?.into_typed::<i32>()?, tensor![2]);
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    Ok(())
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_written_where_it_is() -> Result<()> {
    use std::os::unix::fs::FileTypeExt;
    npy::save("/dev/null", &tensor![1])?;
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    assert!(npy::load("/dev/null").unwrap_err().to_string().ends_with("it is empty"));
    Ok(())
}

/// A sink with room for so many bytes.
struct Full(usize);

impl std::io::Write for Full {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 { Err(std::io::ErrorKind::StorageFull.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn streams_that_refuse() {
    for room in [0, 10, 127, 128, 131] {
        for tensor in [tensor![1, 2, 3], tensor![3, 2, 1].flip(..).unwrap()] {
            let error = npy::write(Full(room), &tensor).unwrap_err();
            assert_eq!(error.to_string(), "save: the stream cannot be written: no storage space");
            let ErrorKind::File { cause, .. } = error.kind() else { panic!("{error}") };
            assert_eq!(cause.kind(), std::io::ErrorKind::StorageFull);
        }
    }
    npy::write(Full(140), &tensor![1, 2, 3]).unwrap();
}
