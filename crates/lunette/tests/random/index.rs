//! Random index expressions, for Lunette and, index by index, for the oracle.

use lunette::index::{IndexTensor, IntoItem};
use lunette::{IndexRange, Item, Tensor};

use crate::model::{flat, indices};
use crate::rng::Rng;

#[derive(Clone, Debug)]
pub enum Pick {
    At(i64),
    /// `start..stop` or `start..=last`, then every `step`-th entry, from the end if negative.
    Stepped {
        start: i64,
        end: i64,
        inclusive: bool,
        step: i64,
    },
    /// Python's `start:stop:step`.
    Slice {
        start: Option<i64>,
        stop: Option<i64>,
        step: i64,
    },
    NewAxis,
    Fill,
    Ints {
        shape: Vec<usize>,
        values: Vec<i64>,
    },
    Mask {
        shape: Vec<usize>,
        values: Vec<bool>,
    },
}

/// What an index takes: the shape of the result, and for each of its elements the index in the source.
pub struct Taken {
    pub shape: Vec<usize>,
    pub from: Vec<Vec<usize>>,
}

/// The picks as items; `rank 0` masks and all.
pub fn items(picks: &[Pick]) -> Vec<Item<'static>> {
    picks
        .iter()
        .map(|pick| match pick {
            Pick::At(i) => Item::At(*i),
            Pick::Stepped { start, end, inclusive: true, step } => (*start..=*end, *step).into_item(),
            Pick::Stepped { start, end, inclusive: false, step } => (*start..*end, *step).into_item(),
            Pick::Slice { start, stop, step } => Item::Range(IndexRange::slice(*start, *stop, *step)),
            Pick::NewAxis => Item::NewAxis,
            Pick::Fill => Item::Fill,
            Pick::Ints { shape, values } => {
                Item::Tensor(IndexTensor::owned(Tensor::from_vec(values.clone(), shape.clone()).unwrap()))
            }
            Pick::Mask { shape, values } => {
                Item::Tensor(IndexTensor::owned(Tensor::from_vec(values.clone(), shape.clone()).unwrap()))
            }
        })
        .collect()
}

/// Counts from the end, and checks that the result lies in `0..=max`.
pub fn counted(i: i64, len: usize, max: i64) -> Option<i64> {
    let i = if i < 0 { i + len as i64 } else { i };
    (0..=max).contains(&i).then_some(i)
}

/// The entries of an axis of `len` that a range takes; none if it is out of range (R7, R8).
pub fn entries(pick: &Pick, len: usize) -> Option<Vec<usize>> {
    let n = len as i64;
    match *pick {
        Pick::Stepped { start, end, inclusive, step } => {
            let low = counted(start, len, n)?;
            let high = if inclusive { counted(end, len, n - 1)? + 1 } else { counted(end, len, n)? };
            let mut list: Vec<usize> = (low..high.max(low)).map(|i| i as usize).collect();
            if step < 0 {
                list.reverse();
            }
            Some(
                list.into_iter()
                    .step_by(usize::try_from(step.unsigned_abs()).ok().filter(|&s| s > 0)?)
                    .collect(),
            )
        }
        Pick::Slice { start, stop, step } => {
            let ends = if step > 0 { n } else { n - 1 };
            let resolve = |end: Option<i64>, open: i64| match end {
                None => Some(open),
                Some(end) => counted(end, len, ends),
            };
            let (mut at, stop) = match step.signum() {
                1 => (resolve(start, 0)?, resolve(stop, n)?),
                -1 => (resolve(start, n - 1)?, resolve(stop, -1)?),
                _ => return None,
            };
            let mut list = vec![];
            while if step > 0 { at < stop } else { at > stop } {
                list.push(at as usize);
                at += step;
            }
            Some(list)
        }
        _ => None,
    }
}

/// One place in the result of an index: entries of one axis, a new axis, or part of the index tensors' common shape.
enum Part {
    Entries(Vec<usize>),
    New,
    /// Index tensors: for each axis covered, the shape and the entries.
    Tensor(Vec<(Vec<usize>, Vec<i64>)>, Vec<usize>),
}

/// What `picks` take from `shape`, by NumPy's rule for index tensors; none for an index error.
pub fn take(picks: &[Pick], shape: &[usize]) -> Option<Taken> {
    let covers = |pick: &Pick| match pick {
        Pick::NewAxis | Pick::Fill => 0,
        Pick::Mask { shape, .. } => shape.len(),
        _ => 1,
    };
    let used: usize = picks.iter().map(covers).sum();
    let fills = picks.iter().filter(|pick| matches!(pick, Pick::Fill)).count();
    if used > shape.len() || fills > 1 {
        return None;
    }
    let mut full: Vec<Pick> = picks.to_vec();
    if fills == 0 {
        full.push(Pick::Fill);
    }
    let advanced = picks.iter().any(|pick| matches!(pick, Pick::Ints { .. } | Pick::Mask { .. }));
    let parts = parts(&full, shape, shape.len() - used, advanced)?;
    combine(&parts, shape)
}

fn parts(picks: &[Pick], shape: &[usize], filled: usize, advanced: bool) -> Option<Vec<(Part, bool)>> {
    let whole = |axis: usize| Part::Entries((0..shape[axis]).collect());
    let mut axis = 0;
    let mut parts = vec![];
    for pick in picks {
        match pick {
            Pick::At(i) => {
                let entry = counted(*i, shape[axis], shape[axis] as i64 - 1)?;
                let covered = vec![axis];
                axis += 1;
                // Beside an index tensor an integer is one of rank 0; alone it is one too, and changes nothing.
                parts.push((Part::Tensor(vec![(vec![], vec![entry])], covered), advanced));
            }
            Pick::NewAxis => parts.push((Part::New, false)),
            Pick::Fill => {
                // A marker: also a fill of no axis separates index tensors.
                parts.push((Part::Tensor(vec![], vec![]), false));
                for _ in 0..filled {
                    parts.push((whole(axis), false));
                    axis += 1;
                }
            }
            Pick::Ints { shape: own, values } => {
                parts.push((Part::Tensor(vec![(own.clone(), values.clone())], vec![axis]), true));
                axis += 1;
            }
            Pick::Mask { shape: own, values } => {
                if !mask_fits(own, &shape[axis..]) {
                    return None;
                }
                let hits: Vec<Vec<usize>> =
                    indices(own).into_iter().filter(|i| values[flat(i, own)]).collect();
                let along = |k: usize| (vec![hits.len()], hits.iter().map(|hit| hit[k] as i64).collect());
                let lists = if own.is_empty() {
                    vec![(vec![hits.len()], vec![0; hits.len()])]
                } else {
                    (0..own.len()).map(along).collect()
                };
                parts.push((Part::Tensor(lists, (axis..axis + own.len()).collect()), true));
                axis += own.len();
            }
            range => {
                parts.push((Part::Entries(entries(range, shape[axis])?), false));
                axis += 1;
            }
        }
    }
    Some(parts)
}

/// Whether each size of a mask is that of its axis, or 0.
pub fn mask_fits(own: &[usize], covered: &[usize]) -> bool {
    own.iter().zip(covered).all(|(&size, &len)| [0, len].contains(&size))
}

/// The broadcast shape of several; none if they do not broadcast.
fn broadcast(shapes: &[&[usize]]) -> Option<Vec<usize>> {
    let rank = shapes.iter().map(|shape| shape.len()).max().unwrap_or(0);
    let mut out = vec![1; rank];
    for shape in shapes {
        for (k, &size) in shape.iter().enumerate() {
            let place = &mut out[rank - shape.len() + k];
            match (*place, size) {
                (a, b) if a == b || b == 1 => {}
                (1, b) => *place = b,
                _ => return None,
            }
        }
    }
    Some(out)
}

fn combine(parts: &[(Part, bool)], source: &[usize]) -> Option<Taken> {
    let lists =
        || parts.iter().filter_map(|(part, _)| if let Part::Tensor(l, _) = part { Some(l) } else { None });
    let shapes: Vec<&[usize]> = lists().flatten().map(|(shape, _)| shape.as_slice()).collect();
    let common = broadcast(&shapes)?;
    let place = index_place(parts);

    // The axes of the result: those kept, with the common axes put in at their place.
    let mut kept: Vec<usize> = vec![];
    for (part, _) in parts {
        match part {
            Part::Entries(list) => kept.push(list.len()),
            Part::New => kept.push(1),
            Part::Tensor(..) => {}
        }
    }
    let mut shape = kept.clone();
    shape.splice(place..place, common.iter().copied());

    let mut from = vec![];
    if !check_bounds(parts, source, !common.contains(&0)) {
        return None;
    }
    for index in indices(&shape) {
        let common_index = &index[place..place + common.len()];
        let kept_index: Vec<usize> = [&index[..place], &index[place + common.len()..]].concat();
        from.push(source_index(parts, &common, common_index, &kept_index, source));
    }
    Some(Taken { shape, from })
}

/// Every entry of every index tensor must exist; where nothing is picked, only those of rank 0, which are integers.
fn check_bounds(parts: &[(Part, bool)], source: &[usize], picks_something: bool) -> bool {
    parts.iter().all(|(part, _)| match part {
        Part::Tensor(lists, axes) => lists.iter().zip(axes).all(|((shape, values), &axis)| {
            (!picks_something && !shape.is_empty())
                || values.iter().all(|&value| counted(value, source[axis], source[axis] as i64 - 1).is_some())
        }),
        _ => true,
    })
}

/// How many kept axes stand before the common ones: NumPy puts them first when something separates the tensors.
fn index_place(parts: &[(Part, bool)]) -> usize {
    let (mut kept, mut first, mut ended) = (0, None, false);
    for (part, is_advanced) in parts {
        if *is_advanced {
            if ended {
                return 0;
            }
            first.get_or_insert(kept);
            continue;
        }
        ended |= first.is_some();
        kept += usize::from(!matches!(part, Part::Tensor(..)));
    }
    first.unwrap_or(0)
}

fn source_index(
    parts: &[(Part, bool)],
    common: &[usize],
    common_index: &[usize],
    kept_index: &[usize],
    source: &[usize],
) -> Vec<usize> {
    let mut index = vec![0; source.len()];
    let (mut kept, mut axis) = (kept_index.iter(), 0);
    for (part, _) in parts {
        match part {
            Part::New => {
                kept.next();
            }
            Part::Entries(list) => {
                index[axis] = list[*kept.next().unwrap()];
                axis += 1;
            }
            Part::Tensor(lists, axes) => {
                for ((shape, values), &covered) in lists.iter().zip(axes) {
                    let tail = &common_index[common.len() - shape.len()..];
                    let own: Vec<usize> =
                        tail.iter().zip(shape).map(|(&i, &size)| if size == 1 { 0 } else { i }).collect();
                    let value = values[flat(&own, shape)];
                    index[covered] = if value < 0 { value + source[covered] as i64 } else { value } as usize;
                }
                axis += axes.len();
            }
        }
    }
    index
}

/// A random pick for each of some axes; `wild` lets entries lie outside now and then.
pub fn random(rng: &mut Rng, shape: &[usize], tensors: bool) -> Vec<Pick> {
    let mut picks = vec![];
    let common: Vec<usize> = (0..rng.below(3)).map(|_| rng.below(3)).collect();
    let mut axis = 0;
    let mut filled = false;
    while axis < shape.len() {
        if rng.chance(10) {
            picks.push(Pick::NewAxis);
        }
        if !filled && rng.chance(10) {
            filled = true;
            picks.push(Pick::Fill);
            axis += rng.below(shape.len() - axis + 1);
            continue;
        }
        if !filled && rng.chance(8) {
            break;
        }
        let len = shape[axis];
        if tensors && rng.chance(25) {
            let (pick, covered) = random_tensor(rng, &shape[axis..], &common);
            picks.push(pick);
            axis += covered;
            continue;
        }
        picks.push(if rng.chance(25) { Pick::At(entry(rng, len)) } else { random_range(rng, len) });
        axis += 1;
    }
    if rng.chance(5) {
        picks.push(Pick::NewAxis);
    }
    if rng.chance(2) {
        picks.push(Pick::At(0));
    }
    picks
}

pub fn entry(rng: &mut Rng, len: usize) -> i64 {
    let n = len as i64;
    if len == 0 || rng.chance(2) { rng.between(-n - 2, n + 1) } else { rng.between(-n, n - 1) }
}

pub fn random_range(rng: &mut Rng, len: usize) -> Pick {
    let n = len as i64;
    let wild = i64::from(rng.chance(3));
    let mut end = || rng.between(-n - wild, n + wild);
    let (a, b) = (end(), end());
    let step = *rng.pick(&[1, 1, 2, 3, -1, -1, -2, -3, if wild == 1 { 0 } else { 1 }]);
    if rng.chance(50) {
        return Pick::Stepped { start: a, end: b, inclusive: rng.chance(30), step };
    }
    let maybe = |rng: &mut Rng, end: i64| if rng.chance(40) { None } else { Some(end) };
    Pick::Slice { start: maybe(rng, a), stop: maybe(rng, b), step }
}

/// An index tensor and how many axes it covers.
fn random_tensor(rng: &mut Rng, shape: &[usize], common: &[usize]) -> (Pick, usize) {
    if rng.chance(35) {
        let covered = rng.below(shape.len().min(3) + 1);
        let mut own = shape[..covered].to_vec();
        if covered > 0 && rng.chance(3) {
            own[0] += 1;
        }
        if covered > 0 && rng.chance(8) {
            own[rng.below(covered)] = 0;
        }
        let values = (0..own.iter().product()).map(|_| rng.chance(40)).collect();
        return (Pick::Mask { shape: own, values }, covered);
    }
    let own: Vec<usize> = common[rng.below(common.len() + 1)..]
        .iter()
        .map(|&size| if rng.chance(15) { 1 } else { size })
        .collect();
    let values = (0..own.iter().product()).map(|_| entry(rng, shape[0])).collect();
    (Pick::Ints { shape: own, values }, 1)
}
