//! Memory: who owns it, and who may read or write it when.
//!
//! # Invariants of a buffer
//! 1. Its memory lives, at one address, for as long as the buffer does.
//! 2. All of it is initialised; where `bools` is set every byte is 0 or 1, unless it is exposed: then bools are copied
//!    before anybody looks at them (`settled`).
//! 3. It is touched only by those whom its gate has let in, and through raw pointers or, by guards, through views.

mod block;
mod borrowed;
mod bytes;
mod cores;
mod element;
mod filled;
pub(crate) mod fork;
mod fresh;
mod guard;
pub(crate) mod handoff;
mod header;
mod lock;
mod mapped;
mod memory;
mod opened;
mod pages;
mod recycle;
mod region;
pub(crate) mod room;
mod settled;
mod strided;
#[cfg(test)]
mod tests;
mod view;

use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::ptr::NonNull;
use std::sync::atomic::AtomicBool;

use lunette_gate::Gate;

use self::header::Header;
use self::memory::{Owner, VecParts};
use self::region::Frame;
use crate::dtype::{DType, Element};
use crate::error::{ErrorKind, ReadOnlyReason, Result};
use crate::layout::Layout;

pub use self::block::ALIGNMENT;
pub(crate) use self::borrowed::{Borrowed, with_lent, with_lent_mut};
pub(crate) use self::fresh::Fresh;
pub use self::guard::{ReadGuard, WriteGuard};
pub(crate) use self::lock::{
    Entered, EnteredToWrite, Lock, LockList, enter_few_to_read, enter_to_write, enter_two_to_read, lock_all,
    lock_list, lock_two_to_read, look,
};
pub use self::mapped::MappedFile;
pub(crate) use self::opened::Opened;
pub use self::recycle::{recycled_bytes, recycling_limit, set_recycling_limit};
pub(crate) use self::region::{Piece, Source, Target};
pub use self::room::check_room;
pub use self::strided::{ForeignArray, Import};
pub use self::view::{IndexedIter, IndexedIterMut, Iter, IterMut, Par, View, ViewMut, Views, ViewsMut};

/// Shared memory: a clone is another handle to the same bytes.
///
/// ```
/// use lunette::buffer::Buffer;
/// let buffer = Buffer::from_vec(vec![1i32, 2, 3]);
/// let same = buffer.clone();
/// assert!(same.ptr_eq(&buffer));
/// assert_eq!(same.len_bytes(), 12);
/// ```
#[derive(Clone)]
pub struct Buffer {
    shared: Header,
}

/// What all handles of a buffer share.
struct Shared {
    gate: Gate,
    traits: Traits,
    /// Whether others know the address, and may write at any time.
    exposed: AtomicBool,
    len_bytes: usize,
    start: NonNull<u8>,
    owner: Owner,
}

/// What can be done with the memory.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Traits {
    writable: bool,
    /// Whether it holds bools: then nothing but bools may be written, and otherwise no bools may be read.
    bools: bool,
}

// SAFETY: the memory is touched only by those whom `gate` has let in (invariant 3), which excludes races; freeing it,
// on whatever thread, is fine for all kinds of `Owner`: blocks, vectors of elements, and foreign owners, which are
// `Send`.
#[expect(unsafe_code, reason = "it shares memory between threads, by the rules of `gate`")]
unsafe impl Send for Shared {}
// SAFETY: as above.
#[expect(unsafe_code, reason = "it shares memory between threads, by the rules of `gate`")]
unsafe impl Sync for Shared {}

impl Buffer {
    /// The memory of a vector, without a copy.
    ///
    /// ```
    /// use lunette::buffer::Buffer;
    /// let buffer = Buffer::from_vec(vec![1.5f32, 2.5]);
    /// assert_eq!(buffer.into_vec::<f32>().unwrap(), [1.5, 2.5]);
    /// ```
    pub fn from_vec<T: Element>(vec: Vec<T>) -> Self {
        let parts = VecParts::new(vec);
        let (start, len_bytes) = (parts.start(), parts.len_bytes());
        let traits = Traits { writable: true, bools: T::DTYPE == DType::Bool };
        Self { shared: Header::of(Owner::Vec(parts), start, len_bytes, traits) }
    }

    /// The vector that the memory came from, without a copy.
    ///
    /// ```
    /// use lunette::Buffer;
    /// let buffer = Buffer::from_vec(vec![1, 2]);
    /// let shared = buffer.clone();
    /// let buffer = buffer.into_vec::<i32>().unwrap_err(); // another handle lives
    /// drop(shared);
    /// assert_eq!(buffer.into_vec::<i32>().unwrap(), [1, 2]);
    /// ```
    ///
    /// # Errors
    /// The buffer itself, if it was not made from a `Vec<T>`, or if others share it.
    pub fn into_vec<T: Element>(mut self) -> Result<Vec<T>, Self> {
        if !matches!(&self.shared.owner, Owner::Vec(parts) if parts.dtype() == T::DTYPE) {
            return Err(self);
        }
        if self.must_settle(T::DTYPE) && self.is_sole_owner() {
            self.settle_in_place();
        }
        // Guards hold a handle of their own, and locks borrow one: who has the only handle has the memory.
        let Shared { traits, len_bytes, start, owner, .. } =
            self.shared.into_shared().map_err(|shared| Self { shared })?;
        let parts = match owner {
            Owner::Vec(parts) => parts.into_vec().map_err(Owner::Vec),
            other => Err(other),
        };
        parts.map_err(|owner| Self { shared: Header::of(owner, start, len_bytes, traits) })
    }

    /// The number of bytes.
    ///
    /// ```
    /// use lunette::Buffer;
    /// assert_eq!(Buffer::from_vec(vec![1.0f64; 3]).len_bytes(), 24);
    /// ```
    #[inline]
    pub fn len_bytes(&self) -> usize {
        self.shared.len_bytes
    }

    /// Whether the memory can be written.
    ///
    /// ```
    /// use lunette::Buffer;
    /// assert!(Buffer::from_vec(vec![1, 2]).is_writable());
    /// ```
    #[inline]
    pub fn is_writable(&self) -> bool {
        self.shared.traits.writable
    }

    /// Whether the memory holds bools; only such memory can be read as bools, and only bools can be written to it.
    ///
    /// ```
    /// use lunette::Buffer;
    /// assert!(Buffer::from_vec(vec![true]).holds_bools() && !Buffer::from_vec(vec![1u8]).holds_bools());
    /// ```
    #[inline]
    pub fn holds_bools(&self) -> bool {
        self.shared.traits.bools
    }

    /// Whether two handles share memory.
    ///
    /// ```
    /// use lunette::Buffer;
    /// let (a, b) = (Buffer::from_vec(vec![1]), Buffer::from_vec(vec![1]));
    /// assert!(a.ptr_eq(&a.clone()) && !a.ptr_eq(&b));
    /// ```
    #[inline]
    pub fn ptr_eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }

    /// A number that tells this buffer from all others that live at the same time.
    ///
    /// ```
    /// use lunette::Buffer;
    /// let (a, b) = (Buffer::from_vec(vec![1]), Buffer::from_vec(vec![1]));
    /// assert!(a.id() == a.clone().id() && a.id() != b.id());
    /// ```
    #[inline]
    pub fn id(&self) -> usize {
        self.shared.address()
    }

    /// Whether this handle is the only one.
    ///
    /// Whoever had another is done with the memory. Nobody can clone this handle while it is borrowed exclusively, so the
    /// answer holds for that long.
    ///
    /// ```
    /// use lunette::Buffer;
    /// let mut buffer = Buffer::from_vec(vec![1]);
    /// let other = buffer.clone();
    /// assert!(!buffer.is_sole_owner());
    /// drop(other);
    /// assert!(buffer.is_sole_owner());
    /// ```
    pub fn is_sole_owner(&mut self) -> bool {
        self.shared.is_sole()
    }

    /// Whether nobody outside of this library knows the memory: it was made here, or came in a `Vec` that was given away.
    pub(crate) fn is_ours(&self) -> bool {
        !matches!(self.shared.owner, Owner::Foreign(_))
    }

    /// Where the memory starts.
    pub(crate) fn address(&self) -> usize {
        self.start().addr()
    }

    /// The first byte.
    #[inline]
    pub(crate) fn start(&self) -> *mut u8 {
        self.shared.start.as_ptr()
    }

    /// What layouts of this buffer are checked against.
    #[inline]
    fn frame(&self) -> Frame<'_> {
        Frame::new(self.start(), self.len_bytes())
    }

    /// Checks that a layout of elements of this dtype lies inside, and that the bytes can be read as such.
    pub(crate) fn check_layout(&self, op: &'static str, layout: &Layout, dtype: DType) -> Result<()> {
        self.check_readable_as(op, dtype)?;
        self.frame().check(op, layout, dtype)
    }

    /// Checks that the bytes can be read as this dtype.
    #[inline]
    fn check_readable_as(&self, op: &'static str, dtype: DType) -> Result<()> {
        if dtype == DType::Bool && !self.shared.traits.bools {
            return Err(not_bools(op));
        }
        Ok(())
    }

    /// Checks that elements of this dtype can be written.
    #[inline]
    fn check_writable_as(&self, op: &'static str, dtype: DType) -> Result<()> {
        if !self.shared.traits.writable {
            return Err(ErrorKind::ReadOnly { op, reason: ReadOnlyReason::Memory }.into());
        }
        if (dtype == DType::Bool) != self.shared.traits.bools {
            return Err(not_bools(op));
        }
        Ok(())
    }
}

/// The error for memory of bools that another dtype shall look at, or other memory that bools shall.
#[cold]
pub(crate) fn not_bools(op: &'static str) -> crate::Error {
    let cure = "memory of bools cannot be shared with other dtypes: convert with `cast`, which copies";
    ErrorKind::Unsupported { op, dtype: DType::Bool, cure }.into()
}

// Nobody finds memory in a state that a panic has left: locks and guards are given back by unwinding, and whatever an
// operation has written by then are elements. A foreign owner is only ever dropped.
impl UnwindSafe for Buffer {}
impl RefUnwindSafe for Buffer {}

impl fmt::Debug for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Buffer")
            .field("id", &format_args!("{:#x}", self.id()))
            .field("len_bytes", &self.len_bytes())
            .field("writable", &self.is_writable())
            .field("bools", &self.holds_bools())
            .finish()
    }
}
