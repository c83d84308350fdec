//! Index expressions with nasty items, for reading and writing.

use lunette::index::{IndexTensor, IntoItem};
use lunette::prelude::*;
use lunette::{Duplicates, IndexRange};

use crate::calm::{Calm, INTS, subjects};

/// A generator that is good enough to mix arguments, and the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end
    }

    fn int(&mut self) -> i64 {
        INTS[self.below(INTS.len())]
    }

    /// Mostly an integer that fits a small axis.
    fn near(&mut self) -> i64 {
        if self.below(4) > 0 { self.below(7) as i64 - 3 } else { self.int() }
    }

    fn end(&mut self) -> Option<i64> {
        (self.below(3) > 0).then(|| self.near())
    }

    fn range(&mut self) -> IndexRange {
        let range = match self.below(3) {
            0 => IndexRange::inclusive(self.end(), self.near()),
            _ => IndexRange::slice(self.end(), self.end(), [1, 1, -1, 2, 0, self.int()][self.below(6)]),
        };
        let range = if self.below(3) == 0 { range.stepped(self.near()) } else { range };
        if self.below(4) == 0 { range.cutting() } else { range }
    }

    fn tensor(&mut self) -> DynTensor {
        let shape: Vec<usize> = (0..self.below(4)).map(|_| self.below(4)).collect();
        match self.below(5) {
            0 => Tensor::from_flat_fn(&shape, |_| self.below(2) == 0).unwrap().into_dyn(),
            1 => Tensor::from_flat_fn(&shape, |_| self.near() as u64).unwrap().into_dyn(),
            2 => Tensor::from_flat_fn(&shape, |_| self.below(2) as i8).unwrap().transpose().into_dyn(),
            3 => Tensor::from_flat_fn(&shape, |_| 0.5_f32).unwrap().into_dyn(),
            _ => Tensor::from_flat_fn(&shape, |_| self.near()).unwrap().into_dyn(),
        }
    }

    fn item(&mut self) -> Item<'static> {
        match self.below(9) {
            0 => Item::NewAxis,
            1 => Item::Fill,
            2 | 3 => Item::At(self.near()),
            4 => span(self.near(), self.near()),
            5 => self.tensor().into_item(),
            _ => Item::Range(self.range()),
        }
    }
}

#[test]
fn any_items_on_any_tensor() {
    let (mut calm, mut dice) = (Calm::default(), Dice(2026));
    let subjects = subjects();
    for _ in 0..12_000 {
        let x = &subjects[dice.below(subjects.len())];
        let items: Vec<Item<'_>> = (0..dice.below(5)).map(|_| dice.item()).collect();
        let args = (x.dtype(), x.layout(), &items);
        calm.call("view", &args, || x.view(&items));
        calm.call("load", &args, || x.load(&items));
        calm.call("load_in", &args, || x.load_in(&items, Order::F));
        calm.call("load_orthogonal", &args, || x.load_orthogonal(&items));
        let value = dice.tensor();
        calm.call("store", &(args, 1), || x.store(&items, 1));
        calm.call("store", &(args, &value), || x.store(&items, &value));
        calm.call("store_orthogonal", &(args, &value), || x.store_orthogonal(&items, &value));
        calm.call("scatter", &(args, &value), || x.scatter(&items, &value, Duplicates::Sum));
    }
    calm.finish(90_000);
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut dice = Dice(7);
    let (mut stored, mut refused) = (0, 0);
    for round in 0..6000 {
        let x = Tensor::from_flat_fn([3, 2, 4], |i| i as i32).unwrap();
        let x = if round % 2 == 0 { x } else { x.transpose().copy().unwrap().transpose() };
        let items: Vec<Item<'_>> = (0..dice.below(4)).map(|_| dice.item()).collect();
        let value = match dice.below(3) {
            0 => tensor![1.0, f64::NAN, 3.0].into_dyn(),
            1 => tensor![1_i64, i64::MAX].into_dyn(),
            _ => dice.tensor(),
        };
        let before = x.copy().unwrap();
        let outcomes = [
            x.store(&items, &value),
            x.store_orthogonal(&items, f64::INFINITY),
            x.scatter(&items, 1.5, Duplicates::Sum),
            x.assign(&value),
            x.fill(u64::MAX),
        ];
        for outcome in outcomes {
            match outcome {
                Ok(()) => {
                    stored += 1;
                    before.assign(&x).unwrap();
                }
                Err(error) => {
                    refused += 1;
                    assert_eq!(x, before, "{error} came too late: {items:?} <- {value:?}");
                }
            }
        }
    }
    assert!(stored > 300 && refused > 3000, "{stored} stored, {refused} refused");
}

#[test]
fn long_and_deep_lists_of_items() {
    let mut calm = Calm::default();
    let cube = Tensor::<u8>::zeros([2, 3, 4]).unwrap();
    let many = |item: Item<'static>| vec![item; 100];
    for item in [
        Item::NewAxis,
        Item::Fill,
        Item::At(0),
        Item::Range(IndexRange::FULL),
        Tensor::scalar(true).unwrap().into_item(),
    ] {
        let items = many(item);
        calm.call("view", &items[0], || cube.view(&items));
        calm.call("load", &items[0], || cube.load(&items));
        calm.call("load_orthogonal", &items[0], || cube.load_orthogonal(&items));
        calm.call("store", &items[0], || cube.store(&items, 1));
    }
    let inner = [Item::At(0)];
    let nested = [Item::Items(&inner), Item::Items(&[]), Item::Items(&inner)];
    calm.call("nested", &nested, || cube.load(s![&nested, -1]));
    let own = Item::own(s![&nested, Fill]);
    calm.call("own", &own, || cube.load(&own));
    let masks: Vec<Item<'_>> = (0..40).map(|_| tensor![true, false].into_item()).collect();
    calm.call("masks", &40, || cube.load(&masks));
    calm.finish(20);
}

#[test]
fn lists_in_lists_may_be_as_deep_as_memory_allows() -> lunette::Result<()> {
    // Leaked, because each borrows the one inside of it.
    let nested = |innermost: Item<'static>| {
        let mut items: &'static [Item<'static>] = Box::leak(Box::new([innermost]));
        for _ in 0..300_000 {
            items = Box::leak(Box::new([Item::Items(items)]));
        }
        items
    };
    let x = tensor![1, 2, 3];
    x.store(nested(Item::At(1)), 7)?;
    x.store(nested(Item::Tensor(IndexTensor::owned(tensor![0]))), tensor![[8]])?;
    assert_eq!(x, tensor![8, 7, 3]);
    let mut data = [1, 2, 3];
    ViewMut::from_slice_mut(&mut data, [3])?.store(nested(Item::At(1)), &tensor![9].squeeze(..)?)?;
    assert_eq!(data, [1, 9, 3]);
    assert!(x.store(nested(Item::At(1)), tensor![[9]]).unwrap_err().is_shape());
    Ok(())
}
