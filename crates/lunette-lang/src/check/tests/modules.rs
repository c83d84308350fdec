//! Modules: checked once, members, circles.

use super::Session;
use crate::check::{Loaded, Loader};

struct Texts(&'static [(&'static str, &'static str)]);

impl Loader for Texts {
    fn load(&self, _: &str, path: &str) -> Result<Loaded, String> {
        let found = self.0.iter().find(|(name, _)| *name == path);
        found
            .map(|(name, text)| Loaded { name: (*name).into(), text: (*text).into() })
            .ok_or_else(|| "no such file".to_owned())
    }
}

fn wrong(modules: &'static [(&'static str, &'static str)], text: &str, expected: &[&str]) {
    assert_eq!(Session::default().mistakes(text, &Texts(modules)), expected, "{text}");
}

#[test]
fn members_are_seen_and_not_changed() {
    let stats = &[("stats", "let half = 0.5\nlet mut count = 1\nfun mean(x) { sum(x) * half }")];
    wrong(stats, "module \"stats\" as s\nprint(s.mean([1, 2]), s.half, s.count)", &[]);
    wrong(stats, "module \"stats\" as s\nprint(s.maen([1]))", &["2:9 E0604"]);
    wrong(stats, "module \"stats\" as s\ns.count <- 2", &["2:1 E0213"]);
    wrong(stats, "module \"stats\" as s\nprint(s)", &["2:7 E0206"]);
    wrong(stats, "module \"none\" as s\nprint(s.x)", &["1:8 E0601"]);
    wrong(stats, "if (true) { module \"stats\" as s }", &["1:13 E0603"]);
}

#[test]
fn circles_are_refused() {
    let circle = &[("a", "module \"b\" as b"), ("b", "module \"a\" as a")];
    wrong(circle, "module \"a\" as a", &["b:1:8 E0602"]);
}
