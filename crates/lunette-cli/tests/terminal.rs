//! The prompt in a real terminal: colours, completion, several lines, history, Ctrl-C.

use std::process::Command;

/// The scenes are in Python, whose standard library has terminals.
#[test]
fn scenes() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/terminal/drive.py");
    let output = Command::new("python3").arg(script).arg(env!("CARGO_BIN_EXE_lunette")).output().unwrap();
    let (said, told) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}{told}");
}
