//! The one error type: facts in the kind, words made late.
//!
//! Every kind holds what is needed to say which operation was asked for, both shapes or dtypes, which axis, and
//! what would cure it. Text is built only when somebody prints the error.

mod called;
mod system;
mod words;

use std::fmt;
use std::panic::Location;

pub use lunette_gate::Access;

pub use self::system::SystemError;

use crate::dtype::DType;
use crate::layout::Dims;

/// The result of every fallible function of this crate.
///
/// ```
/// use lunette::prelude::*;
/// fn last(x: &Tensor<f64>) -> lunette::Result<f64> {
///     x.get(-1)
/// }
/// assert_eq!(last(&tensor![1.0, 2.0])?, 2.0);
/// # Ok::<(), lunette::Error>(())
/// ```
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
///
/// ```
/// use lunette::prelude::*;
/// use lunette::{ErrorKind, ReadOnlyReason};
/// let error = tensor![1].broadcast_to(3)?.fill(0).unwrap_err();
/// assert!(matches!(error.kind(), ErrorKind::ReadOnly { reason: ReadOnlyReason::Overlapping, .. }));
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadOnlyReason {
    /// Two indices of the view reach the same element: a broadcast or an overlapping window.
    Overlapping,
    /// The memory itself is read-only.
    Memory,
    /// The handle was made read-only with `as_read_only`.
    Handle,
    /// The memory holds bools, and is looked at as another dtype: not every number is a bool.
    Bools,
}

/// The kinds of mistakes, each with its facts.
///
/// ```
/// use lunette::ErrorKind;
/// use lunette::prelude::*;
/// let error = tensor![1, 2, 3].get(5).unwrap_err();
/// assert!(matches!(error.kind(), ErrorKind::IndexOutOfRange { axis: 0, index: 5, len: 3, .. }));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields are the facts that the words of `Display` name")]
pub enum ErrorKind {
    /// The number of elements or bytes does not fit the address space.
    TooLarge { op: &'static str, dims: Dims },
    /// The system refused the memory.
    OutOfMemory { op: &'static str, bytes: usize },
    /// More axes than [`MAX_RANK`](crate::layout::MAX_RANK).
    RankLimit { op: &'static str, rank: usize },
    /// Two shapes do not broadcast; `axis` counts in the broadcast result.
    Broadcast { op: &'static str, left: Dims, right: Dims, axis: usize },
    /// A shape cannot be stretched to another.
    BroadcastTo { op: &'static str, from: Dims, to: Dims, axis: Option<usize> },
    /// Two shapes had to be identical (or identical but for one axis).
    ShapeMismatch { op: &'static str, expected: Dims, found: Dims, cure: &'static str },
    /// Parts that were to be joined or stacked, of which one does not fit the first.
    PartMismatch { op: &'static str, part: usize, expected: Dims, found: Dims, cure: &'static str },
    /// Two axes that are summed over together have different sizes; `axes` are one of `left` and one of `right`.
    Contraction { op: &'static str, left: Dims, right: Dims, axes: [usize; 2] },
    /// A matrix that should have had as many rows as columns.
    NotSquare { op: &'static str, shape: Dims },
    /// A matrix without an inverse; `batch` is its index among several, `pivot` the first that is 0.
    Singular { op: &'static str, batch: Dims, pivot: usize },
    /// A matrix that is not positive definite; `pivot` is the first that is not positive.
    NotPositiveDefinite { op: &'static str, batch: Dims, pivot: usize },
    /// A matrix with a NaN or an infinity, for which the iteration would have no end.
    NotFinite { op: &'static str, batch: Dims },
    /// An iteration that did not come to an end.
    NoConvergence { op: &'static str, batch: Dims },
    /// A letter of `einsum` that stands for two sizes; `operands` are where they were found.
    Subscript { op: &'static str, letter: String, sizes: [usize; 2], operands: [usize; 2] },
    /// A stored value fits its region neither by broadcasting nor once the 1s are removed.
    StoreShape { op: &'static str, region: Dims, value: Dims },
    /// A number of values that the shape does not have.
    ElementCount { op: &'static str, shape: Dims, expected: usize, found: usize },
    /// More values than the shape has, nobody knows how many.
    TooManyValues { op: &'static str, shape: Dims, expected: usize },
    /// A reshape to a shape of another element count.
    Reshape { op: &'static str, from: Dims, to: Vec<i64> },
    /// A size left open in a reshape that has no single answer: more than one is open, or another is 0.
    ReshapeInfer { op: &'static str, to: Vec<i64> },
    /// A view in a new shape was asked for, and strides cannot express it.
    ReshapeCopy { op: &'static str, from: Dims, strides: Vec<isize>, to: Dims, cure: &'static str },
    /// Nested rows of unequal length; `path` leads to the row.
    Ragged { path: Vec<usize>, expected: Dims, found: Dims },
    /// An axis outside of `-rank..rank`.
    AxisOutOfRange { op: &'static str, axis: i64, rank: usize },
    /// The same axis named twice.
    AxisRepeated { op: &'static str, axis: usize },
    /// A list of axes, sizes or steps of the wrong length; `noun` says what is in it.
    AxisCount {
        op: &'static str,
        shape: Dims,
        noun: &'static str,
        expected: usize,
        found: usize,
        cure: &'static str,
    },
    /// An axis that should have had size 1.
    AxisNotOne { op: &'static str, axis: usize, size: usize },
    /// An operation that takes other ranks.
    Rank { op: &'static str, expected: &'static str, found: usize },
    /// An integer index outside of its axis.
    IndexOutOfRange { op: &'static str, axis: usize, index: i64, len: usize },
    /// A flat position lies outside of the elements; negative positions count from the end.
    PositionOutOfRange { op: &'static str, position: i64, len: usize },
    /// A range end outside of what its axis allows.
    RangeEnd { op: &'static str, axis: usize, end: RangeEnd, value: i64, len: usize, max: i64 },
    /// Fewer integers than axes, where one element is meant.
    TooFewItems { op: &'static str, items: usize, shape: Dims },
    /// More index items than axes.
    TooManyItems { op: &'static str, items: usize, shape: Dims },
    /// A second `Fill` in one index.
    TwoFills { op: &'static str },
    /// A step of zero; no axis where there is none yet (`arange`).
    StepZero { op: &'static str, axis: Option<usize> },
    /// A mask that does not have the sizes of the axes it covers, where these are not 0 in the mask.
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
    /// Values for which integers have no answer; `words` say which, and the cure.
    Domain { op: &'static str, dtype: DType, words: &'static str },
    /// A value that the destination's dtype cannot hold; `value` is printed in its own dtype.
    Unrepresentable { op: &'static str, value: String, to: DType, cure: &'static str },
    /// A result whose dtype is of a higher kind than that of the tensor `left` it was to be written into.
    WouldCut { op: &'static str, left: DType, right: DType, result: DType },
    /// A complex value into a real destination.
    ComplexToReal { op: &'static str, from: DType, to: DType },
    /// A store into something that cannot be written.
    ReadOnly { op: &'static str, reason: ReadOnlyReason },
    /// Somebody holds a guard on the memory; or, with nothing `held`, waiting for another thread could never end, because
    /// this one holds a guard itself, of which the latest was taken there.
    Busy {
        op: &'static str,
        wanted: Access,
        held: Option<Access>,
        taken_at: Option<&'static Location<'static>>,
    },
    /// The operation was stopped by a [`Cancel`](crate::Cancel).
    Cancelled { op: &'static str },
    /// A layout that reaches outside of its buffer, or, without a `len`, of what any memory can have; in elements.
    OutOfBounds { op: &'static str, lowest: i128, highest: i128, len: Option<usize> },
    /// Memory whose address or length is no multiple of what the dtype needs.
    Misaligned { op: &'static str, dtype: DType, what: &'static str },
    /// A byte that is neither 0 nor 1 where bools were promised.
    InvalidBool { op: &'static str, position: usize, byte: u8 },
    /// An argument outside of its domain.
    Argument { op: &'static str, name: &'static str, found: String, allowed: &'static str },
    /// Text that names no dtype.
    ParseDType { text: String },
    /// The system refused something about a file or stream; `deed` says what, `cause` why.
    File { op: &'static str, path: Option<Box<str>>, deed: FileDeed, cause: SystemError },
    /// A file that is not what its format asks for; `words` say why, and the cure.
    FileFormat { op: &'static str, path: Option<Box<str>>, format: &'static str, words: String },
    /// A file whose elements are of a type that no tensor has.
    FileDType { op: &'static str, path: Option<Box<str>>, found: String, cure: &'static str },
    /// A file of several tensors that does not hold the one asked for; all names are in `found`.
    FileMember { op: &'static str, path: Option<Box<str>>, name: Option<String>, found: Vec<String> },
    /// A file whose elements cannot be used where they lie.
    NotMappable { op: &'static str, path: Option<Box<str>>, words: &'static str },
}

/// What was going to be done to a file.
///
/// ```
/// use lunette::error::FileDeed;
/// use lunette::{ErrorKind, io};
/// let error = io::load("no such file.npy").unwrap_err();
/// assert!(matches!(error.kind(), ErrorKind::File { deed: FileDeed::Open, .. }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileDeed {
    /// Opening it, to read it.
    Open,
    /// Reading it.
    Read,
    /// Making it, to write it.
    Create,
    /// Writing it.
    Write,
    /// Putting what was written in the place of what was there.
    Replace,
    /// Mapping it into memory.
    Map,
}

/// Which end of a range is meant.
///
/// ```
/// use lunette::ErrorKind;
/// use lunette::error::RangeEnd;
/// use lunette::prelude::*;
/// let error = tensor![1, 2, 3].view(s![..5]).unwrap_err();
/// assert!(matches!(error.kind(), ErrorKind::RangeEnd { end: RangeEnd::Stop, value: 5, .. }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RangeEnd {
    /// The first entry.
    Start,
    /// The excluded stop.
    Stop,
    /// The included last entry.
    Last,
    /// The place where an axis is split.
    Cut,
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
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1, 2, 3];
    /// assert!(x.reshape([2, 2]).unwrap_err().is_shape());
    /// ```
    pub fn is_shape(&self) -> bool {
        use ErrorKind::*;
        matches!(
            self.kind(),
            RankLimit { .. }
                | Broadcast { .. }
                | BroadcastTo { .. }
                | ShapeMismatch { .. }
                | PartMismatch { .. }
                | Contraction { .. }
                | Subscript { .. }
                | NotSquare { .. }
                | StoreShape { .. }
                | ElementCount { .. }
                | TooManyValues { .. }
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
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1, 2, 3];
    /// assert!(x.view(s![3]).unwrap_err().is_index());
    /// ```
    pub fn is_index(&self) -> bool {
        use ErrorKind::*;
        matches!(
            self.kind(),
            IndexOutOfRange { .. }
                | PositionOutOfRange { .. }
                | RangeEnd { .. }
                | TooFewItems { .. }
                | TooManyItems { .. }
                | TwoFills { .. }
                | StepZero { .. }
                | MaskShape { .. }
                | IndexDType { .. }
                | NotViewable { .. }
        )
    }

    /// Whether dtypes are at fault, or a value that a dtype cannot hold.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1, 2, 3];
    /// assert!(x.set(0, f64::NAN).unwrap_err().is_dtype());
    /// ```
    pub fn is_dtype(&self) -> bool {
        use ErrorKind::*;
        matches!(
            self.kind(),
            DTypeMismatch { .. }
                | Unsupported { .. }
                | Domain { .. }
                | Unrepresentable { .. }
                | WouldCut { .. }
                | ComplexToReal { .. }
                | ParseDType { .. }
        )
    }

    /// Whether the values of a matrix are at fault: it has no inverse, is not positive definite, or not finite.
    ///
    /// ```
    /// use lunette::layout::Dims;
    /// use lunette::{Error, ErrorKind};
    /// let error = Error::from(ErrorKind::Singular { op: "inv", batch: Dims::new(), pivot: 2 });
    /// assert!(error.is_matrix());
    /// ```
    pub fn is_matrix(&self) -> bool {
        use ErrorKind::*;
        matches!(
            self.kind(),
            Singular { .. } | NotPositiveDefinite { .. } | NotFinite { .. } | NoConvergence { .. }
        )
    }

    /// Whether memory ran out, or could never have sufficed.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert!(Tensor::<f64>::zeros(usize::MAX).unwrap_err().is_memory());
    /// ```
    pub fn is_memory(&self) -> bool {
        matches!(self.kind(), ErrorKind::TooLarge { .. } | ErrorKind::OutOfMemory { .. })
    }

    /// Whether the destination cannot be written.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1, 2, 3];
    /// assert!(x.as_read_only().fill(0).unwrap_err().is_read_only());
    /// ```
    pub fn is_read_only(&self) -> bool {
        matches!(self.kind(), ErrorKind::ReadOnly { .. })
    }

    /// Whether somebody else is using the memory right now.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1, 2, 3];
    /// let guard = x.read()?;
    /// assert!(x.fill(0).unwrap_err().is_busy());
    /// # drop(guard);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn is_busy(&self) -> bool {
        matches!(self.kind(), ErrorKind::Busy { .. })
    }

    /// Whether the operation was stopped on request.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let cancel = lunette::Cancel::new();
    /// cancel.cancel();
    /// assert!(cancel.run(|| tensor![1, 2].sum(..)).unwrap_err().is_cancelled());
    /// ```
    pub fn is_cancelled(&self) -> bool {
        matches!(self.kind(), ErrorKind::Cancelled { .. })
    }

    /// Whether a file or stream is at fault: it cannot be had, or holds something else.
    ///
    /// ```
    /// use lunette::io;
    /// assert!(io::load("no such file.npy").unwrap_err().is_io());
    /// assert!(io::npy::read(&b"no file of NumPy"[..]).unwrap_err().is_io());
    /// ```
    pub fn is_io(&self) -> bool {
        use ErrorKind::*;
        matches!(
            self.kind(),
            File { .. } | FileFormat { .. } | FileDType { .. } | FileMember { .. } | NotMappable { .. }
        )
    }

    /// Whether another argument is at fault: it lies outside of what the operation takes, or describes memory that does
    /// not hold what it should.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert!(Tensor::<f64>::geomspace(-1.0, 1.0, 3).unwrap_err().is_argument());
    /// ```
    pub fn is_argument(&self) -> bool {
        use ErrorKind::*;
        matches!(self.kind(), Argument { .. } | OutOfBounds { .. } | Misaligned { .. } | InvalidBool { .. })
    }

    /// The same error with the file that it is about, if it is about one and names none.
    pub(crate) fn in_file(mut self, file: &std::path::Path) -> Self {
        use ErrorKind::*;
        if let File { path, .. }
        | FileFormat { path, .. }
        | FileDType { path, .. }
        | FileMember { path, .. }
        | NotMappable { path, .. } = &mut *self.0
        {
            path.get_or_insert_with(|| file.display().to_string().into());
        }
        self
    }
}

impl From<ErrorKind> for Error {
    #[cold]
    fn from(kind: ErrorKind) -> Self {
        Self(Box::new(kind))
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self.kind() {
            ErrorKind::File { cause, .. } => Some(cause),
            _ => None,
        }
    }
}

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
