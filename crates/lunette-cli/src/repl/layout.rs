//! `:layout`: how the elements of a tensor lie in memory.

use lunette::DynTensor;
use lunette_lang::check::InputKind;
use lunette_lang::diagnostic::Diagnostic;
use lunette_lang::session::{Session, Variable};
use lunette_lang::value::Value;
use lunette_lang::words;

use crate::host::Host;

/// The value whose layout is asked for: a variable as it lies in memory, a reference (`&x[0]`) in the memory of its place,
/// and anything else in memory of its own, as every value that is no reference acts. None where there is no value. What
/// there is to say of the text although it runs comes with it.
///
/// # Errors
/// The mistakes in the text, or what went wrong while it ran.
pub fn value(
    session: &mut Session<Host>,
    name: &str,
    text: &str,
) -> Result<(Option<Value>, Vec<Diagnostic>), Vec<Diagnostic>> {
    if text.starts_with('&') {
        return session.referred(name, text).map(|value| (Some(value), Vec::new()));
    }
    if let Some(value) = session.get(text) {
        return Ok((Some(value), Vec::new()));
    }
    let outcome = session.run(InputKind::Prompt, name, text);
    match outcome.failed {
        true => Err(outcome.diagnostics),
        false => Ok((outcome.value.map(|shown| owned(shown.value)), outcome.diagnostics)),
    }
}

/// A load that nobody has kept is still a view of what it was taken from: the copy that it stands for.
fn owned(value: Value) -> Value {
    match value {
        Value::Tensor(tensor) if tensor.is_view() => {
            let copy = tensor.copy();
            Value::Tensor(copy.unwrap_or(tensor))
        }
        other => other,
    }
}

/// The variables, but for one, that share memory with a tensor, in words.
fn sharing(tensor: &DynTensor, variables: &[Variable], but: &str) -> Vec<String> {
    let shares = |variable: &&Variable| &*variable.name != but && holds(&variable.value, tensor.base());
    variables.iter().filter(shares).map(|variable| format!("`{}`", variable.name)).collect()
}

/// Whether a value is in the memory of this number, or a part of it is.
fn holds(value: &Value, base: usize) -> bool {
    match value {
        Value::Tensor(tensor) => tensor.base() == base,
        Value::Tuple(fields) => fields.iter().any(|field| holds(field, base)),
        _ => false,
    }
}

/// Everything about the layout of a tensor, one fact to a line; none for other values. `text` is what was asked for.
pub fn describe(value: &Value, variables: &[Variable], text: &str) -> Option<String> {
    let Value::Tensor(tensor) = value else { return None };
    let (layout, flags, dtype) = (tensor.layout(), tensor.flags(), tensor.dtype());
    let order = match (flags.c_contiguous, flags.f_contiguous) {
        (true, true) => "row-major and column-major, without gaps",
        (true, false) => "row-major, without gaps",
        (false, true) => "column-major, without gaps",
        (false, false) => "neither row-major nor column-major",
    };
    let others = sharing(tensor, variables, text);
    let memory =
        if others.is_empty() { "its own".to_owned() } else { format!("shared with {}", others.join(", ")) };
    let bytes = layout.len().saturating_mul(dtype.item_size());
    let rows = [
        ("dtype", format!("{dtype}, {} bytes an element", dtype.item_size())),
        ("shape", words::shape(layout.shape())),
        ("strides", format!("{} elements", words::tuple(layout.strides()))),
        ("offset", layout.offset().to_string()),
        ("order", order.to_owned()),
        ("memory", format!("{memory}; {} elements, {bytes} bytes", layout.len())),
    ];
    Some(rows.map(|(name, fact)| format!("{name:9}{fact}\n")).concat())
}

#[cfg(test)]
mod tests {
    use lunette_lang::check::InputKind;
    use lunette_lang::session::Session;

    use super::{describe, value};
    use crate::host::Host;

    /// What is told about an expression: the facts that it depends on, and how many variables there are afterwards.
    fn told(session: &mut Session<Host>, text: &str) -> Result<String, usize> {
        let value = value(session, "test", text).map_err(|mistakes| mistakes.len())?.0.ok_or(0_usize)?;
        let facts = describe(&value, &session.variables(), text).ok_or(0_usize)?;
        let fact = |name: &str| {
            let line = facts.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim();
            line.split([';', 'e']).next().unwrap_or_default().trim().to_owned()
        };
        Ok([fact("strides"), fact("offset"), fact("memory")].join(" "))
    }

    #[test]
    fn loads_are_copies_and_references_are_views() {
        let mut session = Session::new(Host::new(&[]));
        let text =
            "let mut x = reshape(arange(6), (2, 3))\nlet y = zeros((4,))\nlet mut r = &x[1]\nlet mut s = 5";
        assert!(!session.run(InputKind::Prompt, "test", text).failed);
        for (text, expected) in [
            ("x", Ok("(3,1) 0 shar")),
            ("y", Ok("(1,) 0 its own")),
            ("x[:, 1]", Ok("(1,) 0 its own")),
            ("y[1:]", Ok("(1,) 0 its own")),
            ("transpose(x)", Ok("(2,1) 0 its own")),
            ("&x[:, 1]", Ok("(3,) 1 shar")),
            ("&x[1][::-1]", Ok("(-1,) 5 shar")),
            ("&y[1:]", Ok("(1,) 1 shar")),
            ("&transpose(x)", Ok("(1,3) 0 shar")),
            ("&s", Ok("() 0 its own")),
            ("&(x + 1)", Err(1)),
            ("&x[2]", Err(1)),
            ("5", Err(0)),
        ] {
            assert_eq!(told(&mut session, text), expected.map(str::to_owned), "{text}");
        }
        let names: Vec<String> =
            session.variables().iter().map(|variable| variable.name.to_string()).collect();
        assert_eq!(names, ["r", "s", "x", "y"]);
    }

    #[test]
    fn who_shares_the_memory_is_named() {
        let mut session = Session::new(Host::new(&[]));
        assert!(
            !session.run(InputKind::Prompt, "test", "let mut x = zeros((2, 3))\nlet mut r = &x[1]").failed
        );
        for (text, expected) in
            [("x", "shared with `r`;"), ("&x[0]", "shared with `r`, `x`;"), ("x + 1.0", "its own;")]
        {
            let value = value(&mut session, "test", text).ok().and_then(|found| found.0);
            let facts = value.and_then(|value| describe(&value, &session.variables(), text));
            assert!(facts.as_ref().is_some_and(|facts| facts.contains(expected)), "{text}: {facts:?}");
        }
    }
}
