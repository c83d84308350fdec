//! Products of tensors.

use lunette::{DynTensor, einsum};

use super::options::Options;
use super::{Answer, results};

pub fn call(name: &str, args: &[DynTensor], with: &Options) -> Answer {
    match (name, args) {
        ("matmul", [x, y]) => results!(x.matmul(y)?),
        ("vecdot", [x, y]) => results!(x.vecdot(y, with.axis())?),
        ("tensordot", [x, y]) => results!(x.tensordot(y, with.size("count"))?),
        ("tensordot_axes", [x, y]) => results!(x.tensordot_axes(y, with.ints("left"), with.ints("right"))?),
        ("outer", [x, y]) => results!(x.outer(y)?),
        ("kron", [x, y]) => results!(x.kron(y)?),
        ("cross", [x, y]) => results!(x.cross(y, with.axis())?),
        ("trace", [x]) => results!(x.trace(with.int("offset"))?),
        ("einsum", operands) => {
            results!(einsum(&with.text("subscripts"), &operands.iter().collect::<Vec<_>>())?)
        }
        _ => Ok(None),
    }
}
