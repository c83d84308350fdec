//! Reductions to plain numbers, of tensors, expressions, views and guards.

use lunette::prelude::*;
use lunette::{Complex64, Error, Result};

#[test]
fn they_are_the_reductions_of_all_axes() -> Result<()> {
    let x = tensor![[3_i32, -1, 4], [1, 5, -9]];
    assert_eq!((x.sum_all()?, x.prod_all()?), (3_i64, 540_i64));
    assert_eq!((x.mean_all()?, x.median_all()?), (0.5, 2.0));
    assert_eq!(x.var_all(1.0)?, x.var(.., 1.0)?.item()?);
    assert_eq!(x.std_all(0.0)?, x.std(.., 0.0)?.item()?);
    assert_eq!((x.min_all()?, x.max_all()?, x.ptp_all()?), (-9, 5, 14));
    assert_eq!((x.argmin_all()?, x.argmax_all()?), (5, 4));
    assert_eq!((x.transpose().argmin_all()?, x.count_true()?), (5, 6));
    assert!(x.all_true()? && !x.greater(5)?.any_true()?);
    assert_eq!(
        tensor![Complex64::new(1.0, 2.0), Complex64::new(0.0, 1.0)].sum_all()?,
        Complex64::new(1.0, 3.0)
    );
    assert_eq!(tensor![true, false, true].sum_all()?, 2);
    Ok(())
}

#[test]
fn every_holder_of_elements_has_them() -> Result<()> {
    let x = tensor![[1.0_f64, 2.0], [3.0, 6.0]];
    let mut data = [1.0_f64, 2.0, 3.0, 6.0];
    assert_eq!((x.lazy() * 2.0).sum_all()?, 24.0);
    assert_eq!((x.lazy() - 3.0).abs().argmin_all()?, 2);
    assert!(!x.lazy().greater(1.0).all_true()?);
    assert_eq!(x.read()?.mean_all()?, 3.0);
    assert_eq!(x.write()?.max_all()?, 6.0);
    assert_eq!(View::from_slice(&data, [2, 2])?.diagonal()?.sum_all()?, 7.0);
    assert_eq!(ViewMut::from_slice_mut(&mut data, [4])?.std_all(0.0)?, x.std_all(0.0)?);
    let rows: Result<Vec<f64>> = x.read()?.axis_iter(0)?.map(|row| row.mean_all()).collect();
    assert_eq!(rows?, [1.5, 4.5]);
    Ok(())
}

#[test]
fn dtypes_known_at_run_time_give_scalars() -> Result<()> {
    let x = tensor![1_u8, 2, 3].into_dyn();
    assert_eq!((x.sum_all()?, x.max_all()?), (Scalar::U64(6), Scalar::U8(3)));
    assert_eq!((x.mean_all()?, x.argmax_all()?, x.any_true()?), (Scalar::F64(2.0), 2, true));
    Ok(())
}

#[test]
fn nothing_at_all() -> Result<()> {
    let empty = Tensor::<f64>::zeros([0, 3])?;
    assert_eq!((empty.sum_all()?, empty.prod_all()?, empty.count_true()?), (0.0, 1.0, 0));
    assert!(empty.mean_all()?.is_nan() && empty.std_all(0.0)?.is_nan() && empty.median_all()?.is_nan());
    assert!(empty.all_true()? && !empty.any_true()?);
    Ok(())
}

#[test]
fn errors_name_the_method_that_was_called() -> Result<()> {
    let names =
        |error: Error, name: &str| assert!(error.to_string().starts_with(&format!("{name}: ")), "{error}");
    let (empty, complex) = (Tensor::<f64>::zeros([0, 3])?, tensor![Complex64::new(1.0, 2.0)]);
    names(empty.min_all().unwrap_err(), "min_all");
    names(empty.argmax_all().unwrap_err(), "argmax_all");
    names(empty.lazy().max_all().unwrap_err(), "max_all");
    names(complex.max_all().unwrap_err(), "max_all");
    names(complex.median_all().unwrap_err(), "median_all");
    names(tensor![true].ptp_all().unwrap_err(), "ptp_all");
    names(View::from_slice(&[0_i32; 0], [0])?.min_all().unwrap_err(), "min_all");
    let x = tensor![1.0];
    let guard = x.write()?;
    names(x.sum_all().unwrap_err(), "sum_all");
    drop(guard);
    Ok(())
}
