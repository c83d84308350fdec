//! Operations: any of them, with any arguments, on any two small tensors or views of them.

use lunette::prelude::*;
use lunette::{
    ConvolveMode, FftOptions, MatrixNorm, Norm, Pad, QrMode, Result, Side, Tolerance, concat, einsum, stack,
    where_,
};

use crate::Input;
use crate::index::step;

/// What is done to two tensors; what comes out does not matter, only that it comes.
type Operation = fn(&DynTensor, &DynTensor, &mut Input<'_>) -> Result<()>;

/// Makes two tensors of the bytes and does something to them; refusals are fine, panics are not.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    // What is refused has said so.
    let _ = operate(&mut input);
}

fn operate(input: &mut Input<'_>) -> Result<()> {
    let family = FAMILIES[input.below(FAMILIES.len())];
    let operation = family[input.below(family.len())];
    let (a, b) = (tensor(input)?, tensor(input)?);
    operation(&a, &b, input)
}

const DTYPES: [DType; 15] = [
    DType::Bool,
    DType::I8,
    DType::I16,
    DType::I32,
    DType::I64,
    DType::U8,
    DType::U16,
    DType::U32,
    DType::U64,
    DType::F16,
    DType::BF16,
    DType::F32,
    DType::F64,
    DType::Complex64,
    DType::Complex128,
];

fn tensor(input: &mut Input<'_>) -> Result<DynTensor> {
    let dtype = DTYPES[input.below(DTYPES.len())];
    let shape = input.list(4, |input| input.below(5));
    // A few values over and over: an input has few bytes, and the arguments need some.
    let values = input.list(9, value);
    let value = |position: usize| values.get(position % 10).copied().unwrap_or(position as f64);
    let mut made = Tensor::from_flat_fn(shape, value)?.cast_to(dtype)?;
    for _ in 0..input.below(3) {
        made = step(&made, input).unwrap_or(made);
    }
    Ok(made)
}

/// A number: mostly small, sometimes one that is none.
fn value(input: &mut Input<'_>) -> f64 {
    match input.byte() {
        0xFF => f64::NAN,
        0xFE => f64::INFINITY,
        0xFD => f64::NEG_INFINITY,
        0xFC => 1e300,
        0xFB => -0.0,
        0xFA => 1e-310,
        byte => f64::from(byte as i8) / 4.0,
    }
}

/// A count: small, or more than anything can have. Nothing in between, which would only fill the memory.
fn count(input: &mut Input<'_>) -> usize {
    match input.byte() {
        0xFF => usize::MAX,
        0xFE => isize::MAX as usize,
        byte => usize::from(byte) % 6,
    }
}

fn axes(input: &mut Input<'_>) -> Vec<i64> {
    input.list(4, Input::int)
}

/// Rows of operations that take no arguments beside their tensors.
macro_rules! plain {
    ($($name:ident)*) => { &[$(|a, _, _| a.$name().map(drop)),*] };
    (two: $($name:ident)*) => { &[$(|a, b, _| a.$name(b).map(drop)),*] };
    (axis: $($name:ident)*) => { &[$(|a, _, input| a.$name(input.int()).map(drop)),*] };
    (axes: $($name:ident)*) => { &[$(|a, _, input| a.$name(axes(input)).map(drop)),*] };
}

const FAMILIES: [&[Operation]; 9] =
    [UNARY, BINARY, REDUCED, SCANNED, SHAPED, SORTED, MULTIPLIED, DECOMPOSED, REST];

const UNARY: &[Operation] = plain! {
    negative abs sign square sqrt reciprocal exp expm1 log log1p log2 log10 sin cos tan asin acos atan sinh cosh tanh
    asinh acosh atanh floor ceil trunc round bitwise_invert logical_not isnan isinf isfinite signbit conj real imag
    nonzero argwhere copy ravel to_contiguous
};

const BINARY: &[Operation] = plain! { two:
    add subtract multiply divide floor_divide remainder pow maximum minimum atan2 hypot copysign nextafter logaddexp
    equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor
    bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift
};

const REDUCED: &[Operation] = plain! { axes:
    sum prod mean min max ptp argmin argmax all any count_nonzero median sum_keepdims max_keepdims
    nansum nanmean nanmin nanmax nanmedian
};

const SCANNED: &[Operation] = plain! { axis:
    cumulative_sum cumulative_prod nancumsum nancumprod sort sort_descending argsort argsort_descending tril triu diag trace diag_embed
};

const SHAPED: &[Operation] = &[
    |a, _, input| a.roll(axes(input), axes(input)).map(drop),
    |a, _, input| a.rot90(input.int(), [input.int(), input.int()]).map(drop),
    |a, _, input| a.tile(input.list(4, count)).map(drop),
    |a, _, input| a.repeat(count(input), input.int()).map(drop),
    |a, _, input| a.repeat_each(&input.list(4, count), input.int()).map(drop),
    |a, _, input| {
        let modes = [Pad::Edge, Pad::Reflect, Pad::Wrap];
        let mode = modes[input.below(modes.len())];
        a.pad(&input.list(4, |input| (count(input), count(input))), mode).map(drop)
    },
    |a, _, input| a.unstack(input.int()).map(drop),
    |a, _, input| a.split(count(input), input.int()).map(drop),
    |a, _, input| a.split_at_positions(axes(input), input.int()).map(drop),
    |a, b, input| concat(&[a, b, a], input.int()).map(drop),
    |a, b, input| stack(&[a, b], input.int()).map(drop),
    |a, _, input| a.windows(input.list(3, count), axes(input)).map(drop),
];

const SORTED: &[Operation] = &[
    |a, _, input| a.topk(count(input), input.int(), input.byte() < 128).map(drop),
    |a, _, input| a.partition(axes(input), input.int()).map(drop),
    |a, b, input| a.searchsorted(b, if input.byte() < 128 { Side::Left } else { Side::Right }).map(drop),
    |a, _, _| a.unique_all().map(drop),
    |a, _, _| a.unique_values().map(drop),
    |a, _, input| a.unique_along(input.int()).map(drop),
    |a, b, input| a.isin(b, input.byte() < 128).map(drop),
    |a, b, _| a.intersect1d(b).map(drop),
    |a, b, _| a.union1d(b).map(drop),
    |a, _, input| a.quantile(value(input), axes(input)).map(drop),
    |a, _, input| a.nanquantile(value(input), axes(input)).map(drop),
    |a, _, input| a.histogram(count(input).min(1000)).map(drop),
    |a, _, input| a.remainder(10)?.bincount(count(input)).map(drop),
    |a, b, input| a.digitize(b, input.byte() < 128).map(drop),
];

const MULTIPLIED: &[Operation] = &[
    |a, b, _| a.matmul(b).map(drop),
    |a, b, input| a.vecdot(b, input.int()).map(drop),
    |a, b, input| a.tensordot(b, count(input)).map(drop),
    |a, b, _| a.outer(b).map(drop),
    |a, b, _| a.kron(b).map(drop),
    |a, b, input| a.cross(b, input.int()).map(drop),
    |a, b, input| {
        let letters = ["i", "j", ",", "->", "...", "ii", "k", " ", "?"];
        let subscripts: String = (0..8).map(|_| letters[input.below(letters.len())]).collect();
        einsum(&subscripts, &[a, b]).map(drop)
    },
];

const DECOMPOSED: &[Operation] = &[
    |a, _, _| a.cholesky().map(drop),
    |a, _, input| a.qr(if input.byte() < 128 { QrMode::Reduced } else { QrMode::Complete }).map(drop),
    |a, _, input| a.svd(input.byte() < 128).map(drop),
    |a, _, _| a.svdvals().map(drop),
    |a, _, _| a.eig().map(drop),
    |a, _, _| a.eigh().map(drop),
    |a, b, _| a.solve(b).map(drop),
    |a, b, _| a.lstsq(b).map(drop),
    |a, _, _| a.inv().map(drop),
    |a, _, input| a.pinv_with(value(input)).map(drop),
    |a, _, _| a.det().map(drop),
    |a, _, _| a.slogdet().map(drop),
    |a, _, _| a.lu().map(drop),
    |a, _, _| a.expm().map(drop),
    |a, b, _| a.solve_triangular(b, lunette::Triangle::default()).map(drop),
    |a, _, input| a.matrix_power(input.int() % 100).map(drop),
    |a, _, _| a.matrix_rank().map(drop),
    |a, _, _| a.matrix_norm(MatrixNorm::Nuclear).map(drop),
    |a, _, input| a.vector_norm(value(input), axes(input)).map(drop),
];

const REST: &[Operation] = &[
    |a, b, _| a.clip(b, 1).map(drop),
    |a, b, _| where_(a, b, a).map(drop),
    |a, b, _| a.add_into(b, a),
    |a, _, input| a.diff(count(input).min(100), input.int()).map(drop),
    |a, _, input| a.gradient(value(input), input.int()).map(drop),
    |a, b, input| a.gradient_over(b, input.int()).map(drop),
    |a, b, _| a.interp(b, b).map(drop),
    |a, b, input| {
        let beyond = lunette::Beyond { period: Some(value(input)), ..lunette::Beyond::default() };
        a.interp_with(b, b, beyond).map(drop)
    },
    |a, b, _| a.convolve(b, ConvolveMode::Same).map(drop),
    |a, b, _| a.convolve(b, ConvolveMode::Full).map(drop),
    |a, _, input| {
        let n = Some(count(input)).filter(|&n| n < 100);
        a.fft_with(FftOptions { n, axis: input.int(), norm: Norm::Ortho }).map(drop)
    },
    |a, _, _| a.rfft().map(drop),
    |a, _, _| a.irfft().map(drop),
    |a, _, input| a.cov(value(input)).map(drop),
    |a, b, _| a.isclose(b, Tolerance::default()).map(drop),
    |a, b, _| (a.lazy() * b + a).sqrt().eval().map(drop),
    |a, b, input| (a.lazy() - b).sum(axes(input)).map(drop),
    |a, b, input| a.take(&b.cast::<i64>()?, input.int()).map(drop),
    |a, b, input| a.take_along_axis(&b.cast::<i64>()?, input.int()).map(drop),
    |a, b, _| a.put(&b.cast::<i64>()?, b),
    |a, b, _| a.store_where(&b.cast::<bool>()?, b),
];
