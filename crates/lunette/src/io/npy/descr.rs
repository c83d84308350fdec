//! The names that NumPy has for dtypes in files: `<f8`, `|b1`, `>c16`.

use crate::dtype::DType;

/// What a name stands for: a dtype, and whether its bytes are in the other order than this machine's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Descr {
    pub(super) dtype: DType,
    pub(super) swapped: bool,
}

/// Kinds and sizes, and the dtypes that they are.
const TABLE: [(&str, DType); 14] = [
    ("b1", DType::Bool),
    ("i1", DType::I8),
    ("i2", DType::I16),
    ("i4", DType::I32),
    ("i8", DType::I64),
    ("u1", DType::U8),
    ("u2", DType::U16),
    ("u4", DType::U32),
    ("u8", DType::U64),
    ("f2", DType::F16),
    ("f4", DType::F32),
    ("f8", DType::F64),
    ("c8", DType::Complex64),
    ("c16", DType::Complex128),
];

impl Descr {
    /// What a name stands for.
    ///
    /// # Errors
    /// What to do about a dtype that no tensor has.
    pub(super) fn parse(text: &str) -> Result<Self, &'static str> {
        let other = if cfg!(target_endian = "little") { '>' } else { '<' };
        let name = text.strip_prefix(['<', '>', '=', '|']).unwrap_or(text);
        let name = if name == "?" { "b1" } else { name };
        match TABLE.iter().find(|(known, _)| *known == name) {
            Some(&(_, dtype)) => {
                Ok(Self { dtype, swapped: text.starts_with(other) && dtype.item_size() > 1 })
            }
            None => Err(cure(name)),
        }
    }

    /// The name of a dtype in this machine's byte order; none if NumPy does not have it.
    pub(super) fn name(dtype: DType) -> Option<String> {
        let (name, _) = TABLE.iter().find(|(_, known)| *known == dtype)?;
        let order = match dtype.item_size() {
            1 => '|',
            _ if cfg!(target_endian = "little") => '<',
            _ => '>',
        };
        Some(format!("{order}{name}"))
    }
}

/// What to do about a dtype that no tensor has.
fn cure(name: &str) -> &'static str {
    match name.chars().next() {
        Some('O') => "these are pickled Python objects, which only Python can read: save an array of numbers",
        Some('V') => {
            "raw bytes have no meaning here (so NumPy writes bfloat16): save it as float32, or as safetensors"
        }
        Some('S' | 'U' | 'a') => "tensors hold numbers, no text: save numbers",
        Some('M' | 'm') => "tensors hold no dates: save `x.astype('int64')`",
        Some('f' | 'g') => "tensors have no floats of this size: save `x.astype('float64')`",
        Some('c' | 'G') => "tensors have no complex numbers of this size: save `x.astype('complex128')`",
        _ => "no tensor holds such elements: save an array of bools, integers, floats or complex numbers",
    }
}

#[cfg(test)]
mod tests {
    use super::Descr;
    use crate::dtype::DType;

    #[test]
    fn every_dtype_but_bf16_has_a_name_that_reads_back() {
        for dtype in DType::ALL {
            match Descr::name(dtype) {
                Some(name) => assert_eq!(Descr::parse(&name), Ok(Descr { dtype, swapped: false })),
                None => assert_eq!(dtype, DType::BF16),
            }
        }
    }

    #[test]
    fn byte_orders() {
        let other = if cfg!(target_endian = "little") { ">" } else { "<" };
        for (text, dtype, swapped) in [
            (&*format!("{other}i4"), DType::I32, true),
            (&*format!("{other}c16"), DType::Complex128, true),
            (&*format!("{other}u1"), DType::U8, false),
            ("=f2", DType::F16, false),
            ("|b1", DType::Bool, false),
            ("?", DType::Bool, false),
            ("f8", DType::F64, false),
            ("|i8", DType::I64, false),
        ] {
            assert_eq!(Descr::parse(text), Ok(Descr { dtype, swapped }), "{text}");
        }
    }

    #[test]
    fn others_get_a_cure() {
        for text in
            ["|O", "<V2", "|S5", "<U3", "<M8[ns]", "<f16", "<c32", "<i16", "<f", "", "<", "<<f8", "i", "é4"]
        {
            assert!(Descr::parse(text).is_err(), "{text}");
        }
    }
}
