//! What the command does where the system has little memory to give: it works, or says that there is none.
#![cfg(target_os = "linux")]

use std::process::Command;

/// What a program prints and what is said about it, with so many KiB of address space; with the exit code.
fn run(kibibytes: usize, program: &str) -> (String, String, Option<i32>) {
    let limited = format!("ulimit -v {kibibytes}; exec \"$0\" -e \"$1\"");
    let mut shell = Command::new("sh");
    let output = shell.args(["-c", &limited, env!("CARGO_BIN_EXE_lunette"), program]).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn chains_and_calls_are_checked_with_what_memory_there_is() {
    let calls: Vec<String> = (1..=40).map(|k| format!("fun g{k}(x) {{ g{}(x) + 1 }}", k - 1)).collect();
    let chain = vec!["1"; 400].join(" + ");
    let program = format!("fun g0(x) {{ x }}; {}; print(g40(0), {chain})", calls.join("; "));
    // A hundred MiB of it are the program itself, which is not optimised here.
    assert_eq!(run(440_000, &program), ("40 400\n".to_owned(), String::new(), Some(0)));
}

/// A text of 32 MiB.
const LONG: &str = "let mut s = \"a\"; for (i from 0 to 25) { s = s + s }";

#[test]
fn a_program_needs_no_large_stack() {
    let program = "fun f(n) { if (n == 0) { 0 } else { 1 + f(n - 1) } }; print(f(20))";
    assert_eq!(run(250_000, program), ("20\n".to_owned(), String::new(), Some(0)));
}

#[test]
fn text_that_outgrows_the_memory_is_an_error() {
    let (_, said, code) = run(500_000, "let mut s = \"a\"; while (true) { s = s + s }");
    assert!(said.contains("E0705") && said.contains("bytes of memory to give"), "{said}");
    assert_eq!(code, Some(1));
}

#[test]
fn text_that_grows_on_both_sides_is_an_error_too() {
    let (_, said, code) = run(500_000, "let mut s = \"a\"; while (true) { s = s + \"0123456789\" + s }");
    assert!(said.contains("E0705") && said.contains("bytes of memory to give"), "{said}");
    assert_eq!(code, Some(1));
    let (_, said, code) =
        run(500_000, &format!("{LONG}; print(len(str(s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s)))"));
    assert!(said.contains("E0705") && said.contains("bytes of memory to give"), "{said}");
    assert_eq!(code, Some(1));
}

#[test]
fn parts_of_text_that_outgrow_the_memory_are_an_error_too() {
    for part in ["substring(s, 0)", "trim(s)", "field(s, \"-\", 0)"] {
        let names: Vec<String> = (0..16).map(|k| format!("let s{k} = {part}")).collect();
        let used: Vec<String> = (0..16).map(|k| format!("len(s{k})")).collect();
        let (_, said, code) =
            run(500_000, &format!("{LONG}; {}; print({})", names.join("; "), used.join(", ")));
        assert!(said.contains("E0705") && said.contains("bytes of memory to give"), "{part}: {said}");
        assert_eq!(code, Some(1));
    }
}

#[test]
fn what_is_printed_needs_no_memory_for_its_text() {
    let (printed, said, code) = run(300_000, &format!("{LONG}; print(s, s, s, s)"));
    assert_eq!((printed.len(), said.as_str(), code), ((4 << 25) + 4, "", Some(0)));
}
