//! Samples along a line, weighted means, numbers that are nearly equal, and those in place of what is not finite.

use lunette::{Beyond, ConvolveMode, DynTensor, Substitutes, Tolerance};

use super::options::Options;
use super::{Answer, results};

pub fn call(name: &str, args: &[DynTensor], with: &Options) -> Answer {
    match (name, args) {
        ("diff", [x]) => results!(x.diff(with.size("n"), with.axis())?),
        ("gradient", [x]) => results!(x.gradient(with.number("spacing"), with.axis())?),
        ("gradient_over", [x, places]) => results!(x.gradient_over(places, with.axis())?),
        ("trapezoid", [y]) => results!(y.trapezoid(with.number("spacing"), with.axis())?),
        ("interp", [x, xp, fp]) => results!(x.interp(xp, fp)?),
        ("interp_with", [x, xp, fp]) => results!(x.interp_with(xp, fp, beyond(with))?),
        ("angle", [x]) => results!(x.angle()?),
        ("sinc", [x]) => results!(x.sinc()?),
        ("heaviside", [x, y]) => results!(x.heaviside(y)?),
        ("correlate", [x, y]) => results!(x.correlate(y, mode(with))?),
        ("convolve", [x, y]) => results!(x.convolve(y, mode(with))?),
        ("unwrap", [x]) => results!(x.unwrap(with.number("period"), with.axis())?),
        ("modf", [x]) => {
            let (fraction, whole) = x.modf()?;
            results!(fraction, whole)
        }
        ("isposinf", [x]) => results!(x.isposinf()?),
        ("isneginf", [x]) => results!(x.isneginf()?),
        ("isreal", [x]) => results!(x.isreal()?),
        ("iscomplex", [x]) => results!(x.iscomplex()?),
        ("array_equal", [x, y]) => results!(DynTensor::scalar_of(x.array_equal(y)?)?),
        ("array_equiv", [x, y]) => results!(DynTensor::scalar_of(x.array_equiv(y)?)?),
        ("average", [x, weights]) => match with.flag("keepdims") {
            true => results!(x.average_keepdims(with.axes(), Some(weights))?),
            false => results!(x.average(with.axes(), Some(weights))?),
        },
        ("nan_to_num", [x]) => results!(x.nan_to_num(substitutes(with))?),
        ("isclose", [x, y]) => results!(x.isclose(y, tolerance(with))?),
        ("allclose", [x, y]) => results!(DynTensor::scalar_of(x.allclose(y, tolerance(with))?)?),
        _ => Ok(None),
    }
}

fn tolerance(with: &Options) -> Tolerance {
    Tolerance { rtol: with.number("rtol"), atol: with.number("atol"), equal_nan: with.flag("equal_nan") }
}

fn substitutes(with: &Options) -> Substitutes {
    let given = |name| with.given::<String>(name).map(|_| with.number(name));
    Substitutes { nan: with.number("nan"), posinf: given("posinf"), neginf: given("neginf") }
}

fn beyond(with: &Options) -> Beyond {
    let given = |name| with.given::<String>(name).map(|_| with.number(name));
    Beyond { left: given("left"), right: given("right"), period: given("period") }
}

fn mode(with: &Options) -> ConvolveMode {
    match with.text("mode").as_str() {
        "full" => ConvolveMode::Full,
        "same" => ConvolveMode::Same,
        "valid" => ConvolveMode::Valid,
        other => panic!("there is no mode `{other}`"),
    }
}
