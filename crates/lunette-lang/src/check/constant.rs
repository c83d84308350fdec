//! What is known of values before the program runs.

use lunette::DType;

use crate::value::Value;

/// Whether an operator on these dtypes works on integers.
pub(super) fn is_integer_pair(a: DType, b: DType) -> bool {
    lunette::promote(a, b).is_integer()
}

/// Whether a value is better written into the program than read from a variable: it is small, and holds no memory that
/// could be shared.
pub(super) fn is_plain(value: &Value) -> bool {
    match value {
        Value::Tensor(_) | Value::Fun(_) => false,
        Value::Tuple(fields) => fields.iter().all(is_plain),
        _ => true,
    }
}
