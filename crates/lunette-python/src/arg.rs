//! Python's arguments as the library's.

pub mod axis;
pub mod operand;

pub use self::axis::{AxesArg, Shape};
pub use self::operand::{Arg, TensorArg, number_of};
