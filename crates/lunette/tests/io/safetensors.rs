//! The files that models are shared in.

use lunette::io::{load, load_named, safetensors};
use lunette::prelude::*;
use lunette::{ErrorKind, Result};

use crate::splitmix::Rng;
use crate::{Folder, any_bits, assert_same, words_in};

fn written(members: &[(&str, DynTensor)]) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    safetensors::write(&mut bytes, members, &Default::default())?;
    Ok(bytes)
}

#[test]
fn every_dtype_and_view_comes_back() -> Result<()> {
    let mut rng = Rng::new(6);
    let all = DType::ALL.into_iter().filter(|dtype| *dtype != DType::Complex128);
    let members: Vec<(&str, DynTensor)> =
        all.map(|dtype| (dtype.name(), any_bits(&mut rng, dtype, &[4, 3]).transpose())).collect();
    let contents = safetensors::read(&written(&members)?[..])?;
    assert_eq!(contents.tensors.len(), 14);
    for (name, tensor) in &members {
        assert_same(&contents.get(name)?, tensor);
    }
    for shape in [&[][..], &[0], &[2, 0], &[1, 1]] {
        let x = any_bits(&mut rng, DType::BF16, shape);
        assert_same(&safetensors::read(&written(&[("x", x.clone())])?[..])?.get("x")?, &x);
    }
    Ok(())
}

#[test]
fn the_bytes_are_those_of_the_format() -> Result<()> {
    let mut bytes = Vec::new();
    let about = [("b".to_owned(), "2".to_owned()), ("a\"".to_owned(), "1".to_owned())].into();
    let members = [("byte", tensor![7_u8].into_dyn()), ("wide", tensor![[1_i64]].into_dyn())];
    safetensors::write(&mut bytes, &members, &about)?;
    let text = concat!(
        r#"{"__metadata__":{"a\"":"1","b":"2"},"wide":{"dtype":"I64","shape":[1,1],"data_offsets":[0,8]},"#,
        r#""byte":{"dtype":"U8","shape":[1],"data_offsets":[8,9]}}"#
    );
    let len = text.len().next_multiple_of(8);
    assert_eq!(bytes[..8], (len as u64).to_le_bytes());
    assert_eq!(String::from_utf8_lossy(&bytes[8..8 + len]).trim_end(), text);
    assert_eq!(bytes[8 + len..], [1, 0, 0, 0, 0, 0, 0, 0, 7]);
    // The library of the format reads it too, and what it writes is read here.
    let theirs = ::safetensors::SafeTensors::deserialize(&bytes).unwrap();
    assert_eq!(theirs.tensor("wide").unwrap().data(), [1, 0, 0, 0, 0, 0, 0, 0]);
    let again = ::safetensors::serialize(theirs.tensors(), None).unwrap();
    assert_eq!(safetensors::read(&again[..])?.get("byte")?.into_typed::<u8>()?, tensor![7_u8]);
    assert_eq!(safetensors::read(&bytes[..])?.metadata, about);
    Ok(())
}

#[test]
fn one_of_several_is_read_from_a_file() -> Result<()> {
    let folder = Folder::new();
    let path = folder.file("x.safetensors");
    let members = [("a", tensor![1, 2].into_dyn()), ("b", tensor![0.5].into_dyn())];
    safetensors::save(&path, &members, &Default::default())?;
    assert_same(&load_named(&path, "a")?, &members[0].1);
    assert_same(&load_named(&path, "b")?, &members[1].1);
    let error = load_named(&path, "c").unwrap_err();
    assert_eq!(words_in(&path, &error), "load: `FILE` holds no tensor `c`: it has `b`, `a`");
    let error = load(&path).unwrap_err();
    assert_eq!(
        words_in(&path, &error),
        "load: `FILE` holds 2 tensors, and one is asked for: it has `b`, `a`"
    );
    Ok(())
}

#[test]
fn what_cannot_be_written() {
    let x = tensor![1].into_dyn();
    for members in [[("a", x.clone()), ("a", x.clone())], [("a", x.clone()), ("__metadata__", x.clone())]] {
        let error = written(&members).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Argument { name: "members", .. }), "{error}");
    }
    let error = written(&[("z", tensor![lunette::Complex64::I].into_dyn())]).unwrap_err();
    let words = "save: not defined for dtype complex128: safetensors has no such dtype: `cast` it to complex64, or save it \
                 as npy";
    assert_eq!(error.to_string(), words);
}

/// Checks the end of the error that a file with this header and some bytes after it gives.
#[track_caller]
fn refused(header: &str, rest: usize, words: &str) {
    let bytes = [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &vec![0; rest]].concat();
    let error = safetensors::read(&bytes[..]).unwrap_err();
    assert!(error.is_io() && error.to_string().contains(words), "{error}");
}

#[test]
fn what_cannot_be_read() {
    let one = |dtype: &str, shape: &str, end: usize| {
        format!(r#"{{"x":{{"dtype":"{dtype}","shape":{shape},"data_offsets":[0,{end}]}}}}"#)
    };
    refused("", 0, "its header: EOF while parsing");
    refused("{", 0, "its header: EOF while parsing");
    refused("[]", 0, "its header:");
    refused(&one("F32", "[2]", 8), 7, "it ends after 7 of the 8 bytes that its elements need");
    refused(&one("F32", "[2]", 4), 8, "its header:");
    refused(&one("F32", "[4611686018427387904]", 0), 8, "its header:");
    refused(&one("F32", "[2, 4611686018427387904, 0]", 0), 8, "has more elements than can be addressed");
    refused(
        &one("F8_E4M3", "[2]", 2),
        2,
        "holds elements of type F8_E4M3 (tensor `x`): tensors have no floats",
    );
    refused(
        &one("U64", "[1000000000000]", 8_000_000_000_000),
        8,
        "it ends after 8 of the 8000000000000 bytes",
    );
    refused(&one("U8", &format!("[{}1]", "1,".repeat(64)), 1), 1, "it has 65 axes");
    for bytes in [&b""[..], b"1234567", &[0xff; 20]] {
        assert!(safetensors::read(bytes).unwrap_err().is_io());
    }
}

#[test]
fn files_have_no_bytes_to_spare() -> Result<()> {
    let folder = Folder::new();
    let path = folder.file("x.safetensors");
    let mut bytes = written(&[("x", tensor![1_u8, 2].into_dyn())])?;
    bytes.push(0);
    std::fs::write(&path, bytes).unwrap();
    let error = load(&path).unwrap_err();
    let words = "load: `FILE` is no safetensors file that can be read: 3 bytes follow its header, and its tensors have 2";
    assert_eq!(words_in(&path, &error), words);
    Ok(())
}
