//! The checker agrees with the library: what it predicts is what running gives.
//!
//! Random expressions are evaluated twice: over tensors whose sizes the checker knows, and inside of a function, where it
//! knows dtypes and ranks alone. Both must give the same value, of the predicted type; what the checker refuses must fail
//! when it is run without its knowledge. Random sessions give names tensors of other sizes in every kind of control flow,
//! and compare what is known of them with what is there. `LUNETTE_CASES` sets the number of cases, `LUNETTE_SEED` the seed.

#[path = "agree/flow.rs"]
mod flow;
#[path = "agree/generate.rs"]
mod generate;
#[path = "../../lunette/tests/random/splitmix.rs"]
mod splitmix;

use std::collections::BTreeMap;
use std::sync::Arc;

use generate::Sample;
use lunette_lang::check::{InputKind, Loaded, Loader};
use lunette_lang::diagnostic::Severity;
use lunette_lang::run::World;
use lunette_lang::session::Session;
use lunette_lang::types::Type;
use lunette_lang::value::Value;

/// A program that prints nothing and imports nothing.
struct Silent;

impl World for Silent {
    fn print(&mut self, _: &str) {}

    fn clock(&self) -> f64 {
        0.0
    }

    fn arguments(&self) -> &[Arc<str>] {
        &[]
    }
}

impl Loader for Silent {
    fn load(&self, _: &str, path: &str) -> Result<Loaded, String> {
        Err(format!("there is no `{path}`"))
    }
}

/// What has become of an expression.
enum Fate {
    /// The checker found a mistake.
    Refused(String),
    /// Running it failed.
    Failed(String),
    /// It has a value, and this type was predicted.
    Value(Value, Type),
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn predicted_types_are_those_of_values() {
    let (cases, seed) = (setting("LUNETTE_CASES", 3000), setting("LUNETTE_SEED", 20_261_117));
    println!("{cases} random expressions, seed {seed}");
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for case in 0..cases {
        let case_seed = seed.wrapping_mul(0x2545_f491_4f6c_dd1d).wrapping_add(case);
        let sample = Sample::new(case_seed);
        match check(&sample) {
            Ok(word) => *counts.entry(word).or_default() += 1,
            Err(problem) => panic!(
                "LUNETTE_SEED={seed}, case {case}: {problem}\n\n{}print({})\n",
                sample.tensors, sample.expr
            ),
        }
    }
    counts.iter().for_each(|(word, count)| println!("{count:>8} {word}"));
    let share = |word| counts.get(word).copied().unwrap_or(0) * 100 / cases.max(1);
    assert!(share("with all sizes known") >= 30 && share("refused for sizes") >= 5, "{counts:?}");
}

#[test]
fn sizes_are_known_as_they_are_wherever_names_get_new_values() {
    let (cases, seed) = (setting("LUNETTE_CASES", 3000) / 15, setting("LUNETTE_SEED", 20_261_117));
    println!("{cases} random sessions, seed {seed}");
    let mut failed = 0;
    for case in 0..cases {
        let inputs = flow::inputs(seed.wrapping_mul(0x2545_f491_4f6c_dd1d).wrapping_add(case));
        match follow(&inputs) {
            Ok(stopped) => failed += stopped,
            Err(problem) => panic!(
                "LUNETTE_SEED={seed}, case {case}: {problem}\n{}\n{}\n",
                flow::START,
                inputs.join("// the next input\n")
            ),
        }
    }
    assert!(cases == 0 || failed > 0, "no session went on after a failure");
}

/// Runs inputs one after the other; says how many were stopped, as some are meant to be.
fn follow(inputs: &[String]) -> Result<u64, String> {
    let mut session = Session::new(Silent);
    let mut stopped = 0;
    for text in [flow::START].into_iter().chain(inputs.iter().flat_map(|text| [text, flow::LOOK])) {
        let outcome = session.run(InputKind::Prompt, "input", text);
        let mut errors = outcome.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        let Some(error) = errors.next() else { continue };
        if error.message != "stop" {
            return Err(format!("{}: {}", error.code, error.message));
        }
        stopped += 1;
    }
    Ok(stopped)
}

/// Compares one expression with itself inside of a function.
fn check(sample: &Sample) -> Result<&'static str, String> {
    let mut session = Session::new(Silent);
    let tensors = session.run(InputKind::File, "tensors", &sample.tensors);
    if tensors.failed {
        return Err(format!("the tensors are not made: {:?}", tensors.diagnostics));
    }
    let function = format!("fun f(x, y, z) {{ {} }}", sample.expr);
    let open = fate(&mut session, &format!("{function}\nf(x, y, z)"), "f(x, y, z)");
    let known = fate(&mut session, &sample.expr, &sample.expr);
    match (known, open) {
        (Fate::Value(value, ty), Fate::Value(other, erased)) => {
            fits(&value, &ty)?;
            fits(&other, &erased)?;
            if value.to_string() != other.to_string() {
                return Err(format!("with known sizes {value}, without {other}"));
            }
            Ok(if is_known(&ty) { "with all sizes known" } else { "with some sizes open" })
        }
        (Fate::Refused(_), Fate::Refused(_)) => Ok("refused for types"),
        (Fate::Refused(_), Fate::Failed(_)) => Ok("refused for sizes"),
        (Fate::Failed(_), Fate::Failed(_)) => Ok("failed while running"),
        (Fate::Refused(why), Fate::Value(value, _)) => {
            Err(format!("refused, but it runs and gives {value}: {why}"))
        }
        (Fate::Failed(why), Fate::Value(value, _)) => {
            Err(format!("fails with known sizes, else gives {value}: {why}"))
        }
        (Fate::Value(value, _), Fate::Failed(why)) => {
            Err(format!("gives {value}, but fails in a function: {why}"))
        }
        (_, Fate::Refused(why)) => Err(format!("refused only in a function: {why}")),
    }
}

/// Predicts and runs. A function stays in the session, so that the second text is the one whose type is asked.
fn fate(session: &mut Session<Silent>, text: &str, expr: &str) -> Fate {
    let outcome = session.run(InputKind::Prompt, "run", text);
    let why = outcome
        .diagnostics
        .iter()
        .map(|d| format!("{}: {}", d.code, d.message))
        .collect::<Vec<_>>()
        .join("; ");
    let Some(shown) = outcome.value else {
        let running = outcome.diagnostics.last().is_some_and(|diagnostic| diagnostic.code.starts_with("E07"));
        return if running { Fate::Failed(why) } else { Fate::Refused(why) };
    };
    match session.type_of("type", expr) {
        Ok(ty) => Fate::Value(shown.value, ty),
        Err(_) => Fate::Refused(why),
    }
}

/// Whether a value is of the type that was predicted for it.
fn fits(value: &Value, predicted: &Type) -> Result<(), String> {
    let found = value.ty();
    let sizes = found.sizes().unwrap_or_default().into_iter().zip(predicted.sizes().unwrap_or_default());
    let same_sizes = sizes.into_iter().all(|(found, predicted)| predicted.is_none() || found == predicted);
    match (found.dtype(), found.rank()) == (predicted.dtype(), predicted.rank()) && same_sizes {
        true => Ok(()),
        false => Err(format!(
            "{predicted} {:?} is predicted, found {found} {:?}",
            predicted.sizes(),
            found.sizes()
        )),
    }
}

fn is_known(ty: &Type) -> bool {
    ty.sizes().is_some_and(|sizes| sizes.iter().all(Option::is_some))
}
