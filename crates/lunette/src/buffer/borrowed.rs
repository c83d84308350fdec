//! Regions that the caller has borrowed, and regions made from others by geometry alone.
#![expect(unsafe_code, reason = "it says which geometry reaches no new elements")]

use std::marker::PhantomData;
use std::ptr::NonNull;

use super::header::Header;
use super::memory::Owner;
use super::region::Source;
use super::view::{View, ViewMut};
use super::{Buffer, Traits};
use crate::dtype::{DType, Element};
use crate::error::{Access, Result};
use crate::layout::{Layout, store_layout};

/// Elements that the caller has borrowed for `'a`, with their own layout; what a view becomes once its type is gone.
pub(crate) struct Borrowed<'a> {
    base: *const u8,
    layout: Layout,
    dtype: DType,
    borrow: PhantomData<&'a ()>,
}

impl<'a> Borrowed<'a> {
    /// The elements of a view.
    pub(crate) fn from_view<T: Element>(view: &View<'a, T>) -> Self {
        Self {
            base: view.start().cast(),
            layout: view.layout().clone(),
            dtype: T::DTYPE,
            borrow: PhantomData,
        }
    }

    /// The elements of a slice, along one axis.
    pub(crate) fn from_slice<T: Element>(slice: &'a [T]) -> Self {
        let layout = Layout::vector(slice.len());
        Self { base: slice.as_ptr().cast(), layout, dtype: T::DTYPE, borrow: PhantomData }
    }

    /// Which elements, counted from the start of the memory.
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// What the elements are.
    pub(crate) fn dtype(&self) -> DType {
        self.dtype
    }

    /// The region, for kernels.
    pub(crate) fn source(&self) -> Source<'_> {
        // What the view promised for `'a`, which outlives `self`, goes on being true.
        Source { base: self.base, layout: &self.layout, dtype: self.dtype, exposed: false }
    }
}

/// Runs `work` on a buffer whose memory is that of a view, and on the layout that the view's elements have in it.
///
/// The buffer cannot be written, and counts as memory of others, which no operation takes over. It lasts for this call:
/// should a handle to it be left when `work` has ended, by its return or by unwinding, the process is aborted. No result
/// holds one, because results have memory of their own, and a tensor that lies in lent memory is copied before it leaves
/// (`tensor/own`); so this is the proof, and not a way of working.
///
/// Between the elements of a view may lie others, which somebody else writes. `work` reads through parts of `layout`
/// only, as every operation does with a tensor's own.
pub(crate) fn with_lent<T: Element, R>(view: &View<'_, T>, work: impl FnOnce(&Buffer, Layout) -> R) -> R {
    lend(view.start().cast_mut(), view.layout(), Access::Read, work)
}

/// Runs `work` on a buffer whose memory is that of a view, as [`with_lent`] does; but it can be written, through parts of
/// `layout` only.
pub(crate) fn with_lent_mut<T: Element, R>(
    view: &mut ViewMut<'_, T>,
    work: impl FnOnce(&Buffer, Layout) -> R,
) -> R {
    let layout = view.layout().clone();
    lend(view.start_mut(), &layout, Access::Write, work)
}

/// Runs `work` on a buffer over the elements that `layout` reaches from `start`, which a view shows that is borrowed for
/// this call.
fn lend<T: Element, R>(
    start: *mut T,
    layout: &Layout,
    access: Access,
    work: impl FnOnce(&Buffer, Layout) -> R,
) -> R {
    let mut layout = layout.clone();
    let (lowest, len) = match layout.extent() {
        Some((lowest, highest)) => (lowest, highest - lowest + 1),
        None => (layout.offset(), 0),
    };
    layout.move_by(-(lowest as isize));
    let start = start.wrapping_add(lowest).cast::<u8>();
    let traits = Traits { writable: access == Access::Write, bools: T::DTYPE == DType::Bool };
    let start = NonNull::new(start).filter(|_| len > 0).unwrap_or(NonNull::<u128>::dangling().cast());
    // Invariants of a buffer: the view's borrow lasts for this call, and `Lent` sees to it that the buffer lasts no longer
    // (1); the elements that `layout` reaches are initialised, bools among them valid (2); and for that long nobody writes
    // them but through this buffer, which lets in readers only unless the view may write (3).
    let shared = Header::of(Owner::Foreign(Box::new(())), start, len * size_of::<T>(), traits);
    let lent = Lent(Buffer { shared });
    work(&lent.0, layout)
}

/// The one handle to lent memory that may be left.
struct Lent(Buffer);

impl Drop for Lent {
    fn drop(&mut self) {
        if !self.0.is_sole_owner() {
            // Whoever has the other one would go on reading when the borrow is over.
            std::process::abort();
        }
    }
}

impl<'a> Source<'a> {
    /// The same elements stretched to a region of a store (R14); `slot` keeps the layout.
    ///
    /// # Errors
    /// If the shapes do not fit.
    pub(crate) fn fit<'b>(
        self,
        op: &'static str,
        region: &[usize],
        slot: &'b mut Option<Layout>,
    ) -> Result<Source<'b>>
    where
        'a: 'b,
    {
        let layout = slot.insert(store_layout(op, region, self.layout())?);
        // SAFETY: stretching repeats elements of the layout, and reaches no others.
        Ok(unsafe { self.with_layout(layout) })
    }

    /// The same elements in another shape, if strides can express it; `slot` keeps the layout.
    pub(crate) fn reshape<'b>(self, to: &[usize], slot: &'b mut Option<Layout>) -> Option<Source<'b>>
    where
        'a: 'b,
    {
        let layout = slot.insert(self.layout().reshape(to)?);
        // SAFETY: a reshape reaches the elements of the layout, and no others.
        Some(unsafe { self.with_layout(layout) })
    }

    /// The same elements stretched by broadcasting; `slot` keeps the layout.
    ///
    /// # Errors
    /// If the shapes do not broadcast.
    pub(crate) fn broadcast<'b>(
        self,
        op: &'static str,
        to: &[usize],
        slot: &'b mut Option<Layout>,
    ) -> Result<Source<'b>>
    where
        'a: 'b,
    {
        let layout = slot.insert(self.layout().broadcast_to_for(op, to)?);
        // SAFETY: stretching repeats elements of the layout, and reaches no others.
        Ok(unsafe { self.with_layout(layout) })
    }
}
