//! Entries put in and taken out, choices, and where elements stand.

use lunette::{DynTensor, Tensor, column_stack, dstack, select};

use super::options::Options;
use super::{Answer, results};

pub fn call(name: &str, args: &[DynTensor], with: &Options) -> Answer {
    let all: Vec<&DynTensor> = args.iter().collect();
    match (name, args) {
        ("insert", [x, values]) => results!(x.insert(with.ints("positions"), values, with.axis())?),
        ("delete", [x]) => results!(x.delete(with.ints("positions"), with.axis())?),
        ("compress", [x, mask]) => results!(x.compress(&mask.clone().into_typed::<bool>()?, with.axis())?),
        ("resize", [x]) => results!(x.resize(with.sizes("shape"))?),
        ("column_stack", _) => results!(column_stack(&all)?),
        ("dstack", _) => results!(dstack(&all)?),
        ("atleast_1d", [x]) => results!(x.atleast_1d()?),
        ("atleast_2d", [x]) => results!(x.atleast_2d()?),
        ("atleast_3d", [x]) => results!(x.atleast_3d()?),
        ("fill_diagonal", [x, value]) => {
            let made = x.copy()?;
            made.fill_diagonal(value)?;
            results!(made)
        }
        ("select", _) => chosen(&all, with.size("count")),
        ("tril_indices", []) => {
            places(Tensor::tril_indices(with.size("rows"), with.size("columns"), with.int("offset"))?)
        }
        ("triu_indices", []) => {
            places(Tensor::triu_indices(with.size("rows"), with.size("columns"), with.int("offset"))?)
        }
        ("indices", []) => results!(Tensor::indices(with.sizes("shape"))?),
        _ => Ok(None),
    }
}

/// Conditions, a choice for each, and the default.
fn chosen(all: &[&DynTensor], count: usize) -> Answer {
    let (conditions, choices) = all.split_at(count);
    match choices {
        [choices @ .., default] => results!(select(conditions, choices, default)?),
        [] => Ok(None),
    }
}

fn places(both: [Tensor<i64>; 2]) -> Answer {
    Ok(Some(both.map(Tensor::into_dyn).into()))
}
