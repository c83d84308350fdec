//! Arithmetic, comparisons and functions, element by element.

mod cases;
mod destinations;
mod dtypes;
mod errors;
mod exact;
mod lazy;
mod lazy_reduce;
mod named;
mod random;
mod short_way;
#[path = "../random/splitmix.rs"]
mod splitmix;

type Result<T> = lunette::Result<T>;
