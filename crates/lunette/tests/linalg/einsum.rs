//! `einsum` against loops over every index of every letter.

use lunette::prelude::*;
use lunette::{ErrorKind, Result};

use super::oracle::{Rng, add, indices, mul};

/// The sum by its definition; letters only.
fn oracle(inputs: &[&str], output: &str, operands: &[&DynTensor]) -> Result<DynTensor> {
    let mut letters: Vec<char> = inputs.concat().chars().collect();
    letters.sort_unstable();
    letters.dedup();
    let size = |letter: char| {
        let sizes = inputs.iter().zip(operands);
        let sizes = sizes.flat_map(|(text, x)| text.chars().zip(x.shape()).filter(|(l, _)| *l == letter));
        sizes.map(|(_, &size)| size).find(|&size| size != 1).unwrap_or(1)
    };
    let shape: Vec<usize> = output.chars().map(size).collect();
    let result = DynTensor::zeros_of(operands[0].dtype(), &shape)?;
    let all: Vec<usize> = letters.iter().map(|&letter| size(letter)).collect();
    for index in indices(&all) {
        let at = |letter: char| index[letters.iter().position(|&other| other == letter).unwrap()];
        let mut product = Scalar::from(true).cast(result.dtype());
        for (text, x) in inputs.iter().zip(operands) {
            let place = text.chars().zip(x.shape()).map(|(letter, &n)| if n == 1 { 0 } else { at(letter) });
            product = mul(product, x.get(place.collect::<Vec<_>>())?);
        }
        let place: Vec<usize> = output.chars().map(at).collect();
        result.set(&place, add(result.get(&place)?, product))?;
    }
    Ok(result)
}

fn check(text: &str, shapes: &[&[usize]], dtype: DType, seed: u64) -> Result<()> {
    let mut rng = Rng::new(seed);
    let operands: Vec<DynTensor> = shapes.iter().map(|shape| rng.tensor(dtype, shape)).collect();
    let operands: Vec<&DynTensor> = operands.iter().collect();
    let (inputs, output) = text.split_once("->").unwrap();
    let expected = oracle(&inputs.split(',').collect::<Vec<_>>(), output, &operands)?;
    let found = einsum(text, &operands)?;
    assert_eq!(found, expected, "{text}, seed {seed}");
    assert!(found.flags().c_contiguous, "{text}");
    assert!(operands.iter().all(|x| !x.shares_memory(&found)), "{text}");
    Ok(())
}

const TEXTS: &[(&str, &[&[usize]])] = &[
    ("ab,ba->", &[&[3, 4], &[4, 3]]),
    ("aab,bc->ac", &[&[3, 3, 4], &[4, 5]]),
    ("ab,ab,c->c", &[&[3, 4], &[3, 4], &[5]]),
    ("abcd,cdef->feba", &[&[2, 3, 4, 2], &[4, 2, 3, 2]]),
    ("bca,cdb,dbf,afc->", &[&[2, 3, 4], &[3, 5, 2], &[5, 2, 3], &[4, 3, 3]]),
    ("ab,cd,ef->acdf", &[&[2, 3], &[3, 2], &[4, 2]]),
    ("ab->ba", &[&[3, 4]]),
    ("ab->ab", &[&[3, 4]]),
    ("aa->a", &[&[5, 5]]),
    ("aaa->", &[&[3, 3, 3]]),
    ("ab->", &[&[3, 4]]),
    ("abab->ba", &[&[3, 2, 3, 2]]),
    ("ab,ab->ab", &[&[3, 4], &[3, 4]]),
    ("ab,ab->ba", &[&[3, 4], &[3, 4]]),
    ("ab,b->a", &[&[3, 4], &[4]]),
    ("a,b->ba", &[&[3], &[4]]),
    ("abc,acd->abd", &[&[2, 3, 4], &[2, 4, 5]]),
    ("abc,cd->abd", &[&[2, 3, 4], &[4, 5]]),
    ("ab,bc,cd,de->ae", &[&[2, 6], &[6, 3], &[3, 5], &[5, 2]]),
    (
        "ab,bc,cd,de,ef,fg,gh,hi,ij->aj",
        &[&[2, 2], &[2, 2], &[2, 2], &[2, 3], &[3, 2], &[2, 1], &[1, 2], &[2, 2], &[2, 2]],
    ),
    (",a->a", &[&[], &[3]]),
    ("ab,bc->ac", &[&[0, 4], &[4, 3]]),
    ("ab,bc->ac", &[&[3, 0], &[0, 2]]),
    ("ab,bc->ac", &[&[3, 1], &[4, 2]]),
];

#[test]
fn t21_shapes_that_must_work() -> Result<()> {
    for (k, (text, shapes)) in TEXTS.iter().enumerate() {
        for dtype in [DType::F64, DType::I32, DType::I8, DType::Complex64] {
            for seed in 0..4 {
                check(text, shapes, dtype, seed + 100 * k as u64)?;
            }
        }
    }
    Ok(())
}

#[test]
fn open_results_and_ellipses() -> Result<()> {
    let mut rng = Rng::new(5);
    let x = rng.tensor(DType::F64, &[2, 3, 4]);
    let y = rng.tensor(DType::F64, &[4, 5]);
    assert_eq!(einsum("...ij,jk", &[&x, &y])?, x.matmul(&y)?);
    assert_eq!(einsum(" ... i j , j k -> ... k i", &[&x, &y])?, x.matmul(&y)?.matrix_transpose()?);
    assert_eq!(einsum("ba", &[&y])?, y.transpose());
    assert_eq!(einsum("i...->...", &[&x])?, einsum("ijk->jk", &[&x])?);
    assert_eq!(einsum("...->...", &[&x])?, x);
    assert_eq!(
        einsum("...,...->...", &[&x, &y.view(s![.., 0])?])?,
        einsum("ijk,k->ijk", &[&x, &y.view(s![.., 0])?])?
    );
    assert_eq!(einsum("i...->", &[&y])?, einsum("ij->", &[&y])?);
    let halves = x.cast_to(DType::F16)?;
    assert_eq!(einsum("ijk->", &[&halves])?.dtype(), DType::F16);
    let bools = tensor![[true, false], [false, false]];
    assert_eq!(einsum("ij->i", &[&bools])?, tensor![true, false]);
    Ok(())
}

#[test]
fn mistakes_have_words() -> Result<()> {
    let x = Tensor::<f64>::zeros([2, 3])?;
    let row = Tensor::<f64>::ones([1, 3])?;
    assert_eq!(
        einsum("aa", &[&row]).unwrap_err().to_string(),
        "einsum: `a` is an axis of size 1 in operand 0 and of size 3 in operand 0: they must be equal"
    );
    let error = einsum("ab,bc", &[&x, &x]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "einsum: `b` is an axis of size 3 in operand 0 and of size 2 in operand 1: they must be equal, or one of \
         them 1"
    );
    assert!(error.is_shape());
    for text in ["ab->c", "ab->aa", "abc", "a", "a1", "ab->ab->", "......", "ab,ab", "->", "", "a.b", "ab-"] {
        assert!(einsum(text, &[&x]).is_err(), "{text}");
    }
    assert!(matches!(einsum::<f64>("", &[]).unwrap_err().kind(), ErrorKind::Argument { .. }));
    Ok(())
}
