//! Random programs against an oracle that walks index by index: chains of views, loads, stores, casts, overlaps.
//!
//! `LUNETTE_CASES` sets the number of cases, `LUNETTE_SEED` the seed; a failure prints the seed of its case.

mod index;
mod model;
mod orthogonal;
mod others;
mod program;
mod rng;
mod splitmix;
mod views;

use std::collections::BTreeMap;

use crate::program::Program;
use crate::rng::Rng;

/// What a case exercised; the names are what the counts are shown under.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) zero_size: bool,
    pub(crate) rank_4: bool,
    pub(crate) negative_step: bool,
    pub(crate) overlap: bool,
    pub(crate) two_dtypes: bool,
    pub(crate) kind: &'static str,
    pub(crate) failed: bool,
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn random_programs_agree_with_the_oracle() {
    let cases = setting("LUNETTE_CASES", 100_000);
    let seed = setting("LUNETTE_SEED", 20_261_115);
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    let first = setting("LUNETTE_FIRST", 0);
    for case in first..cases {
        let case_seed = seed.wrapping_mul(0x2545_f491_4f6c_dd1d).wrapping_add(case);
        let seen =
            std::panic::catch_unwind(|| Program::new(Rng::new(case_seed)).run()).unwrap_or_else(|_| {
                panic!("case {case} failed: LUNETTE_SEED={seed}, seed of the case {case_seed}")
            });
        let marks = [
            ("with a zero size", seen.zero_size),
            ("with rank 4 or more", seen.rank_4),
            ("with a negative step", seen.negative_step),
            ("with an overlap", seen.overlap),
            ("with two dtypes", seen.two_dtypes),
            ("refused as they should be", seen.failed),
        ];
        *counts.entry(seen.kind).or_default() += 1;
        for (name, mark) in marks {
            *counts.entry(name).or_default() += u64::from(mark);
        }
    }
    println!("{cases} random cases, seed {seed}");
    counts.iter().for_each(|(name, count)| println!("{count:>8} {name}"));
    for name in [
        "with a zero size",
        "with rank 4 or more",
        "with a negative step",
        "with an overlap",
        "with two dtypes",
    ] {
        let count = counts.get(name).copied().unwrap_or(0);
        assert!(5 * count >= cases, "only {count} of {cases} cases {name}: at least a fifth must be");
    }
}
