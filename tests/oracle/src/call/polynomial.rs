//! Polynomials, and tapers.

use lunette::{DynTensor, Tensor};

use super::options::Options;
use super::{Answer, results};

pub fn call(name: &str, args: &[DynTensor], with: &Options) -> Answer {
    match (name, args) {
        ("polyval", [p, x]) => results!(p.polyval(x)?),
        ("polyfit", [x, y]) => results!(x.polyfit(y, with.size("degree"))?),
        ("roots", [p]) => results!(p.roots()?),
        ("polyder", [p]) => results!(p.polyder()?),
        ("polyint", [p]) => results!(p.polyint()?),
        ("vander", [x]) => match with.flag("increasing") {
            true => results!(x.vander_increasing(with.size("columns"))?),
            false => results!(x.vander(with.size("columns"))?),
        },
        ("bartlett", []) => results!(Tensor::bartlett(with.size("len"))?),
        ("blackman", []) => results!(Tensor::blackman(with.size("len"))?),
        ("hamming", []) => results!(Tensor::hamming(with.size("len"))?),
        ("hanning", []) => results!(Tensor::hanning(with.size("len"))?),
        ("kaiser", []) => results!(Tensor::kaiser(with.size("len"), with.number("beta"))?),
        _ => Ok(None),
    }
}
