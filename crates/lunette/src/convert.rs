//! From and to the types of other libraries, and plain nested `Vec`s.

#[cfg(feature = "nalgebra")]
mod nalgebra;
#[cfg(feature = "ndarray")]
mod ndarray;
mod nested;
#[cfg(feature = "serde")]
mod serde;

pub use self::nested::ToNested;
