//! Tests of the whole room: tables of cases, random layouts against an oracle that walks index by index, brute force
//! for overlaps, and numbers at the limits.

mod extremes;
mod oracle;
mod overlap;
mod tables;

use std::ops::RangeInclusive;

use proptest::prelude::*;

use super::{Dims, Layout, Order, Strides};

const OP: &str = "test";

fn c(shape: &[usize]) -> Layout {
    Layout::contiguous_for(OP, shape, Order::C).unwrap()
}

fn f(shape: &[usize]) -> Layout {
    Layout::contiguous_for(OP, shape, Order::F).unwrap()
}

fn raw(shape: &[usize], strides: &[isize], offset: usize) -> Layout {
    Layout::new_for(OP, shape, strides, offset).unwrap()
}

/// Every index of a shape, in row-major order.
fn indices(shape: &[usize]) -> Vec<Vec<usize>> {
    shape.iter().fold(vec![vec![]], |heads, &size| {
        heads.iter().flat_map(|head| (0..size).map(move |i| [&head[..], &[i]].concat())).collect()
    })
}

/// The element at an index, by the formula.
fn position(layout: &Layout, index: &[usize]) -> i128 {
    let steps = index.iter().zip(layout.strides()).map(|(&i, &stride)| i as i128 * stride as i128);
    layout.offset() as i128 + steps.sum::<i128>()
}

/// All elements, in row-major order of the indices.
fn positions(layout: &Layout) -> Vec<i128> {
    indices(layout.shape()).iter().map(|index| position(layout, index)).collect()
}

/// Asserts that `view` has a shape, and that each of its indices means the same element as another of `of`.
fn assert_view(view: &Layout, of: &Layout, shape: &[usize], source: impl Fn(&[usize]) -> Vec<usize>) {
    assert_eq!(view.shape(), shape, "{view:?} of {of:?}");
    assert!(view.invariants_hold(), "{view:?} of {of:?}");
    for index in indices(shape) {
        let from = source(&index);
        assert!(from.iter().zip(of.shape()).all(|(&i, &size)| i < size), "{from:?} of {of:?}");
        assert_eq!(position(view, &index), position(of, &from), "{index:?} of {view:?}, {from:?} of {of:?}");
    }
    if view.is_empty() && !of.is_empty() {
        let (lowest, highest) = of.extent().unwrap();
        assert!(
            (lowest..=highest).contains(&view.offset()),
            "an empty view stays inside: {view:?} of {of:?}"
        );
    }
}

/// Small layouts of any kind: with free strides, or sliced and permuted from one segment; a few of many axes.
fn layouts() -> impl Strategy<Value = Layout> {
    let sizes_of_many = prop_oneof![1 => Just(0usize), 60 => Just(1), 20 => Just(2), 5 => Just(3)];
    prop_oneof![4 => free_layouts(sizes(), 0..=5), 4 => regular_layouts(), 1 => free_layouts(sizes_of_many, 7..=11)]
}

fn sizes() -> impl Strategy<Value = usize> {
    prop_oneof![1 => Just(0usize), 3 => Just(1), 12 => 2usize..=4]
}

fn free_layouts(
    sizes: impl Strategy<Value = usize>,
    rank: RangeInclusive<usize>,
) -> impl Strategy<Value = Layout> {
    let axes = prop::collection::vec((sizes, -9isize..=9), rank);
    (axes, 0usize..4).prop_map(|(axes, above)| {
        let (shape, strides): (Vec<_>, Vec<_>) = axes.into_iter().unzip();
        let down: isize = shape.iter().zip(&strides).map(|(&n, &s)| (n.max(1) as isize - 1) * s.min(0)).sum();
        raw(&shape, &strides, above + down.unsigned_abs())
    })
}

fn regular_layouts() -> impl Strategy<Value = Layout> {
    /// Of one axis: size, step, entries left out, sort key, and how it is treated.
    type Axis = (usize, usize, usize, u32, u8);
    let axis = (sizes(), 1usize..=2, 0usize..=1, any::<u32>(), 0u8..8);
    prop::collection::vec(axis, 0..=5).prop_map(|axes: Vec<Axis>| {
        let sizes: Dims = axes.iter().map(|&(n, step, skip, ..)| n * step + skip).collect();
        let whole = c(&sizes);
        let (mut offset, mut strides) = (0, Strides::new());
        for (&(n, step, skip, _, kind), &stride) in axes.iter().zip(whole.strides()) {
            let stride = stride * step as isize;
            let down = kind < 2 && !whole.is_empty();
            let start = stride * if down { n as isize - 1 } else { 0 };
            offset +=
                if whole.is_empty() || n == 0 { 0 } else { start + skip as isize * stride / step as isize };
            strides.push(match kind {
                0 | 1 => -stride,
                2 => 0,
                _ => stride,
            });
        }
        let shape: Dims = axes.iter().map(|axis| axis.0).collect();
        let empty = shape.contains(&0);
        let mut order: Vec<i64> = (0..axes.len() as i64).collect();
        order.sort_by_key(|&axis| axes[axis as usize].3 % 3);
        raw(&shape, &strides, if empty { 0 } else { offset as usize }).permute_for(OP, &order).unwrap()
    })
}
