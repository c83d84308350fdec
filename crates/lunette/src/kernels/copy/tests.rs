#![expect(unsafe_code, reason = "tests of functions on raw pointers")]

use super::{Side, copy_strided, to_fresh, transfer};
use crate::buffer::Buffer;
use crate::kernels::item::ItemSize;
use crate::kernels::testing::{Rng, at, elements, extent, indices};
use crate::layout::{Layout, Order};
use crate::{Access, DType};

/// Item sizes, each with what it is in bytes, and with the alignment that some dtype of that size has at least.
const SIZES: [(ItemSize, usize, usize); 5] = [
    (ItemSize::One, 1, 1),
    (ItemSize::Two, 2, 2),
    (ItemSize::Four, 4, 4),
    (ItemSize::Eight, 8, 4),
    (ItemSize::Sixteen, 16, 8),
];

/// Memory with an alignment of eight at least.
fn memory(rng: &mut Rng, bytes: usize) -> Vec<u64> {
    (0..bytes.div_ceil(8)).map(|_| rng.next()).collect()
}

/// Copies between two random layouts, and compares with a copy that goes index by index.
///
/// Both start where no item of more than `align` bytes could.
fn check_copy(rng: &mut Rng, shape: &[usize], (item, bytes, align): (ItemSize, usize, usize)) {
    let (to, to_start, to_len) = rng.strides(shape, true);
    let (mut from, mut from_start, mut from_len) = rng.strides(shape, true);
    if rng.chance(15) && !from.is_empty() {
        let axis = rng.below(from.len());
        from[axis] = 0;
        (from_start, from_len) = extent(shape, &from);
    }
    let mut dst = memory(rng, align + to_len * bytes);
    let src = memory(rng, align + from_len * bytes);
    let mut expected: Vec<u8> = bytemuck::cast_slice(&dst).to_vec();
    let source: &[u8] = bytemuck::cast_slice(&src);
    for index in indices(shape) {
        let (i, j) =
            (at(to_start, &to, &index) * bytes + align, at(from_start, &from, &index) * bytes + align);
        expected[i..i + bytes].copy_from_slice(&source[j..j + bytes]);
    }
    // SAFETY: `strides` gave the start and the number of elements that the layouts reach, and `align` bytes lie before them.
    unsafe {
        let dst = Side { start: dst.as_mut_ptr().cast::<u8>().add(align + to_start * bytes), strides: &to };
        let src = Side { start: src.as_ptr().cast::<u8>().add(align + from_start * bytes), strides: &from };
        copy_strided(item, shape, dst, src);
    }
    let got: &[u8] = bytemuck::cast_slice(&dst);
    assert!(got == expected, "shape {shape:?}, {to:?} <- {from:?}, items of {bytes} bytes");
}

/// Copies between two layouts, the destination of which goes forward from the start of a cache line, and compares with a copy that goes index by
/// index; what lies around the destination stays as it is.
fn check_aligned(
    rng: &mut Rng,
    shape: &[usize],
    [to, from]: [&[isize]; 2],
    (item, bytes): (ItemSize, usize),
) {
    let [(_, to_len), (from_start, from_len)] = [to, from].map(|strides| extent(shape, strides));
    let mut dst = memory(rng, to_len * bytes + 128);
    let src = memory(rng, from_len * bytes);
    let to_start = dst.as_ptr().cast::<u8>().align_offset(64);
    let mut expected: Vec<u8> = bytemuck::cast_slice(&dst).to_vec();
    let source: &[u8] = bytemuck::cast_slice(&src);
    for index in indices(shape) {
        let (i, j) = (to_start + at(0, to, &index) * bytes, at(from_start, from, &index) * bytes);
        expected[i..i + bytes].copy_from_slice(&source[j..j + bytes]);
    }
    // SAFETY: `extent` gave the start and the number of elements that the layouts reach, and 128 bytes are there besides.
    unsafe {
        let dst = Side { start: dst.as_mut_ptr().cast::<u8>().add(to_start), strides: to };
        let src = Side { start: src.as_ptr().cast::<u8>().add(from_start * bytes), strides: from };
        copy_strided(item, shape, dst, src);
    }
    let got: &[u8] = bytemuck::cast_slice(&dst);
    assert!(got == expected, "shape {shape:?}, {to:?} <- {from:?}, items of {bytes} bytes");
}

#[test]
fn transposes_go_past_the_caches() {
    let mut rng = Rng::new(3);
    for (item, bytes) in [(ItemSize::Four, 4), (ItemSize::Eight, 8), (ItemSize::Two, 2)] {
        let side = 64 / bytes;
        let sizes: [usize; 4] = [side - 1, 2 * side, 4 * side + 1, 7 * side];
        for (high, wide) in sizes.into_iter().flat_map(|high| sizes.map(|wide| (high, wide))) {
            // Rows of the destination begin at lines, or they do not.
            for row in [wide.next_multiple_of(side), wide.next_multiple_of(side) + 1] {
                let (row, column) = (row as isize, high as isize);
                for (down, across) in [(1, 1), (-1, 1), (1, -1)] {
                    let from = [down, across * column];
                    check_aligned(&mut rng, &[high, wide], [&[row, 1], &from], (item, bytes));
                    // Two planes side by side, of which the second begins at a line or in the middle of one; and two, one
                    // behind the other.
                    let (plane, all) = (wide as isize, column * wide as isize);
                    let beside = [down, 2 * column * across, column];
                    check_aligned(&mut rng, &[high, wide, 2], [&[2 * row, 1, plane], &beside], (item, bytes));
                    let behind = [all, down, column * across];
                    check_aligned(
                        &mut rng,
                        &[2, high, wide],
                        [&[column * row, row, 1], &behind],
                        (item, bytes),
                    );
                }
            }
        }
    }
}

#[test]
fn large_transposes_go_past_the_caches() {
    let mut rng = Rng::new(4);
    for (item, bytes) in [(ItemSize::Four, 4), (ItemSize::Eight, 8)] {
        check_aligned(&mut rng, &[512, 768], [&[768, 1], &[1, 512]], (item, bytes));
        check_aligned(&mut rng, &[512, 3, 256], [&[768, 256, 1], &[1, 512 * 256, 512]], (item, bytes));
        check_aligned(&mut rng, &[3, 512, 256], [&[512 * 256, 256, 1], &[1, 3, 3 * 512]], (item, bytes));
        check_aligned(&mut rng, &[256, 512, 3], [&[3 * 512, 3, 1], &[1, 256, 256 * 512]], (item, bytes));
    }
}

#[test]
fn random_copies_agree_with_the_oracle() {
    for seed in 0..1500 {
        let mut rng = Rng::new(seed);
        let shape = rng.shape(6, 3000);
        let size = SIZES[rng.below(5)];
        check_copy(&mut rng, &shape, size);
    }
}

#[test]
fn large_copies_agree_with_the_oracle() {
    let shapes: [&[usize]; 6] =
        [&[700, 521], &[64, 80, 96], &[1 << 19], &[3, 130_000], &[130_001, 3], &[17, 9, 31, 65]];
    for (seed, shape) in shapes.iter().cycle().take(18).enumerate() {
        let mut rng = Rng::new(seed as u64);
        let size = SIZES[rng.below(5)];
        check_copy(&mut rng, shape, size);
    }
}

/// Stores one region of a buffer into another, and compares with a store from a copy.
fn check_overlap(shape: &[usize], [to, from]: [&[isize]; 2], starts: [usize; 2]) {
    let ends = [to, from].map(|strides| extent(shape, strides));
    let lowest = starts[0].min(starts[1]);
    let offsets = [starts[0] - lowest + ends[0].0, starts[1] - lowest + ends[1].0];
    let len = (0..2).map(|k| starts[k] - lowest + ends[k].1).max().unwrap_or(0);
    let elements: Vec<u32> = (0..len as u32).collect();
    let mut expected = elements.clone();
    for index in indices(shape) {
        expected[at(offsets[0], to, &index)] = elements[at(offsets[1], from, &index)];
    }
    let buffer = Buffer::from_vec(elements);
    let layouts = [to, from]
        .into_iter()
        .zip(offsets)
        .map(|(strides, offset)| Layout::new_for("test", shape, strides, offset));
    let layouts: Vec<Layout> = layouts.map(Result::unwrap).collect();
    {
        let lock = buffer.lock("test", Access::Write).unwrap();
        let dst = lock.target("test", &layouts[0], DType::U32).unwrap();
        let src = lock.source("test", &layouts[1], DType::U32).unwrap();
        transfer("test", dst, src).unwrap();
    }
    let got = buffer.into_vec::<u32>().unwrap();
    assert!(got == expected, "shape {shape:?}, {to:?} at {} <- {from:?} at {}", offsets[0], offsets[1]);
}

#[test]
fn overlapping_stores_act_on_a_copy() {
    for (to, from) in [(0, 1), (1, 0), (0, 0), (3, 1), (1, 3)] {
        check_overlap(&[50], [&[1], &[1]], [to, from]);
        check_overlap(&[50], [&[3], &[3]], [3 * to, 3 * from]);
        check_overlap(&[50], [&[2], &[2]], [to, from]);
        check_overlap(&[50], [&[1], &[-1]], [to, from]);
        check_overlap(&[50], [&[-1], &[1]], [to, from]);
        check_overlap(&[50], [&[2], &[1]], [to, from]);
        check_overlap(&[50], [&[1], &[0]], [to, from]);
        check_overlap(&[9, 11], [&[20, 1], &[20, 1]], [to, from]);
        check_overlap(&[9, 11], [&[20, 1], &[20, 1]], [20 * to, 20 * from]);
        check_overlap(&[9, 9], [&[9, 1], &[1, 9]], [to, from]);
        check_overlap(&[40, 40], [&[40, 1], &[1, 40]], [to, from]);
        check_overlap(&[3, 4, 5], [&[20, -5, 1], &[20, -5, 1]], [to, from]);
    }
    for seed in 0..2000 {
        let mut rng = Rng::new(seed);
        let shape = rng.shape(4, 300);
        let (to, from) = (rng.strides(&shape, true).0, rng.strides(&shape, true).0);
        let from = if rng.chance(40) { to.clone() } else { from };
        let starts = [rng.below(40), rng.below(40)];
        check_overlap(&shape, [&to, &from], starts);
    }
}

#[test]
fn fresh_copies_are_contiguous() {
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let shape = rng.shape(5, 400);
        let (strides, offset, len) = rng.strides(&shape, true);
        let memory: Vec<u16> = (0..len.max(1)).map(|k| k as u16).collect();
        let buffer = Buffer::from_vec(memory.clone());
        let layout = Layout::new_for("test", &shape, &strides, offset).unwrap();
        let order = if rng.chance(50) { Order::C } else { Order::F };
        let lock = buffer.lock("test", Access::Read).unwrap();
        let copy =
            to_fresh("test", &lock.source("test", &layout, DType::U16).unwrap(), DType::U16, order).unwrap();
        let contiguous = Layout::contiguous_for("test", &shape, order).unwrap();
        let mut expected = vec![0u16; contiguous.len()];
        for index in indices(&shape) {
            expected[at(0, contiguous.strides(), &index)] = memory[at(offset, &strides, &index)];
        }
        let lock = copy.lock("test", Access::Read).unwrap();
        assert_eq!(elements::<u16>(&copy, &lock), expected, "{shape:?} {strides:?} {order:?}");
    }
}
