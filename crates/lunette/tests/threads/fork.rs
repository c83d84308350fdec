//! A forked process has none of its parent's threads, and makes its own.

#![cfg(target_os = "linux")]
#![expect(unsafe_code, reason = "only the system forks")]

use lunette::prelude::*;
use lunette::{Result, set_threads, threads};

use crate::watchdog::Watchdog;

/// Longer than the work takes, shorter than the watchdog waits.
const SECONDS: u32 = 60;

/// Work for both kinds of workers, and memory that is kept afterwards.
fn work() -> Result<bool> {
    let large = Tensor::<f64>::ones([1 << 20])?;
    let sum = (&large + &large).sum(..)?.item()?;
    let matrix = Tensor::<f64>::eye(150)?;
    Ok(sum == f64::from(1 << 21) && (&matrix * 2.0).inv()?.get([7, 7])? == 0.5)
}

#[test]
fn a_child_computes_as_its_parent_does() -> Result<()> {
    let _watchdog = Watchdog::new("a forked process");
    if threads() < 2 {
        set_threads(2);
    }
    assert!(work()?, "the parent");
    for _ in 0..5 {
        // SAFETY: the child only computes, and leaves without running what belongs to the parent's threads.
        let child = unsafe { libc::fork() };
        if child == 0 {
            // SAFETY: both only talk to the system.
            unsafe {
                libc::alarm(SECONDS);
                libc::_exit(if work().is_ok_and(|well| well) { 0 } else { 1 });
            }
        }
        let mut status = -1;
        // SAFETY: it waits for our child, and writes the one number.
        assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
        assert_eq!(status, 0, "the child hung, crashed or computed wrongly");
        assert!(work()?, "the parent afterwards");
    }
    Ok(())
}
