//! Chains of random indices against an oracle that holds the elements in a plain list and moves them one by one.

use proptest::prelude::*;

use super::{cut, is_plain, resolve_view};
use crate::index::{IndexRange, Item};
use crate::layout::{Layout, Order};

/// A tensor as a list of elements in row-major order.
#[derive(Clone, Debug, PartialEq)]
struct Naive {
    shape: Vec<usize>,
    elements: Vec<usize>,
}

impl Naive {
    fn counting(shape: &[usize]) -> Self {
        Self { shape: shape.to_vec(), elements: (0..shape.iter().product()).collect() }
    }

    /// The elements that a layout reaches, index by index.
    fn of(layout: &Layout) -> Self {
        let shape = layout.shape().to_vec();
        let elements = indices(&shape).iter().map(|index| layout.offset_of(index).unwrap()).collect();
        Self { shape, elements }
    }

    fn get(&self, index: &[usize]) -> usize {
        let flat = index.iter().zip(&self.shape).fold(0, |flat, (i, size)| flat * size + i);
        self.elements[flat]
    }

    /// The part that keeps, of one axis, the entries of a list; `None` drops the axis at the list's only entry.
    fn take(&self, axis: usize, entries: &[usize], keep: bool) -> Self {
        let mut shape = self.shape.clone();
        shape[axis] = entries.len();
        let mut elements = Vec::new();
        for mut index in indices(&shape) {
            index[axis] = entries[index[axis]];
            elements.push(self.get(&index));
        }
        if !keep {
            shape.remove(axis);
        }
        Self { shape, elements }
    }

    fn index(&self, items: &[Item<'_>]) -> Option<Self> {
        let used = items.iter().filter(|item| matches!(item, Item::At(_) | Item::Range(_))).count();
        let fills = items.iter().filter(|item| matches!(item, Item::Fill)).count();
        let filled = self.shape.len().checked_sub(used).filter(|_| fills < 2)?;
        let (mut part, mut axis) = (self.clone(), 0);
        for item in items {
            match item {
                Item::At(index) => {
                    let len = part.shape[axis] as i64;
                    let entry = if *index < 0 { index + len } else { *index };
                    (0..len).contains(&entry).then_some(())?;
                    part = part.take(axis, &[entry as usize], false);
                }
                Item::Range(range) => {
                    // That ranges take the right entries is tested beside them.
                    let taken = range.entries("oracle", 0, part.shape[axis]).ok()?;
                    let entry = |i| taken.start.wrapping_add_signed(taken.step * i as isize);
                    part = part.take(axis, &(0..taken.len).map(entry).collect::<Vec<_>>(), true);
                    axis += 1;
                }
                Item::NewAxis => {
                    part.shape.insert(axis, 1);
                    axis += 1;
                }
                Item::Fill => axis += filled,
                Item::Tensor(_) | Item::Items(_) => return None,
            }
        }
        Some(part)
    }
}

/// All indices of a shape, in row-major order.
fn indices(shape: &[usize]) -> Vec<Vec<usize>> {
    let extend = |all: Vec<Vec<usize>>, &size: &usize| {
        all.iter().flat_map(|index| (0..size).map(|i| [index.as_slice(), &[i]].concat())).collect()
    };
    shape.iter().fold(vec![vec![]], extend)
}

fn end() -> impl Strategy<Value = Option<i64>> {
    prop_oneof![2 => Just(None), 3 => (-3i64..=4).prop_map(Some)]
}

fn item() -> impl Strategy<Value = Item<'static>> {
    let step = prop_oneof![Just(1i64), Just(-1), Just(2), Just(-2)];
    prop_oneof![
        3 => (-3i64..3).prop_map(Item::At),
        4 => (end(), end(), step).prop_map(|(a, b, step)| Item::Range(IndexRange::slice(a, b, 1).stepped(step))),
        2 => (end(), end()).prop_map(|(a, b)| Item::Range(IndexRange::slice(a, b, -1))),
        1 => Just(Item::NewAxis),
        1 => Just(Item::Fill),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn views_hold_what_moving_elements_gives(
        shape in proptest::collection::vec(0usize..5, 0..5),
        chain in proptest::collection::vec(proptest::collection::vec(item(), 0..5), 1..4),
    ) {
        let mut layout = Layout::contiguous_for("test", &shape, Order::C).unwrap();
        let mut naive = Naive::counting(&shape);
        for items in &chain {
            let view = resolve_view("test", items, &layout).ok();
            if is_plain(items, &layout) {
                let mut part = layout.clone();
                let cut = cut("test", items, &mut part).ok().map(|()| part);
                prop_assert_eq!(&cut, &view);
            }
            let expected = naive.index(items);
            prop_assert_eq!(view.as_ref().map(Naive::of), expected.clone());
            let (Some(view), Some(expected)) = (view, expected) else { break };
            (layout, naive) = (view, expected);
        }
    }
}
