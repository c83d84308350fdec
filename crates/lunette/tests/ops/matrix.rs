//! Identity, triangles, diagonals, grids of coordinates.

use lunette::prelude::*;
use lunette::{Result, meshgrid, meshgrid_ij};

use crate::grid::{Grid, arrangements, check, check_fresh, indices};

/// Diagonals inside, at the edge, and far outside.
const OFFSETS: [i64; 11] = [0, 1, -1, 2, -2, 3, -4, 100, -100, i64::MAX, i64::MIN];

const MATRICES: [&[usize]; 7] = [&[3, 3], &[2, 4], &[4, 2], &[1, 1], &[0, 0], &[3, 0], &[0, 2]];

/// Whether (row, column) lies on the diagonal, in a width that does not overflow.
fn distance(row: usize, column: usize, offset: i64) -> i128 {
    column as i128 - row as i128 - i128::from(offset)
}

#[test]
fn eye_and_tri_are_ones_on_and_below_a_diagonal() -> Result<()> {
    for shape in MATRICES {
        for offset in OFFSETS {
            let (rows, columns) = (shape[0], shape[1]);
            let eye = Tensor::<i32>::eye_with(rows, columns, offset)?;
            let tri = Tensor::<i32>::tri(rows, columns, offset)?;
            let name = format!("{shape:?} {offset}");
            check_fresh(&name, &eye, &Grid::build(shape, |i| i32::from(distance(i[0], i[1], offset) == 0)));
            check_fresh(&name, &tri, &Grid::build(shape, |i| i32::from(distance(i[0], i[1], offset) <= 0)));
        }
    }
    assert_eq!(Tensor::<bool>::eye(2)?, tensor![[true, false], [false, true]]);
    for dtype in DType::ALL {
        assert_eq!(DynTensor::eye_of(dtype, 2, 3, 1)?.get([1, 2])?, Scalar::from(1).cast(dtype));
    }
    Ok(())
}

#[test]
fn triangles_zero_the_other_side_of_the_last_two_axes() -> Result<()> {
    for shape in MATRICES.iter().copied().chain([&[2, 3, 3][..], &[2, 0, 3], &[2, 1, 3, 2]]) {
        for (name, x) in arrangements(shape) {
            let (whole, rank) = (Grid::of(&x), shape.len());
            for offset in OFFSETS {
                let place = |i: &[usize]| distance(i[rank - 2], i[rank - 1], offset);
                let lower = Grid::build(shape, |i| if place(i) <= 0 { whole.at(i) } else { 0 });
                let upper = Grid::build(shape, |i| if place(i) >= 0 { whole.at(i) } else { 0 });
                check_fresh(&format!("tril {name} {offset}"), &x.tril(offset)?, &lower);
                check_fresh(&format!("triu {name} {offset}"), &x.triu(offset)?, &upper);
            }
            check(&name, &x, &whole);
        }
    }
    assert!(
        tensor![1, 2].tril(0).unwrap_err().is_shape() && Tensor::scalar(1)?.triu(0).unwrap_err().is_shape()
    );
    Ok(())
}

#[test]
fn diag_makes_and_takes_diagonals() -> Result<()> {
    for (name, x) in [0, 1, 4].into_iter().flat_map(|len| arrangements(&[len])) {
        for offset in [0_i64, 1, -1, 3, -3] {
            let size = x.len() + offset.unsigned_abs() as usize;
            let values = x.to_vec()?;
            let on = |i: &[usize]| distance(i[0], i[1], offset) == 0;
            let expected = Grid::build(&[size, size], |i| if on(i) { values[i[0].min(i[1])] } else { 0 });
            let made = x.diag(offset)?;
            check_fresh(&format!("{name} {offset}"), &made, &expected);
            check_fresh(&format!("{name} {offset}"), &made.diag(offset)?, &Grid::of(&x));
        }
    }
    for shape in MATRICES {
        for (name, x) in arrangements(shape) {
            for offset in OFFSETS {
                let whole = Grid::of(&x);
                let on = indices(shape).into_iter().filter(|i| distance(i[0], i[1], offset) == 0);
                let values: Vec<i32> = on.map(|index| whole.at(&index)).collect();
                let expected = Grid { shape: vec![values.len()], values };
                check_fresh(&format!("diag {name} {offset}"), &x.diag(offset)?, &expected);
                let view = x.diagonal_of(offset, 0, 1)?;
                assert!(view.is_view());
                check(&format!("diagonal_of {name} {offset}"), &view, &expected);
            }
        }
    }
    assert!(Tensor::scalar(1)?.diag(0).is_err() && Tensor::<i32>::zeros([1, 1, 1])?.diag(0).is_err());
    Ok(())
}

#[test]
fn diagonals_of_any_two_axes_come_last() -> Result<()> {
    for (name, x) in arrangements(&[2, 3, 4]) {
        let whole = Grid::of(&x);
        let view = x.diagonal_of(1, -1, 0)?;
        // Axis 2 goes down, axis 0 goes right: entry k is [1 + k, .., k] with the roles exchanged.
        check(&name, &view, &Grid::build(&[3, 1], |i| whole.at(&[i[1] + 1, i[0], i[1]])));
        assert!(view.shares_memory(&x));
    }
    let x = Tensor::<i32>::zeros([3, 3])?;
    x.diagonal_of(-1, 0, 1)?.store(s![..], [1, 2])?;
    assert_eq!(x, tensor![[0, 0, 0], [1, 0, 0], [0, 2, 0]], "a diagonal writes through");
    assert!(x.diagonal_of(0, 1, -1).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn meshgrids_repeat_coordinates() -> Result<()> {
    let (a, b, c) = (tensor![1, 2, 3], tensor![10, 20], tensor![7]);
    let axes = [&a, &b, &c];
    let by_index = meshgrid_ij(&axes)?;
    let swapped = meshgrid(&axes)?;
    for (k, axis) in axes.iter().enumerate() {
        let values = axis.to_vec()?;
        check_fresh("meshgrid", &by_index[k], &Grid::build(&[3, 2, 1], |i| values[i[k]]));
        let place = [1, 0, 2][k];
        check_fresh("meshgrid", &swapped[k], &Grid::build(&[2, 3, 1], |i| values[i[place]]));
    }
    assert_eq!(meshgrid(&[&a])?[0], a);
    assert!(meshgrid::<i32>(&[])?.is_empty());
    assert_eq!(meshgrid_ij(&[&Tensor::scalar(5)?, &b])?[0], tensor![[5, 5]]);
    assert_eq!(meshgrid_ij(&[&a, &Tensor::zeros(0)?])?[0].shape(), [3, 0]);
    assert!(meshgrid(&[&tensor![[1]]]).unwrap_err().is_shape());
    Ok(())
}
