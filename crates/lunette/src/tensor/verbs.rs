//! The three verbs, `view`, `load` and `store`, and their one-element forms.

use super::{IntoValue, Kind, Tensor};
use crate::dtype::Scalar;
use crate::error::{ErrorKind, Result};
use crate::index::{IntoInts, Item, locate};
use crate::layout::Order;
use crate::ops;

impl<K: Kind> Tensor<K> {
    /// The part that `items` pick, sharing memory: writing it writes this tensor. No copy.
    ///
    /// An integer drops its axis, a range keeps it; when every item is an integer the view has rank 0.
    ///
    /// # Errors
    /// If an item lies outside of its axis, or is an integer tensor or a mask, which only `load` can follow.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// let column = x.view(s![.., 1])?;
    /// column.set([0], 9)?;
    /// assert_eq!(x, tensor![[1, 9, 3], [4, 5, 6]]);
    /// assert!(x.view(s![&tensor![0, 0]]).unwrap_err().to_string().contains("load"));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    #[doc(alias = "slice")]
    pub fn view(&self, items: &[Item<'_>]) -> Result<Self> {
        match ops::load::view(&self.handle, items) {
            Ok(handle) => Ok(Self::wrap(handle)),
            Err(error) => Err(error),
        }
    }

    /// A copy of the part that `items` pick, row-major, in memory of its own.
    ///
    /// Integer tensors and masks give NumPy's result (beside one of them an integer acts as an integer tensor of
    /// rank 0, and index tensors that are not neighbours move their axes to the front).
    ///
    /// # Errors
    /// If an item lies outside of its axis, a mask has the wrong shape, or index tensors do not broadcast.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.load(s![0, ..])?, tensor![1, 2, 3]);
    /// assert_eq!(x.load(s![.., &tensor![2, 0]])?, tensor![[3, 1], [6, 4]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "getitem")]
    #[doc(alias = "index")]
    #[doc(alias = "masked_select")]
    #[doc(alias = "slice")]
    pub fn load(&self, items: &[Item<'_>]) -> Result<Self> {
        ops::load::load(&self.handle, items, Order::C).map(Self::wrap)
    }

    /// As [`load`](Self::load), in the memory order asked for; what index tensors pick is copied twice for [`Order::F`].
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.load_in(s![.., 1..], Order::F)?.strides(), [1, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn load_in(&self, items: &[Item<'_>], order: Order) -> Result<Self> {
        let made = ops::load::load(&self.handle, items, order);
        made.map(Self::wrap).map_err(|error| error.called("load_in"))
    }

    /// As [`load`](Self::load), but every index tensor acts on its own axis and no axis ever moves.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6], [7, 8, 9]];
    /// let rows = tensor![0, 2];
    /// assert_eq!(x.load(s![&rows, &rows])?, tensor![1, 9]);
    /// assert_eq!(x.load_orthogonal(s![&rows, &rows])?, tensor![[1, 3], [7, 9]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "ix_")]
    #[doc(alias = "oindex")]
    pub fn load_orthogonal(&self, items: &[Item<'_>]) -> Result<Self> {
        self.load_orthogonal_in(items, Order::C)
    }

    /// As [`load_orthogonal`](Self::load_orthogonal), in the memory order asked for.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6], [7, 8, 9]];
    /// let ends = tensor![0, 2];
    /// let corners = x.load_orthogonal_in(s![&ends, &ends], Order::F)?;
    /// assert!(corners == tensor![[1, 3], [7, 9]] && corners.flags().f_contiguous);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn load_orthogonal_in(&self, items: &[Item<'_>], order: Order) -> Result<Self> {
        ops::load::load_orthogonal(&self.handle, items, order).map(Self::wrap)
    }

    /// Writes `value` into the part that `items` pick.
    ///
    /// The value fits if it is a scalar or of rank 0 (it fills), if it broadcasts to the picked region, or if both
    /// shapes are equal once all axes of size 1 are removed. It is converted to this tensor's dtype: floats are cut
    /// toward zero for integers, and rounded for narrower floats, where a large one becomes infinity without an error.
    /// A value that overlaps the destination acts as if it had been copied first. Where an element is picked twice, the
    /// last value stays.
    ///
    /// # Errors
    /// If an item lies outside of its axis, the shapes do not fit, the dtype cannot hold a value (NaN as an integer,
    /// 300 as a `u8`), or the tensor is read-only. Then nothing has been written.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// x.store(s![0..2, -1], &tensor![[7], [8]])?;
    /// x.store(s![0, 0], 999.6)?;
    /// assert_eq!(x, tensor![[999, 2, 7], [4, 5, 8]]);
    /// assert!(x.store(s![0], f64::NAN).unwrap_err().is_dtype());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "setitem")]
    #[doc(alias = "copyto")]
    pub fn store<'v>(&self, items: &[Item<'_>], value: impl IntoValue<'v>) -> Result<()> {
        ops::store::store(&self.handle, items, &value.into_value())
    }

    /// As [`store`](Self::store), with the orthogonal rule of [`load_orthogonal`](Self::load_orthogonal).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::<i32>::zeros([3, 3])?;
    /// let ends = tensor![0, 2];
    /// x.store_orthogonal(s![&ends, &ends], 1)?;
    /// assert_eq!(x, tensor![[1, 0, 1], [0, 0, 0], [1, 0, 1]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn store_orthogonal<'v>(&self, items: &[Item<'_>], value: impl IntoValue<'v>) -> Result<()> {
        ops::store::store_orthogonal(&self.handle, items, &value.into_value())
    }

    /// Replaces every element; the value must have exactly this tensor's shape.
    ///
    /// # Errors
    /// If the shapes differ in any way (squeezing does not help), or as [`store`](Self::store).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::<i32>::zeros([2, 2])?;
    /// x.assign(&tensor![[1, 2], [3, 4]])?;
    /// assert!(x.assign(&tensor![1, 2]).unwrap_err().is_shape());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "copyto")]
    pub fn assign<'v>(&self, value: impl IntoValue<'v>) -> Result<()> {
        ops::store::assign(&self.handle, &value.into_value())
    }

    /// Writes one value into every element.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::<u8>::zeros([2, 2])?;
    /// x.diagonal()?.fill(7)?;
    /// assert_eq!(x, tensor![[7_u8, 0], [0, 7]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn fill(&self, value: impl Into<Scalar>) -> Result<()> {
        ops::store::fill("fill", &self.handle, value.into())
    }

    /// The element at an index with one integer for each axis; negative ones count from the end.
    ///
    /// # Errors
    /// If an integer lies outside of its axis, or their number is not the rank.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.get([1, -1])?, 6);
    /// assert!(x.get([2, 0]).unwrap_err().is_index());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn get(&self, index: impl IntoInts) -> Result<K::Value> {
        let offset = index.with_ints(|index| locate("get", index, &self.handle.layout))?;
        K::read_at("get", &self.handle.buffer, self.handle.dtype, offset)
    }

    /// Writes the element at an index with one integer for each axis; negative ones count from the end.
    ///
    /// # Errors
    /// As [`get`](Self::get), if the dtype cannot hold the value, or if the tensor is read-only.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![0, 1, 2];
    /// x.set([-1], 9)?;
    /// assert_eq!(x, tensor![0, 1, 9]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn set(&self, index: impl IntoInts, value: impl Into<Scalar>) -> Result<()> {
        self.handle.check_writable("set")?;
        let offset = index.with_ints(|index| locate("set", index, &self.handle.layout))?;
        let (value, dtype): (Scalar, _) = (value.into(), self.handle.dtype);
        if value.dtype() == dtype {
            // Apart from the other branch, so that the compiler sees which dtype is written.
            return self.handle.buffer.write_scalar_at("set", offset, value);
        }
        self.handle.buffer.write_scalar_at("set", offset, value.try_cast_for("set", dtype)?)
    }

    /// The element at index (0, …, 0).
    ///
    /// # Errors
    /// If the tensor is empty.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![0, 1, 2, 3];
    /// assert_eq!(x.view(s![(.., -1)])?.value()?, 3);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn value(&self) -> Result<K::Value> {
        if self.is_empty() {
            return Err(ErrorKind::Empty { op: "value", shape: self.shape().into() }.into());
        }
        K::read_at("value", &self.handle.buffer, self.handle.dtype, self.offset())
    }

    /// The only element.
    ///
    /// # Errors
    /// Unless the tensor holds exactly one element, whatever its rank.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[5]].item()?, 5);
    /// assert!(tensor![5, 6].item().is_err());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn item(&self) -> Result<K::Value> {
        if self.len() != 1 {
            return Err(ErrorKind::NotOneElement { op: "item", shape: self.shape().into() }.into());
        }
        K::read_at("item", &self.handle.buffer, self.handle.dtype, self.offset())
    }

    /// A copy in memory of its own, row-major.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// let y = x.transpose().copy()?;
    /// assert!(y.flags().c_contiguous && !y.shares_memory(&x));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "clone")]
    #[doc(alias = "deepcopy")]
    #[doc(alias = "to_owned")]
    pub fn copy(&self) -> Result<Self> {
        ops::load::copy("copy", &self.handle, Order::C).map(Self::wrap)
    }

    /// A copy in memory of its own, in the order asked for.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1, 2, 3], [4, 5, 6]].copy_in(Order::F)?.strides(), [1, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "asfortranarray")]
    pub fn copy_in(&self, order: Order) -> Result<Self> {
        ops::load::copy("copy_in", &self.handle, order).map(Self::wrap)
    }

    /// A handle to the same memory that cannot be stored through; other handles still can.
    ///
    /// It is the handle that is read-only, and what is viewed from it. The memory is not: [`buffer`](Self::buffer)
    /// gives all of it to whoever asks.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1, 2];
    /// assert!(x.as_read_only().set([0], 5).unwrap_err().is_read_only());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn as_read_only(&self) -> Self {
        let mut handle = self.handle.clone();
        handle.read_only.get_or_insert(crate::error::ReadOnlyReason::Handle);
        Self::wrap(handle)
    }
}
