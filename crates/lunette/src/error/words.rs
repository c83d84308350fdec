//! What each kind of error says: both sides, the axis, and the cure, in lower case.

mod files;

use std::fmt;

use super::{Access, ErrorKind, RangeEnd, ReadOnlyReason};
use crate::layout::{Dims, MAX_RANK};

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { op, dims } => {
                write!(f, "{op}: a tensor of shape {dims:?} has more elements than can be addressed")
            }
            // The count has ended at its limit.
            Self::OutOfMemory { op, bytes: usize::MAX } => {
                write!(f, "{op}: the system has no {} bytes of memory or more to give", usize::MAX)
            }
            Self::OutOfMemory { op, bytes } => {
                write!(f, "{op}: the system has no {bytes} bytes of memory to give")
            }
            Self::RankLimit { op, rank } => {
                write!(f, "{op}: {rank} axes are more than the {MAX_RANK} a tensor can have")
            }
            Self::Broadcast { op, left, right, axis } => {
                let (l, r) = (size_from_end(left, right, *axis), size_from_end(right, left, *axis));
                write!(
                    f,
                    "{op}: shapes {left:?} and {right:?} do not broadcast: axis {axis} is {l} and {r}, \
                     and broadcasting needs equal sizes or 1"
                )
            }
            Self::BroadcastTo { op, from, to, axis: Some(axis) } => write!(
                f,
                "{op}: shape {from:?} cannot be stretched to {to:?}: axis {axis} is {} and {}, \
                 and only an axis of size 1 can stretch",
                size_from_end(from, to, *axis),
                size_from_end(to, from, *axis)
            ),
            Self::BroadcastTo { op, from, to, axis: None } => {
                write!(
                    f,
                    "{op}: shape {from:?} has more axes than {to:?}: drop axes of size 1 with `squeeze`"
                )
            }
            Self::ShapeMismatch { op, expected, found, cure } => {
                write!(f, "{op}: expected shape {expected:?}, found {found:?}: {cure}")
            }
            Self::PartMismatch { op, part, expected, found, cure } => {
                write!(f, "{op}: part {part} has shape {found:?}, and part 0 has {expected:?}: {cure}")
            }
            Self::Contraction { op, left, right, axes: [i, j] } => {
                let size = |dims: &Dims, axis: usize| dims.get(axis).copied().unwrap_or(1);
                write!(
                    f,
                    "{op}: shapes {left:?} and {right:?} do not multiply: axis {i} of the first is {}, axis {j} of \
                     the second is {}, and both are summed over together",
                    size(left, *i),
                    size(right, *j)
                )
            }
            Self::Subscript { op, letter, sizes: [i, j], operands: [k, l] } => {
                // Within one operand it names a diagonal.
                let cure = if k == l { "they must be equal" } else { "they must be equal, or one of them 1" };
                write!(
                    f,
                    "{op}: `{letter}` is an axis of size {i} in operand {k} and of size {j} in operand {l}: {cure}"
                )
            }
            Self::NotSquare { op, shape } => {
                write!(
                    f,
                    "{op}: the matrices of shape {shape:?} are not square: the last two sizes must be equal"
                )
            }
            Self::Singular { op, batch, pivot } => write!(
                f,
                "{op}: {} is singular: pivot {pivot} is exactly 0; `pinv` and `lstsq` take such a matrix",
                Place(batch)
            ),
            Self::NotPositiveDefinite { op, batch, pivot } => {
                write!(f, "{op}: {} is not positive definite: pivot {pivot} is not above 0", Place(batch))
            }
            Self::NotFinite { op, batch } => {
                write!(f, "{op}: {} holds a NaN or an infinity, and has no decomposition", Place(batch))
            }
            Self::NoConvergence { op, batch } => {
                write!(f, "{op}: the iteration for {} did not converge", Place(batch))
            }
            Self::StoreShape { op, region, value } if region.is_empty() => write!(
                f,
                "{op}: a value of shape {value:?} does not fit one element, which takes a number or a tensor without axes"
            ),
            Self::StoreShape { op, region, value } => write!(
                f,
                "{op}: a value of shape {value:?} does not fit the region of shape {region:?}: it must broadcast \
                 to the region, or equal it once all axes of size 1 are removed"
            ),
            Self::ElementCount { op, shape, expected, found } => {
                write!(f, "{op}: shape {shape:?} needs {expected} values, found {found}")
            }
            Self::TooManyValues { op, shape, expected } => {
                write!(f, "{op}: shape {shape:?} needs {expected} values, found more")
            }
            Self::Reshape { op, from, to } => write!(
                f,
                "{op}: shape {from:?} holds {} elements and cannot become {to:?}: element counts must agree",
                from.iter().fold(1usize, |len, &size| len.saturating_mul(size))
            ),
            Self::ReshapeInfer { op, to } if to.iter().filter(|&&size| size < 0).eq(&[-1]) => write!(
                f,
                "{op}: the -1 of {to:?} could be any size, because another size is 0: write the size that is meant"
            ),
            Self::ReshapeInfer { op, to } => {
                write!(f, "{op}: only one size of {to:?} may be -1, the others must be 0 or more")
            }
            Self::ReshapeCopy { op, from, strides, to, cure } => {
                write!(f, "{op}: no view of shape {from:?} with strides {strides:?} has shape {to:?}: {cure}")
            }
            Self::Ragged { path, expected, found } => {
                write!(
                    f,
                    "nested rows: row {path:?} has shape {found:?}, the rows before it have {expected:?}"
                )
            }
            Self::AxisOutOfRange { op, axis, rank: 0 } => {
                write!(f, "{op}: axis {} is out of range: a tensor of rank 0 has no axes", Int(*axis))
            }
            Self::AxisOutOfRange { op, axis, rank } => {
                write!(
                    f,
                    "{op}: axis {} is out of range for rank {rank} (allowed: -{rank} to {})",
                    Int(*axis),
                    rank - 1
                )
            }
            Self::AxisRepeated { op, axis } => write!(f, "{op}: axis {axis} is named twice"),
            Self::AxisCount { op, shape, noun, expected, found, cure } => {
                write!(f, "{op}: shape {shape:?} needs {expected} {noun}, found {found}: {cure}")
            }
            Self::AxisNotOne { op, axis, size } => {
                write!(f, "{op}: axis {axis} has size {size}; only axes of size 1 can be removed")
            }
            Self::Rank { op, expected, found } => write!(f, "{op}: needs {expected}, found rank {found}"),
            Self::IndexOutOfRange { op, axis, index, len: 0 } => {
                write!(f, "{op}: index {} is out of range for axis {axis} of length 0", Int(*index))
            }
            Self::IndexOutOfRange { op, axis, index, len } => write!(
                f,
                "{op}: index {} is out of range for axis {axis} of length {len} (allowed: -{len} to {})",
                Int(*index),
                len - 1
            ),
            Self::PositionOutOfRange { op, position, len: 0 } => {
                write!(f, "{op}: position {} is out of range: there are 0 elements", Int(*position))
            }
            Self::PositionOutOfRange { op, position, len } => write!(
                f,
                "{op}: position {} is out of range for {len} elements (allowed: -{len} to {})",
                Int(*position),
                len - 1
            ),
            Self::RangeEnd { op, axis, end, value, len, max } => {
                let name = match end {
                    RangeEnd::Start => "range start",
                    RangeEnd::Stop => "range stop",
                    RangeEnd::Last => "range last entry",
                    RangeEnd::Cut => "cut",
                };
                write!(f, "{op}: {name} {} is out of range for axis {axis} of length {len} ", Int(*value))?;
                match max {
                    ..0 => f.write_str("(an axis without entries takes only open ends)")?,
                    0.. => write!(f, "(allowed: {} to {max})", -(*len as i128))?,
                }
                match end {
                    RangeEnd::Cut => Ok(()),
                    _ => f.write_str("; `.cutting()` ends a range where its axis ends"),
                }
            }
            Self::TooFewItems { op, items, shape } => {
                write_item_count(f, op, *items, shape)?;
                f.write_str(": one element takes an integer for each axis")
            }
            Self::TooManyItems { op, items, shape } => write_item_count(f, op, *items, shape),
            Self::TwoFills { op } => write!(f, "{op}: only one `Fill` can stand in an index"),
            Self::StepZero { op, axis: Some(axis) } => {
                write!(f, "{op}: the step on axis {axis} is 0; use 1 for every entry, -1 for backwards")
            }
            Self::StepZero { op, axis: None } => write!(f, "{op}: the step is 0, which would never arrive"),
            Self::MaskShape { op, axis, mask, covered } => write!(
                f,
                "{op}: a mask of shape {mask:?} covers axes of shape {covered:?} from axis {axis} on: each size must be its axis's, or 0"
            ),
            Self::IndexDType { op, dtype } => write!(
                f,
                "{op}: a tensor of dtype {dtype} cannot be an index: integers pick entries, bools are masks"
            ),
            Self::NotViewable { op, item } => {
                write!(f, "{op}: {item} picks entries that no strides describe: use `load`, which copies")
            }
            Self::NotOneElement { op, shape } => {
                write!(
                    f,
                    "{op}: a tensor of shape {shape:?} does not hold exactly one element: index it with `get`"
                )
            }
            Self::Empty { op, shape } => {
                write!(f, "{op}: a tensor of shape {shape:?} has no element to give")
            }
            Self::DTypeMismatch { op, expected, found } => {
                write!(f, "{op}: expected dtype {expected}, found {found}: convert with `cast`")
            }
            Self::Unsupported { op, dtype, cure } => write!(f, "{op}: not defined for dtype {dtype}: {cure}"),
            Self::Domain { op, dtype, words } => write!(f, "{op}: {words} (dtype {dtype})"),
            Self::Unrepresentable { op, value, to, cure } => {
                write!(f, "{op}: {to} cannot hold {value}: {cure}")
            }
            Self::WouldCut { op, left, right, result } => write!(
                f,
                "{op}: the result of {left} and {right} is {result}, which {left} would cut: `cast` one of the two, \
                 or `store` what is to be cut"
            ),
            Self::ComplexToReal { op, from, to } => {
                write!(f, "{op}: {from} does not fit {to}: take the real part with `cast` first")
            }
            Self::ReadOnly { op, reason } => match reason {
                ReadOnlyReason::Overlapping => write!(
                    f,
                    "{op}: the view is read-only because several indices reach the same element (a broadcast or \
                     overlapping windows): store into a `copy()`"
                ),
                ReadOnlyReason::Memory => write!(f, "{op}: the memory is read-only: store into a `copy()`"),
                ReadOnlyReason::Bools => write!(
                    f,
                    "{op}: the memory holds bools and is read-only for other dtypes: store into a `copy()`"
                ),
                ReadOnlyReason::Handle => {
                    write!(
                        f,
                        "{op}: this handle was made read-only: store through another, or into a `copy()`"
                    )
                }
            },
            Self::Busy { op, wanted, held, taken_at } => {
                let wanted = match wanted {
                    Access::Read => "read",
                    Access::Write => "write",
                };
                match (held, taken_at) {
                    (Some(held), Some(at)) => write!(
                        f,
                        "{op}: cannot {wanted} the memory while a {} guard taken at {at} lives: drop it first",
                        if *held == Access::Read { "read" } else { "write" }
                    ),
                    (None, Some(at)) => write!(
                        f,
                        "{op}: cannot {wanted} the memory: another thread is using it, and this thread may not \
                         wait while it holds a guard, as the one taken at {at}: drop it first, or try again"
                    ),
                    (_, None) => write!(f, "{op}: cannot {wanted} the memory: another thread is using it"),
                }
            }
            Self::Cancelled { op } => write!(
                f,
                "{op}: cancelled on request: what was being computed is lost, and a tensor that was being written holds \
                 some old and some new elements"
            ),
            Self::OutOfBounds { op, lowest, highest, len: None } => write!(
                f,
                "{op}: the layout reaches elements {lowest} to {highest}, and memory has no others than 0 to {}",
                isize::MAX
            ),
            Self::OutOfBounds { op, lowest, highest, len: Some(len) } => write!(
                f,
                "{op}: the layout reaches elements {lowest} to {highest} of a buffer of {len} elements"
            ),
            Self::Misaligned { op, dtype, what } => {
                write!(f, "{op}: the memory's {what} is no multiple of what {dtype} needs: copy it first")
            }
            Self::InvalidBool { op, position, byte } => {
                write!(f, "{op}: byte {byte} at position {position} is no bool: only 0 and 1 are")
            }
            Self::Argument { op, name, found, allowed } => write!(f, "{op}: `{name}` is {found}: {allowed}"),
            Self::ParseDType { text } => write!(
                f,
                "`{text}` is no dtype: bool, i8 to i64, u8 to u64, f16, bf16, f32, f64, complex64 and complex128 are"
            ),
            Self::File { .. }
            | Self::FileFormat { .. }
            | Self::FileDType { .. }
            | Self::FileMember { .. }
            | Self::NotMappable { .. } => files::write_words(f, self),
        }
    }
}

/// How many index items came, and how many axes there are.
fn write_item_count(f: &mut fmt::Formatter<'_>, op: &str, items: usize, shape: &[usize]) -> fmt::Result {
    write!(
        f,
        "{op}: {items} index {} for shape {shape:?}, which has {} {}",
        if items == 1 { "item" } else { "items" },
        shape.len(),
        if shape.len() == 1 { "axis" } else { "axes" }
    )
}

/// An integer as it was written; integers of wider types than `i64` end at its limits.
struct Int(i64);

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            i64::MAX => write!(f, "{} or more", i64::MAX),
            i64::MIN => write!(f, "{} or less", i64::MIN),
            int => write!(f, "{int}"),
        }
    }
}

/// A matrix, by its index in a batch.
struct Place<'a>(&'a Dims);

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            f.write_str("the matrix")
        } else {
            write!(f, "matrix {:?} of the batch", self.0)
        }
    }
}

/// The size that `dims` has on `axis` of its broadcast with `other`; 1 where it has no such axis.
fn size_from_end(dims: &[usize], other: &[usize], axis: usize) -> usize {
    let rank = dims.len().max(other.len());
    (axis + dims.len()).checked_sub(rank).and_then(|k| dims.get(k).copied()).unwrap_or(1)
}
