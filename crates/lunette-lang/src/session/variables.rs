//! The variables of a session, from outside.

use std::sync::Arc;

use super::{Host, Session};
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
    pub fn variables(&mut self) -> Vec<Variable> {
        let names = self.environment.names();
        names.into_iter().filter_map(|name| self.variable(&name)).collect()
    }

    /// The variable of this name.
    pub fn variable(&mut self, name: &str) -> Option<Variable> {
        let named = self.environment.lookup(name)?;
        let value = self.engine.global(named.variable?)?;
        let ty = match (&value, &named.ty) {
            (Value::Tensor(_), Type::Tensor(_)) => value.ty(),
            (_, ty) => ty.clone(),
        };
        Some(Variable { name: Arc::from(name), ty, mutable: named.mutable, value: plain(value)? })
    }

    /// The value of a variable; a tensor shares its memory with it.
    pub fn get(&mut self, name: &str) -> Option<Value> {
        self.variable(name).map(|variable| variable.value)
    }
}

/// A scalar that somebody refers to lies in a tensor of rank 0, and is a scalar all the same.
fn plain(value: Value) -> Option<Value> {
    match value {
        Value::Tensor(tensor) => Value::of::<_, lunette::Error>(tensor).ok(),
        other => Some(other),
    }
}
