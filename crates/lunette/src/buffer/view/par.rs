//! The parallel forms of the iterators: one wrapper for all of them, on the pool of whoever calls.

use rayon::iter::plumbing::{Consumer, Producer, ProducerCallback, UnindexedConsumer, bridge};
use rayon::iter::{IndexedParallelIterator, ParallelIterator};

/// An iterator that can be cut in two.
pub trait SplitAt: Sized {
    /// The first `n` items and the others.
    fn split_at(self, n: usize) -> (Self, Self);
}

/// The parallel form of one of the iterators of views: an indexed parallel iterator of rayon.
///
/// It runs on the pool of the thread that calls, as everything of rayon does.
///
/// ```
/// use lunette::View;
/// use rayon::prelude::*;
/// # fn main() -> lunette::Result<()> {
/// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
/// assert_eq!(v.par_iter().sum::<i32>(), 21);
/// assert_eq!(v.par_axis_iter(0)?.map(|row| row.iter().sum::<i32>()).collect::<Vec<_>>(), [6, 15]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Par<I> {
    iter: I,
}

impl<I> Par<I> {
    pub(crate) fn new(iter: I) -> Self {
        Self { iter }
    }
}

impl<I> ParallelIterator for Par<I>
where
    I: SplitAt + DoubleEndedIterator<Item: Send> + ExactSizeIterator + Send,
{
    type Item = I::Item;

    fn drive_unindexed<C: UnindexedConsumer<Self::Item>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.iter.len())
    }
}

impl<I> IndexedParallelIterator for Par<I>
where
    I: SplitAt + DoubleEndedIterator<Item: Send> + ExactSizeIterator + Send,
{
    fn len(&self) -> usize {
        self.iter.len()
    }

    fn drive<C: Consumer<Self::Item>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }

    fn with_producer<CB: ProducerCallback<Self::Item>>(self, callback: CB) -> CB::Output {
        callback.callback(Pieces(self.iter))
    }
}

/// What rayon cuts into pieces.
struct Pieces<I>(I);

impl<I> Producer for Pieces<I>
where
    I: SplitAt + DoubleEndedIterator + ExactSizeIterator + Send,
{
    type Item = I::Item;
    type IntoIter = I;

    fn into_iter(self) -> I {
        self.0
    }

    fn split_at(self, n: usize) -> (Self, Self) {
        let (head, tail) = self.0.split_at(n);
        (Self(head), Self(tail))
    }
}
