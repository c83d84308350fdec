use super::{Axis, Nest};
use crate::kernels::testing::{Rng, at, indices};

fn check<const N: usize>(
    shape: &[usize],
    strides: [&[isize]; N],
    axes: &[(usize, [isize; N])],
    start: [isize; N],
) {
    let nest = Nest::new(shape, strides);
    let expected: Vec<_> = axes.iter().map(|&(size, strides)| Axis { size, strides }).collect();
    assert_eq!((nest.axes(), nest.start()), (&expected[..], start), "shape {shape:?}, strides {strides:?}");
}

#[test]
fn nests_are_as_short_as_they_can_be() {
    check(&[], [&[], &[]], &[], [0, 0]);
    check(&[2, 3, 4], [&[12, 4, 1], &[12, 4, 1]], &[(24, [1, 1])], [0, 0]);
    check(&[2, 1, 4], [&[4, 99, 1], &[4, -7, 1]], &[(8, [1, 1])], [0, 0]);
    check(&[3, 4], [&[4, 1], &[1, 3]], &[(4, [1, 3]), (3, [4, 1])], [0, 0]);
    check(&[3, 4], [&[1, 3], &[1, 3]], &[(12, [1, 1])], [0, 0]);
    check(&[5], [&[-1], &[-2]], &[(5, [1, 2])], [-4, -8]);
    check(&[5], [&[1], &[-1]], &[(5, [1, -1])], [0, 0]);
    check(&[5], [&[-1], &[1]], &[(5, [1, -1])], [-4, 4]);
    check(&[3, 4], [&[4, 1], &[0, 1]], &[(4, [1, 1]), (3, [4, 0])], [0, 0]);
    check(&[3, 4], [&[0, 0], &[4, 1]], &[(12, [0, 1])], [0, 0]);
    check(&[3, 0, 4], [&[4, 4, 1]], &[], [0]);
}

#[test]
fn every_index_is_visited_once() {
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let shape = rng.shape(6, 500);
        let (a, a_start, _) = rng.strides(&shape, true);
        let (b, b_start, _) = rng.strides(&shape, false);
        let mut expected: Vec<_> =
            indices(&shape).iter().map(|index| (at(a_start, &a, index), at(b_start, &b, index))).collect();
        let nest = Nest::new(&shape, [&a, &b]);
        let parts = 1 + rng.below(5);
        let mut got = Vec::new();
        let mut visit = |nest: &Nest<2>| {
            let inner = nest.inner();
            nest.for_each_row(|[i, j]| {
                for k in 0..inner.size as isize {
                    let (i, j) = (i + k * inner.strides[0], j + k * inner.strides[1]);
                    got.push(((a_start as isize + i) as usize, (b_start as isize + j) as usize));
                }
            });
        };
        match nest.axis_to_cut(parts) {
            Some(axis) => (0..parts).for_each(|k| visit(&nest.part(axis, k, parts))),
            None => visit(&nest),
        }
        expected.sort_unstable();
        got.sort_unstable();
        assert_eq!(got, expected, "shape {shape:?}, strides {a:?} and {b:?} in {parts} parts");
        assert!(nest.output_is_injective(), "strides {a:?} of {shape:?}");
    }
}

#[test]
fn overlapping_outputs_are_noticed() {
    assert!(!Nest::new(&[3, 3], [&[1, 1]]).output_is_injective());
    assert!(!Nest::new(&[3], [&[0]]).output_is_injective());
    assert!(!Nest::new(&[3, 2], [&[1, 2]]).output_is_injective());
    assert!(Nest::new(&[3, 2], [&[1, 3]]).output_is_injective());
}

#[test]
fn loops_that_move_nothing_are_counted() {
    for (shape, strides, distinct, times) in [
        (&[3, 4][..], &[4, 1][..], 12, 1),
        (&[3, 4], &[0, 1], 4, 3),
        (&[3, 4], &[1, 0], 3, 4),
        (&[3, 4, 5], &[0, 1, 0], 4, 15),
        (&[3, 4], &[0, 0], 1, 12),
        (&[3, 0], &[0, 0], 0, 1),
        (&[], &[], 1, 1),
    ] {
        let (nest, found) = Nest::new(shape, [strides]).distinct();
        assert_eq!((nest.len(), found), (distinct, times), "shape {shape:?}, strides {strides:?}");
        assert!(nest.moves(0));
    }
}
