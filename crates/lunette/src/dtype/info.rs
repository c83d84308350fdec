//! What a dtype can hold, and which dtypes go together: the questions of the Array API standard.

use super::{DType, DTypeKind, bf16, f16, promote, promote_all};
use crate::error::{ErrorKind, Result};

/// The dtype that holds the values of all of these, whatever their order.
///
/// # Errors
/// If there is none to start from.
///
/// ```
/// use lunette::{DType, result_type};
/// assert_eq!(result_type(&[DType::I8, DType::U8, DType::F32])?, DType::F32);
/// assert_eq!(result_type(&[DType::I8, DType::U8])?, DType::I16);
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn result_type(dtypes: &[DType]) -> Result<DType> {
    let nothing = || {
        let (found, allowed) = ("none".into(), "at least one");
        ErrorKind::Argument { op: "result_type", name: "dtypes", found, allowed }
    };
    Ok(promote_all(dtypes.iter().copied()).ok_or_else(nothing)?)
}

/// Whether promotion takes values of one dtype to the other: then `to` holds them all, or nearly.
///
/// ```
/// use lunette::{DType, can_cast};
/// assert!(can_cast(DType::I16, DType::F32) && can_cast(DType::F32, DType::Complex64));
/// assert!(!can_cast(DType::F64, DType::F32) && !can_cast(DType::I8, DType::U8));
/// ```
pub fn can_cast(from: DType, to: DType) -> bool {
    promote(from, to) == to
}

/// Whether a dtype is of a kind, by the standard's words: `bool`, `signed integer`, `unsigned integer`, `integral`,
/// `real floating`, `complex floating`, `numeric`; or is just that dtype, by its name.
///
/// # Errors
/// If the word means nothing.
///
/// ```
/// use lunette::{DType, isdtype};
/// assert!(isdtype(DType::U8, "integral")? && isdtype(DType::U8, "numeric")?);
/// assert!(isdtype(DType::F32, "float32")? && !isdtype(DType::F32, "complex floating")?);
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn isdtype(dtype: DType, kind: &str) -> Result<bool> {
    use DTypeKind::{Bool, Complex, Float, Signed, Unsigned};
    let kinds: &[DTypeKind] = match kind {
        "bool" => &[Bool],
        "signed integer" => &[Signed],
        "unsigned integer" => &[Unsigned],
        "integral" => &[Signed, Unsigned],
        "real floating" => &[Float],
        "complex floating" => &[Complex],
        "numeric" => &[Signed, Unsigned, Float, Complex],
        name => {
            let allowed = "a dtype's name, or `bool`, `signed integer`, `unsigned integer`, `integral`, `real \
                           floating`, `complex floating`, `numeric`";
            let unknown =
                |_| ErrorKind::Argument { op: "isdtype", name: "kind", found: name.into(), allowed };
            return Ok(name.parse::<DType>().map_err(unknown)? == dtype);
        }
    };
    Ok(kinds.contains(&dtype.kind()))
}

/// The limits of a float dtype, as [`finfo`] gives them.
///
/// ```
/// use lunette::{DType, FloatInfo, finfo};
/// let FloatInfo { bits, eps, .. } = finfo(DType::F32)?;
/// assert_eq!((bits, eps), (32, f64::from(f32::EPSILON)));
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloatInfo {
    /// The dtype; of complex numbers that of their parts.
    pub dtype: DType,
    /// How many bits it takes.
    pub bits: usize,
    /// The distance from 1 to the next number.
    pub eps: f64,
    /// The greatest finite number.
    pub max: f64,
    /// The least finite number.
    pub min: f64,
    /// The least positive number of full precision.
    pub smallest_normal: f64,
}

/// The limits of a float dtype, or of the parts of a complex one.
///
/// # Errors
/// If the dtype is neither.
///
/// ```
/// use lunette::{DType, finfo};
/// assert_eq!(finfo(DType::F16)?.max, 65504.0);
/// assert_eq!(finfo(DType::Complex128)?.dtype, DType::F64);
/// assert!(finfo(DType::I32).is_err());
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn finfo(dtype: DType) -> Result<FloatInfo> {
    let real = dtype.as_real();
    let [eps, max, smallest_normal] = match real {
        DType::F16 => [f16::EPSILON, f16::MAX, f16::MIN_POSITIVE].map(f64::from),
        DType::BF16 => [bf16::EPSILON, bf16::MAX, bf16::MIN_POSITIVE].map(f64::from),
        DType::F32 => [f32::EPSILON, f32::MAX, f32::MIN_POSITIVE].map(f64::from),
        DType::F64 => [f64::EPSILON, f64::MAX, f64::MIN_POSITIVE],
        _ => {
            let cure = "only floats have such limits: `iinfo` knows those of integers";
            return Err(ErrorKind::Unsupported { op: "finfo", dtype, cure }.into());
        }
    };
    Ok(FloatInfo { dtype: real, bits: 8 * real.item_size(), eps, max, min: -max, smallest_normal })
}

/// The limits of an integer dtype, as [`iinfo`] gives them.
///
/// ```
/// use lunette::{DType, IntegerInfo, iinfo};
/// let IntegerInfo { min, max, .. } = iinfo(DType::I8)?;
/// assert_eq!((min, max), (-128, 127));
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntegerInfo {
    /// The dtype.
    pub dtype: DType,
    /// How many bits it takes.
    pub bits: usize,
    /// The greatest number.
    pub max: u64,
    /// The least number.
    pub min: i64,
}

/// The limits of an integer dtype.
///
/// # Errors
/// If the dtype is no integer.
///
/// ```
/// use lunette::{DType, iinfo};
/// assert_eq!(iinfo(DType::U64)?.max, u64::MAX);
/// assert_eq!(iinfo(DType::I32)?.min, -2147483648);
/// assert!(iinfo(DType::Bool).is_err());
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn iinfo(dtype: DType) -> Result<IntegerInfo> {
    let bits = 8 * dtype.item_size();
    let unused = 64 - bits.min(64);
    let (max, min) = match dtype.kind() {
        DTypeKind::Unsigned => (u64::MAX >> unused, 0),
        DTypeKind::Signed => (u64::MAX >> (unused + 1), i64::MIN >> unused),
        _ => {
            let cure = "only integers have such limits: `finfo` knows those of floats";
            return Err(ErrorKind::Unsupported { op: "iinfo", dtype, cure }.into());
        }
    };
    Ok(IntegerInfo { dtype, bits, max, min })
}
