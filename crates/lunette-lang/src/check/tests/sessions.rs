//! Inputs one after the other.

use super::Session;
use crate::check::{InputKind, NoModules};
use crate::program::{Storage, Variable};

#[test]
fn names_stay_and_mistakes_change_nothing() {
    let mut session = Session::default();
    session.program("let a = 1");
    assert!(session.check("let b = 2\nb <- 3", InputKind::Prompt, &NoModules).program.is_none());
    assert!(session.environment.lookup("b").is_none());
    session.program("let a = a + 1.5");
    assert_eq!(session.environment.lookup("a").map(|named| named.ty.to_string()).as_deref(), Some("f64"));
    session.program("fun f(x) { x + a }");
    session.program("let a = \"text\"");
    assert_eq!(session.program("f(1)").result.clone().map(|ty| ty.to_string()).as_deref(), Some("f64"));
}

#[test]
fn instances_are_made_once() {
    let mut session = Session::default();
    session.program("fun f(x) { x + 1 }");
    assert_eq!(session.program("f(1)").functions.len(), 1);
    assert_eq!(session.program("f(2)").functions.len(), 0);
    assert_eq!(session.program("f(2.5)").functions.len(), 1);
}

#[test]
fn scalars_of_earlier_inputs_move_into_boxes() {
    let mut session = Session::default();
    session.program("let mut n = 1");
    let program = session.program("n += 1\nlet mut r = &n\nr <- 5");
    assert!(program.globals.iter().all(|slot| slot.storage == Storage::Boxed));
    let text = format!("{:?}", program.main.block.statements[1].kind);
    assert!(text.contains(&format!("{:?}", Variable::Global(crate::program::GlobalId(1)))), "{text}");
}

#[test]
fn unbound_names_are_forgotten() {
    let mut session = Session::default();
    session.program("let a = 1");
    let program = session.program("let a = 2\nlet b = 3");
    let names: Vec<_> = program.globals.iter().map(|slot| slot.name.clone()).collect();
    session.environment.forget_unbound(&names, |id| id.0 == 0);
    assert!(session.environment.lookup("b").is_none());
    assert_eq!(session.environment.lookup("a").and_then(|named| named.variable).map(|id| id.0), Some(0));
}
