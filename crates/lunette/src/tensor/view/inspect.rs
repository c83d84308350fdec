//! What a view is, and its elements as plain vectors.

use crate::buffer::View;
use crate::dtype::{DType, Element};

impl<T: Element> View<'_, T> {
    /// The number of axes.
    #[inline]
    pub fn rank(&self) -> usize {
        self.shape().len()
    }

    /// The number of elements.
    #[inline]
    pub fn len(&self) -> usize {
        self.shape().iter().product()
    }

    /// Whether there is no element at all.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.shape().contains(&0)
    }

    /// The dtype of the elements.
    pub fn dtype(&self) -> DType {
        T::DTYPE
    }

    /// A copy of the elements in row-major order.
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
