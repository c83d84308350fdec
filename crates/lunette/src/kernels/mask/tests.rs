use num_complex::Complex64;

use super::{count, nonzero, nonzero_positions, offsets, select, store_scalar, store_values};
use crate::buffer::Buffer;
use crate::kernels::testing::{Rng, at, elements, indices};
use crate::layout::{Layout, Order};
use crate::{Access, DType, Element};

/// A mask and elements of one shape in random layouts, and what the true ones are.
fn check<T: Element>(rng: &mut Rng, shape: &[usize], density: usize, value: impl Fn(u64) -> T) {
    let (strides, offset, len) = rng.strides(shape, true);
    let (mask_strides, mask_offset, mask_len) = rng.strides(shape, true);
    let memory: Vec<T> = (0..len.max(1)).map(|_| value(rng.next())).collect();
    let mask_memory: Vec<bool> = (0..mask_len.max(1)).map(|_| rng.chance(density)).collect();
    let chosen: Vec<Vec<usize>> = indices(shape)
        .into_iter()
        .filter(|index| mask_memory[at(mask_offset, &mask_strides, index)])
        .collect();
    let layout = Layout::new_for("test", shape, &strides, offset).unwrap();
    let mask_layout = Layout::new_for("test", shape, &mask_strides, mask_offset).unwrap();
    let (data, mask) = (Buffer::from_vec(memory.clone()), Buffer::from_vec(mask_memory));
    let (lock, mask_lock) =
        (data.lock("test", Access::Write).unwrap(), mask.lock("test", Access::Read).unwrap());
    let mask = mask_lock.source("test", &mask_layout, DType::Bool).unwrap();
    let src = lock.source("test", &layout, T::DTYPE).unwrap();
    let dst = lock.target("test", &layout, T::DTYPE).unwrap();
    let what = format!("{} of shape {shape:?}, strides {strides:?}, mask {mask_strides:?}", T::DTYPE);

    assert_eq!(count(&mask), chosen.len(), "count {what}");
    let (selected, _) = select("test", mask, src).unwrap();
    let expected: Vec<T> = chosen.iter().map(|index| memory[at(offset, &strides, index)]).collect();
    assert!(
        elements::<T>(&selected, &selected.lock("test", Access::Read).unwrap()) == expected,
        "select {what}"
    );

    let found = offsets("test", mask, &strides).unwrap();
    let expected: Vec<isize> =
        chosen.iter().map(|index| (at(offset, &strides, index) as isize) - offset as isize).collect();
    assert_eq!(found, expected, "offsets {what}");
    let flat = Layout::contiguous_for("test", shape, Order::C).unwrap();
    let expected: Vec<usize> = chosen.iter().map(|index| at(0, flat.strides(), index)).collect();
    assert_eq!(nonzero_positions("test", mask).unwrap(), expected, "nonzero_positions {what}");

    let coordinates = nonzero("test", mask).unwrap();
    for (axis, buffer) in coordinates.iter().enumerate() {
        let expected: Vec<i64> = chosen.iter().map(|index| index[axis] as i64).collect();
        assert_eq!(
            elements::<i64>(buffer, &buffer.lock("test", Access::Read).unwrap()),
            expected,
            "nonzero {what}"
        );
    }

    let values: Vec<T> = (0..2 * chosen.len() + 1).map(|_| value(rng.next())).collect();
    let mut expected = memory;
    let step = if rng.chance(50) { 1 } else { 2 };
    for (n, index) in chosen.iter().enumerate() {
        expected[at(offset, &strides, index)] = values[n * step];
    }
    let source = Buffer::from_vec(values.clone());
    let source = source.lock("test", Access::Read).unwrap();
    let line = Layout::new_for("test", &[chosen.len()], &[step as isize], 0).unwrap();
    store_values("test", &mask, dst, source.source("test", &line, T::DTYPE).unwrap()).unwrap();
    assert!(elements::<T>(&data, &lock) == expected, "store_values {what}");

    for index in &chosen {
        expected[at(offset, &strides, index)] = values[0];
    }
    store_scalar("test", &mask, dst, values[0].into()).unwrap();
    assert!(elements::<T>(&data, &lock) == expected, "store_scalar {what}");
}

#[test]
fn random_masks_agree_with_the_oracle() {
    for seed in 0..800 {
        let mut rng = Rng::new(seed);
        let shape = rng.shape(5, 700);
        let density = [0, 3, 10, 50, 90, 100][rng.below(6)];
        match seed % 5 {
            0 => check(&mut rng, &shape, density, |bits| bits as u8),
            1 => check(&mut rng, &shape, density, |bits| bits as u16),
            2 => check(&mut rng, &shape, density, |bits| bits as u32),
            3 => check(&mut rng, &shape, density, |bits| (bits >> 20) as f64),
            _ => check(&mut rng, &shape, density, |bits| Complex64::new((bits >> 20) as f64, 0.5)),
        }
    }
}

#[test]
fn large_masks_agree_with_the_oracle() {
    for (seed, shape) in [&[300_001][..], &[600, 500], &[3, 100_000], &[40, 70, 99]].into_iter().enumerate() {
        let mut rng = Rng::new(seed as u64);
        check(&mut rng, shape, 50, |bits| bits as u32);
        check(&mut rng, shape, 10, |bits| bits);
    }
}

#[test]
fn a_mask_may_be_what_it_masks() {
    let line = |offset| Layout::new_for("test", &[4], &[1], offset).unwrap();
    let before = [true, true, false, true, true];
    for (mask_at, dst_at) in [(0, 0), (0, 1), (1, 0)] {
        let buffer = Buffer::from_vec(before.to_vec());
        let mut expected = before;
        for k in (0..4).filter(|k| before[mask_at + k]) {
            expected[dst_at + k] = false;
        }
        {
            let lock = buffer.lock("test", Access::Write).unwrap();
            let (mask, dst) = (line(mask_at), line(dst_at));
            let mask = lock.source("test", &mask, DType::Bool).unwrap();
            store_scalar("test", &mask, lock.target("test", &dst, DType::Bool).unwrap(), false.into())
                .unwrap();
        }
        assert_eq!(buffer.into_vec::<bool>().unwrap(), expected, "mask at {mask_at}, stored at {dst_at}");
    }
}

#[test]
fn wrong_masks_are_refused() {
    let buffer = Buffer::from_vec(vec![1u8, 2, 3, 4]);
    let bools = Buffer::from_vec(vec![true, false, true, true]);
    let (lock, bools) =
        (buffer.lock("test", Access::Write).unwrap(), bools.lock("test", Access::Read).unwrap());
    let (four, three) =
        (Layout::new_for("test", &[4], &[1], 0).unwrap(), Layout::new_for("test", &[3], &[1], 0).unwrap());
    let whole = Layout::contiguous_for("test", &[2, 2], Order::C).unwrap();
    let bytes = lock.target("test", &four, DType::U8).unwrap();
    let mask = bools.source("test", &four, DType::Bool).unwrap();
    let short = bools.source("test", &three, DType::Bool).unwrap();
    assert!(select("test", bytes.as_source(), bytes.as_source()).unwrap_err().is_dtype());
    assert!(select("test", short, bytes.as_source()).unwrap_err().is_index());
    assert!(store_scalar("test", &mask, bytes, 1u16.into()).unwrap_err().is_dtype());
    assert!(store_values("test", &mask, bytes, bytes.as_source()).unwrap_err().is_shape());
    assert!(store_values("test", &mask, bytes, lock.source("test", &whole, DType::U8).unwrap()).is_err());
    assert!(offsets("test", mask, &[1, 1]).is_err());
    assert_eq!(count(&bytes.as_source()), 0);
}
