//! One entry and some entries of an axis that is known by its number.

use lunette::prelude::*;
use lunette::{IndexRange, Result};

use crate::grid::{Grid, SHAPES, arrangements, check};

/// The index that takes `item` from one axis and everything from those before it.
fn at<'i>(axis: usize, item: Item<'i>) -> Vec<Item<'i>> {
    let mut items = vec![Item::Range(IndexRange::FULL); axis];
    items.push(item);
    items
}

#[test]
fn entries_of_an_axis_are_views_of_it() -> Result<()> {
    let ranges = [
        (1..).into_range(),
        (..).into_range(),
        (..-1).into_range(),
        (..9).cutting(),
        (..).cutting().stepped(-2),
    ];
    for (name, x) in SHAPES.iter().flat_map(|shape| arrangements(shape)) {
        for (axis, &size) in x.shape().iter().enumerate() {
            let from_end = axis as i64 - x.rank() as i64;
            for entry in 0..size as i64 {
                let expected = Grid::of(&x.view(&at(axis, Item::At(entry)))?);
                check(&name, &x.index_axis(axis as i64, entry)?, &expected);
                check(&name, &x.index_axis(from_end, entry - size as i64)?, &expected);
                let guard = x.read()?;
                assert_eq!(
                    guard.index_axis(from_end, entry)?.to_tensor()?,
                    x.index_axis(axis as i64, entry)?
                );
            }
            assert!(x.index_axis(axis as i64, size as i64).unwrap_err().is_index(), "{name}");
            for range in ranges.into_iter().filter(|_| size > 0) {
                let expected = Grid::of(&x.view(&at(axis, Item::Range(range)))?);
                check(&name, &x.slice_axis(from_end, range)?, &expected);
                assert_eq!(
                    x.read()?.slice_axis(from_end, range)?.to_tensor()?,
                    x.slice_axis(axis as i64, range)?
                );
            }
            assert!(x.slice_axis(axis as i64, ..9).unwrap_err().is_index(), "{name}");
        }
        assert!(x.index_axis(x.rank() as i64, 0).unwrap_err().is_shape(), "{name}");
        assert!(x.slice_axis(x.rank() as i64, ..).unwrap_err().is_shape(), "{name}");
    }
    Ok(())
}

#[test]
fn what_is_written_into_an_entry_is_in_the_tensor() -> Result<()> {
    let x = Tensor::<i32>::zeros([2, 3])?;
    x.index_axis(-1, 1)?.fill(5)?;
    x.slice_axis(0, 1..)?.slice_axis(1, 2..)?.fill(7)?;
    assert_eq!(x, tensor![[0, 5, 0], [0, 5, 7]]);
    x.write()?.slice_axis_mut(1, ..1)?.fill(9)?;
    assert_eq!(x, tensor![[9, 5, 0], [9, 5, 7]]);
    Ok(())
}

#[test]
fn a_range_that_is_cut_can_have_a_step_beside_it() -> Result<()> {
    let x = tensor![0, 1, 2, 3, 4];
    assert_eq!(x.load(s![((1..99).cutting(), 2)])?, tensor![1, 3]);
    assert_eq!(x.load(s![(IndexRange::slice(Some(1), Some(99), 1).cutting(), -3)])?, tensor![4, 1]);
    let text = x.load(s![((1..99).into_range(), 2)]).unwrap_err().to_string();
    assert!(text.contains("cutting"), "{text}");
    Ok(())
}
