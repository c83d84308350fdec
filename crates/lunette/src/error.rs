//! The one error type: facts in the kind, words made late.
//!
//! Every kind holds what is needed to say which operation was asked for, both shapes or dtypes, which axis, and
//! what would cure it. Text is built only when somebody prints the error.

use std::fmt;
use std::panic::Location;

use crate::dtype::DType;
use crate::layout::{Dims, MAX_RANK};

/// The result of every fallible function of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong, with the facts; one word wide, so that `Result<T>` stays small.
///
/// ```
/// use lunette::prelude::*;
/// let x = tensor![[1, 2], [3, 4]];
/// let error = x.view(s![2]).unwrap_err();
/// assert!(error.is_index());
/// assert_eq!(error.to_string(), "view: index 2 is out of range for axis 0 of length 2 (allowed: -2 to 1)");
/// ```
#[derive(Clone, PartialEq)]
pub struct Error(Box<ErrorKind>);

/// Why a tensor cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadOnlyReason {
    /// Two indices of the view reach the same element: a broadcast or an overlapping window.
    Overlapping,
    /// The memory itself is read-only.
    Memory,
    /// The handle was made read-only with `as_read_only`.
    Handle,
}

/// What somebody does, or wants to do, to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reading, which shares.
    Read,
    /// Writing, which excludes everybody else.
    Write,
}

/// The kinds of mistakes, each with its facts.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields are the facts that the words of `Display` name")]
pub enum ErrorKind {
    /// The number of elements or bytes does not fit the address space.
    TooLarge { op: &'static str, dims: Dims },
    /// The system refused the memory.
    OutOfMemory { op: &'static str, bytes: usize },
    /// More axes than [`MAX_RANK`].
    RankLimit { op: &'static str, rank: usize },
    /// Two shapes do not broadcast; `axis` counts in the broadcast result.
    Broadcast { op: &'static str, left: Dims, right: Dims, axis: usize },
    /// A shape cannot be stretched to another.
    BroadcastTo { op: &'static str, from: Dims, to: Dims, axis: Option<usize> },
    /// Two shapes had to be identical (or identical but for one axis).
    ShapeMismatch { op: &'static str, expected: Dims, found: Dims, cure: &'static str },
    /// A stored value fits its region neither by broadcasting nor once the 1s are removed.
    StoreShape { op: &'static str, region: Dims, value: Dims },
    /// A number of values that the shape does not have.
    ElementCount { op: &'static str, shape: Dims, expected: usize, found: usize },
    /// A reshape to a shape of another element count.
    Reshape { from: Dims, to: Vec<i64> },
    /// More than one size left open in a reshape.
    ReshapeInfer { to: Vec<i64> },
    /// A view in a new shape was asked for, and strides cannot express it.
    ReshapeCopy { op: &'static str, from: Dims, strides: Vec<isize>, to: Dims },
    /// Nested rows of unequal length; `path` leads to the row.
    Ragged { path: Vec<usize>, expected: Dims, found: Dims },
    /// An axis outside of `-rank..rank`.
    AxisOutOfRange { op: &'static str, axis: i64, rank: usize },
    /// The same axis named twice.
    AxisRepeated { op: &'static str, axis: usize },
    /// A list of axes, sizes or steps of the wrong length.
    AxisCount { op: &'static str, expected: usize, found: usize },
    /// An axis that should have had size 1.
    AxisNotOne { op: &'static str, axis: usize, size: usize },
    /// An operation that takes other ranks.
    Rank { op: &'static str, expected: &'static str, found: usize },
    /// An integer index outside of its axis.
    IndexOutOfRange { op: &'static str, axis: usize, index: i64, len: usize },
    /// A range end outside of what its axis allows.
    RangeEnd { op: &'static str, axis: usize, end: RangeEnd, value: i64, len: usize, max: i64 },
    /// More index items than axes.
    TooManyItems { op: &'static str, items: usize, shape: Dims },
    /// A second `Fill` in one index.
    TwoFills { op: &'static str },
    /// A step of zero; no axis where there is none yet (`arange`).
    StepZero { op: &'static str, axis: Option<usize> },
    /// A mask that does not have the sizes of the axes it covers.
    MaskShape { op: &'static str, axis: usize, mask: Dims, covered: Dims },
    /// An index tensor that holds neither integers nor bools.
    IndexDType { op: &'static str, dtype: DType },
    /// A view was asked for where only a copy can be had.
    NotViewable { op: &'static str, item: &'static str },
    /// `item()` of a tensor that does not hold exactly one element.
    NotOneElement { op: &'static str, shape: Dims },
    /// An element of an empty tensor, or a reduction over nothing.
    Empty { op: &'static str, shape: Dims },
    /// A tensor of one dtype was expected, another one came.
    DTypeMismatch { op: &'static str, expected: DType, found: DType },
    /// The operation has no meaning for this dtype.
    Unsupported { op: &'static str, dtype: DType, cure: &'static str },
    /// A value that the destination's dtype cannot hold; `value` is printed in its own dtype.
    Unrepresentable { op: &'static str, value: String, to: DType },
    /// A complex value into a real destination.
    ComplexToReal { op: &'static str, from: DType, to: DType },
    /// A store into something that cannot be written.
    ReadOnly { op: &'static str, reason: ReadOnlyReason },
    /// Somebody holds a guard on the memory, or waiting for it could never end.
    Busy {
        op: &'static str,
        wanted: Access,
        held: Option<Access>,
        taken_at: Option<&'static Location<'static>>,
    },
    /// A layout that reaches outside of its buffer, in elements.
    OutOfBounds { op: &'static str, lowest: i128, highest: i128, len: usize },
    /// Memory whose address or length is no multiple of what the dtype needs.
    Misaligned { op: &'static str, dtype: DType, what: &'static str },
    /// A byte that is neither 0 nor 1 where bools were promised.
    InvalidBool { op: &'static str, position: usize, byte: u8 },
    /// An argument outside of its domain.
    Argument { op: &'static str, name: &'static str, found: String, allowed: &'static str },
    /// Text that names no dtype.
    ParseDType { text: String },
}

/// Which end of a range is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RangeEnd {
    /// The first entry.
    Start,
    /// The excluded stop.
    Stop,
    /// The included last entry.
    Last,
}

impl Error {
    /// The kind, with its facts.
    ///
    /// ```
    /// use lunette::{prelude::*, ErrorKind};
    /// let error = tensor![1, 2].view(s![0, 0]).unwrap_err();
    /// assert!(matches!(error.kind(), ErrorKind::TooManyItems { items: 2, .. }));
    /// ```
    pub fn kind(&self) -> &ErrorKind {
        &self.0
    }

    /// Whether shapes, ranks, axes or element counts are at fault.
    pub fn is_shape(&self) -> bool {
        use ErrorKind::*;
        matches!(
            self.kind(),
            RankLimit { .. }
                | Broadcast { .. }
                | BroadcastTo { .. }
                | ShapeMismatch { .. }
                | StoreShape { .. }
                | ElementCount { .. }
                | Reshape { .. }
                | ReshapeInfer { .. }
                | ReshapeCopy { .. }
                | Ragged { .. }
                | AxisOutOfRange { .. }
                | AxisRepeated { .. }
                | AxisCount { .. }
                | AxisNotOne { .. }
                | Rank { .. }
                | NotOneElement { .. }
                | Empty { .. }
        )
    }

    /// Whether an index item is at fault.
    pub fn is_index(&self) -> bool {
        use ErrorKind::*;
        matches!(
            self.kind(),
            IndexOutOfRange { .. }
                | RangeEnd { .. }
                | TooManyItems { .. }
                | TwoFills { .. }
                | StepZero { .. }
                | MaskShape { .. }
                | IndexDType { .. }
                | NotViewable { .. }
        )
    }

    /// Whether dtypes are at fault, or a value that a dtype cannot hold.
    pub fn is_dtype(&self) -> bool {
        use ErrorKind::*;
        matches!(
            self.kind(),
            DTypeMismatch { .. }
                | Unsupported { .. }
                | Unrepresentable { .. }
                | ComplexToReal { .. }
                | ParseDType { .. }
        )
    }

    /// Whether memory ran out, or could never have sufficed.
    pub fn is_memory(&self) -> bool {
        matches!(self.kind(), ErrorKind::TooLarge { .. } | ErrorKind::OutOfMemory { .. })
    }

    /// Whether the destination cannot be written.
    pub fn is_read_only(&self) -> bool {
        matches!(self.kind(), ErrorKind::ReadOnly { .. })
    }

    /// Whether somebody else is using the memory right now.
    pub fn is_busy(&self) -> bool {
        matches!(self.kind(), ErrorKind::Busy { .. })
    }
}

impl From<ErrorKind> for Error {
    #[cold]
    fn from(kind: ErrorKind) -> Self {
        Self(Box::new(kind))
    }
}

impl std::error::Error for Error {}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `unwrap` and `main` print `Debug`: the words come first, where somebody will read them.
        write!(f, "{self} ({:?})", self.0)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.kind(), f)
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { op, dims } => {
                write!(f, "{op}: a tensor of shape {dims:?} has more elements than can be addressed")
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
                to[*axis]
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
            Self::StoreShape { op, region, value } => write!(
                f,
                "{op}: a value of shape {value:?} does not fit the region of shape {region:?}: it must broadcast \
                 to the region, or equal it once all axes of size 1 are removed"
            ),
            Self::ElementCount { op, shape, expected, found } => {
                write!(f, "{op}: shape {shape:?} needs {expected} values, found {found}")
            }
            Self::Reshape { from, to } => write!(
                f,
                "reshape: shape {from:?} holds {} elements and cannot become {to:?}: element counts must agree",
                from.iter().product::<usize>()
            ),
            Self::ReshapeInfer { to } => {
                write!(f, "reshape: only one size of {to:?} may be -1, the others must be 0 or more")
            }
            Self::ReshapeCopy { op, from, strides, to } => write!(
                f,
                "{op}: no view of shape {from:?} with strides {strides:?} has shape {to:?}: use `reshape`, which copies"
            ),
            Self::Ragged { path, expected, found } => {
                write!(
                    f,
                    "nested rows: row {path:?} has shape {found:?}, the rows before it have {expected:?}"
                )
            }
            Self::AxisOutOfRange { op, axis, rank: 0 } => {
                write!(f, "{op}: axis {axis} is out of range: a tensor of rank 0 has no axes")
            }
            Self::AxisOutOfRange { op, axis, rank } => {
                write!(
                    f,
                    "{op}: axis {axis} is out of range for rank {rank} (allowed: -{rank} to {})",
                    rank - 1
                )
            }
            Self::AxisRepeated { op, axis } => write!(f, "{op}: axis {axis} is named twice"),
            Self::AxisCount { op, expected, found } => {
                write!(f, "{op}: expected {expected} entries, found {found}")
            }
            Self::AxisNotOne { op, axis, size } => {
                write!(f, "{op}: axis {axis} has size {size}; only axes of size 1 can be removed")
            }
            Self::Rank { op, expected, found } => write!(f, "{op}: needs {expected}, found rank {found}"),
            Self::IndexOutOfRange { op, axis, index, len: 0 } => {
                write!(f, "{op}: index {index} is out of range for axis {axis} of length 0")
            }
            Self::IndexOutOfRange { op, axis, index, len } => write!(
                f,
                "{op}: index {index} is out of range for axis {axis} of length {len} (allowed: -{len} to {})",
                len - 1
            ),
            Self::RangeEnd { op, axis, end, value, len, max } => {
                let end = match end {
                    RangeEnd::Start => "start",
                    RangeEnd::Stop => "stop",
                    RangeEnd::Last => "last entry",
                };
                write!(f, "{op}: range {end} {value} is out of range for axis {axis} of length {len} ")?;
                match max {
                    ..0 => f.write_str("(an axis without entries takes only open ends)"),
                    0.. => write!(f, "(allowed: {} to {max})", -(*len as i128)),
                }
            }
            Self::TooManyItems { op, items, shape } => write!(
                f,
                "{op}: {items} index {} for shape {shape:?}, which has {} {}",
                if *items == 1 { "item" } else { "items" },
                shape.len(),
                if shape.len() == 1 { "axis" } else { "axes" }
            ),
            Self::TwoFills { op } => write!(f, "{op}: only one `Fill` can stand in an index"),
            Self::StepZero { op, axis: Some(axis) } => {
                write!(f, "{op}: the step on axis {axis} is 0; use 1 for every entry, -1 for backwards")
            }
            Self::StepZero { op, axis: None } => write!(f, "{op}: the step is 0, which would never arrive"),
            Self::MaskShape { op, axis, mask, covered } => write!(
                f,
                "{op}: a mask of shape {mask:?} covers axes of shape {covered:?} from axis {axis} on: they must be equal"
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
            Self::Unrepresentable { op, value, to } => {
                write!(f, "{op}: {to} cannot hold {value}: `cast` converts without this check")
            }
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
                    _ => write!(
                        f,
                        "{op}: cannot {wanted} the memory: another thread is using it, and this thread may not \
                         wait while it holds a guard"
                    ),
                }
            }
            Self::OutOfBounds { op, lowest, highest, len } => write!(
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
        }
    }
}

/// The size that `dims` has on `axis` of its broadcast with `other`; 1 where it has no such axis.
fn size_from_end(dims: &[usize], other: &[usize], axis: usize) -> usize {
    let rank = dims.len().max(other.len());
    (axis + dims.len()).checked_sub(rank).and_then(|k| dims.get(k).copied()).unwrap_or(1)
}
