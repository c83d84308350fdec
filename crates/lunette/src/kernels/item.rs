//! Elements as plain bytes: what moves an element depends on its size only.

use crate::dtype::DType;

/// A plain value of the size of some dtype, and aligned no more strictly than any dtype of that size.
pub(crate) trait Item: Copy + Send + Sync + 'static {}

/// Eight bytes, aligned as a complex64 is: its two floats may lie at any multiple of four.
#[derive(Clone, Copy)]
#[repr(C, packed(4))]
pub(crate) struct Eight(u64);

impl Item for u8 {}
impl Item for u16 {}
impl Item for u32 {}
impl Item for Eight {}
impl Item for [u64; 2] {}

// Positions, which masks move like elements.
impl Item for i64 {}
impl Item for isize {}

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
            S::Eight => { type $T = $crate::kernels::item::Eight; $body }
            S::Sixteen => { type $T = [u64; 2]; $body }
        }
    }};
}
pub(crate) use dispatch_item;

#[cfg(test)]
mod tests {
    use super::ItemSize;
    use crate::DType;

    #[test]
    fn items_are_aligned_no_more_strictly_than_dtypes() {
        for dtype in DType::ALL {
            dispatch_item!(ItemSize::of(dtype), T => {
                assert_eq!(size_of::<T>(), dtype.item_size(), "{dtype}");
                assert!(align_of::<T>() <= dtype.alignment(), "{dtype}");
            });
        }
    }
}
