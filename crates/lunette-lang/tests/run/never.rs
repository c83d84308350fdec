//! What never gives a value is evaluated wherever an expression can stand, and what stands before it too.

use lunette_lang::check::InputKind;

use crate::world::{failure, input, prints, session};

/// What the programs below have: a function that never gives a value, one that says that it was called, and places.
const BEFORE: &str = "\
fun todo() { error(\"boom\") }
fun say(n) { print(\"said\"); n }
fun add(a, b) { a + b }
fun put(mut &p, v) { p[0] <- v }
let apply: fun(i32, i32) -> i32 = lambda(a, b) { a + b }
let mut a = [1, 2, 3]
let mut m = [[1, 2], [3, 4]]
let mut n = 1
let mut s = \"text\"
let pair = (1, 2)
";

/// Every position of an expression, where `todo()` stands alone or first.
const POSITIONS: &[&str] = &[
    "todo()",
    "let y = todo()",
    "let mut y = todo()",
    "let y: f64 = todo()",
    "let y, z = 1, todo()",
    "let y, z = todo()",
    "let y, z: f64 = todo()",
    "n = todo()",
    "s = todo()",
    "n <- todo()",
    "n += todo()",
    "s <- todo()",
    "s += todo()",
    "a <- todo()",
    "a[0] <- todo()",
    "a[todo()] <- 5",
    "a[todo():] <- 5",
    "m[0][todo()] <- 5",
    "m[0, todo()] += 5",
    "let mut r = &a[todo():]",
    "let mut r = &reshape(a, (todo(), 3))",
    "put(&a[todo():], 1)",
    "put(&a, todo())",
    "put(todo(), 1)",
    "print(todo())",
    "print(1, todo())",
    "print(1 + todo())",
    "print(todo() + 1)",
    "print(a * todo())",
    "print(-todo())",
    "print(not todo())",
    "print(todo() and true)",
    "print(n == 1 and todo())",
    "print(n == 2 or todo())",
    "print(todo() == 1)",
    "print((1, todo()))",
    "print([1, todo()])",
    "print([[1, 2], [3, todo()]])",
    "print(tensor((2,), {1, todo()}))",
    "print(tensor((todo(),), {1}))",
    "print(tensor(todo(), 1))",
    "print(a[todo()])",
    "print(a[todo():2])",
    "print(a[{0:2, todo()}])",
    "print(todo()[0])",
    "print(pair[todo()])",
    "print(m[0, todo()])",
    "print(a[(todo(),)])",
    "let r = 0:todo()",
    "print(zeros(todo()))",
    "print(sum(todo()))",
    "print(sum(a, keepdims = todo()))",
    "print(add(1, todo()))",
    "print(add(todo(), 1))",
    "print(add(b = todo(), a = 1))",
    "print(apply(1, todo()))",
    "print(todo()(1))",
    "print(todo().shape)",
    "print(todo().sum())",
    "print(todo().add(1))",
    "print((todo()))",
    "print(str(todo()) + \"x\")",
    "print(\"x\" + todo())",
    "print(a.map(lambda(v) { error(\"boom\") }))",
    "print(fold(a, 0, lambda(x, v) { error(\"boom\") }))",
    "print(from_fn((2,), lambda(i) { error(\"boom\") }))",
    "assert(todo(), \"\")",
    "if todo() { print(1) }",
    "if n == 1 { todo() }",
    "if n == 2 { print(1) } else { todo() }",
    "let y = if todo() { 1 } else { 2 }",
    "let y = if n == 1 { todo() } else { 2 }",
    "let y = if n == 1 { let z = todo(); 1 } else { 2 }",
    "while todo() { }",
    "while true { todo() }",
    "for (i from 0 to todo()) { }",
    "for (i from todo() to 3) { }",
    "for (i from 0 to 3 step todo()) { }",
    "for (i from 0 to 3) { todo() }",
    "for (x in todo()) { }",
    "fun f() { todo() }\nf()",
    "fun f() { let q = todo(); 7 }\nprint(f())",
    "fun f() { return todo() }\nprint(f())",
    "fun f() -> i32 { todo() }\nprint(f())",
    "fun f() -> i32 { return 1 + todo() }\nprint(f())",
    "fun f() -> f64 { if n_is_one() { todo() } else { 2.0 } }\nfun n_is_one() { true }\nprint(f())",
    "let f = lambda(v) { todo() }\nprint(f(1))",
    "let f: fun(i32) -> i32 = lambda(v) { todo() }\nprint(f(1))",
];

#[test]
fn what_never_gives_a_value_runs_in_every_position() {
    for position in POSITIONS {
        let text = format!("{BEFORE}{position}\nprint(\"done\")");
        let mut session = session();
        let outcome = input(&mut session, &text);
        let said = outcome.diagnostics.last().map(|said| (said.code, said.message.as_str()));
        assert_eq!(said, Some(("E0709", "boom")), "{position}");
        assert!(outcome.failed && session.host().printed.is_empty(), "{position}");
    }
}

/// Positions where something is evaluated before.
const AFTER_OTHERS: &[&str] = &[
    "let y = say(1) + todo()",
    "let y, z = say(1), todo()",
    "print(say(1), todo())",
    "print((say(1), todo()))",
    "print([say(1), todo()])",
    "print(add(say(1), todo()))",
    "print(add(b = say(1), a = todo()))",
    "print(apply(say(1), todo()))",
    "a[say(0)] <- todo()",
    "m[say(0)][todo()] <- 5",
    "m[say(0), todo()] <- 5",
    "print(m[say(0), todo()])",
    "print(a[say(0):todo()])",
    "put(&a[say(0):], todo())",
    "for (i from say(0) to todo()) { }",
    "print(say(1) == 1 and todo())",
];

#[test]
fn what_stands_before_it_is_evaluated_too() {
    for position in AFTER_OTHERS {
        let mut session = session();
        let outcome = input(&mut session, &format!("{BEFORE}{position}\nprint(\"done\")"));
        assert_eq!(outcome.diagnostics.last().map(|said| said.code), Some("E0709"), "{position}");
        assert_eq!(session.host().printed, "said\n", "{position}");
    }
}

#[test]
fn what_stands_after_it_is_not() {
    for position in ["let y = todo() + say(1)", "print(todo(), say(1))", "a[todo()] <- say(1)"] {
        let mut session = session();
        assert!(input(&mut session, &format!("{BEFORE}{position}")).failed, "{position}");
        assert!(session.host().printed.is_empty(), "{position}");
    }
}

#[test]
fn a_return_inside_of_a_value_leaves_the_function() {
    prints("fun g(x) { let q = if x > 0 { return 5 } else { return 6 }; 7 }\nprint(g(1), g(-1))", &["5 6"]);
    prints("fun g(x) { 1 + if x > 0 { 2 } else { return 6 } }\nprint(g(1), g(-1))", &["3 6"]);
}

#[test]
fn what_need_not_be_reached_is_not() {
    prints(
        "fun todo() { error(\"boom\") }\nlet mut n = 1\nprint(n == 2 and todo(), n == 1 or todo())\n\
         print(if n == 1 { 5 } else { todo() }, zeros((0,)).map(lambda(v) { error(\"boom\") }))",
        &["false true", "5 tensor<f64>((0,), {})"],
    );
}

#[test]
fn a_name_whose_value_never_came_is_not_kept() {
    let mut session = session();
    let at_prompt = |session: &mut _, text: &str| run_at_prompt(session, text);
    assert_eq!(at_prompt(&mut session, "let z = error(\"boom\")"), Some("E0709"));
    assert_eq!(at_prompt(&mut session, "z"), Some("E0201"));
}

fn run_at_prompt(
    session: &mut lunette_lang::session::Session<crate::world::Kept>,
    text: &str,
) -> Option<&'static str> {
    session.run(InputKind::Prompt, "<prompt>", text).diagnostics.last().map(|said| said.code)
}

/// What is known before running must not keep a call from being made.
#[test]
fn known_values_keep_the_calls_that_they_come_from() {
    let before = "fun say() { print(\"said\"); zeros((2, 3)) }\nlet x = zeros((2, 2))\nlet mut y = 0\n";
    for text in [
        "print(rank(say()) + 1)",
        "print(say().rank + 1)",
        "if rank(say()) == 2 { print(3) }",
        "print(zeros((rank(say()), 2)).rank + 1)",
        "print(cast<i32>(x[rank(say()) - 1, 0]) + 3)",
        "print(len(say()) div 2)",
        "print(-rank(say()) + 5)",
        "print((rank(say()), 1)[0] + 1)",
        "print([rank(say()), 1][0] + 1)",
        "let t = shape(say())\nprint(t[1])",
        "let r = 0:rank(say())\nprint(x[r].rank + 1)",
        "y <- rank(say())\nprint(y + 1)",
        "print(shape(say()) == (2, 3) and true)\nprint(3)",
        "print(sum(zeros((3, 1)), axis = rank(say()) - 1).len)",
    ] {
        let mut session = session();
        let outcome = input(&mut session, &format!("{before}{text}"));
        let printed = &session.host().printed;
        assert!(!outcome.failed, "{text}: {:?}", outcome.diagnostics);
        assert_eq!(printed.matches("said").count(), 1, "{text}");
        assert!(printed.ends_with("3\n"), "{text}: {printed}");
    }
    let said = failure("fun f(x) { assert(x > 0, \"no\"); [x] }\nprint(rank(f(-1)) * 2)");
    assert_eq!((said.code, said.message.as_str()), ("E0709", "assertion failed: no"));
}
