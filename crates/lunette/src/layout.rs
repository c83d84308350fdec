//! Pure geometry: shape, strides and offset, in elements; no bytes, no memory.
//!
//! Every view operation of the crate is a function from [`Layout`] to [`Layout`]. A layout says which elements a
//! tensor reaches; whether they exist is checked where a layout meets a buffer.
//!
//! # Invariants
//! 1. `shape` and `strides` have the same length, the rank, at most [`MAX_RANK`].
//! 2. The product of the non-zero sizes fits `isize`, so no element count and no flat index overflows.
//! 3. `offset` plus the reach of every axis, downwards and upwards, fits `isize`; no reach falls below element 0.
//!    (An empty layout reaches nothing; its offset still fits `isize`.)

use smallvec::SmallVec;

use crate::error::{ErrorKind, Result};

/// The largest number of axes a tensor can have.
pub const MAX_RANK: usize = 64;

/// Sizes, one for each axis; up to eight without an allocation.
pub type Dims = SmallVec<[usize; 8]>;

/// Steps in elements, one for each axis; up to eight without an allocation.
pub type Strides = SmallVec<[isize; 8]>;

/// Row-major or column-major.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// Row-major: the last axis varies fastest.
    #[default]
    C,
    /// Column-major: the first axis varies fastest.
    F,
}

/// The geometry of a tensor: which element of a one-dimensional segment each index means.
///
/// The element at index `(n_0, …)` lies at `offset + Σ strides[k] · n_k`, counted in elements.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    shape: Dims,
    strides: Strides,
    offset: usize,
}

impl Layout {
    /// The layout of a fresh tensor of this shape in one segment.
    ///
    /// # Errors
    /// If the rank is above [`MAX_RANK`] or the element count does not fit `isize`.
    pub fn contiguous(op: &'static str, shape: &[usize], order: Order) -> Result<Self> {
        checked_len(op, shape)?;
        Ok(Self { shape: Dims::from_slice(shape), strides: contiguous_strides(shape, order), offset: 0 })
    }

    /// A layout from its parts.
    ///
    /// # Errors
    /// If an invariant of the module does not hold.
    pub fn new(op: &'static str, shape: &[usize], strides: &[isize], offset: usize) -> Result<Self> {
        if shape.len() != strides.len() {
            return Err(ErrorKind::AxisCount { op, expected: shape.len(), found: strides.len() }.into());
        }
        checked_len(op, shape)?;
        let layout =
            Self { shape: Dims::from_slice(shape), strides: Strides::from_slice(strides), offset };
        layout.check_extent(op)?;
        Ok(layout)
    }

    /// Invariant 3, in a width that cannot overflow.
    fn check_extent(&self, op: &'static str) -> Result<()> {
        let too_large = || ErrorKind::TooLarge { op, dims: self.shape.clone() };
        if self.is_empty() {
            return isize::try_from(self.offset).map(drop).map_err(|_| too_large().into());
        }
        let (mut lowest, mut highest) = (self.offset as i128, self.offset as i128);
        for (&size, &stride) in self.shape.iter().zip(&self.strides) {
            let reach = (size as i128 - 1) * stride as i128;
            if reach < 0 { lowest += reach } else { highest += reach }
        }
        if lowest < 0 {
            return Err(ErrorKind::OutOfBounds { op, lowest, highest, len: 0 }.into());
        }
        if highest > isize::MAX as i128 { Err(too_large().into()) } else { Ok(()) }
    }

    /// The sizes of the axes.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The steps of the axes, in elements.
    pub fn strides(&self) -> &[isize] {
        &self.strides
    }

    /// The element at index (0, …, 0), counted from the start of the segment.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The number of axes.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether there is no element at all.
    pub fn is_empty(&self) -> bool {
        self.shape.contains(&0)
    }
}

/// The number of elements of a shape; invariants 1 and 2.
///
/// Zero sizes are left out of the overflow check, so that `[0, big, big]` and `[big, big, 0]` get the same answer.
pub(crate) fn checked_len(op: &'static str, shape: &[usize]) -> Result<usize> {
    if shape.len() > MAX_RANK {
        return Err(ErrorKind::RankLimit { op, rank: shape.len() }.into());
    }
    let without_zeros = shape
        .iter()
        .filter(|&&size| size != 0)
        .try_fold(1isize, |n, &size| n.checked_mul(isize::try_from(size).ok()?))
        .ok_or_else(|| ErrorKind::TooLarge { op, dims: Dims::from_slice(shape) })?;
    Ok(if shape.contains(&0) { 0 } else { without_zeros as usize })
}

/// The strides of a tensor in one segment; the caller has checked the shape.
fn contiguous_strides(shape: &[usize], order: Order) -> Strides {
    let mut strides = Strides::from_elem(0, shape.len());
    let mut step = 1isize;
    let mut set = |axis: usize| {
        strides[axis] = step;
        step *= shape[axis].max(1) as isize;
    };
    match order {
        Order::C => (0..shape.len()).rev().for_each(&mut set),
        Order::F => (0..shape.len()).for_each(&mut set),
    }
    strides
}
