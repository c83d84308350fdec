//! Who may use a buffer's memory, and when: the access protocol.
//!
//! Two kinds of users meet here. *Operations* hold memory for as long as they work on it, run no code of the user
//! meanwhile, and may wait for each other. *Guards* are held by the user's code for as long as it likes, so nobody
//! ever waits for one: a conflict with a guard is a [`Conflict`] at once, on every thread, and says where the guard
//! was taken. A thread that holds a guard does not wait for operations either.
//!
//! # Why nothing deadlocks
//! Waiting is only for operations. An operation takes its gates in the order of their addresses ([`enter_all`]) and
//! waits for nothing else, so no circle of waiting operations can close; it runs no user code, so it ends.
//!
//! # The word
//! | bits  | meaning |
//! |-------|---------|
//! | 0-25  | how many operations read |
//! | 26    | never set by hand: the count is full, and readers wait |
//! | 27    | `BRIEF`: an operation is at work that will be done within a microsecond |
//! | 28    | `WRITER`: an operation writes |
//! | 29    | `READ_GUARDS`: at least one read guard lives |
//! | 30    | `WRITE_GUARD`: a write guard lives |
//! | 31    | `WAITERS`: somebody is parked, or about to be |
//! and beside it, under the mutex, where each living guard was taken.
//!
//! 1. `BRIEF` is only set from the word 0, and while it is set nobody else changes the word; the one who set it knows
//!    what to put back and does it with a plain store. That saves half of the cost of reading one element. Nobody parks
//!    because of it: it is over sooner than parking would take, so even threads that hold guards look until it is.
//! 2. `READ_GUARDS` and `WRITE_GUARD` change only under the mutex, together with the list of guards.
//! 3. `WAITERS` is set under the mutex by a thread that then waits on the condition variable, and only while
//!    operations hold the memory. The last of those operations to leave takes the mutex, clears the bit, and wakes
//!    everybody, who then look again. Parked threads are therefore always woken.
//!
//! # Who comes first
//! An operation that reads does not join other readers while somebody is parked: it queues behind the parked ones,
//! so a stream of overlapping readers cannot keep a writer out. After a release everybody who was parked competes,
//! with no order among them.

#[cfg(all(test, loom))]
mod models;
mod shift;
mod sync;
#[cfg(all(test, not(loom)))]
mod tests;

use std::panic::Location;
use std::sync::PoisonError;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

pub use self::shift::Shift;
use self::sync::{AtomicU32, Condvar, Mutex, MutexGuard, SPINS};

const READER: u32 = 1;
const READERS_FULL: u32 = 1 << 26;
const READERS: u32 = READERS_FULL | (READERS_FULL - 1);
const BRIEF: u32 = 1 << 27;
const WRITER: u32 = 1 << 28;
const READ_GUARDS: u32 = 1 << 29;
const WRITE_GUARD: u32 = 1 << 30;
const WAITERS: u32 = 1 << 31;

/// What somebody does, or wants to do, to memory.
///
/// ```
/// use lunette_gate::Access;
/// assert_ne!(Access::Read, Access::Write);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reading, which shares.
    Read,
    /// Writing, which excludes everybody else.
    Write,
}

/// Where code of the user took a guard.
pub type TakenAt = &'static Location<'static>;

/// The access state of one buffer.
///
/// ```
/// use lunette_gate::{Access, Gate};
/// let gate = Gate::new();
/// let entry = gate.enter(Access::Read)?;
/// gate.leave(entry);
/// # Ok::<(), lunette_gate::Conflict>(())
/// ```
#[derive(Default)]
pub struct Gate {
    word: AtomicU32,
    guards: Mutex<Guards>,
    left: Condvar,
}

/// Where the living guards of one buffer were taken: two inside of the value, more outside.
///
/// All of it is initialised, so that a new one is made where it belongs; room that may hold nothing is copied there, and
/// that takes longer than to write it.
#[derive(Default)]
struct Guards {
    few: [Option<TakenAt>; 2],
    more: Vec<TakenAt>,
}

/// How an operation got in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Entry {
    /// With other readers.
    Reader,
    /// Alone.
    Writer,
    /// Alone, and not for long.
    Brief,
}

/// Why memory could not be had: a guard and where it was taken, or an operation that this thread may not wait for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conflict {
    /// What the guard in the way does; none if it is an operation.
    pub held: Option<Access>,
    /// Where that guard was taken, or the latest of those because of which this thread may not wait.
    pub taken_at: Option<TakenAt>,
}

/// What the word says to somebody who wants to enter.
enum Verdict {
    Free,
    /// Somebody is in for less than a microsecond: look again.
    Brief,
    /// Operations hold the memory: wait, if waiting is allowed.
    Occupied,
    /// A guard holds the memory.
    Guarded(Access),
}

/// Somebody who wants to enter: an operation, or a guard and where it is being taken.
#[derive(Clone, Copy)]
struct Visitor {
    wanted: Access,
    guard: Option<TakenAt>,
}

impl Gate {
    /// A gate with nobody inside.
    #[inline]
    pub fn new() -> Self {
        Self { word: AtomicU32::new(0), guards: Mutex::new(Guards::default()), left: Condvar::new() }
    }

    /// Lets an operation in; [`Gate::leave`] lets it out.
    ///
    /// # Errors
    /// If a guard is in the way, or waiting is needed while this thread holds a guard.
    #[inline]
    pub fn enter(&self, wanted: Access) -> Result<Entry, Conflict> {
        match self.try_enter_alone(Entry::of(wanted)) {
            Some(entry) => Ok(entry),
            None => self.enter_slowly(Visitor { wanted, guard: None }).map(|()| Entry::of(wanted)),
        }
    }

    /// Lets an operation in that will be done within a microsecond; [`Gate::leave`] lets it out.
    ///
    /// # Errors
    /// If a guard is in the way, or waiting is needed while this thread holds a guard.
    #[inline]
    pub fn enter_briefly(&self, wanted: Access) -> Result<Entry, Conflict> {
        match self.try_enter_alone(Entry::Brief) {
            Some(entry) => Ok(entry),
            None => self.enter_slowly(Visitor { wanted, guard: None }).map(|()| Entry::of(wanted)),
        }
    }

    /// Lets an operation in, if nobody at all is inside; it does not wait, so it may be asked while other gates are held,
    /// in any order. With [`Entry::Brief`] it will be done within a microsecond.
    #[inline]
    pub fn try_enter_alone(&self, entry: Entry) -> Option<Entry> {
        self.word.compare_exchange(0, entry.ticket(), Acquire, Relaxed).is_ok().then_some(entry)
    }

    /// Lets an operation out; the entry is the one it got, and is given back once.
    #[inline]
    pub fn leave(&self, entry: Entry) {
        let alone = match entry {
            // Invariant 1: the word was 0 and is ours.
            Entry::Brief => return self.word.store(0, Release),
            Entry::Reader => READERS,
            Entry::Writer => WRITER,
        };
        let before = self.word.fetch_sub(entry.ticket(), Release);
        if before & WAITERS != 0 && before & alone == entry.ticket() {
            self.wake();
        }
    }

    /// Lets a guard in; [`Gate::leave_guard`], on the same thread, lets it out.
    ///
    /// # Errors
    /// If a guard is in the way, or waiting is needed while this thread holds a guard.
    pub fn enter_guard(&self, wanted: Access, taken_at: TakenAt) -> Result<(), Conflict> {
        self.enter_slowly(Visitor { wanted, guard: Some(taken_at) })?;
        sync::count_guard(taken_at);
        Ok(())
    }

    /// Lets a guard out that had entered with the same access and place.
    pub fn leave_guard(&self, held: Access, taken_at: TakenAt) {
        let mut guards = self.lock_guards();
        guards.remove(taken_at);
        match held {
            Access::Read if !guards.is_empty() => {}
            Access::Read => drop(self.word.fetch_and(!READ_GUARDS, Release)),
            Access::Write => drop(self.word.fetch_and(!WRITE_GUARD, Release)),
        }
        drop(guards);
        sync::uncount_guard();
    }

    #[cold]
    fn enter_slowly(&self, visitor: Visitor) -> Result<(), Conflict> {
        let patient = !sync::holds_guard();
        if visitor.guard.is_none() {
            let looks = if patient { SPINS } else { 0 };
            for _ in 0..=looks {
                let word = self.word.load(Relaxed);
                match visitor.verdict(word, patient) {
                    Verdict::Free if self.try_enter(word, visitor) => return Ok(()),
                    Verdict::Guarded(_) => break,
                    _ => sync::spin_loop(),
                }
            }
        }
        self.enter_by_the_mutex(visitor, patient)
    }

    /// The way in where guards are entered, conflicts are told, and threads park.
    fn enter_by_the_mutex(&self, visitor: Visitor, patient: bool) -> Result<(), Conflict> {
        let mut guards = self.lock_guards();
        loop {
            let word = self.word.load(Relaxed);
            match visitor.verdict(word, patient) {
                Verdict::Free if self.try_enter(word, visitor) => {
                    guards.add(visitor.guard);
                    return Ok(());
                }
                Verdict::Free => {}
                // Whoever holds it needs no lock to let go, only a processor.
                Verdict::Brief => sync::yield_now(),
                Verdict::Guarded(held) => {
                    return Err(Conflict { held: Some(held), taken_at: guards.first() });
                }
                Verdict::Occupied if !patient => {
                    return Err(Conflict { held: None, taken_at: sync::latest_guard() });
                }
                Verdict::Occupied => {
                    if self.word.compare_exchange(word, word | WAITERS, Relaxed, Relaxed).is_ok() {
                        guards = self.left.wait(guards).unwrap_or_else(PoisonError::into_inner);
                    }
                }
            }
        }
    }

    fn try_enter(&self, word: u32, visitor: Visitor) -> bool {
        let next = match (visitor.wanted, visitor.guard) {
            (Access::Read, None) => word + READER,
            (Access::Write, None) => word | WRITER,
            (Access::Read, Some(_)) => word | READ_GUARDS,
            (Access::Write, Some(_)) => word | WRITE_GUARD,
        };
        self.word.compare_exchange(word, next, Acquire, Relaxed).is_ok()
    }

    #[cold]
    fn wake(&self) {
        // Under the mutex, so that whoever set the bit is already waiting, or will see that it is gone (invariant 3).
        let guards = self.lock_guards();
        self.word.fetch_and(!WAITERS, Relaxed);
        self.left.notify_all();
        drop(guards);
    }

    fn lock_guards(&self) -> MutexGuard<'_, Guards> {
        self.guards.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Guards {
    fn add(&mut self, guard: Option<TakenAt>) {
        match self.few.iter_mut().find(|place| place.is_none()) {
            Some(place) => *place = guard,
            None => self.more.extend(guard),
        }
    }

    /// Takes one out that was taken there, if there is one.
    fn remove(&mut self, taken_at: TakenAt) {
        let is_it = |at: TakenAt| std::ptr::eq(at, taken_at);
        if let Some(place) = self.few.iter_mut().find(|place| place.is_some_and(is_it)) {
            *place = None;
        } else if let Some(position) = self.more.iter().rposition(|&at| is_it(at)) {
            self.more.swap_remove(position);
        }
    }

    fn is_empty(&self) -> bool {
        self.first().is_none()
    }

    /// Where any of them was taken.
    fn first(&self) -> Option<TakenAt> {
        self.few.iter().copied().flatten().next().or_else(|| self.more.first().copied())
    }
}

/// One of several gates that an operation wants to enter.
pub trait Visit {
    /// The gate.
    fn gate(&self) -> &Gate;

    /// What is wanted there.
    fn wanted(&self) -> Access;

    /// Takes the entry, which is to be given back to the gate once.
    fn entered(&mut self, entry: Entry);
}

/// Lets an operation in at several gates, in the order of their addresses; a gate that comes twice is entered once, with
/// the stronger access. `order` holds the places of the visits, `0..n`.
///
/// # Errors
/// The place where somebody was in the way. What was entered before has been told to its visit.
#[inline]
pub fn enter_all<V: Visit>(visits: &mut [V], order: &mut [usize]) -> Result<(), (usize, Conflict)> {
    // Writers before readers of the same gate, so that the first is the strongest.
    let address = |visit: &V| std::ptr::from_ref(visit.gate()).addr();
    let rank = |&place: &usize| (address(&visits[place]), visits[place].wanted() == Access::Read);
    match order {
        // The usual number, without a call.
        [first, second] if rank(first) <= rank(second) => {}
        [first, second] => std::mem::swap(first, second),
        _ => order.sort_unstable_by_key(rank),
    }
    let mut last = None;
    for &mut place in order {
        let visit = &mut visits[place];
        let here = Some(address(visit));
        if last != here {
            let entry = visit.gate().enter(visit.wanted()).map_err(|conflict| (place, conflict))?;
            visit.entered(entry);
        }
        last = here;
    }
    Ok(())
}

impl Entry {
    /// The entry of an operation that may take its time.
    ///
    /// ```
    /// use lunette_gate::{Access, Entry};
    /// assert_eq!(Entry::of(Access::Read), Entry::Reader);
    /// ```
    #[inline]
    pub fn of(wanted: Access) -> Self {
        match wanted {
            Access::Read => Self::Reader,
            Access::Write => Self::Writer,
        }
    }

    /// What the entry adds to the word.
    #[inline]
    fn ticket(self) -> u32 {
        match self {
            Self::Reader => READER,
            Self::Writer => WRITER,
            Self::Brief => BRIEF,
        }
    }
}

impl Visitor {
    fn verdict(self, word: u32, patient: bool) -> Verdict {
        if word & WRITE_GUARD != 0 {
            return Verdict::Guarded(Access::Write);
        }
        if word & BRIEF != 0 {
            return Verdict::Brief;
        }
        match self.wanted {
            Access::Write if word & READ_GUARDS != 0 => Verdict::Guarded(Access::Read),
            Access::Write if word & (WRITER | READERS) != 0 => Verdict::Occupied,
            Access::Read if word & (WRITER | READERS_FULL) != 0 => Verdict::Occupied,
            Access::Read if word & WAITERS != 0 && word & READERS != 0 && patient => Verdict::Occupied,
            _ => Verdict::Free,
        }
    }
}
