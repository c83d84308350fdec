//! The transform of a block of lanes.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

use super::exchange::{Side, gather, scatter, turn_over};
use super::pass::{Across, First, Further, Load, Rows, Turned};
use super::plan::{Level, MOST_RADIX, Plan};
use super::{Abreast, lanes};

/// Where the lanes of a block come from.
#[derive(Clone, Copy)]
pub(super) enum From<'a, T> {
    Lanes(Side<'a, T>),
    /// Rows between two passes; their `order` is that of the plan, whatever it says.
    Between(Turned<'a, T>),
}

/// Where the transformed lanes of a block go.
#[derive(Clone, Copy)]
pub(super) enum To<'a, T> {
    Lanes(Side<'a, T>),
    /// The rows of regions between two passes, as [`turn_over`] lays them out.
    Between {
        to: *mut T,
        region: usize,
    },
}

/// A block of rows, and how it is worked on.
///
/// The last level has `parts` parts, each of them transformed by the levels before while it is in the first cache.
#[derive(Clone, Copy)]
struct Block<'a, T> {
    plan: &'a Plan<T>,
    rows: *mut T,
    parts: usize,
    /// Rows from part to part. One is left out after each where the last level goes elsewhere: a power of two would put
    /// the rows of a butterfly into the same few places of the cache.
    part_step: usize,
}

/// How many numbers of memory a block of this plan takes.
pub(super) fn scratch_len<T: Abreast>(plan: &Plan<T>) -> usize {
    let row = 2 * lanes::<T>();
    (plan.n() + MOST_RADIX) * row + tiles_len::<T>()
}

/// How many numbers of memory the last level takes where it goes elsewhere tile by tile.
fn tiles_len<T: Abreast>() -> usize {
    MOST_RADIX * lanes::<T>() * 2 * lanes::<T>()
}

/// Transforms a block of lanes.
///
/// # Safety
/// `scratch` is memory for [`scratch_len`] numbers, of which nobody else knows. The lanes of `from` have as many entries as
/// the plan says, which may be read; those of `to` may be written. Both may be the same, else they share nothing.
pub(super) unsafe fn transform<T: Abreast>(
    plan: &Plan<T>,
    scratch: *mut T,
    from: From<'_, T>,
    to: To<'_, T>,
) {
    let Some((first, further)) = plan.levels().split_first() else { return };
    let (lower, last) = match further.split_last() {
        Some((last, lower)) => (lower, Some(last)),
        None => (further, None),
    };
    // How many rows a tile of the last level has, if it goes elsewhere by tiles, or as it is.
    let goes_across = matches!(to, To::Lanes(side) if side.is_across());
    let tile = if matches!(to, To::Lanes(_)) { lanes::<T>() / 2 } else { lanes::<T>() };
    let goes_elsewhere = last.is_some_and(|last| goes_across || last.span.is_multiple_of(tile));
    let (parts, part) = last.map_or((1, plan.n()), |last| (last.radix, last.span));
    let block = Block { plan, rows: scratch, parts, part_step: part + usize::from(goes_elsewhere) };
    // SAFETY: the caller's promise; the block's rows and those left out are memory of the block.
    unsafe {
        block.begin(first, lower, from);
        match (last, to) {
            (Some(last), To::Lanes(side)) if goes_across => block.end_across(last, side),
            (Some(last), _) if goes_elsewhere => block.end_in_tiles(last, tile, to),
            (last, _) => {
                if let Some(last) = last {
                    block.level(last, 0, 1);
                }
                put(block.rows, plan.n(), 0, to);
            }
        }
    }
}

impl<T: Abreast> Block<'_, T> {
    /// Where row `k` of part `s` lies.
    fn at(&self, s: usize, k: usize) -> *mut T {
        self.rows.wrapping_add((s * self.part_step + k) * 2 * lanes::<T>())
    }

    /// All levels but the last.
    ///
    /// # Safety
    /// As [`transform`].
    unsafe fn begin(&self, first: &Level<T>, lower: &[Level<T>], from: From<'_, T>) {
        let part = self.plan.n() / self.parts;
        let is_across = matches!(from, From::Lanes(side) if side.is_across());
        // SAFETY: the caller's promise; a part has `part` rows, for each of which the order names an entry.
        unsafe {
            if let (From::Lanes(src), false) = (from, is_across) {
                gather(src, self.plan.places(self.part_step > part), self.rows);
            }
            for s in 0..self.parts {
                let order = &self.plan.order()[s * part..][..part];
                match from {
                    From::Lanes(src) if is_across => {
                        let Side { step, factors, .. } = src;
                        self.first_level(first, s, Across { start: src.lanes[0], step, factors, order });
                    }
                    From::Lanes(_) => self.first_level(first, s, Rows(self.at(s, 0))),
                    From::Between(rows) => self.first_level(first, s, Turned { order, ..rows }),
                }
                for level in lower {
                    self.level(level, s, part / (level.span * level.radix));
                }
            }
        }
    }

    /// # Safety
    /// As [`transform`], for rows that `from` may read.
    unsafe fn first_level<L: Load<T>>(&self, level: &Level<T>, s: usize, from: L) {
        let count = self.plan.n() / self.parts / level.radix;
        // SAFETY: the caller's promise; the part's rows are the block's.
        unsafe { First { radix: level.radix, from, to: self.at(s, 0), count }.run() };
    }

    /// A further level of part `s`, in its place.
    ///
    /// # Safety
    /// As [`transform`]; the rows of the groups are there, one after the other.
    unsafe fn level(&self, level: &Level<T>, s: usize, groups: usize) {
        let &Level { radix, span, ref turns } = level;
        let (rows, turns) = (self.at(s, 0), turns.as_ptr());
        // SAFETY: the caller's promise; the plan has the turns of each butterfly (its invariant 2).
        unsafe {
            Further { radix, from: rows, to: Rows(rows), steps: [span, span], count: span, groups, turns }
                .run();
        }
    }

    /// The last level, straight into lanes that are neighbours.
    ///
    /// # Safety
    /// As [`transform`].
    unsafe fn end_across(&self, last: &Level<T>, dst: Side<'_, T>) {
        let &Level { radix, span, ref turns } = last;
        let Side { step, factors, .. } = dst;
        let to = Across { start: dst.lanes[0], step, factors, order: &[] };
        let (from, turns) = (self.rows.cast_const(), turns.as_ptr());
        // SAFETY: the caller's promise; the plan has the turns of each butterfly (its invariant 2).
        unsafe {
            Further { radix, from, to, steps: [self.part_step, span], count: span, groups: 1, turns }.run();
        }
    }

    /// The last level, by a tile of rows of each part that is put where it belongs before the next.
    ///
    /// # Safety
    /// As [`transform`]; `tile` divides the rows of a part.
    unsafe fn end_in_tiles(&self, last: &Level<T>, tile: usize, to: To<'_, T>) {
        let &Level { radix, span, ref turns } = last;
        let row = 2 * lanes::<T>();
        let tiles = self.rows.wrapping_add((self.plan.n() + MOST_RADIX) * row);
        for j in (0..span).step_by(tile) {
            let turns = turns[j * (radix - 1)..].as_ptr();
            let (from, steps) = (self.at(0, j).cast_const(), [self.part_step, tile]);
            // SAFETY: the caller's promise; there is room for a tile of each part behind the block.
            unsafe {
                Further { radix, from, to: Rows(tiles), steps, count: tile, groups: 1, turns }.run();
                for q in 0..radix {
                    put(tiles.wrapping_add(q * tile * row), tile, q * span + j, to);
                }
            }
        }
    }
}

/// Puts `count` transformed rows where they belong, those of the entries from `first` on.
///
/// # Safety
/// As [`transform`].
unsafe fn put<T: Abreast>(from: *const T, count: usize, first: usize, to: To<'_, T>) {
    // SAFETY: the caller's promise; `first` is a multiple of a tile, or 0.
    unsafe {
        match to {
            To::Lanes(dst) => scatter(from, count, first, dst),
            To::Between { to, region } => turn_over(from, count, first, to, region),
        }
    }
}
