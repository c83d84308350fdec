//! Dtypes as the codes of Python's `struct` module and NumPy's type strings.

use std::ffi::{CStr, c_long};

use lunette::DType;

use crate::dtype::kind_letter;

/// C's `long` has eight bytes here, and not four.
const LONG_IS_WIDE: bool = size_of::<c_long>() == 8;

/// The code of a dtype for the buffer protocol; none for bfloat16, which Python does not know.
///
/// NumPy takes the integers of `long`'s width for `long`, and its arrays of other integers of that width are not of the
/// same dtype in the eyes of code that is written in C.
pub fn code_of(dtype: DType) -> Option<&'static CStr> {
    Some(match dtype {
        DType::Bool => c"?",
        DType::I8 => c"b",
        DType::I16 => c"h",
        DType::I32 if !LONG_IS_WIDE => c"l",
        DType::I32 => c"i",
        DType::I64 if LONG_IS_WIDE => c"l",
        DType::I64 => c"q",
        DType::U8 => c"B",
        DType::U16 => c"H",
        DType::U32 if !LONG_IS_WIDE => c"L",
        DType::U32 => c"I",
        DType::U64 if LONG_IS_WIDE => c"L",
        DType::U64 => c"Q",
        DType::F16 => c"e",
        DType::F32 => c"f",
        DType::F64 => c"d",
        DType::Complex64 => c"Zf",
        DType::Complex128 => c"Zd",
        DType::BF16 => return None,
    })
}

/// The dtype of a code, with its size, and whether its bytes are in the other order.
///
/// The size decides how wide integers are: it differs between the machines' own sizes and the standard ones.
pub fn of_code(code: &str, item_size: usize) -> Option<(DType, bool)> {
    let (order, letters) = match code.as_bytes().first() {
        Some(b'@' | b'=' | b'<' | b'>' | b'!' | b'^') => code.split_at(1),
        _ => ("", code),
    };
    let kind = match letters {
        "?" => 'b',
        "b" | "h" | "i" | "l" | "q" | "n" => 'i',
        "B" | "H" | "I" | "L" | "Q" | "N" | "c" => 'u',
        "e" | "f" | "d" => 'f',
        "Zf" | "Zd" | "F" | "D" => 'c',
        _ => return None,
    };
    let is_big = match order {
        "<" => Some(false),
        ">" | "!" => Some(true),
        _ => None,
    };
    Some((of_kind(kind, item_size)?, is_swapped(is_big, item_size)))
}

/// The dtype of a type string such as `<f8`, and whether its bytes are in the other order.
pub fn of_typestr(text: &str) -> Option<(DType, bool)> {
    let mut chars = text.chars();
    let (order, kind) = (chars.next()?, chars.next()?);
    let item_size = chars.as_str().parse().ok()?;
    let is_big = match order {
        '<' => Some(false),
        '>' => Some(true),
        _ => None,
    };
    Some((of_kind(kind, item_size)?, is_swapped(is_big, item_size)))
}

/// The type string of a dtype; none for bfloat16.
pub fn typestr_of(dtype: DType) -> Option<String> {
    let order = match (dtype.item_size(), cfg!(target_endian = "big")) {
        (1, _) => '|',
        (_, true) => '>',
        (_, false) => '<',
    };
    (dtype != DType::BF16).then(|| format!("{order}{}{}", kind_letter(dtype), dtype.item_size()))
}

/// The dtype of a kind's letter and a size; bfloat16 has no letter.
pub fn of_kind(kind: char, item_size: usize) -> Option<DType> {
    let fits = |dtype: &DType| {
        *dtype != DType::BF16 && kind_letter(*dtype) == kind && dtype.item_size() == item_size
    };
    DType::ALL.into_iter().find(fits)
}

fn is_swapped(is_big: Option<bool>, item_size: usize) -> bool {
    item_size > 1 && is_big.is_some_and(|is_big| is_big != cfg!(target_endian = "big"))
}
