//! Elements as plain bytes: what moves an element depends on its size only.

use crate::dtype::DType;

/// A plain value of the size and alignment of some dtype.
///
/// Every dtype of one item size is aligned at least as its item: 16 bytes are two floats, aligned to 8.
pub(crate) trait Item: Copy + Send + Sync + 'static {}

impl Item for u8 {}
impl Item for u16 {}
impl Item for u32 {}
impl Item for u64 {}
impl Item for [u64; 2] {}

/// The size of an element; the one thing that moving it depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ItemSize {
    One,
    Two,
    Four,
    Eight,
    Sixteen,
}

impl ItemSize {
    /// The item size of a dtype.
    #[inline]
    pub(crate) fn of(dtype: DType) -> Self {
        match dtype.item_size() {
            1 => Self::One,
            2 => Self::Two,
            4 => Self::Four,
            8 => Self::Eight,
            _ => Self::Sixteen,
        }
    }
}

/// Runs `$body` with `$T` standing for the item of `$size`: the one match over item sizes.
#[rustfmt::skip]
macro_rules! dispatch_item {
    ($size:expr, $T:ident => $body:expr) => {{
        use $crate::kernels::item::ItemSize as S;
        match $size {
            S::One => { type $T = u8; $body }
            S::Two => { type $T = u16; $body }
            S::Four => { type $T = u32; $body }
            S::Eight => { type $T = u64; $body }
            S::Sixteen => { type $T = [u64; 2]; $body }
        }
    }};
}
pub(crate) use dispatch_item;
