//! What stays of an input that fails while it runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use lunette::Cancel;
use lunette_lang::check::{InputKind, Loaded, Loader};
use lunette_lang::run::World;
use lunette_lang::session::Session;

use crate::world::{Kept, input, session};

#[test]
fn functions_do_not_read_what_has_got_no_value() {
    let mut session = session();
    let text = "let a = number(\"x\")\nfun f() { a + 1 }\nfun g() { f() }\nfun h() { 5 }\nprint(g(), h())";
    assert!(input(&mut session, text).failed);
    for (text, code) in [("print(f())", "E0201"), ("print(g())", "E0201")] {
        let outcome = input(&mut session, text);
        let codes: Vec<&str> = outcome.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        assert_eq!(codes, [code], "{text}");
    }
    // What does not read it goes on as before.
    assert!(!input(&mut session, "print(h())").failed);
    assert_eq!(session.host().printed, "5\n");
}

#[test]
fn an_earlier_name_is_there_again() {
    let mut session = session();
    assert!(!input(&mut session, "let a = 1").failed);
    assert!(input(&mut session, "let a = number(\"x\")\nfun f() { a + 1 }\nprint(f())").failed);
    assert!(!input(&mut session, "print(f())").failed);
    assert_eq!(session.host().printed, "2\n");
}

#[test]
fn a_text_is_the_old_one_where_the_piece_behind_it_fails() {
    let mut session = session();
    let longer = "fun longer(text) { let more = text + \"!\"\nprint(number(more))\nmore }";
    assert!(!input(&mut session, &format!("let mut s = \"old\"\n{longer}")).failed);
    for text in
        ["s += longer(s)", "s <- s + \"new\" + longer(s)", "s += if (true) { longer(s) } else { \"\" }"]
    {
        assert!(input(&mut session, text).failed, "{text}");
    }
    assert!(!input(&mut session, "s += \"er\"\nprint(s, len(s))").failed);
    assert_eq!(session.host().printed, "older 5\n");
}

/// A world with two modules, one of which fails the first time that it is read.
#[derive(Default)]
struct Modules {
    kept: Kept,
    reads: AtomicUsize,
    /// What is called off when the module `stop` is read.
    cancel: Option<Cancel>,
}

impl World for Modules {
    fn print(&mut self, text: &str) {
        self.kept.print(text);
    }

    fn clock(&self) -> f64 {
        self.kept.clock()
    }

    fn arguments(&self) -> &[Arc<str>] {
        self.kept.arguments()
    }
}

impl Loader for Modules {
    fn load(&self, _: &str, path: &str) -> Result<Loaded, String> {
        let text = match path {
            "whole" => "let k = 7\n",
            "stop" => {
                self.cancel.iter().for_each(Cancel::cancel);
                "let k = 7\n"
            }
            _ if self.reads.fetch_add(1, Ordering::Relaxed) == 0 => "let n = number(\"x\")\nlet m = 5\n",
            _ => "let n = number(\"3\")\nlet m = 5\n",
        };
        Ok(Loaded { name: path.into(), text: text.into() })
    }
}

#[test]
fn a_module_that_fails_half_way_is_read_again() {
    let mut session = Session::new(Modules::default());
    let mut run = |text: &str| session.run(InputKind::Prompt, "<prompt>", text).failed;
    assert!(run("module \"whole\" as w\nmodule \"half\" as h\nprint(h.m)"));
    // What has run to its end stays; what has not is gone.
    assert!(!run("print(w.k)"));
    assert!(run("print(h.m)"));
    assert!(!run("module \"half\" as h\nprint(h.n, h.m)"));
    assert_eq!(session.host().kept.printed, "7\n3.0 5\n");
}

#[test]
fn checking_can_be_stopped() {
    let mut session = Session::new(Modules::default());
    let cancel = session.cancel();
    session.host_mut().cancel = Some(cancel);
    let outcome =
        session.run(InputKind::Prompt, "<prompt>", "module \"stop\" as s\nlet x = [1, \"a\"]\nprint(1)");
    let codes: Vec<&str> = outcome.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    assert!(outcome.failed && outcome.interrupted);
    assert_eq!(codes, ["E0710"]);
    assert!(!session.run(InputKind::Prompt, "<prompt>", "print(2)").failed);
    assert_eq!(session.host().kept.printed, "2\n");
}
