//! The class of `lunette.random`: a generator of random tensors.

mod distributions;
mod named;
mod order;
mod seed;

use std::sync::{Mutex, MutexGuard, PoisonError};

use lunette::random::Generator;
use lunette::{DType, DynTensor};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyType};

use self::seed::Seed;
use crate::arg::{Shape, flag};
use crate::dtype::DTypeArg;
use crate::error::{Result, value_error};
use crate::functions::registry::{functions, publish};
use crate::functions::results::give_turns;
use crate::tensor::New;
use crate::work::{Cost, work};

/// A generator of random tensors: the same numbers for the same seed, whatever the number of threads.
///
/// Each call goes on where the last one ended. Without a seed every generator gives other numbers. It is not made for
/// secrets.
///
/// >>> xp.random.Generator(7).integers(1, 7, size=3).shape
/// (3,)
#[pyclass(name = "Generator", module = "lunette.random", frozen)]
pub struct PyGenerator {
    generator: Mutex<Generator>,
}

impl PyGenerator {
    fn of(generator: Generator) -> Self {
        Self { generator: Mutex::new(generator) }
    }

    /// The generator for one call. A call that panicked leaves it at a place from which it can go on.
    fn lock(&self) -> MutexGuard<'_, Generator> {
        self.generator.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A tensor of random numbers, one of rank 0 if no size is named. The lock is taken and given back inside of the
    /// work, so that nobody waits for it with the interpreter in hand.
    fn draw(
        &self,
        py: Python<'_>,
        size: Option<Shape>,
        draw: impl FnOnce(&mut Generator, &[usize]) -> lunette::Result<DynTensor> + Send,
    ) -> Result<New> {
        self.draw_beside(py, size, 1, draw)
    }

    /// As [`draw`](Self::draw), of which each number takes as long as `beside` others.
    fn draw_beside(
        &self,
        py: Python<'_>,
        size: Option<Shape>,
        beside: usize,
        draw: impl FnOnce(&mut Generator, &[usize]) -> lunette::Result<DynTensor> + Send,
    ) -> Result<New> {
        let sizes = size.map_or_else(|| Ok(Default::default()), |size| size.sizes())?;
        let elements = sizes.iter().fold(beside, |all: usize, &size| all.saturating_mul(size));
        work(py, elements, Cost::Linear, || draw(&mut self.lock(), &sizes)).map(New)
    }
}

/// The dtype that a call asks for, or the usual one.
fn dtype_or(dtype: Option<DTypeArg>, usual: DType) -> DType {
    dtype.map_or(usual, |dtype| dtype.0)
}

#[pymethods]
impl PyGenerator {
    #[new]
    #[pyo3(signature = (seed=None))]
    fn new(seed: Option<Seed>) -> Self {
        Self::of(seed.map_or_else(Generator::from_entropy, |seed| Generator::new(seed.0)))
    }

    /// A generator that goes on as this one will.
    fn __copy__(&self) -> Self {
        Self::of(self.lock().clone())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.__copy__()
    }

    /// How to make a generator that goes on as this one will.
    ///
    /// >>> import pickle
    /// >>> generator = xp.random.Generator(7)
    /// >>> bool(pickle.loads(pickle.dumps(generator)).random() == generator.random())
    /// True
    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (u64,), [u64; 3]) {
        (py.get_type::<Self>(), (0,), self.lock().state())
    }

    fn __setstate__(&self, state: [u64; 3]) {
        *self.lock() = Generator::from_state(state);
    }

    /// Floats from `low` to `high`, which is left out, each as likely as the others.
    ///
    /// >>> xp.random.Generator(7).uniform(size=(2, 3)).shape
    /// (2, 3)
    #[pyo3(signature = (low=0.0, high=1.0, size=None, *, dtype=None))]
    fn uniform(
        &self,
        py: Python<'_>,
        low: f64,
        high: f64,
        size: Option<Shape>,
        dtype: Option<DTypeArg>,
    ) -> Result<New> {
        let dtype = dtype_or(dtype, DType::F64);
        self.draw(py, size, |random, shape| random.uniform_of(dtype, low, high, shape))
    }

    /// Floats from 0 to 1, which is left out.
    ///
    /// >>> bool(xp.all(xp.random.Generator(7).random(100) < 1.0))
    /// True
    #[pyo3(signature = (size=None, *, dtype=None))]
    fn random(&self, py: Python<'_>, size: Option<Shape>, dtype: Option<DTypeArg>) -> Result<New> {
        self.uniform(py, 0.0, 1.0, size, dtype)
    }

    /// Floats of the normal distribution with this mean and this standard deviation.
    ///
    /// >>> xp.random.Generator(7).normal(10.0, 2.0, size=4, dtype=xp.float32).dtype
    /// lunette.float32
    #[pyo3(signature = (loc=0.0, scale=1.0, size=None, *, dtype=None))]
    fn normal(
        &self,
        py: Python<'_>,
        loc: f64,
        scale: f64,
        size: Option<Shape>,
        dtype: Option<DTypeArg>,
    ) -> Result<New> {
        let dtype = dtype_or(dtype, DType::F64);
        self.draw(py, size, |random, shape| random.normal_of(dtype, loc, scale, shape))
    }

    /// Floats of the normal distribution with mean 0 and standard deviation 1.
    ///
    /// >>> xp.random.Generator(7).standard_normal(3).shape
    /// (3,)
    #[pyo3(signature = (size=None, *, dtype=None))]
    fn standard_normal(&self, py: Python<'_>, size: Option<Shape>, dtype: Option<DTypeArg>) -> Result<New> {
        self.normal(py, 0.0, 1.0, size, dtype)
    }

    /// Integers from `low` to `high`, which is left out unless `endpoint` says otherwise; with one bound from 0 to it.
    ///
    /// >>> dice = xp.random.Generator(7).integers(1, 6, size=100, endpoint=True)
    /// >>> int(xp.min(dice)), int(xp.max(dice))
    /// (1, 6)
    #[pyo3(signature = (low, high=None, size=None, *, dtype=None, endpoint=false))]
    fn integers(
        &self,
        py: Python<'_>,
        low: i64,
        high: Option<i64>,
        size: Option<Shape>,
        dtype: Option<DTypeArg>,
        #[pyo3(from_py_with = flag)] endpoint: bool,
    ) -> Result<New> {
        let (low, high) = high.map_or((0, low), |high| (low, high));
        let high = match endpoint {
            false => Some(high),
            true => high.checked_add(1),
        };
        let high = high.ok_or_else(|| value_error("integers: the greatest int64 cannot be an endpoint"))?;
        let dtype = dtype_or(dtype, DType::I64);
        self.draw(py, size, |random, shape| random.integers_of(dtype, low, high, shape))
    }

    /// Other generators, whose numbers have nothing to do with those of this one: for threads, or parts of a program.
    ///
    /// >>> len(xp.random.Generator(7).spawn(3))
    /// 3
    #[pyo3(signature = (n_children, /))]
    fn spawn<'py>(&self, py: Python<'py>, n_children: usize) -> Result<Bound<'py, PyList>> {
        let children = work(py, n_children, Cost::Heavy, || self.lock().spawn(n_children))?;
        let child = |(count, child): (usize, Generator)| {
            give_turns(py, count)?;
            Bound::new(py, Self::of(child))
        };
        let children = children.into_iter().enumerate().map(child).collect::<PyResult<Vec<_>>>()?;
        Ok(PyList::new(py, children)?)
    }
}

/// A generator of random tensors; without a seed it gives other numbers every time. A seed is an integer that is not
/// negative, or several.
///
/// >>> xp.random.default_rng(7).random(3).shape
/// (3,)
#[pyfunction]
#[pyo3(signature = (seed=None))]
fn default_rng(seed: Option<Seed>) -> PyGenerator {
    PyGenerator::new(seed)
}

pub fn register(parent: &Bound<'_, PyModule>) -> PyResult<()> {
    let module = &PyModule::new(parent.py(), "lunette._lunette.random")?;
    module.add_class::<PyGenerator>()?;
    register_functions(module)?;
    publish(module, "lunette.random")?;
    parent.add("random", module)
}

fn register_functions(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(module: default_rng)
}
