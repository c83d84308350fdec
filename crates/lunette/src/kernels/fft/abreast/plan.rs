//! How lanes of a length are transformed: by which radices, with which turns, in which order.

use lunette_fourier::Real;

use crate::kernels::fft::turns::turn;

/// The largest radix of a plan.
pub(super) const MOST_RADIX: usize = 8;

/// A level of butterflies, decimated in time (Cooley and Tukey, 1965).
pub(super) struct Level<T> {
    /// How many numbers a butterfly has.
    pub(super) radix: usize,
    /// How many rows lie between them: those that the levels before have made one transform.
    pub(super) span: usize,
    /// For each of `span` butterflies, the turns of its numbers but the first.
    pub(super) turns: Vec<[T; 2]>,
}

/// How lanes of `n` entries are transformed where entry `k` of all lanes is row `place[k]` of a block.
///
/// # Invariants
/// 1. There is a level; `n` is the product of the radices, which are 2, 3, 4, 5, 7 or 8.
/// 2. `span` is the product of the radices of the levels before, and there are `span * (radix - 1)` turns.
/// 3. `order`, `place` have `n` entries below `n`; the rows of `padded` are below `n` and the last radix together.
pub(in crate::kernels::fft) struct Plan<T> {
    n: usize,
    levels: Vec<Level<T>>,
    /// Which entry lies in each row at first.
    order: Vec<u32>,
    /// In which row each entry lies at first.
    place: Vec<u32>,
    /// The same where a row is left out after every part of the last level.
    padded: Vec<u32>,
}

impl<T: Real> Plan<T> {
    /// The plan of these radices.
    pub(super) fn new(radices: &[usize]) -> Self {
        let (mut levels, mut order, mut span) = (Vec::with_capacity(radices.len()), vec![0], 1);
        for &radix in radices {
            levels.push(Level { radix, span, turns: turns(radix, span) });
            let within = |s: usize| order.iter().map(move |&row: &u32| s as u32 + radix as u32 * row);
            order = (0..radix).flat_map(within).collect();
            span *= radix;
        }
        let mut place = vec![0; span];
        for (row, &entry) in (0..).zip(&order) {
            place[entry as usize] = row;
        }
        let part = levels.last().map_or(1, |level: &Level<T>| level.span as u32);
        let padded = place.iter().map(|&row| row + row / part).collect();
        Self { n: span, levels, order, place, padded }
    }

    /// How many entries a lane has.
    pub(super) fn n(&self) -> usize {
        self.n
    }

    /// The levels, the first to be done first.
    pub(super) fn levels(&self) -> &[Level<T>] {
        &self.levels
    }

    /// Which entry lies in each row at first.
    pub(super) fn order(&self) -> &[u32] {
        &self.order
    }

    /// In which row each entry lies at first, with a row left out after every part of the last level, or without.
    pub(super) fn places(&self, padded: bool) -> &[u32] {
        if padded { &self.padded } else { &self.place }
    }
}

/// Each is computed in `f64` and rounded once.
fn turns<T: Real>(radix: usize, span: usize) -> Vec<[T; 2]> {
    let back = |e: usize| {
        let turn = turn(e, radix * span);
        [T::nearest(turn.re), T::nearest(-turn.im)]
    };
    (0..span).flat_map(|j| (1..radix).map(move |s| back(j * s))).collect()
}

/// The radices of a transform of `n` numbers, the first to be done first; none if other primes than 2, 3, 5 and 7 divide
/// it, or nothing is to be done.
pub(super) fn radices(n: usize) -> Option<Vec<usize>> {
    if n < 2 {
        return None;
    }
    let mut twos = n.trailing_zeros();
    let mut rest = n >> twos;
    let mut radices = Vec::new();
    // Eights, and at most two smaller ones before them.
    let small: &[usize] = match (twos % 3, twos) {
        (1, 1) => &[2],
        (1, _) => &[4, 4],
        (2, _) => &[4],
        _ => &[],
    };
    radices.extend(small);
    twos -= small.iter().map(|radix| radix.ilog2()).sum::<u32>();
    radices.extend((0..twos / 3).map(|_| 8));
    for odd in [7, 5, 3] {
        while rest.is_multiple_of(odd) {
            radices.push(odd);
            rest /= odd;
        }
    }
    (rest == 1).then_some(radices)
}

#[cfg(test)]
mod tests {
    use super::{Plan, radices};

    fn is_smooth(n: usize) -> bool {
        let mut rest = n;
        for prime in [2, 3, 5, 7] {
            while rest.is_multiple_of(prime) {
                rest /= prime;
            }
        }
        rest == 1
    }

    #[test]
    fn radices_make_up_the_lengths_that_have_small_primes_only() {
        assert_eq!(radices(1), None);
        for n in 2..5000 {
            let found = radices(n);
            assert_eq!(found.is_some(), is_smooth(n), "{n}");
            let Some(found) = found else { continue };
            assert_eq!(found.iter().product::<usize>(), n, "{found:?}");
            assert!(found.iter().all(|radix| [2, 3, 4, 5, 7, 8].contains(radix)), "{n}: {found:?}");
        }
    }

    #[test]
    fn every_entry_has_its_row() {
        for radices in [&[8][..], &[2, 3], &[4, 4, 8, 8], &[8, 7, 5, 3]] {
            let plan = Plan::<f64>::new(radices);
            let (part, parts) = (plan.levels().last().unwrap().span, radices.last().unwrap());
            let mut entries = plan.order().to_vec();
            for (row, &entry) in plan.order().iter().enumerate() {
                let padded = row + if radices.len() > 1 { row / part } else { row };
                assert_eq!(plan.places(false)[entry as usize] as usize, row);
                assert_eq!(plan.places(true)[entry as usize] as usize, padded);
                assert!(padded < plan.n() + parts);
            }
            entries.sort_unstable();
            assert!(entries.into_iter().eq(0..plan.n() as u32));
        }
    }
}
