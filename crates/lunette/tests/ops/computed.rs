//! What borrowed views compute, beside what tensors of the same elements compute.

use lunette::prelude::*;
use lunette::{Result, bf16};

use crate::grid::{SHAPES, arrangements};

/// Checks that a reduction of a view and of a tensor agree, along all axes, along none, and along each.
macro_rules! check_reductions {
    ($name:expr, $x:expr, $($reduction:ident, $keepdims:ident ($($arg:expr)?);)*) => {{
        let (name, x) = ($name, $x);
        let guard = x.read()?;
        let view = guard.as_view();
        let mut lists: Vec<Vec<i64>> = vec![(0..x.rank() as i64).collect(), Vec::new()];
        lists.extend((0..x.rank() as i64).map(|axis| vec![axis]));
        for axes in lists {
            $(
                let (found, expected) =
                    (view.$reduction(axes.clone() $(, $arg)?), x.$reduction(axes.clone() $(, $arg)?));
                match (found, expected) {
                    (Ok(found), Ok(expected)) => {
                        assert_eq!(text(&found), text(&expected), "{} of {name} along {axes:?}", stringify!($reduction));
                        let kept = view.$keepdims(axes.clone() $(, $arg)?)?;
                        assert_eq!(text(&kept), text(&x.$keepdims(axes.clone() $(, $arg)?)?), "{name}");
                        // The result outlives what was borrowed, and can be written.
                        if !kept.is_empty() {
                            kept.put(&tensor![0], kept.value()?)?;
                        }
                    }
                    (found, expected) => {
                        assert_eq!(found.unwrap_err().to_string(), expected.unwrap_err().to_string(), "{name}");
                    }
                }
            )*
        }
    }};
}

/// NaN equals NaN here.
fn text<K: Kind>(x: &Tensor<K>) -> String {
    format!("{} {:?} {x:?}", x.dtype(), x.shape())
}

fn check_all<T: Element>(name: &str, x: &Tensor<T>) -> Result<()> {
    check_reductions! { name, x,
        sum, sum_keepdims();
        prod, prod_keepdims();
        mean, mean_keepdims();
        var, var_keepdims(1.0);
        std, std_keepdims(0.0);
        min, min_keepdims();
        max, max_keepdims();
        ptp, ptp_keepdims();
        argmin, argmin_keepdims();
        argmax, argmax_keepdims();
        all, all_keepdims();
        any, any_keepdims();
        count_nonzero, count_nonzero_keepdims();
    }
    Ok(())
}

#[test]
fn views_reduce_as_tensors_do() -> Result<()> {
    for (name, x) in SHAPES.iter().flat_map(|shape| arrangements(shape)) {
        check_all(&name, &x)?;
        check_all(&name, &x.transpose())?;
        check_all(&name, &x.cast::<f64>()?.transpose())?;
        check_all(&name, &x.cast::<bool>()?)?;
        check_all(&name, &x.cast::<bf16>()?.flip(..)?)?;
        check_all(&name, &x.cast::<lunette::Complex32>()?)?;
    }
    Ok(())
}

#[test]
fn views_of_slices_compute_without_a_tensor() -> Result<()> {
    let data: Vec<f64> = (0..1_000_000).map(|k| f64::from(k % 1000) - 499.5).collect();
    let view = View::from_slice(&data, [1000, 1000])?;
    let x = view.to_tensor()?;
    assert_eq!(view.sum(0)?, x.sum(0)?);
    assert_eq!(view.transpose().argmax(0)?, x.transpose().argmax(0)?);
    assert_eq!(view.view(s![(.., -3), (1.., 2)])?.exp()?, x.view(s![(.., -3), (1.., 2)])?.exp()?);
    assert_eq!(view.matmul(&view.transpose())?, x.matmul(&x.transpose())?);
    let nothing: View<'_, f64> = View::from_slice(&[], [0, 3])?;
    assert_eq!(nothing.sum(0)?, tensor![0.0, 0.0, 0.0]);
    assert_eq!(nothing.add(1.0)?.shape(), [0, 3]);
    assert!(nothing.min(..).is_err());
    Ok(())
}

#[test]
fn views_stand_beside_views_tensors_and_numbers() -> Result<()> {
    let (small, large) = ([1_i32, 2, 3], [10.0_f64, 20.0]);
    let (row, column) = (View::from_slice(&small, [3])?, View::from_slice(&large, [2, 1])?);
    let sums = tensor![[11.0, 12.0, 13.0], [21.0, 22.0, 23.0]];
    assert_eq!(row.add(&column)?, sums);
    assert_eq!(column.add(&row)?, sums);
    assert_eq!(column.add(&tensor![1, 2, 3])?, sums);
    assert_eq!(column.add(tensor![1_u8, 2, 3])?, sums);
    assert_eq!(row.multiply(3)?, tensor![3, 6, 9]);
    assert_eq!(row.less(&row.flip(0)?)?, tensor![true, false, false]);
    assert_eq!(row.add(&row.to_tensor()?.into_dyn())?, tensor![2, 4, 6].into_dyn());
    let (text, same) =
        (row.add(&View::from_slice(&small, [3])?.view(s![..2])?), tensor![1, 2, 3].add(&tensor![1, 2]));
    assert_eq!(text.unwrap_err().to_string(), same.unwrap_err().to_string());
    assert_eq!(View::from_slice(&[true, false], [2])?.logical_not()?, tensor![false, true]);
    Ok(())
}

/// A guard reads memory that others may read, and stands beside the tensor it came from.
#[test]
fn guards_compute_beside_their_own_tensors() -> Result<()> {
    let x = tensor![[1, 2], [3, 4]];
    let guard = x.read()?;
    assert_eq!(guard.as_view().add(&x)?, tensor![[2, 4], [6, 8]]);
    assert_eq!((guard.sum(..)?.item()?, guard.max(0)?), (10_i64, tensor![3, 4]));
    drop(guard);
    let mut guard = x.write()?;
    assert!(guard.as_view().add(&x).unwrap_err().is_busy());
    guard.map_in_place(|v| v + 1);
    assert_eq!(guard.sum(1)?, tensor![5_i64, 9]);
    Ok(())
}

/// Elements between those of a view may be somebody else's, who writes them meanwhile.
#[test]
fn columns_are_summed_while_others_are_written() -> Result<()> {
    let mut data = vec![1_i64; 400 * 400];
    let matrix = ViewMut::from_slice_mut(&mut data, [400, 400])?;
    let (left, mut right) = matrix.into_split_at(1, 200)?;
    std::thread::scope(|scope| {
        let writer = scope.spawn(move || (0..50).for_each(|k| right.map_in_place(|v| v + k)));
        for _ in 0..50 {
            assert_eq!(left.sum(..).unwrap().item().unwrap(), 80_000);
            assert_eq!(left.as_view().add(1).unwrap().max(..).unwrap().item().unwrap(), 2);
        }
        writer.join().unwrap();
    });
    Ok(())
}

#[test]
fn closures_see_every_element_once() -> Result<()> {
    for (name, x) in SHAPES.iter().flat_map(|shape| arrangements(shape)) {
        let guard = x.read()?;
        let view = guard.as_view();
        assert_eq!(view.map(|v| f64::from(v) / 2.0)?, x.cast::<f64>()?.divide(2.0)?, "{name}");
        assert_eq!(view.fold(0, |sum, v| sum + i64::from(v)), x.sum(..)?.item()?, "{name}");
        assert_eq!(view.zip_with(&view.flip(..)?, |a, b| a - b)?, x.subtract(&x.flip(..)?)?, "{name}");
        drop(guard);
        let (y, doubled) = (x.copy()?, x.add(&x)?);
        y.write()?.zip_mut_with(&x.read()?.as_view(), |a, b| *a += b)?;
        assert_eq!(y, doubled, "{name}");
    }
    Ok(())
}

#[test]
fn what_is_zipped_into_a_view_is_stretched() -> Result<()> {
    let mut data = [1, 2, 3, 4, 5, 6];
    let mut view = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    let mut turned = view.transpose_mut();
    turned.zip_mut_with(&View::from_slice(&[0.5, 2.0], [2])?, |a, b| *a = (f64::from(*a) * b) as i32)?;
    assert_eq!(view.to_vec(), [0, 1, 1, 8, 10, 12]);
    let error = view.zip_mut_with(&View::from_slice(&[1, 2], [2])?, |_, _: &i32| unreachable!()).unwrap_err();
    assert!(error.is_shape() && error.to_string().starts_with("zip_mut_with"), "{error}");
    Ok(())
}
