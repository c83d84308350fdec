//! The protocol, tried in every order in which threads can meet.
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p lunette-gate --lib models --target-dir target/loom`
#![expect(unsafe_code, reason = "it touches what the gate guards")]

use std::panic::Location;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use loom::cell::UnsafeCell;
use loom::thread;

use crate::Access::{self, Read, Write};
use crate::{Conflict, Entry, Gate, Shift, Visit, enter_all, sync};

/// A gate and what it guards; loom finds accesses that meet, and those that no order keeps apart.
struct Room {
    gate: Gate,
    value: UnsafeCell<u32>,
}

impl Room {
    fn new() -> Arc<Self> {
        Arc::new(Self { gate: Gate::new(), value: UnsafeCell::new(0) })
    }

    fn touch(&self, access: Access) {
        match access {
            // SAFETY: whoever is here was let in to read; loom checks that.
            Read => self.value.with(|value| _ = unsafe { *value }),
            // SAFETY: whoever is here was let in to write; loom checks that.
            Write => self.value.with_mut(|value| unsafe { *value += 1 }),
        }
    }

    fn operate(&self, access: Access) -> Result<(), Conflict> {
        let entry = self.gate.enter(access)?;
        self.touch(access);
        self.gate.leave(entry);
        Ok(())
    }

    fn operate_briefly(&self, access: Access) -> Result<(), Conflict> {
        let entry = self.gate.enter_briefly(access)?;
        self.touch(access);
        self.gate.leave(entry);
        Ok(())
    }

    fn guard(&self, access: Access, inside: impl FnOnce()) -> Result<(), Conflict> {
        let here = Location::caller();
        self.gate.enter_guard(access, here)?;
        self.touch(access);
        inside();
        self.gate.leave_guard(access, here);
        Ok(())
    }

    fn written(&self) -> u32 {
        // SAFETY: all other threads have ended; loom checks that.
        self.value.with(|value| unsafe { *value })
    }
}

/// Runs the jobs on threads of their own, in every order; `check` looks at the room and at what the jobs returned.
fn explore<const N: usize>(
    jobs: [fn(&Room) -> Result<(), Conflict>; N],
    check: fn(&Room, [Result<(), Conflict>; N]),
) {
    let mut model = loom::model::Builder::new();
    // Three threads in all orders take hours; what goes wrong here goes wrong with few switches.
    model.preemption_bound = if N > 2 { Some(2) } else { None };
    model.check(move || {
        let room = Room::new();
        let threads = jobs.map(|job| {
            let room = Arc::clone(&room);
            thread::spawn(move || job(&room))
        });
        let results = threads.map(|thread| thread.join().unwrap());
        assert_eq!(room.operate(Write), Ok(()), "the room is free again");
        check(&room, results);
    });
}

fn all_done<const N: usize>(_: &Room, results: [Result<(), Conflict>; N]) {
    assert_eq!(results, [Ok(()); N]);
}

/// Operations wait for operations: nothing fails, nothing is lost, nobody sleeps for ever.
#[test]
fn two_operations() {
    explore([|r| r.operate(Write), |r| r.operate(Write)], |room, results| {
        assert_eq!(room.written(), 3);
        all_done(room, results);
    });
    explore([|r| r.operate(Read), |r| r.operate(Write)], all_done);
    explore([|r| r.operate(Read), |r| r.operate(Read)], all_done);
}

#[test]
fn three_operations() {
    explore([|r| r.operate(Write), |r| r.operate(Write), |r| r.operate(Write)], |room, results| {
        assert_eq!(room.written(), 4);
        all_done(room, results);
    });
    explore([|r| r.operate(Read), |r| r.operate(Write), |r| r.operate(Read)], all_done);
    explore([|r| r.operate(Write), |r| r.operate(Write), |r| r.operate(Read)], all_done);
}

#[test]
fn brief_operations() {
    explore([|r| r.operate_briefly(Write), |r| r.operate_briefly(Read)], all_done);
    explore([|r| r.operate_briefly(Read), |r| r.operate(Write)], all_done);
    explore([|r| r.operate_briefly(Write), |r| r.operate(Read)], all_done);
    explore([|r| r.operate_briefly(Write), |r| r.operate(Write), |r| r.operate(Read)], |room, results| {
        assert_eq!(room.written(), 3);
        all_done(room, results);
    });
    explore(
        [|r| r.operate_briefly(Write), |r| r.operate_briefly(Write), |r| r.operate(Write)],
        |room, results| {
            assert_eq!(room.written(), 4);
            all_done(room, results);
        },
    );
}

/// Two gates taken briefly, in opposite orders and beside a writer that waits: nobody waits with a gate in hand, so
/// nobody hangs, and nobody gets in beside another.
#[test]
fn brief_pairs() {
    fn both(first: &Room, second: &Room) -> u32 {
        let Some(entry) = first.gate.try_enter_alone(Entry::Brief) else { return 0 };
        let other = second.gate.try_enter_alone(Entry::Brief);
        if let Some(other) = other {
            first.touch(Write);
            second.touch(Write);
            second.gate.leave(other);
        }
        first.gate.leave(entry);
        other.is_some().into()
    }
    loom::model(|| {
        let rooms = [Room::new(), Room::new()];
        let [a, b] = rooms.clone();
        let thread = thread::spawn(move || both(&a, &b));
        let [a, b] = &rooms;
        let done = both(b, a) + thread.join().unwrap();
        assert_eq!([a.written(), b.written()], [done; 2]);
        assert_eq!(rooms.each_ref().map(|room| room.operate(Write)), [Ok(()); 2]);
    });
    loom::model(|| {
        let rooms = [Room::new(), Room::new()];
        let [a, b] = rooms.clone();
        let thread = thread::spawn(move || both(&a, &b));
        let [a, b] = &rooms;
        assert_eq!(b.operate(Write), Ok(()));
        let done = thread.join().unwrap();
        assert_eq!([a.written(), b.written()], [done, done + 1]);
    });
}

/// Two gates entered to read, without waiting, in the order that would be wrong for waiting: beside writers who wait for
/// either, nobody hangs, and a reader who does not get both lets go of the one he has and wakes who waits for it.
#[test]
fn reading_pairs() {
    loom::model(|| {
        let rooms = [Room::new(), Room::new()];
        let [a, b] = rooms.clone();
        let reader = thread::spawn(move || {
            let Some(entry) = b.gate.try_enter_alone(Entry::Reader) else { return };
            if let Some(other) = a.gate.try_enter_alone(Entry::Reader) {
                a.touch(Read);
                b.touch(Read);
                a.gate.leave(other);
            }
            b.gate.leave(entry);
        });
        let [a, b] = &rooms;
        assert_eq!([a, b].map(|room| room.operate(Write)), [Ok(()); 2]);
        reader.join().unwrap();
        assert_eq!([a.written(), b.written()], [1; 2]);
    });
}

/// A guard makes others fail at once, with its place, and never hang.
#[test]
fn guard_against_operation() {
    fn told(_: &Room, [guard, other]: [Result<(), Conflict>; 2]) {
        // A guard that holds nothing else may wait for an operation, so it always gets in.
        assert_eq!(guard, Ok(()));
        if let Err(conflict) = other {
            assert!(conflict.held.is_some() && conflict.taken_at.is_some(), "{conflict:?}");
        }
    }
    explore([|r| r.guard(Write, || ()), |r| r.operate(Read)], told);
    explore([|r| r.guard(Write, || ()), |r| r.operate(Write)], told);
    explore([|r| r.guard(Read, || ()), |r| r.operate(Write)], told);
    explore([|r| r.guard(Write, || ()), |r| r.operate_briefly(Write)], told);
    explore([|r| r.guard(Read, || ()), |r| r.operate_briefly(Write)], told);
    explore([|r| r.guard(Read, || ()), |r| r.operate(Read)], all_done);
    explore([|r| r.guard(Read, || ()), |r| r.operate_briefly(Read)], all_done);
}

#[test]
fn guard_against_guard() {
    fn one_or_both(_: &Room, results: [Result<(), Conflict>; 2]) {
        assert!(results.contains(&Ok(())));
        for conflict in results.into_iter().filter_map(Result::err) {
            assert!(conflict.held.is_some() && conflict.taken_at.is_some(), "{conflict:?}");
        }
    }
    explore([|r| r.guard(Write, || ()), |r| r.guard(Write, || ())], one_or_both);
    explore([|r| r.guard(Write, || ()), |r| r.guard(Read, || ())], one_or_both);
    explore([|r| r.guard(Read, || ()), |r| r.guard(Read, || ())], all_done);
}

#[test]
fn guard_among_operations() {
    explore([|r| r.guard(Read, || ()), |r| r.operate(Write), |r| r.operate(Read)], |_, [guard, _, read]| {
        assert_eq!((guard, read), (Ok(()), Ok(())));
    });
    explore([|r| r.guard(Write, || ()), |r| r.operate(Write), |r| r.operate(Read)], |_, [guard, ..]| {
        assert_eq!(guard, Ok(()));
    });
}

/// A thread that holds a guard waits for nobody, not even for an operation on another buffer.
#[test]
fn guard_holders_never_wait() {
    loom::model(|| {
        let (mine, other) = (Room::new(), Room::new());
        let entry = other.gate.enter(Write).unwrap();
        let thread = thread::spawn({
            let other = Arc::clone(&other);
            move || mine.guard(Read, || assert!(other.operate(Read).is_err()))
        });
        // The operation ends only after the thread: had it waited, nothing would end.
        assert_eq!(thread.join().unwrap(), Ok(()));
        other.gate.leave(entry);
    });
}

/// Two threads, each with a guard, want each other's memory: both go on.
#[test]
fn guards_in_opposite_orders() {
    loom::model(|| {
        let rooms = [Room::new(), Room::new()];
        let [a, b] = rooms.clone();
        let thread = thread::spawn(move || a.guard(Write, || _ = b.operate(Write)));
        let [a, b] = &rooms;
        b.guard(Write, || _ = a.guard(Write, || ())).ok();
        thread.join().unwrap().ok();
        assert_eq!(rooms.each_ref().map(|room| room.operate(Write)), [Ok(()); 2]);
    });
}

/// A visit to one of two gates.
struct Wish<'g>(&'g Gate, Access, Option<Entry>);

impl Visit for Wish<'_> {
    fn gate(&self) -> &Gate {
        self.0
    }

    fn wanted(&self) -> Access {
        self.1
    }

    fn entered(&mut self, entry: Entry) {
        self.2 = Some(entry);
    }
}

/// Enters the gates, named in an order, and leaves them.
fn enter_both(gates: [&Gate; 2], [first, second]: [Access; 2]) {
    let mut wishes = [Wish(gates[0], first, None), Wish(gates[1], second, None)];
    enter_all(&mut wishes, &mut [0, 1]).unwrap();
    for Wish(gate, _, entry) in wishes {
        gate.leave(entry.unwrap());
    }
}

/// Two operations name the same two gates in opposite orders: both get in.
#[test]
fn operations_in_opposite_orders() {
    for accesses in [[Write, Write], [Write, Read], [Read, Write]] {
        loom::model(move || {
            // Side by side, so that the same one comes first in every run.
            let gates = Arc::new([Gate::new(), Gate::new()]);
            let thread = thread::spawn({
                let gates = Arc::clone(&gates);
                move || enter_both([&gates[1], &gates[0]], accesses)
            });
            enter_both([&gates[0], &gates[1]], accesses);
            thread.join().unwrap();
        });
    }
}

/// Whoever parks is woken, also when a guard has come in between.
#[test]
fn parked_writer_meets_a_guard() {
    loom::model(|| {
        let room = Room::new();
        let entry = room.gate.enter(Read).unwrap();
        let writer = thread::spawn({
            let room = Arc::clone(&room);
            move || room.operate(Write)
        });
        let here = Location::caller();
        // This thread already counts as a guard's holder, so it does not queue behind the writer.
        sync::count_guard(here);
        room.gate.enter_guard(Read, here).unwrap();
        room.gate.leave(entry);
        let result = writer.join().unwrap();
        room.gate.leave_guard(Read, here);
        sync::uncount_guard();
        if let Err(conflict) = result {
            assert_eq!(conflict, Conflict { held: Some(Read), taken_at: Some(here) });
        }
        assert_eq!(room.operate_briefly(Write), Ok(()));
    });
}

/// Helpers who join a shift have left when it is closed: what they read and write is the owner's alone again. Who comes
/// later touches nothing, and an owner who sleeps is woken.
#[test]
fn helpers_leave_before_a_shift_is_closed() {
    for helpers in [1, 2] {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = if helpers > 1 { Some(2) } else { None };
        model.check(move || {
            let shared = Arc::new((Shift::new(), loom::sync::atomic::AtomicU32::new(0), UnsafeCell::new(0)));
            let threads: Vec<_> = (0..helpers)
                .map(|_| {
                    let shared = Arc::clone(&shared);
                    thread::spawn(move || {
                        let (shift, helped, lent) = &*shared;
                        if shift.join() {
                            // SAFETY: helpers only read, as long as they are in; loom checks that.
                            lent.with(|lent| assert_eq!(unsafe { *lent }, 0, "taken back too early"));
                            helped.fetch_add(1, Relaxed);
                            shift.leave();
                        }
                    })
                })
                .collect();
            let (shift, helped, lent) = &*shared;
            shift.close();
            let seen = helped.load(Relaxed);
            // SAFETY: nobody is in any more, nor comes in; loom checks that.
            lent.with_mut(|lent| unsafe { *lent = 1 });
            for thread in threads {
                thread.join().unwrap();
            }
            assert_eq!(helped.load(Relaxed), seen, "nobody came later");
        });
    }
}
