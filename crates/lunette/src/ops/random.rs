//! Random tensors: arguments checked, a distribution chosen, memory filled.

mod distributions;
mod named;
mod order;

pub(crate) use self::distributions::{beta, binomial, gamma, multinomial, poisson};
pub(crate) use self::named::{Named, dirichlet, geometric, named};
pub use self::order::ChoiceOptions;
pub(crate) use self::order::{choice, choice_below, permutation, permutation_of, shuffle};
use super::cast::to_dtype;
use crate::dtype::{DType, Scalar, WIDER_DTYPE, bf16, f16};
use crate::error::{ErrorKind, Result};
use crate::kernels::random::{self, Bernoulli, Exponential, Integers, Normal, Sample, Stream, Uniform};
use crate::layout::{Layout, Order};
use crate::tensor::Handle;

/// Samples in a new row-major tensor.
fn sampled<S: Sample>(op: &'static str, shape: &[usize], stream: &mut Stream, sample: &S) -> Result<Handle> {
    let layout = Layout::contiguous_for(op, shape, Order::C)?;
    let buffer = random::to_fresh(op, shape, stream, sample)?;
    Ok(Handle::fresh(buffer, layout, <S::Out as crate::Element>::DTYPE))
}

/// Numbers from `low` up to but without `high`.
pub(crate) fn uniform(
    op: &'static str,
    dtype: DType,
    [low, high]: [f64; 2],
    shape: &[usize],
    stream: &mut Stream,
) -> Result<Handle> {
    check_float(op, dtype)?;
    let [low, high] = [low, high].map(|end| nearest(end, dtype));
    if !low.is_finite() || !high.is_finite() || low > high || !nearest(high - low, dtype).is_finite() {
        let found = format!("{low:?} to {high:?}");
        let allowed = "both ends must be finite, the first at most the second, and so must their distance be";
        return Err(ErrorKind::Argument { op, name: "low, high", found, allowed }.into());
    }
    let most = if low == high { low } else { below(high, dtype).max(low) };
    if dtype == DType::F64 {
        return sampled(op, shape, stream, &Uniform { low, width: high - low, most });
    }
    let [low, width, most] = [low, high - low, most].map(|number| number as f32);
    to_dtype(op, &sampled(op, shape, stream, &Uniform { low, width, most })?, dtype)
}

/// Normal numbers of this mean and standard deviation.
pub(crate) fn normal(
    op: &'static str,
    dtype: DType,
    [mean, std]: [f64; 2],
    shape: &[usize],
    stream: &mut Stream,
) -> Result<Handle> {
    check_float(op, dtype)?;
    if !mean.is_finite() || !std.is_finite() || std < 0.0 {
        let found = format!("{mean:?} and {std:?}");
        let allowed = "both must be finite, and the standard deviation at least 0";
        return Err(ErrorKind::Argument { op, name: "mean, std", found, allowed }.into());
    }
    if dtype == DType::F64 {
        return sampled(op, shape, stream, &Normal { mean, std });
    }
    let [mean, std] = [mean, std].map(|number| number as f32);
    to_dtype(op, &sampled(op, shape, stream, &Normal { mean, std })?, dtype)
}

/// Integers from `low` up to `high`, which is one of them if it is `included`.
pub(crate) fn integers(
    op: &'static str,
    dtype: DType,
    (low, high, included): (i128, i128, bool),
    shape: &[usize],
    stream: &mut Stream,
) -> Result<Handle> {
    if !dtype.is_integer() {
        return Err(ErrorKind::Unsupported { op, dtype, cure: "use an integer dtype" }.into());
    }
    let last = if included { high } else { high - 1 };
    if low > last {
        let found = format!("{low} to {high}");
        let allowed = match included {
            true => "the first must not be greater than the last",
            false => "the first must be less than the end, which is not one of them",
        };
        return Err(ErrorKind::Argument { op, name: "low, high", found, allowed }.into());
    }
    for end in [low, last] {
        check_fits(op, end, dtype)?;
    }
    let count = (last - low + 1) as u64;
    let again = stream.split();
    match dtype {
        DType::U64 => sampled(op, shape, stream, &Integers::new(low as u64, count, again)),
        _ => to_dtype(op, &sampled(op, shape, stream, &Integers::new(low as i64, count, again))?, dtype),
    }
}

/// Whether an integer dtype can hold the number.
fn check_fits(op: &'static str, number: i128, dtype: DType) -> Result<()> {
    let scalar = match i64::try_from(number) {
        Ok(number) => Scalar::from(number),
        Err(_) => u64::try_from(number).map_or(Scalar::from(f64::NAN), Scalar::from),
    };
    scalar.try_cast_or(op, dtype, WIDER_DTYPE).map(drop)
}

/// True with probability `p`.
pub(crate) fn bernoulli(op: &'static str, p: f64, shape: &[usize], stream: &mut Stream) -> Result<Handle> {
    check_probability(op, p)?;
    let chances = (p * (1_u64 << 53) as f64).round() as u64;
    sampled(op, shape, stream, &Bernoulli { chances })
}

/// Waiting times of mean `scale`.
pub(crate) fn exponential(
    op: &'static str,
    scale: f64,
    shape: &[usize],
    stream: &mut Stream,
) -> Result<Handle> {
    check_at_least_zero(op, "scale", scale)?;
    sampled(op, shape, stream, &Exponential { scale })
}

fn check_probability(op: &'static str, p: f64) -> Result<()> {
    if (0.0..=1.0).contains(&p) {
        return Ok(());
    }
    let allowed = "a probability is a number from 0 to 1";
    Err(ErrorKind::Argument { op, name: "p", found: format!("{p:?}"), allowed }.into())
}

fn check_at_least_zero(op: &'static str, name: &'static str, found: f64) -> Result<()> {
    if found.is_finite() && found >= 0.0 {
        return Ok(());
    }
    let allowed = "it must be finite and at least 0";
    Err(ErrorKind::Argument { op, name, found: format!("{found:?}"), allowed }.into())
}

fn check_float(op: &'static str, dtype: DType) -> Result<()> {
    match dtype.is_float() {
        true => Ok(()),
        false => {
            Err(ErrorKind::Unsupported { op, dtype, cure: "use a float dtype, f64 for instance" }.into())
        }
    }
}

/// The number of this dtype that is nearest.
fn nearest(number: f64, dtype: DType) -> f64 {
    match dtype {
        DType::F16 => f16::from_f64(number).to_f64(),
        DType::BF16 => bf16::from_f64(number).to_f64(),
        DType::F32 => f64::from(number as f32),
        _ => number,
    }
}

/// The greatest number of this dtype that is less than one of its numbers.
fn below(number: f64, dtype: DType) -> f64 {
    let of_half = |bits: u16| match bits {
        0 | 0x8000 => 0x8001,
        1..0x8000 => bits - 1,
        _ => bits + 1,
    };
    match dtype {
        DType::F16 => f16::from_bits(of_half(f16::from_f64(number).to_bits())).to_f64(),
        DType::BF16 => bf16::from_bits(of_half(bf16::from_f64(number).to_bits())).to_f64(),
        DType::F32 => f64::from((number as f32).next_down()),
        _ => number.next_down(),
    }
}
