//! Making tensors.

mod dynamic;
mod like;
mod tapers;

use std::ops::Range;

use super::Tensor;
use crate::buffer::{Buffer, Fresh};
use crate::dtype::{Element, Scalar};
use crate::error::{ErrorKind, Result};
use crate::index::IntoShape;
use crate::layout::{Layout, Order, checked_len};
use crate::ops::create::{self, Endpoint};
use crate::ops::lists;
use crate::tensor::Handle;

impl<T: Element> Tensor<T> {
    /// A tensor of zeros (`false` for bool), row-major.
    ///
    /// # Errors
    /// If the size overflows or the system has no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::<f32>::zeros([2, 3])?.len(), 6);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn zeros(shape: impl IntoShape) -> Result<Self> {
        Handle::zeros("zeros", T::DTYPE, &shape.into_shape(), Order::C).map(Self::wrap)
    }

    /// A tensor of zeros in the order asked for.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::<f32>::zeros_in([2, 3], Order::F)?.strides(), [1, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn zeros_in(shape: impl IntoShape, order: Order) -> Result<Self> {
        Handle::zeros("zeros_in", T::DTYPE, &shape.into_shape(), order).map(Self::wrap)
    }

    /// A tensor of ones (`true` for bool), row-major.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::<u8>::ones([2, 2])?, tensor![[1u8, 1], [1, 1]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn ones(shape: impl IntoShape) -> Result<Self> {
        create::full("ones", T::DTYPE, &shape.into_shape(), true.into()).map(Self::wrap)
    }

    /// A tensor of ones in the order asked for.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert!(Tensor::<f32>::ones_in([2, 3], Order::F)?.flags().f_contiguous);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn ones_in(shape: impl IntoShape, order: Order) -> Result<Self> {
        create::full_in("ones_in", T::DTYPE, &shape.into_shape(), true.into(), order).map(Self::wrap)
    }

    /// A tensor in which every element is `value`.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::full([2], 7_u8)?, tensor![7_u8, 7]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "from_elem")]
    pub fn full(shape: impl IntoShape, value: T) -> Result<Self> {
        create::full("full", T::DTYPE, &shape.into_shape(), value.into()).map(Self::wrap)
    }

    /// A tensor in which every element is `value`, in the order asked for.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::full_in([2, 3], 7, Order::F)?.strides(), [1, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn full_in(shape: impl IntoShape, value: T, order: Order) -> Result<Self> {
        create::full_in("full_in", T::DTYPE, &shape.into_shape(), value.into(), order).map(Self::wrap)
    }

    /// A tensor that is going to be overwritten; it holds zeros, because reading it must be defined.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::<f32>::empty(3)?;
    /// x.assign(&[1.0f32, 2.0, 3.0])?;
    /// assert_eq!(x.to_vec()?, [1.0, 2.0, 3.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn empty(shape: impl IntoShape) -> Result<Self> {
        Handle::zeros("empty", T::DTYPE, &shape.into_shape(), Order::C).map(Self::wrap)
    }

    /// As [`empty`](Self::empty), in the order asked for.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::<u8>::empty_in([2, 3], Order::F)?.strides(), [1, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn empty_in(shape: impl IntoShape, order: Order) -> Result<Self> {
        Handle::zeros("empty_in", T::DTYPE, &shape.into_shape(), order).map(Self::wrap)
    }

    /// A tensor of rank 0 that holds one element.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::scalar(2.5)?;
    /// assert_eq!((x.rank(), x.item()?), (0, 2.5));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn scalar(value: T) -> Result<Self> {
        create::from_flat_fn("scalar", &[], |_| value).map(Self::wrap)
    }

    /// `start`, `start + step`, … up to but without `stop`.
    ///
    /// # Errors
    /// If `step` is 0, an end is not finite, `T` does not hold an entry, or is bool or complex.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::arange(0, 10, 3)?, tensor![0, 3, 6, 9]);
    /// assert_eq!(Tensor::arange(1.0, 0.0, -0.5)?, tensor![1.0, 0.5]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn arange(start: T, stop: T, step: T) -> Result<Self> {
        create::arange("arange", T::DTYPE, [start, stop, step].map(Into::into)).map(Self::wrap)
    }

    /// The numbers of a range, in steps of 1: [`arange`](Self::arange) as Rust writes it.
    ///
    /// # Errors
    /// As [`arange`](Self::arange).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::from_range(0..5)?, tensor![0, 1, 2, 3, 4]);
    /// assert_eq!(Tensor::from_range(0.5..3.0)?, tensor![0.5, 1.5, 2.5]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "arange")]
    pub fn from_range(range: Range<T>) -> Result<Self> {
        let ends = [range.start.into(), range.end.into(), Scalar::I64(1)];
        create::arange("from_range", T::DTYPE, ends).map(Self::wrap)
    }

    /// `num` evenly spaced values from `start` to `stop`, both included; integers are rounded down.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::linspace(0.0, 1.0, 5)?, tensor![0.0, 0.25, 0.5, 0.75, 1.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn linspace(start: T, stop: T, num: usize) -> Result<Self> {
        let ends = [start, stop].map(Into::into);
        create::linspace("linspace", T::DTYPE, ends, num, Endpoint::Included).map(Self::wrap)
    }

    /// As [`linspace`](Self::linspace), with or without the last value.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::linspace_with(0.0, 1.0, 2, Endpoint::Excluded)?, tensor![0.0, 0.5]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn linspace_with(start: T, stop: T, num: usize, endpoint: Endpoint) -> Result<Self> {
        create::linspace("linspace_with", T::DTYPE, [start, stop].map(Into::into), num, endpoint)
            .map(Self::wrap)
    }

    /// `num` values from `base ** start` to `base ** stop`, evenly spaced on a log scale.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::<f64>::logspace(0.0, 2.0, 3, 10.0)?, tensor![1.0, 10.0, 100.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn logspace(start: f64, stop: f64, num: usize, base: f64) -> Result<Self> {
        create::logspace("logspace", T::DTYPE, [start, stop], num, base).map(Self::wrap)
    }

    /// `num` values from `start` to `stop`, each the same multiple of the one before.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::<f64>::geomspace(1.0, 1000.0, 4)?, tensor![1.0, 10.0, 100.0, 1000.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn geomspace(start: f64, stop: f64, num: usize) -> Result<Self> {
        create::geomspace("geomspace", T::DTYPE, [start, stop], num).map(Self::wrap)
    }

    /// The identity matrix of `n` rows.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::<i32>::eye(2)?, tensor![[1, 0], [0, 1]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "identity")]
    pub fn eye(n: usize) -> Result<Self> {
        create::eye("eye", T::DTYPE, [n, n], 0).map(Self::wrap)
    }

    /// Ones on the diagonal `offset` above the main one (below it when negative), zeros elsewhere.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::<i32>::eye_with(2, 3, 1)?, tensor![[0, 1, 0], [0, 0, 1]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn eye_with(rows: usize, columns: usize, offset: i64) -> Result<Self> {
        create::eye("eye_with", T::DTYPE, [rows, columns], offset).map(Self::wrap)
    }

    /// Ones on and below the diagonal `offset`, zeros above.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::<u8>::tri(2, 3, 0)?, tensor![[1_u8, 0, 0], [1, 1, 0]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn tri(rows: usize, columns: usize, offset: i64) -> Result<Self> {
        create::tri("tri", T::DTYPE, [rows, columns], offset).map(Self::wrap)
    }

    /// A tensor whose element at each index is `f(index)`.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::from_fn([2, 2], |index| (index[0] * 10 + index[1]) as i32)?;
    /// assert_eq!(x, tensor![[0, 1], [10, 11]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "fromfunction")]
    pub fn from_fn(shape: impl IntoShape, f: impl FnMut(&[usize]) -> T) -> Result<Self> {
        create::from_fn("from_fn", &shape.into_shape(), Order::C, f).map(Self::wrap)
    }

    /// As [`from_fn`](Self::from_fn), in the order asked for; `f` is called in the order of the elements in memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::from_fn_in([2, 2], |index| (index[0] * 10 + index[1]) as i32, Order::F)?;
    /// assert!(x == tensor![[0, 1], [10, 11]] && x.flags().f_contiguous);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn from_fn_in(shape: impl IntoShape, f: impl FnMut(&[usize]) -> T, order: Order) -> Result<Self> {
        create::from_fn("from_fn_in", &shape.into_shape(), order, f).map(Self::wrap)
    }

    /// A tensor whose element at each flat row-major position is `f(position)`.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::from_flat_fn([3, 3], |i| i as i32)?;
    /// assert_eq!(x, tensor![[0, 1, 2], [3, 4, 5], [6, 7, 8]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn from_flat_fn(shape: impl IntoShape, f: impl FnMut(usize) -> T) -> Result<Self> {
        create::from_flat_fn("from_flat_fn", &shape.into_shape(), f).map(Self::wrap)
    }

    /// The elements of a `Vec` in row-major order, without a copy.
    ///
    /// # Errors
    /// If the shape does not have exactly as many elements.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::from_vec(vec![1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(x, tensor![[1, 2, 3], [4, 5, 6]]);
    /// assert!(Tensor::from_vec(vec![1, 2, 3], [2]).unwrap_err().is_shape());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "array")]
    #[doc(alias = "asarray")]
    #[doc(alias = "from_shape_vec")]
    pub fn from_vec(values: Vec<T>, shape: impl IntoShape) -> Result<Self> {
        Self::from_vec_for("from_vec", values, &shape.into_shape(), Order::C)
    }

    /// A copy of the elements of a slice, in row-major order.
    ///
    /// # Errors
    /// If the shape does not have exactly as many elements, or there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let data = [1, 2, 3, 4, 5, 6];
    /// assert_eq!(Tensor::from_slice(&data, [2, 3])?, tensor![[1, 2, 3], [4, 5, 6]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn from_slice(values: &[T], shape: impl IntoShape) -> Result<Self> {
        let (op, shape) = ("from_slice", shape.into_shape());
        let layout = Layout::contiguous_for(op, &shape, Order::C)?;
        let (expected, found) = (layout.len(), values.len());
        if expected != found {
            return Err(ErrorKind::ElementCount { op, shape, expected, found }.into());
        }
        Ok(Self::wrap(Handle::fresh(Fresh::from_slice(op, values)?, layout, T::DTYPE)))
    }

    /// The elements of a `Vec` in the order said, without a copy.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::from_vec_in(vec![1, 4, 2, 5, 3, 6], [2, 3], Order::F)?;
    /// assert_eq!(x, tensor![[1, 2, 3], [4, 5, 6]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn from_vec_in(values: Vec<T>, shape: impl IntoShape, order: Order) -> Result<Self> {
        Self::from_vec_for("from_vec_in", values, &shape.into_shape(), order)
    }

    /// [`from_vec_in`](Self::from_vec_in) for the operation `op`, which errors name.
    pub(crate) fn from_vec_for(
        op: &'static str,
        values: Vec<T>,
        shape: &[usize],
        order: Order,
    ) -> Result<Self> {
        let layout = Layout::contiguous_for(op, shape, order)?;
        let (expected, found) = (layout.len(), values.len());
        if expected != found {
            return Err(ErrorKind::ElementCount { op, shape: shape.into(), expected, found }.into());
        }
        Ok(Self::wrap(Handle::fresh(Buffer::from_vec(values), layout, T::DTYPE)))
    }

    /// The elements of an iterator in row-major order.
    ///
    /// # Errors
    /// If the iterator does not give exactly as many elements as the shape has.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::from_values((0..6).map(|i| i * i), [2, 3])?.get([1, 2])?, 25);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "fromiter")]
    pub fn from_values(values: impl IntoIterator<Item = T>, shape: impl IntoShape) -> Result<Self> {
        let (op, shape) = ("from_values", shape.into_shape());
        let expected = checked_len(op, &shape)?;
        let mut values = values.into_iter();
        let mut taken = lists::with_room(op, values.size_hint().0.min(expected))?;
        for value in values.by_ref().take(expected) {
            lists::push(op, &mut taken, value)?;
        }
        let found = taken.len();
        if found < expected {
            return Err(ErrorKind::ElementCount { op, shape, expected, found }.into());
        }
        // One too many is enough to know: the rest may never end.
        match values.size_hint() {
            (rest, Some(most)) if rest == most && rest > 0 => {
                let found = expected.saturating_add(rest);
                return Err(ErrorKind::ElementCount { op, shape, expected, found }.into());
            }
            _ if values.next().is_some() => {
                return Err(ErrorKind::TooManyValues { op, shape, expected }.into());
            }
            _ => {}
        }
        Self::from_vec_for(op, taken, &shape, Order::C)
    }
}

impl<T: Element> FromIterator<T> for Tensor<T> {
    /// A tensor of rank 1.
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Vec::from_iter(values).into()
    }
}

impl<T: Element> Default for Tensor<T> {
    /// An empty tensor of shape `[0]`, as `Vec::default` is an empty vector: `std::mem::take` leaves it.
    fn default() -> Self {
        Self::from(Vec::new())
    }
}

impl<T: Element> From<T> for Tensor<T> {
    /// A tensor of rank 0.
    fn from(value: T) -> Self {
        Self::wrap(create::scalar(value.into()))
    }
}

impl<T: Element> From<Vec<T>> for Tensor<T> {
    /// A tensor of rank 1, without a copy.
    fn from(values: Vec<T>) -> Self {
        let layout = Layout::vector(values.len());
        Self::wrap(Handle::fresh(Buffer::from_vec(values), layout, T::DTYPE))
    }
}

impl<T: Element, const N: usize> From<[T; N]> for Tensor<T> {
    /// A tensor of rank 1.
    fn from(values: [T; N]) -> Self {
        Self::from(values.as_slice())
    }
}

impl<T: Element> From<&[T]> for Tensor<T> {
    /// A tensor of rank 1 with a copy of the elements.
    fn from(values: &[T]) -> Self {
        Self::from(values.to_vec())
    }
}

impl<T: Element> From<&Vec<T>> for Tensor<T> {
    /// A tensor of rank 1 with a copy of the elements.
    fn from(values: &Vec<T>) -> Self {
        Self::from(values.as_slice())
    }
}

impl<T: Element, const N: usize> From<&[T; N]> for Tensor<T> {
    /// A tensor of rank 1 with a copy of the elements.
    fn from(values: &[T; N]) -> Self {
        Self::from(values.as_slice())
    }
}
