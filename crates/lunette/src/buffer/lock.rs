//! Locks: what an operation holds while it works on memory.
#![expect(unsafe_code, reason = "it hands out regions of locked memory")]

use lunette_gate::{Conflict, Entry, Gate, Visit, enter_all};
use smallvec::SmallVec;

use super::region::{Frame, Piece, Source, Target};
use super::settled::{Again, Settled};
use super::{Buffer, View};
use crate::dtype::{DType, Element};
use crate::error::{Access, Error, ErrorKind, ReadOnlyReason, Result};
use crate::layout::{Dense, Layout};
use crate::nest::cancel;

/// One buffer, locked by an operation until dropped; the rules are those of [`Entered`].
pub(crate) struct Lock<'a> {
    entered: Entered<'a>,
    access: Access,
    /// What is shown instead of bools that others can write.
    settled: Settled,
}

/// One buffer, entered by an operation until dropped: what a [`Lock`] rests on, and enough for few elements. On the quick
/// ways nobody is given its address, so it stays in registers.
///
/// While a thread has one it must run no code of the user, and take no second one except through [`lock_all`] and its kin
/// below: that is what makes waiting safe.
pub(crate) struct Entered<'a> {
    buffer: &'a Buffer,
    /// How the buffer was entered; `None` for a second visit of the same buffer, which leans on the first.
    entry: Option<Entry>,
}

/// Two buffers, entered by an operation until dropped: the second may lean on the first, so neither goes alone.
pub(crate) struct EnteredPair<'a>([Entered<'a>; 2]);

/// Some buffers, entered by an operation until dropped: each may lean on another, so none goes alone.
pub(crate) struct EnteredFew<'a>(SmallVec<[Entered<'a>; 4]>);

/// Two buffers to read and one to write, entered by an operation until dropped: each may lean on another.
pub(crate) struct EnteredToWrite<'a> {
    sources: [Entered<'a>; 2],
    target: Entered<'a>,
}

/// Several buffers, locked by an operation until dropped.
pub(crate) struct Locks<'a, const N: usize> {
    locks: [Lock<'a>; N],
}

/// Any number of buffers, locked by an operation until dropped.
pub(crate) struct LockList<'a> {
    locks: SmallVec<[Lock<'a>; 4]>,
}

/// Locks buffers in the order of their addresses; a buffer that comes twice is locked once, with the stronger access.
///
/// # Errors
/// If a guard is in the way, or waiting is needed while this thread holds a guard; then nothing is locked.
pub(crate) fn lock_all<'a, const N: usize>(
    op: &'static str,
    wanted: [(&'a Buffer, Access); N],
) -> Result<Locks<'a, N>> {
    cancel::entering();
    let mut locks = wanted.map(|(buffer, access)| Lock::outside(buffer, access));
    enter_in_order(op, &mut locks, &mut std::array::from_fn::<_, N, _>(|k| k))?;
    Ok(Locks { locks })
}

/// Two buffers, locked for reading by an operation that is done within a microsecond.
///
/// # Errors
/// As for [`lock_all`].
#[inline(always)]
pub(crate) fn lock_two_to_read<'a>(op: &'static str, buffers: [&'a Buffer; 2]) -> Result<Locks<'a, 2>> {
    let EnteredPair(both) = enter_two_to_read(op, buffers, true)?;
    Ok(Locks { locks: both.map(|entered| Lock::over(entered, Access::Read)) })
}

/// Two buffers, entered to be read; an operation that is brief is done within a microsecond.
///
/// # Errors
/// As for [`lock_all`].
#[inline(always)]
pub(crate) fn enter_two_to_read<'a>(
    op: &'static str,
    [a, b]: [&'a Buffer; 2],
    is_brief: bool,
) -> Result<EnteredPair<'a>> {
    cancel::entering();
    let entry = if is_brief { Entry::Brief } else { Entry::Reader };
    let enter = |buffer: &'a Buffer| {
        let entry = buffer.shared.gate.try_enter_alone(entry)?;
        Some(Entered { buffer, entry: Some(entry) })
    };
    if let Some(first) = enter(a) {
        if a.ptr_eq(b) {
            return Ok(EnteredPair([first, Entered { buffer: b, entry: None }]));
        }
        if let Some(second) = enter(b) {
            return Ok(EnteredPair([first, second]));
        }
    }
    // Whoever was in the way may be waited for, with nothing held.
    enter_two_patiently(op, [a, b])
}

#[cold]
fn enter_two_patiently<'a>(op: &'static str, buffers: [&'a Buffer; 2]) -> Result<EnteredPair<'a>> {
    let locks = lock_all(op, buffers.map(|buffer| (buffer, Access::Read)))?;
    Ok(EnteredPair(locks.locks.map(|lock| lock.entered)))
}

/// Two buffers, entered to be read, and one, entered to be written; an operation that is brief is done within a
/// microsecond.
///
/// # Errors
/// As for [`lock_all`].
#[inline(always)]
pub(crate) fn enter_to_write<'a>(
    op: &'static str,
    sources: [&'a Buffer; 2],
    target: &'a Buffer,
    is_brief: bool,
) -> Result<EnteredToWrite<'a>> {
    cancel::entering();
    let entry = |access| if is_brief { Entry::Brief } else { Entry::of(access) };
    let enter = |buffer: &'a Buffer, access, met: [Option<&Buffer>; 2]| {
        if met.into_iter().flatten().any(|met| met.ptr_eq(buffer)) {
            return Some(Entered { buffer, entry: None });
        }
        let entry = buffer.shared.gate.try_enter_alone(entry(access))?;
        Some(Entered { buffer, entry: Some(entry) })
    };
    let [a, b] = sources;
    if let Some(written) = enter(target, Access::Write, [None; 2])
        && let Some(first) = enter(a, Access::Read, [Some(target), None])
        && let Some(second) = enter(b, Access::Read, [Some(target), Some(a)])
    {
        return Ok(EnteredToWrite { sources: [first, second], target: written });
    }
    // Whoever was in the way may be waited for, with nothing held.
    enter_to_write_patiently(op, sources, target)
}

/// Some buffers, entered to be read; an operation that is brief is done within a microsecond.
///
/// # Errors
/// As for [`lock_all`].
pub(crate) fn enter_few_to_read<'a>(
    op: &'static str,
    buffers: impl Iterator<Item = &'a Buffer> + Clone,
    is_brief: bool,
) -> Result<EnteredFew<'a>> {
    cancel::entering();
    let entry = if is_brief { Entry::Brief } else { Entry::Reader };
    let mut entered: SmallVec<[Entered<'a>; 4]> = SmallVec::new();
    for buffer in buffers.clone() {
        let entry = match entered.iter().any(|met| met.buffer.ptr_eq(buffer)) {
            true => None,
            false => match buffer.shared.gate.try_enter_alone(entry) {
                Some(entry) => Some(entry),
                // Whoever was in the way may be waited for, with nothing held.
                None => {
                    drop(entered);
                    return enter_few_patiently(op, buffers);
                }
            },
        };
        entered.push(Entered { buffer, entry });
    }
    Ok(EnteredFew(entered))
}

#[cold]
fn enter_few_patiently<'a>(
    op: &'static str,
    buffers: impl Iterator<Item = &'a Buffer>,
) -> Result<EnteredFew<'a>> {
    let LockList { locks } = lock_list(op, buffers.map(|buffer| (buffer, Access::Read)))?;
    Ok(EnteredFew(locks.into_iter().map(|lock| lock.entered).collect()))
}

#[cold]
fn enter_to_write_patiently<'a>(
    op: &'static str,
    [a, b]: [&'a Buffer; 2],
    target: &'a Buffer,
) -> Result<EnteredToWrite<'a>> {
    let locks = lock_all(op, [(a, Access::Read), (b, Access::Read), (target, Access::Write)])?;
    let [a, b, target] = locks.locks.map(|lock| lock.entered);
    Ok(EnteredToWrite { sources: [a, b], target })
}

/// [`lock_all`] for a number of buffers that is known at run time.
///
/// # Errors
/// As for [`lock_all`].
pub(crate) fn lock_list<'a>(
    op: &'static str,
    wanted: impl IntoIterator<Item = (&'a Buffer, Access)>,
) -> Result<LockList<'a>> {
    cancel::entering();
    let mut locks: SmallVec<[Lock<'a>; 4]> =
        wanted.into_iter().map(|(buffer, access)| Lock::outside(buffer, access)).collect();
    let mut order: SmallVec<[usize; 4]> = (0..locks.len()).collect();
    enter_in_order(op, &mut locks, &mut order)?;
    Ok(LockList { locks })
}

/// Locks regions for reading and hands them to `work` as views; `work` runs no code of the user.
///
/// # Errors
/// As for [`lock_all`], and if a layout reaches outside of its buffer, or a buffer does not hold such elements.
pub(crate) fn look<T: Element, R, const N: usize>(
    op: &'static str,
    regions: [(&Buffer, &Layout); N],
    work: impl FnOnce([View<'_, T>; N]) -> R,
) -> Result<R> {
    for (buffer, layout) in regions {
        buffer.check_layout(op, layout, T::DTYPE)?;
    }
    let locks = lock_all(op, regions.map(|(buffer, _)| (buffer, Access::Read)))?;
    let mut bases = regions.map(|(buffer, _)| buffer.start().cast_const());
    for ((base, lock), (buffer, layout)) in bases.iter_mut().zip(&locks.locks).zip(regions) {
        if buffer.must_settle(T::DTYPE) {
            *base = lock.source(op, layout, T::DTYPE)?.base;
        }
    }
    // SAFETY: the elements were just found to lie in the buffer, aligned and valid, or lie in a copy that the lock keeps;
    // the locks keep writers out until `work` is done, and no view outlives it, because it takes views of any lifetime.
    let views = std::array::from_fn(|k| unsafe { View::from_raw(bases[k].cast::<T>(), regions[k].1) });
    Ok(work(views))
}

/// Enters the buffers of all locks; `order` holds the positions of the locks. On an error those that were entered are
/// left when the locks are dropped.
#[inline]
fn enter_in_order(op: &'static str, locks: &mut [Lock<'_>], order: &mut [usize]) -> Result<()> {
    enter_all(locks, order).map_err(|(k, conflict)| busy(op, locks[k].access, conflict))
}

/// The error that tells of a conflict.
#[cold]
pub(super) fn busy(op: &'static str, wanted: Access, conflict: Conflict) -> Error {
    ErrorKind::Busy { op, wanted, held: conflict.held, taken_at: conflict.taken_at }.into()
}

impl<'a> EnteredPair<'a> {
    /// Both, in the order in which they were asked for.
    #[inline(always)]
    pub(crate) fn each(&self) -> [&Entered<'a>; 2] {
        self.0.each_ref()
    }
}

impl<'a> EnteredFew<'a> {
    /// All of them, in the order in which they were asked for.
    pub(crate) fn each(&self) -> &[Entered<'a>] {
        &self.0
    }
}

impl<'a> EnteredToWrite<'a> {
    /// Those to read, in the order in which they were asked for.
    #[inline(always)]
    pub(crate) fn sources(&self) -> [&Entered<'a>; 2] {
        self.sources.each_ref()
    }

    /// Elements side by side, to write: a piece whose start may be written through.
    ///
    /// # Errors
    /// If they reach outside of the buffer, the buffer cannot hold the dtype, or the memory is read-only.
    #[inline(always)]
    pub(crate) fn writable_piece(
        &self,
        op: &'static str,
        dense: Dense<'_>,
        dtype: DType,
    ) -> Result<(Piece<'_>, *mut u8)> {
        let buffer = self.target.buffer;
        buffer.check_writable_as(op, dtype)?;
        // SAFETY: this entry keeps everybody else out for as long as it is borrowed, so writing is its operation's own
        // business; a piece of bools that others can write is written, and read by nobody.
        let piece = unsafe { Piece::new(op, buffer.frame(), dense, dtype)? };
        Ok((piece, piece.start().cast_mut()))
    }
}

impl<'a, const N: usize> Locks<'a, N> {
    /// The locks, in the order in which they were asked for.
    pub(crate) fn each(&self) -> [&Lock<'a>; N] {
        self.locks.each_ref()
    }
}

impl<'a> LockList<'a> {
    /// The lock that was asked for at this place; the caller knows that there is one.
    pub(crate) fn get(&self, place: usize) -> &Lock<'a> {
        &self.locks[place]
    }

    /// The lock that was asked for last; the caller knows that there is one.
    pub(crate) fn last(&self) -> &Lock<'a> {
        &self.locks[self.locks.len() - 1]
    }

    /// The locks, in the order in which they were asked for.
    pub(crate) fn iter(&self) -> std::slice::Iter<'_, Lock<'a>> {
        self.locks.iter()
    }
}

impl Buffer {
    /// Locks the buffer for an operation.
    ///
    /// # Errors
    /// If a guard is in the way, or waiting is needed while this thread holds a guard.
    #[inline]
    pub(crate) fn lock(&self, op: &'static str, access: Access) -> Result<Lock<'_>> {
        self.enter(op, access).map(|entered| Lock::over(entered, access))
    }

    /// [`Buffer::lock`] at half the cost, for work that takes less than a microsecond: others look again and again
    /// until it is over.
    ///
    /// # Errors
    /// As for [`Buffer::lock`].
    #[inline]
    pub(crate) fn lock_briefly(&self, op: &'static str, access: Access) -> Result<Lock<'_>> {
        self.enter_briefly(op, access).map(|entered| Lock::over(entered, access))
    }

    /// [`Buffer::lock`] for few elements.
    ///
    /// # Errors
    /// As for [`Buffer::lock`].
    #[inline]
    pub(crate) fn enter(&self, op: &'static str, access: Access) -> Result<Entered<'_>> {
        cancel::entering();
        match self.shared.gate.enter(access) {
            Ok(entry) => Ok(Entered { buffer: self, entry: Some(entry) }),
            Err(conflict) => Err(busy(op, access, conflict)),
        }
    }

    /// [`Buffer::lock_briefly`] for few elements.
    ///
    /// # Errors
    /// As for [`Buffer::lock`].
    #[inline]
    pub(crate) fn enter_briefly(&self, op: &'static str, access: Access) -> Result<Entered<'_>> {
        cancel::entering();
        match self.shared.gate.enter_briefly(access) {
            Ok(entry) => Ok(Entered { buffer: self, entry: Some(entry) }),
            Err(conflict) => Err(busy(op, access, conflict)),
        }
    }
}

impl Entered<'_> {
    /// Elements side by side, to read; none of bools that others can write, which only a [`Lock`] can show.
    ///
    /// # Errors
    /// If they reach outside of the buffer, or the buffer cannot hold the dtype.
    #[inline(always)]
    pub(crate) fn piece(
        &self,
        op: &'static str,
        dense: Dense<'_>,
        dtype: DType,
    ) -> Result<Option<Piece<'_>>> {
        if self.buffer.must_settle(dtype) {
            return Ok(None);
        }
        // SAFETY: these are no such bools, and do not become some as long as this entry is borrowed: `expose` waits at the
        // gate until everybody has left.
        unsafe { self.piece_as_it_lies(op, dense, dtype).map(Some) }
    }

    /// Elements side by side, where they lie.
    ///
    /// # Safety
    /// Bools that others can write are shown to nobody but [`Settled`].
    ///
    /// # Errors
    /// As for [`Entered::piece`].
    #[inline(always)]
    unsafe fn piece_as_it_lies(&self, op: &'static str, dense: Dense<'_>, dtype: DType) -> Result<Piece<'_>> {
        self.buffer.check_readable_as(op, dtype)?;
        // SAFETY: this entry, or the one it leans on, keeps writers out for as long as it is borrowed; a buffer is
        // initialised, and was just found to hold bools if they are asked for; the rest is the caller's promise.
        unsafe { Piece::new(op, self.buffer.frame(), dense, dtype) }
    }
}

impl Drop for Entered<'_> {
    #[inline]
    fn drop(&mut self) {
        if let Some(entry) = self.entry {
            self.buffer.shared.gate.leave(entry);
        }
    }
}

impl<'a> Lock<'a> {
    #[inline(always)]
    fn over(entered: Entered<'a>, access: Access) -> Self {
        Self { entered, access, settled: Settled::default() }
    }

    /// A lock of a buffer that has yet to be entered, or leans on another lock of it.
    #[inline(always)]
    fn outside(buffer: &'a Buffer, access: Access) -> Self {
        Self::over(Entered { buffer, entry: None }, access)
    }

    #[inline(always)]
    fn buffer(&self) -> &'a Buffer {
        self.entered.buffer
    }

    /// A region to read.
    ///
    /// # Errors
    /// If the layout reaches outside of the buffer, or the buffer cannot hold the dtype.
    pub(crate) fn source<'s>(
        &'s self,
        op: &'static str,
        layout: &'s Layout,
        dtype: DType,
    ) -> Result<Source<'s>> {
        self.buffer().check_readable_as(op, dtype)?;
        // SAFETY: this lock, or the one it leans on, keeps writers out for as long as it is borrowed; a buffer is
        // initialised, and was just found to hold bools if they are asked for; those that others can write are shown in a
        // copy.
        let source = unsafe { Source::new(op, self.frame(), layout, dtype)? };
        match self.buffer().must_settle(dtype) {
            true => self.settled.source(op, source, self.again()),
            false => Ok(Source { exposed: self.buffer().is_exposed(), ..source }),
        }
    }

    /// Elements side by side, to read.
    ///
    /// # Errors
    /// As for [`Lock::source`].
    #[inline(always)]
    pub(crate) fn piece<'s>(&'s self, op: &'static str, dense: Dense<'_>, dtype: DType) -> Result<Piece<'s>> {
        // SAFETY: where it may not be looked at, the copy is what is shown.
        let piece = unsafe { self.entered.piece_as_it_lies(op, dense, dtype)? };
        if self.buffer().must_settle(dtype) { self.settled.piece(op, piece, self.again()) } else { Ok(piece) }
    }

    #[inline]
    fn check_writing(&self, op: &'static str, dtype: DType) -> Result<()> {
        if self.access == Access::Read {
            return Err(ErrorKind::ReadOnly { op, reason: ReadOnlyReason::Memory }.into());
        }
        self.buffer().check_writable_as(op, dtype)
    }

    /// A region to read and write.
    ///
    /// # Errors
    /// As for [`Lock::source`], and if the memory is read-only or locked for reading.
    pub(crate) fn target<'s>(
        &'s self,
        op: &'static str,
        layout: &'s Layout,
        dtype: DType,
    ) -> Result<Target<'s>> {
        self.check_writing(op, dtype)?;
        // SAFETY: this lock keeps everybody else out for as long as it is borrowed, so writing is its operation's own
        // business; the memory was just found to be writable, and bools stay bools, whichever dtype is written.
        unsafe { Target::new(op, self.frame(), layout, dtype) }
    }

    fn again(&self) -> Again {
        if self.access == Access::Read { Again::Yes } else { Again::No }
    }

    #[inline]
    fn frame(&self) -> Frame<'_> {
        self.buffer().frame()
    }
}

impl Visit for Lock<'_> {
    #[inline]
    fn gate(&self) -> &Gate {
        &self.buffer().shared.gate
    }

    #[inline]
    fn wanted(&self) -> Access {
        self.access
    }

    #[inline]
    fn entered(&mut self, entry: Entry) {
        self.entered.entry = Some(entry);
    }
}
