//! Operations on several buffers, in every order: no circle of waiting threads, no half of an exchange.

use std::time::Duration;

use lunette::concat;
use lunette::prelude::*;

use crate::watchdog::race;

const LENGTH: Duration = Duration::from_millis(200);

fn constant(value: i64, len: usize) -> Tensor<i64> {
    Tensor::full([len], value).unwrap()
}

#[track_caller]
fn uniform(x: &Tensor<i64>) {
    let values = x.load(s![..]).unwrap().to_vec().unwrap();
    assert!(values.iter().all(|value| *value == values[0]), "half a store is seen");
}

fn opposite_orders(test: &'static str, len: usize) {
    let (a, b, c) = (constant(1, len), constant(2, len), constant(3, len));
    let ab = |_: usize| a.assign(&b).unwrap();
    let ba = |_: usize| b.store(s![..], a.flip(0).unwrap()).unwrap();
    let bc = |round: usize| {
        b.assign(&c).unwrap();
        c.fill(round as i64).unwrap();
    };
    let ca = |_: usize| c.store(s![(.., -1)], &a).unwrap();
    let look = |round: usize| uniform([&a, &b, &c][round % 3]);
    let rounds = race(test, LENGTH, &[&ab, &ba, &bc, &ca, &look]);
    assert!(rounds.iter().all(|&count| count > 0), "somebody never came in: {rounds:?}");
}

#[test]
fn small_stores_in_opposite_orders_do_not_deadlock() {
    opposite_orders("small exchange", 30);
}

#[test]
fn large_stores_in_opposite_orders_do_not_deadlock() {
    opposite_orders("large exchange", 200_000);
}

#[test]
fn many_operands_at_once() {
    let tensors: Vec<_> = (0..6).map(|value| constant(value, 50)).collect();
    let join = |round: usize| {
        let order: Vec<&Tensor<i64>> = (0..6).map(|k| &tensors[(k * 5 + round) % 6]).collect();
        let joined = concat(&order, 0).unwrap();
        joined.split(6, 0).unwrap().iter().for_each(uniform);
    };
    let cycle = |round: usize| tensors[round % 6].assign(&tensors[(round + 1) % 6]).unwrap();
    let back = |round: usize| {
        tensors[(round + 1) % 6].store(s![..], tensors[round % 6].cast::<f64>().unwrap()).unwrap()
    };
    let pick = |round: usize| {
        let mask = Tensor::full([50], true).unwrap();
        tensors[round % 6].store_where(&mask, &tensors[(round + 3) % 6]).unwrap();
        tensors[round % 6].store(s![&mask], &tensors[(round + 2) % 6]).unwrap();
    };
    race("many operands", LENGTH, &[&join, &cycle, &back, &pick]);
}

#[test]
fn a_mask_may_change_between_two_stores_but_not_within_one() {
    let len = 4096;
    let (x, value) = (constant(0, len), constant(1, len));
    let mask = Tensor::<bool>::zeros([len]).unwrap();
    let change = |round: usize| mask.set([(round * 7) % len], round.is_multiple_of(3)).unwrap();
    let all = |round: usize| mask.fill(round.is_multiple_of(2)).unwrap();
    let store = |_: usize| x.store_where(&mask, &value).unwrap();
    let values = vec![1_i64; len];
    let again = |_: usize| x.store_where(&mask, &values).unwrap();
    race("a changing mask", LENGTH, &[&change, &all, &store, &again]);
}
