use std::panic::Location;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

use super::{Conflict, Entry, Gate, READERS_FULL};
use crate::Access::{self, Read, Write};
use crate::sync;

#[derive(Clone, Copy, Debug)]
enum Who {
    Operation(Access),
    Brief(Access),
    Guard(Access),
}

/// Tries to get in and goes out again; never waits in these tests, because nobody but guards is inside.
fn visit(gate: &Gate, who: Who) -> Result<(), Conflict> {
    match who {
        Who::Operation(access) => gate.enter(access).map(|entry| gate.leave(entry)),
        Who::Brief(access) => gate.enter_briefly(access).map(|entry| gate.leave(entry)),
        Who::Guard(access) => {
            let here = Location::caller();
            gate.enter_guard(access, here).map(|()| gate.leave_guard(access, here))
        }
    }
}

/// What a guard of one access lets in, on its own thread and on another.
#[test]
fn who_gets_past_a_guard() {
    let everybody =
        [Read, Write].map(|access| [Who::Operation(access), Who::Brief(access), Who::Guard(access)]);
    for held in [Read, Write] {
        let gate = Gate::new();
        let here = Location::caller();
        gate.enter_guard(held, here).unwrap();
        for who in everybody.into_iter().flatten() {
            let wanted = match who {
                Who::Operation(access) | Who::Brief(access) | Who::Guard(access) => access,
            };
            let expected = match (held, wanted) {
                (Read, Read) => Ok(()),
                _ => Err(Conflict { held: Some(held), taken_at: Some(here) }),
            };
            assert_eq!(visit(&gate, who), expected, "{held:?} guard, {who:?}");
            let elsewhere = thread::scope(|scope| scope.spawn(|| visit(&gate, who)).join().unwrap());
            assert_eq!(elsewhere, expected, "{held:?} guard, {who:?} on another thread");
        }
        gate.leave_guard(held, here);
        everybody.into_iter().flatten().for_each(|who| assert_eq!(visit(&gate, who), Ok(())));
    }
}

/// A conflict names a guard that still lives, whichever of several was dropped.
#[test]
fn the_place_is_that_of_a_living_guard() {
    let places = [Location::caller(), Location::caller(), Location::caller()];
    for first_dropped in 0..3 {
        for second_dropped in (0..3).filter(|&k| k != first_dropped) {
            let gate = Gate::new();
            places.iter().for_each(|at| gate.enter_guard(Read, at).unwrap());
            gate.leave_guard(Read, places[first_dropped]);
            gate.leave_guard(Read, places[second_dropped]);
            let left = places[3 - first_dropped - second_dropped];
            assert_eq!(gate.enter(Write), Err(Conflict { held: Some(Read), taken_at: Some(left) }));
            gate.leave_guard(Read, left);
            assert_eq!(visit(&gate, Who::Operation(Write)), Ok(()));
        }
    }
}

/// Operations inside keep a thread that holds a guard out at once, and let others wait.
#[test]
fn a_guard_holder_does_not_wait_for_operations() {
    let (gate, other) = (Gate::new(), Gate::new());
    let here = Location::caller();
    for (inside, outside, expected) in [
        (Read, Read, Ok(())),
        (Read, Write, Err(Conflict { held: None, taken_at: Some(here) })),
        (Write, Read, Err(Conflict { held: None, taken_at: Some(here) })),
        (Write, Write, Err(Conflict { held: None, taken_at: Some(here) })),
    ] {
        let entry = gate.enter(inside).unwrap();
        other.enter_guard(Read, here).unwrap();
        for who in [Who::Operation(outside), Who::Brief(outside), Who::Guard(outside)] {
            assert_eq!(visit(&gate, who), expected, "{inside:?} inside, {who:?}");
        }
        other.leave_guard(Read, here);
        assert!(!sync::holds_guard());
        gate.leave(entry);
    }
}

/// Any number of guards can be leaked; the memory is then busy for ever, and nothing else breaks.
#[test]
fn leaked_guards() {
    let gate = Gate::new();
    let here = Location::caller();
    thread::scope(|scope| {
        scope.spawn(|| (0..1 << 20).for_each(|_| gate.enter_guard(Read, here).unwrap()));
    });
    assert!(!sync::holds_guard(), "guards are counted on their own thread");
    assert_eq!(visit(&gate, Who::Operation(Read)), Ok(()));
    assert_eq!(gate.enter(Write), Err(Conflict { held: Some(Read), taken_at: Some(here) }));
}

/// More readers than can be counted wait, and do not become a writer.
#[test]
fn readers_do_not_overflow() {
    let gate = Gate::new();
    gate.word.store(READERS_FULL, SeqCst);
    let here = Location::caller();
    let other = Gate::new();
    other.enter_guard(Read, here).unwrap();
    assert_eq!(gate.enter(Read), Err(Conflict { held: None, taken_at: Some(here) }));
    other.leave_guard(Read, here);
}

/// A writer gets in although readers overlap without a gap.
#[test]
fn readers_do_not_starve_a_writer() {
    let gate = Gate::new();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !done.load(SeqCst) {
                    let entry = gate.enter(Read).unwrap();
                    thread::sleep(Duration::from_micros(200));
                    gate.leave(entry);
                }
            });
        }
        for _ in 0..20 {
            let entry = gate.enter(Write).unwrap();
            assert_eq!(entry, Entry::Writer);
            gate.leave(entry);
        }
        done.store(true, SeqCst);
    });
}

/// Readers and writers of all kinds at once: a writer is always alone, and everybody arrives.
#[test]
fn a_writer_is_alone() {
    const ROUNDS: u32 = 2_000;
    let gate = Gate::new();
    let (readers, writers) = (AtomicU32::new(0), AtomicU32::new(0));
    let busy = AtomicU32::new(0);
    let inside = |access: Access| match access {
        Read => {
            readers.fetch_add(1, SeqCst);
            assert_eq!(writers.load(SeqCst), 0);
            readers.fetch_sub(1, SeqCst);
        }
        Write => {
            assert_eq!(writers.fetch_add(1, SeqCst), 0);
            assert_eq!(readers.load(SeqCst), 0);
            writers.fetch_sub(1, SeqCst);
        }
    };
    thread::scope(|scope| {
        for kind in 0..6 {
            let (gate, inside, busy) = (&gate, &inside, &busy);
            scope.spawn(move || {
                let access = if kind % 2 == 0 { Read } else { Write };
                let here = Location::caller();
                for _ in 0..ROUNDS {
                    let entered = match kind {
                        0 | 1 => gate.enter(access).map(|entry| (inside(access), gate.leave(entry)).1),
                        2 | 3 => {
                            gate.enter_briefly(access).map(|entry| (inside(access), gate.leave(entry)).1)
                        }
                        _ => gate
                            .enter_guard(access, here)
                            .map(|()| (inside(access), gate.leave_guard(access, here)).1),
                    };
                    if let Err(conflict) = entered {
                        assert!(conflict.taken_at.is_some(), "only guards make others fail: {conflict:?}");
                        busy.fetch_add(1, SeqCst);
                    }
                }
            });
        }
    });
    assert!(busy.load(SeqCst) < 6 * ROUNDS);
    assert_eq!(visit(&gate, Who::Guard(Write)), Ok(()));
}
