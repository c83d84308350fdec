//! Errors are part of the interface: each kind has its words, and no mistake of a caller panics.

mod calm;
mod creation;
mod early;
mod facts;
mod files;
mod held;
mod indices;
mod kinds;
mod names;
mod panics;
mod shapes;
mod views;
mod words;
