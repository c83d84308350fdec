//! Work that threads share.

use faer::Par;
use rayon::prelude::*;

/// Runs two pieces of work, at the same time where several threads work; each may ask all of them for help.
pub(crate) fn both(par: Par, first: impl FnOnce() + Send, second: impl FnOnce() + Send) {
    match par {
        Par::Seq => {
            first();
            second();
        }
        Par::Rayon(_) => {
            rayon::join(first, second);
        }
    }
}

/// Runs two pieces of work, each with half of the threads.
pub(crate) fn join<A: Send, B: Send>(
    par: Par,
    first: impl FnOnce(Par) -> A + Send,
    second: impl FnOnce(Par) -> B + Send,
) -> (A, B) {
    match par {
        Par::Rayon(threads) if threads.get() > 1 => {
            let half = if threads.get() < 4 { Par::Seq } else { Par::rayon(threads.get() / 2) };
            rayon::join(|| first(half), || second(half))
        }
        _ => (first(Par::Seq), second(Par::Seq)),
    }
}

/// Runs a function on chunks, whose numbers it is given.
pub(crate) fn for_each_chunk<T: Send>(
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

/// Runs a function on chunks, and on everything at once if one thread works; it is given where each begins.
pub(crate) fn for_each_share<T: Send>(
    par: Par,
    data: &mut [T],
    size: usize,
    work: impl Fn(usize, &mut [T]) + Sync,
) {
    match par {
        Par::Seq => work(0, data),
        Par::Rayon(_) => for_each_chunk(par, data, size, |k, share| work(k * size, share)),
    }
}
