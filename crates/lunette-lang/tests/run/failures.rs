//! Failures: what is told, what is kept.

use lunette_lang::check::InputKind;

use crate::world::{failure, input, prints, session};

#[test]
fn a_failure_names_the_calls_that_led_to_it() {
    let said = failure("fun inner(x, k) { x[k] }\nfun outer(x) { inner(x, 5) }\nprint(outer([1]))");
    let names: Vec<&str> = said.calls.iter().map(|call| call.function.as_str()).collect();
    assert_eq!((said.code, names), ("E0701", vec!["inner", "outer"]));
}

#[test]
fn operands_that_do_not_fit_are_named_with_their_shapes() {
    for text in [
        "fun f(x, y) { x + y }\nf([1, 2], [1, 2, 3])",
        "fun f(x, y) { 2 * (x + y) - 1 }\nf([1, 2], [1, 2, 3])",
    ] {
        let said = failure(text);
        let labels: Vec<(&str, &str)> = said
            .labels
            .iter()
            .map(|label| (&text[label.span.start as usize..label.span.end as usize], label.text.as_str()))
            .collect();
        assert_eq!(labels, [("+", ""), ("x", "of shape (2,)"), ("y", "of shape (3,)")], "{text}");
    }
}

#[test]
fn long_stacks_are_shortened_in_the_middle() {
    let said =
        failure("fun down(n: i32) -> i32 { if (n == 0) { 1 div n } else { down(n - 1) } }\nprint(down(300))");
    assert_eq!(said.code, "E0703");
    assert_eq!(said.calls.len(), 17);
    assert_eq!(said.calls[8].function, "… 285 more calls …");
}

#[test]
fn endless_recursion_is_an_error_of_any_kind_of_function() {
    for text in [
        "fun f(n: i32) -> i32 { f(n + 1) }\nprint(f(0))",
        "fun f(x: tensor<f64, 1>) -> tensor<f64, 1> { f(x + 1) * 2 }\nprint(f([1.0]))",
        "fun f(n: i32) -> i32 { 1 + (2 * (3 - (4 + f(n) * 5))) }\nprint(f(0))",
        "fun even(n: i64) -> bool { not odd(n) }\nfun odd(n: i64) -> bool { not even(n) }\nprint(even(1L))",
    ] {
        let said = failure(text);
        assert_eq!((said.code, said.message.contains("deep")), ("E0708", true), "{text}");
    }
}

#[test]
fn recursion_that_ends_may_be_deep() {
    prints(
        "fun sum_to(n: i64) -> i64 { if (n == 0) { 0L } else { n + sum_to(n - 1) } }\nprint(sum_to(9000L))",
        &["40504500"],
    );
}

#[test]
fn variables_that_had_their_values_stay() {
    let mut session = session();
    assert!(!input(&mut session, "let mut a = 1\nlet t = [1, 2]").failed);
    let outcome = input(&mut session, "a <- 2\nlet b = 5\nlet c = t[a]\nlet d = 6");
    assert!(outcome.failed && outcome.diagnostics.last().is_some_and(|said| said.code == "E0701"));
    let names: Vec<String> = session.variables().iter().map(|variable| variable.name.to_string()).collect();
    assert_eq!(names, ["a", "b", "t"]);
    assert!(!input(&mut session, "print(a, b, t)").failed);
    assert_eq!(session.host().printed, "2 5 tensor((2,), {1,2})\n");
}

/// A name that was not bound anew stands for what it stood for before.
#[test]
fn a_failed_let_does_not_hide_the_old_variable() {
    let mut session = session();
    assert!(!input(&mut session, "let a = 1").failed);
    assert!(input(&mut session, "let a = [1, 2][5 + 0 * 1]").failed);
    assert!(input(&mut session, "fun at(k) { [1, 2][k] }\nlet a = at(7)").failed);
    assert!(!input(&mut session, "print(a)").failed);
    assert_eq!(session.host().printed, "1\n");
}

#[test]
fn a_failure_leaves_no_sizes_of_what_was_not_done() {
    let mut session = session();
    assert!(!input(&mut session, "let mut c = [1, 2, 3]\nlet mut t = (c, 1)").failed);
    assert!(input(&mut session, "error(\"x\"); c = [9]; t <- ([9], 1)").failed);
    assert!(!input(&mut session, "print(c.shape, t[0].shape)").failed);
    assert_eq!(session.host().printed, "(3,) (3,)\n");
}

#[test]
fn a_text_with_mistakes_changes_nothing() {
    let mut session = session();
    assert!(input(&mut session, "let a = 1\nprint(a)\nlet b = nothing").failed);
    assert!(session.variables().is_empty() && session.host().printed.is_empty());
    assert!(!session.check(InputKind::File, "x", "let a = 1 +").is_empty());
    assert!(session.type_of("t", "1 + 0.5").is_ok_and(|ty| ty.to_string() == "f64"));
    assert!(session.variables().is_empty());
}

/// Whatever fails inside is told, and the session goes on.
#[test]
fn a_panic_is_told_and_loses_nothing() {
    let mut session = session();
    let outcome = input(&mut session, "let a = [1, 2]\nprint(\"panic, please\")\nlet b = 2");
    let said = outcome.diagnostics.last().expect("it is told");
    assert_eq!(said.code, "E0799");
    assert!(said.message.contains("a host that fails") && said.help[0].contains("report"));
    assert!(!input(&mut session, "print(a[1])").failed);
    assert_eq!(session.host().printed, "2\n");
}

#[test]
fn a_panic_while_checking_is_told_too() {
    let mut session = session();
    assert!(!input(&mut session, "let a = 5").failed);
    let outcome = input(&mut session, "let b = 6\nmodule \"panic\" as p");
    assert_eq!(outcome.diagnostics.last().map(|said| said.code), Some("E0799"));
    assert!(outcome.diagnostics.iter().any(|said| said.message.contains("a loader that fails")));
    assert!(!input(&mut session, "print(a)").failed && input(&mut session, "print(b)").failed);
    assert_eq!(session.host().printed, "5\n");
}

#[test]
fn too_much_memory_is_an_error() {
    let said = failure("fun f(n: i64) { zeros((n, n)) }\nlet x = f(100000000L)");
    assert_eq!(said.code, "E0705");
}

#[test]
fn a_world_may_have_no_files() {
    let said = failure("save(\"x.npy\", [1, 2])");
    assert_eq!(said.message, "`x.npy` cannot be written: there are no files here");
    let said = failure("print(load<i32>(\"x.npy\", rank = 1))");
    assert_eq!(said.message, "`x.npy` cannot be read: there are no files here");
}
