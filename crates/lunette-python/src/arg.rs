//! Python's arguments as the library's.

pub mod axis;
pub mod flag;
pub mod operand;
pub mod order;
pub mod positions;
pub mod saturated;
pub mod several;
pub mod side;
pub mod tensors;

pub use self::axis::{AxesArg, Shape};
pub use self::flag::{flag, optional_flag};
pub use self::operand::{Arg, number_of, numpy_scalar, weak_number};
pub use self::order::OrderArg;
pub use self::positions::Positions;
pub use self::saturated::saturated;
pub use self::several::Several;
pub use self::side::{Side, number_for};
pub use self::tensors::{Parent, TensorArg, Tensors};
