//! What an index gives, as far as it is known before the program runs.
//!
//! The library is asked: an element is stretched to the shape, which costs nothing, and viewed through the items. Where
//! a size or a part of a range is not known, two runs with different stand-ins are compared: what comes out the same
//! does not depend on them.

use lunette::index::IndexTensor;
use lunette::{DType, DynTensor, Error, ErrorKind, IndexRange, Item};

use crate::check::shape::{Clash, Sizes, broadcast};
use crate::value::RangeValue;

/// Stand-ins are no larger than that: parts of ranges beyond it count as not known.
const LARGEST: u64 = 1 << 40;

/// What is known of an item.
#[derive(Clone, Debug)]
pub(super) enum Take {
    /// One entry.
    At(Option<i64>),
    /// A range.
    Range(Option<RangeValue>),
    /// A new axis.
    NewAxis,
    /// Whole axes.
    Fill,
    /// Entries named by a tensor of integers of at least one axis.
    Gather { sizes: Sizes, tensor: Option<DynTensor> },
    /// Entries where a tensor of bools is true, and how many these are; a single bool has no sizes.
    Mask { sizes: Sizes, count: Option<usize> },
}

impl Take {
    /// How many axes it uses up.
    pub(super) fn consumed(&self) -> usize {
        match self {
            Self::At(_) | Self::Range(_) | Self::Gather { .. } => 1,
            Self::NewAxis | Self::Fill => 0,
            Self::Mask { sizes, .. } => sizes.len(),
        }
    }

    /// Whether it picks entries, so that the result is a copy.
    pub(super) fn is_pick(&self) -> bool {
        matches!(self, Self::Gather { .. } | Self::Mask { .. })
    }
}

/// Why an index has no result.
#[derive(Clone, Debug)]
pub(super) enum Fault {
    /// More items than axes.
    TooMany { items: usize },
    /// A second `Fill`, and the first.
    TwoFills { first: usize, second: usize },
    /// The library says why, of an item if it is one alone.
    Library { error: Error, item: Option<usize> },
    /// Index tensors that do not broadcast.
    Picks(Clash),
}

/// What is known of the shape of the result.
pub(super) fn result(sizes: &[Option<usize>], takes: &[Take]) -> Result<Sizes, Fault> {
    let plan = Plan::new(sizes, takes)?;
    plan.check_picks()?;
    let subspace = plan.subspace()?;
    if !takes.iter().any(Take::is_pick) {
        return Ok(subspace);
    }
    let index = index_shape(takes)?;
    let position = plan.position().map_err(|error| Fault::Library { error, item: None })?;
    let (before, after) = subspace.split_at(position.min(subspace.len()));
    Ok([before, &index, after].concat())
}

/// The shape that index tensors have together; each mask counts as the list of its true entries.
fn index_shape(takes: &[Take]) -> Result<Sizes, Fault> {
    let shapes = takes.iter().filter_map(|take| match take {
        Take::Gather { sizes, .. } => Some(sizes.clone()),
        Take::Mask { count, .. } => Some(vec![*count]),
        _ => None,
    });
    shapes.map(Ok).reduce(|a, b| broadcast(&a?, &b?).map_err(Fault::Picks)).unwrap_or(Ok(Vec::new()))
}

/// Items and the axes they use.
struct Plan<'a> {
    sizes: &'a [Option<usize>],
    takes: &'a [Take],
    /// The first axis of each item.
    axes: Vec<usize>,
    /// How many axes a `Fill` stands for.
    filled: usize,
}

/// Which of the two runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Run {
    First,
    Second,
}

impl<'a> Plan<'a> {
    fn new(sizes: &'a [Option<usize>], takes: &'a [Take]) -> Result<Self, Fault> {
        let fills: Vec<usize> =
            takes.iter().enumerate().filter(|(_, take)| matches!(take, Take::Fill)).map(|(k, _)| k).collect();
        if let [first, second, ..] = fills[..] {
            return Err(Fault::TwoFills { first, second });
        }
        let items = takes.iter().map(Take::consumed).sum();
        let filled = sizes.len().checked_sub(items).ok_or(Fault::TooMany { items })?;
        let mut next = 0;
        let axes = takes
            .iter()
            .map(|take| {
                let axis = next;
                next += if matches!(take, Take::Fill) { filled } else { take.consumed() };
                axis
            })
            .collect();
        Ok(Self { sizes, takes, axes, filled })
    }

    fn size(&self, axis: usize) -> Option<usize> {
        self.sizes.get(axis).copied().flatten()
    }

    /// Masks have the shape of what they cover, or no entries along it, and entries that are named exist, as far as is known.
    fn check_picks(&self) -> Result<(), Fault> {
        for (item, (take, &axis)) in self.takes.iter().zip(&self.axes).enumerate() {
            let error = match take {
                Take::Mask { sizes, .. } => self.mask_error(sizes, axis),
                Take::Gather { tensor: Some(tensor), .. } => self.gather_error(tensor, axis),
                _ => None,
            };
            if let Some(error) = error {
                return Err(Fault::Library { error, item: Some(item) });
            }
        }
        Ok(())
    }

    fn mask_error(&self, mask: &[Option<usize>], axis: usize) -> Option<Error> {
        let covered = self.sizes.get(axis..axis + mask.len())?;
        let differ = |(a, b): (&Option<usize>, &Option<usize>)| matches!((a, b), (Some(a), Some(b)) if a != b && *a != 0);
        if !mask.iter().zip(covered).any(differ) {
            return None;
        }
        let known = |sizes: &[Option<usize>]| sizes.iter().map(|size| size.unwrap_or(0)).collect();
        let (mask, covered) = (known(mask), known(covered));
        Some(ErrorKind::MaskShape { op: "index", axis, mask, covered }.into())
    }

    fn gather_error(&self, tensor: &DynTensor, axis: usize) -> Option<Error> {
        let len = self.size(axis)?;
        let entries =
            tensor.ravel().and_then(|flat| flat.cast::<i64>()).and_then(|flat| flat.to_vec()).ok()?;
        let index = entries.into_iter().find(|&index| {
            let entry = if index < 0 { index.saturating_add_unsigned(len as u64) } else { index };
            !(0..len as i64).contains(&entry)
        })?;
        Some(ErrorKind::IndexOutOfRange { op: "index", axis, index, len }.into())
    }

    /// The axes that are not picked from, in order.
    fn subspace(&self) -> Result<Sizes, Fault> {
        let first = match self.run(Run::First) {
            Ok(shape) => shape,
            // Nobody has that much memory; the program will hear about it when it makes the tensor.
            Err(error) if error.is_memory() => return Ok(vec![None; self.subspace_rank()]),
            Err(error) => {
                let item = axis_of(&error).and_then(|axis| self.item_at(axis));
                return Err(Fault::Library { error, item });
            }
        };
        if self.is_all_known() {
            return Ok(first.into_iter().map(Some).collect());
        }
        match self.run(Run::Second) {
            Ok(second) => Ok(first.iter().zip(&second).map(|(a, b)| (a == b).then_some(*a)).collect()),
            Err(_) => Ok(vec![None; first.len()]),
        }
    }

    fn is_all_known(&self) -> bool {
        let known = |take: &Take| !matches!(take, Take::At(None) | Take::Range(None));
        self.sizes.iter().all(Option::is_some) && self.takes.iter().all(known)
    }

    fn subspace_rank(&self) -> usize {
        let kept = |take: &&Take| matches!(take, Take::Range(_) | Take::NewAxis);
        self.takes.iter().filter(kept).count() + self.filled
    }

    /// The item that uses an axis.
    fn item_at(&self, axis: usize) -> Option<usize> {
        self.takes
            .iter()
            .zip(&self.axes)
            .position(|(take, &first)| (first..first + take.consumed()).contains(&axis))
    }

    /// The shape of the subspace with one set of stand-ins.
    fn run(&self, run: Run) -> Result<Vec<usize>, Error> {
        let open = if run == Run::First { 1 } else { 2 };
        let mut shape: Vec<usize> = self.sizes.iter().map(|size| size.unwrap_or(open)).collect();
        let mut items: Vec<Item<'_>> = Vec::with_capacity(self.takes.len());
        for (take, &axis) in self.takes.iter().zip(&self.axes) {
            match take {
                Take::At(index) => {
                    let index = index.filter(|index| index.unsigned_abs() < LARGEST);
                    let least = index.map_or(1, |index| index.unsigned_abs() as usize + 1);
                    if self.size(axis).is_none() || (index.is_none() && self.size(axis) == Some(0)) {
                        shape[axis] = least;
                    }
                    items.push(Item::At(index.unwrap_or(0)));
                }
                Take::Range(range) => {
                    let (size, range) = range_stand_in(self.size(axis), *range, run);
                    shape[axis] = size;
                    items.push(Item::Range(range));
                }
                Take::NewAxis => items.push(Item::NewAxis),
                Take::Fill => items.push(Item::Fill),
                Take::Gather { .. } | Take::Mask { .. } => {
                    for size in shape.iter_mut().skip(axis).take(take.consumed()) {
                        *size = 1;
                        items.push(Item::At(0));
                    }
                }
            }
        }
        Ok(stretched(&shape)?.view(&items)?.shape().to_vec())
    }

    /// How many axes of the subspace stand before those that the picks bring: NumPy's rule, read off a miniature in
    /// which only the first axis of the picks has size 2.
    fn position(&self) -> Result<usize, Error> {
        let pick_rank = |take: &Take| match take {
            Take::Gather { sizes, .. } => sizes.len(),
            Take::Mask { .. } => 1,
            _ => 0,
        };
        let rank = self.takes.iter().map(pick_rank).max().unwrap_or(1);
        let mut marked = vec![1; rank];
        marked[0] = 2;
        let picks = DynTensor::zeros_of(DType::I64, &marked[..])?;
        let mut axes = self.filled;
        let mut items: Vec<Item<'_>> = Vec::new();
        for take in self.takes {
            // A single bool uses no axis and yet acts as a pick: it gets an axis of its own here.
            let pieces = if take.is_pick() { take.consumed().max(1) } else { take.consumed() };
            axes += pieces;
            match take {
                Take::At(_) => items.push(Item::At(0)),
                Take::Range(_) => items.push(Item::Range(IndexRange::FULL)),
                Take::NewAxis => items.push(Item::NewAxis),
                Take::Fill => items.push(Item::Fill),
                Take::Gather { .. } | Take::Mask { .. } => {
                    items.extend((0..pieces).map(|_| Item::Tensor(IndexTensor::borrowed(&picks))));
                }
            }
        }
        let picked = stretched(&vec![1; axes])?.load(&items)?;
        Ok(picked.shape().iter().position(|&size| size == 2).unwrap_or(0))
    }
}

/// An element stretched to a shape, without memory for it.
fn stretched(shape: &[usize]) -> Result<DynTensor, Error> {
    DynTensor::scalar_of(false)?.broadcast_to(shape)
}

/// The size of an axis and a range on it: stand-ins where they are not known.
fn range_stand_in(size: Option<usize>, range: Option<RangeValue>, run: Run) -> (usize, IndexRange) {
    let parts = |range: &RangeValue| [range.start, range.end, range.step, range.every];
    let largest = |range: &RangeValue| parts(range).into_iter().flatten().map(i64::unsigned_abs).max();
    match (size, range) {
        (Some(size), Some(range)) => (size, range.to_index()),
        (None, Some(range)) if largest(&range).unwrap_or(0) < LARGEST && ends_agree(&range) => {
            let step = range.step.or(range.every).map_or(1, i64::unsigned_abs).max(1);
            let enough = largest(&range).unwrap_or(0) + step + 1;
            // Three steps more are three entries more, if the range depends on the size at all.
            let size = if run == Run::First { enough } else { enough + 3 * step };
            (size as usize, range.to_index())
        }
        // Any part of the axis: all of it, or nothing. A step of 0 is wrong on every axis.
        (size, range) => {
            let step =
                range.and_then(|range| range.step.or(range.every)).map_or(1, |step| step.signum().abs());
            let stop = if run == Run::First { None } else { Some(0) };
            (size.unwrap_or(1), IndexRange::slice(Some(0), stop, step))
        }
    }
}

/// Whether both ends count from the same end of the axis. Otherwise what is empty on a long axis may have entries on a
/// short one, and no stand-in is long or short enough.
fn ends_agree(range: &RangeValue) -> bool {
    match (range.start, range.end) {
        (Some(start), Some(end)) => (start < 0) == (end < 0),
        _ => true,
    }
}

/// The axis that an error is about.
fn axis_of(error: &Error) -> Option<usize> {
    match error.kind() {
        ErrorKind::IndexOutOfRange { axis, .. }
        | ErrorKind::RangeEnd { axis, .. }
        | ErrorKind::StepZero { axis: Some(axis), .. } => Some(*axis),
        _ => None,
    }
}
