//! Tables as text: what is written is what is read, other people's habits, and mistakes with their places.

use std::fs;
use std::io::Read;

use lunette::io;
use lunette::io::text::{self, Delimiter, Missing, Reading, Writing};
use lunette::prelude::*;
use lunette::{Complex64, Result, Substitutes};

use crate::splitmix::Rng;
use crate::{Folder, any_bits, assert_same, words_in};

/// What a text holds, with all defaults.
fn table(text: &str) -> Result<DynTensor> {
    text::read(text.as_bytes(), &Reading::default())
}

#[track_caller]
fn check(text: &str, expected: Tensor<f64>) {
    assert_eq!(table(text).unwrap().into_typed::<f64>().unwrap(), expected, "{text:?}");
}

#[track_caller]
fn refuse(text: &str, options: &Reading, words: &str) {
    let error = text::read(text.as_bytes(), options).unwrap_err();
    assert!(error.is_io(), "{error}");
    assert_eq!(
        error.to_string(),
        format!("load: the data is no text file that can be read: {words}"),
        "{text:?}"
    );
}

#[test]
fn the_habits_of_others() {
    let square = tensor![[1.0, 2.0], [3.0, 4.0]];
    for text in [
        "1,2\n3,4\n",
        "1,2\n3,4",
        "1,2\r\n3,4\r\n",
        "1,2\r3,4\r",
        "\u{feff}1,2\n3,4\n",
        "\n\n1,2\n   \n3,4\n\n\n",
        "1,2,\n3,4,\n",
        "1;2\n3;4\n",
        "1\t2\n3\t4\n",
        "1 2\n3 4\n",
        "  1   2 \n 3\t4\n",
        "1 , 2\n3 ,4\n",
        "\"1\",\"2.0\"\n\"3\",\"4e0\"\n",
        "a,b\n1,2\n3,4\n",
        "height (cm); weight, in kg\n1,2\n3,4\n",
        "\u{feff}a,b\r\n1,2\r\n3,4\r\n",
        "# a comment\n1,2 # another\n#\n3,4\n",
        "+1,2.\n3e0,.4E1\n",
    ] {
        check(text, square.clone());
    }
    check("1\n2\n3\n", tensor![[1.0], [2.0], [3.0]]);
    check("1,2,3\n", tensor![[1.0, 2.0, 3.0]]);
    check("7", tensor![[7.0]]);
    check("x\n7\n", tensor![[7.0]]);
}

#[test]
fn nothing_is_a_table_of_size_0() {
    for text in ["", "\n", "# only words\n", "\u{feff}"] {
        assert_eq!(table(text).unwrap().shape(), [0, 0], "{text:?}");
    }
    for text in ["a,b\n", "a b", "\n# words\na;b;\n\n"] {
        assert_eq!(table(text).unwrap().shape(), [0, 2], "{text:?}");
    }
    let columns = Reading { columns: Some(vec![0, 1, 2]), ..Reading::default() };
    assert_eq!(text::read(&b""[..], &columns).unwrap().shape(), [0, 3]);
    let vector = Reading { rank: 1, ..Reading::default() };
    assert_eq!(text::read(&b""[..], &vector).unwrap().shape(), [0]);
}

#[test]
fn mistakes_are_named() {
    let plain = Reading::default();
    let no_number = "is no number: mend it, leave the line or the column out, or name the delimiter";
    refuse("1,2\n3,x\n", &plain, &format!("line 2, column 2: `x` {no_number}"));
    refuse("id,1\n", &plain, &format!("line 1, column 1: `id` {no_number}"));
    refuse("1,2\n\n# x\na,b\n", &plain, &format!("line 4, column 1: `a` {no_number}"));
    let gap = "there is nothing: write a number there, or ask for NaN where a number is missing";
    refuse("1,,3\n", &plain, &format!("line 1, column 2: {gap}"));
    let cure =
        "rows have equal lengths: mend one of them, name the delimiter, or skip the lines before the table";
    refuse("a\n\n1,2\n3\n", &plain, &format!("line 4 has 1 column, and line 3 has 2 columns: {cure}"));
    refuse("1,2\n3,4,5\n", &plain, &format!("line 2 has 3 columns, and line 1 has 2 columns: {cure}"));
    refuse("1,\"2\n", &plain, "line 1, column 2: a `\"` is open: close it on its line");
    let comma = "is no number: write it with a decimal point, or say that commas stand between numbers";
    refuse("1;2\n1,5;2\n", &plain, &format!("line 2, column 1: `1,5` {comma}"));
    let zero = "it holds a byte that is 0, as no text does: if it is a text, save it as UTF-8";
    refuse("1,2\n3\0,4\n", &plain, &format!("line 2: {zero}"));
    let bytes = Reading { dtype: Some(DType::U8), ..Reading::default() };
    refuse("1\n256\n", &bytes, "line 2, column 1: `256` does not fit u8: ask for a wider dtype");
    let integer = "`1.0` is no integer, and u8 is asked for: read it as f64, and cast it";
    refuse("1\n1.0\n", &bytes, &format!("line 2, column 1: {integer}"));
    let third = Reading { columns: Some(vec![0, 2]), ..Reading::default() };
    refuse("1,2\n", &third, "line 1 has 2 columns, and column 2, counted from 0, is asked for");
    let vector = Reading { rank: 1, ..Reading::default() };
    let words = "it has 2 rows and 2 columns, and one row or column was asked for: read it as a matrix";
    refuse("1,2\n3,4\n", &vector, words);
    let number = Reading { rank: 0, ..Reading::default() };
    refuse(
        "1\n2\n",
        &number,
        "it has 2 rows and 1 columns, and one number was asked for: read it as a matrix",
    );
}

/// A first line that could be data is none that may be left out.
#[test]
fn headers_cannot_be_data() -> Result<()> {
    let plain = Reading::default();
    let no_number = "is no number: mend it, leave the line or the column out, or name the delimiter";
    for (text, field) in [
        ("$5\n", "$5"),
        ("0x10\n", "0x10"),
        ("1'000\n5\n", "1'000"),
        ("0x1p3\n5\n", "0x1p3"),
        ("-.5x,a\n", "-.5x"),
        ("\u{20ac}5;\u{20ac}6\n", "\u{20ac}5"),
    ] {
        refuse(text, &plain, &format!("line 1, column 1: `{field}` {no_number}"));
    }
    refuse("a,+1x\n1,2\n", &plain, &format!("line 1, column 1: `a` {no_number}"));
    let comma = "is no number: write it with a decimal point, or say that commas stand between numbers";
    refuse("1,5;2,5\n", &plain, &format!("line 1, column 1: `1,5` {comma}"));
    for field in ["true", "False", "TRUE", "fAlse"] {
        let bools = "is a bool, and f64 is asked for: read it as bool, and cast it";
        let floats = Reading { dtype: Some(DType::F64), ..Reading::default() };
        refuse(&format!("{field},x\n"), &floats, &format!("line 1, column 1: `{field}` {bools}"));
    }
    // What is not read can look as it likes.
    let second = Reading { columns: Some(vec![1]), ..Reading::default() };
    assert_eq!(text::read(&b"1st,b\n1,2\n"[..], &second)?.into_typed::<f64>()?, tensor![[2.0]]);
    Ok(())
}

/// A table of words that only bools are is one of bools, unless another dtype is asked for.
#[test]
fn bools_are_found() -> Result<()> {
    let folder = Folder::new();
    for bools in [tensor![[true, false], [false, false]], tensor![[false]]] {
        let path = folder.file("b.csv");
        io::save(&path, &bools)?;
        assert_eq!(io::load(&path)?.into_typed::<bool>()?, bools);
    }
    let found = |text: &str| -> Result<Tensor<bool>> { table(text)?.into_typed() };
    assert_eq!(found("is,was\nTrue;FALSE\n# no row\n1;0\n")?, tensor![[true, false], [true, false]]);
    let second = Reading { columns: Some(vec![1]), rank: 1, ..Reading::default() };
    let text = "1.5,true\n2.5,false\n";
    assert_eq!(text::read(text.as_bytes(), &second)?.into_typed::<bool>()?, tensor![true, false]);
    // What numbers can be too are numbers, and so is a table of nothing.
    check("1,0\n0,1\n", tensor![[1.0, 0.0], [0.0, 1.0]]);
    assert_eq!(table("")?.dtype(), DType::F64);
    let plain = Reading::default();
    let asked = "is a bool, and f64 is asked for: read it as bool, and cast it";
    refuse("1.5,true\n", &plain, &format!("line 1, column 2: `true` {asked}"));
    let no_bool = "is no bool: those are `true`, `false`, `1` and `0`";
    refuse("true\n2\n", &plain, &format!("line 2, column 1: `2` {no_bool}"));
    Ok(())
}

#[test]
#[cfg(feature = "gzip")]
fn texts_can_be_compressed() -> Result<()> {
    let folder = Folder::new();
    let x = Tensor::from_fn([200, 3], |at| (at[0] * at[1]) as f64 / 8.0)?;
    for (name, delimiter) in [("x.csv.gz", ','), ("x.TSV.GZ", '\t'), ("x.txt.gz", ' ')] {
        let (plain, packed) = (folder.file("plain"), folder.file(name));
        io::save(&packed, &x)?;
        text::save(&plain, &x, &Writing { delimiter: delimiter.to_string(), ..Writing::default() })?;
        let [plain, bytes] = [&plain, &packed].map(|path| fs::read(path).unwrap());
        assert!(bytes.starts_with(b"\x1f\x8b") && bytes.len() < plain.len() / 2, "{name}");
        assert_eq!(io::load(&packed)?.into_typed::<f64>()?, x);
        // The bytes say it, whatever the name: also in pieces, and as several streams one behind the other.
        let twice = [&bytes[..], &bytes[..]].concat();
        let pieces = Pieces(&twice, 1);
        assert_eq!(text::read(pieces, &Reading::default())?.shape(), [400, 3]);
        assert_eq!(text::read(&plain[..], &Reading::default())?.into_typed::<f64>()?, x);
        for cut in [5, bytes.len() / 2, bytes.len() - 1] {
            let error = text::read(&bytes[..cut], &Reading::default()).unwrap_err();
            assert!(error.to_string().contains("compressed by gzip, and damaged"), "{error}");
        }
        let mut wrong = bytes.clone();
        let middle = wrong.len() / 2;
        wrong[middle] ^= 0x55;
        assert!(text::read(&wrong[..], &Reading::default()).unwrap_err().is_io());
    }
    text::save_text(folder.file("made.gz"), "a b\n1 2\n")?;
    assert_eq!(text::load(folder.file("made.gz"), &Reading::default())?.shape(), [1, 2]);
    for name in ["x.npy.gz", "x.gz"] {
        assert!(io::save(folder.file(name), &x).unwrap_err().to_string().contains("`.gz` may follow"));
    }
    Ok(())
}

#[test]
fn what_cannot_be_unpacked_is_told() {
    for (bytes, name) in [
        (&b"BZh91AY&SY\x01\x02"[..], "bzip2"),
        (b"\xfd7zXZ\0\0", "xz"),
        (b"\x28\xb5\x2f\xfd\x04", "zstd"),
        (b"PK\x03\x04", "zip"),
    ] {
        let error = text::read(bytes, &Reading::default()).unwrap_err();
        let words = format!("it is compressed by {name}: unpack it, or pack it by gzip, which can be read");
        assert!(error.is_io() && error.to_string().ends_with(&words), "{error}");
    }
    check("BZh9\n1\n", tensor![[1.0]]);
    let folder = Folder::new();
    for ending in ["bz2", "xz", "lzma", "zst", "zip"] {
        let path = folder.file(&format!("x.{ending}"));
        let saved = text::save(&path, &tensor![1.0], &Writing::default());
        assert!(saved.unwrap_err().to_string().contains("compressed by gzip, for names that end in `.gz`"));
        assert!(!path.exists());
    }
}

#[test]
fn bytes_that_are_no_text() {
    let error = text::read(&b"1,2\n\xff\xfe,3\n"[..], &Reading::default()).unwrap_err();
    assert!(error.to_string().contains("line 2, column 1: `\u{fffd}\u{fffd}` is no number"), "{error}");
}

#[test]
fn options_that_mean_nothing() {
    let wrong = [
        Reading { rank: 3, ..Reading::default() },
        Reading { delimiter: Delimiter::Sign(b'1'), ..Reading::default() },
        Reading { delimiter: Delimiter::Sign(0xff), ..Reading::default() },
        Reading { delimiter: Delimiter::Sign(b'#'), ..Reading::default() },
        Reading { comments: vec![String::new()], ..Reading::default() },
        Reading { missing: Missing::Nan, dtype: Some(DType::I32), ..Reading::default() },
    ];
    for options in wrong {
        let error = text::read(&b"1\n"[..], &options).unwrap_err();
        assert!(matches!(error.kind(), lunette::ErrorKind::Argument { op: "load", .. }), "{error}");
    }
    for delimiter in ["", "#", " # "] {
        let options = Writing { delimiter: delimiter.into(), ..Writing::default() };
        let error = text::write(Vec::new(), &tensor![1], &options).unwrap_err();
        assert!(error.to_string().contains("`delimiter`"), "{error}");
    }
    for newline in ["", "0", ";", "\n\n", "\n\r", "\u{2028}"] {
        let options = Writing { newline: newline.into(), ..Writing::default() };
        let error = text::write(Vec::new(), &tensor![1], &options).unwrap_err();
        assert!(error.to_string().contains("`newline`"), "{error}");
    }
}

#[test]
fn what_can_be_written_can_be_read() -> Result<()> {
    let x = tensor![[1.0, 2.0], [3.0, 4.0]];
    for newline in ["\n", "\r\n", "\r"] {
        let options = Writing { newline: newline.into(), footer: Some("# end".into()), ..Writing::default() };
        let mut bytes = Vec::new();
        text::write(&mut bytes, &x, &options)?;
        assert_eq!(text::read(&bytes[..], &Reading::default())?.into_typed::<f64>()?, x, "{newline:?}");
    }
    // Without comments the sign is free.
    let hashes = Reading { delimiter: Delimiter::Sign(b'#'), comments: Vec::new(), ..Reading::default() };
    assert_eq!(text::read(&b"1#2\n3#4\n"[..], &hashes)?.into_typed::<f64>()?, x);
    Ok(())
}

/// Behind the columns that are asked for anything may stand, and a field with nothing in it is one as before.
#[test]
fn what_stands_behind_the_columns_is_not_looked_at() -> Result<()> {
    let columns = |columns: &[i64]| Reading { columns: Some(columns.to_vec()), ..Reading::default() };
    let x = text::read(&b"1,2,3,\"open\n4,5\n6,7,,,\n"[..], &columns(&[1, 0]))?.into_typed::<f64>()?;
    assert_eq!(x, tensor![[2.0, 1.0], [5.0, 4.0], [7.0, 6.0]]);
    let gap = "there is nothing: write a number there, or ask for NaN where a number is missing";
    for text in ["1,,3\n", "1,,\n", "1,,,3\n"] {
        refuse(text, &columns(&[0, 1]), &format!("line 1, column 2: {gap}"));
    }
    refuse("1,\n", &columns(&[0, 1]), "line 1 has 1 columns, and column 1, counted from 0, is asked for");
    let open = "line 1, column 4: a `\"` is open: close it on its line";
    refuse("1,2,3,\"open\n", &columns(&[0, -1]), open);
    Ok(())
}

#[test]
fn what_can_be_chosen() -> Result<()> {
    let text = "first\nsecond\nAnna|1|2||x\nBert|3|4|5\n";
    let options = Reading {
        skip: Some(2),
        delimiter: Delimiter::Sign(b'|'),
        columns: Some(vec![2, 1]),
        ..Reading::default()
    };
    assert_eq!(text::read(text.as_bytes(), &options)?.into_typed::<f64>()?, tensor![[2.0, 1.0], [4.0, 3.0]]);
    // Columns that are counted from the end need rows of equal length.
    let last = Reading { columns: Some(vec![-1]), ..options };
    assert!(text::read(text.as_bytes(), &last).is_err());
    let gaps = Reading { missing: Missing::Nan, max_rows: Some(2), ..Reading::default() };
    let x = text::read(&b"1,,\n,2,3\nno numbers here\n"[..], &gaps)?.into_typed::<f64>()?;
    assert_eq!(x.isnan()?, tensor![[false, true, true], [true, false, false]]);
    let percent = Reading { comments: vec!["%".into(), "//".into()], ..Reading::default() };
    assert_eq!(text::read(&b"% one\n1 // two\n2%three"[..], &percent)?.shape(), [2, 1]);
    let none = Reading { skip: Some(0), ..Reading::default() };
    assert!(text::read(&b"a\n1\n"[..], &none).is_err());
    let far = Reading { skip: Some(usize::MAX), ..Reading::default() };
    assert_eq!(text::read(&b"a\n1\n"[..], &far)?.shape(), [0, 0]);
    Ok(())
}

#[test]
fn other_dtypes() -> Result<()> {
    let of = |dtype| Reading { dtype: Some(dtype), ..Reading::default() };
    let x = text::read(&b"true,false\n1,0\nTrue,False\n"[..], &of(DType::Bool))?;
    assert_eq!(x.into_typed::<bool>()?, tensor![[true, false], [true, false], [true, false]]);
    let x = text::read(&b"re im\n(1+2j) -3j\n4 nan+infj\n"[..], &of(DType::Complex128))?
        .into_typed::<Complex64>()?;
    assert_eq!(x.get([0, 0])?, Complex64::new(1.0, 2.0));
    assert_eq!(x.get([0, 1])?, Complex64::new(0.0, -3.0));
    assert_eq!(x.get([1, 0])?, Complex64::new(4.0, 0.0));
    assert!(x.get([1, 1])?.re.is_nan() && x.get([1, 1])?.im == f64::INFINITY);
    Ok(())
}

/// NaN becomes 0.5, and nothing else changes.
fn keep_infinities() -> Substitutes {
    Substitutes { nan: 0.5, posinf: Some(f64::INFINITY), neginf: Some(f64::NEG_INFINITY) }
}

/// All bits of all dtypes but the signs and payloads of NaNs, which text does not have.
#[test]
fn every_number_goes_there_and_back() -> Result<()> {
    let mut rng = Rng::new(7);
    for dtype in DType::ALL {
        for ending in ["csv", "tsv", "txt"] {
            let x = any_bits(&mut rng, dtype, &[40, 3]);
            let x = if dtype.is_float() || dtype.is_complex() { x.nan_to_num(keep_infinities())? } else { x };
            let view = x.view(s![(.., -1)])?.transpose();
            let mut bytes = Vec::new();
            text::write(&mut bytes, &view, &Writing::for_path(format!("x.{ending}")))?;
            let found = text::read(&bytes[..], &Reading { dtype: Some(dtype), ..Reading::default() })?;
            assert_same(&found, &view.copy()?);
        }
    }
    Ok(())
}

#[test]
fn tables_have_at_most_two_axes() -> Result<()> {
    let written = |tensor: &Tensor<i32>| {
        let mut bytes = Vec::new();
        text::write(&mut bytes, tensor, &Writing::default()).map(|()| String::from_utf8(bytes).unwrap())
    };
    assert_eq!(written(&Tensor::scalar(5)?)?, "5\n");
    assert_eq!(written(&tensor![1, 2])?, "1\n2\n");
    assert_eq!(written(&Tensor::zeros([0, 3])?)?, "");
    assert_eq!(written(&Tensor::zeros([3, 0])?)?, "");
    let folder = Folder::new();
    let error = io::save(folder.file("x.csv"), &tensor![[[1]]]).unwrap_err();
    let words =
        "save: needs at most 2 axes, rows and columns: reshape it, or save it as `.npy`, found rank 3";
    assert_eq!(error.to_string(), words);
    assert!(folder.names().is_empty());
    Ok(())
}

#[test]
fn files_are_named() {
    let folder = Folder::new();
    let path = folder.file("x.csv");
    fs::write(&path, "1,2\n3,x\n").unwrap();
    let error = io::load(&path).unwrap_err();
    let words = "load: `FILE` is no text file that can be read: line 2, column 2: `x` is no number";
    assert!(words_in(&path, &error).starts_with(words), "{error}");
    assert!(io::load_named(&path, "x").unwrap_err().to_string().contains("which has no name"));
    assert!(io::load(folder.file("y.csv")).unwrap_err().to_string().contains("cannot be opened"));
}

/// Gives its bytes in pieces of changing length, so that line ends fall between them.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        self.1 = self.1 % 3 + 1;
        let len = self.1.min(self.0.len()).min(into.len());
        into[..len].copy_from_slice(&self.0[..len]);
        self.0 = &self.0[len..];
        Ok(len)
    }
}

#[test]
fn long_lines_and_short_pieces() -> Result<()> {
    let row = vec!["1.5"; 100_000].join(",");
    assert_eq!(table(&format!("{row}\n{row}\n"))?.shape(), [2, 100_000]);
    let text = "\u{feff}a,b\r\n10,20\r\n\r\n30,40\r50,60\n";
    for start in 0..3 {
        let x = text::read(Pieces(text.as_bytes(), start), &Reading::default())?;
        assert_eq!(x.into_typed::<f64>()?, tensor![[10.0, 20.0], [30.0, 40.0], [50.0, 60.0]]);
    }
    Ok(())
}

#[cfg(unix)]
#[test]
fn zeros_without_end_are_refused() {
    let error = text::load("/dev/zero", &Reading::default()).unwrap_err();
    assert!(error.to_string().contains("line 1: it holds a byte that is 0"), "{error}");
}

/// Whatever the bytes are, there is a table or an error.
#[test]
fn random_bytes_do_no_harm() {
    let signs = b"0123456789,,;\t \"\"#\n\n\r.-+einfaj()\xef\xbb\xbf\xff";
    for seed in 0..3000 {
        let mut rng = Rng::new(seed);
        let bytes: Vec<u8> = (0..rng.next() % 40).map(|_| signs[rng.next() as usize % signs.len()]).collect();
        let dtype = DType::ALL[rng.next() as usize % DType::ALL.len()];
        let missing = if dtype.is_float() && seed % 2 == 0 { Missing::Nan } else { Missing::Mistake };
        let columns = (seed % 3 == 0).then(|| vec![0, -1]);
        let options = Reading { dtype: Some(dtype), missing, columns, ..Reading::default() };
        if let Err(error) = text::read(&bytes[..], &options) {
            assert!(error.is_io(), "seed {seed}: {error}");
        }
    }
}
