//! The verbs of tensors on borrowed views: loads copy into a tensor, stores write through.

use crate::buffer::{Borrowed, View, ViewMut};
use crate::dtype::{Element, Scalar};
use crate::error::{ErrorKind, Result};
use crate::index::{Item, Plan, resolve};
use crate::kernels::copy::to_fresh;
use crate::layout::{Layout, Order};
use crate::ops::store::store_target;
use crate::tensor::{Handle, IntoValue, Tensor};

impl<T: Element> View<'_, T> {
    /// A tensor with a copy of the elements, row-major.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4], [2, 2])?;
    /// assert_eq!(v.transpose().to_tensor()?, tensor![[1, 3], [2, 4]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn to_tensor(&self) -> Result<Tensor<T>> {
        let op = "to_tensor";
        let layout = Layout::contiguous(op, self.shape(), Order::C)?;
        let buffer = to_fresh(op, &Borrowed::from_view(self).source(), T::DTYPE, Order::C)?;
        Ok(Tensor::wrap(Handle::fresh(buffer, layout, T::DTYPE)))
    }

    /// A tensor with a copy of the part that `items` pick: [`Tensor::load`] of the elements.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.load(s![.., &tensor![2, 0]])?, tensor![[3, 1], [6, 4]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Tensor::load`].
    pub fn load(&self, items: &[Item<'_>]) -> Result<Tensor<T>> {
        match resolve("load", items, self.layout())? {
            Plan::View(_) => self.view(items)?.to_tensor(),
            Plan::Pick(_) => self.to_tensor()?.load(items),
        }
    }

    /// The element at index (0, …, 0).
    ///
    /// # Errors
    /// If the view is empty.
    pub fn value(&self) -> Result<T> {
        let empty = || ErrorKind::Empty { op: "value", shape: self.shape().into() };
        self.iter().next().copied().ok_or_else(|| empty().into())
    }

    /// The only element.
    ///
    /// # Errors
    /// Unless there is exactly one.
    pub fn item(&self) -> Result<T> {
        match self.len() {
            1 => self.value(),
            _ => Err(ErrorKind::NotOneElement { op: "item", shape: self.shape().into() }.into()),
        }
    }
}

impl<T: Element> ViewMut<'_, T> {
    /// Writes `value` into the part that `items` pick: [`Tensor::store`] for borrowed elements.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// ViewMut::from_slice_mut(&mut data, [2, 3])?.store(s![.., (.., 2)], &tensor![[7], [8]])?;
    /// assert_eq!(data, [7, 2, 7, 8, 5, 8]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Tensor::store`].
    pub fn store<'v>(&mut self, items: &[Item<'_>], value: impl IntoValue<'v>) -> Result<()> {
        let value = value.into_value();
        let layout = self.layout().clone();
        match resolve("store", items, &layout)? {
            Plan::View(_) => {
                self.view_mut(items)?.with_target(|target| store_target("store", target, &value))
            }
            // Picks need memory of their own to count in: the whole is copied, written, and copied back.
            Plan::Pick(_) => {
                let whole = self.as_view().to_tensor()?;
                whole.store(items, value)?;
                self.assign(&whole)
            }
        }
    }

    /// Replaces every element; the value must have exactly this shape.
    ///
    /// # Errors
    /// As [`Tensor::assign`].
    pub fn assign<'v>(&mut self, value: impl IntoValue<'v>) -> Result<()> {
        let value = value.into_value();
        crate::ops::store::check_same_shape("assign", self.shape(), value.shape())?;
        self.with_target(|target| store_target("assign", target, &value))
    }

    /// Writes one value into every element.
    ///
    /// # Errors
    /// If the dtype cannot hold it.
    pub fn fill(&mut self, value: impl Into<Scalar>) -> Result<()> {
        let value = value.into();
        self.with_target(|target| store_target("fill", target, &value.into_value()))
    }
}
