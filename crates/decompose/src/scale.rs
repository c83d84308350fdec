//! Elements that are very large or very small, brought to a size at which products of a few of them are numbers.
//!
//! Decompositions square elements and multiply the squares. Where that would overflow or vanish, a matrix is multiplied
//! by a power of two first: that is exact, but for elements so far below the largest that they do not count beside it.
//! Vectors are the same for both matrices; values are multiplied back.

use num_traits::Float;

use crate::Field;
use crate::vector::{self, Kernel};

/// The share of all exponents on either side of 1 that need no scaling: products of four elements, and sums of many of
/// those, stay far from both ends.
const SHARE: i32 = 5;

/// How many maxima are kept side by side, so that they can be searched by vectors.
const LANES: usize = 64;

/// The exponent of the power of two that elements have been multiplied by; 0 where they are as they were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scale(i32);

impl Scale {
    /// Brings elements to a size at which they can be decomposed.
    pub(crate) fn bring<T: Field>(data: &mut [T]) -> Self {
        let reach = reach::<T>();
        Self::bring_between(data, [-reach, reach])
    }

    /// As [`bring`](Self::bring), but only small elements become larger. So none is lost beside the largest: a
    /// triangular factor may be as exact in each of its rows as the row is.
    pub(crate) fn bring_up<T: Field>(data: &mut [T]) -> Self {
        Self::bring_between(data, [-reach::<T>(), i32::MAX])
    }

    /// As [`bring`](Self::bring), but so that the square of an element is not small beside the element, whatever the
    /// precision: `faer` compares the two where it makes the vectors of conjugate pairs.
    pub(crate) fn bring_high<T: Field>(data: &mut [T]) -> Self {
        let digits = -exponent(<T::Part as Float>::epsilon());
        Self::bring_between(data, [digits, reach::<T>()])
    }

    /// Brings the exponent of the largest part between two others.
    fn bring_between<T: Field>(data: &mut [T], bounds: [i32; 2]) -> Self {
        let scale = Self::for_largest(largest(data), bounds);
        scale.apply(data);
        scale
    }

    /// As [`bring`](Self::bring), for a square matrix of which only the lower half counts.
    pub(crate) fn bring_lower<T: Field>(data: &mut [T], n: usize) -> Self {
        let columns = data.chunks_exact(n.max(1)).enumerate();
        let most = columns.fold(zero::<T>(), |most, (j, column)| {
            let found = largest(&column[j..]);
            if found > most { found } else { most }
        });
        let reach = reach::<T>();
        let scale = Self::for_largest(most, [-reach, reach]);
        if scale != Self::default() {
            for (j, column) in data.chunks_exact_mut(n.max(1)).enumerate() {
                scale.apply(&mut column[j..]);
            }
        }
        scale
    }

    /// The scale for elements of which this is the largest part; one that is 0 or infinite leaves them as they are.
    fn for_largest<P: Float>(largest: P, [least, most]: [i32; 2]) -> Self {
        if largest == P::zero() || !largest.is_finite() {
            return Self::default();
        }
        let found = exponent(largest);
        Self(found.clamp(least, most) - found)
    }

    /// The exponent.
    pub(crate) fn exponent(self) -> i32 {
        self.0
    }

    /// Multiplies elements by the power of two.
    pub(crate) fn apply<T: Field>(self, data: &mut [T]) {
        // In two steps where the power of two itself is no number.
        let most = exponent(<T::Part as Float>::max_value()) - 1;
        let first = self.0.clamp(-most, most);
        for step in [first, self.0 - first].into_iter().filter(|&step| step != 0) {
            let factor = power_of_two(step);
            data.iter_mut().for_each(|value| *value = value.multiplied_by(factor));
        }
    }

    /// Multiplies what follows from scaled elements, and grows with them, back.
    pub(crate) fn undo<T: Field>(self, data: &mut [T]) {
        Self(-self.0).apply(data);
    }

    /// The product of elements as they were before they were scaled; it overflows or vanishes only if the result does.
    pub(crate) fn unscaled_product<T: Field>(self, factors: &[T]) -> T {
        let mut power = -i64::from(self.0) * factors.len() as i64;
        let mut product = T::ONE;
        for &factor in factors {
            let (factor, of_factor) = normalized(factor);
            let (next, of_product) = normalized(product.times(factor));
            product = next;
            power += i64::from(of_factor) + i64::from(of_product);
        }
        // In steps, because the power of two may be no number where the product is one.
        let most = i64::from(exponent(<T::Part as Float>::max_value()) - 1);
        while power != 0 && product != T::ZERO && product.is_finite() {
            let step = power.clamp(-most, most);
            product = product.multiplied_by(power_of_two(step as i32));
            power -= step;
        }
        product
    }
}

/// A number with its larger part from 1 on and below 2, and the exponent that was taken from it.
fn normalized<T: Field>(value: T) -> (T, i32) {
    let part = value.largest_part();
    if part == zero::<T>() || !value.is_finite() {
        return (value, 0);
    }
    let found = exponent(part);
    // Halfway twice: the power of two itself may be no number.
    let half = found / 2;
    (value.multiplied_by(power_of_two(-half)).multiplied_by(power_of_two(half - found)), found)
}

/// The largest real or imaginary part, in absolute value; what is not a number does not count.
fn largest<T: Field>(data: &[T]) -> T::Part {
    vector::run(Largest(data))
}

struct Largest<'a, T>(&'a [T]);

impl<T: Field> Kernel for Largest<'_, T> {
    type Output = T::Part;

    #[inline(always)]
    fn run<const FUSED: bool>(self) -> T::Part {
        let larger = |most: T::Part, part: T::Part| if part > most { part } else { most };
        let mut lanes = [zero::<T>(); LANES];
        let (blocks, rest) = self.0.as_chunks::<LANES>();
        for block in blocks {
            for (most, value) in lanes.iter_mut().zip(block) {
                *most = larger(*most, value.largest_part());
            }
        }
        let most = lanes.into_iter().fold(zero::<T>(), larger);
        rest.iter().fold(most, |most, value| larger(most, value.largest_part()))
    }
}

/// How far from 0 the exponents of usual elements are.
fn reach<T: Field>() -> i32 {
    exponent(<T::Part as Float>::max_value()) / SHARE
}

fn zero<T: Field>() -> T::Part {
    <T::Part as num_traits::Zero>::zero()
}

/// The exponent of the largest power of two that is not above a positive number.
fn exponent<P: Float>(value: P) -> i32 {
    let (mantissa, exponent, _) = value.integer_decode();
    i32::from(exponent) + mantissa.max(1).ilog2() as i32
}

fn power_of_two<P: Float>(exponent: i32) -> P {
    (P::one() + P::one()).powi(exponent)
}

#[cfg(test)]
mod tests;
