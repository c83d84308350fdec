//! Archives of tensors.

use std::io::Cursor;

use lunette::io::npz::{self, Compression};
use lunette::io::{load, load_named};
use lunette::prelude::*;
use lunette::{ErrorKind, Result};

use crate::splitmix::Rng;
use crate::{Folder, any_bits, assert_same, words_in};

fn archive(members: &[(&str, DynTensor)], compression: Compression) -> Result<Cursor<Vec<u8>>> {
    let mut archive = Cursor::new(Vec::new());
    npz::write(&mut archive, members, compression)?;
    Ok(archive)
}

#[test]
fn every_dtype_comes_back_stored_and_deflated() -> Result<()> {
    let mut rng = Rng::new(5);
    let all = DType::ALL.into_iter().filter(|dtype| *dtype != DType::BF16);
    let members: Vec<(&str, DynTensor)> =
        all.map(|dtype| (dtype.name(), any_bits(&mut rng, dtype, &[4, 3]).transpose())).collect();
    for compression in [Compression::Stored, Compression::Deflated] {
        let mut archive = archive(&members, compression)?;
        let back = npz::read(&mut archive)?;
        assert_eq!(back.len(), members.len());
        for ((name, tensor), (expected_name, expected)) in back.iter().zip(&members) {
            assert_eq!(name, expected_name);
            assert_same(tensor, expected);
        }
        assert_same(&npz::read_named(&mut archive, "i16")?, &members[2].1);
    }
    Ok(())
}

#[test]
fn archives_may_be_empty_and_hold_large_members() -> Result<()> {
    assert_eq!(npz::names(archive(&[], Compression::Stored)?)?, [""; 0]);
    let x = Tensor::<f64>::from_flat_fn([1 << 18], |k| (k % 1000) as f64)?;
    for compression in [Compression::Stored, Compression::Deflated] {
        let archive = archive(&[("x", x.to_dyn())], compression)?;
        assert_eq!(npz::read_named(archive, "x")?.into_typed::<f64>()?, x);
    }
    Ok(())
}

#[test]
fn names_that_are_not_there_or_there_twice() -> Result<()> {
    let x = tensor![1].into_dyn();
    let folder = Folder::new();
    let path = folder.file("x.npz");
    npz::save(&path, &[("a", x.clone()), ("b", x.clone())], Compression::Stored)?;
    let error = load_named(&path, "c").unwrap_err();
    assert_eq!(words_in(&path, &error), "load: `FILE` holds no tensor `c`: it has `a`, `b`");
    let error = load(&path).unwrap_err();
    assert_eq!(
        words_in(&path, &error),
        "load: `FILE` holds 2 tensors, and one is asked for: it has `a`, `b`"
    );
    assert!(error.is_io() && matches!(error.kind(), ErrorKind::FileMember { name: None, .. }));
    let error = archive(&[("a", x.clone()), ("a", x)], Compression::Stored).unwrap_err();
    let words = "save: `members` is `a` twice: every member of an archive has a name of its own";
    assert_eq!(error.to_string(), words);
    assert!(matches!(error.kind(), ErrorKind::Argument { name: "members", .. }), "{error}");
    Ok(())
}

#[test]
fn members_at_fault_are_named() -> Result<()> {
    let mut bytes = archive(&[("x", tensor![1].into_dyn())], Compression::Stored)?.into_inner();
    let at = bytes.windows(4).position(|four| four == b"'<i4").unwrap();
    bytes[at + 2] = b'O';
    let error = npz::read(Cursor::new(bytes)).unwrap_err();
    let words = "load: the data holds elements of type `<O4` (member `x`): these are pickled Python objects, which only \
                 Python can read: save an array of numbers";
    assert_eq!(error.to_string(), words);
    Ok(())
}

#[test]
fn checksums_are_compared() -> Result<()> {
    let mut bytes = archive(&[("x", tensor![1, 2, 3].into_dyn())], Compression::Stored)?.into_inner();
    let at = bytes.windows(4).position(|four| four == [3, 0, 0, 0]).unwrap();
    bytes[at] = 4;
    let error = npz::read(Cursor::new(bytes)).unwrap_err();
    assert!(error.is_io() && error.to_string().to_lowercase().contains("checksum"), "{error}");
    Ok(())
}

#[test]
fn what_is_no_archive() {
    for bytes in [&b""[..], b"PK\x03\x04", b"\x93NUMPY\x01\x00 and so on and so forth and so on"] {
        let error = npz::read(Cursor::new(bytes)).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::FileFormat { format: "npz", .. }), "{error}");
        assert!(!error.to_string().contains("invalid"), "{error}");
    }
}
