//! Programs while they run: what they keep, how they stop, how they fail.

mod elements;
mod failures;
mod loops;
mod stopping;
mod stores;
mod variables;
mod world;
