//! Discrete Fourier transforms.

use lunette::{DynTensor, FftOptions, FftnOptions, Norm};

use super::options::Options;
use super::{Answer, results};

pub fn call(name: &str, args: &[DynTensor], with: &Options) -> Answer {
    match args {
        [x] => Ok(along_axis(name, x, with)?.or(along_axes(name, x, with)?)),
        [] => frequencies(name, with),
        _ => Ok(None),
    }
}

fn along_axis(name: &str, x: &DynTensor, with: &Options) -> Answer {
    let options = || FftOptions { n: with.given("n"), axis: with.axis(), norm: norm(with) };
    match name {
        "fft" => results!(x.fft_with(options())?),
        "ifft" => results!(x.ifft_with(options())?),
        "rfft" => results!(x.rfft_with(options())?),
        "irfft" => results!(x.irfft_with(options())?),
        "hfft" => results!(x.hfft_with(options())?),
        "ihfft" => results!(x.ihfft_with(options())?),
        _ => Ok(None),
    }
}

fn along_axes(name: &str, x: &DynTensor, with: &Options) -> Answer {
    let (s, axes) = match name {
        "fftn" | "ifftn" | "rfftn" | "irfftn" => {
            (with.given::<Vec<i64>>("s"), with.given::<Vec<i64>>("axes"))
        }
        "fftshift" => return results!(x.fftshift(with.axes())?),
        "ifftshift" => return results!(x.ifftshift(with.axes())?),
        _ => return Ok(None),
    };
    let options = FftnOptions { s: s.as_deref(), axes: axes.as_deref(), norm: norm(with) };
    match name {
        "fftn" => results!(x.fftn_with(options)?),
        "ifftn" => results!(x.ifftn_with(options)?),
        "rfftn" => results!(x.rfftn_with(options)?),
        _ => results!(x.irfftn_with(options)?),
    }
}

fn frequencies(name: &str, with: &Options) -> Answer {
    match name {
        "fftfreq" => results!(DynTensor::fftfreq_of(with.dtype()?, with.size("n"), with.number("d"))?),
        "rfftfreq" => results!(DynTensor::rfftfreq_of(with.dtype()?, with.size("n"), with.number("d"))?),
        _ => Ok(None),
    }
}

fn norm(with: &Options) -> Norm {
    match with.text("norm").as_str() {
        "backward" => Norm::Backward,
        "ortho" => Norm::Ortho,
        "forward" => Norm::Forward,
        other => panic!("there is no norm `{other}`"),
    }
}
