//! How much memory it takes to make a plan, which `rustfft` and `realfft` take without asking.

use super::Method;

/// The primes of which `rustfft` has butterflies on every machine, and for any power of which it goes by mixed radices.
const SMOOTH: [usize; 5] = [2, 3, 5, 7, 11];

/// Entries of a plan, and of what it is made from, for each entry of a lane: the turns of each level, of which the outermost
/// has as many as the lane is long and the next one a half at most, and the list that they are copied from.
const TO_EACH: usize = 3;

/// The same for each entry of that part of a length which mixed radices leave, and for which there may be a convolution
/// (Bluestein, 1970): of up to four times the length, with a plan, factors and memory to make them in.
const TO_EACH_ROUGH: usize = 24;

/// How many complex numbers it takes at most to make the plan.
pub(crate) fn entries(method: Method, n: usize) -> usize {
    let lane = match method {
        // Real numbers of an even count are transformed as half as many complex ones, and turned.
        Method::RealToHalf | Method::HalfToReal if n.is_multiple_of(2) => n / 2,
        _ => n,
    };
    let rough = rough_part(lane);
    let rough = if rough == 1 { 0 } else { rough.saturating_mul(TO_EACH_ROUGH) };
    n.saturating_mul(TO_EACH).saturating_add(rough)
}

/// What is left of a length without its small primes.
fn rough_part(n: usize) -> usize {
    let mut rest = n.max(1);
    for prime in SMOOTH {
        while rest.is_multiple_of(prime) {
            rest /= prime;
        }
    }
    rest
}
