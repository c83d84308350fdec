//! Regions: a layout that was checked against the memory it lies in.
#![expect(unsafe_code, reason = "only who can promise that memory stays as it is may make regions of it")]

use std::marker::PhantomData;

use super::ViewMut;
use crate::dtype::{DType, Element};
use crate::error::{ErrorKind, Result};
use crate::layout::{Dense, Layout};

/// Elements that can be read for `'a`.
///
/// Every element that the layout reaches lies in memory that stays readable for `'a`, is initialised, is aligned for
/// the dtype, and is valid for it. Somebody may hold a [`Target`] of the same memory at the same time: nobody makes
/// references into it, and kernels sort out overlap by themselves.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    /// Where the layout counts from.
    pub(super) base: *const u8,
    pub(super) layout: &'a Layout,
    pub(super) dtype: DType,
    /// Whether somebody outside of this library may write them meanwhile.
    pub(super) exposed: bool,
}

/// Elements that can be read and written for `'a`; what [`Source`] promises, and that nobody else uses them.
///
/// Bools that others can write are written through a target and never read through it: they need not be valid.
#[derive(Clone, Copy)]
pub(crate) struct Target<'a> {
    base: *mut u8,
    layout: &'a Layout,
    dtype: DType,
}

/// Elements side by side that can be read for `'a`, as those of a [`Source`] can.
#[derive(Clone, Copy)]
pub(crate) struct Piece<'a> {
    start: *const u8,
    len: usize,
    dtype: DType,
    borrow: PhantomData<&'a ()>,
}

/// Bytes that exist for `'a`: the frame that layouts are checked against.
#[derive(Clone, Copy)]
pub(super) struct Frame<'a> {
    start: *mut u8,
    len_bytes: usize,
    borrow: PhantomData<&'a ()>,
}

impl Frame<'_> {
    #[inline]
    pub(super) fn new(start: *mut u8, len_bytes: usize) -> Self {
        Self { start, len_bytes, borrow: PhantomData }
    }

    /// Checks that all that `layout` reaches lies in the frame, and is aligned.
    pub(super) fn check(&self, op: &'static str, layout: &Layout, dtype: DType) -> Result<()> {
        // Item sizes are powers of two; a division would take longer than all other checks.
        let len = self.len_bytes >> dtype.item_size().trailing_zeros();
        if !lies_in(layout, len) {
            check_extent(op, layout, len)?;
        }
        if self.start.addr() & (dtype.alignment() - 1) != 0 {
            return Err(ErrorKind::Misaligned { op, dtype, what: "address" }.into());
        }
        Ok(())
    }
}

impl<'a> Piece<'a> {
    /// A piece of memory.
    ///
    /// # Safety
    /// As for [`Source::new`].
    ///
    /// # Errors
    /// As for [`Source::new`].
    #[inline(always)]
    pub(super) unsafe fn new(
        op: &'static str,
        frame: Frame<'a>,
        dense: Dense<'_>,
        dtype: DType,
    ) -> Result<Self> {
        let (item_shift, len) = (dtype.item_size().trailing_zeros(), dense.len());
        let offset = dense.layout().offset();
        let fits = offset.checked_add(len).is_some_and(|end| end <= frame.len_bytes >> item_shift);
        if !fits || frame.start.addr() & (dtype.alignment() - 1) != 0 {
            // Only an empty piece passes: it may start anywhere, because nothing is read.
            frame.check(op, dense.layout(), dtype)?;
        }
        let start = frame.start.wrapping_add(offset << item_shift);
        Ok(Self { start, len, dtype, borrow: PhantomData })
    }

    /// As many elements that lie elsewhere.
    ///
    /// # Safety
    /// From `start` on there are as many elements of this dtype, and they can be read for `'a`.
    pub(super) unsafe fn moved_to(self, start: *const u8) -> Self {
        Self { start, ..self }
    }

    /// The first element.
    #[inline]
    pub(crate) fn start(self) -> *const u8 {
        self.start
    }

    /// How many elements.
    #[inline]
    pub(crate) fn len(self) -> usize {
        self.len
    }

    /// What the elements are.
    #[inline]
    pub(crate) fn dtype(self) -> DType {
        self.dtype
    }

    /// Their addresses.
    pub(crate) fn addresses(self) -> std::ops::Range<usize> {
        let start = self.start.addr();
        start..start.wrapping_add(self.len * self.dtype.item_size())
    }
}

impl<'a> Source<'a> {
    /// A region of memory.
    ///
    /// # Safety
    /// For `'a` the memory stays readable, initialised, and, where `dtype` is bool, made of zeros and ones.
    ///
    /// # Errors
    /// If the layout reaches outside of the memory, or the memory is not aligned for the dtype.
    #[inline]
    pub(super) unsafe fn new(
        op: &'static str,
        frame: Frame<'a>,
        layout: &'a Layout,
        dtype: DType,
    ) -> Result<Self> {
        frame.check(op, layout, dtype)?;
        Ok(Self { base: frame.start, layout, dtype, exposed: false })
    }

    /// Some of the same elements, by another layout.
    ///
    /// # Safety
    /// `layout` reaches no element that this region's layout does not reach.
    pub(crate) unsafe fn with_layout<'b>(self, layout: &'b Layout) -> Source<'b>
    where
        'a: 'b,
    {
        Source { layout, ..self }
    }

    /// Whether the elements may be others when they are read a second time, because somebody outside of this library has
    /// their address. A kernel that must find them as they were copies them first.
    pub(crate) fn may_change(&self) -> bool {
        self.exposed
    }

    /// Which elements.
    pub(crate) fn layout(&self) -> &'a Layout {
        self.layout
    }

    /// The sizes of the axes.
    pub(crate) fn shape(&self) -> &'a [usize] {
        self.layout.shape()
    }

    /// What the elements are.
    pub(crate) fn dtype(&self) -> DType {
        self.dtype
    }

    /// The address of the element at index (0, …, 0); of nothing where the layout is empty.
    pub(crate) fn start(&self) -> *const u8 {
        self.base.wrapping_add(start_bytes(self.layout, self.dtype))
    }
}

impl<'a> Target<'a> {
    /// A region of memory that can be written.
    ///
    /// # Safety
    /// As for [`Source::new`], and for `'a` the memory may be written, and nobody but the caller uses it.
    ///
    /// # Errors
    /// As for [`Source::new`].
    #[inline]
    pub(super) unsafe fn new(
        op: &'static str,
        frame: Frame<'a>,
        layout: &'a Layout,
        dtype: DType,
    ) -> Result<Self> {
        frame.check(op, layout, dtype)?;
        Ok(Self { base: frame.start, layout, dtype })
    }

    /// Some of the same elements, by another layout.
    ///
    /// # Safety
    /// `layout` reaches no element that this region's layout does not reach.
    pub(crate) unsafe fn with_layout<'b>(self, layout: &'b Layout) -> Target<'b>
    where
        'a: 'b,
    {
        Target { layout, ..self }
    }

    /// The same region, for reading.
    pub(crate) fn as_source(&self) -> Source<'a> {
        Source { base: self.base, layout: self.layout, dtype: self.dtype, exposed: false }
    }

    /// Which elements.
    pub(crate) fn layout(&self) -> &'a Layout {
        self.layout
    }

    /// The sizes of the axes.
    pub(crate) fn shape(&self) -> &'a [usize] {
        self.layout.shape()
    }

    /// What the elements are.
    pub(crate) fn dtype(&self) -> DType {
        self.dtype
    }

    /// The address of the element at index (0, …, 0); of nothing where the layout is empty.
    pub(crate) fn start(&self) -> *mut u8 {
        self.base.wrapping_add(start_bytes(self.layout, self.dtype))
    }
}

impl<T: Element> ViewMut<'_, T> {
    /// Runs `work` on the elements that the view shows.
    pub(crate) fn with_target<R>(&mut self, work: impl FnOnce(Target<'_>) -> R) -> R {
        let layout = self.layout().clone();
        // A writable view promises of its elements what a target must: that they are its alone while it is borrowed.
        work(Target { base: self.start_mut().cast(), layout: &layout, dtype: T::DTYPE })
    }
}

/// How far the element at index (0, …, 0) is from where the layout counts from.
///
/// It wraps only for empty layouts, whose offset need not lie in the memory.
fn start_bytes(layout: &Layout, dtype: DType) -> usize {
    layout.offset().wrapping_mul(dtype.item_size())
}

/// Whether all that a layout reaches lies among the first `len` elements, as far as plain numbers can tell.
///
/// Computed here, with checks, so that soundness does not rest on who built the layout.
#[inline]
fn lies_in(layout: &Layout, len: usize) -> bool {
    let within = || {
        let mut lowest = isize::try_from(layout.offset()).ok()?;
        let mut highest = lowest;
        for (&size, &stride) in layout.shape().iter().zip(layout.strides()) {
            let reach = isize::try_from(size.checked_sub(1)?).ok()?.checked_mul(stride)?;
            let end = if reach < 0 { &mut lowest } else { &mut highest };
            *end = end.checked_add(reach)?;
        }
        Some(lowest >= 0 && highest.cast_unsigned() < len)
    };
    within().unwrap_or(false)
}

/// What [`lies_in`] asks, in a width that cannot overflow; an empty layout reaches nothing.
#[cold]
fn check_extent(op: &'static str, layout: &Layout, len: usize) -> Result<()> {
    let (mut lowest, mut highest) = (layout.offset() as i128, layout.offset() as i128);
    for (&size, &stride) in layout.shape().iter().zip(layout.strides()) {
        let reach = (size as i128 - 1) * stride as i128;
        match size {
            0 => return Ok(()),
            _ if reach < 0 => lowest = lowest.saturating_add(reach),
            _ => highest = highest.saturating_add(reach),
        }
    }
    match lowest >= 0 && highest < len as i128 {
        true => Ok(()),
        false => Err(ErrorKind::OutOfBounds { op, lowest, highest, len: Some(len) }.into()),
    }
}
