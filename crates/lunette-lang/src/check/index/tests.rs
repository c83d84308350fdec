//! What an index gives, beside what the library says when everything is known.

use lunette::prelude::*;
use lunette::{DynTensor, IndexRange};

use super::known::{Take, result};
use crate::syntax::tree::RangeNotation;
use crate::value::RangeValue;

/// Numbers that look random, the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn end(&mut self) -> Option<i64> {
        (self.roll(3) > 0).then(|| self.roll(9) as i64 - 4)
    }
}

fn range(dice: &mut Dice) -> RangeValue {
    let notation = RangeNotation::Colon;
    let step = (dice.roll(2) == 0).then(|| [1, 2, -1, -2, 3][dice.roll(5) as usize]);
    RangeValue { notation, start: dice.end(), end: dice.end(), step, every: None }
}

#[test]
fn sizes_that_are_known_are_those_of_the_library() {
    let seed = 20_261_117;
    let mut dice = Dice(seed);
    for case in 0..4000 {
        let shape: Vec<usize> = (0..=dice.roll(3)).map(|_| dice.roll(5) as usize).collect();
        let takes: Vec<Take> = (0..=dice.roll(shape.len() as u64))
            .map(|_| match dice.roll(5) {
                0 => Take::At(Some(dice.roll(9) as i64 - 4)),
                1 => Take::NewAxis,
                2 => Take::Gather { sizes: vec![Some(2)], tensor: DynTensor::zeros_of(DType::I64, 2).ok() },
                _ => Take::Range(Some(range(&mut dice))),
            })
            .collect();
        let picks = tensor![0_i64, 0];
        let items: Vec<Item<'_>> = takes
            .iter()
            .map(|take| match take {
                Take::At(index) => Item::At(index.unwrap_or(0)),
                Take::Range(range) => Item::Range(range.map_or(IndexRange::FULL, |range| range.to_index())),
                Take::Gather { .. } => Item::Tensor(lunette::index::IndexTensor::borrowed(&picks)),
                _ => Item::NewAxis,
            })
            .collect();
        let library = DynTensor::zeros_of(DType::Bool, &shape[..]).unwrap().load(&items).ok();
        let library = library.map(|loaded| loaded.shape().to_vec());
        let known: Vec<Option<usize>> = shape.iter().copied().map(Some).collect();
        let all = |sizes: Vec<Option<usize>>| sizes.into_iter().collect::<Option<Vec<usize>>>();
        let found = result(&known, &takes).ok().and_then(all);
        assert_eq!(found, library, "seed {seed} case {case}: {shape:?} {items:?}");
        // With sizes hidden nothing may be claimed that is not so.
        let hidden: Vec<Option<usize>> =
            known.iter().map(|size| size.filter(|_| dice.roll(2) == 0)).collect();
        if let (Ok(claimed), Some(truth)) = (result(&hidden, &takes), library) {
            let holds =
                claimed.iter().zip(&truth).all(|(claim, size)| claim.is_none_or(|claim| claim == *size));
            assert!(holds && claimed.len() == truth.len(), "case {case}: {claimed:?} {truth:?} {items:?}");
        }
    }
}
