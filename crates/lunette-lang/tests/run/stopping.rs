//! Programs that are stopped from outside.

use std::thread;
use std::time::Duration;

use crate::world::{Kept, input, session};
use lunette_lang::session::Session;

/// Runs a program that would never end, and stops it.
fn stopped(session: &mut Session<Kept>, text: &str) {
    let cancel = session.cancel();
    let timer = thread::spawn(move || {
        thread::sleep(Duration::from_millis(80));
        cancel.cancel();
    });
    let outcome = input(session, text);
    timer.join().expect("the timer ends");
    assert!(outcome.failed && outcome.interrupted, "{text}");
    assert_eq!(outcome.diagnostics.last().map(|said| said.code), Some("E0710"), "{text}");
}

#[test]
fn every_kind_of_endless_program_can_be_stopped() {
    let mut session = session();
    assert!(!input(&mut session, "let mut n = 1L\nlet mut x = [1, 2, 3]").failed);
    for text in [
        "while true { n += 1L }",
        "for (i from 0L to 9000000000000000000L) { x[0] <- 5 }",
        "fun f(n: i32) -> i32 { if (n == 0) { 0 } else { f(n - 1) + f(n - 1) } }\nprint(f(60))",
        "let m = ones((700, 700))\nwhile true { let p = m @ m }",
        "let f = lambda(v) { v + 1.0 }\nwhile true { let y = map(zeros((1000,)), f) }",
    ] {
        stopped(&mut session, text);
        assert!(!input(&mut session, "print(n > 0L, x[1])").failed, "{text}");
    }
    assert!(session.host().printed.lines().all(|line| line == "true 2"));
}

#[test]
fn a_single_long_operation_can_be_stopped() {
    let mut session = session();
    assert!(!input(&mut session, "let big = ones((3000, 3000))").failed);
    stopped(&mut session, "let p = big @ big @ big @ big @ big @ big @ big @ big @ big");
    let names: Vec<String> = session.variables().iter().map(|variable| variable.name.to_string()).collect();
    assert_eq!(names, ["big"]);
}

#[test]
fn where_a_program_was_stopped_is_told() {
    let mut session = session();
    assert!(!input(&mut session, "let mut n = 1L\nlet big = ones((3000, 3000))").failed);
    for (text, function) in [
        ("fun spin() { while true { } }\nspin()", Some("spin")),
        ("while n > 0L { n += 1L }", None),
        ("let p = big @ big @ big @ big @ big @ big @ big @ big @ big", None),
        ("fun work(x) { x @ x @ x @ x @ x @ x @ x @ x @ x }\nlet p = work(big)", Some("work")),
    ] {
        let cancel = session.cancel();
        let timer = thread::spawn(move || {
            thread::sleep(Duration::from_millis(80));
            cancel.cancel();
        });
        let outcome = input(&mut session, text);
        timer.join().expect("the timer ends");
        let said = outcome.diagnostics.last().expect("it is told");
        let calls: Vec<&str> = said.calls.iter().map(|call| call.function.as_str()).collect();
        assert_eq!((said.code, calls), ("E0710", function.into_iter().collect()), "{text}");
        assert!(said.span().is_some_and(|span| span.end > span.start), "{text}");
        assert!(said.help.iter().all(|help| !help.contains("partly written")), "{text}");
    }
}

/// A library operation is left by unwinding; the calls that led to it are known all the same, innermost first.
#[test]
fn a_stop_inside_of_the_library_carries_the_calls() {
    let mut session = session();
    assert!(!input(&mut session, "let big = ones((3000, 3000))").failed);
    let text = "fun power(x) { x @ x @ x @ x @ x @ x @ x @ x @ x }\nfun twice(x) { power(x) + power(x) }\n\
                let p = twice(big)";
    let cancel = session.cancel();
    let timer = thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        cancel.cancel();
    });
    let outcome = input(&mut session, text);
    timer.join().expect("the timer ends");
    let said = outcome.diagnostics.last().expect("it is told");
    let calls: Vec<(&str, u32)> = said
        .calls
        .iter()
        .map(|call| {
            let source = session.sources().get(call.span.file).expect("the text is known");
            (call.function.as_str(), source.line_column(call.span.start).line)
        })
        .collect();
    assert_eq!((said.code, calls), ("E0710", vec![("power", 2), ("twice", 3)]));
}
