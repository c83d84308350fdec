//! Every operation of the tables on borrowed elements: none may keep what was lent to it, which would end the process.

use super::compute::reduction_table;
use super::lend::Show;
use crate::buffer::{View, ViewMut};
use crate::dtype::{Complex32, Element, f16};
use crate::error::Result;
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
