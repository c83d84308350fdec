//! Rules for the types of results of joining and taking apart.

use lunette::{DType, ErrorKind};

use super::infer::Mistake;
use super::outcome;
use super::probe::{Probe, Size};
use super::sizes;
use crate::types::Type;
use crate::words;

/// A tuple of more fields is a mistake: its type alone would fill the memory.
const MOST_PARTS: usize = 1 << 12;

/// The sizes of the tensors of a tuple argument.
fn members(probe: &Probe<'_>, k: usize) -> Vec<Vec<Size>> {
    match probe.ty(k) {
        Some(Type::Tuple(fields)) => fields.iter().filter_map(Type::sizes).collect(),
        _ => Vec::new(),
    }
}

/// The axis that an argument names, or the first.
fn axis(probe: &Probe<'_>, k: usize, rank: usize) -> Option<usize> {
    let axis = if probe.arg(k).is_some() { probe.int(k)? } else { 0 };
    sizes::resolved(axis, rank)
}

/// What is known of a size that several tensors must have in common; `Err` where they differ.
fn common(mut all: impl Iterator<Item = Size>) -> Result<Size, ()> {
    all.try_fold(None, |before: Size, size| match (before, size) {
        (Some(a), Some(b)) if a != b => Err(()),
        (known, size) => Ok(known.or(size)),
    })
}

/// The sizes along the axis are added up, all others are equal.
pub(super) fn concatenated(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    let members = members(probe, 0);
    let Some(rank) = ty.rank() else { return Ok(ty) };
    if members.iter().any(|sizes| sizes.len() != rank) {
        return Ok(ty);
    }
    let Some(along) = axis(probe, 1, rank) else { return Ok(ty) };
    let size = |k: usize| match k == along {
        true => {
            Ok(members.iter().map(|sizes| sizes[k]).try_fold(0, |sum: usize, size| sum.checked_add(size?)))
        }
        false => common(members.iter().map(|sizes| sizes[k])),
    };
    match (0..rank).map(size).collect::<Result<Vec<Size>, ()>>() {
        Ok(sizes) => Ok(sizes::sized(ty, Some(sizes))),
        Err(()) => Err(do_not_fit(&members, rank, along)),
    }
}

/// Sizes that differ on an axis other than the one that tensors are joined along.
fn do_not_fit(members: &[Vec<Size>], rank: usize, along: usize) -> Mistake {
    let clash =
        |along: usize| (0..rank).filter(|&axis| axis != along).find_map(|axis| clash_on(members, axis));
    let words = match clash(along) {
        Some(Clash { axis, shapes: [a, b], sizes: [m, n] }) => format!(
            "concat: shapes {a} and {b} do not fit along axis {along}: axis {axis} is {m} and {n}, and only axis {along} \
             may differ"
        ),
        None => "concat: the sizes of the tensors differ".to_owned(),
    };
    let other = (0..rank).find(|&other| clash(other).is_none());
    let cure = other.map(|other| format!("along axis {other} they fit: `axis = {other}`"));
    Mistake::shape(None, words).cured(cure)
}

/// Two shapes whose sizes on an axis differ.
struct Clash {
    axis: usize,
    shapes: [String; 2],
    sizes: [usize; 2],
}

fn clash_on(members: &[Vec<Size>], axis: usize) -> Option<Clash> {
    let mut known = members.iter().filter_map(|sizes| Some((sizes, sizes.get(axis).copied().flatten()?)));
    let (first, size) = known.next()?;
    let (second, other) = known.find(|&(_, other)| other != size)?;
    Some(Clash { axis, shapes: [first, second].map(|sizes| words::sizes(sizes)), sizes: [size, other] })
}

/// Tensors that are joined along an axis that they have.
pub(super) fn concatenation(probe: &Probe<'_>) -> Result<Type, Mistake> {
    same_rank(probe, "`expand_dims(x, axis = 0)` gives a tensor one axis more")?;
    outcome::of_miniatures(probe).map(|ty| ty.erased())
}

/// Tensors that are joined along a new axis.
pub(super) fn pile(probe: &Probe<'_>) -> Result<Type, Mistake> {
    same_rank(probe, "`stack` joins tensors of one shape, `concat` along an axis that they have")?;
    outcome::of_miniatures(probe).map(|ty| ty.erased())
}

/// All members have as many axes.
fn same_rank(probe: &Probe<'_>, cure: &str) -> Result<(), Mistake> {
    let members = members(probe, 0);
    let Some(first) = members.first() else { return Ok(()) };
    let Some(other) = members.iter().find(|other| other.len() != first.len()) else { return Ok(()) };
    let words = format!(
        "{}: shapes {} and {} do not fit: their ranks are {} and {}",
        probe.row().name,
        words::sizes(first),
        words::sizes(other),
        first.len(),
        other.len()
    );
    Err(Mistake::shape(None, words).cured(Some(cure.to_owned())))
}

/// All sizes are equal, and the new axis counts the tensors.
pub(super) fn stacked(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    let members = members(probe, 0);
    let (Some(rank), Some(first)) = (ty.rank(), members.first().map(Vec::len)) else { return Ok(ty) };
    if members.iter().any(|sizes| sizes.len() != first) {
        return Ok(ty);
    }
    let Ok(mut sizes) =
        (0..first).map(|k| common(members.iter().map(|sizes| sizes[k]))).collect::<Result<Vec<Size>, ()>>()
    else {
        let clash = (0..first).find_map(|axis| clash_on(&members, axis));
        let shapes = clash.map(|Clash { shapes: [a, b], .. }| format!(" {a} and {b}")).unwrap_or_default();
        let cure = "`stack` joins tensors of one shape, `concat` along an axis that they have";
        let words = format!("stack: the shapes{shapes} differ");
        return Err(Mistake::shape(None, words).cured(Some(cure.to_owned())));
    };
    match axis(probe, 1, rank) {
        Some(axis) if axis <= sizes.len() => {
            sizes.insert(axis, Some(members.len()));
            Ok(sizes::sized(ty, Some(sizes)))
        }
        _ => Ok(ty),
    }
}

/// As many parts as the axis has entries.
pub(super) fn unstacked(probe: &Probe<'_>) -> Result<Type, Mistake> {
    let Some((dtype, mut sizes, axis)) = taken_apart(probe, 1)? else { return Ok(Type::Unknown) };
    let count = sizes.remove(axis).ok_or_else(|| Mistake::NotConstant {
        param: 0,
        words: format!(
            "unstack: the size of axis {axis} is not known before the program runs, and decides how many parts there are"
        ),
        cure: "take the entries one by one: `x[0]`, `x[1]`".into(),
    })?;
    Ok(parts(dtype, vec![sizes; at_most(count)?]))
}

/// As many parts as are asked for; the first ones are larger by one where the size is no multiple.
pub(super) fn split(probe: &Probe<'_>) -> Result<Type, Mistake> {
    let Some((dtype, sizes, axis)) = taken_apart(probe, 2)? else { return Ok(Type::Unknown) };
    let sections = probe.int(1).and_then(|n| usize::try_from(n).ok()).filter(|&n| n > 0);
    let Some(sections) = sections else {
        return Err(Mistake::value(1, "split: `sections` must be at least 1"));
    };
    let part = |k: usize| {
        let mut sizes = sizes.clone();
        if let Some(size) = sizes.get_mut(axis) {
            *size = size.map(|size| size / sections + usize::from(k < size % sections));
        }
        sizes
    };
    Ok(parts(dtype, (0..at_most(sections)?).map(part).collect()))
}

/// A number of parts that somebody could take apart again.
fn at_most(count: usize) -> Result<usize, Mistake> {
    match count <= MOST_PARTS {
        true => Ok(count),
        false => Err(Mistake::value(None, format!("{count} parts are too many for a tuple"))),
    }
}

/// One part more than there are positions.
pub(super) fn split_at(probe: &Probe<'_>) -> Result<Type, Mistake> {
    let Some((dtype, mut sizes, axis)) = taken_apart(probe, 2)? else { return Ok(Type::Unknown) };
    let count = match probe.ty(1) {
        Some(Type::Tuple(positions)) => positions.len(),
        _ => 1,
    };
    let known = outcome::of_stretched(probe)?;
    sizes[axis] = None;
    Ok(known.unwrap_or_else(|| parts(dtype, vec![sizes; count + 1])))
}

/// What is known of a tensor and the axis along which it is taken apart; nothing after another mistake.
fn taken_apart(probe: &Probe<'_>, k: usize) -> Result<Option<(DType, Vec<Size>, usize)>, Mistake> {
    let (Some(dtype), Some(sizes)) = (probe.dtype(0), probe.sizes(0)) else { return Ok(None) };
    match axis(probe, k, sizes.len()) {
        Some(axis) => Ok(Some((dtype, sizes, axis))),
        None => {
            let (name, rank, axis) = (probe.row().name, sizes.len(), probe.int(k).unwrap_or(0));
            let error = ErrorKind::AxisOutOfRange { op: "", axis, rank }.into();
            let at = if probe.arg(k).is_some() { k } else { 0 };
            Err(Mistake::shape(at, format!("{name}: {}", words::of_library(&error))))
        }
    }
}

fn parts(dtype: DType, parts: Vec<Vec<Size>>) -> Type {
    Type::Tuple(parts.into_iter().map(|sizes| Type::shaped(dtype, sizes)).collect())
}
