//! Every iterator against an oracle that knows only indices: random layouts, both ends, jumps, halves, threads.

use std::collections::VecDeque;

use proptest::prelude::*;
use rayon::prelude::*;

use super::par::SplitAt;
use super::{View, ViewMut};
use crate::error::Result;
use crate::layout::{Layout, Order};

/// A view of some of the numbers `0..data.len()`, made by a random chain of view operations on a fresh layout.
#[derive(Clone, Debug)]
struct Case {
    data: Vec<i32>,
    layout: Layout,
}

impl Case {
    fn view(&self) -> View<'_, i32> {
        View::from_parts(&self.data, &self.layout).unwrap()
    }

    /// The elements in row-major order, found index by index.
    fn oracle(&self) -> Vec<i32> {
        indices(self.layout.shape()).iter().map(|ix| self.data[self.layout.offset_of(ix).unwrap()]).collect()
    }
}

/// All indices of a shape in row-major order.
fn indices(shape: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for &size in shape {
        all = all.iter().flat_map(|ix| (0..size).map(move |i| [&ix[..], &[i]].concat())).collect();
    }
    all
}

/// Fresh layouts, permuted, reversed, cut and stretched (the last only where `stretch` says so).
fn cases(stretch: bool) -> impl Strategy<Value = Case> {
    let axes = prop::collection::vec((0usize..5, any::<bool>(), 0usize..3, 1usize..3), 0..6);
    (axes, any::<u64>(), any::<bool>()).prop_map(move |(axes, seed, columns)| {
        let mut shape: Vec<usize> = axes.iter().map(|axis| axis.0).collect();
        if seed % 4 > 0 {
            // Most cases have elements.
            shape.iter_mut().for_each(|size| *size = (*size).max(1));
        }
        let order = if columns { Order::F } else { Order::C };
        let mut layout = Layout::contiguous_for("case", &shape, order).unwrap();
        let data = (0..layout.len() as i32).collect();
        for (k, &(_, flip, start, step)) in axes.iter().enumerate() {
            let len = layout.shape()[k].saturating_sub(start).div_ceil(step);
            let entries = crate::layout::Entries { start, len, step: step as isize };
            if len > 0 {
                layout = layout.slice_axis("case", k, entries).unwrap();
            }
            if flip {
                layout = layout.flip_for("case", Some(&[k as i64])).unwrap();
            }
        }
        let rank = layout.rank() as i64;
        let mut order: Vec<i64> = (0..rank).collect();
        if rank > 0 {
            order.rotate_left(seed as usize % rank as usize);
            order.swap(0, (seed >> 8) as usize % rank as usize);
        }
        layout = layout.permute_for("case", &order).unwrap();
        if stretch && seed % 3 == 0 {
            let wide: Vec<usize> =
                [2].into_iter().chain(layout.shape().iter().map(|&n| if n == 1 { 3 } else { n })).collect();
            layout = layout.broadcast_to_for("case", &wide).unwrap();
        }
        Case { data, layout }
    })
}

/// Takes items from both ends and in jumps, as `moves` say, and compares each step with a queue of what is expected.
fn check_moves<I>(mut iter: I, expected: &[I::Item], moves: &[(u8, usize)])
where
    I: DoubleEndedIterator<Item: Clone + PartialEq + std::fmt::Debug> + ExactSizeIterator,
{
    let mut queue: VecDeque<I::Item> = expected.iter().cloned().collect();
    for &(way, n) in moves {
        assert_eq!(iter.len(), queue.len());
        let (got, wanted) = match way % 4 {
            0 => (iter.next(), queue.pop_front()),
            1 => (iter.next_back(), queue.pop_back()),
            2 => (iter.nth(n), queue.drain(..(n + 1).min(queue.len())).nth(n)),
            _ => {
                let keep = queue.len().saturating_sub(n + 1);
                let last = queue.drain(keep..).rev().nth(n);
                (iter.nth_back(n), last)
            }
        };
        assert_eq!(got, wanted, "after a move {way} {n}");
    }
    let rest: Vec<I::Item> = iter.fold(Vec::new(), |mut all, item| {
        all.push(item);
        all
    });
    assert_eq!(queue, rest);
}

/// Forwards, backwards, in moves, and in two halves.
fn check<I>(make: impl Fn() -> I, expected: &[I::Item], moves: &[(u8, usize)])
where
    I: DoubleEndedIterator<Item: Clone + PartialEq + std::fmt::Debug> + ExactSizeIterator + SplitAt,
{
    assert!(make().eq(expected.iter().cloned()), "forwards");
    assert!(make().rev().eq(expected.iter().rev().cloned()), "backwards");
    assert_eq!(make().last(), expected.last().cloned());
    assert_eq!(make().count(), expected.len());
    check_moves(make(), expected, moves);
    let middle = moves.first().map_or(0, |&(_, n)| n).min(expected.len());
    let (head, tail) = make().split_at(middle);
    check_moves(head, &expected[..middle], moves);
    check_moves(tail, &expected[middle..], moves);
    // Halves of something that was used from both ends.
    let mut used = make();
    let taken = (used.next().is_some(), used.next_back().is_some());
    let rest = &expected[usize::from(taken.0)..expected.len() - usize::from(taken.1)];
    let middle = middle.min(rest.len());
    let (head, tail) = used.split_at(middle);
    check_moves(head, &rest[..middle], moves);
    check_moves(tail, &rest[middle..], moves);
}

fn moves() -> impl Strategy<Value = Vec<(u8, usize)>> {
    prop::collection::vec((any::<u8>(), 0usize..9), 0..12)
}

/// A part of a view in a form that can be compared.
type Part = (Vec<usize>, Vec<i32>);

fn part(view: &View<'_, i32>) -> Part {
    (view.shape().to_vec(), view.to_vec())
}

/// The part of a case at these ranges of its axes; axes in `gone` (all of length 1) are dropped from the shape.
fn part_at(case: &Case, ranges: &[std::ops::Range<usize>], gone: Option<usize>) -> Part {
    let shape: Vec<usize> = ranges.iter().map(ExactSizeIterator::len).collect();
    let elements = indices(&shape)
        .iter()
        .map(|ix| {
            let ix: Vec<usize> = ix.iter().zip(ranges).map(|(i, range)| i + range.start).collect();
            case.data[case.layout.offset_of(&ix).unwrap()]
        })
        .collect();
    let shape = shape.iter().enumerate().filter(|&(k, _)| Some(k) != gone).map(|(_, &n)| n).collect();
    (shape, elements)
}

/// All parts that start at the given places of each axis and are as long as the size says, cut at the end.
fn parts(case: &Case, starts: &[Vec<usize>], sizes: &[usize], gone: Option<usize>) -> Vec<Part> {
    let counts: Vec<usize> = starts.iter().map(Vec::len).collect();
    let part = |ix: &Vec<usize>| {
        let ranges: Vec<_> = (0..sizes.len())
            .map(|k| {
                let start = starts[k][ix[k]];
                start..(start + sizes[k]).min(case.layout.shape()[k])
            })
            .collect();
        part_at(case, &ranges, gone)
    };
    indices(&counts).iter().map(part).collect()
}

/// The parts that `views` gives, compared as shapes and elements.
fn check_parts<'a>(
    views: impl Fn() -> Result<super::Views<'a, i32>>,
    expected: &[Part],
    moves: &[(u8, usize)],
) {
    #[derive(Clone)]
    struct Shown<'a>(super::Views<'a, i32>);
    impl Iterator for Shown<'_> {
        type Item = Part;
        fn next(&mut self) -> Option<Part> {
            self.0.next().map(|view| part(&view))
        }
        fn size_hint(&self) -> (usize, Option<usize>) {
            self.0.size_hint()
        }
        fn nth(&mut self, n: usize) -> Option<Part> {
            self.0.nth(n).map(|view| part(&view))
        }
    }
    impl DoubleEndedIterator for Shown<'_> {
        fn next_back(&mut self) -> Option<Part> {
            self.0.next_back().map(|view| part(&view))
        }
        fn nth_back(&mut self, n: usize) -> Option<Part> {
            self.0.nth_back(n).map(|view| part(&view))
        }
    }
    impl ExactSizeIterator for Shown<'_> {}
    impl SplitAt for Shown<'_> {
        fn split_at(self, n: usize) -> (Self, Self) {
            let (head, tail) = self.0.split_at(n);
            (Self(head), Self(tail))
        }
    }
    check(|| Shown(views().unwrap()), expected, moves);
    let parallel: Vec<Part> = views().unwrap().into_par_iter().map(|view| part(&view)).collect();
    assert_eq!(parallel, expected);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn elements_come_in_row_major_order(case in cases(true), moves in moves()) {
        let (view, expected) = (case.view(), case.oracle());
        let refs: Vec<&i32> = expected.iter().collect();
        check(|| view.iter(), &refs, &moves);
        prop_assert_eq!(view.to_vec(), expected.clone());
        prop_assert_eq!(view.par_iter().copied().collect::<Vec<_>>(), expected.clone());
        prop_assert_eq!(view.iter().sum::<i32>(), expected.iter().sum::<i32>());
        if let Some(slice) = view.as_slice() {
            prop_assert_eq!(slice, &expected[..]);
        }
        prop_assert_eq!(view.as_slice().is_some(), case.layout.is_c_contiguous());
        if let Some(slice) = view.as_slice_memory_order() {
            let (mut a, mut b) = (slice.to_vec(), expected);
            a.sort_unstable();
            b.sort_unstable();
            prop_assert_eq!(a, b);
        }
    }

    #[test]
    fn indexed_elements_carry_their_index(case in cases(true), moves in moves()) {
        let (view, elements) = (case.view(), case.oracle());
        let expected: Vec<_> = (indices(case.layout.shape()).iter())
            .zip(&elements)
            .map(|(ix, x)| (crate::layout::Dims::from_slice(ix), x))
            .collect();
        check(|| view.indexed_iter(), &expected, &moves);
        prop_assert_eq!(view.par_indexed_iter().collect::<Vec<_>>(), expected.clone());
        for (ix, x) in &expected {
            prop_assert_eq!(&view[ix], *x);
            prop_assert_eq!(view.get(ix).unwrap(), **x);
        }
    }

    #[test]
    fn parts_of_an_axis(case in cases(true), moves in moves(), pick in any::<usize>(), size in 1usize..4) {
        let (view, shape) = (case.view(), case.layout.shape());
        prop_assume!(!shape.is_empty());
        let axis = pick % shape.len();
        let each = |n: usize, step: usize| (0..n).step_by(step).collect::<Vec<_>>();
        let whole = |k: usize| if k == axis { each(shape[k], 1) } else { vec![0] };
        let sizes: Vec<usize> = (0..shape.len()).map(|k| if k == axis { 1 } else { shape[k] }).collect();
        let starts: Vec<Vec<usize>> = (0..shape.len()).map(whole).collect();
        check_parts(|| view.axis_iter(axis as i64), &parts(&case, &starts, &sizes, Some(axis)), &moves);

        let sizes: Vec<usize> = (0..shape.len()).map(|k| if k == axis { size } else { shape[k] }).collect();
        let starts: Vec<Vec<usize>> =
            (0..shape.len()).map(|k| if k == axis { each(shape[k], size) } else { vec![0] }).collect();
        check_parts(|| view.axis_chunks(axis as i64, size), &parts(&case, &starts, &sizes, None), &moves);

        let lanes: Vec<Part> = parts(
            &case,
            &(0..shape.len()).map(|k| if k == axis { vec![0] } else { each(shape[k], 1) }).collect::<Vec<_>>(),
            &(0..shape.len()).map(|k| if k == axis { shape[k] } else { 1 }).collect::<Vec<_>>(),
            None,
        );
        let lanes: Vec<Part> = lanes.into_iter().map(|(_, elements)| (vec![elements.len()], elements)).collect();
        check_parts(|| view.lanes(axis as i64), &lanes, &moves);
    }

    #[test]
    fn windows_and_chunks(case in cases(true), moves in moves(), sizes in prop::collection::vec(1usize..4, 6)) {
        let (view, shape) = (case.view(), case.layout.shape());
        let sizes = &sizes[..shape.len().min(6)];
        prop_assume!(sizes.len() == shape.len());
        let starts: Vec<Vec<usize>> =
            shape.iter().zip(sizes).map(|(&n, &w)| (0..(n + 1).saturating_sub(w)).collect()).collect();
        if starts.iter().all(|starts| !starts.is_empty()) {
            check_parts(|| view.windows(sizes), &parts(&case, &starts, sizes, None), &moves);
        } else {
            prop_assert!(view.windows(sizes).is_err());
        }
        let starts: Vec<Vec<usize>> =
            shape.iter().zip(sizes).map(|(&n, &w)| (0..n).step_by(w).collect()).collect();
        check_parts(|| view.chunks(sizes), &parts(&case, &starts, sizes, None), &moves);
    }

    #[test]
    fn writing_reaches_each_element_once(case in cases(false), pick in any::<usize>(), size in 1usize..4) {
        let rank = case.layout.rank();
        let axis = pick.checked_rem(rank).unwrap_or(0) as i64;
        let sizes = vec![size; rank];
        let add = |x: &mut i32| *x += 1000;
        type Way<'a> = &'a dyn Fn(ViewMut<'_, i32>);
        let ways: [Way<'_>; 14] = [
            &|v| v.into_iter().for_each(add),
            &|mut v| v.iter_mut().rev().for_each(add),
            &|mut v| v.par_iter_mut().for_each(add),
            &|mut v| v.indexed_iter_mut().for_each(|(_, x)| add(x)),
            &|mut v| v.par_indexed_iter_mut().for_each(|(_, x)| add(x)),
            &|mut v| v.chunks_mut(&sizes).unwrap().flatten().for_each(add),
            &|mut v| v.par_chunks_mut(&sizes).unwrap().for_each(|part| part.into_iter().for_each(add)),
            &|v| if rank > 0 { v.into_axis_iter(axis).unwrap().flatten().for_each(add) } else { v.into_iter().for_each(add) },
            &|v| if rank > 0 { v.into_lanes(axis).unwrap().rev().flatten().for_each(add) } else { v.into_iter().for_each(add) },
            &|v| if rank > 0 { v.into_axis_chunks(axis, size).unwrap().flatten().for_each(add) } else { v.into_iter().for_each(add) },
            &|v| if rank > 0 {
                let cut = pick as i64 % (v.shape()[axis as usize] as i64 + 1);
                let (head, tail) = v.into_split_at(axis, cut).unwrap();
                tail.into_iter().chain(head).for_each(add);
            } else { v.into_iter().for_each(add) },
            &|v| v.into_transpose().into_iter().for_each(add),
            &|v| v.into_flip((0..rank as i64).collect::<Vec<_>>()).unwrap().into_iter().for_each(add),
            &|mut v| for ix in indices(&Vec::from(v.shape())) { add(&mut v[&ix[..]]); },
        ];
        for (which, way) in ways.iter().enumerate() {
            let mut data = case.data.clone();
            // SAFETY: the layout lies in `data`, which is borrowed exclusively; cases without stretching have one
            // index for each element.
            way(unsafe { ViewMut::from_raw(data.as_mut_ptr(), &case.layout) });
            let mut expected = case.data.clone();
            indices(case.layout.shape()).iter().for_each(|ix| expected[case.layout.offset_of(ix).unwrap()] += 1000);
            prop_assert_eq!(data, expected, "way {}", which);
        }
    }

    #[test]
    fn a_view_keeps_its_layout(case in cases(true)) {
        let view = case.view();
        prop_assert_eq!(view.layout(), &case.layout);
        prop_assert_eq!(view.start(), case.data.as_ptr());
        let twice = view.transpose().transpose();
        prop_assert_eq!(twice.layout(), &case.layout);
        let flat = case.layout.reshape(&[view.len()]);
        prop_assert_eq!(view.reshape([view.len() as i64]).ok().map(|flat| flat.layout().clone()), flat);
    }
}

#[test]
fn more_than_eight_axes() {
    let data: Vec<i32> = (0..1024).collect();
    let view = View::from_slice(&data, [2; 10]).unwrap();
    assert_eq!(view[[1, 0, 0, 0, 0, 0, 0, 0, 1, 1]], 515);
    let turned = view.transpose();
    assert_eq!(turned[[1, 1, 0, 0, 0, 0, 0, 0, 0, 1]], 515);
    let expected: Vec<i32> = (0..1024u32).map(|i| (i.reverse_bits() >> 22) as i32).collect();
    assert_eq!(turned.to_vec(), expected);
    assert_eq!(
        turned.iter().rev().copied().collect::<Vec<_>>(),
        expected.iter().rev().copied().collect::<Vec<_>>()
    );
    assert_eq!(turned.axis_iter(9).unwrap().next().unwrap().rank(), 9);
}

#[test]
fn wrong_indices_panic_with_the_words_of_the_library() {
    let words = |index: fn(&View<'_, i32>) -> i32| {
        let data = [1, 2, 3, 4, 5, 6];
        let view = View::from_slice(&data, [2, 3]).unwrap();
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| index(&view))).unwrap_err();
        panic.downcast_ref::<String>().unwrap().clone()
    };
    let outside = "index: index 3 is out of range for axis 1 of length 3 (allowed: -3 to 2)";
    assert_eq!(words(|v| v[[1, 3]]), outside);
    assert_eq!(words(|v| v[&[1usize, 3][..]]), outside);
    assert_eq!(words(|v| v[[1, 0, 0]]), "index: expected 2 integers, one for each axis, found 3");
    assert_eq!(words(|v| v[1]), "index: expected 2 integers, one for each axis, found 1");
}

#[test]
fn errors_name_the_operation() {
    let data = [1, 2, 3, 4, 5, 6];
    let view = View::from_slice(&data, [2, 3]).unwrap();
    let check = |error: Option<crate::Error>, words: &str| assert_eq!(error.unwrap().to_string(), words);
    check(View::from_slice(&data, [2, 2]).err(), "from_slice: shape [2, 2] needs 4 values, found 6");
    check(view.axis_iter(2).err(), "axis_iter: axis 2 is out of range for rank 2 (allowed: -2 to 1)");
    check(
        view.windows([2]).err(),
        "windows: shape [2, 3] needs 2 sizes, found 1: give one size for each axis",
    );
    check(view.chunks([2, 0]).err(), "chunks: `shape` is [2, 0]: each size must be at least 1");
    check(view.get([2, 0]).err(), "get: index 2 is out of range for axis 0 of length 2 (allowed: -2 to 1)");
    check(
        view.split_at(1, 4).err(),
        "split_at: cut 4 is out of range for axis 1 of length 3 (allowed: -3 to 3)",
    );
    check(
        view.transpose().reshape([6]).err(),
        "reshape: no view of shape [3, 2] with strides [1, 3] has shape [6]: views never copy; `to_tensor` makes a \
         copy, which has every shape",
    );
}

#[test]
fn lists_are_written_as_for_tensors() {
    let mut data = [1, 2, 3, 4];
    let view = View::from_slice(&data, 4).unwrap();
    assert_eq!((view.get(-1).unwrap(), view.get(&[1u8][..]).unwrap()), (4, 2));
    let matrix = view.reshape([2usize, 2]).unwrap();
    assert_eq!(matrix.flip(..).unwrap().to_vec(), [4, 3, 2, 1]);
    assert_eq!(matrix.flip(1).unwrap().to_vec(), [2, 1, 4, 3]);
    let ones = matrix.expand_dims([0, -1]).unwrap();
    assert_eq!((ones.shape(), ones.squeeze(..).unwrap().shape()), (&[1, 2, 2, 1][..], &[2, 2][..]));
    assert_eq!(ones.squeeze(-1).unwrap().shape(), [1, 2, 2]);
    assert_eq!(view.windows(2).unwrap().len(), 3);
    let mut point = ViewMut::from_slice_mut(&mut data[3..], ()).unwrap();
    point.set((), 9).unwrap();
    assert_eq!((point.get(()).unwrap(), point.reshape(()).unwrap().rank()), (9, 0));
    *point.get_mut(()).unwrap() += 1;
    assert_eq!(data[3], 10);
}

#[test]
fn what_a_view_gives_outlives_the_view() {
    let data = [1, 2, 3, 4, 5, 6];
    let row: &[i32] = {
        let view = View::from_slice(&data, [2, 3]).unwrap();
        let row = view.index_axis(0, -1).unwrap();
        row.as_slice().unwrap()
    };
    assert_eq!(row, [4, 5, 6]);
    let mut data = data;
    let last: &mut i32 = {
        let view = ViewMut::from_slice_mut(&mut data, [2, 3]).unwrap();
        view.into_transpose().into_iter().next_back().unwrap()
    };
    *last = 60;
    assert_eq!(data[5], 60);
}
