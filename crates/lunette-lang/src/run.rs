//! Running checked programs.
//!
//! A program is compiled into closures once (`compile`), for the types that the checker has found, and then run on a
//! `machine` with two stacks: registers of 64 bits for scalars, objects for everything else. No names are looked up
//! and no types are tested while it runs. An [`Engine`] keeps what stays between the inputs of a session: compiled
//! functions and the values of globals.

mod arithmetic;
mod compile;
mod context;
mod engine;
mod failure;
mod function;
mod index;
mod machine;
mod objects;
mod operand;
mod register;
mod slot;
mod target;

pub use self::context::World;
pub(crate) use self::engine::unpanicked;
pub use self::engine::{Compiled, Engine, Failed};
pub(crate) use self::failure::{broken, stopped_early};
