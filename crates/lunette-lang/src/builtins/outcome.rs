//! What the library makes of arguments like these: it is run on stand-ins, and remembered.

use std::cell::RefCell;
use std::collections::HashMap;

use lunette::Error;

use super::blame;
use super::context::{Dry, Failure};
use super::infer::Mistake;
use super::probe::Probe;
use super::row::{Builtin, ParamKind};
use super::stand_in::{MARK, Scale, StandIn, stand_ins};
use crate::types::Type;
use crate::value::Value;
use crate::words;

/// Up to this product of the numbers of elements of its arguments a call whose sizes are all known is simply run to see
/// the sizes of its result: no function makes more of them.
const MOST_ELEMENTS: usize = 1 << 14;

/// So many outcomes are remembered; a program that needs more is not one that somebody wrote.
const MOST_OUTCOMES: usize = 1 << 14;

/// A function, by the address of its row, and what stands for its arguments.
type Key = (usize, Vec<StandIn>);

thread_local! {
    static OUTCOMES: RefCell<HashMap<Key, Result<Type, Mistake>>> = RefCell::default();
}

/// The type of the result for miniatures of the arguments; its sizes mean nothing.
pub(super) fn of_miniatures(probe: &Probe<'_>) -> Result<Type, Mistake> {
    let stand_ins = stand_ins(probe, Scale::Miniature).ok_or_else(|| {
        let name = probe.row().name;
        Mistake::value(None, format!("{name}: the type of the result is not known before it runs"))
    })?;
    remembered(probe, stand_ins).map_err(|mistake| provoked(probe).unwrap_or(mistake))
}

/// The type of the result with all its sizes, where the arguments are all known and small; else nothing.
///
/// # Errors
/// If the shapes do not fit. Other errors may come from the ones that stand for the elements, and say nothing.
pub(super) fn of_sizes(probe: &Probe<'_>) -> Result<Option<Type>, Mistake> {
    let Some(stand_ins) = stand_ins(probe, Scale::Full) else { return Ok(None) };
    if stand_ins.iter().map(StandIn::elements).fold(1, usize::saturating_mul) > MOST_ELEMENTS {
        return Ok(None);
    }
    match remembered(probe, stand_ins) {
        Ok(ty) => Ok(Some(ty)),
        Err(mistake @ Mistake::Shape(_)) => Err(mistake),
        Err(_) => Ok(None),
    }
}

/// The type of a view, with all its sizes where those of the arguments are all known, however large.
///
/// # Errors
/// If the shapes do not fit.
pub(super) fn of_stretched(probe: &Probe<'_>) -> Result<Option<Type>, Mistake> {
    stretched(probe, Scale::Full)
}

/// The type of a view whose axes are those of the arguments in another order, with what is known of their sizes.
///
/// # Errors
/// If the axes do not fit.
pub(super) fn of_marked(probe: &Probe<'_>) -> Result<Option<Type>, Mistake> {
    let Some(ty) = stretched(probe, Scale::Marked)? else { return Ok(None) };
    let marks = MARK..MARK + probe.rank(0).unwrap_or(0);
    let (Some(dtype), Some(sizes)) = (ty.dtype(), ty.sizes()) else { return Ok(None) };
    Ok(Some(Type::shaped(dtype, sizes.into_iter().map(|size| size.filter(|size| !marks.contains(size))))))
}

fn stretched(probe: &Probe<'_>, scale: Scale) -> Result<Option<Type>, Mistake> {
    match run_stretched(probe, scale) {
        Some(Err(mistake @ Mistake::Shape(_))) => Err(mistake),
        outcome => Ok(outcome.and_then(Result::ok)),
    }
}

/// The mistake in the words of the library, for arguments of which a rule has found that their shapes do not fit. The
/// tensors are single elements stretched to their shapes: the library finds the mistake before it touches them.
pub(super) fn provoked(probe: &Probe<'_>) -> Option<Mistake> {
    // What is stretched cannot be written, and the library would speak of that.
    if probe.pairs().any(|(_, param, _)| param.kind == ParamKind::Place) {
        return None;
    }
    run_stretched(probe, Scale::Full)?.err()
}

/// The mistake in the words of the library, which has tried a dtype on one element: that of the argument `k`.
pub(super) fn of_dtype<T>(probe: &Probe<'_>, k: usize, tried: lunette::Result<T>) -> Result<(), Mistake> {
    match tried {
        Err(error) if error.is_dtype() => {
            let cure = words::cure_of(&error);
            let words = probe.row().words_of(&Failure::Library(error));
            Err(Mistake::dtype(k, words).cured(Some(cure)))
        }
        _ => Ok(()),
    }
}

fn run_stretched(probe: &Probe<'_>, scale: Scale) -> Option<Result<Type, Mistake>> {
    let values: Result<Vec<_>, Error> = stand_ins(probe, scale)?.iter().map(StandIn::stretched).collect();
    // A shape that is too large to be stretched to says nothing about the call.
    Some(run(probe, Ok(values.ok()?)))
}

fn remembered(probe: &Probe<'_>, stand_ins: Vec<StandIn>) -> Result<Type, Mistake> {
    let key = (std::ptr::from_ref(probe.row()).addr(), stand_ins);
    if let Some(outcome) = OUTCOMES.with_borrow(|outcomes| outcomes.get(&key).cloned()) {
        return outcome;
    }
    let values: Result<Vec<_>, Error> = key.1.iter().map(StandIn::value).collect();
    let outcome = run(probe, values);
    OUTCOMES.with_borrow_mut(|outcomes| {
        if outcomes.len() >= MOST_OUTCOMES {
            outcomes.clear();
        }
        outcomes.insert(key, outcome.clone());
    });
    outcome
}

fn run(probe: &Probe<'_>, values: Result<Vec<Option<Value>>, Error>) -> Result<Type, Mistake> {
    let outcome = values.map_err(Failure::from).and_then(|values| probe.row().call(&mut Dry::new(), &values));
    outcome.map(|value| value.ty()).map_err(|failure| blame::mistake(probe, &failure))
}

impl Builtin {
    /// The words of a failure, after the name that the function has in the language.
    pub fn words_of(&self, failure: &Failure) -> String {
        match failure {
            Failure::Library(error) => format!("{}: {}", self.name, words::of_library(error)),
            other => other.to_string(),
        }
    }
}
