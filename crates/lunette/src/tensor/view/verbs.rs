//! The verbs of tensors on borrowed views: loads copy into a tensor, stores write through.

use std::borrow::Cow;

use crate::buffer::{Borrowed, View, ViewMut};
use crate::dtype::{Element, Scalar};
use crate::error::{ErrorKind, Result};
use crate::index::{Fill, IntoIndices, Item, Plan, resolve};
use crate::kernels::copy::to_fresh;
use crate::layout::{Dims, Layout, Order};
use crate::ops::pick;
use crate::ops::store::{fitted_to, store, store_target};
use crate::s;
use crate::tensor::{Handle, IntoValue, Tensor};

impl<'a, T: Element> View<'a, T> {
    /// The view with all axes in the opposite order, as [`transpose`](Self::transpose) gives it.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.t().shape(), [3, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn t(&self) -> Self {
        self.transpose()
    }

    /// The elements in row-major order: borrowed where they lie so in memory, copied where they do not.
    ///
    /// This is what ndarray's users know from `flatten`; a view of rank 1 or an error is `reshape(-1)`, and a tensor
    /// `to_tensor()`.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// use std::borrow::Cow;
    /// let v = View::from_slice(&[1, 2, 3, 4], [2, 2])?;
    /// assert!(matches!(v.ravel()?, Cow::Borrowed([1, 2, 3, 4])));
    /// assert_eq!(v.transpose().ravel()?[..], [1, 3, 2, 4]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no memory for a copy.
    pub fn ravel(&self) -> Result<Cow<'a, [T]>> {
        match self.as_slice() {
            Some(elements) => Ok(Cow::Borrowed(elements)),
            None => self.try_to_vec().map(Cow::Owned),
        }
    }
}

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
    #[doc(alias = "to_owned")]
    pub fn to_tensor(&self) -> Result<Tensor<T>> {
        let op = "to_tensor";
        let layout = Layout::contiguous_for(op, self.shape(), Order::C)?;
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
    #[doc(alias = "masked_select")]
    pub fn load(&self, items: &[Item<'_>]) -> Result<Tensor<T>> {
        self.load_for("load", items)
    }

    fn load_for(&self, op: &'static str, items: &[Item<'_>]) -> Result<Tensor<T>> {
        match resolve(op, items, self.layout())? {
            Plan::View(_) => self.view(items)?.to_tensor(),
            Plan::Pick(plan) if pick::reaches_own_elements_only(self.layout(), &plan) => {
                pick::gather_borrowed(op, Borrowed::from_view(self).source(), &plan).map(Tensor::wrap)
            }
            Plan::Pick(_) => {
                let places = pick::places(op, items, self.shape())?;
                let mut index = Dims::from_elem(0, self.rank());
                let at = |&position: &usize| {
                    unravel(position, self.shape(), &mut index);
                    self[&index[..]]
                };
                Tensor::from_values(places.positions.iter().map(at), places.shape)
            }
        }
    }

    /// A tensor with a copy of the entries of one axis that `indices` name: [`Tensor::take`] of the elements.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.take(&[2, 0], 1)?, tensor![[3, 1], [6, 4]]);
    /// assert_eq!(v.take(&tensor![2, 0], 1)?, tensor![[3, 1], [6, 4]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Tensor::take`].
    pub fn take<'i>(&self, indices: impl IntoIndices<'i>, axis: i64) -> Result<Tensor<T>> {
        let (op, indices) = ("take", indices.into_indices());
        self.load_for(op, &pick::take_items(op, self.rank(), indices.handle(), axis)?)
    }

    /// The element at index (0, …, 0).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.flip(..)?.value()?, 6);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the view is empty.
    pub fn value(&self) -> Result<T> {
        let empty = || ErrorKind::Empty { op: "value", shape: self.shape().into() };
        self.iter().next().copied().ok_or_else(|| empty().into())
    }

    /// The only element.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.view(s![1, 1..2])?.item()?, 5);
    /// assert!(v.item().is_err());
    /// # Ok::<(), lunette::Error>(())
    /// ```
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
        fitted_to(&value, (items, layout.rank()), |items| match resolve("store", items, &layout)? {
            Plan::View(_) => {
                self.view_mut(items)?.with_target(|target| store_target("store", target, &value))
            }
            Plan::Pick(plan) if pick::reaches_own_elements_only(&layout, &plan) => {
                self.with_target(|target| pick::scatter_borrowed("store", target, &plan, &value))
            }
            Plan::Pick(_) => {
                let places = pick::places("store", items, self.shape())?;
                // The rules of stores are kept by a store: of the value into what is picked, but elsewhere.
                let picked = Tensor::<T>::zeros(&places.shape)?;
                store(&picked.handle, s![Fill], &value)?;
                let mut index = Dims::from_elem(0, self.rank());
                for (&position, value) in places.positions.iter().zip(picked.to_vec()?) {
                    unravel(position, layout.shape(), &mut index);
                    self[&index[..]] = value;
                }
                Ok(())
            }
        })
    }

    /// Replaces every element; the value must have exactly this shape.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// v.assign(&tensor![[6, 5, 4], [3, 2, 1]])?;
    /// assert!(v.assign(&tensor![1, 2, 3]).unwrap_err().is_shape());
    /// assert_eq!(data, [6, 5, 4, 3, 2, 1]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Tensor::assign`].
    pub fn assign<'v>(&mut self, value: impl IntoValue<'v>) -> Result<()> {
        let value = value.into_value();
        crate::ops::store::check_same_shape("assign", self.shape(), value.shape())?;
        self.with_target(|target| store_target("assign", target, &value))
    }

    /// Replaces every element by what the closure makes of it.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4];
    /// let mut v = ViewMut::from_slice_mut(&mut data, [2, 2])?;
    /// v.view_mut(s![.., 1])?.map_in_place(|x| -x);
    /// assert_eq!(data, [1, -2, 3, -4]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "mapv_inplace")]
    pub fn map_in_place(&mut self, mut f: impl FnMut(T) -> T) {
        let replace = |value: &mut T| *value = f(*value);
        // The order is not promised, so that memory in one segment is one plain loop.
        match self.as_slice_memory_order_mut() {
            Some(slice) => slice.iter_mut().for_each(replace),
            None => self.iter_mut().for_each(replace),
        }
    }

    /// Writes one value into every element.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// v.view_mut(s![.., 0])?.fill(9)?;
    /// assert_eq!(data, [9, 2, 3, 9, 5, 6]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the dtype cannot hold it.
    pub fn fill(&mut self, value: impl Into<Scalar>) -> Result<()> {
        let value = value.into();
        self.with_target(|target| store_target("fill", target, &value.into_value()))
    }
}

/// The index at a row-major position of a shape, which has one.
fn unravel(position: usize, shape: &[usize], index: &mut [usize]) {
    let mut rest = position;
    for (entry, &size) in index.iter_mut().zip(shape).rev() {
        (*entry, rest) = (rest % size, rest / size);
    }
}
