//! Regions that the caller has borrowed, and regions made from others by geometry alone.
#![expect(unsafe_code, reason = "it says which geometry reaches no new elements")]

use std::marker::PhantomData;

use super::region::Source;
use super::view::View;
use crate::dtype::{DType, Element};
use crate::error::Result;
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
        Source { base: self.base, layout: &self.layout, dtype: self.dtype }
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
