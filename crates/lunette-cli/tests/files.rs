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
    for name in ["x.npy", "x.npz", "x.safetensors"] {
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
    folder.fails(
        "print(load<i32>(\"x.npy\", rank = 1))",
        "`x.npy` cannot be opened: No such file or directory",
    );
    folder.fails("save(\"no/x.npy\", 1)", "`no/x.npy` cannot be made: No such file or directory");
    folder.fails("save(\"x.txt\", 1)", "ends in `.npy`, `.npz` or `.safetensors`");
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
