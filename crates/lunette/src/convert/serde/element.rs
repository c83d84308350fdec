//! One element in serde's formats.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error as _, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::dtype::{Complex32, Complex64, Element, bf16, f16};

/// An element that comes back as it went.
pub(super) trait Wired: Element {
    fn write<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error>;

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

/// Elements that every format can say.
macro_rules! plain {
    ($($T:ty),*) => { $(
        impl Wired for $T {
            fn write<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error> {
                self.serialize(serializer)
            }

            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::deserialize(deserializer)
            }
        }
    )* };
}

plain!(bool, i8, i16, i32, i64, u8, u16, u32, u64);

/// Floats: for people a number or a name, else as the type itself writes them. Rows: the float, the type of its numbers,
/// which holds every one of its values, the way there and the way back.
macro_rules! floats {
    ($($T:ty as $number:ty: $to:expr, $from:expr;)*) => { $(
        impl Wired for $T {
            fn write<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error> {
                let number: $number = $to(self);
                match name_of(number.into()) {
                    _ if !serializer.is_human_readable() => self.serialize(serializer),
                    Some(name) => serializer.serialize_str(name),
                    None => number.serialize(serializer),
                }
            }

            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                match deserializer.is_human_readable() {
                    false => Self::deserialize(deserializer),
                    true => Ok($from(deserializer.deserialize_any(Readable)?)),
                }
            }
        }
    )* };
}

floats! {
    f16 as f32: f16::to_f32, f16::from_f64;
    bf16 as f32: bf16::to_f32, bf16::from_f64;
    f32 as f32: |value| value, |value| value as f32;
    f64 as f64: |value| value, |value| value;
}

/// Complex numbers: a pair of floats.
macro_rules! pairs {
    ($($T:ty),*) => { $(
        impl Wired for $T {
            fn write<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error> {
                (Item(self.re), Item(self.im)).serialize(serializer)
            }

            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let (Item(re), Item(im)) = Deserialize::deserialize(deserializer)?;
                Ok(Self { re, im })
            }
        }
    )* };
}

pairs!(Complex32, Complex64);

/// How a number that has no digits is called: as the printers call it.
fn name_of(value: f64) -> Option<&'static str> {
    match value {
        _ if value.is_nan() => Some("nan"),
        f64::INFINITY => Some("inf"),
        f64::NEG_INFINITY => Some("-inf"),
        _ => None,
    }
}

/// A number, or the name of one.
struct Readable;

impl Visitor<'_> for Readable {
    type Value = f64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(r#"a number, "nan", "inf" or "-inf""#)
    }

    fn visit_f64<E>(self, value: f64) -> Result<f64, E> {
        Ok(value)
    }

    fn visit_i64<E>(self, value: i64) -> Result<f64, E> {
        Ok(value as f64)
    }

    fn visit_u64<E>(self, value: u64) -> Result<f64, E> {
        Ok(value as f64)
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<f64, E> {
        match name {
            "nan" => Ok(f64::NAN),
            "inf" => Ok(f64::INFINITY),
            "-inf" => Ok(f64::NEG_INFINITY),
            _ => Err(E::invalid_value(Unexpected::Str(name), &self)),
        }
    }
}

/// An element between serde's lists and ours.
struct Item<T>(T);

impl<T: Wired> Serialize for Item<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write(serializer)
    }
}

impl<'de, T: Wired> Deserialize<'de> for Item<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::read(deserializer).map(Self)
    }
}

/// Lists of elements, as `#[serde(with)]` wants them.
pub(super) mod list {
    use super::{Deserializer, Elements, Item, PhantomData, Serializer, Wired};

    pub(in super::super) fn serialize<T: Wired, S: Serializer>(
        values: &[T],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(values.iter().map(|&value| Item(value)))
    }

    pub(in super::super) fn deserialize<'de, T: Wired, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<T>, D::Error> {
        deserializer.deserialize_seq(Elements(PhantomData))
    }
}

struct Elements<T>(PhantomData<T>);

/// So many elements are believed to come because a format says so.
const BELIEVED: usize = 1 << 16;

impl<'de, T: Wired> Visitor<'de> for Elements<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of elements of dtype {}", T::DTYPE)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
        let mut values = Vec::with_capacity(list.size_hint().unwrap_or(0).min(BELIEVED));
        while let Some(Item(value)) = list.next_element()? {
            if values.len() == values.capacity() && values.try_reserve(1).is_err() {
                return Err(A::Error::custom("deserialize: the system has no memory for more elements"));
            }
            values.push(value);
        }
        Ok(values)
    }
}
