//! Calls of functions as `compute.py` and `operations.py` write them: one module, and in it one table, for each family.

mod create;
mod decompose;
mod edit;
mod elementwise;
mod fft;
mod forms;
mod options;
mod polynomial;
mod products;
mod quantile;
mod rearrange;
mod reduce;
mod series;
mod sort;

use lunette::{DynTensor, Result};
use serde::Deserialize;

use self::options::Options;
use crate::case::{Step, Tensor, through};

/// A function by its name, its tensors, and what else it takes.
#[derive(Deserialize)]
pub struct Call {
    pub call: String,
    args: Vec<Operand>,
    #[serde(default)]
    with: Options,
}

/// A tensor and the views on it.
#[derive(Deserialize)]
pub struct Operand {
    base: Tensor,
    views: Vec<Step>,
}

impl Operand {
    pub fn build(&self) -> Result<DynTensor> {
        through(&self.base.build()?, &self.views)
    }
}

/// What a function gives, which may be several tensors; none if the family does not have it.
type Answer = Result<Option<Vec<DynTensor>>>;

/// A table: what a function of this name gives for tensors and options.
type Family = fn(&str, &[DynTensor], &Options) -> Answer;

/// Every table.
const FAMILIES: [Family; 12] = [
    elementwise::call,
    reduce::call,
    quantile::call,
    sort::call,
    series::call,
    products::call,
    decompose::call,
    fft::call,
    rearrange::call,
    edit::call,
    polynomial::call,
    create::call,
];

impl Call {
    /// The results; none if no function has the name.
    pub fn run(&self) -> Answer {
        let args: Vec<DynTensor> = self.args.iter().map(Operand::build).collect::<Result<_>>()?;
        for family in FAMILIES {
            if let Some(results) = family(&self.call, &args, &self.with)? {
                return Ok(Some(results));
            }
        }
        Ok(None)
    }
}

/// Results of any dtypes as a list.
macro_rules! results {
    ($($tensor:expr),*) => { Ok(Some(vec![$($tensor.into_dyn()),*])) };
}
use results;
