//! `:layout`: how the elements of a tensor lie in memory.

use lunette_lang::value::Value;
use lunette_lang::words;

/// Everything about the layout of a tensor, one fact to a line; none for other values.
pub fn describe(value: &Value) -> Option<String> {
    let Value::Tensor(tensor) = value else { return None };
    let (layout, flags, dtype) = (tensor.layout(), tensor.flags(), tensor.dtype());
    let order = match (flags.c_contiguous, flags.f_contiguous) {
        (true, true) => "row-major and column-major, without gaps",
        (true, false) => "row-major, without gaps",
        (false, true) => "column-major, without gaps",
        (false, false) => "neither row-major nor column-major",
    };
    let memory = if tensor.is_view() { "shared with what it is a view of" } else { "its own" };
    let bytes = layout.len().saturating_mul(dtype.item_size());
    let rows = [
        ("dtype", format!("{dtype}, {} bytes an element", dtype.item_size())),
        ("shape", words::shape(layout.shape())),
        ("strides", format!("{} elements", words::tuple(layout.strides()))),
        ("offset", layout.offset().to_string()),
        ("order", order.to_owned()),
        ("memory", format!("{memory}; {} elements, {bytes} bytes", layout.len())),
    ];
    Some(rows.map(|(name, fact)| format!("{name:9}{fact}\n")).concat())
}
