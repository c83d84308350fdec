//! What programs write every day: `+=` on rows, scalars on the left, comparisons either way, conversions, `Default`.

use std::error::Error as _;

use lunette::buffer::Iter;
use lunette::layout::Dims;
use lunette::prelude::*;
use lunette::{Lazy, ReadGuard, Result, WriteGuard};
use rayon::prelude::*;

use crate::grid::{SHAPES, arrangements};

#[test]
fn rows_are_written_over_where_they_are() -> Result<()> {
    let mut data = [1, 2, 3, 4, 5, 6];
    let mut v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    let bias = tensor![10, 20, 30];
    for mut row in v.axis_iter_mut(0)? {
        row += &bias;
    }
    v *= 2; // a scalar
    v -= &View::from_slice(&[2, 4], [2, 1])?; // stretched
    let mut column = v.view_mut(s![.., (.., 2)])?; // elements with others in between
    column += &tensor![100, 0];
    column <<= 1;
    assert_eq!(data, [240, 42, 128, 248, 46, 136]);
    Ok(())
}

#[test]
fn operators_that_assign_agree_with_those_of_tensors() -> Result<()> {
    for (name, x) in SHAPES.iter().copied().flat_map(arrangements) {
        if !x.is_writable() {
            continue;
        }
        let expected = (&x.copy()? * 3 - &x.copy()?) ^ 5;
        let right = x.copy()?;
        {
            let mut guard = x.write()?;
            guard *= 3;
            guard -= &right;
            let mut view = guard.as_view_mut();
            view ^= 5;
        }
        assert_eq!(x, expected, "{name}");
    }
    Ok(())
}

#[test]
fn what_cannot_be_written_over_says_why() -> Result<()> {
    let words = |work: fn()| *std::panic::catch_unwind(work).unwrap_err().downcast::<String>().unwrap();
    let said = words(|| {
        let mut data = [1, 2];
        let mut v = ViewMut::from_slice_mut(&mut data, [2]).unwrap();
        v += &tensor![1, 2, 3];
    });
    assert!(said.starts_with("add: "), "{said}");
    let said = words(|| {
        let x = tensor![1, 2];
        let mut guard = x.write().unwrap();
        guard += &x; // held by the guard
    });
    assert!(said.contains("guard"), "{said}");
    let said = words(|| {
        let x = tensor![1, 2];
        let mut guard = x.write().unwrap();
        guard += &tensor![0.5, 0.5]; // would be cut
    });
    assert!(said.contains("f64"), "{said}");
    Ok(())
}

#[test]
fn scalars_stand_on_the_left_of_all_that_shows_elements() -> Result<()> {
    let x = tensor![1.0, 2.0];
    let expected = tensor![9.0, 8.0];
    assert_eq!(10.0 - &x.read()?.as_view(), expected);
    assert_eq!(10.0 - &x.read()?, expected);
    assert_eq!(10.0 - &x.copy()?.write()?, expected);
    let mut data = [1.0, 2.0];
    assert_eq!(10.0 - &ViewMut::from_slice_mut(&mut data, [2])?, expected);
    Ok(())
}

#[test]
fn comparisons_go_either_way() -> Result<()> {
    let (x, mut data) = (tensor![1, 2], [1, 2]);
    let guard = x.read()?;
    let view = View::from_slice(&data, [2])?;
    assert_eq!(x, view);
    assert_eq!(view, x);
    assert_eq!(x, guard);
    assert_eq!(guard, x);
    assert_eq!(x, ViewMut::from_slice_mut(&mut data, [2])?);
    let any = x.copy()?.into_dyn();
    assert!(any == x.to_dyn() && any != tensor![1_i64, 2].into_dyn());
    assert_eq!(x, Tensor::from(vec![1, 2]));
    Ok(())
}

#[test]
fn a_tensor_can_be_taken_and_leaves_an_empty_one() {
    let mut x = tensor![1, 2];
    assert_eq!(std::mem::take(&mut x), tensor![1, 2]);
    assert_eq!((x.shape(), x.to_vec().unwrap().len()), (&[0][..], 0));
    let empty = DynTensor::default();
    assert_eq!((empty.shape(), empty.dtype()), (&[0][..], DType::F64));
}

#[test]
fn what_becomes_a_tensor() {
    let (list, array) = (vec![1, 2], [1, 2]);
    assert_eq!(Tensor::from(&list), Tensor::from(&array));
    assert_eq!(Tensor::from(&list[..]), Tensor::from(list.clone()));
    assert_eq!(Tensor::from(2.5_f32).item().unwrap(), 2.5);
    let scalar: Tensor<bool> = true.into();
    assert_eq!(scalar.rank(), 0);
}

#[test]
fn elements_are_looped_over_and_named_by_any_list() -> Result<()> {
    let mut data = [1, 2, 3, 4];
    let v = ViewMut::from_slice_mut(&mut data, [2, 2])?;
    let mut sum = 0;
    for value in &v {
        sum += value;
    }
    assert_eq!(sum, 10);
    let x = tensor![[1, 2], [3, 4]];
    let at = Dims::from_slice(&[1, 0]);
    assert_eq!(x.read()?[&at], 3);
    let mut guard = x.write()?;
    guard[&at] = 7;
    assert_eq!(guard[&at], 7);
    Ok(())
}

#[test]
fn closures_on_several_threads_see_every_element_once() -> Result<()> {
    for (name, x) in SHAPES.iter().copied().flat_map(arrangements) {
        assert_eq!(x.par_map(|v| 3 * v + 1)?, x.map(|v| 3 * v + 1)?, "{name}");
        let column = x.view(s![Fill, NewAxis])?;
        let (together, one_by_one) =
            (x.par_zip_with(&column, |a, b| 3 * a + b), x.zip_with(&column, |a, b| 3 * a + b));
        match (together, one_by_one) {
            (Ok(together), Ok(one_by_one)) => assert_eq!(together, one_by_one, "{name}"),
            (together, one_by_one) => assert_eq!(together.is_err(), one_by_one.is_err(), "{name}"),
        }
    }
    let large = Tensor::from_range(0..300_000_i64)?.reshape([300, 1000])?.transpose();
    assert_eq!(large.par_map(|v| v * v)?, large.multiply(&large)?.copy()?);
    assert!(
        large.par_zip_with(&tensor![1, 2], |a, _| a).unwrap_err().to_string().starts_with("par_zip_with: ")
    );
    Ok(())
}

#[test]
fn sizes_come_as_an_array_of_as_many_as_are_asked_for() -> Result<()> {
    let x = Tensor::<f32>::zeros([2, 3, 4])?;
    let [a, b, c] = x.dims()?;
    assert_eq!([a, b, c], [2, 3, 4]);
    assert_eq!(x.read()?.dims::<3>()?, [2, 3, 4]);
    let error = x.dims::<2>().unwrap_err();
    assert_eq!(error.to_string(), "dims: needs rank 2, found rank 3");
    assert!(error.is_shape() && Tensor::scalar(1)?.dims::<0>().is_ok());
    Ok(())
}

#[test]
fn everything_can_be_shown_while_it_is_looked_for_mistakes() -> Result<()> {
    let x = tensor![[1, 2], [3, 4]];
    let guard = x.read()?;
    let mut elements: Iter<'_, i32> = guard.iter();
    elements.next();
    assert_eq!(format!("{elements:?}"), "Iter { dtype: I32, left: 3 }");
    assert!(format!("{:?}", guard.as_view().par_iter()).contains("left: 4"));
    assert!(format!("{:?}", guard.as_view().axis_iter(0)?).contains("left: 2"));
    drop(guard);
    let sum: Lazy<i32> = x.lazy() + 1;
    let held: WriteGuard<i32> = x.write()?;
    assert!(format!("{sum:?}").contains("i32 [2, 2]"), "it reads no elements, which somebody holds");
    drop(held);
    let shown: ReadGuard<i32> = x.read()?;
    assert_eq!(shown.as_view().par_iter().sum::<i32>(), 10);
    Ok(())
}

#[test]
fn what_the_system_said_is_the_source() {
    let error = lunette::io::load("no such file.npy").unwrap_err();
    let source = error.source().expect("the system refused it");
    let cause = source.downcast_ref::<lunette::error::SystemError>().expect("as it said");
    assert_eq!(cause.kind(), std::io::ErrorKind::NotFound);
    assert_eq!(cause.raw_os_error().is_some(), cfg!(any(unix, windows)));
    assert!(tensor![1].get(5).unwrap_err().source().is_none());
}
