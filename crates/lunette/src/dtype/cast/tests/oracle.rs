//! Casts done slowly: every number is taken apart into `sign * digits * 2^exponent` and put together again in
//! integer arithmetic.

use crate::dtype::{Complex32, Complex64, DType, DTypeKind, Scalar, bf16, f16};

/// A number without rounding.
#[derive(Clone, Copy, Debug)]
pub(super) enum Exact {
    NaN,
    Infinite { negative: bool },
    Finite { negative: bool, digits: u128, exponent: i32 },
}

/// A binary floating point format of IEEE 754's kind, by the widths of its fields.
#[derive(Clone, Copy)]
pub(super) struct Format {
    fraction: u32,
    exponent: u32,
}

pub(super) const F16: Format = Format { fraction: 10, exponent: 5 };
pub(super) const BF16: Format = Format { fraction: 7, exponent: 8 };
pub(super) const F32: Format = Format { fraction: 23, exponent: 8 };
pub(super) const F64: Format = Format { fraction: 52, exponent: 11 };

impl Format {
    fn bias(self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }

    fn infinity(self) -> u64 {
        ((1 << self.exponent) - 1) << self.fraction
    }

    fn sign(self, negative: bool) -> u64 {
        u64::from(negative) << (self.fraction + self.exponent)
    }

    pub(super) fn decode(self, bits: u64) -> Exact {
        let negative = bits & self.sign(true) != 0;
        let magnitude = bits & !self.sign(true);
        if magnitude >= self.infinity() {
            return if magnitude == self.infinity() { Exact::Infinite { negative } } else { Exact::NaN };
        }
        let fraction = u128::from(magnitude & ((1 << self.fraction) - 1));
        let (digits, biased) = match magnitude >> self.fraction {
            0 => (fraction, 1),
            biased => (fraction | (1 << self.fraction), biased as i32),
        };
        Exact::Finite { negative, digits, exponent: biased - self.bias() - self.fraction as i32 }
    }

    /// The nearest value, ties to even.
    pub(super) fn encode(self, number: Exact) -> u64 {
        let (negative, digits, exponent) = match number {
            Exact::NaN => return self.infinity() | 1,
            Exact::Infinite { negative } => return self.sign(negative) | self.infinity(),
            Exact::Finite { negative, digits: 0, .. } => return self.sign(negative),
            Exact::Finite { negative, digits, exponent } => (negative, digits, exponent),
        };
        let top = (exponent + 127 - digits.leading_zeros() as i32).max(1 - self.bias());
        let cut = top - self.fraction as i32 - exponent;
        let rounded = match cut {
            ..=0 => digits << -cut,
            1..=127 => {
                let (whole, rest, half) = (digits >> cut, digits & ((1 << cut) - 1), 1 << (cut - 1));
                whole + u128::from(rest > half || (rest == half && whole % 2 == 1))
            }
            _ => 0,
        };
        let bits = (((top + self.bias() - 1) as u128) << self.fraction) + rounded;
        self.sign(negative) | bits.min(self.infinity().into()) as u64
    }
}

/// The real and the imaginary part of a value.
pub(super) fn parts(value: Scalar) -> (Exact, Exact) {
    let int = |v: i128| Exact::Finite { negative: v < 0, digits: v.unsigned_abs(), exponent: 0 };
    let zero = int(0);
    match value {
        Scalar::Bool(v) => (int(v.into()), zero),
        Scalar::I8(v) => (int(v.into()), zero),
        Scalar::I16(v) => (int(v.into()), zero),
        Scalar::I32(v) => (int(v.into()), zero),
        Scalar::I64(v) => (int(v.into()), zero),
        Scalar::U8(v) => (int(v.into()), zero),
        Scalar::U16(v) => (int(v.into()), zero),
        Scalar::U32(v) => (int(v.into()), zero),
        Scalar::U64(v) => (int(v.into()), zero),
        Scalar::F16(v) => (F16.decode(v.to_bits().into()), zero),
        Scalar::BF16(v) => (BF16.decode(v.to_bits().into()), zero),
        Scalar::F32(v) => (F32.decode(v.to_bits().into()), zero),
        Scalar::F64(v) => (F64.decode(v.to_bits()), zero),
        Scalar::Complex64(v) => (F32.decode(v.re.to_bits().into()), F32.decode(v.im.to_bits().into())),
        Scalar::Complex128(v) => (F64.decode(v.re.to_bits()), F64.decode(v.im.to_bits())),
    }
}

/// What is left once the fraction is cut; `None` for NaN, and for what is beyond every integer type.
fn whole(number: Exact) -> Option<i128> {
    let Exact::Finite { negative, digits, exponent } = number else { return None };
    let magnitude = match exponent {
        ..=-128 => 0,
        -127..=0 => digits >> -exponent,
        _ if digits == 0 => 0,
        _ if exponent as u32 + 128 - digits.leading_zeros() > 100 => return None,
        _ => digits << exponent,
    } as i128;
    Some(if negative { -magnitude } else { magnitude })
}

fn range(to: DType) -> (i128, i128) {
    let bits = 8 * to.item_size();
    match to.kind() {
        DTypeKind::Signed => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        DTypeKind::Unsigned => (0, (1 << bits) - 1),
        _ => (0, 0),
    }
}

/// R16's plain rule.
pub(super) fn cast(value: Scalar, to: DType) -> Scalar {
    let (re, im) = parts(value);
    let truth = |x| !matches!(x, Exact::Finite { digits: 0, .. });
    let (min, max) = range(to);
    let saturated = match re {
        Exact::NaN => 0,
        Exact::Infinite { negative } | Exact::Finite { negative, .. } => {
            whole(re).unwrap_or(if negative { i128::MIN } else { i128::MAX }).clamp(min, max)
        }
    };
    // From an integer all bits above are dropped, which `as` from `i128` does by definition.
    let int = if value.dtype().is_integer() { whole(re).unwrap_or(0) } else { saturated };
    match to {
        DType::Bool => Scalar::Bool(truth(re) || truth(im)),
        DType::I8 => Scalar::I8(int as i8),
        DType::I16 => Scalar::I16(int as i16),
        DType::I32 => Scalar::I32(int as i32),
        DType::I64 => Scalar::I64(int as i64),
        DType::U8 => Scalar::U8(int as u8),
        DType::U16 => Scalar::U16(int as u16),
        DType::U32 => Scalar::U32(int as u32),
        DType::U64 => Scalar::U64(int as u64),
        DType::F16 => Scalar::F16(f16::from_bits(F16.encode(re) as u16)),
        DType::BF16 => Scalar::BF16(bf16::from_bits(BF16.encode(re) as u16)),
        DType::F32 => Scalar::F32(f32::from_bits(F32.encode(re) as u32)),
        DType::F64 => Scalar::F64(f64::from_bits(F64.encode(re))),
        DType::Complex64 => Scalar::Complex64(Complex32::new(
            f32::from_bits(F32.encode(re) as u32),
            f32::from_bits(F32.encode(im) as u32),
        )),
        DType::Complex128 => {
            Scalar::Complex128(Complex64::new(f64::from_bits(F64.encode(re)), f64::from_bits(F64.encode(im))))
        }
    }
}

/// R16's rule for stores.
pub(super) fn fits(value: Scalar, to: DType) -> bool {
    let (min, max) = range(to);
    match (value.dtype().is_complex(), to.is_complex() || to == DType::Bool) {
        (_, true) => true,
        (true, false) => false,
        // Past the half way from the last `f16` to where the next one would be, an integer has no nearest one.
        (false, false) if to == DType::F16 && value.dtype().is_integer() => {
            whole(parts(value).0).is_some_and(|whole| whole.unsigned_abs() < (65504 + 65536) / 2)
        }
        (false, false) if to.is_float() => true,
        (false, false) => whole(parts(value).0).is_some_and(|whole| (min..=max).contains(&whole)),
    }
}
