//! In which order operands are contracted: the cheapest of all orders for a few, a greedy one for many.

use super::subscripts::Labels;

/// So many operands take a few milliseconds at most; the work grows threefold with each more.
const FEW: usize = 8;

/// The pairs to contract, one after the other. Each is a pair of places in the list of operands, the smaller first;
/// both are taken out, and their product goes to the end.
pub(super) fn pairs(operands: &[Labels], output: Labels, sizes: &[usize]) -> Vec<(usize, usize)> {
    match operands.len() {
        0 | 1 => Vec::new(),
        2 => vec![(0, 1)],
        3..=FEW => in_places(operands.len(), &cheapest(operands, output, sizes)),
        _ => greedy(operands, output, sizes),
    }
}

/// How many elements a tensor of these labels has.
fn volume(labels: Labels, sizes: &[usize]) -> f64 {
    labels.iter().map(|label| sizes[label.0] as f64).product()
}

/// A tree of contractions over sets of operands, as (left, right) pairs of sets: the cheapest of all trees.
fn cheapest(operands: &[Labels], output: Labels, sizes: &[usize]) -> Vec<(usize, usize)> {
    let count = operands.len();
    let all = (1usize << count) - 1;
    let labels =
        |set: usize| (0..count).filter(|k| set >> k & 1 == 1).fold(Labels::NONE, |l, k| l.union(operands[k]));
    // What is left of a set once it has been contracted: what the output or somebody outside needs.
    let left: Vec<Labels> =
        (0..=all).map(|set| labels(set).intersection(output.union(labels(all & !set)))).collect();
    let mut best = vec![(f64::INFINITY, 0usize); all + 1];
    for set in 1..=all {
        if set.is_power_of_two() {
            best[set] = (0.0, 0);
            continue;
        }
        // Every way to cut the set in two; the part with the lowest operand comes first.
        let mut part = (set - 1) & set;
        while part > 0 {
            if part >> set.trailing_zeros() & 1 == 1 {
                let rest = set & !part;
                let own = volume(left[part].union(left[rest]), sizes);
                let cost = best[part].0 + best[rest].0 + own;
                if cost < best[set].0 || best[set].1 == 0 {
                    best[set] = (cost, part);
                }
            }
            part = (part - 1) & set;
        }
    }
    let mut order = Vec::new();
    unfold(all, &best, &mut order);
    order
}

/// The contractions of a set, inner ones first.
fn unfold(set: usize, best: &[(f64, usize)], order: &mut Vec<(usize, usize)>) {
    if !set.is_power_of_two() {
        let part = best[set].1;
        unfold(part, best, order);
        unfold(set & !part, best, order);
        order.push((part, set & !part));
    }
}

/// Sets of operands as places in the list that shrinks.
fn in_places(count: usize, order: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut list: Vec<usize> = (0..count).map(|k| 1 << k).collect();
    let mut places = Vec::new();
    for &(left, right) in order {
        let find = |set: usize| list.iter().position(|&other| other == set).unwrap_or(0);
        let (i, j) = (find(left).min(find(right)), find(left).max(find(right)));
        list.remove(j);
        list.remove(i);
        list.push(left | right);
        places.push((i, j));
    }
    places
}

/// Contracts, again and again, the pair whose product is smallest compared with what it replaces.
fn greedy(operands: &[Labels], output: Labels, sizes: &[usize]) -> Vec<(usize, usize)> {
    let mut list = operands.to_vec();
    let mut places = Vec::new();
    while list.len() > 1 {
        let mut best: Option<(f64, f64, usize, usize)> = None;
        for j in 1..list.len() {
            for i in 0..j {
                let product = result(&list, i, j, output);
                let gain = volume(product, sizes) - volume(list[i], sizes) - volume(list[j], sizes);
                let cost = volume(list[i].union(list[j]), sizes);
                if best.is_none_or(|(g, c, ..)| (gain, cost) < (g, c)) {
                    best = Some((gain, cost, i, j));
                }
            }
        }
        let (i, j) = best.map_or((0, 1), |(_, _, i, j)| (i, j));
        let product = result(&list, i, j, output);
        list.remove(j);
        list.remove(i);
        list.push(product);
        places.push((i, j));
    }
    places
}

/// What is left of two operands once they have been contracted.
fn result(list: &[Labels], i: usize, j: usize, output: Labels) -> Labels {
    let others = list.iter().enumerate().filter(|&(k, _)| k != i && k != j);
    let needed = others.fold(output, |needed, (_, labels)| needed.union(*labels));
    list[i].union(list[j]).intersection(needed)
}
