//! Creation with nasty arguments.

use lunette::buffer::Buffer;
use lunette::prelude::*;
use lunette::{Complex64, Element, meshgrid, meshgrid_ij};

use crate::calm::{All, Calm, INTS, SIZES, subjects};

const FLOATS: [f64; 13] = [
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    0.0,
    -0.0,
    1.0,
    -1.0,
    2.5,
    1e307,
    -1e307,
    1e-307,
    f64::MAX,
    f64::MIN_POSITIVE,
];

#[test]
fn sizes() {
    let mut calm = Calm::default();
    for a in SIZES {
        calm.call("zeros", &a, || Tensor::<u8>::zeros(a));
        calm.call("linspace", &a, || Tensor::linspace(0.0, 1.0, a));
        calm.call("logspace", &a, || Tensor::<f32>::logspace(0.0, 1.0, a, 10.0));
        calm.call("geomspace", &a, || Tensor::<f32>::geomspace(1.0, 2.0, a));
        calm.call("eye", &a, || Tensor::<f32>::eye(a));
        for b in SIZES {
            let shape = [a, b];
            calm.call("zeros", &shape, || Tensor::<u8>::zeros(shape));
            calm.call("zeros_in", &shape, || Tensor::<f64>::zeros_in(shape, Order::F));
            calm.call("ones", &shape, || Tensor::<Complex64>::ones(shape));
            calm.call("full", &shape, || Tensor::full(shape, true));
            calm.call("empty", &shape, || Tensor::<i16>::empty(shape));
            calm.call("from_fn", &shape, || Tensor::from_fn(shape, |index| index[0] as i64));
            calm.call("from_flat_fn", &shape, || Tensor::from_flat_fn(shape, |i| i as i64));
            calm.call("from_vec", &shape, || Tensor::from_vec(vec![1, 2, 3], shape));
            calm.call("from_vec_in", &shape, || Tensor::from_vec_in(vec![1, 2, 3], shape, Order::F));
            calm.call("from_values", &shape, || Tensor::from_values([1, 2, 3], shape));
            for dtype in DType::ALL {
                calm.call("zeros_of", &(dtype, shape), || DynTensor::zeros_of(dtype, shape));
                calm.call("full_of", &(dtype, shape), || DynTensor::full_of(dtype, shape, -1.5));
            }
            for offset in INTS {
                calm.call("eye_with", &(shape, offset), || Tensor::<u8>::eye_with(a, b, offset));
                calm.call("tri", &(shape, offset), || Tensor::<u8>::tri(a, b, offset));
            }
        }
    }
    calm.finish(5000);
}

#[test]
fn sequences_of_floats() {
    let mut calm = Calm::default();
    for start in FLOATS {
        for stop in FLOATS {
            for step in FLOATS {
                calm.call("arange", &(start, stop, step), || Tensor::arange(start, stop, step));
                calm.call("arange f32", &(start, stop, step), || {
                    Tensor::arange(start as f32, stop as f32, step as f32)
                });
                calm.call("logspace", &(start, stop, step), || Tensor::<f64>::logspace(start, stop, 5, step));
            }
            for num in [0, 1, 2, 5] {
                calm.call("linspace", &(start, stop, num), || Tensor::linspace(start, stop, num));
                calm.call("geomspace", &(start, stop, num), || Tensor::<f64>::geomspace(start, stop, num));
                calm.call("geomspace u8", &(start, stop, num), || Tensor::<u8>::geomspace(start, stop, num));
                for dtype in DType::ALL {
                    let call = || DynTensor::linspace_of(dtype, start, stop, num, Endpoint::Excluded);
                    calm.call("linspace_of", &(dtype, start, stop, num), call);
                }
            }
            for dtype in DType::ALL {
                calm.call("arange_of", &(dtype, start, stop), || DynTensor::arange_of(dtype, start, stop, 1));
                calm.call("arange_of", &(dtype, start, stop), || DynTensor::arange_of(dtype, 0, start, stop));
                calm.call("full_of", &(dtype, start), || DynTensor::full_of(dtype, [2], start));
                calm.call("scalar_of", &start, || DynTensor::scalar_of(Complex64::new(start, stop)));
            }
        }
    }
    calm.finish(10_000);
}

/// Sequences of integers at the limits of one type.
fn sequences_of<T: Element>(calm: &mut Calm) {
    let ends: Vec<T> = INTS.iter().map(|&end| T::cast_from(end)).collect();
    for (&start, &stop) in ends.iter().flat_map(|start| ends.iter().map(move |stop| (start, stop))) {
        for &step in &ends {
            // Lists of up to 2^33 bytes could be had, and would be.
            let far = |end: T| (f64::cast_from(end)).abs() > 1e6;
            let long = (far(start) || far(stop)) && !far(step) && T::DTYPE.item_size() < 8;
            if !long {
                calm.call("arange", &(start, stop, step), || Tensor::arange(start, stop, step));
            }
        }
        calm.call("linspace", &(start, stop), || Tensor::linspace(start, stop, 5));
    }
}

#[test]
fn sequences_of_integers() {
    let mut calm = Calm::default();
    sequences_of::<i8>(&mut calm);
    sequences_of::<u8>(&mut calm);
    sequences_of::<i32>(&mut calm);
    sequences_of::<u32>(&mut calm);
    sequences_of::<bool>(&mut calm);
    sequences_of::<lunette::f16>(&mut calm);
    let far: Vec<i64> = INTS.into_iter().filter(|end| end.unsigned_abs() != 1 << 40).collect();
    for (&start, &stop) in far.iter().flat_map(|start| far.iter().map(move |stop| (start, stop))) {
        for &step in &far {
            calm.call("arange i64", &(start, stop, step), || Tensor::arange(start, stop, step));
            calm.call("arange u64", &(start, stop, step), || {
                Tensor::arange(start as u64, stop as u64, step as u64)
            });
        }
    }
    calm.finish(10_000);
}

#[test]
fn parts_and_bytes() {
    let mut calm = Calm::default();
    let buffers = [
        tensor![1_i64, 2, 3].buffer().clone(),
        Tensor::<u8>::zeros([0]).unwrap().buffer().clone(),
        Tensor::<bool>::zeros([0]).unwrap().buffer().clone(),
    ];
    let strides: Vec<isize> = INTS.iter().map(|&step| step as isize).collect();
    for buffer in &buffers {
        for (size, stride) in
            SIZES.into_iter().flat_map(|size| strides.iter().map(move |&stride| (size, stride)))
        {
            for offset in SIZES {
                for dtype in [DType::I64, DType::U8, DType::Bool, DType::Complex128] {
                    let call = || DynTensor::from_parts(buffer, dtype, &[size, 2], &[stride, 1], offset);
                    calm.call("from_parts", &(size, stride, offset, dtype), call);
                }
            }
        }
        calm.call("from_parts", &"unequal", || DynTensor::from_parts(buffer, DType::U8, &[1, 2], &[1], 0));
        calm.call("from_parts", &"deep", || DynTensor::from_parts(buffer, DType::U8, &[1; 65], &[1; 65], 0));
    }
    for dtype in DType::ALL {
        for len in 0..20 {
            calm.call("from_bytes", &(dtype, len), || Buffer::from_bytes(&vec![0xff; len], dtype).map(drop));
        }
    }
    for text in ["", "f", "float", "i128", "bool ", "complex", "\0", "é"] {
        calm.call("parse", &text, || text.parse::<DType>().map(drop));
    }
    calm.finish(5000);
}

#[test]
fn likes_and_grids() {
    let mut calm = Calm::default();
    for x in subjects() {
        for value in
            [Scalar::from(f64::NAN), Scalar::from(-1), Scalar::from(u64::MAX), Scalar::from(Complex64::ONE)]
        {
            calm.call("full_like", &x, || x.full_like(value));
            calm.call("fill", &x, || x.fill(value));
        }
        calm.call("zeros_like", &x, || x.zeros_like());
        calm.call("ones_like", &x, || x.ones_like());
        calm.call("empty_like", &x, || x.empty_like());
        for y in subjects() {
            calm.call("meshgrid", &(&x, &y), || meshgrid(&[&x, &y]).map(All));
            calm.call("meshgrid_ij", &(&x, &y), || meshgrid_ij(&[&y, &x, &y]).map(All));
        }
    }
    calm.call("meshgrid", &"none", || meshgrid::<Dyn>(&[]).map(All));
    calm.finish(300);
}
