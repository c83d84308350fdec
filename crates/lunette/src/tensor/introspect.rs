//! What a tensor can tell about itself.

use super::{Handle, Kind, Tensor};
use crate::buffer::Buffer;
use crate::error::{ErrorKind, Result};
use crate::layout::{Layout, Strides, overlap};

/// The flags of a tensor, as NumPy's `flags` names them.
///
/// ```
/// use lunette::prelude::*;
/// let flags = tensor![[1, 2], [3, 4]].transpose().flags();
/// assert!(flags.f_contiguous && !flags.c_contiguous);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flags {
    /// Row-major strides could address it.
    pub c_contiguous: bool,
    /// Column-major strides could address it.
    pub f_contiguous: bool,
    /// It was made with memory of its own, not by a view operation.
    pub owns_data: bool,
    /// It can be stored into.
    pub writable: bool,
}

/// The sizes of so many axes.
///
/// # Errors
/// If there are more or fewer.
pub(super) fn dims_of<const N: usize>(shape: &[usize]) -> Result<[usize; N]> {
    const RANKS: [&str; 9] =
        ["rank 0", "rank 1", "rank 2", "rank 3", "rank 4", "rank 5", "rank 6", "rank 7", "rank 8"];
    let expected = RANKS.get(N).copied().unwrap_or("a rank above 8");
    let wrong = |_| ErrorKind::Rank { op: "dims", expected, found: shape.len() }.into();
    shape.try_into().map_err(wrong)
}

impl<K: Kind> Tensor<K> {
    /// The sizes of the axes.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1, 2, 3], [4, 5, 6]].shape(), [2, 3]);
    /// ```
    pub fn shape(&self) -> &[usize] {
        self.handle.layout.shape()
    }

    /// The sizes of the axes, as an array of as many as the caller expects.
    ///
    /// # Errors
    /// If the tensor has another number of axes.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let [rows, columns] = tensor![[1, 2, 3], [4, 5, 6]].dims()?;
    /// assert_eq!((rows, columns), (2, 3));
    /// let error = tensor![1, 2].dims::<3>().unwrap_err();
    /// assert_eq!(error.to_string(), "dims: needs rank 3, found rank 1");
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn dims<const N: usize>(&self) -> Result<[usize; N]> {
        dims_of(self.shape())
    }

    /// The number of axes.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1, 2], [3, 4]].rank(), 2);
    /// ```
    #[doc(alias = "ndim")]
    pub fn rank(&self) -> usize {
        self.handle.layout.rank()
    }

    /// The number of elements.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1, 2, 3], [4, 5, 6]].len(), 6);
    /// ```
    #[doc(alias = "size")]
    pub fn len(&self) -> usize {
        self.handle.layout.len()
    }

    /// Whether there is no element at all.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert!(Tensor::<f64>::zeros([2, 0])?.is_empty());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.handle.layout.is_empty()
    }

    /// Shape, strides and offset in one value.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert_eq!(x.transpose().layout(), &x.layout().transpose());
    /// ```
    pub fn layout(&self) -> &Layout {
        &self.handle.layout
    }

    /// The steps of the axes, in elements.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.view(s![(.., -1)])?.strides(), [-3, 1]);
    /// assert_eq!(x.byte_strides()[..], [12, 4]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn strides(&self) -> &[isize] {
        self.handle.layout.strides()
    }

    /// The steps of the axes, in bytes.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1i32, 2, 3], [4, 5, 6]].byte_strides()[..], [12, 4]);
    /// ```
    #[doc(alias = "strides")]
    pub fn byte_strides(&self) -> Strides {
        self.handle.layout.byte_strides(self.item_size())
    }

    /// The element at index (0, …, 0), counted in elements from the start of the buffer.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1, 2, 3], [4, 5, 6]].view(s![1, 1..])?.offset(), 4);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn offset(&self) -> usize {
        self.handle.layout.offset()
    }

    /// The bytes that one element takes.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1i16].item_size(), 2);
    /// ```
    #[doc(alias = "itemsize")]
    pub fn item_size(&self) -> usize {
        self.handle.dtype.item_size()
    }

    /// The bytes that the elements of this tensor take, however they are spread.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::<f64>::zeros([2, 3])?.nbytes(), 48);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "size_in_bytes")]
    pub fn nbytes(&self) -> usize {
        self.len().saturating_mul(self.item_size())
    }

    /// Contiguity, ownership and writability.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert!(x.flags().c_contiguous && x.flags().owns_data);
    /// assert!(x.transpose().flags().f_contiguous && !x.transpose().flags().owns_data);
    /// ```
    pub fn flags(&self) -> Flags {
        Flags {
            c_contiguous: self.handle.layout.is_c_contiguous(),
            f_contiguous: self.handle.layout.is_f_contiguous(),
            owns_data: !self.is_view(),
            writable: self.is_writable(),
        }
    }

    /// Whether it can be stored into.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1, 2];
    /// assert!(x.is_writable() && !x.broadcast_to([3, 2])?.is_writable());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn is_writable(&self) -> bool {
        self.handle.read_only.is_none()
    }

    /// Whether it came from a view operation rather than with memory of its own; a clone keeps the answer.
    ///
    /// The result of an operator that took the memory of its operand over (`a + &b`) is no view.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1, 2];
    /// assert!(x.view(s![..1])?.is_view() && !x.load(s![..1])?.is_view());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn is_view(&self) -> bool {
        self.handle.is_view
    }

    /// Who owns the memory: equal for all tensors that share one buffer.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1, 2, 3];
    /// assert_eq!(x.view(s![1..])?.view(s![0])?.base(), x.base());
    /// assert_ne!(x.copy()?.base(), x.base());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn base(&self) -> usize {
        self.handle.buffer.id()
    }

    /// The address of the element at index (0, …, 0); of no element if there is none.
    ///
    /// It stays the same as long as a tensor holds the memory. Reads and writes there go past the locks; memory of bools that
    /// others will write is announced first, by [`Buffer::expose`].
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1_u8, 2, 3];
    /// assert_eq!(x.view(s![2..])?.as_ptr().addr(), x.as_ptr().addr() + 2);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn as_ptr(&self) -> *mut u8 {
        let Handle { buffer, layout, dtype, .. } = &self.handle;
        // Without elements the offset may lie anywhere.
        let elements = if layout.is_empty() { 0 } else { layout.offset() };
        buffer.start().wrapping_add(elements * dtype.item_size())
    }

    /// The memory itself, shared with every other tensor over it.
    ///
    /// A tensor made from it anew can be written where the memory can, also if this handle is read-only.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1, 2];
    /// assert!(x.buffer().ptr_eq(x.view(s![1..])?.buffer()));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn buffer(&self) -> &Buffer {
        &self.handle.buffer
    }

    /// Whether some element of one is, in whole or in part, an element of the other.
    ///
    /// Decided exactly up to a bound of work; beyond it the answer is true. Memory of others that came in twice, as two
    /// buffers, is the same memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::<i32>::zeros(10)?;
    /// let (even, odd) = (x.view(s![(.., 2)])?, x.view(s![(1.., 2)])?);
    /// assert!(x.shares_memory(&even) && !even.shares_memory(&odd));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "may_share_memory")]
    pub fn shares_memory<L: Kind>(&self, other: &Tensor<L>) -> bool {
        let (a, b) = (&self.handle, &other.handle);
        if self.base() == other.base() {
            return overlap(&a.layout, a.dtype.item_size(), &b.layout, b.dtype.item_size()).is_possible();
        }
        // Memory of others can be in two buffers, and so can ours that was lent to others and came back.
        !(a.buffer.is_ours() && b.buffer.is_ours()) && a.meets_in_memory(b)
    }
}
