//! Texts that become longer: `text += piece` and `text <- text + piece`.

use super::Compiler;
use super::effects::may_bind;
use super::value::evaluate_all;
use crate::program::{Expr, ExprKind, Variable};
use crate::run::failure::{Mistake, Stop};
use crate::run::machine::{Code, Machine};
use crate::run::slot::{Home, ObjectRef};
use crate::source::Span;
use crate::value::{Text, Value};

impl Compiler<'_> {
    /// The code that gives a variable its own text with pieces behind it; none where the value is something else.
    ///
    /// The text is taken out of the variable for that, so that nobody else has it, unless somebody really does. No piece
    /// may give the variable another text in between.
    pub(super) fn appended(&mut self, variable: Variable, home: Home, value: &Expr) -> Option<Code<()>> {
        let Home::Object { object, own } = home else { return None };
        let pieces = pieces_behind(variable, value)?;
        let (pieces, span) =
            (pieces.into_iter().map(|piece| self.value(piece)).collect::<Vec<_>>(), value.span);
        Some(Box::new(move |machine| {
            let pieces = evaluate_all(&pieces, machine)?;
            let pieces = texts(machine, pieces, span)?;
            let at = machine.place(object);
            // A parameter that has no text of its own yet shows that of the caller.
            let is_own = object == ObjectRef::Own(own) || at == own.from(machine.object_base);
            let found = if is_own { machine.objects.take(at) } else { machine.objects.get(at).cloned() };
            let Some(Value::Str(mut text)) = found else {
                return Err(machine.internal("what becomes longer is no text", span));
            };
            let done = text.append("+", &pieces);
            machine.bind_object(home, Value::Str(text));
            done.map_err(|error| machine.fail(Mistake::Library(error), span))
        }))
    }
}

/// What is joined to the text of this variable, from left to right.
fn pieces_behind(variable: Variable, value: &Expr) -> Option<Vec<&Expr>> {
    let (mut pieces, mut first) = (Vec::new(), value);
    while let ExprKind::Joined { left, right } = &first.kind {
        pieces.push(&**right);
        first = left;
    }
    pieces.reverse();
    let is_its_own = matches!(first.kind, ExprKind::Variable(named) if named == variable);
    (is_its_own && !pieces.is_empty() && !pieces.iter().any(|piece| may_bind(piece))).then_some(pieces)
}

fn texts(machine: &mut Machine<'_>, pieces: Vec<Value>, span: Span) -> Result<Vec<Text>, Stop> {
    let text = |piece| match piece {
        Value::Str(text) => Some(text),
        _ => None,
    };
    let texts: Option<Vec<Text>> = pieces.into_iter().map(text).collect();
    texts.ok_or_else(|| machine.internal("what is joined are no strings", span))
}
