//! Operations against operations: they wait for each other, and nobody sees half a store.

use std::time::Duration;

use lunette::prelude::*;
use lunette::{Complex64, IndexRange};

use crate::watchdog::race;

const LENGTH: Duration = Duration::from_millis(250);

/// The value that all elements have.
#[track_caller]
fn uniform(values: &[i64]) -> i64 {
    assert!(values.iter().all(|value| *value == values[0]), "half a store is seen: {:?}", summary(values));
    values[0]
}

fn summary(values: &[i64]) -> Vec<i64> {
    let mut distinct = values.to_vec();
    distinct.dedup();
    distinct.truncate(10);
    distinct
}

/// Fills two overlapping bands of rows through views of every kind while others look at the three bands between.
fn overlapping_bands(test: &'static str, rows: i64, columns: usize) {
    let x = Tensor::<i64>::zeros([rows as usize, columns]).unwrap();
    let (a, b) = (rows / 3, 2 * rows / 3);
    let band = |start: i64, stop: i64| x.view(s![start..stop]).unwrap();
    let (upper, lower) = (band(0, b), band(a, rows));
    let seen = [band(0, a), band(a, b), band(b, rows)];
    let write_upper = |round: usize| {
        let value = 2 * round as i64;
        match round % 4 {
            0 => upper.fill(value),
            1 => upper.transpose().store(s![..], value),
            2 => upper.flip(..).unwrap().store(s![Fill], Tensor::scalar(value).unwrap()),
            _ => upper.store(s![.., ..], Tensor::full(columns, value).unwrap()),
        }
        .unwrap();
    };
    let write_lower = |round: usize| {
        let value = 2 * round as i64 + 1;
        let wide = Tensor::full([1, 1], value as i32).unwrap();
        lower.assign(wide.broadcast_to(lower.shape()).unwrap()).unwrap();
    };
    let load = |round: usize| {
        uniform(&seen[round % 3].load(s![(.., -1)]).unwrap().to_vec().unwrap());
    };
    let copy = |round: usize| {
        let copy = seen[round % 3].transpose().copy().unwrap();
        uniform(&copy.read().unwrap().as_view().iter().copied().collect::<Vec<_>>());
    };
    let rounds = race(test, LENGTH, &[&write_upper, &write_lower, &load, &copy]);
    assert!(rounds.iter().all(|&count| count > 0), "somebody never came in: {rounds:?}");
}

#[test]
fn readers_of_small_overlapping_views_see_whole_stores() {
    overlapping_bands("small bands", 12, 10);
}

#[test]
fn readers_of_large_overlapping_views_see_whole_stores() {
    // Above the size at which an operation is shared with the pool.
    overlapping_bands("large bands", 300, 1000);
}

#[test]
fn elements_are_read_and_written_whole() {
    let x = Tensor::full([4], Complex64::new(0.0, 0.0)).unwrap();
    let pair = |round: usize| Complex64::new(round as f64, round as f64);
    let whole = |value: Complex64| assert_eq!(value.re, value.im, "half an element is seen");
    let set = |round: usize| x.set(round % 4, pair(round)).unwrap();
    let get = |round: usize| whole(x.get(round % 4).unwrap());
    let fill = |round: usize| x.fill(pair(round)).unwrap();
    let load =
        |_: usize| x.load(s![..]).unwrap().read().unwrap().as_view().iter().for_each(|value| whole(*value));
    race("elements", LENGTH, &[&set, &set, &get, &get, &fill, &load]);
}

#[test]
fn looking_at_a_tensor_does_not_make_writers_fail() {
    // Copies into a `Vec` and comparisons are operations: a writer waits for them, it is not refused.
    let (x, y) = (Tensor::<i64>::zeros([500]).unwrap(), Tensor::<i64>::zeros([500]).unwrap());
    let write = |round: usize| {
        x.fill(round as i64).unwrap();
        y.set(0, 0).unwrap();
        y.store(s![1..], 0).unwrap();
    };
    let to_vec = |_: usize| {
        uniform(&x.to_vec().unwrap());
    };
    let compare = |_: usize| {
        let _ = x == y;
    };
    race("looking", LENGTH, &[&write, &to_vec, &compare]);
}

#[test]
fn a_store_that_reads_what_it_writes_is_one_step() {
    // Shifting a staircase by one keeps it a staircase, whoever does it when.
    let x = Tensor::arange(0_i64, 3000, 1).unwrap();
    let shift = |_: usize| x.store(s![1..], x.view(s![..-1]).unwrap()).unwrap();
    let reset = |_: usize| x.assign(Tensor::arange(0_i64, 3000, 1).unwrap()).unwrap();
    let look = |_: usize| {
        let steps = x.load(s![..]).unwrap().to_vec().unwrap();
        assert!(steps.windows(2).all(|pair| (0..=1).contains(&(pair[1] - pair[0]))), "no staircase");
    };
    race("staircase", LENGTH, &[&shift, &shift, &reset, &look]);
}

#[test]
fn index_tensors_may_change_while_they_are_used() {
    let x = Tensor::arange(0_i64, 50, 1).unwrap();
    let picks = Tensor::<i32>::zeros([200]).unwrap();
    let mask = Tensor::full([50], true).unwrap();
    let change = |round: usize| {
        picks.fill(round as i32 % 50 - 25).unwrap();
        mask.fill(round.is_multiple_of(2)).unwrap();
    };
    let gather = |_: usize| {
        uniform(&x.load(s![&picks]).unwrap().to_vec().unwrap());
    };
    let select = |_: usize| {
        let found = x.load(s![&mask]).unwrap().len();
        assert!(found == 0 || found == 50, "{found} of 50");
    };
    let scatter = |_: usize| x.store(s![&picks], x.load(s![&picks]).unwrap()).map_err(drop).unwrap_or(());
    let named = |_: usize| {
        uniform(&x.take(&picks, 0).unwrap().to_vec().unwrap());
        assert!(mask.nonzero().unwrap()[0].len().is_multiple_of(50));
    };
    race("index tensors", LENGTH, &[&change, &gather, &select, &named]);
    // Reading and writing are two steps here, so values may move; they stay values of the tensor.
    race("index tensors", LENGTH / 4, &[&change, &scatter, &select]);
    assert!(x.to_vec().unwrap().iter().all(|value| (0..50).contains(value)));
}

#[test]
fn views_come_and_go_while_others_work() {
    let x = Tensor::<i64>::zeros([40, 40]).unwrap();
    let views = |round: usize| {
        let step = round as i64 % 7 + 1;
        let every = IndexRange::slice(None, None, if round.is_multiple_of(2) { step } else { -step });
        let part = x.view(s![every, every]).unwrap().transpose().clone();
        drop(part.view(s![0]).unwrap());
        assert!(part.shares_memory(&x) && part.is_view());
    };
    let write = |round: usize| x.view(s![round % 40]).unwrap().fill(round as i64).unwrap();
    let last_handle = |_: usize| {
        let fresh = Tensor::<u8>::zeros([70_000]).unwrap();
        let halves = fresh.split(2, 0).unwrap();
        drop(fresh);
        std::thread::scope(|scope| {
            halves.into_iter().for_each(|half| drop(scope.spawn(move || half.fill(1).unwrap())))
        });
    };
    race("views", LENGTH, &[&views, &views, &write, &last_handle]);
}
