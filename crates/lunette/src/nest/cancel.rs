//! Stopping operations from another thread.
//!
//! Work that a [`Cancel`] watches looks at its flag between the blocks that threads share, and now and then when it enters
//! memory, and leaves by unwinding to [`Cancel::run`]: no kernel has to know, every lock is given back, and memory that is
//! half written is freed unread.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::error::{Error, ErrorKind};

thread_local! {
    /// The flags of the calls of [`Cancel::run`] that this thread is in, the innermost last.
    static WATCHING: RefCell<Vec<Cancel>> = const { RefCell::new(Vec::new()) };

    /// How often this thread has entered memory under a flag, and when it has looked at the flags for that.
    static ENTERED: Cell<(u32, Option<Instant>)> = const { Cell::new((0, None)) };
}

/// In how many calls of [`Cancel::run`] all threads are: small calls, of which most run under no flag, ask this first.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// Of so many small operations one asks for the time, which takes as long as some of them.
const SELDOM: u32 = 4;

/// Small operations look at the flags after so much time.
const SOON: Duration = Duration::from_millis(1);

/// A flag that stops long operations: clones share it, and any thread may set it.
///
/// Operations that [`run`](Self::run) started look at it between blocks of about a millisecond to a quarter of a second
/// of work, and loops of small ones every millisecond or so. What runs closures over elements (`map`, `fold`, …) is such a
/// small one, however long it takes. The median of one row is a single block. A decomposition of a large matrix is one too, but it is left at
/// once: what has begun goes on behind the scenes, on a copy of its own, and is dropped when it ends. Without unwinding
/// (`panic = "abort"`), operations run to their ends and the flag is seen only before them.
///
/// ```
/// use std::time::Duration;
///
/// use lunette::Cancel;
/// use lunette::prelude::*;
///
/// let x = Tensor::<f64>::ones([500, 500])?;
/// let cancel = Cancel::new();
/// let stop = cancel.clone();
/// let timer = std::thread::spawn(move || {
///     std::thread::sleep(Duration::from_millis(10));
///     stop.cancel();
/// });
/// let endless: lunette::Result<()> = cancel.run(|| {
///     loop {
///         x.matmul(&x)?;
///     }
/// });
/// assert!(endless.unwrap_err().is_cancelled());
/// # timer.join().unwrap();
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

/// What unwinds from the operation to the [`Cancel::run`] of this flag.
struct Stopped(Cancel);

impl Cancel {
    /// A flag that is not set.
    ///
    /// ```
    /// assert!(!lunette::Cancel::new().is_cancelled());
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops what runs under this flag, now or later.
    ///
    /// ```
    /// let cancel = lunette::Cancel::new();
    /// cancel.clone().cancel();
    /// assert!(cancel.is_cancelled());
    /// ```
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes [`cancel`](Self::cancel) back, for the next work.
    ///
    /// ```
    /// let cancel = lunette::Cancel::new();
    /// cancel.cancel();
    /// cancel.reset();
    /// assert!(!cancel.is_cancelled());
    /// ```
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the flag is set.
    ///
    /// ```
    /// assert!(!lunette::Cancel::new().is_cancelled());
    /// ```
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Runs `work`, whose operations stop when the flag is set.
    ///
    /// The operations are those that `work` calls on this thread; what it gives to other threads has to run under the
    /// flag there. On a worker of a rayon pool the flag is looked at before `work` and not again: a worker that waits
    /// takes up tasks of others, which must not be stopped for it. A loop there asks [`is_cancelled`](Self::is_cancelled)
    /// between its steps.
    ///
    /// Results of a stopped operation are lost. A tensor that it was writing into (by `store`, `+=` and the like) holds
    /// some new and some old elements, and nobody holds a lock on it. To the code of `work` around the operation it looks
    /// like a panic that ends here: values are dropped, a `Mutex` that it has locked is poisoned, and a `catch_unwind` of
    /// its own has to resume what it does not know.
    ///
    /// # Errors
    /// Those of `work`, and [`is_cancelled`](Error::is_cancelled) if it was stopped.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let cancel = lunette::Cancel::new();
    /// let x = tensor![1, 2, 3];
    /// assert_eq!(cancel.run(|| x.add(1))?, tensor![2, 3, 4]);
    /// cancel.cancel();
    /// assert!(cancel.run(|| x.add(1)).unwrap_err().is_cancelled());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn run<R, E: From<Error>>(&self, work: impl FnOnce() -> Result<R, E>) -> Result<R, E> {
        if self.is_cancelled() {
            return Err(cancelled());
        }
        let watching = rayon::current_thread_index().is_none().then(|| Watching::start(self));
        // What was half done is not seen again: results are freed, and tensors are valid whatever their elements.
        let outcome = catch_unwind(AssertUnwindSafe(work));
        drop(watching);
        let payload = match outcome {
            Ok(outcome) => return outcome,
            Err(payload) => payload,
        };
        match payload.downcast_ref::<Stopped>() {
            Some(Stopped(by)) if Arc::ptr_eq(&by.0, &self.0) => Err(cancelled()),
            _ => resume_unwind(payload),
        }
    }
}

#[cold]
fn cancelled<E: From<Error>>() -> E {
    E::from(ErrorKind::Cancelled { op: "run" }.into())
}

/// A flag is on the list of its thread as long as this exists.
struct Watching;

impl Watching {
    fn start(cancel: &Cancel) -> Self {
        WATCHING.with_borrow_mut(|watching| watching.push(cancel.clone()));
        ENTERED.set((0, Some(Instant::now())));
        RUNNING.fetch_add(1, Ordering::Relaxed);
        Self
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        RUNNING.fetch_sub(1, Ordering::Relaxed);
        WATCHING.with_borrow_mut(|watching| watching.pop());
    }
}

/// Whether somebody may stop what this thread does.
pub(crate) fn is_watched() -> bool {
    // Where nothing can unwind, nothing can be stopped half way. A thread that is ending has no list any more.
    cfg!(panic = "unwind") && WATCHING.try_with(|watching| !watching.borrow().is_empty()).unwrap_or(false)
}

/// The flags that a large operation has to look at; threads that share its work share this.
pub(crate) struct Watch(Vec<Cancel>);

impl Watch {
    /// Those of the calling thread.
    pub(crate) fn new() -> Self {
        Self(if is_watched() { WATCHING.with_borrow(Vec::clone) } else { Vec::new() })
    }

    /// These and one more.
    #[cfg(any(feature = "linalg", feature = "fft"))]
    pub(crate) fn and(&self, other: Cancel) -> Self {
        Self(self.0.iter().cloned().chain([other]).collect())
    }

    /// Until the result is dropped, the calling thread looks at these flags too: one that helps has none of its own.
    pub(super) fn adopt(&self) -> Adopted {
        let count = if is_watched() { 0 } else { self.0.len() };
        if count > 0 {
            WATCHING.with_borrow_mut(|watching| watching.extend_from_slice(&self.0));
        }
        Adopted(count)
    }

    /// The flag that says that the work should stop.
    pub(crate) fn stopped_by(&self) -> Option<&Cancel> {
        self.0.iter().find(|cancel| cancel.is_cancelled())
    }
}

/// So many flags of somebody else are on the list of this thread, for as long as this exists.
pub(super) struct Adopted(usize);

impl Drop for Adopted {
    fn drop(&mut self) {
        if self.0 > 0 {
            WATCHING.with_borrow_mut(|watching| watching.truncate(watching.len() - self.0));
        }
    }
}

/// How far a loop has come that is a piece of work by itself: it looks at the flags now and then.
#[derive(Default)]
pub(crate) struct Pace(u32);

impl Pace {
    /// Steps between two looks: less than a millisecond of most loops.
    const STRIDE: u32 = 1 << 16;

    /// Counts a step of the loop, and leaves the operation if somebody stops it.
    #[inline(always)]
    pub(crate) fn step(&mut self) {
        self.0 = self.0.wrapping_add(1);
        if self.0.is_multiple_of(Self::STRIDE) {
            check();
        }
    }
}

/// An operation is about to enter memory: it is left now and then if somebody stops it, so that a loop of small ones ends.
#[inline(always)]
pub(crate) fn entering() {
    if RUNNING.load(Ordering::Relaxed) > 0 {
        enter_watched();
    }
}

#[cold]
#[inline(never)]
fn enter_watched() {
    if !is_watched() {
        return;
    }
    let (count, looked) = ENTERED.get();
    let count = count.wrapping_add(1);
    ENTERED.set((count, looked));
    if count.is_multiple_of(SELDOM) && looked.is_none_or(|looked| looked.elapsed() >= SOON) {
        ENTERED.set((count, Some(Instant::now())));
        check();
    }
}

/// Leaves the operation if somebody stops it: where it was called, or in a piece of it that another thread has taken.
#[cold]
pub(crate) fn check() {
    // Who is unwinding already, and drops what calls operations, must not unwind from there as well.
    if let Some(by) = Watch::new().stopped_by()
        && !std::thread::panicking()
    {
        leave(by);
    }
}

/// Leaves the operation. From a thread that helps, this goes to the one that it helps when that one is done.
pub(crate) fn leave(by: &Cancel) -> ! {
    resume_unwind(Box::new(Stopped(by.clone())))
}
