//! Tensors whose elements are reached one by one, by programs that run loops over them.

use std::fmt;

use super::{DynTensor, Handle};
use crate::buffer::Opened;
use crate::dtype::{DType, Element};
use crate::error::ReadOnlyReason;

/// A tensor that is read and written element by element, in a nanosecond or two each.
///
/// [`get`](Self::get) and [`set`](Self::set) check the index and nothing else: all other checks were made when the
/// tensor was opened. Where it was the only handle to its memory, nobody else can come in before it is closed, and no
/// lock is needed either; where others share the memory, each access takes one, as [`Tensor::get`](super::Tensor::get)
/// does.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::tensor::Elements;
/// let mut x = Tensor::<f64>::zeros([2, 3])?.into_dyn().into_elements().map_err(|_| "rank").unwrap();
/// assert!(x.set([1, -1], 2.5));
/// assert_eq!((x.get([1, 2]), x.get::<f64, 2>([2, 0])), (Some(2.5), None));
/// assert_eq!(x.into_tensor().get([1, 2])?, Scalar::F64(2.5));
/// # Ok::<(), lunette::Error>(())
/// ```
// One after the other in memory they begin at cache lines, and a position in a list of them is a shift away.
#[repr(align(64))]
pub struct Elements {
    opened: Opened,
    dtype: DType,
    is_view: bool,
    read_only: Option<ReadOnlyReason>,
}

impl fmt::Debug for Elements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Elements").field("dtype", &self.dtype).finish_non_exhaustive()
    }
}

impl DynTensor {
    /// The tensor opened for reading and writing its elements one by one; no copy.
    ///
    /// # Errors
    /// The tensor itself, if it has more than four axes, or its memory is not aligned for its dtype.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1, 2, 3];
    /// let same = x.clone();
    /// let mut elements = x.into_dyn().into_elements().map_err(|_| "rank").unwrap();
    /// assert!(elements.set([0], 9_i32)); // others who share the memory see it
    /// assert_eq!(same.get(0)?, 9);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn into_elements(self) -> Result<Elements, Self> {
        let Handle { buffer, layout, dtype, is_view, read_only } = self.handle;
        match Opened::new(buffer, &layout, dtype, read_only.is_none()) {
            Ok(opened) => Ok(Elements { opened, dtype, is_view, read_only }),
            Err(buffer) => Err(Self::wrap(Handle { buffer, layout, dtype, is_view, read_only })),
        }
    }
}

impl Elements {
    /// The tensor as it was before [`DynTensor::into_elements`]; no copy.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// let same = x.transpose().into_dyn().into_elements().map_err(|_| "rank").unwrap().into_tensor();
    /// assert!(same == x.transpose().into_dyn() && same.shares_memory(&x));
    /// ```
    pub fn into_tensor(self) -> DynTensor {
        let Self { opened, dtype, is_view, read_only } = self;
        let (buffer, layout) = opened.close();
        DynTensor::wrap(Handle { buffer, layout, dtype, is_view, read_only })
    }

    /// The sizes of the axes.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3]].into_dyn().into_elements().map_err(|_| "rank").unwrap();
    /// assert_eq!(x.shape(), [1, 3]);
    /// ```
    pub fn shape(&self) -> &[usize] {
        self.opened.shape()
    }

    /// The element at an index with one integer for each axis; negative ones count from the end.
    ///
    /// `None` if the elements are of another type, the index has another length or lies outside, or a guard is in the
    /// way: the tensor's own `get` says which.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1, 2, 3].into_dyn().into_elements().map_err(|_| "rank").unwrap();
    /// assert_eq!((x.get([-1]), x.get::<i32, 1>([3]), x.get::<f64, 1>([0])), (Some(3), None, None));
    /// ```
    #[inline(always)]
    pub fn get<T: Element, const N: usize>(&self, index: [i64; N]) -> Option<T> {
        self.opened.get(index)
    }

    /// Writes the element at an index with one integer for each axis; negative ones count from the end.
    ///
    /// False, and nothing written, where [`get`](Self::get) gives `None`, and if the tensor is read-only.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut x = tensor![1, 2, 3].into_dyn().into_elements().map_err(|_| "rank").unwrap();
    /// assert!(x.set([-1], 9) && !x.set([3], 9) && !x.set([0], 1.5));
    /// assert!(x.into_tensor() == tensor![1, 2, 9].into_dyn());
    /// ```
    #[inline(always)]
    pub fn set<T: Element, const N: usize>(&mut self, index: [i64; N], value: T) -> bool {
        self.opened.set(index, value)
    }
}
