//! Random order and random choice.

use lunette::Tensor;
use lunette::random::ChoiceOptions;
use pyo3::prelude::*;

use super::PyGenerator;
use crate::arg::{Parent, Shape, TensorArg, flag};
use crate::error::Result;
use crate::functions::choices::one_of;
use crate::functions::scalars::size as entries;
use crate::tensor::{New, PyTensor};
use crate::work::{Cost, work};

/// The entries of a tensor, or so many integers from 0.
#[derive(FromPyObject)]
enum Entries<'py> {
    Tensor(Bound<'py, PyTensor>),
    Count(i64),
}

#[pymethods]
impl PyGenerator {
    /// The entries of a tensor along an axis in random order, or so many integers from 0.
    ///
    /// >>> xp.sort(xp.random.Generator(7).permutation(4))
    /// Tensor([0, 1, 2, 3])
    #[pyo3(signature = (x, axis=0))]
    fn permutation(&self, py: Python<'_>, x: &Bound<'_, PyAny>, axis: i64) -> Result<New> {
        let x = one_of::<Entries<'_>>(x, "permutation: `x` is an integer or a tensor")?;
        let x = match &x {
            Entries::Tensor(x) => x.get().inner(),
            Entries::Count(count) => {
                let count = entries(*count)?;
                return work(py, count, Cost::Linear, || {
                    self.lock().permutation(count).map(Tensor::into_dyn)
                })
                .map(New);
            }
        };
        work(py, x.len(), Cost::Linear, || self.lock().permutation_of(x, axis)).map(New)
    }

    /// Puts the entries of a tensor along an axis in random order, in place.
    ///
    /// >>> x = xp.asarray([1, 2, 3])
    /// >>> xp.random.Generator(7).shuffle(x)
    /// >>> xp.sort(x)
    /// Tensor([1, 2, 3])
    #[pyo3(signature = (x, axis=0))]
    fn shuffle(&self, py: Python<'_>, x: Parent<'_, '_>, axis: i64) -> Result<()> {
        let x = x.inner();
        work(py, x.len(), Cost::Linear, || self.lock().shuffle(x, axis))
    }

    /// Entries of a tensor along an axis, or integers from 0 to so many, chosen at random.
    ///
    /// With `replace=False` each is chosen once at most. `p` says how likely each is beside the others.
    ///
    /// >>> xp.random.Generator(7).choice(xp.asarray([10, 20, 30]), size=5).shape
    /// (5,)
    #[pyo3(signature = (a, size=None, replace=true, p=None, axis=0))]
    fn choice(
        &self,
        py: Python<'_>,
        a: &Bound<'_, PyAny>,
        size: Option<Shape>,
        #[pyo3(from_py_with = flag)] replace: bool,
        p: Option<TensorArg<'_>>,
        axis: i64,
    ) -> Result<New> {
        let a = one_of::<Entries<'_>>(a, "choice: `a` is an integer or a tensor")?;
        let weights = p.map(|p| p.0.cast::<f64>()?.to_vec()).transpose()?;
        let options = ChoiceOptions { replace, weights: weights.as_deref(), axis };
        match &a {
            Entries::Tensor(x) => {
                let x = x.get().inner();
                // Each number is an entry; without replacement all entries are looked at.
                let beside =
                    if replace { x.len() / x.shape().first().copied().unwrap_or(1).max(1) } else { x.len() };
                self.draw_beside(py, size, beside, |random, shape| random.choice_with(x, shape, options))
            }
            Entries::Count(count) => {
                let n = entries(*count)?;
                let beside = if replace { 1 } else { n };
                self.draw_beside(py, size, beside, |random, shape| {
                    random.choice_below(n, shape, options).map(Tensor::into_dyn)
                })
            }
        }
    }
}
