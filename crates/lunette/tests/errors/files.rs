//! The errors about files: how to provoke them, and what they say.

use lunette::buffer::MappedFile;
use lunette::io::{self, npy};

use crate::kinds::{Is, Row, row};

/// A file of version 1.0 with this header and these bytes after it.
fn file(header: &str, elements: &[u8]) -> Vec<u8> {
    let len = u16::try_from(header.len()).unwrap().to_le_bytes();
    [b"\x93NUMPY\x01\x00", &len[..], header.as_bytes(), elements].concat()
}

/// What mapping a file of these bytes gives.
fn mapped(bytes: &[u8]) -> lunette::Result<lunette::DynTensor> {
    let path = std::env::temp_dir().join(format!("lunette-errors-{}.npy", std::process::id()));
    std::fs::write(&path, bytes).unwrap();
    // SAFETY: nobody else knows the file.
    #[expect(unsafe_code, reason = "mapping a file is a promise")]
    let result = npy::map(&unsafe { MappedFile::open(&path) }.unwrap());
    std::fs::remove_file(&path).unwrap();
    result.inspect_err(|error| {
        // The path is another one each time.
        let words = error.to_string().replace(&*path.display().to_string(), "x.npy");
        let expected = "map: `x.npy` cannot be mapped: its elements do not lie at multiples of their size: use `load`, which \
                        copies";
        assert_eq!(words, expected);
    })
}

pub fn file_rows() -> Vec<Row> {
    let odd = file("{'descr': '<i4', 'fortran_order': False, 'shape': (1,)} ", &[0; 4]);
    let odd = mapped(&odd).unwrap_err();
    let words = odd.to_string();
    let mut empty = std::io::Cursor::new(Vec::new());
    io::npz::write::<&str>(&mut empty, &[], io::npz::Compression::Stored).unwrap();
    let empty = empty.into_inner();
    vec![
        row(
            "File",
            Is::Io,
            io::load("no such file.npy"),
            "load: `no such file.npy` cannot be opened: No such file or directory (os error 2)",
        ),
        row(
            "File",
            Is::Io,
            io::save("no such folder/x.npy", &lunette::tensor![1]),
            "save: `no such folder/x.npy` cannot be made: No such file or directory (os error 2)",
        ),
        row(
            "FileFormat",
            Is::Io,
            npy::read(&b"PK\x03\x04and so on"[..]),
            "load: the data is no npy file that can be read: it is a zip archive, as `.npz` files are: read it with `npz`",
        ),
        row(
            "FileDType",
            Is::Io,
            npy::read(&file("{'descr': '|O', 'fortran_order': False, 'shape': ()}", &[])[..]),
            "load: the data holds elements of type `|O`: these are pickled Python objects, which only Python can read: \
             save an array of numbers",
        ),
        row(
            "FileMember",
            Is::Io,
            io::npz::read_named(std::io::Cursor::new(empty), "weights"),
            "load: the data holds no tensor `weights`: it is empty",
        ),
        row(
            "Argument",
            Is::Argument,
            io::load_named("x.npy", "weights"),
            "load: `name` is `weights`: an npy file holds one tensor, which has no name",
        ),
        row("NotMappable", Is::Io, lunette::Result::<()>::Err(odd), words),
    ]
}
