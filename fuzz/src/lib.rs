//! Fuzz targets: any bytes become layouts, views, indices, stores, operations, programs of the language and files, and none
//! of them may panic or go wrong.
//!
//! `cargo xtask test` runs them on fixed pseudo-random bytes; `cargo xtask test --full` lets libFuzzer look for bytes
//! that reach new code, with AddressSanitizer watching.

pub mod files;
pub mod index;
mod input;
pub mod language;
pub mod layout;
pub mod operations;

pub use input::Input;
