//! The verbs on the views that guards lend, whose element type is known.

use lunette::{Complex32, Complex64, DType, DynTensor, Item, Result, Tensor, bf16, f16};

/// Runs `$body` with `$T` standing for the element type of a dtype.
macro_rules! typed {
    ($dtype:expr, $T:ident => $body:expr) => {
        typed! { @rows $dtype, $T => $body;
            Bool bool, I8 i8, I16 i16, I32 i32, I64 i64, U8 u8, U16 u16, U32 u32, U64 u64,
            F16 f16, BF16 bf16, F32 f32, F64 f64, Complex64 Complex32, Complex128 Complex64
        }
    };
    (@rows $dtype:expr, $T:ident => $body:expr; $($name:ident $Type:ty),*) => {
        match $dtype { $( DType::$name => { type $T = $Type; $body } )* }
    };
}

pub fn load(x: &DynTensor, items: &[Item<'_>]) -> Result<DynTensor> {
    typed!(x.dtype(), T => {
        let x = x.clone().into_typed::<T>()?;
        let guard = x.read()?;
        guard.as_view().load(items).map(Tensor::into_dyn)
    })
}

pub fn store(x: &DynTensor, items: &[Item<'_>], value: &DynTensor) -> Result<()> {
    typed!(x.dtype(), T => {
        let x = x.clone().into_typed::<T>()?;
        x.write()?.as_view_mut().store(items, value)
    })
}
