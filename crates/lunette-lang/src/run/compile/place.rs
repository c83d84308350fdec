//! Places: what can be stored to and referred to.

use lunette::DynTensor;
use lunette::index::Item as LibraryItem;

use super::index::bracket;
use super::{Compiler, internal};
use crate::builtins::{Args, Builtin};
use crate::program::{Place, PlaceStep};
use crate::run::failure::Stop;
use crate::run::index::{Bracket, ItemCode, evaluate};
use crate::run::machine::{Code, Machine};
use crate::source::Span;
use crate::value::Value;

/// A part of a place that is going to be evaluated.
pub(super) enum StepCode {
    Index(Vec<ItemCode>, Bracket),
    Transform(&'static Builtin, Vec<Option<Code<Value>>>, Span),
}

/// A part of a place whose expressions have been evaluated.
pub(super) enum Step<'a> {
    Index(Vec<LibraryItem<'static>>, &'a Bracket),
    Transform(&'static Builtin, Vec<Option<Value>>, Span),
}

impl Compiler<'_> {
    /// The memory of a place.
    pub(super) fn view(&mut self, place: &Place) -> Code<DynTensor> {
        let span = place.span;
        let Some(object) = self.home(place.root).and_then(|home| home.object()) else {
            return internal("what is referred to is not in memory", span);
        };
        let steps = self.steps(&place.steps);
        Box::new(move |machine| {
            let mut tensor = machine.tensor(object, span)?;
            for step in &steps {
                let step = step.evaluate(machine)?;
                tensor = step.view(machine, &tensor)?;
            }
            Ok(tensor)
        })
    }

    pub(super) fn steps(&mut self, steps: &[PlaceStep]) -> Vec<StepCode> {
        steps.iter().map(|step| self.step(step)).collect()
    }

    fn step(&mut self, step: &PlaceStep) -> StepCode {
        match step {
            PlaceStep::Index(items, span) => StepCode::Index(self.items(items), bracket(items, *span)),
            PlaceStep::Transform(builtin, args, span) => {
                let args = args.iter().map(|arg| arg.as_ref().map(|arg| self.value(arg))).collect();
                StepCode::Transform(builtin, args, *span)
            }
        }
    }
}

impl StepCode {
    pub(super) fn evaluate(&self, machine: &mut Machine<'_>) -> Result<Step<'_>, Stop> {
        match self {
            Self::Index(items, bracket) => Ok(Step::Index(evaluate(items, machine)?, bracket)),
            Self::Transform(builtin, args, span) => {
                let mut values = Vec::with_capacity(args.len());
                for arg in args {
                    values.push(arg.as_ref().map(|arg| arg(machine)).transpose()?);
                }
                Ok(Step::Transform(builtin, values, *span))
            }
        }
    }
}

impl Step<'_> {
    /// The part of a tensor, in the same memory.
    pub(super) fn view(&self, machine: &mut Machine<'_>, tensor: &DynTensor) -> Result<DynTensor, Stop> {
        match self {
            Self::Index(items, bracket) => {
                tensor.view(items).map_err(|error| machine.index_failed(error, bracket, tensor.rank()))
            }
            Self::Transform(builtin, args, span) => {
                let mut args = args.clone();
                if let Some(first) = args.first_mut() {
                    *first = Some(Value::Tensor(tensor.clone()));
                }
                let Some(view) = builtin.view else {
                    return Err(machine.internal("a function gives no view", *span));
                };
                view(&Args::new(builtin, &args))
                    .map_err(|failure| machine.builtin_failed(failure, (builtin, *span)))
            }
        }
    }
}
