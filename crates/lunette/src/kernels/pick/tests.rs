use num_complex::Complex64;

use super::{Along, Mode, PickAxis, Table, add_by_index, gather_fresh, offsets, scatter, scatter_add};
use crate::buffer::Buffer;
use crate::error::ErrorKind;
use crate::kernels::testing::{Rng, at, elements, indices};
use crate::layout::{Layout, Order};
use crate::{Access, DType, Element};

/// Random axes, and the base that keeps all that they reach inside of a segment of the returned length.
struct Picks {
    axes: Vec<(usize, isize, Option<Table>)>,
    base: usize,
    len: usize,
}

impl Picks {
    fn random(rng: &mut Rng, count: usize) -> Self {
        let shape = rng.shape(4, count);
        let (mut lowest, mut highest) = (0isize, 0isize);
        let mut axes = Vec::new();
        let mut step = 1isize;
        for &size in shape.iter().rev() {
            let table = rng.chance(50).then(|| {
                let reach = rng.between(1, 2 * size.max(1) as isize);
                Table::new((0..size).map(|_| step * rng.between(-reach, reach)).collect())
            });
            let stride = if rng.chance(25) { -step } else { step };
            let (low, high) = match &table {
                Some(table) => (table.lowest().min(0), table.highest().max(0)),
                None => (0.min(stride * (size as isize - 1)), 0.max(stride * (size as isize - 1))),
            };
            (lowest, highest) = (lowest + low, highest + high);
            step = if rng.chance(80) { step * size.max(1) as isize } else { 1 + rng.below(9) as isize };
            axes.insert(0, (size, stride, table));
        }
        let (before, after) = (rng.below(9), rng.below(9));
        Self {
            axes,
            base: (before as isize - lowest) as usize,
            len: before + after + (highest - lowest + 1) as usize,
        }
    }

    fn shape(&self) -> Vec<usize> {
        self.axes.iter().map(|axis| axis.0).collect()
    }

    fn axes(&self) -> Vec<PickAxis<'_>> {
        let axis =
            |(size, stride, table): &'_ (usize, isize, Option<Table>)| (*size, *stride, table.is_some());
        let shapes: Vec<_> = self.axes.iter().map(axis).collect();
        shapes
            .into_iter()
            .zip(&self.axes)
            .map(|((size, stride, _), (_, _, table))| match table {
                Some(table) => PickAxis::Table(table),
                None => PickAxis::Step { size, stride },
            })
            .collect()
    }

    fn at(&self, index: &[usize]) -> usize {
        let moved: isize = index
            .iter()
            .zip(&self.axes)
            .map(|(&k, (_, stride, table))| {
                table.as_ref().map_or(k as isize * stride, |table| table.offsets()[k])
            })
            .sum();
        (self.base as isize + moved) as usize
    }
}

fn check<T: Element>(rng: &mut Rng, picks: &Picks, value: impl Fn(u64) -> T, sum: impl Fn(T, T) -> T) {
    let shape = picks.shape();
    let whole = Layout::contiguous_for("test", &[picks.len], Order::C).unwrap();
    let memory: Vec<T> = (0..picks.len).map(|_| value(rng.next())).collect();
    let (strides, offset, len) = rng.strides(&shape, true);
    let layout = Layout::new_for("test", &shape, &strides, offset).unwrap();
    let plain: Vec<T> = (0..len.max(1)).map(|_| value(rng.next())).collect();
    let (mut scattered, mut added) = (memory.clone(), memory.clone());
    for index in indices(&shape) {
        let (i, j) = (at(offset, &strides, &index), picks.at(&index));
        scattered[j] = plain[i];
        added[j] = sum(added[j], plain[i]);
    }
    let (picked, other) = (Buffer::from_vec(memory), Buffer::from_vec(plain));
    {
        let (a, b) =
            (picked.lock("test", Access::Write).unwrap(), other.lock("test", Access::Write).unwrap());
        let memory = a.source("test", &whole, T::DTYPE).unwrap();
        let dst = b.target("test", &layout, T::DTYPE).unwrap();
        let fresh = gather_fresh("test", memory, picks.base, &picks.axes()).unwrap();
        let before = elements::<T>(&picked, &a);
        let expected: Vec<T> = indices(&shape).iter().map(|index| before[picks.at(index)]).collect();
        assert!(
            elements::<T>(&fresh, &fresh.lock("test", Access::Read).unwrap()) == expected,
            "{:?}",
            picks.axes()
        );
        let target = a.target("test", &whole, T::DTYPE).unwrap();
        scatter("test", target, picks.base, &picks.axes(), dst.as_source()).unwrap();
        assert!(elements::<T>(&picked, &a) == scattered, "scatter {:?} {:?}", picks.axes(), layout);
        restore(&a, &whole, &before);
        scatter_add("test", target, picks.base, &picks.axes(), dst.as_source()).unwrap();
        assert!(elements::<T>(&picked, &a) == added, "scatter_add {:?} {:?}", picks.axes(), layout);
        restore(&a, &whole, &before);
    }
}

fn restore<T: Element>(lock: &crate::buffer::Lock<'_>, whole: &Layout, elements: &[T]) {
    let copy = Buffer::from_vec(elements.to_vec());
    let copy = copy.lock("test", Access::Read).unwrap();
    let source = copy.source("test", whole, T::DTYPE).unwrap();
    crate::kernels::copy::transfer("test", lock.target("test", whole, T::DTYPE).unwrap(), source).unwrap();
}

#[test]
fn random_picks_agree_with_the_oracle() {
    for seed in 0..1200 {
        let mut rng = Rng::new(seed);
        let picks = Picks::random(&mut rng, 600);
        match seed % 4 {
            0 => check(&mut rng, &picks, |bits| bits as i8, i8::wrapping_add),
            1 => check(&mut rng, &picks, |bits| (bits >> 40) as u32, u32::wrapping_add),
            2 => check(&mut rng, &picks, |bits| (bits >> 40) as f64, |a, b| a + b),
            _ => check(&mut rng, &picks, |bits| Complex64::new((bits >> 44) as f64, 1.0), |a, b| a + b),
        }
    }
}

#[test]
fn large_picks_agree_with_the_oracle() {
    let rows = Table::new((0..3000).map(|k| (k * 7919 % 4001) * 64).collect());
    let columns = Table::new((0..600).map(|k| k * 31 % 64).collect());
    let shapes: [Vec<(usize, isize, Option<Table>)>; 4] = [
        vec![(3000, 0, Some(rows.clone())), (64, 1, None)],
        vec![(400, 64, None), (600, 0, Some(columns.clone()))],
        vec![(50, 64, None), (8, 32_000, None), (600, 0, Some(columns))],
        vec![(1, 0, None), (3000, 0, Some(rows)), (16, -4, None), (8, 1, None)],
    ];
    for axes in shapes {
        let picks = Picks { axes, base: 61, len: 64 * 4100 };
        check(&mut Rng::new(1), &picks, |bits| (bits >> 40) as f32, |a, b| a + b);
    }
}

#[test]
fn picks_outside_of_the_memory_are_refused() {
    let buffer = Buffer::from_vec(vec![0i32; 10]);
    let lock = buffer.lock("test", Access::Write).unwrap();
    let whole = Layout::contiguous_for("test", &[10], Order::C).unwrap();
    let gaps = Layout::new_for("test", &[5], &[2], 0).unwrap();
    let table = Table::new(vec![3, 9, -1]);
    let step = |size, stride| PickAxis::Step { size, stride };
    let refused = |layout: &Layout, base: usize, axes: &[PickAxis<'_>]| {
        let source = lock.source("test", layout, DType::I32).unwrap();
        let error = gather_fresh("test", source, base, axes).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::OutOfBounds { .. }), "{error}");
    };
    refused(&whole, 0, &[PickAxis::Table(&table)]);
    refused(&whole, 2, &[PickAxis::Table(&table)]);
    refused(&whole, 10, &[]);
    refused(&whole, usize::MAX, &[]);
    refused(&whole, 0, &[step(2, isize::MAX), step(2, isize::MAX)]);
    refused(&whole, 5, &[step(2, isize::MIN), step(2, isize::MIN)]);
    // There may be elements between those of a layout with gaps that belong to somebody else.
    refused(&gaps, 0, &[step(2, 1)]);
    let source = lock.source("test", &whole, DType::I32).unwrap();
    assert!(gather_fresh("test", source, 99, &[step(0, 7), PickAxis::Table(&table)]).is_ok());
}

#[test]
fn overlapping_sides_act_on_a_copy() {
    let table = Table::new(vec![4, 3, 2, 1, 0]);
    let whole = Layout::contiguous_for("test", &[5], Order::C).unwrap();
    let buffer = Buffer::from_vec(vec![1i64, 2, 3, 4, 5]);
    {
        let lock = buffer.lock("test", Access::Write).unwrap();
        let target = lock.target("test", &whole, DType::I64).unwrap();
        scatter("test", target, 0, &[PickAxis::Table(&table)], target.as_source()).unwrap();
    }
    assert_eq!(buffer.into_vec::<i64>().unwrap(), [5, 4, 3, 2, 1]);
}

/// Adds `values`, at steps of `step`, to ten numbers, every second of twenty, by an index of the type `I`.
fn add_to_ten<I: Element>(index: Vec<I>, step: isize, values: Vec<f32>) -> (crate::Result<()>, Vec<f32>) {
    let memory = Buffer::from_vec(vec![1.0_f32; 20]);
    let (index, values) = (Buffer::from_vec(index), Buffer::from_vec(values));
    let count = index.len_bytes() / size_of::<I>();
    let result = {
        let locks = [&index, &values].map(|buffer| buffer.lock("test", Access::Read).unwrap());
        let lock = memory.lock("test", Access::Write).unwrap();
        let (twenty, along) = (Layout::vector(20), Along { axis: 3, len: 10, stride: -2 });
        let (list, steps) = (Layout::vector(count), Layout::new_for("test", &[count], &[step], 0).unwrap());
        let target = lock.target("test", &twenty, DType::F32).unwrap();
        let index = locks[0].source("test", &list, I::DTYPE).unwrap();
        let source = locks[1].source("test", &steps, DType::F32).unwrap();
        let outside = add_by_index("test", (target, 20), along, index, source).unwrap_err();
        assert!(matches!(outside.kind(), ErrorKind::OutOfBounds { .. }), "{outside}");
        add_by_index("test", (target, 19), along, index, source)
    };
    (result, memory.into_vec().unwrap())
}

#[test]
fn sums_by_one_index_agree_with_the_oracle() {
    fn check<I: Element>(count: usize, step: isize, value: impl Fn(i64) -> I) {
        let mut rng = Rng::new(count as u64);
        let picks: Vec<i64> = (0..count).map(|_| rng.between(-10, 9) as i64).collect();
        let values: Vec<f32> = (0..2 * count + 1).map(|_| rng.between(0, 99) as f32).collect();
        let index: Vec<I> = picks.iter().map(|&pick| value(pick)).collect();
        let mut expected = vec![1.0; 20];
        for (k, pick) in picks.iter().enumerate() {
            expected[19 - 2 * pick.rem_euclid(10) as usize] += values[k * step as usize];
        }
        let (result, sums) = add_to_ten(index, step, values);
        result.unwrap();
        assert_eq!(sums, expected, "{count} at steps of {step}");
    }
    for count in [0, 1, 7, 8, 9, 127, 128, 129, 1000] {
        for step in [0, 1, 2] {
            check(count, step, |pick| pick);
            check(count, step, |pick| pick as i8);
            check(count, step, |pick| pick.rem_euclid(10) as u64);
        }
    }
}

#[test]
fn sums_by_an_index_outside_leave_nothing_written() {
    for bad in [10, -11, i64::MAX, i64::MIN] {
        for count in [3, 8, 200] {
            let mut index = vec![0; count];
            index[count - 2] = bad;
            let (result, sums) = add_to_ten(index, 1, vec![1.0; count]);
            let kind = ErrorKind::IndexOutOfRange { op: "test", axis: 3, index: bad, len: 10 };
            assert_eq!(*result.unwrap_err().kind(), kind);
            assert_eq!(sums, [1.0; 20]);
        }
    }
    let (result, sums) = add_to_ten(vec![0, u64::MAX], 1, vec![1.0; 2]);
    assert!(result.is_err() && sums == [1.0; 20]);
    assert!(add_to_ten(vec![0.5; 2], 1, vec![1.0; 2]).0.is_err());
}

#[test]
fn index_values_become_offsets() {
    let check = |values: Vec<i64>, shape: &[usize], strides: &[isize], expected: Result<&[isize], i64>| {
        let along = Along { axis: 1, len: 5, stride: -3 };
        let buffer = Buffer::from_vec(values);
        let lock = buffer.lock("test", Access::Read).unwrap();
        let layout = Layout::new_for("test", shape, strides, 0).unwrap();
        let mut out = vec![1000; layout.len()];
        let result =
            offsets("test", &lock.source("test", &layout, DType::I64).unwrap(), along, &mut out, Mode::Add);
        match expected {
            Ok(expected) => {
                result.unwrap();
                assert_eq!(out, expected.iter().map(|offset| offset + 1000).collect::<Vec<_>>());
            }
            Err(index) => {
                let kind = ErrorKind::IndexOutOfRange { op: "test", axis: 1, index, len: 5 };
                assert_eq!(*result.unwrap_err().kind(), kind);
            }
        }
    };
    check(vec![0, 4, -1, -5], &[4], &[1], Ok(&[0, -12, -12, 0]));
    check(vec![0, 1, 2, 3], &[2, 2], &[1, 2], Ok(&[0, -6, -3, -9]));
    check(vec![2], &[3], &[0], Ok(&[-6, -6, -6]));
    check(vec![0, 5, 6], &[3], &[1], Err(5));
    check(vec![0, -6, 9], &[3], &[1], Err(-6));
    check(vec![i64::MIN], &[1], &[1], Err(i64::MIN));
    check(vec![], &[0], &[1], Ok(&[]));
    let large = Buffer::from_vec(vec![u64::MAX]);
    let lock = large.lock("test", Access::Read).unwrap();
    let layout = Layout::contiguous_for("test", &[1], Order::C).unwrap();
    let along = Along { axis: 0, len: 5, stride: 1 };
    assert!(
        offsets("test", &lock.source("test", &layout, DType::U64).unwrap(), along, &mut [0], Mode::Set)
            .is_err()
    );
}
