//! What stays from one input to the next.

use lunette::Complex64;
use lunette::prelude::*;
use lunette_lang::check::InputKind;
use lunette_lang::session::{CompletionKind, Given, Session, Sharing};
use lunette_lang::value::Value;

use crate::world::{Kept, input, prints, session};

#[test]
fn inputs_see_what_came_before() {
    let mut session = session();
    for text in [
        "let mut x = [1, 2, 3]\nlet mut k = 0",
        "fun at(t, i) { t[i] }\nfun twice(f, v) { f(f(v)) }",
        "x[0] <- 10\nk += at(x, 0)",
        "let mut r = &x[1:]\nr[:] <- 7",
        "let add = lambda(v) { v + at(x[0:1], 0) }",
        "x[0] <- 1000",
        "print(x, k, r, add(1), twice(add, 0))",
    ] {
        assert!(!input(&mut session, text).failed, "{text}");
    }
    assert_eq!(session.host().printed, "tensor((3,), {1000,7,7}) 10 tensor((2,), {7,7}) 11 20\n");
}

#[test]
fn scalars_of_every_width_can_be_referred_to_later() {
    let mut session = session();
    for text in [
        "let mut z = 1j\nlet mut n = 1\nlet mut b = true",
        "let mut r = &z\nlet mut s = &n\nlet mut t = &b",
        "r <- 2j\ns += 1\nt <- false\nprint(z, n, b)",
    ] {
        assert!(!input(&mut session, text).failed, "{text}");
    }
    assert_eq!(session.host().printed, "0.0+2.0j 2 false\n");
}

#[test]
fn values_are_shown_with_their_types() {
    let mut session = session();
    for (text, expected) in [
        ("1 + 2", Some("i32")),
        ("let x = 5", None),
        ("x * 2.5", Some("f64")),
        ("[[1, 2]]", Some("tensor<i32, 2>")),
        ("(1, \"a\")", Some("(i32, string)")),
        ("print(1)", None),
        ("if (x > 3) { [1.5] } else { [2.5] }", Some("tensor<f64, 1>")),
    ] {
        let outcome = session.run(InputKind::Prompt, "<prompt>", text);
        assert!(!outcome.failed, "{text}");
        assert_eq!(outcome.value.map(|shown| shown.ty.to_string()).as_deref(), expected, "{text}");
    }
}

#[test]
fn variables_can_be_listed_and_read() {
    let mut session = session();
    assert!(!input(&mut session, "let mut n = 5\nlet mut m = &n\nlet t = [1.5, 2.5]\nlet s = \"a\"").failed);
    let list: Vec<String> = session
        .variables()
        .iter()
        .map(|variable| format!("{}: {} {}", variable.name, variable.ty, variable.mutable))
        .collect();
    assert_eq!(list, ["m: i32 true", "n: i32 true", "s: string false", "t: tensor<f64, 1> false"]);
    assert!(matches!(session.get("n"), Some(Value::Scalar(scalar)) if scalar == 5.into()));
    assert!(session.get("nobody").is_none());
    session.reset();
    assert!(session.variables().is_empty());
}

#[test]
fn the_host_gives_variables() {
    let mut session = session();
    let (shared, copied, one) = (tensor![[1.0, 2.0]], tensor![1, 2, 3], Tensor::scalar(5_i64).unwrap());
    for (name, value, sharing) in [
        ("x", Value::Tensor(shared.to_dyn()), Sharing::Reference),
        ("c", Value::Tensor(copied.to_dyn()), Sharing::Constant),
        ("n", Value::Tensor(one.to_dyn()), Sharing::Reference),
        ("k", Value::Scalar(7.into()), Sharing::Constant),
        ("z", Value::Scalar(Complex64::new(0.0, 1.0).into()), Sharing::Reference),
    ] {
        session.define(Given::new(name, value, sharing).unwrap());
    }
    copied.set(0, 100).unwrap();
    assert!(!input(&mut session, "x[0, 1] <- k\nn += 1L\nz *= 2\nprint(x, c, n, k, z)").failed);
    let printed = "tensor((1,2), {1.0,7.0}) tensor((3,), {1,2,3}) 6 7 0.0+2.0j\n";
    assert_eq!(session.host().printed, printed);
    assert_eq!((shared.get([0, 1]).unwrap(), one.item().unwrap()), (7.0, 6));
    shared.set([0, 0], 50.0).unwrap();
    assert!(matches!(session.get("x"), Some(Value::Tensor(x)) if x == shared.to_dyn()));
    for mistake in ["c[0] <- 5", "k <- 5", "print(c + [1, 2])"] {
        assert!(input(&mut session, mistake).failed, "{mistake}");
    }
    for name in ["", "1x", "let", "f64", "a b", "a-b"] {
        assert!(Given::new(name, Value::Scalar(1.into()), Sharing::Constant).is_err(), "{name}");
    }
    // A new value of the same name hides the old one, and may be of another type.
    session.define(Given::new("x", Value::Scalar(true.into()), Sharing::Constant).unwrap());
    assert!(!input(&mut session, "print(not x)").failed);
}

#[test]
fn names_are_completed() {
    let mut session = session();
    assert!(!input(&mut session, "let alpha = 1\nfun alphabet(a, b) { a + b }").failed);
    let (start, found) = session.complete("print(alph", 10);
    let names: Vec<(&str, CompletionKind)> = found.iter().map(|one| (&*one.name, one.kind)).collect();
    assert_eq!(start, 6);
    assert_eq!(names, [("alpha", CompletionKind::Variable), ("alphabet", CompletionKind::Function)]);
    assert!(session.complete("alpha.resh", 10).1.iter().any(|one| &*one.name == "reshape"));
    assert!(session.complete("x[0..alph", 9).1.iter().any(|one| &*one.name == "alpha"), "no member");
    assert!(session.complete("whil", 4).1.iter().any(|one| one.kind == CompletionKind::Keyword));
}

#[test]
fn functions_of_functions() {
    prints(
        "fun apply(f: fun(i32) -> i32, n: i32) -> i32 { f(n) }
        fun maker(k) { lambda(v) { v * k } }
        let triple = maker(3)
        let fs = (maker(10), maker(100))
        print(apply(lambda(v) { v + 1 }, 5), apply(triple, 5), fs[0](2), fs[1](2))
        let mut base = [1, 2]
        let shift = lambda(v) { v + base[0] }
        base[0] <- 50
        print(shift(1))
        print(map([1, 2, 3], lambda(v) { v * v }))",
        &["6 15 20 200", "2", "tensor((3,), {1,4,9})"],
    );
}

/// Loops leave tensors open for single elements; whoever reads the session later sees them as they are.
#[test]
fn a_session_is_read_without_changing_it() {
    let mut session = session();
    let text =
        "let mut x = [1, 2, 3]\nlet mut s = 0\nfor (i from 0 to 3) {\n    x[i] <- 5 * x[i]\n    s += x[i]\n}";
    assert!(!input(&mut session, text).failed);
    let read: &Session<Kept> = &session;
    let shown = |value: Option<Value>| value.map(|value| value.to_string());
    assert_eq!(shown(read.get("x")).as_deref(), Some("tensor((3,), {5,10,15})"));
    assert_eq!(shown(read.get("s")).as_deref(), Some("30"));
    assert_eq!(read.variables().len(), 2);
}
