//! What a Python tensor holds: a tensor of the library, or one element that has not become one yet.

use std::sync::OnceLock;

use lunette::{DynTensor, Scalar};

/// A tensor, or one element.
///
/// `x[i, j]` and iteration give tensors without axes, of which most are read once and thrown away: memory is made for
/// them only when somebody asks for the tensor.
pub enum Content {
    Tensor(DynTensor),
    Element(Scalar, OnceLock<Box<DynTensor>>),
}

impl Content {
    /// One element in memory of its own.
    #[inline]
    pub fn element(value: Scalar) -> Self {
        Self::Element(value, OnceLock::new())
    }

    /// The tensor.
    #[inline]
    pub fn tensor(&self) -> &DynTensor {
        match self {
            Self::Tensor(tensor) => tensor,
            Self::Element(value, made) => made.get_or_init(|| Box::new(DynTensor::from(*value))),
        }
    }

    /// The element, if nobody has asked for the tensor: from then on its memory counts, which can be written.
    #[inline]
    pub fn untouched(&self) -> Option<Scalar> {
        match self {
            Self::Element(value, made) if made.get().is_none() => Some(*value),
            _ => None,
        }
    }
}
