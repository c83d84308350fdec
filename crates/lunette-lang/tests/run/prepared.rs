//! Texts that are checked once and run many times.

use lunette::prelude::*;
use lunette_lang::session::{Given, Outcome, Prepared, Sharing};
use lunette_lang::value::Value;

use crate::world::Kept;

fn given(name: &str, value: Value) -> Given {
    let sharing = if matches!(value, Value::Tensor(_)) { Sharing::Reference } else { Sharing::Constant };
    Given::new(name, value, sharing).unwrap()
}

fn tensor_of(values: &[f64]) -> Value {
    Value::Tensor(Tensor::from(values).into_dyn())
}

fn prepared(text: &str, given: &[Given]) -> Prepared<Kept> {
    Prepared::new(Kept::default(), text, given)
}

fn value_of(outcome: Outcome) -> Value {
    let said: Vec<&str> = outcome.diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
    assert!(!outcome.failed, "{said:?}");
    outcome.value.expect("a last expression").value
}

#[test]
fn every_run_has_its_own_values() {
    let text = "let mut y = x * n\nfun last(t) { t[-1] }\ny[0] <- 100.0\nsum(y) + last(y)";
    let all =
        |values: &[f64], n: f64| vec![given("x", tensor_of(values)), given("n", Value::Scalar(n.into()))];
    let mut prepared = prepared(text, &all(&[1.0], 1.0));
    for (values, n, expected) in
        [(&[1.0, 2.0][..], 3.0, 112.0), (&[5.0, 1.0, 2.0], 1.0, 105.0), (&[1.0], 1.0, 200.0)]
    {
        assert!(prepared.is_for(text, &all(values, n)));
        let value = value_of(prepared.run("<text>", all(values, n)));
        assert!(matches!(value, Value::Scalar(sum) if sum == expected.into()), "{value:?}");
        assert!(prepared.is_lasting());
    }
}

#[test]
fn expressions_of_elements_are_told_apart() {
    for (text, expected) in [
        ("sqrt(x) * 2 + x", true),
        ("sum(x * x, axis = 0)", true),
        ("-x", true),
        ("zeros(1000000) + sum(x)", false),
        ("x[0]", false),
        ("print(x)", false),
        ("let y = x\ny", false),
        ("if (sum(x) > 0) { x } else { x + 1 }", false),
    ] {
        let mut prepared = prepared(text, &[given("x", tensor_of(&[1.0]))]);
        assert!(!prepared.is_elementwise(), "nothing is known before the first run");
        assert!(!prepared.run("<text>", vec![given("x", tensor_of(&[1.0]))]).failed, "{text}");
        assert_eq!(prepared.is_elementwise(), expected, "{text}");
    }
}

#[test]
fn other_texts_names_and_types_are_others() {
    let prepared = prepared("x + 1", &[given("x", tensor_of(&[1.0]))]);
    assert!(prepared.is_for("x + 1", &[given("x", tensor_of(&[1.0, 2.0]))]));
    let integers = Value::Tensor(tensor![1, 2].into_dyn());
    let matrix = Value::Tensor(tensor![[1.0, 2.0]].into_dyn());
    let one = Value::Tensor(Tensor::scalar(1.0).unwrap().into_dyn());
    for other in [integers, matrix, one, Value::Scalar(1.0.into())] {
        assert!(!prepared.is_for("x + 1", &[given("x", other)]));
    }
    assert!(!prepared.is_for("x + 2", &[given("x", tensor_of(&[1.0]))]));
    assert!(!prepared.is_for("x + 1", &[given("y", tensor_of(&[1.0]))]));
    assert!(!prepared.is_for("x + 1", &[]));
    // A scalar is kept otherwise than a tensor of rank 0 that somebody else may write.
    let one = Value::Tensor(Tensor::scalar(1.0).unwrap().into_dyn());
    let scalar = Prepared::new(Kept::default(), "x", &[given("x", one)]);
    assert!(!scalar.is_for("x", &[given("x", Value::Scalar(1.0.into()))]));
}

#[test]
fn a_run_that_fails_leaves_nothing_behind() {
    let text = "let y = x + 1\ny[k]";
    let all = |k: i64| vec![given("x", tensor_of(&[1.0, 2.0])), given("k", Value::Scalar(k.into()))];
    let mut prepared = prepared(text, &all(0));
    for (k, fails) in [(1, false), (7, true), (0, false)] {
        let outcome = prepared.run("<text>", all(k));
        assert_eq!((outcome.failed, outcome.diagnostics.len()), (fails, usize::from(fails)), "{k}");
        assert!(prepared.is_lasting());
    }
}

#[test]
fn random_numbers_do_not_go_on() {
    let text = "if (first) { seed(7) }\nrandom(4)";
    let run = |prepared: &mut Prepared<Kept>, first: bool| {
        value_of(prepared.run("<text>", vec![given("first", Value::Scalar(first.into()))]))
    };
    let mut prepared = prepared(text, &[given("first", Value::Scalar(true.into()))]);
    let seeded = run(&mut prepared, true);
    assert!(seeded.same(&run(&mut prepared, true)).unwrap());
    let free = run(&mut prepared, false);
    assert!(!free.same(&run(&mut prepared, false)).unwrap());
}

#[test]
fn warnings_are_told_by_every_run_and_mistakes_are_not_kept() {
    let mut warned = prepared("fun f() { return 1\nprint(2) }\nf()", &[]);
    for _ in 0..2 {
        assert_eq!(warned.run("<text>", Vec::new()).diagnostics.len(), 1);
    }
    let mut wrong = prepared("nobody + 1", &[]);
    assert!(wrong.run("<text>", Vec::new()).failed && !wrong.is_lasting());
}
