//! Parameters that many functions have.

use super::row::{Param, ParamKind};

/// The tensor that a function is about.
pub(super) const X: Param = Param::new("x", ParamKind::Tensor);
/// The first of several operands that broadcast.
pub(super) const LEFT: Param = Param::new("x", ParamKind::Operand);
/// The second of several operands that broadcast.
pub(super) const RIGHT: Param = Param::new("y", ParamKind::Operand);
/// A second tensor that is promoted with the first by the library.
pub(super) const Y: Param = Param::new("y", ParamKind::Tensor);
/// The axes of a reduction.
pub(super) const AXES: Param = Param::new("axis", ParamKind::Axes).or("all").list_decides();
/// Whether reduced axes stay with size 1.
pub(super) const KEEPDIMS: Param = Param::new("keepdims", ParamKind::Bool).or("false").decides();
/// The dtype of the result, where it can be chosen.
pub(super) const DTYPE: Param = Param::new("dtype", ParamKind::DType);
/// The shape of something new.
pub(super) const SHAPE: Param = Param::new("shape", ParamKind::Shape);
/// One axis, the last where none is named.
pub(super) const LAST_AXIS: Param = Param::new("axis", ParamKind::Axis).or("-1");
/// One axis, the first where none is named.
pub(super) const FIRST_AXIS: Param = Param::new("axis", ParamKind::Axis).or("0");
