//! Rayon: guards held while workers touch the same buffer, operations inside of tasks, tasks inside of tasks.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use lunette::Result;
use lunette::prelude::*;
use rayon::prelude::*;

use crate::watchdog::{Watchdog, race};

#[test]
fn workers_read_what_a_read_guard_holds_and_cannot_write_it() -> Result<()> {
    let _watchdog = Watchdog::new("workers under a read guard");
    let x = Tensor::from_flat_fn([64, 64], |i| i as i64)?;
    let guard = x.read()?;
    (0..256_i64).into_par_iter().for_each(|k| {
        assert_eq!(x.get([k / 64, k % 64]).unwrap(), k);
        assert_eq!(x.load(s![k % 64, ..2]).unwrap().to_vec().unwrap(), [k % 64 * 64, k % 64 * 64 + 1]);
        assert!(x.set([0, 0], 1).unwrap_err().is_busy());
        assert!(x.store(s![k % 64], 1).unwrap_err().is_busy());
        assert!(x.view(s![k % 64]).unwrap().write().map(drop).unwrap_err().is_busy());
    });
    drop(guard);
    x.fill(1)
}

#[test]
fn workers_share_the_views_of_a_write_guard_and_nothing_else() -> Result<()> {
    let _watchdog = Watchdog::new("workers under a write guard");
    let x = Tensor::<i64>::zeros([100, 30])?;
    let refused = AtomicUsize::new(0);
    let mut guard = x.write()?;
    guard.as_view_mut().par_iter_mut().for_each(|value| {
        *value += 1;
        refused.fetch_add(usize::from(x.get([0, 0]).is_err_and(|error| error.is_busy())), Relaxed);
    });
    drop(guard);
    assert_eq!(refused.into_inner(), 3000);
    assert_eq!(x, Tensor::ones([100, 30])?);
    Ok(())
}

#[test]
fn operations_inside_of_a_scope() -> Result<()> {
    let _watchdog = Watchdog::new("operations inside of a scope");
    let x = Tensor::<i64>::zeros([200, 50])?;
    rayon::scope(|scope| {
        for (k, row) in x.unstack(0).unwrap().into_iter().enumerate() {
            scope.spawn(move |_| row.fill(k as i64).unwrap());
        }
    });
    assert_eq!(x, Tensor::from_fn([200, 50], |index| index[0] as i64)?, "disjoint views");
    rayon::scope(|scope| {
        for k in 0..400_i64 {
            let window = x.view(s![k % 180..k % 180 + 20]).unwrap();
            scope.spawn(move |_| window.store(s![Fill], k).unwrap());
        }
    });
    for row in x.unstack(0)? {
        let values = row.to_vec()?;
        assert!(values.iter().all(|value| *value == values[0]), "overlapping views: half a store");
    }
    Ok(())
}

#[test]
fn tasks_inside_of_tasks_load_what_they_walk_over() -> Result<()> {
    let _watchdog = Watchdog::new("tasks inside of tasks");
    let x = Tensor::from_flat_fn([40, 25], |i| i as i64)?;
    let out = Tensor::<i64>::zeros([40])?;
    let guard = x.read()?;
    guard.as_view().axis_iter(0)?.enumerate().par_bridge().for_each(|(k, row)| {
        let total: i64 = row.par_iter().map(|value| value + x.load(s![k, 0]).unwrap().item().unwrap()).sum();
        let once: i64 = (0..25_i64).into_par_iter().map(|j| x.get([k as i64, j]).unwrap()).sum();
        // This thread holds no guard, so it waits its turn; a worker that the guard's thread lends itself to does not.
        while let Err(error) = out.set(k, total - once) {
            assert!(error.is_busy(), "{error}");
            std::thread::yield_now();
        }
    });
    drop(guard);
    assert_eq!(out, Tensor::from_flat_fn([40], |k| 25 * 25 * k as i64)?);
    Ok(())
}

#[test]
fn large_operations_on_workers_and_on_plain_threads_meet() {
    let (a, b) = (Tensor::<i64>::zeros([300_000]).unwrap(), Tensor::<i64>::ones([300_000]).unwrap());
    let plain = |round: usize| {
        a.fill(round as i64).unwrap();
        b.assign(&a).unwrap();
    };
    let nested = |_: usize| {
        let copies = || {
            rayon::join(|| b.copy().unwrap(), || a.store(s![(.., -1)], &b).unwrap());
        };
        rayon::join(copies, || a.cast::<f64>().unwrap());
    };
    let spread = |_: usize| {
        (0..8_i64).into_par_iter().for_each(|k| {
            let part = a.view(s![k * 30_000..(k + 1) * 30_000]).unwrap();
            let values = part.load(s![..]).unwrap();
            assert_eq!(values.get(0).unwrap(), values.get(-1).unwrap());
        });
    };
    race("large operations", Duration::from_millis(300), &[&plain, &nested, &spread]);
}

#[test]
fn operations_in_a_pool_of_one() -> Result<()> {
    let _watchdog = Watchdog::new("a pool of one");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let x = Tensor::<i64>::zeros([400_000])?;
    pool.install(|| {
        rayon::join(|| x.fill(1).unwrap(), || x.copy().unwrap());
        (0..20_i64)
            .into_par_iter()
            .for_each(|k| x.store(s![k..], x.view(s![..x.len() - k as usize]).unwrap()).unwrap());
    });
    assert_eq!(x.get(-1)?, 1);
    Ok(())
}

#[test]
fn the_number_of_threads_may_change_at_any_time() {
    let before = lunette::threads();
    let x = Tensor::<i64>::zeros([300_000]).unwrap();
    let work = |round: usize| {
        x.fill(round as i64).unwrap();
        let copy = x.copy().unwrap();
        assert_eq!(copy.get(0).unwrap(), copy.get(-1).unwrap());
    };
    let change = |round: usize| {
        lunette::set_threads(round % 4);
        std::thread::sleep(Duration::from_millis(2));
    };
    race("the number of threads", Duration::from_millis(200), &[&work, &change]);
    lunette::set_threads(before);
}

/// Loads by an index tensor when its thread ends.
struct AtTheEnd(Tensor<i32>, std::sync::mpsc::Sender<Result<Tensor<i32>>>);

impl Drop for AtTheEnd {
    fn drop(&mut self) {
        let _ = self.1.send(self.0.load(s![&tensor![1, 0]]));
    }
}

thread_local! {
    static LAST: std::cell::RefCell<Option<AtTheEnd>> = const { std::cell::RefCell::new(None) };
}

#[test]
fn operations_run_while_a_thread_ends() -> Result<()> {
    let (sender, receiver) = std::sync::mpsc::channel();
    let thread = std::thread::spawn(move || {
        LAST.set(Some(AtTheEnd(tensor![1, 2, 3], sender)));
        // What the library keeps for this thread is made after `LAST`, and gone before it.
        drop(tensor![1, 2, 3].load(s![&tensor![0]]));
    });
    thread.join().unwrap();
    assert_eq!(receiver.recv().unwrap()?, tensor![2, 1]);
    Ok(())
}
