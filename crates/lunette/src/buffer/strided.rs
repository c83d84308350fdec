//! Arrays of others whose steps are counted in bytes, as NumPy, DLPack and C describe them.
#![expect(unsafe_code, reason = "it takes memory over from others")]

use super::settled::settle;
use super::{Buffer, Fresh, View};
use crate::dtype::DType;
use crate::error::{Access, ErrorKind, Result};
use crate::layout::{Axes, Dims, Layout, MAX_RANK, Order, Strides};

/// An array that somebody else owns: where it is, and how its elements are spread.
///
/// ```
/// use lunette::buffer::ForeignArray;
/// use lunette::{Access, DType};
/// static TABLE: [i32; 6] = [1, 2, 3, 4, 5, 6];
/// let columns = ForeignArray {
///     start: TABLE.as_ptr().cast_mut().cast(),
///     dtype: DType::I32,
///     shape: &[3, 2],
///     byte_strides: &[4, 12],
///     access: Access::Read,
/// };
/// assert_eq!(columns.shape.len(), columns.byte_strides.len());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ForeignArray<'a> {
    /// The first byte of the element at index (0, …, 0).
    pub start: *mut u8,
    /// What the elements are, in this machine's byte order.
    pub dtype: DType,
    /// The sizes of the axes.
    pub shape: &'a [usize],
    /// The steps of the axes, in bytes.
    pub byte_strides: &'a [isize],
    /// Whether tensors may write the memory.
    pub access: Access,
}

/// What becomes of an array that cannot be shared: one whose address or steps are no multiple of what its elements need.
///
/// ```
/// use lunette::buffer::Import;
/// assert_eq!(Import::default(), Import::CopyIfNeeded);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Import {
    /// It is copied; stores do not reach its owner then.
    #[default]
    CopyIfNeeded,
    /// It is refused.
    ShareOnly,
}

impl Buffer {
    /// The memory of an array that belongs to somebody else, and the layout of the array in it.
    ///
    /// No copy is made where the elements lie at addresses that their dtype can be read at, at steps of whole elements;
    /// `owner` is then dropped with the last handle, as by [`from_foreign`](Self::from_foreign). Other arrays (fields of
    /// packed records, bools with gaps between them) are copied, row-major, and `owner` is dropped at once.
    ///
    /// # Safety
    /// What [`from_foreign`](Self::from_foreign) asks for, of all bytes from the lowest to the highest that an element of
    /// the array has.
    ///
    /// # Errors
    /// If there are not as many steps as axes, the array is larger than memory can be, its address is null, a copy is needed
    /// and not allowed, or there is no memory for it.
    ///
    /// ```
    /// use lunette::buffer::{Buffer, ForeignArray, Import};
    /// use lunette::prelude::*;
    /// use lunette::Access;
    /// static TABLE: [i32; 6] = [1, 2, 3, 4, 5, 6];
    /// let array = ForeignArray {
    ///     start: TABLE.as_ptr().cast_mut().cast(),
    ///     dtype: DType::I32,
    ///     shape: &[3, 2],
    ///     byte_strides: &[4, 12],
    ///     access: Access::Read,
    /// };
    /// // SAFETY: the table is never written and lives for ever.
    /// let (buffer, layout) = unsafe { Buffer::from_foreign_array((), array, Import::ShareOnly) }?;
    /// let x = DynTensor::from_parts(&buffer, array.dtype, layout.shape(), layout.strides(), layout.offset())?;
    /// assert_eq!(x.into_typed::<i32>()?, tensor![[1, 4], [2, 5], [3, 6]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub unsafe fn from_foreign_array<O: Send + Sync + 'static>(
        owner: O,
        array: ForeignArray<'_>,
        import: Import,
    ) -> Result<(Self, Layout)> {
        let op = "from_foreign_array";
        let ForeignArray { start, dtype, access, .. } = array;
        if let Some((layout, len_bytes)) = array.in_rows() {
            let bytes = std::ptr::slice_from_raw_parts_mut(start, len_bytes);
            // SAFETY: the caller's promise is about these bytes.
            return Ok((unsafe { Self::from_foreign(owner, bytes, access, dtype)? }, layout));
        }
        let (spread, len_bytes) = array.in_bytes(op)?;
        // Where there is nothing, any address will do, and an odd one would be in the way.
        let lowest = if len_bytes == 0 { std::ptr::null_mut() } else { start.wrapping_sub(spread.offset()) };
        let bytes = std::ptr::slice_from_raw_parts_mut(lowest, len_bytes);
        match array.shared_layout(op, &spread, lowest.addr()) {
            Ok(layout) => {
                // SAFETY: the caller's promise is about these bytes.
                Ok((unsafe { Self::from_foreign(owner, bytes, access, dtype)? }, layout))
            }
            Err(error) if import == Import::ShareOnly => Err(error),
            Err(_) => {
                // SAFETY: as above; as bytes they are looked at by this function only.
                let source = unsafe { Self::from_foreign(owner, bytes, Access::Read, DType::U8)? };
                let layout = Layout::contiguous_for(op, array.shape, Order::C)?;
                Ok((source.copied(op, &spread, dtype)?, layout))
            }
        }
    }

    /// A copy of the elements whose first bytes `spread` reaches, row-major.
    fn copied(&self, op: &'static str, spread: &Layout, dtype: DType) -> Result<Self> {
        let (mut shape, mut steps) = (spread.dims(), Strides::from_slice(spread.strides()));
        shape.push(dtype.item_size());
        steps.push(1);
        let all_bytes = Layout::new_for(op, &shape, &steps, spread.offset())?;
        self.check_layout(op, &all_bytes, DType::U8)?;
        let mut fresh = Fresh::new(op, spread.shape(), dtype)?;
        let out = fresh.start();
        // SAFETY: the layout was checked against this memory, which nobody writes (promise 2 of `from_foreign`). New
        // memory has room for as many bytes as there are in the elements, all of which are written, before they are
        // looked at; those of bools become 0 or 1 where they are.
        unsafe {
            let view = View::<u8>::from_raw(self.start().cast_const(), &all_bytes);
            view.iter().enumerate().for_each(|(k, &byte)| out.add(k).write(byte));
            if dtype == DType::Bool {
                settle(out, out, all_bytes.len());
            }
            Ok(fresh.assume_init())
        }
    }
}

impl ForeignArray<'_> {
    /// The layout and the number of bytes of an array that lies row-major without gaps, at an address that its elements can
    /// be read at, which most do; none of any other, and of one without elements.
    fn in_rows(&self) -> Option<(Layout, usize)> {
        let is_aligned = self.start.addr() & (self.dtype.alignment() - 1) == 0;
        if !is_aligned || self.shape.len() != self.byte_strides.len() || self.shape.len() > MAX_RANK {
            return None;
        }
        let mut len_bytes = self.dtype.item_size();
        for (&size, &step) in self.shape.iter().zip(self.byte_strides).rev() {
            if step.cast_unsigned() != len_bytes || size == 0 {
                return None;
            }
            len_bytes = len_bytes.checked_mul(size)?;
        }
        // That the bytes can be counted says that the elements can.
        let is_countable = len_bytes <= isize::MAX as usize;
        is_countable.then(|| (Layout::trusted(Axes::contiguous(self.shape, Order::C), 0), len_bytes))
    }

    /// Where the elements start, in bytes from the lowest byte of any; and how many bytes there are from there on.
    fn in_bytes(&self, op: &'static str) -> Result<(Layout, usize)> {
        if self.shape.contains(&0) && self.shape.len() == self.byte_strides.len() {
            // Nothing is reached, whatever the steps.
            return Ok((Layout::contiguous_for(op, self.shape, Order::C)?, 0));
        }
        let too_large = || ErrorKind::TooLarge { op, dims: Dims::from_slice(self.shape) };
        let mut below = 0usize;
        for (&size, &step) in self.shape.iter().zip(self.byte_strides).filter(|&(_, &step)| step < 0) {
            // An empty axis comes here only beside a wrong number of steps, which is refused below.
            let reach = step.unsigned_abs().checked_mul(size.saturating_sub(1));
            below = reach.and_then(|reach| below.checked_add(reach)).ok_or_else(too_large)?;
        }
        let spread = Layout::new_for(op, self.shape, self.byte_strides, below)?;
        let highest = spread.extent().map_or(0, |(_, highest)| highest);
        let len_bytes = highest.checked_add(self.dtype.item_size()).ok_or_else(too_large)?;
        Ok((spread, len_bytes))
    }

    /// The layout in whole elements, from the lowest byte on, which lies at `address`.
    fn shared_layout(&self, op: &'static str, spread: &Layout, address: usize) -> Result<Layout> {
        if spread.is_empty() {
            return Ok(spread.clone());
        }
        let (dtype, item) = (self.dtype, self.dtype.item_size());
        let whole = |(&size, &step): (&usize, &isize)| size == 1 || step.unsigned_abs().is_multiple_of(item);
        if !self.shape.iter().zip(self.byte_strides).all(whole) {
            return Err(ErrorKind::Misaligned { op, dtype, what: "step" }.into());
        }
        if !address.is_multiple_of(dtype.alignment()) {
            return Err(ErrorKind::Misaligned { op, dtype, what: "address" }.into());
        }
        if dtype == DType::Bool && !spread.is_contiguous() {
            // What lies in the gaps need not be bools, and would be reachable as such.
            let cure = "memory of bools is shared only where nothing lies between them: copy it first";
            return Err(ErrorKind::Unsupported { op, dtype, cure }.into());
        }
        // The offset is the way back along some of these steps.
        Ok(spread.in_units_of(item))
    }
}
