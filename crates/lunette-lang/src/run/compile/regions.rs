//! Stores into tensors: whole ones, and the regions that indices take.

use lunette::index::Item as LibraryItem;
use lunette::{Dyn, DynTensor, Error, ErrorKind, Lazy};

use super::chain::{Chain, Leaf};
use super::place::Step;
use super::store::Operation;
use super::tensor::has_picks;
use super::{Compiler, internal};
use crate::builtins::{self, Fuse};
use crate::program::{Expr, Place, PlaceStep};
use crate::run::failure::Stop;
use crate::run::index::Bracket;
use crate::run::machine::{Code, Machine};
use crate::source::Span;
use crate::types::Type;
use crate::value::Value;

/// The right side of a store that is going to be evaluated.
enum Right {
    Chain(Chain),
    Value(Code<Value>),
}

/// The right side of a store, evaluated as far as it can be before the write.
enum Ready<'a> {
    /// Leaves of a chain that is computed into the destination.
    Chain(&'a Chain, Vec<Leaf>),
    Tensor(DynTensor),
    Scalar(lunette::Scalar),
}

/// Where the parts of a store stand.
#[derive(Clone, Copy)]
struct Places {
    place: Span,
    sign: Span,
    value: Span,
}

/// What combines the old value with the new one.
type Combine = fn(Lazy<Dyn>, Lazy<Dyn>) -> Lazy<Dyn>;

impl Compiler<'_> {
    /// A store into a tensor, or into a part of one.
    pub(super) fn store_region(&mut self, place: &Place, (op, sign): Operation, value: &Expr) -> Code<()> {
        let places = Places { place: place.span, sign, value: value.span };
        let Some(object) = self.home(place.root).and_then(|home| home.object()) else {
            return internal("what is stored to is not in memory", place.span);
        };
        let combine = match op.map(builtins::binary) {
            None => None,
            Some(Some(builtin)) => match builtin.fuse {
                Fuse::Binary(combine) => Some(combine),
                _ => return internal("an operator cannot be stored", sign),
            },
            Some(None) => return internal("an operator does not exist", sign),
        };
        let picks = matches!(place.steps.last(), Some(PlaceStep::Index(items, _)) if has_picks(items));
        let (steps, right) = (self.steps(&place.steps), self.right(value));
        Box::new(move |machine| {
            let steps = steps.iter().map(|step| step.evaluate(machine)).collect::<Result<Vec<_>, _>>()?;
            let right = right.evaluate(machine, places.value)?;
            let root = machine.tensor(object, places.place)?;
            let destination = Destination::reach(machine, root, &steps)?;
            machine.storing = Some(places.sign);
            destination.write(machine, (combine, picks), right, places)?;
            machine.storing = None;
            Ok(())
        })
    }

    fn right(&mut self, value: &Expr) -> Right {
        match (&value.ty, self.chain(value)) {
            (Type::Tensor(_), Some(chain)) => Right::Chain(chain),
            _ => Right::Value(self.value(value)),
        }
    }
}

impl Right {
    fn evaluate(&self, machine: &mut Machine<'_>, span: Span) -> Result<Ready<'_>, Stop> {
        match self {
            Self::Chain(chain) => Ok(Ready::Chain(chain, chain.leaves(machine)?)),
            Self::Value(code) => match code(machine)? {
                Value::Tensor(tensor) => Ok(Ready::Tensor(tensor)),
                Value::Scalar(scalar) => Ok(Ready::Scalar(scalar)),
                _ => Err(machine.internal("what is stored is no tensor", span)),
            },
        }
    }
}

impl Ready<'_> {
    /// The right side as an expression.
    fn lazy(&self) -> Lazy<Dyn> {
        match self {
            Self::Chain(chain, leaves) => chain.lazy(leaves),
            Self::Tensor(tensor) => tensor.lazy(),
            Self::Scalar(scalar) => Lazy::scalar(*scalar),
        }
    }

    /// The shape of the right side, if its parts have a common one.
    fn shape(&self) -> Option<Vec<usize>> {
        match self {
            Self::Chain(_, leaves) => {
                let shapes: Vec<&[usize]> = leaves.iter().map(Leaf::shape).collect();
                lunette::layout::broadcast_shapes(&shapes).ok().map(|shape| shape.to_vec())
            }
            Self::Tensor(tensor) => Some(tensor.shape().to_vec()),
            Self::Scalar(_) => Some(Vec::new()),
        }
    }

    /// The right side without leading axes of size 1 that a region of this rank does not have (R14).
    fn without_leading(self, rank: usize, machine: &mut Machine<'_>, span: Span) -> Result<Self, Stop> {
        let Some(shape) = self.shape() else { return Ok(self) };
        let (leading, rest) = shape.split_at(shape.len().saturating_sub(rank));
        if leading.is_empty() || leading.iter().any(|&size| size != 1) {
            return Ok(self);
        }
        let Value::Tensor(tensor) = self.into_value(machine)? else {
            return Err(machine.internal("what has axes is no tensor", span));
        };
        tensor.reshape(rest).map(Self::Tensor).map_err(|error| machine.library_failed(error, span))
    }

    /// The right side in memory.
    fn into_value(self, machine: &mut Machine<'_>) -> Result<Value, Stop> {
        match self {
            Self::Chain(chain, leaves) => chain.eval(machine, &leaves),
            Self::Tensor(tensor) => Ok(Value::Tensor(tensor)),
            Self::Scalar(scalar) => Ok(Value::Scalar(scalar)),
        }
    }
}

/// Where a store goes: a tensor, and maybe an index of a part of it.
struct Destination<'a> {
    tensor: DynTensor,
    index: Option<(&'a [LibraryItem<'static>], &'a Bracket)>,
}

impl<'a> Destination<'a> {
    /// Goes along a place; the last index is not followed, because only a store can follow it everywhere.
    fn reach(machine: &mut Machine<'_>, root: DynTensor, steps: &'a [Step<'a>]) -> Result<Self, Stop> {
        let (mut tensor, mut index) = (root, None);
        for (k, step) in steps.iter().enumerate() {
            match step {
                Step::Index(items, bracket) if k + 1 == steps.len() => {
                    index = Some((items.as_slice(), *bracket))
                }
                _ => tensor = step.view(machine, &tensor)?,
            }
        }
        Ok(Self { tensor, index })
    }

    fn write(
        &self,
        machine: &mut Machine<'_>,
        (combine, picks): (Option<Combine>, bool),
        right: Ready<'_>,
        places: Places,
    ) -> Result<(), Stop> {
        if picks {
            return self.write_picks(machine, combine, right, places);
        }
        let region = match self.index {
            None => self.tensor.clone(),
            Some((items, bracket)) => match self.tensor.view(items) {
                Ok(region) => region,
                Err(error) => return Err(machine.index_failed(error, bracket, self.tensor.rank())),
            },
        };
        match combine {
            None => self.write_plainly(machine, &region, right, places),
            Some(combine) => self.write_combined(machine, (combine, &region), right, places),
        }
    }

    fn write_plainly(
        &self,
        machine: &mut Machine<'_>,
        region: &DynTensor,
        right: Ready<'_>,
        places: Places,
    ) -> Result<(), Stop> {
        if let Ready::Chain(chain, leaves) = &right
            && right.shape().is_some_and(|shape| shape == region.shape())
            && chain.lazy(leaves).eval_into(region).is_ok()
        {
            return Ok(());
        }
        let value = right.into_value(machine)?;
        self.store(&value).map_err(|error| self.failed(machine, error, places))
    }

    fn write_combined(
        &self,
        machine: &mut Machine<'_>,
        (combine, region): (Combine, &DynTensor),
        right: Ready<'_>,
        places: Places,
    ) -> Result<(), Stop> {
        let right = match self.index {
            Some(_) => right.without_leading(region.rank(), machine, places.value)?,
            None => right,
        };
        let result = combine(region.lazy(), right.lazy());
        result.eval_into(region).map_err(|error| self.failed(machine, error, places))
    }

    /// Picked elements are read, combined and written back; one that is picked twice gets the last value (R11).
    fn write_picks(
        &self,
        machine: &mut Machine<'_>,
        combine: Option<Combine>,
        right: Ready<'_>,
        places: Places,
    ) -> Result<(), Stop> {
        let value = match (combine, self.index) {
            (Some(combine), Some((items, _))) => {
                let old = self.tensor.load(items).map_err(|error| self.failed(machine, error, places))?;
                let new = combine(old.lazy(), right.lazy()).eval();
                Value::Tensor(new.map_err(|error| self.failed(machine, error, places))?)
            }
            _ => right.into_value(machine)?,
        };
        self.store(&value).map_err(|error| self.failed(machine, error, places))
    }

    fn store(&self, value: &Value) -> Result<(), Error> {
        match (self.index, value) {
            (Some((items, _)), Value::Tensor(value)) => self.tensor.store(items, value),
            (Some((items, _)), Value::Scalar(value)) => self.tensor.store(items, *value),
            (None, Value::Tensor(value)) => self.tensor.assign(value),
            (None, Value::Scalar(value)) => self.tensor.assign(*value),
            _ => Ok(()),
        }
    }

    /// Points at the part of the store that an error is about.
    fn failed(&self, machine: &mut Machine<'_>, error: Error, places: Places) -> Stop {
        let span = match error.kind() {
            ErrorKind::Domain { .. } => places.sign,
            ErrorKind::ReadOnly { .. } | ErrorKind::Busy { .. } => places.place,
            _ if error.is_index() => match self.index {
                Some((_, bracket)) => bracket.at_fault(&error, self.tensor.rank()),
                None => places.place,
            },
            _ => places.value,
        };
        machine.library_failed(error, span)
    }
}
