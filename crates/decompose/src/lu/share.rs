//! Work that threads share.

use faer::Par;
use rayon::prelude::*;

/// Runs two functions, at the same time where several threads work.
pub(super) fn join(par: Par, a: impl FnOnce() + Send, b: impl FnOnce() + Send) {
    match par {
        Par::Seq => {
            a();
            b();
        }
        Par::Rayon(_) => {
            rayon::join(a, b);
        }
    }
}

/// Runs a function on chunks, whose numbers it is given.
pub(super) fn for_each_chunk<T: Send>(
    par: Par,
    data: &mut [T],
    size: usize,
    work: impl Fn(usize, &mut [T]) + Sync,
) {
    match par {
        Par::Seq => data.chunks_mut(size).enumerate().for_each(|(k, chunk)| work(k, chunk)),
        Par::Rayon(_) => data.par_chunks_mut(size).enumerate().for_each(|(k, chunk)| work(k, chunk)),
    }
}
