//! Names that are close to one that is not known.

/// The candidate that is closest to a name, if one is close enough to be meant.
pub(crate) fn closest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let wanted: Vec<char> = name.chars().collect();
    let candidates: Vec<&str> = candidates.filter(|candidate| *candidate != name).collect();
    let close = candidates
        .iter()
        .copied()
        .map(|candidate| (most_wrong(&wanted, candidate), candidate))
        .filter(|(most, candidate)| candidate.len().abs_diff(name.len()) <= 4 * most)
        .map(|(most, candidate)| (most, distance(&wanted, candidate), candidate))
        .filter(|(most, distance, _)| distance <= most)
        .map(|(_, distance, candidate)| (distance, candidate))
        .min_by_key(|(distance, candidate)| (*distance, candidate.len(), *candidate))
        .map(|(_, candidate)| candidate);
    // `lenght` begins with `len`.
    let begins = |candidate: &&str| {
        candidate.len() > 2 && 2 * candidate.len() >= name.len() && name.starts_with(candidate)
    };
    close.or_else(|| candidates.iter().copied().filter(begins).max_by_key(|candidate| candidate.len()))
}

/// How many letters of a name may be wrong: a third of them, more would be another name. Two letters may be a name of three
/// that lacks one behind the first, as `sm`.
fn most_wrong(wanted: &[char], candidate: &str) -> usize {
    match wanted {
        &[first, _] => usize::from(candidate.chars().count() == 3 && candidate.starts_with(first)),
        _ => (wanted.len() / 3).min(3),
    }
}

/// The candidates that a name is the first word of, in order, if it is long enough to say something: `unique` of
/// `unique_values`.
pub(crate) fn longer<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let goes_on = |candidate: &&str| candidate.strip_prefix(name).is_some_and(|rest| rest.starts_with('_'));
    let mut found: Vec<&str> = candidates.filter(|_| name.len() > 2).filter(goes_on).collect();
    found.sort_unstable();
    found
}

/// How many letters have to be added, removed, changed or swapped with their neighbour; another case costs nothing
/// beside another letter, so that `Sum` is closest to `sum`.
fn distance(a: &[char], b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let same = |x: char, y: char| x == y || x.eq_ignore_ascii_case(&y);
    let mut before = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, &x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, &y) in b.iter().enumerate() {
            let changed = row[j] + usize::from(!same(x, y));
            let mut cost = changed.min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && same(a[i - 1], y) && same(x, b[j - 1]) {
                let swapped: &Vec<usize> = &before;
                cost = cost.min(swapped[j - 1] + 1);
            }
            next.push(cost);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[test]
    fn close_names_are_found() {
        let names = ["sum", "mean", "reshape", "argmax", "x", "weights", "transpose"];
        for (name, expected) in [
            ("summ", Some("sum")),
            ("Sum", Some("sum")),
            ("maen", Some("mean")),
            ("reshpae", Some("reshape")),
            ("tranpose", Some("transpose")),
            ("wieghts", Some("weights")),
            ("y", None),
            ("sm", Some("sum")),
            ("su", Some("sum")),
            ("um", None),
            ("sx", None),
            ("tx", None),
            ("quite_else", None),
            ("zzz", None),
            ("argmaxima", Some("argmax")),
            ("meen", Some("mean")),
            ("arms", None),
            ("sun", Some("sum")),
            ("wait", None),
            ("meanig", Some("mean")),
        ] {
            assert_eq!(closest(name, names.into_iter()), expected, "{name}");
        }
    }
}
