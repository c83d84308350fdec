//! Inner loops: no names, no layouts beyond strides, no policy.
//!
//! The entry points are safe: they take regions whose extent was checked against the memory when they were made. All
//! access goes through raw pointers; no reference to elements is ever made, because other handles may alias them.

pub(crate) mod cast;
pub(crate) mod concat;
pub(crate) mod copy;
pub(crate) mod fill;
pub(crate) mod generate;
mod isa;
mod item;
pub(crate) mod mask;
pub(crate) mod pick;

#[cfg(test)]
pub(crate) mod testing;
