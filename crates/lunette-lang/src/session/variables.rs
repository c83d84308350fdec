//! The variables of a session, from outside.

use std::sync::Arc;

use lunette::DType;

use super::{Host, Session};
use crate::program::{GlobalId, Slot, Storage};
use crate::source::Span;
use crate::syntax::TokenKind;
use crate::types::Type;
use crate::value::Value;

/// A variable of a session.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: Arc<str>,
    /// Its type.
    pub ty: Type,
    /// Whether it can be stored to.
    pub mutable: bool,
    /// Its value. A tensor shares its memory with the variable.
    pub value: Value,
}

impl<H: Host> Session<H> {
    /// The variables that have values, in the order of their names.
    pub fn variables(&self) -> Vec<Variable> {
        let names = self.environment.names();
        names.into_iter().filter_map(|name| self.variable(&name)).collect()
    }

    /// The variable of this name.
    pub fn variable(&self, name: &str) -> Option<Variable> {
        let named = self.environment.lookup(name)?;
        let value = self.engine.global(named.variable?)?;
        let ty = match (&value, &named.ty) {
            (Value::Tensor(_), Type::Tensor(_)) => value.ty(),
            (_, ty) => ty.clone(),
        };
        Some(Variable { name: Arc::from(name), ty, mutable: named.mutable, value: plain(value)? })
    }

    /// The value of a variable; a tensor shares its memory with it.
    pub fn get(&self, name: &str) -> Option<Value> {
        self.variable(name).map(|variable| variable.value)
    }
}

/// How a session takes a value of its host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// As a copy, which programs cannot store to.
    Constant,
    /// As it is: stores of programs are seen outside, and those from outside by programs.
    Reference,
}

/// A variable that the host gives to programs.
#[derive(Clone, Debug)]
pub struct Given {
    pub(super) slot: Slot,
    pub(super) value: Value,
}

impl Given {
    /// A variable with its value.
    ///
    /// A reference is mutable. Of a tensor it is the memory that is shared; other values cannot be shared, and are mutable
    /// copies.
    ///
    /// # Errors
    /// If the name is none that programs could write, the value is a function, or there is no memory for a copy.
    pub fn new(name: &str, value: Value, sharing: Sharing) -> Result<Self, String> {
        if !is_name(name) {
            return Err(format!("`{name}` is no name of a variable"));
        }
        let value = match (sharing, value) {
            (_, Value::Fun(_)) => return Err("a function cannot be given to a program".to_owned()),
            (Sharing::Constant, value) => copied(value).map_err(|error| error.to_string())?,
            (_, value) => value,
        };
        let mutable = sharing == Sharing::Reference;
        let ty = if mutable { value.ty().erased() } else { value.ty() };
        let slot = Slot { name: Arc::from(name), storage: storage_of(&value), ty, mutable };
        Ok(Self { slot, value })
    }

    /// The value, as programs get it.
    pub fn value(&self) -> &Value {
        &self.value
    }
}

impl<H: Host> Session<H> {
    /// Gives programs a variable; it hides an earlier one of the same name.
    pub fn define(&mut self, Given { slot, value }: Given) {
        let id = self.declare_slot(&slot);
        self.engine.bind(id, value);
    }

    /// Makes a variable known, which has no value yet.
    pub(super) fn declare_slot(&mut self, slot: &Slot) -> GlobalId {
        let name = &slot.name;
        // What diagnostics about the declaration point at.
        let source = self.sources.add(format!("<{name}>"), format!("{name}: {}", slot.ty));
        let declared = Span { file: source.id, start: 0, end: u32::try_from(name.len()).unwrap_or(u32::MAX) };
        self.environment.define(slot, declared);
        self.engine.declare(slot)
    }
}

/// The value in memory of its own, also inside of tuples.
fn copied(value: Value) -> Result<Value, lunette::Error> {
    match value {
        Value::Tensor(tensor) => tensor.copy().and_then(Value::of),
        Value::Tuple(fields) => {
            let copies: Result<Vec<Value>, _> = fields.iter().cloned().map(copied).collect();
            copies.map(Value::tuple)
        }
        other => Ok(other),
    }
}

/// How the engine keeps a value.
fn storage_of(value: &Value) -> Storage {
    match value {
        Value::Scalar(scalar) if !scalar.dtype().is_complex() => Storage::Scalar,
        Value::Tensor(tensor) if tensor.rank() == 0 => Storage::Boxed,
        _ => Storage::Object,
    }
}

fn is_name(name: &str) -> bool {
    let mut chars = name.chars();
    let starts = chars.next().is_some_and(|c| c.is_alphabetic() || c == '_');
    starts
        && chars.all(|c| c.is_alphanumeric() || c == '_')
        && TokenKind::keyword(name).is_none()
        && DType::ALL.iter().all(|dtype| dtype.name() != name)
}

/// A scalar that somebody refers to lies in a tensor of rank 0, and is a scalar all the same.
fn plain(value: Value) -> Option<Value> {
    match value {
        Value::Tensor(tensor) => Value::of::<_, lunette::Error>(tensor).ok(),
        other => Some(other),
    }
}
