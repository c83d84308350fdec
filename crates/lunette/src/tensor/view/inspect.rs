//! What a view is, and its elements as plain vectors.

use crate::buffer::{ReadGuard, View, ViewMut, WriteGuard};
use crate::dtype::{DType, Element};
use crate::error::Result;
use crate::ops::lists;
use crate::tensor::introspect::dims_of;

/// Rows: what has a shape of [2, 3], and the lines that make `v`.
macro_rules! sizes {
    ($($Type:ty, $setup:literal;)*) => { $(
        impl<T: Element> $Type {
            /// The sizes of the axes, as an array of as many as the caller expects.
            ///
            /// # Errors
            /// If there is another number of axes.
            #[doc = "\n```\nuse lunette::prelude::*;"]
            #[doc = $setup]
            #[doc = "let [rows, columns] = v.dims()?;"]
            #[doc = "assert_eq!((rows, columns), (2, 3));"]
            #[doc = "assert!(v.dims::<1>().unwrap_err().is_shape());"]
            #[doc = "# Ok::<(), lunette::Error>(())\n```"]
            pub fn dims<const N: usize>(&self) -> Result<[usize; N]> {
                dims_of(self.shape())
            }
        }
    )* };
}

sizes! {
    View<'_, T>, "let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;";
    ViewMut<'_, T>, "let mut data = [0; 6];\nlet v = ViewMut::from_slice_mut(&mut data, [2, 3])?;";
    ReadGuard<T>, "let x = Tensor::<f64>::zeros([2, 3])?;\nlet v = x.read()?;";
    WriteGuard<T>, "let x = Tensor::<f64>::zeros([2, 3])?;\nlet v = x.write()?;";
}

impl<T: Element> View<'_, T> {
    /// The number of axes.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.rank(), 2);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn rank(&self) -> usize {
        self.shape().len()
    }

    /// The number of elements.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.len(), 6);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn len(&self) -> usize {
        self.shape().iter().product()
    }

    /// Whether there is no element at all.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert!(v.view(s![..0])?.is_empty());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.shape().contains(&0)
    }

    /// The dtype of the elements.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.dtype(), DType::I32);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn dtype(&self) -> DType {
        T::DTYPE
    }

    /// A copy of the elements in row-major order; [`try_to_vec`](Self::try_to_vec) where there may be too many.
    ///
    /// # Panics
    /// If the system has no memory for it, as a broadcast can demand; with the words of `try_to_vec`'s error.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.view(s![.., 1..])?.to_vec(), [2, 3, 5, 6]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[track_caller]
    pub fn to_vec(&self) -> Vec<T> {
        match self.values("to_vec") {
            Ok(values) => values,
            // Not in a closure: the message shall name the line of the caller.
            Err(error) => panic!("{error}"),
        }
    }

    /// A copy of the elements in row-major order.
    ///
    /// # Errors
    /// If the system has no memory for it: a view can show one element any number of times.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[7.5], 1)?;
    /// assert_eq!(v.broadcast_to(3)?.try_to_vec()?, [7.5; 3]);
    /// assert!(v.broadcast_to(1 << 59)?.try_to_vec().unwrap_err().is_memory());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn try_to_vec(&self) -> Result<Vec<T>> {
        self.values("try_to_vec")
    }

    fn values(&self, op: &'static str) -> Result<Vec<T>> {
        let mut values = lists::with_room(op, self.len())?;
        self.append_to(&mut values);
        Ok(values)
    }

    /// Appends the elements in row-major order; the caller has seen to the room.
    pub(crate) fn append_to(&self, values: &mut Vec<T>) {
        match self.as_slice() {
            Some(slice) => values.extend_from_slice(slice),
            None => self.iter().for_each(|&value| values.push(value)),
        }
    }
}
