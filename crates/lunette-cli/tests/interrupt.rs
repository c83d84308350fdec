//! Ctrl-C: one stops the program wherever it is, and nothing that was printed is lost.
#![cfg(unix)]

use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

/// Runs a program in the command, and presses Ctrl-C while it runs, after each of these milliseconds.
fn interrupted(program: &str, pauses: &[u64]) -> Output {
    let child = Command::new(env!("CARGO_BIN_EXE_lunette"))
        .args(["-e", program])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    for &pause in pauses {
        thread::sleep(Duration::from_millis(pause));
        press(&child);
    }
    child.wait_with_output().expect("the command ends")
}

fn press(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "the signal is sent");
}

#[test]
fn one_stops_a_long_operation_and_what_comes_after_it() {
    let program = "print(\"start\")\nlet n = 2500\nlet x = zeros((n, n)) @ zeros((n, n)) @ zeros((n, n)) @ \
                   zeros((n, n)) @ zeros((n, n)) @ zeros((n, n))\nprint(\"end\")";
    let output = interrupted(program, &[700]);
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "start\n");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("E0710") && !said.contains("partly written"), "{said}");
}

#[test]
fn one_stops_statements_that_follow_each_other() {
    let program =
        format!("print(\"start\")\n{}print(\"end\")", "print(sum(ones((2000, 2000))))\n".repeat(2_000));
    let output = interrupted(&program, &[700]);
    assert_eq!(output.status.code(), Some(130));
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.starts_with("start\n") && !printed.contains("end"), "{printed}");
}

/// A decomposition does not listen: the second Ctrl-C ends the process, and what was printed appears.
#[test]
fn the_second_ends_what_does_not_stop() {
    let program = "print(\"start\")\nprint(svdvals(eye(3000)))\nprint(\"end\")";
    // The decomposition, which takes many times as long, has begun when the first is pressed.
    let output = interrupted(program, &[2_500, 700]);
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "start\n");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "the program itself was not heard");
}
