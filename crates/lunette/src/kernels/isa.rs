//! Which instructions there are, and running a task compiled for them.
//!
//! A task is plain code that is inlined into one function for each instruction set; the compiler vectorises each copy
//! for its set. The choice is made at run time, so a baseline build runs fast on machines that have more. The environment
//! variable `LUNETTE_ISA` (`base`, `avx2`, `avx512`) keeps it from using more than a set: for tests of what other machines
//! run.

#![expect(
    unsafe_code,
    reason = "a function compiled for an instruction set may only run where the set exists"
)]

use std::sync::atomic::{AtomicU8, Ordering};

/// An instruction set that tasks are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Isa {
    /// What every machine of the target has.
    Base = 1,
    /// AVX2, BMI and FMA.
    Avx2 = 2,
    /// The AVX-512 of servers since 2019: F, BW, CD, DQ, VL, VBMI and VBMI2.
    Avx512 = 3,
}

/// Code to be compiled for every instruction set; `run` should be `#[inline(always)]`, all the way down.
pub(crate) trait Task {
    type Output;

    /// Runs the task; `isa` is a constant in every compiled copy, and the machine has it.
    fn run(self, isa: Isa) -> Self::Output;
}

/// Runs a task in the copy compiled for the best instruction set of this machine.
#[inline]
pub(crate) fn run<T: Task>(task: T) -> T::Output {
    match isa() {
        Isa::Base => task.run(Isa::Base),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `isa` found the instructions on this machine.
        Isa::Avx2 => unsafe { run_avx2(task) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Isa::Avx512 => unsafe { run_avx512(task) },
        #[cfg(not(target_arch = "x86_64"))]
        _ => task.run(Isa::Base),
    }
}

/// The best instruction set of this machine.
#[inline]
pub(crate) fn isa() -> Isa {
    static FOUND: AtomicU8 = AtomicU8::new(0);
    match FOUND.load(Ordering::Relaxed) {
        1 => Isa::Base,
        2 => Isa::Avx2,
        3 => Isa::Avx512,
        _ => {
            let found = detect().min(allowed());
            FOUND.store(found as u8, Ordering::Relaxed);
            found
        }
    }
}

/// The best instruction set that the environment lets tasks use.
#[cold]
fn allowed() -> Isa {
    match std::env::var("LUNETTE_ISA").as_deref() {
        Ok("base") => Isa::Base,
        Ok("avx2") => Isa::Avx2,
        _ => Isa::Avx512,
    }
}

#[cfg(target_arch = "x86_64")]
#[cold]
fn detect() -> Isa {
    macro_rules! has {
        ($($feature:tt)*) => { $(std::arch::is_x86_feature_detected!($feature))&&* };
    }
    if !has!("avx2" "bmi1" "bmi2" "fma" "lzcnt" "popcnt") {
        Isa::Base
    } else if has!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl" "avx512vbmi" "avx512vbmi2") {
        Isa::Avx512
    } else {
        Isa::Avx2
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn detect() -> Isa {
    Isa::Base
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,popcnt")]
fn run_avx2<T: Task>(task: T) -> T::Output {
    task.run(Isa::Avx2)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2")]
fn run_avx512<T: Task>(task: T) -> T::Output {
    task.run(Isa::Avx512)
}
