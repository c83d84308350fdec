#![expect(unsafe_code, reason = "tests of functions on raw pointers")]

use super::{cast_row, first_unrepresentable};
use crate::buffer::Buffer;
use crate::dtype::dispatch;
use crate::kernels::isa::{Isa, Task};
use crate::kernels::testing::{Rng, at, extent, indices};
use crate::layout::Layout;
use crate::{Access, DType, Element, Scalar, f16};

/// An element that may be anything, more often something with an edge nearby.
fn element(rng: &mut Rng, dtype: DType) -> Scalar {
    let bits = rng.next();
    let value = match rng.below(4) {
        0 => Scalar::I64(bits as i64),
        1 => Scalar::F64(f64::from_bits(bits)),
        2 => Scalar::F64((bits >> 54) as f64 / 4.0 - 128.0),
        _ => Scalar::F64([0.0, -0.0, 1.0, f64::NAN, f64::INFINITY, 65519.0, 2e38, 5e-324][rng.below(8)]),
    };
    value.cast(dtype)
}

/// Elements in memory. Not generic over pairs of types, which would take longer to compile than the kernels.
struct Row {
    /// Aligned for every dtype.
    words: Vec<u128>,
    dtype: DType,
    /// Where the strides count from.
    start: usize,
    len: usize,
}

impl Row {
    fn new(rng: &mut Rng, dtype: DType, len: usize, stride: isize) -> Self {
        let (start, len) = extent(&[len], &[stride]);
        let words = vec![0; (len * dtype.item_size()).div_ceil(16)];
        let mut row = Self { words, dtype, start, len };
        (0..len).for_each(|k| row.set(k, element(rng, dtype)));
        row
    }

    fn start(&mut self) -> *mut u8 {
        self.words.as_mut_ptr().cast::<u8>().wrapping_add(self.start * self.dtype.item_size())
    }

    fn get(&self, k: usize) -> Scalar {
        assert!(k < self.len);
        // SAFETY: `words` has room for `len` elements of the dtype, and `new` wrote them all.
        dispatch!(self.dtype, T => unsafe { self.words.as_ptr().cast::<T>().add(k).read() }.into())
    }

    fn set(&mut self, k: usize, value: Scalar) {
        assert!(k < self.len);
        dispatch!(self.dtype, T => {
            let value = T::try_from(value).unwrap();
            // SAFETY: as in `get`.
            unsafe { self.words.as_mut_ptr().cast::<T>().add(k).write(value) };
        });
    }
}

/// Casts a row with strides, and compares with single elements; what lies between must stay as it was.
fn check_row(rng: &mut Rng, (from, to): (DType, DType), len: usize, strides: (isize, isize)) {
    let mut src = Row::new(rng, from, len, strides.0);
    let mut dst = Row::new(rng, to, len, strides.1);
    let mut expected: Vec<Scalar> = (0..dst.len).map(|k| dst.get(k)).collect();
    for k in 0..len {
        let value = src.get(at(src.start, &[strides.0], &[k]));
        expected[at(dst.start, &[strides.1], &[k])] = value.cast(to);
    }
    // SAFETY: rows reach as far as their strides do.
    unsafe { cast_row(from, to)(src.start(), strides.0, dst.start(), strides.1, len) };
    for (k, expected) in expected.into_iter().enumerate() {
        let got = dst.get(k);
        // The text tells -0.0 from 0.0, and all NaN are alike.
        let same = got == expected || got.to_string() == expected.to_string();
        assert!(same, "{from} to {to}, {len} by {strides:?}: {got:?}, not {expected:?} at {k}");
    }
}

#[test]
fn rows_agree_with_elements() {
    let mut rng = Rng::new(1);
    for from in DType::ALL {
        for to in DType::ALL {
            for len in [0, 1, 2, 7, 8, 33, 256, 257, 600] {
                for strides in [(1, 1), (0, 1), (1, rng.between(2, 3)), (rng.between(-3, 3), -1)] {
                    check_row(&mut rng, (from, to), len, strides);
                }
            }
        }
    }
}

/// The copies for lesser machines, which this one would not choose.
#[test]
fn baseline_loops_agree_with_elements() {
    let mut rng = Rng::new(2);
    let src: Vec<f64> = (0..100).map(|_| element(&mut rng, DType::F64).try_into().unwrap()).collect();
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
fn check_search<S: Element>(rng: &mut Rng, to: DType, shape: &[usize], rarity: usize) {
    let (mut strides, mut offset, mut len) = rng.strides(shape, true);
    if rng.chance(15) && !strides.is_empty() {
        let axis = rng.below(strides.len());
        strides[axis] = 0;
        (offset, len) = extent(shape, &strides);
    }
    let holds = |value: S| dispatch!(to, D => D::holds(value));
    let any = |rng: &mut Rng| S::try_from(element(rng, S::DTYPE)).unwrap();
    let fine: Vec<S> = (0..50).map(|_| any(rng)).filter(|&value| holds(value)).collect();
    let values: Vec<S> = (0..len.max(1))
        .map(|_| match rng.below(rarity) {
            0 => any(rng),
            _ => fine.get(rng.below(fine.len())).copied().unwrap_or_default(),
        })
        .collect();
    let refused =
        |index: &Vec<usize>| Some(values[at(offset, &strides, index)]).filter(|&value| !holds(value));
    let expected = indices(shape).iter().find_map(refused).map(Into::into);

    let layout = Layout::new_for("test", shape, &strides, offset).unwrap();
    let buffer = Buffer::from_vec(values.clone());
    let lock = buffer.lock("test", Access::Read).unwrap();
    let found = first_unrepresentable(&lock.source("test", &layout, S::DTYPE).unwrap(), to);
    let text = |scalar: Option<Scalar>| scalar.map(|scalar| scalar.to_string());
    assert_eq!(text(found), text(expected), "{} to {to}, {shape:?} by {strides:?}", S::DTYPE);
}

#[test]
fn r16_the_first_value_that_does_not_fit_is_found() {
    for seed in 0..80 {
        let mut rng = Rng::new(seed);
        for from in DType::ALL.into_iter().filter(|dtype| !dtype.is_complex()) {
            let to = if rng.chance(15) { DType::F16 } else { DType::ALL[rng.below(15)] };
            let (shape, rarity) = (rng.shape(5, 900), [2, 50, 1000][rng.below(3)]);
            dispatch!(from, S => check_search::<S>(&mut rng, to, &shape, rarity));
        }
    }
    let mut rng = Rng::new(99);
    check_search::<f32>(&mut rng, DType::I8, &[700, 900], 100_000);
    check_search::<i64>(&mut rng, DType::U32, &[700, 900], 100_000_000);
    check_search::<i64>(&mut rng, DType::F16, &[700, 900], 100_000);
    check_search::<f16>(&mut rng, DType::U8, &[], 1);
}
