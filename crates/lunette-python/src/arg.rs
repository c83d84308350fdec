//! Python's arguments as the library's.

pub mod axis;
pub mod operand;
pub mod several;
pub mod tensors;

pub use self::axis::{AxesArg, Shape};
pub use self::operand::{Arg, number_of};
pub use self::several::Several;
pub use self::tensors::{Parent, TensorArg, Tensors};
