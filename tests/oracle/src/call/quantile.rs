//! Quantiles.

use lunette::{DynTensor, Interpolation};

use super::options::Options;
use super::{Answer, results};

pub fn call(name: &str, args: &[DynTensor], with: &Options) -> Answer {
    let [x] = args else { return Ok(None) };
    match name {
        "quantile" if with.flag("keepdims") => {
            results!(x.quantile_keepdims(with.number("q"), with.axes())?)
        }
        "quantile" => results!(x.quantile(with.number("q"), with.axes())?),
        "nanquantile" => results!(x.nanquantile(with.number("q"), with.axes())?),
        "nanpercentile" => results!(x.nanpercentile(with.number("q"), with.axes())?),
        "nanpercentile_with" => {
            results!(x.nanpercentile_with(&with.numbers("q"), with.axes(), method(with))?)
        }
        "percentile" => results!(x.percentile(with.number("q"), with.axes())?),
        "quantile_with" => results!(x.quantile_with(&with.numbers("q"), with.axes(), method(with))?),
        "nanquantile_with" => results!(x.nanquantile_with(&with.numbers("q"), with.axes(), method(with))?),
        "percentile_with" => results!(x.percentile_with(&with.numbers("q"), with.axes(), method(with))?),
        _ => Ok(None),
    }
}

fn method(with: &Options) -> Interpolation {
    match with.text("method").as_str() {
        "linear" => Interpolation::Linear,
        "lower" => Interpolation::Lower,
        "higher" => Interpolation::Higher,
        "midpoint" => Interpolation::Midpoint,
        "nearest" => Interpolation::Nearest,
        "inverted_cdf" => Interpolation::InvertedCdf,
        "averaged_inverted_cdf" => Interpolation::AveragedInvertedCdf,
        "closest_observation" => Interpolation::ClosestObservation,
        "interpolated_inverted_cdf" => Interpolation::InterpolatedInvertedCdf,
        "hazen" => Interpolation::Hazen,
        "weibull" => Interpolation::Weibull,
        "median_unbiased" => Interpolation::MedianUnbiased,
        "normal_unbiased" => Interpolation::NormalUnbiased,
        other => panic!("there is no method `{other}`"),
    }
}
