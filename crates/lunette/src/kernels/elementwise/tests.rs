//! Programs on random layouts against a walk index by index.

use super::*;
use crate::buffer::{Buffer, lock_list};
use crate::dtype::Scalar;
use crate::error::Access;
use crate::kernels::testing::{Rng, at, indices};
use crate::layout::{Layout, Order};

const OP: &str = "test";

/// A random layout over random small integers, which every real dtype holds, and the values by index.
fn operand(rng: &mut Rng, shape: &[usize], dtype: DType) -> (Buffer, Layout, Vec<f64>) {
    let (strides, start, len) = rng.strides(shape, false);
    let values: Vec<i32> = (0..len.max(1)).map(|_| rng.between(-40, 40) as i32).collect();
    let source = Buffer::from_vec(values.clone());
    let whole = Layout::vector(values.len());
    let locks = lock_list(OP, [(&source, Access::Read)]).unwrap();
    let region = locks.last().source(OP, &whole, DType::I32).unwrap();
    let buffer = crate::kernels::copy::to_fresh(OP, &region, dtype, Order::C).unwrap();
    let layout = Layout::new_for(OP, shape, &strides, start).unwrap();
    let expected = indices(shape).iter().map(|index| f64::from(values[at(start, &strides, index)])).collect();
    (buffer, layout, expected)
}

/// What a region holds, in row-major order.
fn contents(buffer: &Buffer, layout: &Layout, dtype: DType) -> Vec<f64> {
    let locks = lock_list(OP, [(buffer, Access::Read)]).unwrap();
    let region = locks.last().source(OP, layout, dtype).unwrap();
    let doubles = crate::kernels::copy::to_fresh(OP, &region, DType::F64, Order::C).unwrap();
    let len = layout.len();
    (0..len).map(|k| f64::try_from(doubles.read_scalar_at(OP, k, DType::F64).unwrap()).unwrap()).collect()
}

/// The dense layout of a shape in a random order of axes.
fn dense(rng: &mut Rng, shape: &[usize]) -> Layout {
    match rng.below(3) {
        0 => Layout::contiguous_for(OP, shape, Order::F).unwrap(),
        _ => Layout::contiguous_for(OP, shape, Order::C).unwrap(),
    }
}

#[test]
fn one_step_on_any_layout_and_dtype() {
    let dtypes = [DType::F64, DType::F32, DType::I32, DType::I16, DType::F16, DType::I64];
    for seed in 0..600 {
        let mut rng = Rng::new(seed);
        let shape = rng.shape(5, if seed % 10 == 0 { 20_000 } else { 600 });
        let (stored_a, stored_b) = (dtypes[rng.below(6)], dtypes[rng.below(6)]);
        let compute = [DType::F64, DType::F32, DType::I32][rng.below(3)];
        let out = [DType::F64, DType::F32, DType::I64][rng.below(3)];
        let (a, a_layout, a_values) = operand(&mut rng, &shape, stored_a);
        let (b, b_layout, b_values) = operand(&mut rng, &shape, stored_b);
        let layout = dense(&mut rng, &shape);
        let locks = lock_list(OP, [(&a, Access::Read), (&b, Access::Read)]).unwrap();
        let sources = [
            locks.get(0).source(OP, &a_layout, stored_a).unwrap(),
            locks.get(1).source(OP, &b_layout, stored_b).unwrap(),
        ];
        let mut program = Program::default();
        let slots = [program.leaf(compute), program.leaf(compute)];
        program.step(Binary::Subtract.on(compute).unwrap(), &slots, compute, 1);
        let result = to_fresh(OP, &layout, out, &sources, &program).unwrap();
        let expected: Vec<f64> = a_values.iter().zip(&b_values).map(|(a, b)| a - b).collect();
        let got = contents(&result, &layout, out);
        assert_eq!(
            got, expected,
            "seed {seed}: {shape:?} {a_layout:?} {b_layout:?} {stored_a} {stored_b} {compute} {out}"
        );
    }
}

#[test]
fn several_steps_and_constants() {
    for seed in 0..300 {
        let mut rng = Rng::new(1000 + seed);
        let shape = rng.shape(4, if seed % 10 == 0 { 30_000 } else { 400 });
        let leaves: Vec<_> = (0..5).map(|_| operand(&mut rng, &shape, DType::F32)).collect();
        let layout = dense(&mut rng, &shape);
        let locks = lock_list(OP, leaves.iter().map(|leaf| (&leaf.0, Access::Read))).unwrap();
        let sources: Vec<_> =
            (0..5).map(|k| locks.get(k).source(OP, &leaves[k].1, DType::F32).unwrap()).collect();
        // ((a + b) * (c - d)) as f64 - e * 2, and whether that is less than 10
        let mut program = Program::default();
        let slots: Vec<Slot> =
            (0..5).map(|k| program.leaf(if k < 4 { DType::F32 } else { DType::F64 })).collect();
        let (single, double) = (DType::F32, DType::F64);
        let sum = program.step(Binary::Add.on(single).unwrap(), &slots[..2], single, 1);
        let difference = program.step(Binary::Subtract.on(single).unwrap(), &slots[2..4], single, 1);
        let product = program.step(Binary::Multiply.on(single).unwrap(), &[sum, difference], single, 1);
        let product = program.cast(product, single, double);
        let two = program.constant(Scalar::F64(2.0));
        let twice = program.step(Binary::Multiply.on(double).unwrap(), &[slots[4], two], double, 1);
        let total = program.step(Binary::Subtract.on(double).unwrap(), &[product, twice], double, 1);
        let ten = program.constant(Scalar::F64(10.0));
        program.step(Binary::Less.on(double).unwrap(), &[total, ten], DType::Bool, 1);
        let result = to_fresh(OP, &layout, DType::Bool, &sources, &program).unwrap();
        let value = |k: usize, i: usize| leaves[k].2[i];
        let expected: Vec<f64> = (0..layout.len())
            .map(|i| (value(0, i) + value(1, i)) * (value(2, i) - value(3, i)) - value(4, i) * 2.0)
            .map(|total| f64::from(u8::from(total < 10.0)))
            .collect();
        assert_eq!(contents(&result, &layout, DType::Bool), expected, "seed {seed}: {shape:?}");
        assert_eq!(
            any(&layout, &sources, &program),
            expected.contains(&1.0),
            "seed {seed}: any of {shape:?}"
        );
    }
}

#[test]
fn a_result_can_take_the_place_of_an_operand() {
    for seed in 0..200 {
        let mut rng = Rng::new(5000 + seed);
        let shape = rng.shape(4, 3000);
        let (strides, start, len) = rng.strides(&shape, true);
        let layout = Layout::new_for(OP, &shape, &strides, start).unwrap();
        let values: Vec<f32> = (0..len.max(1)).map(|_| rng.between(-40, 40) as f32).collect();
        let buffer = Buffer::from_vec(values.clone());
        let locks = lock_list(OP, [(&buffer, Access::Write)]).unwrap();
        let target = locks.last().target(OP, &layout, DType::F32).unwrap();
        let sources = [target.as_source(), target.as_source()];
        assert!(can_share(&target, &sources[0]));
        let mut program = Program::default();
        let slots = [program.leaf(DType::F32), program.leaf(DType::F32)];
        program.step(Binary::Multiply.on(DType::F32).unwrap(), &slots, DType::F32, 1);
        into(target, &sources, &program);
        drop(locks);
        let mut expected = values;
        for index in indices(&shape) {
            let place = at(start, &strides, &index);
            expected[place] *= expected[place];
        }
        assert_eq!(buffer.into_vec::<f32>().unwrap(), expected, "seed {seed}: {shape:?} {strides:?}");
    }
}
