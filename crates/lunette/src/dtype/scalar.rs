//! One element whose dtype is known at run time.

#[cfg(test)]
mod tests;

use std::fmt;

use super::{Complex32, Complex64, DType, Element, bf16, dispatch, f16};
use crate::error::{ErrorKind, Result};

/// One element of any dtype: what `get` gives on a `DynTensor`, and what a store takes.
///
/// ```
/// use lunette::{DType, Scalar};
/// let x = Scalar::from(999.6);
/// assert_eq!(x.dtype(), DType::F64);
/// assert_eq!(x.cast(DType::I32), Scalar::I32(999));
/// assert_eq!(f64::try_from(x)?, 999.6);
/// assert_eq!(x.to_string(), "999.6");
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "each variant is the dtype of the same name")]
pub enum Scalar {
    Bool(bool),
    I8(i8),
    I16(i16),
    I32(i32),
    I64(i64),
    U8(u8),
    U16(u16),
    U32(u32),
    U64(u64),
    F16(f16),
    BF16(bf16),
    F32(f32),
    F64(f64),
    Complex64(Complex32),
    Complex128(Complex64),
}

/// Runs a body with `$value` bound to the element inside of a scalar, in its own type.
macro_rules! with_value {
    ($scalar:expr, $value:ident => $body:expr) => {
        match $scalar {
            Scalar::Bool($value) => $body,
            Scalar::I8($value) => $body,
            Scalar::I16($value) => $body,
            Scalar::I32($value) => $body,
            Scalar::I64($value) => $body,
            Scalar::U8($value) => $body,
            Scalar::U16($value) => $body,
            Scalar::U32($value) => $body,
            Scalar::U64($value) => $body,
            Scalar::F16($value) => $body,
            Scalar::BF16($value) => $body,
            Scalar::F32($value) => $body,
            Scalar::F64($value) => $body,
            Scalar::Complex64($value) => $body,
            Scalar::Complex128($value) => $body,
        }
    };
}
pub(crate) use with_value;

/// The cure where a value of the caller's does not fit.
pub(crate) const PLAIN_CAST: &str = "`cast` converts without this check";

/// The cure where a value that nobody can cast does not fit: it is made in the dtype that was asked for.
pub(crate) const WIDER_DTYPE: &str = "ask for a dtype that holds it";

impl Scalar {
    /// The dtype of the value.
    ///
    /// ```
    /// use lunette::{DType, Scalar};
    /// assert_eq!(Scalar::F32(0.5).dtype(), DType::F32);
    /// ```
    #[inline]
    pub fn dtype(self) -> DType {
        fn dtype_of<T: Element>(_: T) -> DType {
            T::DTYPE
        }
        with_value!(self, value => dtype_of(value))
    }

    /// The value converted by the plain rule, which never fails: see [`Element::cast_from`].
    ///
    /// ```
    /// use lunette::{DType, Scalar};
    /// assert_eq!(Scalar::F64(-7.6).cast(DType::I32), Scalar::I32(-7));
    /// assert_eq!(Scalar::I32(257).cast(DType::U8), Scalar::U8(1));
    /// ```
    pub fn cast(self, to: DType) -> Self {
        fn cast_value<S: Element>(value: S, to: DType) -> Scalar {
            dispatch!(to, T => T::cast_from(value).into())
        }
        // As most are: two matches over all dtypes take longer than one.
        if self.dtype() == to {
            return self;
        }
        with_value!(self, value => cast_value(value, to))
    }

    /// [`try_cast`](Self::try_cast), with nothing to do where the value has the dtype already.
    #[inline]
    pub(crate) fn stored_as(self, op: &'static str, dtype: DType) -> Result<Self> {
        if self.dtype() == dtype { Ok(self) } else { self.try_cast_for(op, dtype) }
    }

    /// The value converted as a store does: the fraction is cut on the way to an integer, floats round, and what the
    /// dtype cannot hold is an error. A float too large for a narrower one becomes infinity, without an error.
    ///
    /// ```
    /// use lunette::{DType, Scalar};
    /// assert_eq!(Scalar::from(999.6).try_cast(DType::I32)?, Scalar::I32(999));
    /// assert_eq!(Scalar::from(1e300).try_cast(DType::F32)?, Scalar::F32(f32::INFINITY));
    /// let error = Scalar::from(300).try_cast(DType::U8).unwrap_err();
    /// assert!(error.is_dtype());
    /// assert_eq!(error.to_string(), "try_cast: u8 cannot hold 300: `cast` converts without this check");
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the value is NaN, infinite or out of range for an integer dtype, an integer out of range for `f16`, or
    /// complex for a real one.
    pub fn try_cast(self, to: DType) -> Result<Self> {
        self.try_cast_for("try_cast", to)
    }

    /// [`try_cast`](Self::try_cast) for the operation `op`, which errors name.
    pub(crate) fn try_cast_for(self, op: &'static str, to: DType) -> Result<Self> {
        self.try_cast_or(op, to, PLAIN_CAST)
    }

    /// As [`try_cast_for`](Self::try_cast_for), with another cure for a value that does not fit.
    pub(crate) fn try_cast_or(self, op: &'static str, to: DType, cure: &'static str) -> Result<Self> {
        fn holds<S: Element>(value: S, to: DType) -> bool {
            dispatch!(to, T => T::holds(value))
        }
        self.dtype().check_store(op, to)?;
        match with_value!(self, value => holds(value, to)) {
            true => Ok(self.cast(to)),
            false => Err(ErrorKind::Unrepresentable { op, value: self.to_string(), to, cure }.into()),
        }
    }
}

/// As a `u64`: lengths and positions are stored and compared as other numbers are.
impl From<usize> for Scalar {
    fn from(value: usize) -> Self {
        Self::U64(value as u64)
    }
}

/// As an `i64`.
impl From<isize> for Scalar {
    fn from(value: isize) -> Self {
        Self::I64(value as i64)
    }
}

/// The value alone, without its dtype; floats always show that they are floats (`3.0`).
impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Complex64(Complex32 { re, im }) => fmt_complex(f, &re, &im),
            Self::Complex128(Complex64 { re, im }) => fmt_complex(f, &re, &im),
            _ => with_value!(*self, value => fmt::Debug::fmt(&value, f)),
        }
    }
}

/// Writes `1.0+2.0j`, as Python and NumPy do.
fn fmt_complex(f: &mut fmt::Formatter<'_>, re: &dyn fmt::Debug, im: &dyn fmt::Debug) -> fmt::Result {
    fmt::Debug::fmt(re, f)?;
    // NaN has no sign of its own, not even when one is asked for.
    let im = format!("{im:+?}");
    write!(f, "{}{im}j", if im.starts_with(['+', '-']) { "" } else { "+" })
}
