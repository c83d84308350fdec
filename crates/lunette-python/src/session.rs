//! `lunette.Session`: programs of the language, with tensors that both sides see.

mod evaluate;
mod host;
mod mistake;
mod value;

use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;

use lunette::{Cancel, DynTensor};
use lunette_lang::check::InputKind;
use lunette_lang::session::{Given, Outcome, Session, Sharing};
use lunette_lang::source::Sources;
use lunette_lang::value::Value;
use pyo3::exceptions::{PyKeyError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use self::host::Host;
use self::mistake::{LunetteError, raise, warn};
use self::value::{Mutability, from_python, to_python};
use crate::error::{Result, type_error, value_error};
use crate::work::stoppable;

/// What a program's deepest recursion takes.
const STACK_BYTES: usize = 64 << 20;

/// A session of Lunette's language: programs see what those before them have declared.
///
/// A tensor that is passed in is a `let mut` reference to the same memory. Out of a session an immutable value comes
/// read-only, and a mutable one shares its memory with the variable. Mistakes are `LunetteError`.
///
/// >>> s = xp.Session()
/// >>> x = xp.asarray([1.0, 2.0])
/// >>> s.run("let y = x * 2\nx[0] <- 10", x=x)
/// >>> x, s["y"]
/// (Tensor([10.0,  2.0]), Tensor([2.0, 4.0]))
/// >>> s.run("sum(y)")
/// 6.0
#[pyclass(name = "Session", module = "lunette", frozen)]
pub struct PySession {
    session: Mutex<Session<Host>>,
    cancel: Cancel,
}

impl PySession {
    /// The session, if it is not running a program.
    fn idle(&self) -> Result<MutexGuard<'_, Session<Host>>> {
        match self.session.try_lock() {
            Ok(session) => Ok(session),
            Err(TryLockError::Poisoned(session)) => Ok(session.into_inner()),
            Err(TryLockError::WouldBlock) => {
                Err(PyRuntimeError::new_err("the session is running a program: wait for its end").into())
            }
        }
    }
}

#[pymethods]
impl PySession {
    #[new]
    #[pyo3(signature = ())]
    fn new() -> Self {
        let mut session = Session::new(Host::default());
        let cancel = session.cancel();
        *session.host_mut() = Host::new(cancel.clone());
        Self { cancel, session: Mutex::new(session) }
    }

    /// Runs a text; keyword arguments become variables first. The value of a last expression is returned.
    ///
    /// >>> xp.Session().run("n + 1", n=41)
    /// 42
    #[pyo3(signature = (code, /, **variables))]
    fn run<'py>(
        &self,
        py: Python<'py>,
        code: &str,
        variables: Option<&Bound<'py, PyDict>>,
    ) -> Result<Bound<'py, PyAny>> {
        let mut session = self.idle()?;
        for (name, value) in variables.into_iter().flatten() {
            session.define(given(&name.cast_into::<PyString>().map_err(PyErr::from)?, &value)?);
        }
        let running = &mut *session;
        let program = || running.run(InputKind::Prompt, "<session>", code);
        let outcome = on_its_thread(py, &self.cancel, program)?;
        if let Some(error) = session.host_mut().failure.take() {
            return Err(error.into());
        }
        told(py, outcome, session.sources(), |tensor| {
            shares(tensor, session.variables().iter().map(|variable| &variable.value))
        })
    }

    /// The value of a variable.
    ///
    /// >>> s = xp.Session()
    /// >>> s.run("let mut n = 5")
    /// >>> s["n"]
    /// 5
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> Result<Bound<'py, PyAny>> {
        let variable = self.idle()?.variable(name);
        match variable {
            Some(variable) => {
                let mutability = if variable.mutable { Mutability::Mutable } else { Mutability::Immutable };
                to_python(py, variable.value, &variable.ty, mutability)
            }
            None => Err(PyKeyError::new_err(name.to_owned()).into()),
        }
    }

    /// Gives programs a variable: tensors share their memory, other values are constants.
    fn __setitem__(&self, name: &Bound<'_, PyString>, value: &Bound<'_, PyAny>) -> Result<()> {
        self.idle()?.define(given(name, value)?);
        Ok(())
    }

    /// Programs that have been checked may use the name.
    fn __delitem__(&self, name: &str) -> Result<()> {
        Err(type_error(format!("the names of a session stay: `{name}` can be given another value")))
    }

    fn __contains__(&self, name: &str) -> Result<bool> {
        Ok(self.idle()?.variable(name).is_some())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        Ok(PyList::new(py, self.names()?)?.try_iter()?.into_any())
    }

    fn __len__(&self) -> Result<usize> {
        Ok(self.idle()?.variables().len())
    }

    /// The names of all variables.
    ///
    /// >>> s = xp.Session()
    /// >>> s["b"] = 1; s["a"] = 2
    /// >>> s.names()
    /// ['a', 'b']
    #[pyo3(signature = ())]
    fn names(&self) -> Result<Vec<String>> {
        Ok(self.idle()?.variables().into_iter().map(|variable| variable.name.to_string()).collect())
    }

    /// Forgets all variables and functions.
    ///
    /// >>> s = xp.Session()
    /// >>> s["a"] = 1
    /// >>> s.reset()
    /// >>> s.names()
    /// []
    #[pyo3(signature = ())]
    fn reset(&self) -> Result<()> {
        self.idle()?.reset();
        Ok(())
    }
}

/// A variable for programs.
fn given(name: &Bound<'_, PyString>, value: &Bound<'_, PyAny>) -> Result<Given> {
    let (value, sharing) = match from_python(value)? {
        value @ Value::Tensor(_) => (value, Sharing::Reference),
        value => (value, Sharing::Constant),
    };
    Given::new(&name.to_cow()?, value, sharing).map_err(value_error)
}

/// Runs a program with the stack that its deepest recursion takes; Ctrl-C stops it.
fn on_its_thread(
    py: Python<'_>,
    cancel: &Cancel,
    program: impl FnOnce() -> Outcome + Send,
) -> Result<Outcome> {
    let thread = thread::Builder::new().name("lunette-session".to_owned()).stack_size(STACK_BYTES);
    stoppable(py, thread, cancel, program)
}

/// The value of a program, or its mistakes as an exception. A tensor gets memory of its own where a variable has the same:
/// an expression acts as if it had some.
fn told<'py>(
    py: Python<'py>,
    outcome: Outcome,
    sources: &Sources,
    is_shared: impl FnOnce(&DynTensor) -> bool,
) -> Result<Bound<'py, PyAny>> {
    let Outcome { value, diagnostics, failed, .. } = outcome;
    if failed {
        return Err(raise(py, &diagnostics, sources)?);
    }
    warn(py, &diagnostics, sources)?;
    let Some(shown) = value else { return Ok(py.None().into_bound(py)) };
    let value = match shown.value {
        Value::Tensor(tensor) if is_shared(&tensor) => Value::Tensor(tensor.copy()?),
        value => value,
    };
    to_python(py, value, &shown.ty, Mutability::Mutable)
}

/// Whether a tensor lies in the memory of one of these values.
fn shares<'v>(tensor: &DynTensor, mut values: impl Iterator<Item = &'v Value>) -> bool {
    values.any(|value| matches!(value, Value::Tensor(other) if other.base() == tensor.base()))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PySession>()?;
    module.add_function(wrap_pyfunction!(evaluate::evaluate, module)?)?;
    module.add("LunetteError", module.py().get_type::<LunetteError>())
}
