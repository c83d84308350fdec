//! Random elements of every dtype with the odd ones among them, the order they should have, and random views.

use std::cmp::Ordering;

use lunette::prelude::*;
use lunette::{Complex32, Complex64, bf16, f16};

pub use crate::splitmix::Rng;

/// An element with an order that is too simple to be wrong.
pub trait Number: Element {
    fn random(rng: &mut Rng) -> Self;

    /// NaN is not part of it.
    fn order(a: Self, b: Self) -> Ordering;

    /// 0 for numbers; the greater, the farther behind all numbers.
    fn class(self) -> u8 {
        0
    }

    /// What sorting should compare by.
    fn compare(a: Self, b: Self, descending: bool) -> Ordering {
        let order = if descending { Self::order(b, a) } else { Self::order(a, b) };
        a.class().cmp(&b.class()).then(order)
    }

    fn is_nan(self) -> bool {
        self.class() > 0
    }
}

macro_rules! integers {
    ($($T:ident)*) => { $(
        impl Number for $T {
            fn random(rng: &mut Rng) -> Self {
                match rng.below(8) {
                    0 => $T::MIN,
                    1 => $T::MAX,
                    2..5 => rng.below(5) as $T,
                    _ => rng.next() as $T,
                }
            }
            fn order(a: Self, b: Self) -> Ordering {
                a.cmp(&b)
            }
        }
    )* };
}
integers! { i8 i16 i32 i64 u8 u16 u32 u64 }

impl Number for bool {
    fn random(rng: &mut Rng) -> Self {
        rng.below(2) == 1
    }
    fn order(a: Self, b: Self) -> Ordering {
        a.cmp(&b)
    }
}

macro_rules! floats {
    ($($T:ident)*) => { $(
        impl Number for $T {
            fn random(rng: &mut Rng) -> Self {
                let special = [f64::NAN, -f64::NAN, 0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, 1.0, -1.0, 1e-40];
                match rng.below(3) {
                    0 => $T::cast_from(special[rng.below(special.len())]),
                    1 => $T::cast_from(rng.below(7) as f64 - 3.0),
                    _ => $T::cast_from((rng.next() as i64 as f64 / 2f64.powi(60)).powi(3)),
                }
            }
            fn order(a: Self, b: Self) -> Ordering {
                a.partial_cmp(&b).unwrap_or(Ordering::Equal)
            }
            fn class(self) -> u8 {
                u8::from($T::is_nan(self))
            }
        }
    )* };
}
floats! { f16 bf16 f32 f64 }

macro_rules! complex {
    ($($T:ident $F:ident)*) => { $(
        impl Number for $T {
            fn random(rng: &mut Rng) -> Self {
                Self::new($F::random(rng), $F::random(rng))
            }
            fn order(a: Self, b: Self) -> Ordering {
                $F::order(a.re, b.re).then($F::order(a.im, b.im))
            }
            fn class(self) -> u8 {
                2 * self.re.class() + self.im.class()
            }
        }
    )* };
}
complex! { Complex32 f32 Complex64 f64 }

/// Runs `$check::<T>($seed)` for every element type.
#[macro_export]
macro_rules! for_all_dtypes {
    ($check:ident, $seed:expr) => {
        for_all_dtypes!(@ $check, $seed, bool i8 i16 i32 i64 u8 u16 u32 u64)
        ;for_all_dtypes!(@ $check, $seed, f32 f64)
        ;$check::<lunette::f16>($seed)
        ;$check::<lunette::bf16>($seed)
        ;$check::<lunette::Complex32>($seed)
        ;$check::<lunette::Complex64>($seed)
    };
    (@ $check:ident, $seed:expr, $($T:ident)*) => { $( $check::<$T>($seed) );* };
}

/// Elements as text that tells -0.0 from 0.0 and equals itself where NaN does not.
pub fn text<T: Element>(values: &[T]) -> Vec<String> {
    values.iter().map(|value| format!("{value:?}")).collect()
}

/// A view of random numbers: up to three axes, permuted, stepped, turned round; sometimes empty.
pub fn random_view<T: Number>(rng: &mut Rng, longest: usize) -> Tensor<T> {
    let rank = 1 + rng.below(3);
    let mut shape: Vec<usize> = (0..rank).map(|_| 1 + rng.below(5)).collect();
    shape[rng.below(rank)] = rng.below(longest + 1);
    let wide: Vec<usize> = shape.iter().map(|size| 2 * size + 1).collect();
    let whole = Tensor::from_flat_fn(&wide, |_| T::random(rng)).unwrap();
    let mut view = match rng.below(3) {
        0 => Tensor::from_flat_fn(&shape, |_| T::random(rng)).unwrap(),
        _ => {
            let second = vec![(1.., 2); rank];
            let items: Vec<Item<'_>> = second.into_iter().map(lunette::index::IntoItem::into_item).collect();
            whole.view(&items).unwrap()
        }
    };
    if rng.below(2) == 0 {
        view = view.transpose();
    }
    if rng.below(2) == 0 {
        view = view.flip(rng.below(rank) as i64).unwrap();
    }
    view
}

/// The rows of a tensor along its axis, each found index by index.
pub fn rows<T: Element>(x: &Tensor<T>, axis: usize) -> Vec<Vec<T>> {
    let moved = x.moveaxis(axis as i64, -1).unwrap();
    let values = moved.to_vec().unwrap();
    let len = x.shape()[axis];
    if len == 0 { Vec::new() } else { values.chunks(len).map(<[T]>::to_vec).collect() }
}

/// The indices that sort a row, by comparing.
pub fn naive_order<T: Number>(row: &[T], descending: bool) -> Vec<i64> {
    let mut order: Vec<i64> = (0..row.len() as i64).collect();
    order.sort_by(|&a, &b| T::compare(row[a as usize], row[b as usize], descending));
    order
}
