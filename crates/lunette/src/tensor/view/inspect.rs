//! What a view is, and its elements as plain vectors.

use crate::buffer::View;
use crate::dtype::{DType, Element};

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

    /// A copy of the elements in row-major order.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.view(s![.., 1..])?.to_vec(), [2, 3, 5, 6]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn to_vec(&self) -> Vec<T> {
        match self.as_slice() {
            Some(slice) => slice.to_vec(),
            None => {
                let mut vec = Vec::with_capacity(self.len());
                self.iter().for_each(|&x| vec.push(x));
                vec
            }
        }
    }
}
