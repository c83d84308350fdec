//! Borrowing the elements of a tensor for loops at full speed, and turning tensors into `Vec`s.

use super::{Kind, Tensor};
use crate::buffer::{ReadGuard, WriteGuard, look};
use crate::dtype::Element;
use crate::error::Result;
use crate::ops::lists;

// The bound stands at each method and not here: of a `DynTensor` the compiler then says what is missing.
impl<K: Kind> Tensor<K> {
    /// The elements for reading, as plain references: `v[[i, j]]`, slices, iterators.
    ///
    /// Nobody writes while the guard lives; anyone who tries, on any thread, gets an error that names this line. The guard
    /// covers the whole memory, also what other tensors show of it: see [`ReadGuard`](ReadGuard#guards-and-operations).
    ///
    /// # Errors
    /// If a write guard on the same memory lives, or another thread is writing it and this one holds a guard already.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// let v = x.read()?;
    /// assert_eq!(v[[1, 0]] + v.iter().sum::<i32>(), 13);
    /// assert!(x.set([0, 0], 9).unwrap_err().is_busy());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[track_caller]
    pub fn read(&self) -> Result<ReadGuard<K>>
    where
        K: Element,
    {
        ReadGuard::new("read", &self.handle.buffer, self.handle.layout.clone())
    }

    /// The elements for writing, as plain mutable references.
    ///
    /// Nobody else reads or writes the memory while the guard lives; anyone who tries gets an error that names this line.
    /// The guard covers the whole memory, also what other tensors show of it: see [`ReadGuard`](ReadGuard#guards-and-operations).
    ///
    /// # Errors
    /// If any guard on the same memory lives, another thread is using it and this one holds a guard already, or the tensor
    /// is read-only.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::<f64>::zeros([2, 2])?;
    /// {
    ///     let mut v = x.write()?;
    ///     v[[0, 1]] = 1.5;
    ///     v.iter_mut().for_each(|value| *value += 1.0);
    /// }
    /// assert_eq!(x, tensor![[1.0, 2.5], [1.0, 1.0]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[track_caller]
    pub fn write(&self) -> Result<WriteGuard<K>>
    where
        K: Element,
    {
        self.handle.check_writable("write")?;
        WriteGuard::new("write", &self.handle.buffer, self.handle.layout.clone())
    }

    /// A copy of the elements in row-major order.
    ///
    /// # Errors
    /// If a write guard on the memory lives, or the system has no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1, 2], [3, 4]].transpose().to_vec()?, [1, 3, 2, 4]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "tolist")]
    pub fn to_vec(&self) -> Result<Vec<K>>
    where
        K: Element,
    {
        self.to_vec_for("to_vec")
    }

    /// [`to_vec`](Self::to_vec) for the operation `op`, which errors name.
    pub(crate) fn to_vec_for(&self, op: &'static str) -> Result<Vec<K>>
    where
        K: Element,
    {
        let mut values = lists::with_room(op, self.len())?;
        look(op, [(&self.handle.buffer, &self.handle.layout)], |[view]| view.append_to(&mut values))?;
        Ok(values)
    }

    /// The elements in row-major order, without a copy when this is the only handle to memory that came from a
    /// `Vec<T>` and is all of it, in order; a copy otherwise.
    ///
    /// # Errors
    /// As [`to_vec`](Self::to_vec), where it is a copy.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let values = vec![1, 2, 3];
    /// let address = values.as_ptr();
    /// assert_eq!(Tensor::from(values).into_vec()?.as_ptr(), address);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn into_vec(self) -> Result<Vec<K>>
    where
        K: Element,
    {
        let layout = &self.handle.layout;
        let is_whole = layout.is_c_contiguous()
            && layout.offset() == 0
            && self.nbytes() == self.handle.buffer.len_bytes();
        if !is_whole {
            return self.to_vec_for("into_vec");
        }
        let (shape, is_view) = (self.handle.layout.clone(), self.handle.is_view);
        self.handle.buffer.into_vec::<K>().or_else(|buffer| {
            let mut handle = super::Handle::fresh(buffer, shape, K::DTYPE);
            handle.is_view = is_view;
            Self::wrap(handle).to_vec_for("into_vec")
        })
    }
}
