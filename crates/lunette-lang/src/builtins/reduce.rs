//! Many elements to one.

use super::row::Builtin;

pub(super) static ROWS: &[Builtin] = &[];
