//! Samples along a line, and numbers that are nearly equal.

use lunette::{ConvolveMode, DynTensor, Tolerance};

use super::options::Options;
use super::{Answer, results};

pub fn call(name: &str, args: &[DynTensor], with: &Options) -> Answer {
    match (name, args) {
        ("diff", [x]) => results!(x.diff(with.size("n"), with.axis())?),
        ("gradient", [x]) => results!(x.gradient(with.number("spacing"), with.axis())?),
        ("interp", [x, xp, fp]) => results!(x.interp(xp, fp)?),
        ("convolve", [x, y]) => results!(x.convolve(y, mode(with))?),
        ("isclose", [x, y]) => results!(x.isclose(y, tolerance(with))?),
        ("allclose", [x, y]) => results!(DynTensor::scalar_of(x.allclose(y, tolerance(with))?)?),
        _ => Ok(None),
    }
}

fn tolerance(with: &Options) -> Tolerance {
    Tolerance { rtol: with.number("rtol"), atol: with.number("atol"), equal_nan: with.flag("equal_nan") }
}

fn mode(with: &Options) -> ConvolveMode {
    match with.text("mode").as_str() {
        "full" => ConvolveMode::Full,
        "same" => ConvolveMode::Same,
        "valid" => ConvolveMode::Valid,
        other => panic!("there is no mode `{other}`"),
    }
}
