//! What an index takes when every index tensor acts on its own axis, worked out index by index.

use crate::index::{Pick, Taken, counted, entries, mask_fits};
use crate::model::{flat, indices};

/// One item: the axes that it covers, the axes that it gives, and for each place of these an entry of each of those.
struct Group {
    axes: Vec<usize>,
    dims: Vec<usize>,
    places: Vec<Vec<usize>>,
}

impl Group {
    fn of_axis(axis: usize, dims: Vec<usize>, entries: Vec<usize>) -> Self {
        Self { axes: vec![axis], dims, places: entries.into_iter().map(|entry| vec![entry]).collect() }
    }
}

/// What `picks` take from `shape`; none for an index error.
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
    let implied = (fills == 0).then_some(&Pick::Fill);
    let (mut groups, mut axis) = (vec![], 0);
    for pick in picks.iter().chain(implied) {
        if let Pick::Fill = pick {
            let filled = shape.iter().enumerate().skip(axis).take(shape.len() - used);
            groups.extend(filled.map(|(k, &size)| Group::of_axis(k, vec![size], (0..size).collect())));
            axis += shape.len() - used;
            continue;
        }
        groups.push(group(pick, axis, shape)?);
        axis += covers(pick);
    }
    Some(combine(&groups, shape.len()))
}

fn group(pick: &Pick, axis: usize, shape: &[usize]) -> Option<Group> {
    let entry = |i: i64| counted(i, shape[axis], shape[axis] as i64 - 1).map(|entry| entry as usize);
    Some(match pick {
        Pick::At(i) => Group::of_axis(axis, vec![], vec![entry(*i)?]),
        Pick::NewAxis => Group { axes: vec![], dims: vec![1], places: vec![vec![]] },
        Pick::Ints { shape: own, values } => {
            let named: Option<Vec<usize>> = values.iter().map(|&value| entry(value)).collect();
            Group::of_axis(axis, own.clone(), named?)
        }
        Pick::Mask { shape: own, values } => {
            if !mask_fits(own, &shape[axis..]) {
                return None;
            }
            let places: Vec<_> = indices(own).into_iter().filter(|i| values[flat(i, own)]).collect();
            Group { axes: (axis..axis + own.len()).collect(), dims: vec![places.len()], places }
        }
        range => {
            let list = entries(range, shape[axis])?;
            Group::of_axis(axis, vec![list.len()], list)
        }
    })
}

/// All places of the first group with all of the second, and so on.
fn combine(groups: &[Group], rank: usize) -> Taken {
    let mut from = vec![vec![0; rank]];
    for group in groups {
        let with = |index: &Vec<usize>, place: &Vec<usize>| {
            let mut index = index.clone();
            group.axes.iter().zip(place).for_each(|(&axis, &entry)| index[axis] = entry);
            index
        };
        from =
            from.iter().flat_map(|index| group.places.iter().map(move |place| with(index, place))).collect();
    }
    Taken { shape: groups.iter().flat_map(|group| group.dims.clone()).collect(), from }
}
