//! Every operation of the tables on borrowed elements: none may keep what was lent to it, which would end the process.

mod complete;

use super::compute::reduction_table;
use super::lend::Show;
use crate::buffer::{View, ViewMut};
use crate::dtype::{Complex32, Element, f16};
use crate::error::Result;
use crate::ops::close::Tolerance;
use crate::ops::finite::Substitutes;
use crate::ops::pad::Pad;
use crate::s;
use crate::tensor::elementwise::{binary_table, unary_table};
use crate::tensor::{Kind, Tensor};

/// Compared as text, in which NaN equals NaN.
fn agree<K: Kind>(name: &str, borrowed: Result<Tensor<K>>, owned: Result<Tensor<K>>) {
    match (borrowed, owned) {
        (Ok(borrowed), Ok(owned)) => assert_eq!(borrowed.to_string(), owned.to_string(), "{name}"),
        (Err(borrowed), Err(owned)) => assert_eq!(borrowed.to_string(), owned.to_string(), "{name}"),
        (borrowed, owned) => panic!("{name}: {borrowed:?} of a view, {owned:?} of a tensor"),
    }
}

macro_rules! binary_rows {
    ($view:ident $tensor:ident $($name:ident $into:ident $Op:ident -> $Out:ty, $what:literal, $example:literal;)*) => { $(
        agree(stringify!($name), $view.$name(&$view), $tensor.$name(&$tensor));
        agree(stringify!($name), $view.$name(&$tensor), $tensor.$name(&$view));
    )* };
}

macro_rules! unary_rows {
    ($view:ident $tensor:ident $($name:ident $into:ident $Op:ident -> $Out:ty, $what:literal, $example:literal;)*) => { $(
        agree(stringify!($name), $view.$name(), $tensor.$name());
    )* };
}

macro_rules! reduction_rows {
    ($view:ident $tensor:ident $axes:ident $($name:ident, $keepdims:ident($($arg:ident: $Arg:ty)?) -> $Out:ty, $call:literal => $result:literal;)*) => { $(
        $( let $arg: $Arg = 0.0; )?
        agree(stringify!($name), $view.$name($axes $(, $arg)?), $tensor.$name($axes $(, $arg)?));
        agree(stringify!($keepdims), $view.$keepdims($axes $(, $arg)?), $tensor.$keepdims($axes $(, $arg)?));
    )* };
}

fn check<T: Element>(data: &[T], shape: &[usize]) -> Result<()> {
    let view = View::from_slice(data, shape)?;
    let view = view.transpose();
    let tensor = view.to_tensor()?;
    binary_table! { binary_rows view tensor }
    unary_table! { unary_rows view tensor }
    // No axes at all is where a reduction has nothing to do.
    let (none, all): (&[i64], &[i64]) = (&[], &[0]);
    reduction_table! { reduction_rows view tensor none }
    reduction_table! { reduction_rows view tensor all }
    agree("matmul", view.matmul(&view.transpose()), tensor.matmul(&tensor.transpose()));
    Ok(())
}

#[test]
fn every_row_works_on_views_as_on_tensors() -> Result<()> {
    for (len, shape) in [(6, &[2, 3][..]), (1, &[1]), (1, &[]), (0, &[2, 0])] {
        check(&[true, false, true, true, false, false][..len], shape)?;
        check(&[1_u8, 2, 3, 4, 5, 200][..len], shape)?;
        check(&[1_i32, -2, 3, 0, 5, 6][..len], shape)?;
        check(&[1.5, -2.0, f64::NAN, 4.0, 0.0, f64::INFINITY][..len], shape)?;
        check(&[1.5, -2.0, 3.0, 4.0, 0.0, 0.25].map(f16::from_f32)[..len], shape)?;
        check(&[1.5, -2.0, 3.0, 4.0, 0.0, 0.25].map(|re| Complex32::new(re, 1.0))[..len], shape)?;
    }
    Ok(())
}

/// These may give back what they got, and where they do it lies in memory that was lent: were it not copied, the process
/// would end here.
#[test]
fn what_changes_nothing_is_copied_too() -> Result<()> {
    let data = [1, 2, 3, 4];
    let view = View::from_slice(&data, [2, 2])?;
    let none: [(usize, usize); 2] = [(0, 0), (0, 0)];
    let same = [
        view.rot90(0, [0, 1])?,
        view.roll(0, 0)?,
        view.tile([1, 1])?,
        view.repeat(1, 0)?,
        view.pad(&none, Pad::Edge)?,
        view.resize([2, 2])?,
        view.cast()?,
        view.try_cast()?,
        view.clip(.., ..)?,
        view.diff(0, 0)?,
        view.sort(0)?,
        view.round_to(0)?,
        view.load_orthogonal(s![..])?,
        view.delete(&[0_i64; 0][..], 0)?,
        view.average(&[0_i64; 0][..], None)?.cast()?,
        view.nan_to_num(Substitutes::default())?,
    ];
    for (row, same) in same.iter().enumerate() {
        assert_eq!(view, *same, "row {row}");
        same.fill(0)?; // memory of its own
    }
    assert_eq!(data, [1, 2, 3, 4]);
    Ok(())
}

#[test]
fn views_stand_where_a_second_tensor_does() -> Result<()> {
    let (data, mut other) = ([4.0, 1.0, 1.0, 3.0], [1.0, 2.0]);
    let view = View::from_slice(&data, [2, 2])?;
    let written = ViewMut::from_slice_mut(&mut other, [2])?;
    let (x, y) = (view.to_tensor()?, written.to_tensor()?);
    let tolerance = Tolerance::default();
    assert_eq!(x.vecdot(&view, 1)?, view.vecdot(&x, 1)?);
    assert_eq!(view.outer(&written).unwrap_err().to_string(), x.outer(&y).unwrap_err().to_string());
    assert_eq!(written.kron(&written)?, y.kron(&y)?);
    assert_eq!(written.union1d(&x.read()?)?, y.union1d(&view)?);
    assert!(x.isclose(&view, tolerance)?.all_true()? && view.allclose(&x.read()?, tolerance)?);
    assert!(x.array_equal(&view)? && !x.array_equiv(&written)?);
    #[cfg(feature = "linalg")]
    assert_eq!(view.solve(&written)?, x.solve(&y)?);
    Ok(())
}

#[test]
fn results_that_lie_in_lent_memory_are_copied() -> Result<()> {
    let data = [1, 2, 3, 4, 5, 6];
    let view = View::from_slice(&data, [2, 3])?;
    let same = view.lent(|x| Ok(x.clone()))?;
    let (turned, other) = view.lent(|x| Ok((x.transpose(), x.add(1)?)))?;
    assert!(view == same && view.transpose() == turned && view.add(1)? == other);
    assert!(!same.flags().writable || same.fill(0).is_ok());
    assert_eq!(data, [1, 2, 3, 4, 5, 6]);
    Ok(())
}

#[test]
fn equality_is_that_of_tensors() -> Result<()> {
    let (data, mut same) = ([1.0, 2.0, 3.0, 4.0], [1.0, 3.0, 2.0, 4.0]);
    let view = View::from_slice(&data, [2, 2])?;
    let written = ViewMut::from_slice_mut(&mut same, [2, 2])?;
    let tensor = view.to_tensor()?;
    assert_eq!(view.transpose(), written);
    assert_eq!(written, view.transpose());
    assert_ne!(view, written);
    assert_eq!(tensor.read()?, view);
    assert_eq!(view, tensor);
    assert_eq!(tensor.write()?, view);
    assert_ne!(view, View::from_slice(&data, [4])?);
    assert_ne!(View::from_slice(&[f64::NAN], [1])?, View::from_slice(&[f64::NAN], [1])?);
    Ok(())
}

#[test]
fn operators_take_views_on_both_sides() -> Result<()> {
    let data = [1.0_f64, 2.0, 3.0, 4.0];
    let view = View::from_slice(&data, [2, 2])?;
    let tensor = view.to_tensor()?;
    let guard = tensor.read()?;
    assert_eq!(&view + &guard, &tensor + &tensor);
    assert_eq!(&tensor - &view, &view - &tensor);
    assert_eq!(&guard * 2.0, 2.0 * &view);
    assert_eq!(-&view, -&tensor);
    assert_eq!(tensor.copy()? / &view, tensor.divide(&tensor)?);
    let mut sum = tensor.copy()?;
    sum += &view;
    assert_eq!(sum, 2.0 * &tensor);
    Ok(())
}
