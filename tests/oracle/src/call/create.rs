//! Tensors made of a few numbers.

use lunette::{DynTensor, Endpoint};

use super::options::Options;
use super::{Answer, results};

pub fn call(name: &str, args: &[DynTensor], with: &Options) -> Answer {
    if !args.is_empty() {
        return Ok(None);
    }
    let [start, stop] = ["start", "stop"];
    match name {
        "arange" => results!(DynTensor::arange_of(
            with.dtype()?,
            with.scalar(start),
            with.scalar(stop),
            with.scalar("step")
        )?),
        "linspace" => results!(DynTensor::linspace_of(
            with.dtype()?,
            with.scalar(start),
            with.scalar(stop),
            with.size("num"),
            if with.flag("endpoint") { Endpoint::Included } else { Endpoint::Excluded },
        )?),
        "logspace" => results!(DynTensor::logspace_of(
            with.dtype()?,
            with.number(start),
            with.number(stop),
            with.size("num"),
            with.number("base"),
        )?),
        "geomspace" => results!(DynTensor::geomspace_of(
            with.dtype()?,
            with.number(start),
            with.number(stop),
            with.size("num")
        )?),
        "eye" => {
            results!(DynTensor::eye_of(
                with.dtype()?,
                with.size("rows"),
                with.size("columns"),
                with.int("offset")
            )?)
        }
        "tri" => {
            results!(DynTensor::tri_of(
                with.dtype()?,
                with.size("rows"),
                with.size("columns"),
                with.int("offset")
            )?)
        }
        _ => Ok(None),
    }
}
