//! Random expressions over three tensors, most of them well-typed and in range.

use crate::splitmix::Rng;

/// Three tensors, and an expression of them.
pub struct Sample {
    /// `let x = …`, one line for each tensor.
    pub tensors: String,
    /// The expression.
    pub expr: String,
}

/// An expression with the sizes that it should have; none where they are not followed up.
struct Piece {
    text: String,
    sizes: Option<Vec<usize>>,
}

const DTYPES: &[&str] = &[
    "i32",
    "i32",
    "f64",
    "f64",
    "bool",
    "i8",
    "i64",
    "u8",
    "u32",
    "f16",
    "bf16",
    "f32",
    "complex64",
    "complex128",
];
const NAMES: [&str; 3] = ["x", "y", "z"];

impl Sample {
    /// A sample of this seed.
    pub fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let mut tensors = String::new();
        let mut pieces = Vec::new();
        let common: Vec<usize> = (0..4).map(|_| size(&mut rng)).collect();
        for name in NAMES {
            let sizes = sizes(&mut rng, &common);
            let dtype = DTYPES[rng.below(DTYPES.len())];
            let count: usize = sizes.iter().product();
            let value = match sizes.as_slice() {
                [] => format!("cast<{dtype}>({})", rng.below(5)),
                _ => format!("cast<{dtype}>(arange({count}) % 7).reshape({})", tuple(&sizes)),
            };
            tensors += &format!("let {name} = {value}\n");
            pieces.push(Piece { text: name.to_owned(), sizes: Some(sizes) });
        }
        let expr = expr(&mut rng, &pieces, 3).text;
        Self { tensors, expr }
    }
}

fn size(rng: &mut Rng) -> usize {
    [0, 1, 1, 2, 2, 3, 3, 4][rng.below(8)]
}

/// Sizes that often broadcast with others made from the same ones.
fn sizes(rng: &mut Rng, common: &[usize]) -> Vec<usize> {
    let rank = [0, 1, 1, 2, 2, 2, 3, 3, 4][rng.below(9)];
    let sizes = &common[common.len() - rank..];
    sizes.iter().map(|&size| if rng.below(5) == 0 { 1 } else { size }).collect()
}

fn tuple(numbers: &[usize]) -> String {
    let list: Vec<String> = numbers.iter().map(usize::to_string).collect();
    format!("({},)", list.join(", "))
}

fn expr(rng: &mut Rng, leaves: &[Piece], depth: usize) -> Piece {
    if depth == 0 || rng.below(8) == 0 {
        let leaf = &leaves[rng.below(leaves.len())];
        return Piece { text: leaf.text.clone(), sizes: leaf.sizes.clone() };
    }
    let inner = expr(rng, leaves, depth - 1);
    match rng.below(10) {
        0..4 => indexed(rng, inner),
        4..7 => {
            let other = expr(rng, leaves, depth - 1);
            binary(rng, inner, other)
        }
        7 => unary(rng, inner),
        8 => reduced(rng, inner),
        _ => reshaped(rng, inner),
    }
}

fn binary(rng: &mut Rng, left: Piece, right: Piece) -> Piece {
    let op = ["+", "+", "-", "*", "*", "/", "==", "<", "&", "|"][rng.below(10)];
    if rng.below(4) == 0 {
        let number = ["1", "2.5", "300", "1i8", "0.5f", "2j", "true", "(1 + 2)"][rng.below(8)];
        let text = if rng.below(2) == 0 {
            format!("({} {op} {number})", left.text)
        } else {
            format!("({number} {op} {})", left.text)
        };
        return Piece { text, ..left };
    }
    let sizes = match (&left.sizes, &right.sizes) {
        (Some(a), Some(b)) => broadcast(a, b),
        _ => None,
    };
    Piece { text: format!("({} {op} {})", left.text, right.text), sizes }
}

fn broadcast(a: &[usize], b: &[usize]) -> Option<Vec<usize>> {
    let rank = a.len().max(b.len());
    let size = |sizes: &[usize], axis: usize| (axis + sizes.len()).checked_sub(rank).map_or(1, |k| sizes[k]);
    let one = |axis| match (size(a, axis), size(b, axis)) {
        (l, r) if l == r => Some(l),
        (1, other) | (other, 1) => Some(other),
        _ => None,
    };
    (0..rank).map(one).collect()
}

fn unary(rng: &mut Rng, piece: Piece) -> Piece {
    let name = ["abs", "sqrt", "exp", "floor", "square", "isnan", "negative", "sign"][rng.below(8)];
    Piece { text: format!("{name}({})", piece.text), ..piece }
}

fn reduced(rng: &mut Rng, piece: Piece) -> Piece {
    let name = ["sum", "prod", "mean", "max", "any", "all", "argmax", "cumulative_sum"][rng.below(8)];
    let rank = piece.sizes.as_ref().map_or(1, Vec::len);
    if rank == 0 || rng.below(4) == 0 {
        return Piece { text: format!("{name}({})", piece.text), sizes: None };
    }
    let axis = rng.below(rank + rank) as i64 - rank as i64;
    let keep = rng.below(3) == 0 && name != "cumulative_sum";
    let text =
        format!("{name}({}, axis = {axis}{})", piece.text, if keep { ", keepdims = true" } else { "" });
    let sizes = piece.sizes.filter(|_| name != "cumulative_sum").map(|mut sizes| {
        let axis = axis.rem_euclid(rank as i64) as usize;
        if keep {
            sizes[axis] = 1;
        } else {
            sizes.remove(axis);
        }
        sizes
    });
    Piece { text, sizes }
}

fn reshaped(rng: &mut Rng, piece: Piece) -> Piece {
    let rank = piece.sizes.as_ref().map_or(1, Vec::len);
    match rng.below(6) {
        0 => Piece {
            text: format!("transpose({})", piece.text),
            sizes: piece.sizes.map(|s| s.into_iter().rev().collect()),
        },
        1 => {
            let count = piece.sizes.map(|sizes| sizes.iter().product());
            Piece { text: format!("ravel({})", piece.text), sizes: count.map(|count| vec![count]) }
        }
        2 => Piece { text: format!("expand_dims({}, {})", piece.text, rng.below(rank + 1)), sizes: None },
        3 => Piece {
            text: format!("concat(({0}, {0}), axis = {1})", piece.text, rng.below(rank.max(1))),
            sizes: None,
        },
        4 => Piece {
            text: format!("stack(({0}, {0}), axis = {1})", piece.text, rng.below(rank + 1)),
            sizes: None,
        },
        _ => Piece { text: format!("({0} @ transpose({0}))", piece.text), sizes: None },
    }
}

/// A part of a piece: mostly items in range, a few that are not.
fn indexed(rng: &mut Rng, piece: Piece) -> Piece {
    let Some(sizes) = &piece.sizes else {
        let text = format!("{}[{}]", piece.text, ["Fill", "NewAxis", "NewAxis, Fill"][rng.below(3)]);
        return Piece { text, sizes: None };
    };
    let mut items = Vec::new();
    let (mut result, mut known) = (Vec::new(), true);
    let mut axis = 0;
    while axis < sizes.len() && rng.below(6) > 0 {
        if rng.below(8) == 0 {
            items.push("NewAxis".to_owned());
            result.push(1);
            continue;
        }
        let (item, taken) = item(rng, sizes[axis]);
        items.push(item);
        match taken {
            Taken::One => {}
            Taken::Some(size) => result.push(size),
            Taken::Unknown => known = false,
        }
        axis += 1;
    }
    if items.is_empty() || rng.below(8) == 0 {
        items.push("Fill".to_owned());
    }
    result.extend(&sizes[axis..]);
    Piece { text: format!("{}[{}]", piece.text, items.join(", ")), sizes: known.then_some(result) }
}

/// What an item leaves of its axis.
enum Taken {
    One,
    Some(usize),
    Unknown,
}

fn item(rng: &mut Rng, len: usize) -> (String, Taken) {
    let n = len as i64;
    // Now and then one that is outside.
    let reach = if rng.below(25) == 0 { n + 2 } else { n };
    let entry = |rng: &mut Rng| rng.below((2 * reach).max(1) as usize) as i64 - reach;
    match rng.below(14) {
        0..3 if n > 0 => (entry(rng).to_string(), Taken::One),
        3 => ([":", "*", "...", ".."][rng.below(4)].to_owned(), Taken::Some(len)),
        4 => ("::-1".to_owned(), Taken::Some(len)),
        5 => ("{..., -2}".to_owned(), Taken::Some(len.div_ceil(2))),
        6 => ("::2".to_owned(), Taken::Some(len.div_ceil(2))),
        7..10 => {
            let (a, b) = (rng.below(reach as usize + 1), rng.below(reach as usize + 1));
            let dots = [":", "..."][rng.below(2)];
            let one = dots == "..." && a == b;
            (format!("{a}{dots}{b}"), if one { Taken::Unknown } else { Taken::Some(b.saturating_sub(a)) })
        }
        10 if n > 0 => {
            let (a, b) = (rng.below(len), rng.below(reach as usize));
            (format!("{a}..{b}"), Taken::Some((b + 1).saturating_sub(a)))
        }
        11 if n > 0 => (format!("[{}, {}]", entry(rng), entry(rng)), Taken::Unknown),
        12 if n > 0 => {
            let bits: Vec<&str> = (0..len).map(|_| ["true", "false"][rng.below(2)]).collect();
            (format!("[{}]", bits.join(", ")), Taken::Unknown)
        }
        _ => (":".to_owned(), Taken::Some(len)),
    }
}
