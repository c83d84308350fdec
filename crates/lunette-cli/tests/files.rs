//! Programs that load and save: the command gives them real files, in the folder that it is called in.

use std::path::PathBuf;
use std::process::Command;

use lunette::io::npz::{self, Compression};
use lunette::prelude::*;
use lunette::{bf16, io};

/// A folder of its own, which is gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("lunette-cli-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// What a program prints, and what is said about it, with the exit code.
    fn run(&self, program: &str) -> (String, String, Option<i32>) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lunette"));
        let output = command.args(["-e", program]).current_dir(&self.0).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr), output.status.code())
    }

    /// What a program prints that must not fail.
    #[track_caller]
    fn prints(&self, program: &str) -> String {
        let (printed, said, code) = self.run(program);
        assert_eq!((said.as_str(), code), ("", Some(0)), "{program}");
        printed
    }

    /// What is said about a program that must fail.
    #[track_caller]
    fn fails(&self, program: &str, words: &str) {
        let (_, said, code) = self.run(program);
        assert!(said.contains(words) && code == Some(1), "{program}\n{said}");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn programs_read_what_programs_write() {
    let folder = Folder::new("programs");
    for name in ["x.npy", "x.npz", "x.safetensors", "x.csv", "x.tsv", "x.txt"] {
        assert_eq!(folder.prints(&format!("save(\"{name}\", [[1.5, 2.5]])")), "");
        let x = io::load(folder.0.join(name)).unwrap();
        assert_eq!(x.into_typed::<f64>().unwrap(), tensor![[1.5, 2.5]], "{name}");
        let program = format!("let x: tensor<f64, 2> = load(\"{name}\")\nprint(x)");
        assert_eq!(folder.prints(&program), "tensor((1,2), {1.5,2.5})\n");
    }
}

#[test]
fn one_of_several_is_named() {
    let folder = Folder::new("several");
    let members = [("a", tensor![1, 2].into_dyn()), ("b", tensor![true].into_dyn())];
    npz::save(folder.0.join("x.npz"), &members, Compression::Deflated).unwrap();
    let program = "print(load<i32>(\"x.npz\", rank = 1, name = \"a\"))";
    assert_eq!(folder.prints(program), "tensor((2,), {1,2})\n");
    let words = "`x.npz` holds 2 tensors, and one is asked for: it has `a`, `b`; write `name = \"a\"`";
    folder.fails("print(load<i32>(\"x.npz\", rank = 1))", words);
    let words = "`x.npz` holds no tensor `c`: it has `a`, `b`";
    folder.fails("print(load<i32>(\"x.npz\", rank = 1, name = \"c\"))", words);
}

#[test]
fn what_goes_wrong_is_told_with_the_file() {
    let folder = Folder::new("wrong");
    let words = "there is no file `x.npy`: a path begins in the folder that the program was started in";
    folder.fails("print(load<i32>(\"x.npy\", rank = 1))", words);
    folder.fails("save(\"no/x.npy\", 1)", "`no/x.npy` cannot be made: there is no folder for it");
    folder.fails("save(\"x.xls\", 1)", "ends in `.npy`, `.npz`, `.safetensors`, `.csv`, `.tsv` or `.txt`");
    std::fs::write(folder.0.join("x.npy"), b"1 2 3, in a text file").unwrap();
    let words = "`x.npy` is no npy file that can be read: it does not start as the files of NumPy do";
    folder.fails("print(load<i32>(\"x.npy\", rank = 1))", words);
    let words = "NumPy has no such dtype: `cast` it to f32, or save it as safetensors";
    folder.fails("save(\"y.npy\", tensor<bf16>((1,), {1}))", words);
    assert!(!folder.0.join("y.npy").exists());
    io::save(folder.0.join("y.safetensors"), &tensor![bf16::ONE]).unwrap();
    assert_eq!(
        folder.prints("print(load<bf16>(\"y.safetensors\", rank = 1))"),
        "tensor<bf16>((1,), {1.0})\n"
    );
}

#[test]
fn texts_are_read_as_what_is_asked_for() {
    let folder = Folder::new("texts");
    std::fs::write(folder.0.join("x.csv"), "id;count\n1;9007199254740993\n2;4\n").unwrap();
    let of = |ty: &str| format!("let x: {ty} = load(\"x.csv\")\nprint(x[1, 1], x[0, 1])");
    assert_eq!(folder.prints(&of("tensor<i64, 2>")), "4 9007199254740993i64\n");
    assert_eq!(folder.prints(&of("tensor<f64, 2>")), "4.0 9007199254740992.0\n");
    folder.fails(&of("tensor<u8, 2>"), "line 2, column 2: `9007199254740993` does not fit u8");
    std::fs::write(folder.0.join("v.txt"), "1\n2\n3\n").unwrap();
    assert_eq!(folder.prints("let x: tensor<i32, 1> = load(\"v.txt\")\nprint(x)"), "tensor((3,), {1,2,3})\n");
    folder.fails(
        "print(load<f64>(\"x.csv\", rank = 1))",
        "it has 2 rows and 2 columns, and one row or column was asked for",
    );
    folder.fails("save(\"y.csv\", [[[1]]])", "at most 2 axes");
}
