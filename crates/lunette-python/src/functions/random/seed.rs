//! Seeds.

use pyo3::prelude::*;

use crate::arg::Several;
use crate::error::{class_name, type_error, value_error};

/// An integer of any size that is not negative, or several of them.
pub struct Seed(pub u64);

impl<'py> FromPyObject<'_, 'py> for Seed {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Some(seed) = integer(&object)? {
            return Ok(Self(seed));
        }
        let wrong = || -> PyErr {
            let class = class_name(&object);
            type_error(format!("a seed is an integer or several of them, found {class}")).into()
        };
        let parts = object.extract::<Several<Bound<'_, PyAny>>>().map_err(|_| wrong())?.0;
        let mix = |seed, part: &Bound<'_, PyAny>| Ok(mixed(seed, integer(part)?.ok_or_else(wrong)?));
        parts.iter().try_fold(0, mix).map(Self)
    }
}

/// The seed of one integer; none for what is none. Arrays have `__index__` too, and refuse.
fn integer(object: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    match (object.extract::<u64>(), object.call_method0("__index__")) {
        (Ok(seed), _) => Ok(Some(seed)),
        (_, Ok(number)) => whole(&number).map(Some),
        _ => Ok(None),
    }
}

/// A large integer, in parts of 64 bits.
fn whole(number: &Bound<'_, PyAny>) -> PyResult<u64> {
    if number.lt(0)? {
        return Err(value_error(format!("a seed cannot be negative, found {number}")).into());
    }
    let (mut seed, mut rest) = (0, number.clone());
    while rest.is_truthy()? {
        seed = mixed(seed, rest.bitand(u64::MAX)?.extract()?);
        rest = rest.rshift(64)?;
    }
    Ok(seed)
}

/// Two numbers as one, by the finisher of SplitMix64, so that neither neighbours nor the order are lost.
fn mixed(seed: u64, part: u64) -> u64 {
    let mut mixed =
        seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(part).wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
