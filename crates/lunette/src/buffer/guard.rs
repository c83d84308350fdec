//! Guards: memory held by code of the user, for as long as it likes.
#![expect(unsafe_code, reason = "it hands out views of guarded memory")]

mod index;

use std::marker::PhantomData;
use std::panic::Location;

use super::region::Source;
use super::settled::{Again, Settled};
use super::{Buffer, View, ViewMut, lock};
use crate::dtype::{DType, Element};
use crate::error::{Access, ErrorKind, ReadOnlyReason, Result};
use crate::layout::{Layout, Overlap};
use crate::nest::cancel;
use lunette_gate::TakenAt;

/// Elements that nobody writes while this lives; `Tensor::read` gives it.
///
/// Anybody may read the same memory meanwhile. Anyone who tries to write it gets an error of kind `Busy`, which says where
/// this guard was taken. The guard stays on the thread that took it; the views it gives may go anywhere.
///
/// # Guards and operations
///
/// - **What is covered.** A guard covers the whole memory of the tensor, not only the elements it shows: a guard on one
///   row also keeps others out of the other rows, and out of every tensor that shares the memory.
/// - **Who waits.** Operations (`get`, `store`, `+`, …) hold memory only while they work, and wait for each other. Nobody
///   ever waits for a guard, because its holder may keep it for any length of time: an operation or a second guard that it
///   excludes fails at once, on every thread. Taking a guard waits for the operations that are at work.
/// - **What fails.** Read guards go together with each other and with operations that read; a write guard goes with
///   nothing, not even with a `get` of its own thread: its elements are reached through the guard. The error answers
///   [`is_busy`](crate::Error::is_busy) with true and names the file and line where the guard was taken.
/// - **While a thread holds a guard** it never waits, not even for operations: where one of another thread is at work on
///   the memory it wants, it gets an error of the same kind and may try again. A rayon worker that holds a guard and waits
///   for its own tasks takes up tasks of others meanwhile, which then do not wait either.
///
/// ```
/// use lunette::prelude::*;
/// let x = tensor![[1, 2, 3], [4, 5, 6]];
/// let row = x.view(s![1])?; // shares the memory
/// std::thread::scope(|scope| {
///     let guard = x.view(s![0])?.write()?; // shows the first row, and covers both
///     let refused = scope.spawn(|| row.get(0)).join().unwrap().unwrap_err();
///     assert!(refused.is_busy() && refused.to_string().contains("drop it first"));
///     drop(guard);
///     assert_eq!(scope.spawn(|| row.get(0)).join().unwrap()?, 4);
///
///     let guard = x.read()?; // readers go together
///     assert_eq!(scope.spawn(|| row.get(0)).join().unwrap()?, guard[[1, 0]]);
///     assert!(scope.spawn(|| row.fill(0)).join().unwrap().unwrap_err().is_busy());
///     Ok::<(), lunette::Error>(())
/// })?;
/// # Ok::<(), lunette::Error>(())
/// ```
///
/// # Examples
///
/// ```
/// use lunette::prelude::*;
/// let x = tensor![[1, 2, 3], [4, 5, 6]];
/// let guard = x.read()?;
/// assert_eq!((guard[[1, 0]], guard.iter().sum::<i32>()), (4, 21));
/// assert!(x.fill(0).unwrap_err().is_busy());
/// # Ok::<(), lunette::Error>(())
/// ```
pub struct ReadGuard<T: Element> {
    pass: Pass,
    element: PhantomData<T>,
}

/// Elements that nobody else reads or writes while this lives; `Tensor::write` gives it.
///
/// Anyone who tries to use the same memory meanwhile gets an error of kind `Busy`, which says where this guard was taken.
/// The guard stays on the thread that took it; the views it gives may go anywhere. What guards cover, and who waits for
/// whom, is explained at [`ReadGuard`](ReadGuard#guards-and-operations).
///
/// ```
/// use lunette::prelude::*;
/// let x = tensor![[1, 2, 3], [4, 5, 6]];
/// let mut guard = x.write()?;
/// guard[[1, 0]] = 40;
/// drop(guard);
/// assert_eq!(x.get([1, 0])?, 40);
/// # Ok::<(), lunette::Error>(())
/// ```
pub struct WriteGuard<T: Element> {
    pass: Pass,
    element: PhantomData<T>,
}

/// A buffer entered by a guard, left when dropped, and a layout that lies inside of it.
struct Pass {
    buffer: Buffer,
    layout: Layout,
    /// Where the layout counts from.
    start: *mut u8,
    /// What is shown instead of bools that others can write.
    settled: Settled,
    access: Access,
    taken_at: TakenAt,
    /// Not `Send`: the thread that took the guard is counted as its holder.
    on_this_thread: PhantomData<*const ()>,
}

// SAFETY: a shared guard can only be looked at, and gives views for reading, which are fine on any thread. Dropping it
// needs the guard itself, which stays on its thread because it is not `Send`.
unsafe impl Sync for Pass {}

impl<T: Element> ReadGuard<T> {
    /// Holds the elements that `layout` reaches, for reading.
    ///
    /// # Errors
    /// If the layout reaches outside of the buffer, the buffer does not hold such elements, a write guard is in the
    /// way, or an operation is and this thread already holds a guard.
    #[track_caller]
    pub(crate) fn new(op: &'static str, buffer: &Buffer, layout: Layout) -> Result<Self> {
        buffer.check_readable_as(op, T::DTYPE)?;
        buffer.frame().check(op, &layout, T::DTYPE)?;
        let mut pass = Pass::new(op, buffer, layout, Access::Read)?;
        if buffer.must_settle(T::DTYPE) {
            pass.settle(op, T::DTYPE)?;
        }
        Ok(Self { pass, element: PhantomData })
    }

    /// The elements, to read.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// let guard = x.read()?;
    /// assert_eq!(guard.as_view().transpose().to_vec(), [1, 4, 2, 5, 3, 6]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn as_view(&self) -> View<'_, T> {
        self.pass.view()
    }

    /// Which elements of the buffer.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.read()?.layout(), x.layout());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn layout(&self) -> &Layout {
        &self.pass.layout
    }

    /// The sizes of the axes.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.read()?.shape(), [2, 3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn shape(&self) -> &[usize] {
        self.pass.layout.shape()
    }

    /// The steps of the axes, in elements.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.transpose().read()?.strides(), [1, 3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn strides(&self) -> &[isize] {
        self.pass.layout.strides()
    }
}

impl<T: Element> WriteGuard<T> {
    /// Holds the elements that `layout` reaches, for reading and writing.
    ///
    /// # Errors
    /// As for [`ReadGuard::new`], and if the memory is read-only, two indices reach the same element, or the elements are
    /// bools that others can write.
    #[track_caller]
    pub(crate) fn new(op: &'static str, buffer: &Buffer, layout: Layout) -> Result<Self> {
        buffer.check_writable_as(op, T::DTYPE)?;
        buffer.check_ours_alone(op, T::DTYPE)?;
        buffer.frame().check(op, &layout, T::DTYPE)?;
        if layout.overlaps_itself() != Overlap::No {
            return Err(ErrorKind::ReadOnly { op, reason: ReadOnlyReason::Overlapping }.into());
        }
        let pass = Pass::new(op, buffer, layout, Access::Write)?;
        // Asked again: whoever exposed the memory may have been waited for at the gate. Nobody does while the pass lives.
        buffer.check_ours_alone(op, T::DTYPE)?;
        Ok(Self { pass, element: PhantomData })
    }

    /// The elements, to read.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// let guard = x.write()?;
    /// assert_eq!(guard.as_view().iter().max(), Some(&6));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn as_view(&self) -> View<'_, T> {
        self.pass.view()
    }

    /// The elements, to read and write.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// x.write()?.as_view_mut().fill(7)?;
    /// assert_eq!(x.get([1, 2])?, 7);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn as_view_mut(&mut self) -> ViewMut<'_, T> {
        let start = self.pass.start.cast::<T>();
        // SAFETY: `new` checked that the elements lie in the buffer, are aligned and valid, may be written, and are
        // reached once each; the pass keeps everybody else out while it is borrowed, and so does `&mut` on this side.
        unsafe { ViewMut::from_raw(start, &self.pass.layout) }
    }

    /// Which elements of the buffer.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.write()?.layout(), x.layout());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn layout(&self) -> &Layout {
        &self.pass.layout
    }

    /// The sizes of the axes.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.write()?.shape(), [2, 3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn shape(&self) -> &[usize] {
        self.pass.layout.shape()
    }

    /// The steps of the axes, in elements.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.transpose().write()?.strides(), [1, 3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn strides(&self) -> &[isize] {
        self.pass.layout.strides()
    }
}

impl Pass {
    #[track_caller]
    fn new(op: &'static str, buffer: &Buffer, layout: Layout, access: Access) -> Result<Self> {
        cancel::entering();
        let taken_at = Location::caller();
        buffer
            .shared
            .gate
            .enter_guard(access, taken_at)
            .map_err(|conflict| lock::busy(op, access, conflict))?;
        Ok(Self {
            buffer: buffer.clone(),
            layout,
            start: buffer.start(),
            settled: Settled::default(),
            access,
            taken_at,
            on_this_thread: PhantomData,
        })
    }

    /// Shows a copy from now on, because others can write the bools.
    fn settle(&mut self, op: &'static str, dtype: DType) -> Result<()> {
        // SAFETY: the layout was checked against the buffer, and nobody of this library writes it now.
        let source = unsafe { Source::new(op, self.buffer.frame(), &self.layout, dtype)? };
        self.start = self.settled.source(op, source, Again::No)?.base.cast_mut();
        Ok(())
    }

    /// The elements, to read; only for the `T` that the layout was checked for.
    fn view<T: Element>(&self) -> View<'_, T> {
        // SAFETY: the guard's `new` checked that the elements lie in the buffer, are aligned and valid, or made a copy of
        // which that is true; the pass keeps writers out while it is borrowed.
        unsafe { View::from_raw(self.start.cast::<T>(), &self.layout) }
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        self.buffer.shared.gate.leave_guard(self.access, self.taken_at);
    }
}
