//! The name of the operation that was called, in errors of the operations that it is made of.

use super::{Error, ErrorKind};

impl Error {
    /// The same error as one of the operation `op`: what its caller called, and not what it is made of.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// fn corner(x: &Tensor<f32>) -> lunette::Result<f32> {
    ///     x.get([0, 0]).map_err(|error| error.called("corner"))
    /// }
    /// let error = corner(&Tensor::zeros([0, 3])?).unwrap_err();
    /// assert!(error.to_string().starts_with("corner: "));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[cold]
    #[must_use]
    pub fn called(mut self, op: &'static str) -> Self {
        if let Some(name) = self.0.operation_mut() {
            *name = op;
        }
        self
    }
}

impl ErrorKind {
    /// The name of the operation; literals and texts have none.
    fn operation_mut(&mut self) -> Option<&mut &'static str> {
        use ErrorKind::*;
        match self {
            Ragged { .. } | ParseDType { .. } => None,
            TooLarge { op, .. }
            | OutOfMemory { op, .. }
            | RankLimit { op, .. }
            | Broadcast { op, .. }
            | BroadcastTo { op, .. }
            | ShapeMismatch { op, .. }
            | PartMismatch { op, .. }
            | Contraction { op, .. }
            | NotSquare { op, .. }
            | Singular { op, .. }
            | NotPositiveDefinite { op, .. }
            | NotFinite { op, .. }
            | NoConvergence { op, .. }
            | Subscript { op, .. }
            | StoreShape { op, .. }
            | ElementCount { op, .. }
            | TooManyValues { op, .. }
            | Reshape { op, .. }
            | ReshapeInfer { op, .. }
            | ReshapeCopy { op, .. }
            | AxisOutOfRange { op, .. }
            | AxisRepeated { op, .. }
            | AxisCount { op, .. }
            | AxisNotOne { op, .. }
            | Rank { op, .. }
            | IndexOutOfRange { op, .. }
            | PositionOutOfRange { op, .. }
            | RangeEnd { op, .. }
            | TooFewItems { op, .. }
            | TooManyItems { op, .. }
            | TwoFills { op }
            | StepZero { op, .. }
            | MaskShape { op, .. }
            | IndexDType { op, .. }
            | NotViewable { op, .. }
            | NotOneElement { op, .. }
            | Empty { op, .. }
            | DTypeMismatch { op, .. }
            | Unsupported { op, .. }
            | Domain { op, .. }
            | Unrepresentable { op, .. }
            | WouldCut { op, .. }
            | ComplexToReal { op, .. }
            | ReadOnly { op, .. }
            | Busy { op, .. }
            | Cancelled { op }
            | OutOfBounds { op, .. }
            | Misaligned { op, .. }
            | InvalidBool { op, .. }
            | Argument { op, .. }
            | File { op, .. }
            | FileFormat { op, .. }
            | FileDType { op, .. }
            | FileMember { op, .. }
            | NotMappable { op, .. } => Some(op),
        }
    }
}
