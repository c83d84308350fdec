//! Sorting, searching and sets, against sorts by comparison over every index.

mod bins;
mod numbers;
mod order;
mod polynomial;
mod search;
mod series;
mod sets;
#[path = "../random/splitmix.rs"]
mod splitmix;
