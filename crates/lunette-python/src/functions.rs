//! The functions of the namespace, one file for each family of the standard.

mod choices;
mod creation;
pub mod data_types;
mod editing;
pub mod elementwise;
mod fft;
mod files;
mod indexing;
mod inspection;
mod joining;
mod linalg;
mod manipulation;
mod memory;
mod padding;
mod polynomials;
pub mod products;
mod random;
mod registry;
mod results;
mod scalars;
mod searching;
mod series;
mod sets;
mod softmax;
mod sorting;
mod statistical;
mod texts;
mod threads;

pub use self::indexing::put;
pub use self::results::{give_turns, placed};
pub use self::searching::searchsorted;
pub use self::sorting::argsort;
pub use self::statistical::{Fractions, in_dtype};

use pyo3::prelude::*;

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let families = [
        creation::register,
        data_types::register,
        inspection::register,
        elementwise::register,
        indexing::register,
        editing::register,
        manipulation::register,
        memory::register,
        joining::register,
        padding::register,
        searching::register,
        sets::register,
        sorting::register,
        statistical::register,
        softmax::register,
        series::register,
        polynomials::register,
        products::register,
        linalg::register,
        fft::register,
        random::register,
        files::register,
        texts::register,
        threads::register,
    ];
    families.into_iter().try_for_each(|register| register(module))?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    registry::publish(module, "lunette")
}
