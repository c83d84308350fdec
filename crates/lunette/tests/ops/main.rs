//! Creating, rearranging and picking, against loops over every index.

mod along;
mod borrowed;
mod closures;
mod computed;
mod create;
mod edit;
mod everyday;
mod generic;
mod grid;
mod join;
mod matrix;
mod pick;
mod rearrange;
mod sequence;
mod stretch;
