//! Values as text: the language's `print`, literals, and what a prompt shows (R27).

use std::fmt::{self, Write};

use lunette::Scalar;
use lunette::print::{Style, scalar};

use super::{RangeValue, Value};
use crate::syntax::tree::RangeNotation;

/// As `print` shows it: strings raw, everything else as a literal.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Str(text) => f.write_str(text),
            other => write_literal(f, other),
        }
    }
}

impl Value {
    /// The value as it is written in a program: it reads back to the same value and dtype. The one exception is an
    /// `i64` scalar that `i32` holds too, which has no suffix: counts and sums are `i64`, and a plain integer widens to
    /// it by itself.
    pub fn literal(&self) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| write_literal(f, self))
    }

    /// The value as a prompt shows it: tensors in rows and summarised, everything else as a literal.
    pub fn display(&self) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| match self {
            Self::Tensor(tensor) if tensor.rank() > 0 => write!(f, "{tensor}"),
            other => write_literal(f, other),
        })
    }
}

fn write_literal(f: &mut fmt::Formatter<'_>, value: &Value) -> fmt::Result {
    match value {
        Value::Scalar(scalar) => write_scalar(f, *scalar),
        Value::Tensor(tensor) => match (tensor.rank(), tensor.value()) {
            (0, Ok(one)) => write_scalar(f, one),
            _ => write!(f, "{}", tensor.literal()),
        },
        Value::Str(text) => write_quoted(f, text),
        Value::Tuple(fields) => write_tuple(f, fields),
        Value::Range(range) => write!(f, "{range}"),
        Value::NewAxis => f.write_str("NewAxis"),
        Value::Fill => f.write_str("Fill"),
        Value::DType(dtype) => write!(f, "{dtype}"),
        Value::Fun(function) => write!(f, "fun {}", function.name),
    }
}

fn write_scalar(f: &mut fmt::Formatter<'_>, value: Scalar) -> fmt::Result {
    match value {
        Scalar::I64(int) if i32::try_from(int).is_ok() => write!(f, "{int}"),
        other => write!(f, "{}", scalar(other, Style::Literal)),
    }
}

fn write_tuple(f: &mut fmt::Formatter<'_>, fields: &[Value]) -> fmt::Result {
    f.write_char('(')?;
    for (k, field) in fields.iter().enumerate() {
        if k > 0 {
            f.write_char(',')?;
        }
        write_literal(f, field)?;
    }
    f.write_str(if fields.len() == 1 { ",)" } else { ")" })
}

/// A string with the escapes that the language reads.
fn write_quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\t' => f.write_str("\\t")?,
            '\r' => f.write_str("\\r")?,
            '\0' => f.write_str("\\0")?,
            c if c.is_control() => write!(f, "\\u{{{:x}}}", u32::from(c))?,
            c => f.write_char(c)?,
        }
    }
    f.write_char('"')
}

/// As it was written: `0:3:1`, `1..`, `{..., -1}`. Only `a...a`, which would be read as the integer (R9), is `a:a`.
impl fmt::Display for RangeValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |f: &mut fmt::Formatter<'_>, part: Option<i64>| match part {
            Some(number) => write_scalar(f, Scalar::I64(number)),
            None => Ok(()),
        };
        let would_collapse = self.start.is_some() && self.start == self.end && self.every.is_none();
        if self.every.is_some() {
            f.write_char('{')?;
        }
        part(f, self.start)?;
        f.write_str(match self.notation {
            RangeNotation::Colon => ":",
            RangeNotation::Inclusive => "..",
            RangeNotation::Exclusive if would_collapse => ":",
            RangeNotation::Exclusive => "...",
        })?;
        part(f, self.end)?;
        if self.step.is_some() {
            f.write_char(':')?;
            part(f, self.step)?;
        }
        if self.every.is_some() {
            f.write_str(", ")?;
            part(f, self.every)?;
            f.write_char('}')?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use lunette::prelude::*;

    use super::*;

    fn check(value: &Value, printed: &str, literal: &str) {
        assert_eq!((value.to_string().as_str(), value.literal().to_string().as_str()), (printed, literal));
    }

    #[test]
    fn strings_are_raw_alone_and_quoted_inside() {
        let text = Value::Str("a \"b\"\n".into());
        check(&text, "a \"b\"\n", r#""a \"b\"\n""#);
        check(&Value::tuple([text, Value::Scalar(1.into())]), r#"("a \"b\"\n",1)"#, r#"("a \"b\"\n",1)"#);
    }

    #[test]
    fn tuples_of_counts_have_no_suffix() {
        check(&Value::tuple([3_i64, 2].map(|n| Value::Scalar(n.into()))), "(3,2)", "(3,2)");
        check(&Value::Scalar(Scalar::I64(-(1 << 31))), "-2147483648", "-2147483648");
        check(&Value::Scalar(Scalar::I64(1 << 31)), "2147483648i64", "2147483648i64");
        check(&Value::tuple([Value::Scalar(Scalar::F32(0.5))]), "(0.5f32,)", "(0.5f32,)");
        check(&Value::nothing(), "()", "()");
    }

    #[test]
    fn tensors_are_literals_and_rank_0_is_its_scalar() {
        let x = tensor![[6, 7, 8], [9, 10, 11]].into_dyn();
        check(&Value::Tensor(x.clone()), "tensor((2,3), {6,7,8,9,10,11})", "tensor((2,3), {6,7,8,9,10,11})");
        assert_eq!(Value::Tensor(x).display().to_string(), "Tensor([[ 6,  7,  8],\n        [ 9, 10, 11]])");
        check(&Value::Tensor(DynTensor::scalar_of(5_u8).unwrap()), "5u8", "5u8");
    }

    #[test]
    fn ranges_print_as_written() {
        let colon = RangeNotation::Colon;
        let range = RangeValue { notation: colon, start: Some(0), end: Some(2), step: Some(1), every: None };
        assert_eq!(range.to_string(), "0:2:1");
        let open = RangeValue { start: None, end: None, step: Some(-1), ..range };
        assert_eq!(open.to_string(), "::-1");
        let every = RangeValue { notation: RangeNotation::Exclusive, step: None, every: Some(-2), ..open };
        assert_eq!(every.to_string(), "{..., -2}");
        let until = RangeValue { notation: RangeNotation::Inclusive, end: Some(-1), step: None, ..open };
        assert_eq!(until.to_string(), "..-1");
        let empty = RangeValue { start: Some(2), step: None, every: None, ..every };
        assert_eq!(empty.to_string(), "2...");
        assert_eq!(RangeValue { end: Some(2), ..empty }.to_string(), "2:2");
        assert_eq!(RangeValue { end: Some(2), every: Some(1), ..empty }.to_string(), "{2...2, 1}");
        assert_eq!(RangeValue { end: Some(1 << 40), ..empty }.to_string(), "2...1099511627776i64");
    }
}
