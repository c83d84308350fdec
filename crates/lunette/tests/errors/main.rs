//! Errors are part of the interface: each kind has its words, and no mistake of a caller panics.

mod calm;
mod creation;
mod early;
mod facts;
mod files;
mod indices;
mod kinds;
mod panics;
mod names;
mod shapes;
mod views;
mod words;
