//! Guards: conflicts are told at once, with the place, and never waited for.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use lunette::prelude::*;
use lunette::{Access, Error, ErrorKind, Result};

use crate::watchdog::{Watchdog, race};

/// Runs something on another thread, whose guards are not ours.
fn elsewhere<T: Send>(task: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| scope.spawn(task).join().unwrap())
}

#[track_caller]
fn check_busy(error: &Error, held: Access, line: u32) {
    let ErrorKind::Busy { held: Some(found), taken_at: Some(at), .. } = error.kind() else {
        panic!("{error}")
    };
    assert_eq!((*found, at.line()), (held, line), "{error}");
    assert!(at.file().ends_with("guards.rs"), "{error}");
    assert!(error.is_busy() && error.to_string().contains(&format!("guards.rs:{line}:")), "{error}");
}

#[test]
fn a_write_guard_refuses_everybody_and_says_where_it_was_taken() -> Result<()> {
    let x = tensor![[1, 2], [3, 4]];
    let row = x.view(s![0])?;
    let (guard, line) = (x.write()?, line!());
    let attempts = || {
        let other = tensor![[5, 6], [7, 8]];
        let mask = tensor![true, false];
        [
            x.get([0, 0]).map(drop),
            x.set([0, 0], 1),
            row.load(s![..]).map(drop),
            row.fill(1),
            x.store(s![0], 1),
            x.store(s![&mask], 1),
            x.load(s![&mask]).map(drop),
            x.copy().map(drop),
            x.assign(&other),
            other.assign(&x),
            x.read().map(drop),
            row.write().map(drop),
            x.cast::<f64>().map(drop),
            x.to_vec().map(drop),
            x.item().map(drop).or_else(|_| x.value().map(drop)),
            concat(&[&other, &x], 0).map(drop),
            x.nonzero().map(drop),
            x.put(&tensor![0], 1),
        ]
    };
    for outcome in attempts().into_iter().chain(elsewhere(attempts)) {
        check_busy(&outcome.unwrap_err(), Access::Write, line);
    }
    assert_eq!(x.transpose().shape(), [2, 2], "geometry needs no memory");
    drop(guard);
    assert_eq!(x, tensor![[1, 2], [3, 4]]);
    Ok(())
}

#[test]
fn read_guards_share_with_readers_and_refuse_writers() -> Result<()> {
    let x = tensor![[1, 2], [3, 4]];
    let (first, line) = (x.read()?, line!());
    let second = x.transpose().read()?;
    let attempts = || {
        assert_eq!((x.get([1, 1])?, x.copy()?.to_vec()?), (4, vec![1, 2, 3, 4]));
        assert_eq!(x.read()?.iter().sum::<i32>(), 10);
        Ok::<_, Error>([
            x.set([0, 0], 1),
            x.fill(1),
            x.store(s![0], 1),
            x.write().map(drop),
            x.assign(&x.flip(0)?),
        ])
    };
    for outcome in attempts()?.into_iter().chain(elsewhere(attempts)?) {
        check_busy(&outcome.unwrap_err(), Access::Read, line);
    }
    drop(first);
    assert!(x.fill(1).unwrap_err().is_busy(), "the second guard still lives");
    drop(second);
    x.fill(1)
}

#[test]
fn a_conflict_is_told_at_once() -> Result<()> {
    let _watchdog = Watchdog::new("a conflict is told at once");
    let x = Tensor::<f64>::zeros([1000])?;
    let guard = x.write()?;
    let start = Instant::now();
    let refused = elsewhere(|| (0..1000).filter(|_| x.fill(1.0).is_err()).count());
    assert_eq!(refused, 1000);
    assert!(start.elapsed() < Duration::from_secs(5), "nobody waits for a guard");
    drop(guard);
    Ok(())
}

#[test]
fn two_guards_taken_in_opposite_orders() {
    let (a, b) = (Tensor::<i32>::zeros([100]).unwrap(), Tensor::<i32>::zeros([100]).unwrap());
    let (both, refused) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let take = |first: &Tensor<i32>, second: &Tensor<i32>| {
        let outcome = first.write().and_then(|one| second.write().map(|two| (one, two)));
        match outcome {
            Ok((mut one, mut two)) => {
                one.iter_mut().for_each(|value| *value += 1);
                two.iter_mut().for_each(|value| *value += 1);
                both.fetch_add(1, Relaxed);
            }
            Err(error) => {
                assert!(error.is_busy(), "{error}");
                refused.fetch_add(1, Relaxed);
            }
        }
    };
    let forward = |_: usize| take(&a, &b);
    let backward = |_: usize| take(&b, &a);
    race("opposite orders", Duration::from_millis(200), &[&forward, &backward, &forward]);
    let both = both.into_inner();
    assert!(both > 0, "nobody ever got both, {refused:?} were refused");
    assert_eq!(a.to_vec().unwrap(), vec![both as i32; 100], "every writer was alone");
    assert_eq!(a, b);
}

#[test]
fn both_hold_one_guard_and_want_the_other() -> Result<()> {
    let _watchdog = Watchdog::new("both hold one guard and want the other");
    let (a, b) = (Tensor::<i32>::zeros([4])?, Tensor::<i32>::zeros([4])?);
    let met = Barrier::new(2);
    let want = |mine: &Tensor<i32>, other: &Tensor<i32>| {
        let guard = mine.write().unwrap();
        met.wait();
        let outcomes = [other.write().map(drop), other.read().map(drop), other.fill(1), mine.assign(other)];
        met.wait();
        drop(guard);
        outcomes
    };
    let (left, right) = thread::scope(|scope| {
        let left = scope.spawn(|| want(&a, &b));
        let right = scope.spawn(|| want(&b, &a));
        (left.join().unwrap(), right.join().unwrap())
    });
    assert!(left.into_iter().chain(right).all(|outcome| outcome.unwrap_err().is_busy()));
    Ok(())
}

#[test]
fn who_holds_a_guard_never_waits_for_operations() {
    let (mine, shared) = (tensor![1, 2, 3], Tensor::<i64>::zeros([400_000]).unwrap());
    let (served, refused) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let holder = |round: usize| {
        let guard = mine.read().unwrap();
        let outcome = match round % 4 {
            0 => shared.get(7).map(drop),
            1 => shared.set(7, 1),
            2 => shared.load(s![..10]).map(drop),
            _ => shared.view(s![..5]).and_then(|part| part.read().map(drop)),
        };
        match outcome {
            Ok(()) => served.fetch_add(1, Relaxed),
            Err(error) => {
                assert!(matches!(error.kind(), ErrorKind::Busy { .. }), "{error}");
                thread::yield_now();
                refused.fetch_add(1, Relaxed)
            }
        };
        drop(guard);
    };
    // The long operation meets the holder's short guards on `shared` too, and may then be refused itself.
    let patient = |round: usize| match shared.view(s![1..]).unwrap().fill(round as i64) {
        Ok(()) => {}
        Err(error) => assert!(matches!(error.kind(), ErrorKind::Busy { held: Some(_), .. }), "{error}"),
    };
    race("who holds a guard", Duration::from_millis(250), &[&patient, &holder, &holder]);
    assert!(served.into_inner() + refused.into_inner() > 0);
    let _guard = mine.read().unwrap();
    shared.fill(1).expect("nobody is in the way any more");
}

#[test]
fn a_panic_releases_the_guard() -> Result<()> {
    let x = tensor![1, 2, 3];
    for write in [false, true] {
        let caught = catch_unwind(AssertUnwindSafe(|| {
            if write {
                let mut guard = x.write().unwrap();
                guard.iter_mut().for_each(|value| assert!(*value < 2, "user code gives up"));
            } else {
                let guard = x.read().unwrap();
                guard.iter().for_each(|value| assert!(*value < 2, "user code gives up"));
            }
        }));
        assert!(caught.is_err());
        x.fill(1)?;
        x.store(s![2], 5)?;
        elsewhere(|| x.set(0, 1))?;
    }
    let died = thread::scope(|scope| scope.spawn(|| x.write().map(|_| panic!("user code gives up"))).join());
    assert!(died.is_err());
    x.fill(1)
}

#[test]
fn user_code_that_panics_inside_of_an_operation_holds_nothing() -> Result<()> {
    let x = tensor![1, 2, 3];
    let values = (0..10).map(|i| if i < 5 { x.get(0).unwrap() } else { panic!("user code gives up") });
    assert!(catch_unwind(AssertUnwindSafe(|| Tensor::from_values(values, [10]))).is_err());
    let element = |i: usize| if i < 5 { x.get(0).unwrap() } else { panic!("user code gives up") };
    assert!(catch_unwind(AssertUnwindSafe(|| Tensor::from_flat_fn([1000], element))).is_err());
    x.fill(1)
}

#[test]
fn functions_of_the_index_may_use_other_tensors() -> Result<()> {
    let x = tensor![1, 2, 3];
    let y = Tensor::from_flat_fn([3], |i| {
        x.set(i, 10).unwrap();
        x.get(i).unwrap() + i as i32
    })?;
    assert_eq!(y, tensor![10, 11, 12]);
    Ok(())
}

#[test]
fn a_forgotten_guard_leaves_the_buffer_busy_and_nothing_worse() -> Result<()> {
    let _watchdog = Watchdog::new("a forgotten guard");
    let (x, other) = (tensor![1, 2, 3], tensor![4, 5, 6]);
    elsewhere(|| std::mem::forget(x.write()));
    assert!(x.fill(1).unwrap_err().is_busy() && x.read().map(drop).unwrap_err().is_busy());
    assert!(x.clone().into_vec().unwrap_err().is_busy());
    other.fill(1)?;
    std::mem::forget(other.read()?);
    assert_eq!(other.get(0)?, 1, "reading still works");
    assert!(other.fill(2).unwrap_err().is_busy());
    drop((x, other));
    tensor![1].fill(2)
}

#[test]
fn printing_and_debugging_work_under_a_guard() -> Result<()> {
    let x = tensor![1, 2, 3];
    let guard = x.write()?;
    assert!(
        !format!("{x} {x:?} {} {}", x.literal(), x.grid()).is_empty(),
        "an outline, no error and no wait"
    );
    drop(guard);
    assert_eq!(format!("{x}"), "Tensor([1, 2, 3])");
    Ok(())
}

#[test]
fn views_of_a_guard_go_to_other_threads() -> Result<()> {
    let x = Tensor::<i32>::zeros([4, 1000])?;
    let mut guard = x.write()?;
    let mut whole = guard.as_view_mut();
    thread::scope(|scope| {
        for (k, mut row) in whole.axis_iter_mut(0).unwrap().enumerate() {
            scope.spawn(move || row.iter_mut().for_each(|value| *value = k as i32));
        }
    });
    drop(guard);
    assert_eq!(x, Tensor::from_fn([4, 1000], |index| index[0] as i32)?);
    let guard = x.read()?;
    let view = guard.as_view();
    let sum = |k: i64| view.index_axis(0, k).unwrap().iter().sum::<i32>();
    let total: i32 = thread::scope(|scope| {
        let sums: Vec<_> = (0..4).map(|k| scope.spawn(move || sum(k))).collect();
        sums.into_iter().map(|sum| sum.join().unwrap()).sum()
    });
    assert_eq!(total, 6000);
    Ok(())
}
