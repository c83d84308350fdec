#![expect(unsafe_code, reason = "tests of functions on raw pointers")]

use super::{cast_row, first_unrepresentable};
use crate::buffer::Buffer;
use crate::dtype::dispatch;
use crate::kernels::isa::{Isa, Task};
use crate::kernels::testing::{Rng, at, extent, indices};
use crate::layout::Layout;
use crate::{Access, DType, Element, Scalar, bf16, f16};

/// An element that may be anything, more often something with an edge nearby.
fn element<T: Element>(rng: &mut Rng) -> T {
    let bits = rng.next();
    match rng.below(4) {
        0 => T::cast_from(bits as i64),
        1 => T::cast_from(f64::from_bits(bits)),
        2 => T::cast_from((bits >> 54) as f64 / 4.0 - 128.0),
        _ => T::cast_from([0.0, -0.0, 1.0, f64::NAN, f64::INFINITY, 65519.0, 2e38, 5e-324][rng.below(8)]),
    }
}

/// Casts a row with strides, and compares with single elements; what lies between must stay as it was.
fn check_row<S: Element, D: Element>(rng: &mut Rng, len: usize, strides: (isize, isize)) {
    let (src_start, src_len) = extent(&[len], &[strides.0]);
    let (dst_start, dst_len) = extent(&[len], &[strides.1]);
    let src: Vec<S> = (0..src_len).map(|_| element(rng)).collect();
    let mut dst: Vec<D> = (0..dst_len).map(|_| element(rng)).collect();
    let mut expected = dst.clone();
    for k in 0..len {
        expected[at(dst_start, &[strides.1], &[k])] = D::cast_from(src[at(src_start, &[strides.0], &[k])]);
    }
    // SAFETY: `extent` gave the start and the number of elements that the strides reach.
    unsafe {
        let (src, dst) = (src.as_ptr().wrapping_add(src_start), dst.as_mut_ptr().wrapping_add(dst_start));
        cast_row(S::DTYPE, D::DTYPE)(src.cast(), strides.0, dst.cast(), strides.1, len);
    }
    for (k, (got, expected)) in dst.into_iter().zip(expected).enumerate() {
        let same = got == expected || (got != got && expected != expected);
        assert!(same, "{} to {}, {len} by {strides:?}: {got:?}, not {expected:?} at {k}", S::DTYPE, D::DTYPE);
    }
}

#[test]
fn rows_agree_with_elements() {
    let mut rng = Rng::new(1);
    for from in DType::ALL {
        for to in DType::ALL {
            for len in [0, 1, 2, 7, 8, 33, 256, 257, 600] {
                for strides in [(1, 1), (0, 1), (1, rng.between(2, 3)), (rng.between(-3, 3), -1)] {
                    dispatch!(from, S => dispatch!(to, D => check_row::<S, D>(&mut rng, len, strides)));
                }
            }
        }
    }
}

/// The copies for lesser machines, which this one would not choose.
#[test]
fn baseline_loops_agree_with_elements() {
    let mut rng = Rng::new(2);
    let src: Vec<f64> = (0..100).map(|_| element(&mut rng)).collect();
    let mut dst = vec![0_i32; 100];
    super::lanes::CastLanes { src: src.as_ptr(), dst: dst.as_mut_ptr(), len: 100 }.run(Isa::Base);
    assert_eq!(dst, src.iter().map(|&value| i32::cast_from(value)).collect::<Vec<_>>());
}

#[test]
fn every_f16_widens_and_narrows() {
    let all: Vec<f16> = (0..=u16::MAX).map(f16::from_bits).collect();
    let (mut wide, mut back) = (vec![0_f32; all.len()], vec![f16::ZERO; all.len()]);
    // SAFETY: all rows have the same length.
    unsafe {
        cast_row(DType::F16, DType::F32)(all.as_ptr().cast(), 1, wide.as_mut_ptr().cast(), 1, all.len());
        cast_row(DType::F32, DType::F16)(wide.as_ptr().cast(), 1, back.as_mut_ptr().cast(), 1, all.len());
    }
    for ((value, wide), back) in all.into_iter().zip(wide).zip(back) {
        assert_eq!(Scalar::from(value).to_string(), Scalar::from(back).to_string());
        assert_eq!(Scalar::from(value.to_f32()).to_string(), Scalar::from(wide).to_string());
    }
}

#[test]
fn t13_a_row_of_fractions_is_cut() {
    let (src, mut dst) = ([3.4, 4.15, 7.6], [0; 3]);
    // SAFETY: both rows have three elements.
    unsafe { cast_row(DType::F64, DType::I32)(src.as_ptr().cast(), 1, dst.as_mut_ptr().cast(), 1, 3) };
    assert_eq!(dst, [3, 4, 7]);
}

/// Searches a region of a random layout where each element is bad with a chance of 1 in `rarity`.
fn check_search<S: Element, D: Element>(rng: &mut Rng, shape: &[usize], rarity: usize) {
    let (mut strides, mut offset, mut len) = rng.strides(shape, true);
    if rng.chance(15) && !strides.is_empty() {
        let axis = rng.below(strides.len());
        strides[axis] = 0;
        (offset, len) = extent(shape, &strides);
    }
    let fine: Vec<S> = (0..50).map(|_| element(rng)).filter(|&value| D::holds::<S>(value)).collect();
    let value = |rng: &mut Rng| match rng.below(rarity) {
        0 => element(rng),
        _ => fine.get(rng.below(fine.len())).copied().unwrap_or_default(),
    };
    let values: Vec<S> = (0..len.max(1)).map(|_| value(rng)).collect();
    let refused = |index: &Vec<usize>| Some(values[at(offset, &strides, index)]).filter(|&v| !D::holds(v));
    let expected = indices(shape).iter().find_map(refused).map(Into::into);

    let layout = Layout::new("test", shape, &strides, offset).unwrap();
    let buffer = Buffer::from_vec(values.clone());
    let lock = buffer.lock("test", Access::Read).unwrap();
    let found = first_unrepresentable(&lock.source("test", &layout, S::DTYPE).unwrap(), D::DTYPE);
    let text = |scalar: Option<Scalar>| scalar.map(|scalar| scalar.to_string());
    assert_eq!(text(found), text(expected), "{} to {}, {shape:?} by {strides:?}", S::DTYPE, D::DTYPE);
}

#[test]
fn r16_the_first_value_that_does_not_fit_is_found() {
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        for from in DType::ALL.into_iter().filter(|dtype| !dtype.is_complex()) {
            let to = DType::ALL[rng.below(15)];
            let (shape, rarity) = (rng.shape(5, 900), [2, 50, 1000][rng.below(3)]);
            dispatch!(from, S => dispatch!(to, D => check_search::<S, D>(&mut rng, &shape, rarity)));
        }
    }
    let mut rng = Rng::new(99);
    check_search::<f32, i8>(&mut rng, &[700, 900], 100_000);
    check_search::<i64, u32>(&mut rng, &[700, 900], 100_000_000);
    check_search::<bf16, u8>(&mut rng, &[], 1);
}
