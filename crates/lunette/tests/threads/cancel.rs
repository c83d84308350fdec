//! Operations that somebody stops.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use lunette::io::npy;
use lunette::prelude::*;
use lunette::random::{ChoiceOptions, Generator};
use lunette::{Cancel, ConvolveMode, Interpolation, Result};

use crate::watchdog::Watchdog;

/// Large enough to be worth sharing among threads.
const SIDE: usize = 1 << 10;

const ONCE: ChoiceOptions<'_> = ChoiceOptions { replace: false, weights: None, axis: 0 };

type Call = (&'static str, fn(&Tensor<f64>) -> Result<()>);

/// Every kernel that shares its work has a row, and so has what takes long without.
const CALLS: &[Call] = &[
    ("add", |x| x.add(x).map(drop)),
    ("add of a transposed", |x| x.add(&x.transpose()).map(drop)),
    ("sin", |x| x.sin().map(drop)),
    ("lazy", |x| (x.lazy() * x + 1.0).eval().map(drop)),
    ("sum", |x| x.sum(..).map(drop)),
    ("sum of rows", |x| x.sum(1).map(drop)),
    ("argmax", |x| x.argmax(0).map(drop)),
    ("cumulative_sum", |x| x.cumulative_sum(0).map(drop)),
    ("copy", |x| x.transpose().copy().map(drop)),
    ("cast", |x| x.cast::<f32>().map(drop)),
    ("store", |x| x.copy()?.store(s![..], x.transpose())),
    ("take", |x| x.load(s![&Tensor::<i64>::arange(0, SIDE as i64, 1)?]).map(drop)),
    ("mask", |x| x.load(s![&x.greater(0.5)?]).map(drop)),
    ("nonzero", |x| x.nonzero().map(drop)),
    ("sort", |x| x.sort(-1).map(drop)),
    ("sort of a long row", |x| x.ravel()?.sort(0).map(drop)),
    ("argsort", |x| x.argsort(-1).map(drop)),
    ("matmul", |x| x.matmul(x).map(drop)),
    ("matrix by vector", |x| x.matmul(&x.view(s![0])?).map(drop)),
    ("fft", |x| x.fft().map(drop)),
    ("fft of a long row", |x| x.ravel()?.fft().map(drop)),
    ("rfft of a long row", |x| x.ravel()?.rfft().map(drop)),
    ("random", |_| Generator::new(1).uniform(0.0, 1.0, [SIDE, SIDE]).map(drop)),
    ("inv", |x| x.inv().map(drop)),
    ("small matrices on one thread", |x| x.load(s![..90, ..90])?.reshape([900, 3, 3])?.svdvals().map(drop)),
    ("histogram", |x| x.histogram((4, 0.0..1.0)).map(drop)),
    ("bincount of many bins", |_| tensor![0_i64].bincount(SIDE * SIDE).map(drop)),
    ("from_fn", |_| Tensor::from_fn([SIDE, SIDE], |_| 0_u8).map(drop)),
    ("digitize", |x| x.digitize(&tensor![0.2, 0.5], true).map(drop)),
    ("unique_all", |x| x.unique_all().map(drop)),
    ("vector_norm", |x| x.vector_norm(2.0, ..).map(drop)),
    ("nansum", |x| x.nansum(0).map(drop)),
    ("lazy prod", |x| (x.lazy() + 1.0).prod(0).map(drop)),
    ("save", |x| npy::write(std::io::sink(), x)),
    ("save of a transposed", |x| npy::write(std::io::sink(), &x.transpose())),
    ("convolve", |x| {
        let row = x.ravel()?.load(s![..SIDE as i64])?;
        row.convolve(&row, ConvolveMode::Full).map(drop)
    }),
    ("permutation", |_| Generator::new(1).permutation(SIDE * SIDE).map(drop)),
    ("choice of a few", |_| Generator::new(1).choice_below(1 << 40, 1 << 17, ONCE).map(drop)),
    ("topk", |x| x.ravel()?.topk(SIDE * SIDE / 2, 0, true).map(drop)),
    ("text", |x| x.view(s![..300, ..300]).map(|x| drop(x.literal().to_string()))),
];

fn large() -> Tensor<f64> {
    Generator::new(7).uniform(0.0, 1.0, [SIDE, SIDE]).unwrap()
}

#[test]
fn every_large_operation_stops_between_its_blocks() {
    let _watchdog = Watchdog::new("stopping between blocks");
    let x = large();
    let before = x.copy().unwrap();
    for (name, call) in CALLS {
        let cancel = Cancel::new();
        let outcome = cancel.run(|| {
            cancel.cancel();
            call(&x)
        });
        assert!(outcome.is_err_and(|error| error.is_cancelled()), "{name} ran to its end");
        // Nobody holds the memory any more, and the next operation is whole.
        x.set([0, 0], x.get([0, 0]).unwrap()).unwrap();
        call(&x).unwrap();
    }
    assert_eq!(x, before);
}

#[test]
fn one_thread_alone_looks_at_the_flag_too() {
    let _watchdog = Watchdog::new("stopping one thread");
    let x = large();
    // One thread multiplies matrices of this size as one block.
    for (name, call) in CALLS.iter().filter(|(name, _)| *name != "matmul") {
        // For a while only: the other tests share as they like.
        lunette::set_threads(1);
        let cancel = Cancel::new();
        let outcome = cancel.run(|| {
            cancel.cancel();
            call(&x)
        });
        lunette::set_threads(0);
        assert!(outcome.is_err_and(|error| error.is_cancelled()), "{name} ran to its end");
    }
}

#[test]
fn another_thread_stops_a_loop() {
    let _watchdog = Watchdog::new("stopping from another thread");
    let x = large();
    let cancel = Cancel::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(20));
            cancel.cancel();
        });
        let stopped: Result<()> = cancel.run(|| {
            loop {
                x.matmul(&x)?;
            }
        });
        assert!(stopped.unwrap_err().is_cancelled());
    });
}

/// Operations that are over long before anybody looks at a flag in them, and closures, which are not looked into.
const SMALL: &[Call] = &[
    ("add", |x| x.add(1.0).map(drop)),
    ("in place", |x| x.add_into(x, x)),
    ("lazy", |x| (x.lazy() * x + 1.0).eval().map(drop)),
    ("exp", |x| x.exp().map(drop)),
    ("sum", |x| x.sum(..).map(drop)),
    ("copy", |x| x.copy().map(drop)),
    ("matmul", |x| x.matmul(x).map(drop)),
    ("fft", |x| x.fft().map(drop)),
    ("get", |x| x.get([0, 0]).map(drop)),
    ("set", |x| x.set([0, 0], 1.0)),
    ("store", |x| x.store(s![0], 1.0)),
    ("gather", |x| x.load(s![&[0, 1]]).map(drop)),
    ("scatter", |x| x.scatter(s![&[0, 1]], 1.0, Duplicates::LastWins)),
    ("map", |x| x.map(|value| value + 1.0).map(drop)),
    ("read", |x| x.read().map(drop)),
    ("to_vec", |x| x.to_vec().map(drop)),
];

#[test]
fn loops_of_small_operations_are_stopped_as_well() {
    let _watchdog = Watchdog::new("stopping loops of small operations");
    let x = Tensor::<f64>::zeros([3, 3]).unwrap();
    for (name, call) in SMALL {
        let cancel = Cancel::new();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(3));
                cancel.cancel();
            });
            let stopped: Result<()> = cancel.run(|| {
                loop {
                    call(&x)?;
                }
            });
            assert!(stopped.is_err_and(|error| error.is_cancelled()), "{name} has ended by itself");
        });
        x.set([0, 0], 0.0).unwrap();
    }
}

#[test]
fn who_is_stopped_may_call_operations_while_values_are_dropped() {
    struct Last<'a>(&'a Tensor<f64>);
    impl Drop for Last<'_> {
        fn drop(&mut self) {
            for _ in 0..100 {
                self.0.set([0, 0], 7.0).unwrap();
                std::thread::sleep(Duration::from_micros(100));
            }
        }
    }
    let _watchdog = Watchdog::new("dropping under a flag");
    let x = Tensor::<f64>::zeros([3, 3]).unwrap();
    let cancel = Cancel::new();
    let stopped: Result<()> = cancel.run(|| {
        let _last = Last(&x);
        cancel.cancel();
        loop {
            x.add(1.0)?;
        }
    });
    assert!(stopped.unwrap_err().is_cancelled());
    assert_eq!(x.get([0, 0]).unwrap(), 7.0);
}

/// What is long within one block, and looks at the flag there.
const LONG_BLOCKS: &[Call] = &[
    ("convolve", |x| x.convolve(x, ConvolveMode::Full).map(drop)),
    ("topk", |x| x.topk(1 << 21, 0, true).map(drop)),
    ("quantile", |x| x.quantile_with(&[0.1, 0.2, 0.3, 0.4], 0, Interpolation::Linear).map(drop)),
    ("sort", |x| x.sort(0).map(drop)),
    ("sum of more than memory holds", |x| x.view(s![..3])?.broadcast_to([1 << 50, 3])?.sum(..).map(drop)),
];

#[test]
fn a_long_block_is_left_too_whoever_works_on_it() {
    let _watchdog = Watchdog::new("leaving long blocks");
    let x = Generator::new(7).uniform(0.0, 1.0, 1 << 22).unwrap();
    for (name, call) in LONG_BLOCKS {
        let cancel = Cancel::new();
        let pressed = std::thread::scope(|scope| {
            let pressed = scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(30));
                cancel.cancel();
                Instant::now()
            });
            assert!(
                cancel.run(|| call(&x)).is_err_and(|error| error.is_cancelled()),
                "{name} ran to its end"
            );
            pressed.join().unwrap()
        });
        let waited = pressed.elapsed();
        assert!(waited < Duration::from_secs(3), "{name} was waited for, {waited:?}");
    }
}

#[test]
fn a_large_decomposition_is_left_at_once() {
    let _watchdog = Watchdog::new("leaving a decomposition");
    let x = Generator::new(7).uniform(0.0, 1.0, [2000, 2000]).unwrap();
    let cancel = Cancel::new();
    let pressed = std::thread::scope(|scope| {
        let pressed = scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            cancel.cancel();
            Instant::now()
        });
        assert!(cancel.run(|| x.svd(false)).unwrap_err().is_cancelled());
        pressed.join().unwrap()
    });
    // Behind the scenes it goes on for much longer.
    assert!(pressed.elapsed() < Duration::from_secs(2), "it was waited for");
    x.set([0, 0], 1.0).unwrap();
    cancel.reset();
    let small = x.load(s![..500, ..500]).unwrap();
    assert_eq!(cancel.run(|| small.inv()).unwrap(), small.inv().unwrap(), "the next has workers");
}

/// A plan for a prime number of entries takes about as long as the transform, and neither looks at a flag.
#[test]
fn a_long_transform_is_left_at_once() {
    let _watchdog = Watchdog::new("leaving a transform");
    let x = Generator::new(7).uniform(0.0, 1.0, [8_388_593]).unwrap();
    // While the plan is made, and perhaps while it is used.
    for after in [30, 700] {
        let cancel = Cancel::new();
        let pressed = std::thread::scope(|scope| {
            let pressed = scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(after));
                cancel.cancel();
                Instant::now()
            });
            assert!(cancel.run(|| x.rfft()).unwrap_err().is_cancelled());
            pressed.join().unwrap()
        });
        assert!(pressed.elapsed() < Duration::from_secs(2), "it was waited for");
        x.set(0, 1.0).unwrap();
    }
}

/// Lanes that are transformed where their caller can leave, in every form, beside those that are not.
#[test]
fn long_transforms_that_nobody_stops_are_as_ever() -> Result<()> {
    let _watchdog = Watchdog::new("long transforms");
    let n = 1 << 20;
    let x = Generator::new(7).uniform(0.0, 1.0, [3, n])?;
    let turned = x.transpose().copy()?;
    let half = x.rfft()?;
    let calls: [&dyn Fn() -> Result<DynTensor>; 5] = [
        &|| x.rfft().map(Tensor::into_dyn),
        &|| x.fft().map(Tensor::into_dyn),
        &|| turned.transpose().rfft().map(Tensor::into_dyn),
        &|| half.irfft().map(Tensor::into_dyn),
        &|| x.cast::<f32>()?.fft()?.ifft().map(Tensor::into_dyn),
    ];
    for (k, call) in calls.iter().enumerate() {
        assert!(Cancel::new().run(call)?.array_equal(&call()?)?, "call {k}");
    }
    Ok(())
}

#[test]
fn the_outer_flag_stops_the_inner_work_and_only_that_is_its_error() {
    let x = large();
    let (outer, inner) = (Cancel::new(), Cancel::new());
    let mut went_on = false;
    let outcome: Result<()> = outer.run(|| {
        let done = inner.run(|| {
            outer.cancel();
            x.add(&x)
        });
        went_on = true;
        done.map(drop)
    });
    assert!(outcome.unwrap_err().is_cancelled());
    assert!(!went_on && !inner.is_cancelled(), "it was not the inner flag");
}

#[test]
fn work_that_nobody_stops_is_as_ever() {
    let x = tensor![1.0_f64, 2.0];
    let cancel = Cancel::new();
    assert_eq!(cancel.run(|| x.add(&x)).unwrap(), tensor![2.0, 4.0]);
    assert!(cancel.run(|| x.add(&tensor![1.0, 2.0, 3.0])).unwrap_err().is_shape());
    let panicked = std::panic::catch_unwind(|| {
        let _ = Cancel::new().run(|| -> Result<()> { std::panic::panic_any(5_i32) });
    });
    assert_eq!(panicked.unwrap_err().downcast_ref::<i32>(), Some(&5), "panics go through");
    cancel.cancel();
    cancel.reset();
    assert!(cancel.run(|| large().sum(..)).is_ok());
}

#[test]
fn strangers_on_the_same_worker_go_on() {
    let _watchdog = Watchdog::new("strangers beside a flag");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let x = large();
    let done = AtomicUsize::new(0);
    let stranger = || {
        x.add(&x).unwrap();
        done.fetch_add(1, Relaxed);
    };
    // The one worker that waits for the scope inside of `run` takes up the stranger's task.
    pool.scope(|outside| {
        outside.spawn(|outside| {
            let cancel = Cancel::new();
            let outcome: Result<()> = cancel.run(|| {
                outside.spawn(|_| stranger());
                cancel.cancel();
                rayon::scope(|inside| inside.spawn(|_| ()));
                while rayon::yield_now() == Some(rayon::Yield::Executed) {}
                Ok(())
            });
            drop(outcome);
        });
    });
    assert_eq!(done.into_inner(), 1);
}

/// Days of work on one element, which need no more memory than a short product.
#[test]
fn products_of_endless_vectors_can_be_stopped() -> Result<()> {
    let _watchdog = Watchdog::new("stopping products of endless vectors");
    let x = Tensor::scalar(1.0)?.broadcast_to([1_usize << 50])?;
    let calls: [Call; 3] = [
        ("matmul", |x| x.matmul(x).map(drop)),
        ("vecdot", |x| x.vecdot(x, -1).map(drop)),
        ("einsum", |x| einsum("i,i->", &[x, x]).map(drop)),
    ];
    for (name, call) in calls {
        let cancel = Cancel::new();
        let stop = cancel.clone();
        let timer = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(20));
            stop.cancel();
        });
        assert!(cancel.run(|| call(&x)).unwrap_err().is_cancelled(), "{name}");
        timer.join().unwrap();
    }
    Ok(())
}

/// A broadcast mask of days of work, which need no more memory than a short one.
#[test]
fn endless_masks_are_counted_at_once() -> Result<()> {
    let _watchdog = Watchdog::new("counting endless masks");
    let side = 1_usize << 25;
    for (mask, shape) in [
        (tensor![false], vec![1 << 50]),
        (tensor![false, false], vec![side, side, 2]),
        (tensor![[false], [false]], vec![2, 1 << 49]),
        (tensor![[[false]], [[false]]], vec![2, side, side]),
    ] {
        let mask = mask.broadcast_to(shape.clone())?;
        assert!(mask.nonzero()?.iter().all(Tensor::is_empty));
        assert!(Tensor::scalar(1.0)?.broadcast_to(shape)?.load(s![&mask])?.is_empty());
    }
    for shape in [vec![1 << 50], vec![side, side]] {
        let mask = Tensor::scalar(true)?.broadcast_to(shape.clone())?;
        assert!(mask.nonzero().unwrap_err().is_memory());
        assert!(Tensor::scalar(1.0)?.broadcast_to(shape)?.load(s![&mask]).unwrap_err().is_memory());
    }
    Ok(())
}
