//! serde: a tensor is its dtype, its shape and its elements in row-major order, and is checked when it is read.
//!
//! In formats for people, such as JSON, floats of every width are numbers, and what no number says is text: `"nan"`,
//! `"inf"`, `"-inf"`. In others they are their bits.

mod element;

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use self::element::Wired;
use crate::dtype::{Complex32, Complex64, DType, bf16, f16};
use crate::error::Result;
use crate::layout::Order;
use crate::tensor::{Dyn, Kind, Tensor};

/// The form in which tensors travel: the variant is the dtype.
macro_rules! wire {
    ($($variant:ident($T:ty) = $name:literal;)*) => {
        #[derive(Serialize, Deserialize)]
        enum Wire {
            $( #[serde(rename = $name)] $variant(Parts<$T>), )*
        }

        impl Wire {
            fn of(tensor: &Tensor<Dyn>) -> Result<Self> {
                Ok(match tensor.dtype() {
                    $( DType::$variant => Self::$variant(Parts::of(&tensor.clone().into_typed()?)?), )*
                })
            }

            fn tensor(self) -> Result<Tensor<Dyn>> {
                match self {
                    $( Self::$variant(parts) => parts.tensor(), )*
                }
            }
        }
    };
}

wire! {
    Bool(bool) = "bool";
    I8(i8) = "i8";
    I16(i16) = "i16";
    I32(i32) = "i32";
    I64(i64) = "i64";
    U8(u8) = "u8";
    U16(u16) = "u16";
    U32(u32) = "u32";
    U64(u64) = "u64";
    F16(f16) = "f16";
    BF16(bf16) = "bf16";
    F32(f32) = "f32";
    F64(f64) = "f64";
    Complex64(Complex32) = "complex64";
    Complex128(Complex64) = "complex128";
}

#[derive(Serialize, Deserialize)]
#[serde(bound = "T: Wired")]
struct Parts<T> {
    shape: Vec<usize>,
    #[serde(with = "element::list")]
    data: Vec<T>,
}

impl<T: Wired> Parts<T> {
    fn of(tensor: &Tensor<T>) -> Result<Self> {
        Ok(Self { shape: tensor.shape().to_vec(), data: tensor.to_vec_for("serialize")? })
    }

    fn tensor(self) -> Result<Tensor<Dyn>> {
        Tensor::from_vec_for("deserialize", self.data, &self.shape, Order::C).map(Tensor::into_dyn)
    }
}

impl<K: Kind> Serialize for Tensor<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Wire::of(&self.to_dyn()).map_err(S::Error::custom)?.serialize(serializer)
    }
}

/// Reads what was written; for a tensor whose dtype is in the type, another dtype is an error.
impl<'de, K: Kind> Deserialize<'de> for Tensor<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tensor = Wire::deserialize(deserializer)?.tensor().map_err(D::Error::custom)?;
        K::check("deserialize", tensor.dtype()).map_err(D::Error::custom)?;
        Ok(Self::wrap(tensor.handle))
    }
}
