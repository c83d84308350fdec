//! Ctrl-C: one stops the program wherever it is, and nothing that was printed is lost.
#![cfg(unix)]

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

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

#[test]
fn one_stops_a_decomposition() {
    let program =
        "print(\"start\")\nprint(svdvals(cos(reshape(arange(9_000_000), (3000, 3000)))))\nprint(\"end\")";
    let begin = Instant::now();
    // The decomposition, which takes many times as long, has begun when it is pressed.
    let output = interrupted(program, &[2_500]);
    assert!(begin.elapsed() < Duration::from_secs(10), "the process waited for it");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "start\n");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("E0710"), "{said}");
}

/// Somebody who asks a question waits for the answer, and hears Ctrl-C before it has come.
#[test]
fn one_stops_a_program_that_waits_for_input() {
    for read in ["read_line()", "read_line(\"\")", "read_text()"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_lunette"))
            .args(["-e", &format!("print(\"first: \" + read_line())\nprint({read})")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        // Held open, so that the input does not end.
        let mut input = child.stdin.take().expect("there is an input");
        input.write_all(b"one\ntw").expect("it is written");
        thread::sleep(Duration::from_millis(700));
        press(&child);
        let output = child.wait_with_output().expect("the command ends");
        assert_eq!(output.status.code(), Some(130), "{read}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "first: one\n", "{read}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("E0710") && said.contains("2:7"), "{read}: {said}");
        drop(input);
    }
}

/// Nobody writes into the pipe, and who waits for a file does not listen: the second Ctrl-C ends the process, and what
/// was printed appears.
#[test]
fn the_second_ends_what_does_not_stop() {
    let pipe = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("never-{}.npy", std::process::id()));
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()), "the pipe is made");
    let program = format!("print(\"start\")\nlet x = load<f64>(\"{}\", rank = 1)\nprint(x)", pipe.display());
    let output = interrupted(&program, &[1_000, 700]);
    std::fs::remove_file(&pipe).expect("the pipe goes");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "start\n");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "the program itself was not heard");
}
