//! Closures over lanes, beside loops over every index.

use lunette::Result;
use lunette::prelude::*;

use crate::grid::{Grid, SHAPES, arrangements, check};

#[test]
fn axes_are_mapped_and_folded_lane_by_lane() -> Result<()> {
    for (name, x) in SHAPES.iter().copied().flat_map(arrangements) {
        let whole = Grid::of(&x);
        for axis in 0..x.rank() {
            let off_axis = [&whole.shape[..axis], &whole.shape[axis + 1..]].concat();
            let expected = Grid::build(&off_axis, |index| {
                let at = |k| whole.at(&[&index[..axis], &[k], &index[axis..]].concat());
                (0..whole.shape[axis]).fold(7, |sum, k| 3 * sum + at(k))
            });
            let folded = x.fold_axis(axis as i64, 7, |sum, v| 3 * sum + v)?;
            let mapped =
                x.map_axis(axis as i64 - x.rank() as i64, |lane| lane.fold(7, |sum, v| 3 * sum + v))?;
            check(&name, &folded, &expected);
            check(&name, &mapped, &expected);
        }
    }
    Ok(())
}

#[test]
fn an_axis_that_is_not_there_is_named() {
    let x = tensor![[1, 2], [3, 4]];
    let error = x.map_axis(2, |lane| lane.len() as i64).unwrap_err();
    assert!(error.to_string().starts_with("map_axis: "), "{error}");
    assert!(Tensor::scalar(1).unwrap().fold_axis(0, 0, |a, b| a + b).is_err());
}

#[test]
fn elements_are_changed_beside_those_of_another_tensor() -> Result<()> {
    let x = tensor![[1, 2, 3], [4, 5, 6]];
    x.transpose().zip_mut_with(&tensor![10.0, 20.0], |v, w| *v += *w as i32)?;
    assert_eq!(x, tensor![[11, 12, 13], [24, 25, 26]]);
    assert!(x.zip_mut_with(&x.view(s![0])?, |v, w| *v += w).unwrap_err().is_busy());
    assert!(x.zip_mut_with(&tensor![1, 2], |v, w| *v += w).unwrap_err().is_shape());
    assert_eq!(x, tensor![[11, 12, 13], [24, 25, 26]]);
    Ok(())
}
