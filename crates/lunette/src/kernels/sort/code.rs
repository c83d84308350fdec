//! Codes: unsigned numbers that lie in the order of the elements they stand for.
//!
//! Sorting, searching and comparing for equality all work on codes, so there is one loop for each width and none for
//! each dtype. The order is that of R31: NaN comes last, whichever the direction; complex numbers go by their real
//! parts, then by their imaginary parts, and those with a NaN behind all others, as in NumPy.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

use half::{bf16, f16};
use num_complex::{Complex32, Complex64};

use crate::dtype::{DType, Element, dispatch};
use crate::kernels::isa::{self, Isa, Task};

/// How elements become codes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Coding {
    /// The greatest element gets the least code; NaN keeps the greatest.
    pub(crate) descending: bool,
    /// -0.0 and 0.0 get the same code, as they must where elements are compared; without, codes can be turned back.
    pub(crate) merge_zeros: bool,
}

impl Coding {
    /// Ascending, equal elements having equal codes.
    pub(crate) const RANK: Self = Self { descending: false, merge_zeros: true };
}

/// What codes are made of.
pub(crate) trait Code: Copy + Ord + Default + Send + Sync + 'static {
    /// Whether this is the code of a NaN; `dtype` is the element's.
    fn is_nan(self, dtype: DType) -> bool;
}

macro_rules! codes {
    ($($K:ident)*) => { $(
        impl Code for $K {
            #[inline(always)]
            fn is_nan(self, dtype: DType) -> bool {
                dtype.is_float() && self == Self::MAX
            }
        }
    )* };
}
codes! { u8 u16 u32 u64 }

/// The code of a complex number: how many of its parts are NaN and which, its real part, its imaginary part.
pub(crate) type ComplexCode = [u64; 3];

impl Code for ComplexCode {
    #[inline(always)]
    fn is_nan(self, _: DType) -> bool {
        self[0] != 0
    }
}

/// An element that has a code.
pub(crate) trait Coded: Element {
    type Code: Code;

    /// `flip` is all zeros, or all ones where the order is turned round; `merge` as in [`Coding`].
    fn code(self, flip: u64, merge: bool) -> Self::Code;

    /// The element of a code made without merging zeros; some NaN for a NaN's, nothing of use for complex numbers.
    fn decode(code: Self::Code, flip: u64) -> Self;
}

macro_rules! integers {
    ($($T:ident $K:ident $zero:expr;)*) => { $(
        impl Coded for $T {
            type Code = $K;
            #[inline(always)]
            fn code(self, flip: u64, _: bool) -> $K {
                (self as $K) ^ ($zero ^ flip as $K)
            }
            #[inline(always)]
            fn decode(code: $K, flip: u64) -> Self {
                (code ^ ($zero ^ flip as $K)) as Self
            }
        }
    )* };
}

integers! {
    i8 u8 1 << 7;
    i16 u16 1 << 15;
    i32 u32 1 << 31;
    i64 u64 1 << 63;
    u8 u8 0;
    u16 u16 0;
    u32 u32 0;
    u64 u64 0;
}

impl Coded for bool {
    type Code = u8;
    #[inline(always)]
    fn code(self, flip: u64, _: bool) -> u8 {
        u8::from(self) ^ (flip as u8 & 1)
    }
    #[inline(always)]
    fn decode(code: u8, flip: u64) -> Self {
        code ^ (flip as u8 & 1) != 0
    }
}

macro_rules! floats {
    ($($T:ident $K:ident $I:ident;)*) => { $(
        impl Coded for $T {
            type Code = $K;
            #[inline(always)]
            fn code(self, flip: u64, merge: bool) -> $K {
                const SIGN: $K = 1 << ($K::BITS - 1);
                let mut bits = self.to_bits();
                if self.is_nan() {
                    return $K::MAX;
                }
                if merge && bits == SIGN {
                    bits = 0;
                }
                // Negative numbers grow downwards: all their bits turn; of the others, the sign.
                let turn = ((bits as $I) >> ($K::BITS - 1)) as $K | SIGN;
                bits ^ turn ^ flip as $K
            }
            #[inline(always)]
            fn decode(code: $K, flip: u64) -> Self {
                if code == $K::MAX {
                    return Self::NAN;
                }
                let bits = code ^ flip as $K;
                Self::from_bits(bits ^ (!((bits as $I) >> ($K::BITS - 1)) as $K | 1 << ($K::BITS - 1)))
            }
        }
    )* };
}

floats! { f16 u16 i16; bf16 u16 i16; f32 u32 i32; f64 u64 i64; }

macro_rules! complex {
    ($($T:ident)*) => { $(
        impl Coded for $T {
            type Code = ComplexCode;
            #[inline(always)]
            fn code(self, flip: u64, _: bool) -> ComplexCode {
                let part = |part: f64| if part.is_nan() { 0 } else { part.code(flip, true) };
                let class = 2 * u64::from(self.re.is_nan()) + u64::from(self.im.is_nan());
                [class, part(f64::from(self.re)), part(f64::from(self.im))]
            }
            fn decode(_: ComplexCode, _: u64) -> Self {
                Self::default()
            }
        }
    )* };
}

complex! { Complex32 Complex64 }

/// Turns a row of elements into codes, or back: from, to, how many, how.
///
/// # Safety
/// The elements may be read and as many codes written; the two are the same memory, or have no byte in common.
pub(crate) type Recode = unsafe fn(*const u8, *mut u8, usize, Coding);

/// The function that makes codes of elements.
pub(crate) fn encoder(dtype: DType) -> Recode {
    dispatch!(dtype, T => encode::<T>)
}

/// The function that makes elements of codes; complex numbers have none that does.
pub(crate) fn decoder(dtype: DType) -> Recode {
    dispatch!(dtype, T => decode::<T>)
}

/// # Safety
/// As for [`Recode`].
unsafe fn encode<T: Coded>(from: *const u8, to: *mut u8, len: usize, coding: Coding) {
    let flip = if coding.descending { u64::MAX } else { 0 };
    let (from, to) = (from.cast::<T>(), to.cast::<T::Code>());
    if coding.merge_zeros {
        isa::run(Map { from, to, len, map: |x: T| x.code(flip, true) });
    } else {
        isa::run(Map { from, to, len, map: |x: T| x.code(flip, false) });
    }
}

/// # Safety
/// As for [`Recode`], the other way round.
unsafe fn decode<T: Coded>(from: *const u8, to: *mut u8, len: usize, coding: Coding) {
    let flip = if coding.descending { u64::MAX } else { 0 };
    let map = |code: T::Code| T::decode(code, flip);
    isa::run(Map { from: from.cast::<T::Code>(), to: to.cast::<T>(), len, map });
}

/// A function of every element of a row; whoever makes one promises that the row may be read and written.
struct Map<S, D, F> {
    from: *const S,
    to: *mut D,
    len: usize,
    map: F,
}

impl<S, D, F: Fn(S) -> D> Task for Map<S, D, F> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Isa) {
        for k in 0..self.len {
            // SAFETY: the promise of who made it, for one element.
            unsafe { self.to.add(k).write((self.map)(self.from.add(k).read())) };
        }
    }
}

/// Runs `$body` with `$K` standing for the code of `$dtype`: the one match over codes.
#[rustfmt::skip]
macro_rules! dispatch_code {
    ($dtype:expr, $K:ident => $body:expr, complex $C:ident => $other:expr) => {
        match $dtype {
            DType::Bool | DType::I8 | DType::U8 => { type $K = u8; $body }
            DType::I16 | DType::U16 | DType::F16 | DType::BF16 => { type $K = u16; $body }
            DType::I32 | DType::U32 | DType::F32 => { type $K = u32; $body }
            DType::I64 | DType::U64 | DType::F64 => { type $K = u64; $body }
            DType::Complex64 | DType::Complex128 => { type $C = $crate::kernels::sort::code::ComplexCode; $other }
        }
    };
    ($dtype:expr, $K:ident => $body:expr) => { dispatch_code!($dtype, $K => $body, complex $K => $body) };
}
pub(crate) use dispatch_code;
