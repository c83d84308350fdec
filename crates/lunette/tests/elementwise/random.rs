//! Random views against closures that see one element at a time.

use lunette::prelude::*;
use lunette::{Integer, Numeric};

use super::Result;

pub use crate::splitmix::Rng;

/// Views of small whole numbers that broadcast to one shape, each with its own order, steps and missing axes.
pub fn views<T: Element, const N: usize>(rng: &mut Rng) -> [Tensor<T>; N] {
    let rank = rng.below(5);
    let long = rng.below(6) == 0;
    let shape: Vec<usize> = (0..rank).map(|_| if long { 1 + rng.below(40) } else { rng.below(7) }).collect();
    std::array::from_fn(|_| view(rng, &shape))
}

fn view<T: Element>(rng: &mut Rng, shape: &[usize]) -> Tensor<T> {
    let kept = rng.below(8).saturating_sub(4).min(shape.len());
    let sizes: Vec<usize> = shape[kept..].iter().map(|&n| if rng.below(5) == 0 { 1 } else { n }).collect();
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    for k in (1..order.len()).rev() {
        order.swap(k, rng.below(k + 1));
    }
    // In memory the axes lie in another order, with gaps; then they are turned and put back.
    let steps: Vec<usize> = order.iter().map(|_| 1 + rng.below(2)).collect();
    let stored: Vec<usize> = order.iter().zip(&steps).map(|(&axis, step)| sizes[axis] * step).collect();
    let mut x = Tensor::<T>::from_flat_fn(&stored, |_| T::cast_from((rng.next() % 19) as i64 - 9)).unwrap();
    for (axis, &step) in steps.iter().enumerate() {
        let range =
            lunette::IndexRange::FULL.stepped(if rng.below(3) == 0 { -(step as i64) } else { step as i64 });
        let mut items = vec![Item::Range(lunette::IndexRange::FULL); axis];
        items.push(Item::Range(range));
        x = x.view(&items).unwrap();
    }
    let mut back = vec![0_usize; order.len()];
    for (place, &axis) in order.iter().enumerate() {
        back[axis] = place;
    }
    x.permute(back).unwrap()
}

/// Compares an operation with a closure on random views.
fn check<T: Element, U: Element>(
    name: &str,
    operation: impl Fn(&Tensor<T>, &Tensor<T>) -> Result<Tensor<U>>,
    closure: impl Fn(T, T) -> U,
) {
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let [a, b] = views::<T, 2>(&mut rng);
        let expected = a.zip_with(&b, &closure).unwrap();
        let context = || format!("{name} of {}, seed {seed}: {:?} {:?}", T::DTYPE, a.strides(), b.strides());
        assert_eq!(operation(&a, &b).unwrap(), expected, "{}", context());
    }
}

fn arithmetic<T: Numeric>() {
    check("add", |a: &Tensor<T>, b| a.add(b), T::wrapping_add);
    check("subtract", |a: &Tensor<T>, b| a.subtract(b), T::wrapping_sub);
    check("multiply", |a: &Tensor<T>, b| a.multiply(b), T::wrapping_mul);
    check("equal", |a: &Tensor<T>, b| a.equal(b), |a: T, b: T| a == b);
    check("not_equal", |a: &Tensor<T>, b| a.not_equal(b), |a: T, b: T| a != b);
}

fn order<T: Numeric + PartialOrd>() {
    check("less", |a: &Tensor<T>, b| a.less(b), |a: T, b: T| a < b);
    check("greater_equal", |a: &Tensor<T>, b| a.greater_equal(b), |a: T, b: T| a >= b);
    check("maximum", |a: &Tensor<T>, b| a.maximum(b), |a: T, b: T| if a > b { a } else { b });
    check("minimum", |a: &Tensor<T>, b| a.minimum(b), |a: T, b: T| if a < b { a } else { b });
}

fn division<T: Integer>() {
    // The divisor is never 0.
    let divisor = |b: &Tensor<T>| b.map(|b| if b == T::ZERO { T::ONE } else { b });
    let floor = |a: T, b: T| {
        let (a, b) = (a.to_i128(), if b == T::ZERO { 1 } else { b.to_i128() });
        (a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0)) as i64
    };
    check(
        "floor_divide",
        |a: &Tensor<T>, b| a.floor_divide(&divisor(b)?),
        move |a, b| T::cast_from(floor(a, b)),
    );
    let left = move |a: T, b: T| {
        let (a, b, quotient) =
            (a.to_i128(), if b == T::ZERO { 1 } else { b.to_i128() }, i128::from(floor(a, b)));
        T::cast_from((a - quotient * b) as i64)
    };
    check("remainder", |a: &Tensor<T>, b| a.remainder(&divisor(b)?), left);
}

macro_rules! for_all {
    ($function:ident: $($T:ty)*) => { $($function::<$T>();)* };
}

#[test]
fn arithmetic_of_every_dtype() {
    for_all!(arithmetic: i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 lunette::f16 lunette::bf16);
    for_all!(arithmetic: lunette::Complex32 lunette::Complex64);
}

#[test]
fn order_of_every_dtype() {
    for_all!(order: i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 lunette::f16 lunette::bf16);
}

#[test]
fn division_of_every_integer() {
    for_all!(division: i8 i16 i32 i64 u8 u16 u32 u64);
}

#[test]
fn choices_and_limits() -> Result<()> {
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let [mask, a, b] = views::<i32, 3>(&mut rng);
        let mask = mask.greater(0)?;
        let pairs = a.zip_with(&b, |a, b| i64::from(a) * 1000 + i64::from(b) + 500)?;
        let expected = mask.zip_with(&pairs, |yes, pair| {
            let (a, b) = (pair.div_euclid(1000), pair.rem_euclid(1000) - 500);
            (if yes { a } else { b }) as i32
        })?;
        assert_eq!(where_(&mask, &a, &b)?, expected, "seed {seed}");
        assert_eq!(a.clip(-2, 3)?, a.map(|a| a.clamp(-2, 3))?, "seed {seed}");
    }
    Ok(())
}
