//! Every transformation against an oracle that maps each index of the result to an index of the source.

use proptest::sample::Index;

use super::*;
use crate::layout::{Cutter, Entries, LayoutBuilder, broadcast_shapes_for, squeezed, store_layout};

/// A random order of `n` things.
fn order(n: usize, keys: &[u32]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by_key(|&k| keys.get(k).copied().unwrap_or(0));
    order
}

fn signed(axes: &[usize], rank: usize, negative: bool) -> Vec<i64> {
    axes.iter().map(|&axis| axis as i64 - if negative { rank as i64 } else { 0 }).collect()
}

/// Some shape with the same number of elements: prime factors dealt out to new axes, with some 1s.
fn other_shape(len: usize, deal: &[Index]) -> Vec<usize> {
    let mut shape = vec![1; 1 + deal.len() % 5];
    let (mut left, mut factor, mut next) = (len, 2, deal.iter().cycle());
    while left > 1 {
        if left % factor == 0 {
            let axis = next.next().map_or(0, |index| index.index(shape.len()));
            shape[axis] *= factor;
            left /= factor;
        } else {
            factor += 1;
        }
    }
    if len == 0 {
        shape[0] = 0;
    }
    shape
}

/// The only strides that could give these elements under this shape, if they do.
fn strides_for(shape: &[usize], elements: &[i128]) -> Option<Vec<i128>> {
    let at = |index: &[usize]| elements[index.iter().zip(shape).fold(0, |flat, (i, n)| flat * n + i)];
    let first = *elements.first()?;
    let unit = |axis| (0..shape.len()).map(|k| usize::from(k == axis)).collect::<Vec<_>>();
    let step = |axis| if shape[axis] > 1 { at(&unit(axis)) - first } else { 0 };
    let strides: Vec<i128> = (0..shape.len()).map(step).collect();
    let sum = |index: &[usize]| first + index.iter().zip(&strides).map(|(&i, s)| i as i128 * s).sum::<i128>();
    indices(shape).iter().all(|index| at(index) == sum(index)).then_some(strides)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn offsets_extents_and_flags(x in layouts()) {
        let all = positions(&x);
        for (index, &position) in indices(x.shape()).iter().zip(&all) {
            prop_assert_eq!(x.offset_of(index).map(|found| found as i128), Some(position));
        }
        let ends = all.iter().min().zip(all.iter().max()).map(|(&low, &high)| (low as usize, high as usize));
        prop_assert_eq!(x.extent(), ends);
        prop_assert_eq!(x.len(), all.len());
        let ascending = |all: &[i128]| all.windows(2).all(|pair| pair[1] == pair[0] + 1);
        prop_assert_eq!(x.is_c_contiguous(), ascending(&all));
        prop_assert_eq!(x.is_f_contiguous(), ascending(&positions(&x.transpose())));
        let mut sorted = all.clone();
        sorted.sort_unstable();
        prop_assert_eq!(x.is_contiguous(), ascending(&sorted));
    }

    #[test]
    fn orders_of_axes(x in layouts(), keys in prop::collection::vec(any::<u32>(), 12), negative: bool) {
        let rank = x.rank();
        let order = order(rank, &keys);
        let back = |index: &[usize]| {
            let mut source = vec![0; rank];
            order.iter().zip(index).for_each(|(&axis, &i)| source[axis] = i);
            source
        };
        let shape: Vec<usize> = order.iter().map(|&axis| x.shape()[axis]).collect();
        assert_view(&x.permute_for(OP, &signed(&order, rank, negative)).unwrap(), &x, &shape, back);
        let everywhere = signed(&(0..rank).collect::<Vec<_>>(), rank, false);
        let moved = x.move_axis_for(OP, &signed(&order, rank, negative), &everywhere).unwrap();
        assert_view(&moved, &x, &shape, back);

        let reversed: Vec<usize> = x.shape().iter().rev().copied().collect();
        assert_view(&x.transpose(), &x, &reversed, |index| index.iter().rev().copied().collect());
        if let [a, .., b] = order[..] {
            let mut shape = x.shape().to_vec();
            shape.swap(a, b);
            assert_view(&x.swap_axes_for(OP, a as i64, b as i64).unwrap(), &x, &shape, |index| {
                let mut source = index.to_vec();
                source.swap(a, b);
                source
            });
            // One axis taken out and put back in elsewhere.
            let at = |from: &[usize]| {
                let mut to = from.to_vec();
                let axis = to.remove(a);
                to.insert(b, axis);
                to
            };
            let undo = |index: &[usize]| {
                let mut source = index.to_vec();
                let i = source.remove(b);
                source.insert(a, i);
                source
            };
            assert_view(&x.move_axis_for(OP, &[a as i64], &[b as i64]).unwrap(), &x, &at(x.shape()), undo);
        }
    }

    #[test]
    fn fewer_and_more_axes(x in layouts(), keys in prop::collection::vec(any::<bool>(), 12)) {
        let ones: Vec<usize> = (0..x.rank()).filter(|&axis| x.shape()[axis] == 1).collect();
        let dropped: Vec<usize> = ones.iter().copied().filter(|&axis| keys[axis]).collect();
        for (found, dropped) in [
            (x.squeeze_for(OP, None).unwrap(), ones),
            (x.squeeze_for(OP, Some(&signed(&dropped, x.rank(), keys[5]))).unwrap(), dropped),
        ] {
            let kept = |axis: &usize| !dropped.contains(axis);
            let shape: Vec<usize> = (0..x.rank()).filter(kept).map(|axis| x.shape()[axis]).collect();
            assert_view(&found, &x, &shape, |index| {
                let mut left = index.iter();
                (0..x.rank()).map(|axis| if kept(&axis) { *left.next().unwrap() } else { 0 }).collect()
            });
        }
        prop_assert_eq!(x.squeeze_for(OP, None).unwrap().dims(), squeezed(x.shape()));

        let rank = x.rank() + keys.iter().filter(|&&new| new).count();
        let new: Vec<usize> = (0..keys.len()).filter(|&k| keys[k] && k < rank).collect();
        let rank = x.rank() + new.len();
        if new.iter().all(|&k| k < rank) {
            let mut old = x.shape().iter();
            let shape: Vec<usize> =
                (0..rank).map(|k| if new.contains(&k) { 1 } else { *old.next().unwrap() }).collect();
            let found = x.expand_dims_for(OP, &signed(&new, rank, keys[5])).unwrap();
            assert_view(&found, &x, &shape, |index| {
                (0..rank).filter(|k| !new.contains(k)).map(|k| index[k]).collect()
            });
        }
    }

    #[test]
    fn parts(x in layouts(), axis: Index, start: Index, len: Index, step in -4isize..=4) {
        if x.rank() > 0 {
            let axis = axis.index(x.rank());
            let size = x.shape()[axis];
            let entries = Entries { start: start.index(size + 2), len: len.index(size + 2), step };
            let taken: Vec<isize> =
                (0..entries.len).map(|i| entries.start as isize + i as isize * step).collect();
            let legal = taken.iter().all(|&i| 0 <= i && i < size as isize) && (step != 0 || entries.len < 2);
            let found = x.slice_axis(OP, axis, entries);
            prop_assert_eq!(found.is_ok(), legal, "{:?} {:?}", x, entries);
            if let Ok(found) = found {
                let mut shape = x.shape().to_vec();
                shape[axis] = entries.len;
                assert_view(&found, &x, &shape, |index| {
                    let mut source = index.to_vec();
                    source[axis] = taken[index[axis]] as usize;
                    source
                });
            }
            let (at, found) = (entries.start, x.index_axis(OP, axis, entries.start));
            prop_assert_eq!(found.is_ok(), at < size);
            if let Ok(found) = found {
                let mut shape = x.shape().to_vec();
                shape.remove(axis);
                assert_view(&found, &x, &shape, |index| {
                    let mut source = index.to_vec();
                    source.insert(axis, at);
                    source
                });
            }
        }
    }

    #[test]
    fn cut_in_place(x in layouts(), cuts in prop::collection::vec((any::<Index>(), any::<Index>(), 0u8..4), 0..12)) {
        let mut cut = x.clone();
        let mut cutter = Cutter::new(&mut cut);
        let mut builder = LayoutBuilder::new(OP, &x);
        for (start, len, kind) in cuts {
            let Some(size) = cutter.size() else { break };
            if kind == 0 && size > 0 {
                cutter.at(start.index(size));
                builder.at(start.index(size)).unwrap();
            } else {
                let start = start.index(size.max(1));
                let entries = Entries { start, len: len.index(size - start.min(size) + 1), step: 1 };
                cutter.range(entries);
                builder.range(entries).unwrap();
            }
        }
        cutter.finish();
        prop_assert!(cut.invariants_hold(), "{:?} of {:?}", cut, x);
        prop_assert_eq!(&cut, &builder.finish().unwrap());
        // Axes can be added again, also where axes lay outside of the value before.
        if let Some(axis) = cut.rank().checked_sub(1).filter(|&axis| cut.shape()[axis] > 0) {
            let axis = axis as i64;
            prop_assert_eq!(cut.windows_for(OP, &[1, 1], Some(&[axis, axis])).unwrap().rank(), cut.rank() + 2);
        }
    }

    #[test]
    fn flips(x in layouts(), which in prop::collection::vec(any::<bool>(), 12)) {
        let axes: Vec<usize> = (0..x.rank()).filter(|&axis| which[axis]).collect();
        let all: Vec<usize> = (0..x.rank()).collect();
        for (found, axes) in [
            (x.flip_for(OP, Some(&signed(&axes, x.rank(), which[0]))).unwrap(), axes),
            (x.flip_for(OP, None).unwrap(), all),
        ] {
            assert_view(&found, &x, x.shape(), |index| {
                let turned = |axis: usize| x.shape()[axis] - 1 - index[axis];
                (0..x.rank()).map(|axis| if axes.contains(&axis) { turned(axis) } else { index[axis] }).collect()
            });
        }
    }

    #[test]
    fn diagonals(x in layouts(), keys in prop::collection::vec(any::<u32>(), 12), offset in -5i64..=5) {
        if let [a, .., b] = order(x.rank(), &keys)[..] {
            let (skip_a, skip_b) = ((-offset).max(0) as usize, offset.max(0) as usize);
            let len = (0..).take_while(|i| skip_a + i < x.shape()[a] && skip_b + i < x.shape()[b]).count();
            let rest: Vec<usize> = (0..x.rank()).filter(|&axis| axis != a && axis != b).collect();
            let shape: Vec<usize> = rest.iter().map(|&axis| x.shape()[axis]).chain([len]).collect();
            assert_view(&x.diagonal_for(OP, offset, a as i64, b as i64).unwrap(), &x, &shape, |index| {
                let mut source = vec![0; x.rank()];
                rest.iter().zip(index).for_each(|(&axis, &i)| source[axis] = i);
                (source[a], source[b]) = (skip_a + index[rest.len()], skip_b + index[rest.len()]);
                source
            });
        }
    }

    #[test]
    fn stretched(x in layouts(), new in prop::collection::vec(0usize..=3, 0..3), grown in prop::collection::vec(0usize..=3, 12)) {
        let mut shape = new.clone();
        shape.extend(x.shape().iter().zip(&grown).map(|(&size, &to)| if size == 1 { to } else { size }));
        let back = |index: &[usize]| -> Vec<usize> {
            index[new.len()..].iter().zip(x.shape()).map(|(&i, &size)| if size == 1 { 0 } else { i }).collect()
        };
        let found = x.broadcast_to_for(OP, &shape).unwrap();
        assert_view(&found, &x, &shape, back);
        let common = broadcast_shapes_for(OP, &[x.shape(), &shape]).unwrap();
        prop_assert_eq!(broadcast_shapes_for(OP, &[&shape, x.shape()]).unwrap(), common.clone());
        prop_assert!(c(x.shape()).broadcast_to_for(OP, &common).is_ok());
        if !shape.is_empty() {
            // R14: what broadcasts is stored as it broadcasts, with any number of leading 1s.
            assert_view(&store_layout(OP, &shape, &x).unwrap(), &x, &shape, back);
            let padded = x.expand_dims_for(OP, &[0, 1, 2]).unwrap();
            let stored = store_layout(OP, &shape, &padded).unwrap();
            prop_assert_eq!(positions(&stored), positions(&found));
        }
    }

    #[test]
    fn stored_without_ones(x in layouts(), ones in prop::collection::vec(0usize..=2, 12)) {
        // The same sizes with other 1s between them: elements are matched in row-major order (R14, S0.26).
        let mut region = vec![1; ones[0]];
        for (&size, &ones) in squeezed(x.shape()).iter().zip(&ones[1..]) {
            region.push(size);
            region.extend(vec![1; ones]);
        }
        if !region.is_empty() {
            let stored = store_layout(OP, &region, &x).unwrap();
            prop_assert_eq!(stored.shape(), &region[..]);
            prop_assert_eq!(positions(&stored), positions(&x));
        }
    }

    #[test]
    fn reshaped(x in layouts(), deal in prop::collection::vec(any::<Index>(), 1..9)) {
        let to = other_shape(x.len(), &deal);
        let possible = x.is_empty() || strides_for(&to, &positions(&x)).is_some();
        let found = x.reshape(&to);
        prop_assert_eq!(found.is_some(), possible, "{:?} to {:?}", x, to);
        if let Some(found) = found {
            prop_assert_eq!(found.shape(), &to[..]);
            prop_assert_eq!(positions(&found), positions(&x));
        }
        prop_assert_eq!(x.reshape(x.shape()).map(|same| positions(&same)), Some(positions(&x)));
    }

    #[test]
    fn windows(x in layouts(), sizes in prop::collection::vec(1usize..=4, 2), axes: [Index; 2]) {
        if x.rank() > 0 {
            let axes = axes.map(|axis| axis.index(x.rank()));
            let named = signed(&axes, x.rank(), true);
            let inside = |index: &[usize], places: [usize; 2]| {
                let mut source = index[..x.rank()].to_vec();
                for i in 0..2 {
                    source[axes[i]] = source[axes[i]] * places[i] + index[x.rank() + i];
                }
                source
            };
            let mut shape = x.shape().to_vec();
            let fits = (0..2).all(|i| {
                let left = (shape[axes[i]] + 1).saturating_sub(sizes[i]);
                shape[axes[i]] = left;
                left > 0
            });
            let found = x.windows_for(OP, &sizes, Some(&named));
            prop_assert_eq!(found.is_ok(), fits);
            if let Ok(found) = found {
                shape.extend(&sizes);
                assert_view(&found, &x, &shape, |index| inside(index, [1, 1]));
            }
        }
    }

    #[test]
    fn splits(x in layouts(), axis: Index, cuts in prop::collection::vec(any::<Index>(), 0..4), n in 1usize..6) {
        if x.rank() > 0 {
            let axis = axis.index(x.rank());
            let size = x.shape()[axis];
            let check = |parts: &[Layout], starts: &[usize]| {
                for (part, &start) in parts.iter().zip(starts) {
                    let mut shape = x.shape().to_vec();
                    shape[axis] = part.shape()[axis];
                    assert_view(part, &x, &shape, |index| {
                        let mut source = index.to_vec();
                        source[axis] += start;
                        source
                    });
                }
            };
            let starts = |parts: &[Layout]| {
                parts.iter().scan(0, |next, part| {
                    let start = *next;
                    *next += part.shape()[axis];
                    Some(start)
                }).collect::<Vec<_>>()
            };
            let mut at: Vec<usize> = cuts.iter().map(|cut| cut.index(size + 1)).collect();
            at.sort_unstable();
            let parts = x.split_indices_for(OP, axis as i64, &at.iter().map(|&cut| cut as i64).collect::<Vec<_>>()).unwrap();
            let expected: Vec<usize> = [0].into_iter().chain(at.iter().copied()).collect();
            prop_assert_eq!(starts(&parts), expected.clone());
            check(&parts, &expected);
            let parts = x.split_sections_for(OP, axis as i64, n).unwrap().collect::<Vec<_>>();
            check(&parts, &starts(&parts));
            prop_assert_eq!(parts.iter().map(|part| part.shape()[axis]).sum::<usize>(), size);
            let cut = at.first().copied().unwrap_or(0);
            let (left, right) = x.split_at_for(OP, axis as i64, cut).unwrap();
            check(&[left, right], &[0, cut]);
        }
    }

    #[test]
    fn merged_axes(x in layouts()) {
        let (shape, steps) = x.coalesce();
        let merged = raw(&shape, &steps, x.offset());
        prop_assert_eq!(positions(&merged), positions(&x));
        let breaks = shape.windows(2).zip(steps.windows(2)).all(|(n, s)| s[0] != s[1] * n[1] as isize);
        prop_assert!(breaks && !shape.contains(&1), "{:?} {:?}", shape, steps);
    }

    #[test]
    fn memory_in_the_same_order(x in layouts()) {
        let like = x.contiguous_like();
        prop_assert!(like.is_contiguous() && like.shape() == x.shape() && like.offset() == 0);
        prop_assert!(!x.is_f_contiguous() || x.is_c_contiguous() || like.is_f_contiguous());
        let steps = |axis: usize| (x.strides()[axis].unsigned_abs(), like.strides()[axis].unsigned_abs());
        let real: Vec<usize> = (0..x.rank()).filter(|&axis| x.shape()[axis] > 1 && !x.is_empty()).collect();
        for (i, &a) in real.iter().enumerate() {
            for &b in &real[i + 1..] {
                let ((x_a, like_a), (x_b, like_b)) = (steps(a), steps(b));
                prop_assert!(if x_a >= x_b { like_a > like_b } else { like_a < like_b }, "{:?} {:?}", x, like);
            }
        }
    }

    #[test]
    fn items_of_another_size(x in layouts(), from in 0u32..4, to in 0u32..4) {
        let (from, to) = (1usize << from, 1usize << to);
        let bytes = |layout: &Layout, item: usize| -> Vec<i128> {
            let start = |p: i128| p * item as i128;
            positions(layout).into_iter().flat_map(|p| (0..item as i128).map(move |b| start(p) + b)).collect()
        };
        if let Ok(found) = x.reinterpret_for(OP, from, to) {
            prop_assert_eq!(bytes(&found, to), bytes(&x, from));
        } else {
            let last = x.rank().checked_sub(1).map(|axis| (x.shape()[axis], x.strides()[axis]));
            prop_assert!(from < to || last.is_none_or(|(size, stride)| size > 1 && stride != 1));
        }
    }
}
