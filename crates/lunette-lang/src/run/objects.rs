//! The stack of values that do not fit a register.

use lunette::tensor::Elements;
use lunette::{DynTensor, Element};

use crate::value::Value;

/// Values, each of them open for single elements or not.
///
/// A tensor that a loop reads element by element is opened where it lies and stays open until somebody wants the
/// tensor as a whole; so the checks that do not depend on the index are made once for each loop, not for each element.
/// Open tensors lie apart and side by side, because loops look at little else.
///
/// For each place at most one of both lists holds something.
#[derive(Default)]
pub(super) struct Objects {
    values: Vec<Option<Value>>,
    open: Vec<Option<Elements>>,
}

impl Objects {
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// Makes room for `len` objects.
    pub(super) fn grow(&mut self, len: usize) {
        if len > self.values.len() {
            self.values.resize_with(len, || None);
            self.open.resize_with(len, || None);
        }
    }

    /// Forgets `count` objects from `start` on.
    pub(super) fn clear(&mut self, start: usize, count: usize) {
        for k in start..start + count {
            self.values[k] = None;
            self.open[k] = None;
        }
    }

    /// Forgets all but the first `len` objects.
    pub(super) fn truncate(&mut self, len: usize) {
        self.values.truncate(len);
        self.open.truncate(len);
    }

    #[inline]
    pub(super) fn put(&mut self, at: usize, value: Value) {
        self.open[at] = None;
        self.values[at] = Some(value);
    }

    /// The value, closed if it was open; none if nothing has been put there.
    #[inline]
    pub(super) fn get(&mut self, at: usize) -> Option<&Value> {
        if self.open[at].is_some() {
            self.close(at);
        }
        self.values[at].as_ref()
    }

    /// The value, which is then no longer there.
    pub(super) fn take(&mut self, at: usize) -> Option<Value> {
        self.get(at)?;
        self.values[at].take()
    }

    /// The value where nothing is open, as it is between two runs ([`close_all`](Self::close_all)).
    pub(super) fn closed(&self, at: usize) -> Option<&Value> {
        self.values.get(at)?.as_ref()
    }

    /// Closes what loops have left open, so that everything can be read.
    pub(super) fn close_all(&mut self) {
        for at in 0..self.open.len() {
            self.close(at);
        }
    }

    /// The tensor at this place.
    #[inline]
    pub(super) fn tensor(&mut self, at: usize) -> Option<&DynTensor> {
        match self.get(at) {
            Some(Value::Tensor(tensor)) => Some(tensor),
            _ => None,
        }
    }

    /// The sizes of the tensor at this place.
    #[inline]
    pub(super) fn shape(&self, at: usize) -> Option<&[usize]> {
        match (&self.open[at], &self.values[at]) {
            (Some(open), _) => Some(open.shape()),
            (None, Some(Value::Tensor(tensor))) => Some(tensor.shape()),
            _ => None,
        }
    }

    /// One element of the tensor at this place, if it is open and has such an element.
    #[inline(always)]
    pub(super) fn element<T: Element, const N: usize>(&self, at: usize, index: [i64; N]) -> Option<T> {
        self.open[at].as_ref()?.get(index)
    }

    /// Writes one element of the tensor at this place, if it is open and can be written there.
    #[inline(always)]
    pub(super) fn set_element<T: Element, const N: usize>(
        &mut self,
        at: usize,
        index: [i64; N],
        value: T,
    ) -> bool {
        self.open[at].as_mut().is_some_and(|open| open.set(index, value))
    }

    /// Opens the tensor at this place; false if it is open already, or cannot be.
    pub(super) fn open(&mut self, at: usize) -> bool {
        if !matches!(self.values[at], Some(Value::Tensor(_))) {
            return false;
        }
        let Some(Value::Tensor(tensor)) = self.values[at].take() else { return false };
        match tensor.into_elements() {
            Ok(elements) => {
                self.open[at] = Some(elements);
                true
            }
            Err(tensor) => {
                self.values[at] = Some(Value::Tensor(tensor));
                false
            }
        }
    }

    #[cold]
    fn close(&mut self, at: usize) {
        if let Some(open) = self.open[at].take() {
            self.values[at] = Some(Value::Tensor(open.into_tensor()));
        }
    }
}
