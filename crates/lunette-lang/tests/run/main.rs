//! Programs while they run: what they keep, how they stop, how they fail.

mod chains;
mod elements;
mod failed;
mod failures;
mod loops;
mod never;
mod prepared;
mod stopping;
mod stores;
mod variables;
mod world;
