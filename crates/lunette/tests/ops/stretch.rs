//! Larger tensors out of smaller ones: tiles, repetitions, padding, windows, broadcasts.

use lunette::prelude::*;
use lunette::{Complex32, Result, layout::MAX_RANK};

use crate::grid::{Grid, SHAPES, arrangements, check, check_fresh};

#[test]
fn tile_repeats_the_whole_tensor() -> Result<()> {
    for (name, x) in SHAPES.iter().flat_map(|shape| arrangements(shape)) {
        let whole = Grid::of(&x);
        for times in [&[][..], &[2], &[1], &[0], &[2, 3], &[3, 1, 2], &[1, 1, 1, 1, 2]] {
            let rank = whole.shape.len().max(times.len());
            let lead = |list: &[usize]| [vec![1; rank - list.len()], list.to_vec()].concat();
            let (sizes, times) = (lead(&whole.shape), lead(times));
            let tiled: Vec<usize> = sizes.iter().zip(&times).map(|(size, times)| size * times).collect();
            let expected = Grid::build(&tiled, |index| {
                let from: Vec<usize> = index.iter().zip(&sizes).map(|(i, size)| i % size).collect();
                whole.at(&from[rank - whole.shape.len()..])
            });
            check_fresh(&format!("{name} {times:?}"), &x.tile(&times)?, &expected);
        }
    }
    Ok(())
}

#[test]
fn repeat_puts_copies_of_an_entry_side_by_side() -> Result<()> {
    for (name, x) in SHAPES.iter().flat_map(|shape| arrangements(shape)) {
        let whole = Grid::of(&x);
        for axis in 0..x.rank() {
            let size = whole.shape[axis];
            for times in [0, 1, 3] {
                let expected = repeated(&whole, axis, &vec![times; size]);
                check_fresh(&format!("{name} {axis} {times}"), &x.repeat(times, axis as i64)?, &expected);
            }
            let each: Vec<usize> = (0..size).map(|i| (i + 2) % 4).collect();
            let found = x.repeat_each(&each, axis as i64 - x.rank() as i64)?;
            check_fresh(&format!("{name} {axis} {each:?}"), &found, &repeated(&whole, axis, &each));
        }
    }
    assert!(tensor![1, 2].repeat_each(&[1], 0).unwrap_err().is_shape());
    assert!(tensor![1, 2].repeat(2, 1).unwrap_err().is_shape() && Tensor::scalar(1)?.repeat(2, 0).is_err());
    Ok(())
}

/// Each entry of an axis as often as its number says.
fn repeated(whole: &Grid<i32>, axis: usize, times: &[usize]) -> Grid<i32> {
    let entries: Vec<usize> = times.iter().enumerate().flat_map(|(i, &n)| vec![i; n]).collect();
    let mut shape = whole.shape.clone();
    shape[axis] = entries.len();
    Grid::build(&shape, |index| {
        let mut from = index.to_vec();
        from[axis] = entries[index[axis]];
        whole.at(&from)
    })
}

#[test]
fn tiling_and_repeating_work_at_the_highest_rank() -> Result<()> {
    let x = tensor![1, 2].reshape([vec![1; MAX_RANK - 1], vec![2]].concat())?;
    let mut times = vec![1; MAX_RANK];
    times[0] = 2;
    assert_eq!(x.tile(&times)?.to_vec()?, [1, 2, 1, 2]);
    assert_eq!(x.repeat(2, -1)?.to_vec()?, [1, 1, 2, 2]);
    assert_eq!(x.roll(1, ..)?.to_vec()?, [2, 1]);
    Ok(())
}

/// What NumPy's modes put at a place, found by walking from the tensor one step at a time.
fn walk(mode: Pad, steps: i64, size: usize) -> Option<usize> {
    let last = size as i64 - 1;
    let (mut at, mut direction) = if steps < 0 { (0, -1) } else { (last, 1) };
    for _ in 0..steps.abs() {
        let next = at + direction;
        let inside = (0..=last).contains(&next);
        match mode {
            Pad::Constant(_) => return None,
            Pad::Edge => {}
            Pad::Wrap => at = next.rem_euclid(size as i64),
            _ if inside => at = next,
            // The mirror: `Symmetric` stands still for one step, `Reflect` turns at once.
            Pad::Symmetric => direction = -direction,
            _ if last == 0 => {}
            _ => (at, direction) = (at - direction, -direction),
        }
    }
    Some(at as usize)
}

/// Steps outside of an axis: negative before it, positive after it, 0 inside.
fn steps_outside(i: usize, before: usize, size: usize) -> i64 {
    match (i as i64 - before as i64, size as i64) {
        (place, _) if place < 0 => place,
        (place, size) if place >= size => place - size + 1,
        _ => 0,
    }
}

#[test]
fn pad_in_every_mode_is_a_walk_around_the_edge() -> Result<()> {
    let modes = [Pad::Constant(Scalar::from(-1)), Pad::Edge, Pad::Reflect, Pad::Symmetric, Pad::Wrap];
    for shape in [&[][..], &[1], &[2], &[5], &[2, 3], &[1, 4], &[2, 3, 2]] {
        for (name, x) in arrangements(shape) {
            let whole = Grid::of(&x);
            for widths in [[(0, 0); 3], [(2, 1), (0, 3), (1, 0)], [(13, 11), (4, 0), (3, 3)]] {
                let widths = &widths[..shape.len()];
                for mode in modes {
                    let padded: Vec<usize> =
                        shape.iter().zip(widths).map(|(size, (a, b))| size + a + b).collect();
                    let expected = Grid::build(&padded, |index| {
                        let place = |k: usize| match steps_outside(index[k], widths[k].0, shape[k]) {
                            0 => Some(index[k] - widths[k].0),
                            steps => walk(mode, steps, shape[k]),
                        };
                        let from: Option<Vec<usize>> = (0..shape.len()).map(place).collect();
                        from.map_or(-1, |from| whole.at(&from))
                    });
                    check_fresh(&format!("{name} {widths:?} {mode:?}"), &x.pad(widths, mode)?, &expected);
                }
            }
        }
    }
    Ok(())
}

/// One axis, padded by what its definition says.
fn padded_axis(row: &[f64], (before, after): (usize, usize), mode: Pad) -> Vec<f64> {
    let mut sorted = row.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (len, last) = (row.len(), row.len() - 1);
    let middle = (sorted[last / 2] + sorted[len / 2]) / 2.0;
    let outside = |far: usize, width: usize, edge: f64| match mode {
        Pad::LinearRamp(_) => -1.0 + (width - far) as f64 * ((edge + 1.0) / width as f64),
        Pad::Mean => row.iter().sum::<f64>() / len as f64,
        Pad::Median => middle,
        Pad::Maximum => sorted[last],
        _ => sorted[0],
    };
    let left = (0..before).map(|k| outside(before - k, before, row[0]));
    let right = (1..=after).map(|k| outside(k, after, row[last]));
    left.chain(row.iter().copied()).chain(right).collect()
}

#[test]
fn pad_computes_numbers_axis_after_axis() -> Result<()> {
    let ramp = Pad::LinearRamp(Scalar::from(-1));
    for mode in [ramp, Pad::Mean, Pad::Median, Pad::Maximum, Pad::Minimum] {
        for shape in [&[1][..], &[5], &[2, 3], &[4, 1], &[2, 3, 2]] {
            for (name, x) in arrangements(shape) {
                let x = x.cast::<f64>()?;
                let widths = &[(2, 1), (0, 3), (1, 0)][..shape.len()];
                let mut expected = x.clone();
                for (axis, &width) in widths.iter().enumerate() {
                    let moved = expected.moveaxis(axis as i64, -1)?.copy()?;
                    let (size, rows) = (shape[axis], moved.to_vec()?);
                    let rows: Vec<f64> =
                        rows.chunks(size).flat_map(|row| padded_axis(row, width, mode)).collect();
                    let mut sizes = moved.shape().to_vec();
                    *sizes.last_mut().unwrap() = size + width.0 + width.1;
                    expected = Tensor::from_vec(rows, sizes)?.moveaxis(-1, axis as i64)?;
                }
                let found = x.pad(widths, mode)?;
                assert!(
                    found.allclose(&expected, Default::default())?,
                    "{name} {mode:?}: {found} not {expected}"
                );
            }
        }
    }
    Ok(())
}

/// Each end is what all of an axis of the entries next to it would get.
#[test]
fn pad_with_looks_at_the_entries_next_to_each_end() -> Result<()> {
    for mode in [Pad::Mean, Pad::Median, Pad::Maximum, Pad::Minimum] {
        for (name, x) in arrangements(&[2, 5]) {
            let x = x.cast::<f64>()?;
            for (first, last) in [(1, 1), (2, 3), (4, 5), (9, 1), (5, 9)] {
                let found = x.pad_with(&[(0, 0), (2, 1)], mode, &[(1, 1), (first, last)])?;
                let near = x.view(s![.., ..first.min(5)])?.pad(&[(0, 0), (2, 0)], mode)?;
                let far = x.view(s![.., 5 - last.min(5)..])?.pad(&[(0, 0), (0, 1)], mode)?;
                let ends = [near.view(s![.., ..2])?, x.clone(), far.view(s![.., -1..])?];
                let expected = concat(&[&ends[0], &ends[1], &ends[2]], 1)?;
                assert_eq!(found, expected, "{name} {mode:?} {first} {last}");
            }
        }
    }
    let x = tensor![[1, 8], [4, 2]];
    let corners = x.pad_with(&[(1, 0), (0, 1)], Pad::Maximum, &[(1, 1), (1, 1)])?;
    assert_eq!(corners, tensor![[1, 8, 8], [1, 8, 8], [4, 2, 2]]);
    Ok(())
}

#[test]
fn lengths_that_mean_nothing_are_refused() {
    let x = tensor![1, 2];
    for mode in [Pad::Edge, Pad::Constant(0.into()), Pad::LinearRamp(0.into())] {
        assert!(x.pad_with(&[(1, 1)], mode, &[(1, 1)]).unwrap_err().is_argument(), "{mode:?}");
    }
    for lengths in [(0, 1), (1, 0)] {
        assert!(x.pad_with(&[(1, 1)], Pad::Mean, &[lengths]).unwrap_err().is_argument());
    }
    assert!(x.pad_with(&[(1, 1)], Pad::Mean, &[]).unwrap_err().is_shape());
}

#[test]
fn numbers_around_integers_are_rounded() -> Result<()> {
    let x = tensor![1_i32, 2, 2, 5];
    assert_eq!(x.pad(&[(1, 0)], Pad::Mean)?, tensor![2, 1, 2, 2, 5]);
    assert_eq!(tensor![1_u8, 2].pad(&[(1, 1)], Pad::Mean)?, tensor![2_u8, 1, 2, 2]);
    assert_eq!(tensor![2_u8, 3].pad(&[(1, 1)], Pad::Median)?, tensor![2_u8, 2, 3, 2]);
    assert_eq!(tensor![-4_i32].pad(&[(3, 0)], Pad::LinearRamp(0.into()))?, tensor![0, -2, -3, -4]);
    assert_eq!(tensor![i64::MAX].pad(&[(1, 0)], Pad::Maximum)?, tensor![i64::MAX, i64::MAX]);
    assert_eq!(tensor![true, false].pad(&[(1, 1)], Pad::Mean)?, tensor![true, true, false, true]);
    assert!(tensor![1_u8].pad(&[(1, 0)], Pad::LinearRamp(300.into())).unwrap_err().is_dtype());
    assert!(tensor![Complex32::new(1.0, 0.0)].pad(&[(1, 0)], Pad::Maximum).unwrap_err().is_dtype());
    Ok(())
}

#[test]
fn padding_nothing_with_nothing() -> Result<()> {
    let empty = Tensor::<i32>::zeros([0, 2])?;
    assert_eq!(empty.pad(&[(1, 1), (0, 0)], Pad::Constant(7.into()))?, tensor![[7, 7], [7, 7]]);
    for mode in [Pad::Edge, Pad::Reflect, Pad::Symmetric, Pad::Wrap, Pad::Mean, Pad::LinearRamp(1.into())] {
        assert_eq!(empty.pad(&[(0, 0), (1, 1)], mode)?.shape(), [0, 4], "{mode:?}");
        assert!(empty.pad(&[(1, 0), (0, 0)], mode).unwrap_err().is_shape(), "{mode:?}");
    }
    assert!(tensor![1].pad(&[], Pad::Edge).unwrap_err().is_shape());
    assert!(tensor![1_u8].pad(&[(1, 0)], Pad::Constant(300.into())).unwrap_err().is_dtype());
    Ok(())
}

#[test]
fn windows_slide_by_one_along_their_axes() -> Result<()> {
    for (name, x) in arrangements(&[4, 5]) {
        let whole = Grid::of(&x);
        let both = x.windows([2, 3], ..)?;
        check(&name, &both, &Grid::build(&[3, 3, 2, 3], |i| whole.at(&[i[0] + i[2], i[1] + i[3]])));
        let one = x.windows(5, -1)?;
        check(&name, &one, &Grid::build(&[4, 1, 5], |i| whole.at(&[i[0], i[1] + i[2]])));
        assert!(both.is_view() && both.fill(0).unwrap_err().is_read_only());
        assert!(one.is_writable(), "one window on each row repeats nothing");
        assert!(x.windows([0, 5], ..).is_err(), "nothing is no window");
        assert!(x.windows([5, 5], ..).is_err() && x.windows([2], ..).unwrap_err().is_shape());
    }
    Ok(())
}

#[test]
fn broadcasts_repeat_without_a_copy() -> Result<()> {
    for (name, x) in arrangements(&[3, 1]) {
        let whole = Grid::of(&x);
        let wide = x.broadcast_to([2, 3, 4])?;
        check(&name, &wide, &Grid::build(&[2, 3, 4], |i| whole.at(&[i[1], 0])));
        assert!(wide.base() == x.base() && !wide.is_writable());
        assert!(x.broadcast_to([3, 1])?.is_writable(), "nothing is repeated");
        assert_eq!(x.broadcast_to([3, 0])?.shape(), [3, 0]);
        for to in [&[3][..], &[4, 1], &[1, 1], &[3, 1, 1, 2]] {
            assert!(x.broadcast_to(to).unwrap_err().is_shape(), "{to:?}");
        }
        assert!(wide.view(s![0, .., 0])?.is_writable(), "the repetition is sliced away");
    }
    Ok(())
}
