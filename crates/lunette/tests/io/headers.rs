//! Headers written by hand: what is read, and what each mistake is called.

use lunette::io::npy;
use lunette::prelude::*;
use lunette::{Complex32, Complex64, Result, f16};

use crate::{header, npy_file};

#[test]
fn t18_a_one_axis_file_loads() -> Result<()> {
    let header = "{'descr': '<i4', 'fortran_order': False, 'shape': (4,), }\n";
    let elements: Vec<u8> = [1_i32, 2, 3, 4].iter().flat_map(|element| element.to_le_bytes()).collect();
    let x = npy::read(&npy_file(1, header, &elements)[..])?;
    assert_eq!(x.into_typed::<i32>()?, tensor![1, 2, 3, 4]);
    Ok(())
}

#[test]
fn b6_column_major_files_are_read_as_such() -> Result<()> {
    let text = header("|u1", "True", "(2, 3)");
    let x = npy::read(&npy_file(1, &text, &[1, 4, 2, 5, 3, 6])[..])?;
    assert_eq!(x.strides(), [1, 2]);
    assert_eq!(x.into_typed::<u8>()?, tensor![[1_u8, 2, 3], [4, 5, 6]]);
    Ok(())
}

#[test]
fn headers_may_be_written_in_many_ways() -> Result<()> {
    for text in [
        "{'descr': '|i1', 'fortran_order': False, 'shape': (2,), }",
        "{'descr':'|i1','fortran_order':False,'shape':(2,)}",
        "{\"shape\": (2,), \"descr\": \"|i1\", \"fortran_order\": False}",
        "  {  'fortran_order' :False ,\n\t'shape' : ( 2 , ) ,'descr':  'i1' }   \n",
        "{'descr': '<i1', 'fortran_order': False, 'shape': (2L,), }",
        "{'descr': '>i1', 'fortran_order': False, 'shape': [2], }",
    ] {
        for version in 1..=3 {
            let x = npy::read(&npy_file(version, text, &[5, 0xff])[..])?;
            assert_eq!(x.into_typed::<i8>()?, tensor![5_i8, -1], "{text}");
        }
    }
    Ok(())
}

/// Checks that both byte orders of a dtype give the element.
fn both_orders<T: Element>(name: &str, little: &[&[u8]], expected: T) -> Result<()> {
    let parts = |reversed: bool| -> Vec<u8> {
        let turned =
            |part: &&[u8]| if reversed { part.iter().rev().copied().collect() } else { part.to_vec() };
        little.iter().flat_map(turned).collect()
    };
    for (order, bytes) in [('<', parts(false)), ('>', parts(true))] {
        let file = npy_file(1, &header(&format!("{order}{name}"), "False", "()"), &bytes);
        assert_eq!(npy::read(&file[..])?.into_typed::<T>()?.item()?, expected, "{order}{name}");
    }
    Ok(())
}

#[test]
fn both_byte_orders_of_every_dtype() -> Result<()> {
    both_orders("i2", &[&[1, 2]], 0x0201_i16)?;
    both_orders("i4", &[&[1, 2, 3, 4]], 0x0403_0201_i32)?;
    both_orders("i8", &[&[1, 0, 0, 0, 0, 0, 0, 0x80]], i64::MIN + 1)?;
    both_orders("u2", &[&[1, 0xff]], 0xff01_u16)?;
    both_orders("u4", &[&[1, 2, 3, 0xff]], 0xff03_0201_u32)?;
    both_orders("u8", &[&[1, 0, 0, 0, 0, 0, 0, 0xff]], 0xff00_0000_0000_0001_u64)?;
    both_orders("f2", &[&f16::from_f32(1.5).to_le_bytes()], f16::from_f32(1.5))?;
    both_orders("f4", &[&1.25_f32.to_le_bytes()], 1.25_f32)?;
    both_orders("f8", &[&(-1e300_f64).to_le_bytes()], -1e300)?;
    let (re, im) = (1.5_f32.to_le_bytes(), (-2.5_f32).to_le_bytes());
    both_orders("c8", &[&re, &im], Complex32::new(1.5, -2.5))?;
    let (re, im) = (1.5_f64.to_le_bytes(), (-2.5_f64).to_le_bytes());
    both_orders("c16", &[&re, &im], Complex64::new(1.5, -2.5))?;
    both_orders("u1", &[&[7]], 7_u8)?;
    both_orders("b1", &[&[1]], true)
}

/// Checks the end of the error that a file gives.
#[track_caller]
fn refused(file: &[u8], words: &str) {
    let error = npy::read(file).unwrap_err();
    assert!(error.is_io(), "{error}");
    let found = error.to_string();
    let found = found.strip_prefix("load: the data is no npy file that can be read: ").unwrap_or(&found);
    assert_eq!(found, words);
}

#[test]
fn what_is_no_npy_file() {
    refused(b"", "it is empty");
    refused(b"\x93NUM", "it ends before its header");
    refused(b"\x93NUMPY\x01\x00\x10", "it ends before its header");
    refused(b"\x93NUMPY\x01\x00\x10\x00{'descr'", "it ends after 8 of the 16 bytes of its header");
    refused(b"\x93NUMPY\x04\x00\x00\x00", "its version 4.0 is unknown: 1.0, 2.0 and 3.0 are read");
    refused(b"\x93NUMPY\x01\x01\x00\x00", "its version 1.1 is unknown: 1.0, 2.0 and 3.0 are read");
    refused(b"1 2 3\n4 5 6\n", "it does not start as the files of NumPy do");
    refused(b"1 2", "it does not start as the files of NumPy do");
    refused(
        b"\x80\x04\x95and so on",
        "it is a pickle, which only Python can read: save it with `numpy.save`",
    );
    refused(b"\x89HDF\r\n\x1a\n", "it is an HDF5 file: save it with `numpy.save`");
    refused(b"PK\x05\x06........", "it is a zip archive, as `.npz` files are: read it with `npz`");
}

#[test]
fn what_is_no_header() {
    let check = |text: &str, words: &str| refused(&npy_file(1, text, &[0; 64]), words);
    check("", "its header should have a dict, `{…}` at byte 0");
    check("{'descr': '<f8'", "its header should have `,` or `}` after an entry at byte 15");
    check("{'descr': __import__('os')}", "its header should have a value at byte 10");
    check("{'descr': '<f8', 'fortran_order': False}", "its header has no key `shape`");
    check("{'shape': (), 'fortran_order': False}", "its header has no key `descr`");
    check("{'shape': (), 'descr': '<f8'}", "its header has no key `fortran_order`");
    check("{'shape': (), 'shape': ()}", "its header has the key `shape` twice");
    check("{'shape': (), 'size': 8}", "its header has a key `size` that the format does not know");
    check("{'fortran_order': 1}", "the `fortran_order` of its header is neither True nor False");
    check("{'shape': 4}", "the `shape` of its header is no tuple of sizes");
    check("{'shape': (4)}", "the `shape` of its header is no tuple of sizes");
    check("{'shape': ('4',)}", "the `shape` of its header is no tuple of sizes");
    check("{'shape': (-4,)}", "its header should have a value at byte 11");
    check("{'descr': None}", "the `descr` of its header is no dtype");
}

#[test]
fn elements_that_no_tensor_holds() {
    let check = |descr: &str, words: &str| {
        let text = format!("{{'descr': {descr}, 'fortran_order': False, 'shape': (2,)}}");
        refused(&npy_file(1, &text, &[0; 64]), &format!("load: the data holds elements of type {words}"));
    };
    check("[('x', '<i4'), ('y', '<f8')]", "a record of 2 fields: save each field as an array of its own");
    check(
        "'|O'",
        "`|O`: these are pickled Python objects, which only Python can read: save an array of numbers",
    );
    check(
        "'<V2'",
        "`<V2`: raw bytes have no meaning here (so NumPy writes bfloat16): save it as float32, or as safetensors",
    );
    check("'|S3'", "`|S3`: tensors hold numbers, no text: save numbers");
    check("'<M8[ns]'", "`<M8[ns]`: tensors hold no dates: save `x.astype('int64')`");
    check("'<f16'", "`<f16`: tensors have no floats of this size: save `x.astype('float64')`");
    check("'<c32'", "`<c32`: tensors have no complex numbers of this size: save `x.astype('complex128')`");
}

#[test]
fn elements_that_are_not_there() {
    let text = header("<f8", "False", "(2, 3)");
    refused(&npy_file(1, &text, &[0; 47]), "it ends after 47 of the 48 bytes that its elements need");
    refused(&npy_file(1, &text, &[]), "it ends after 0 of the 48 bytes that its elements need");
    assert!(npy::read(&npy_file(1, &text, &[0; 48])[..]).is_ok());
    let text = header("|b1", "False", "(3,)");
    refused(&npy_file(1, &text, &[0, 1, 7]), "byte 7 of element 2 is no bool: only 0 and 1 are");
}
