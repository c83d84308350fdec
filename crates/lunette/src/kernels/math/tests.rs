//! Every function beside correctly rounded ones, and the special cases of the standard, row by row.

mod accuracy;
mod gamma;
mod special;

use crate::kernels::isa::{self, Isa, Task};

/// A loop over a function of one number, or of two, as kernels have it.
struct Loop<'a, T, F> {
    left: &'a [T],
    right: &'a [T],
    function: F,
}

impl<T: Copy, F: Fn(T, T, Isa) -> T> Task for Loop<'_, T, F> {
    type Output = Vec<T>;

    #[inline(always)]
    fn run(self, isa: Isa) -> Vec<T> {
        let mut results = self.left.to_vec();
        for (result, &right) in results.iter_mut().zip(self.right) {
            *result = (self.function)(*result, right, isa);
        }
        results
    }
}

/// The function over all pairs, with vectors, and with the fewest instructions.
fn both_ways<T: Copy, F: Fn(T, T, Isa) -> T + Copy>(left: &[T], right: &[T], function: F) -> [Vec<T>; 2] {
    [isa::run(Loop { left, right, function }), Loop { left, right, function }.run(Isa::Base)]
}
