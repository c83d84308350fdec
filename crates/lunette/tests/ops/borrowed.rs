//! Picks from and into borrowed views, beside the same picks on tensors.

use lunette::index::{IntoItem, NewAxis};
use lunette::prelude::*;
use lunette::{Duplicates, Result};

use crate::grid::{Grid, arrangements, check, check_fresh};

/// Index tensors that suit a shape of rank 3 or more, in every company.
struct Picks {
    few: Tensor<i64>,
    table: Tensor<u8>,
    one: Tensor<i32>,
    none: Tensor<i64>,
    mask: Tensor<bool>,
    whole: Tensor<bool>,
}

impl Picks {
    fn new(shape: &[usize]) -> Result<Self> {
        Ok(Self {
            few: tensor![1, -1, 0, 1],
            table: tensor![[0_u8, 1], [1, 0]].transpose(),
            one: Tensor::scalar(-2)?,
            none: Tensor::zeros(0)?,
            mask: Tensor::from_flat_fn(&shape[..1], |i| i % 2 == 0)?,
            whole: Tensor::from_flat_fn(shape, |i| i % 3 != 1)?,
        })
    }

    fn items(&self) -> Vec<Vec<Item<'_>>> {
        let Self { few, table, one, none, mask, whole } = self;
        vec![
            vec![few.into_item()],
            vec![(..).into_item(), few.into_item()],
            vec![few.into_item(), (..).into_item(), few.into_item()],
            vec![table.into_item(), few.view(s![..2]).unwrap().into_item()],
            vec![one.into_item(), (.., -1).into_item()],
            vec![(.., -1).into_item(), one.into_item(), 0.into_item()],
            vec![none.into_item()],
            vec![mask.into_item()],
            vec![mask.into_item(), NewAxis.into_item(), 1.into_item()],
            vec![whole.into_item()],
            vec![0.into_item(), table.into_item(), (1.., 2).into_item()],
        ]
    }
}

#[test]
fn taken_entries_and_flat_elements_are_those_of_a_tensor() -> Result<()> {
    let few = tensor![1, -1, 0];
    for (name, x) in arrangements(&[4, 2, 5]) {
        let guard = x.read()?;
        for axis in -3..3 {
            let label = format!("{name}, axis {axis}");
            check_fresh(&label, &guard.as_view().take(&few, axis)?, &Grid::of(&x.take(&few, axis)?));
        }
        let flat = guard.as_view().ravel()?;
        assert_eq!(flat[..], x.to_vec()?, "{name}");
        let in_order = guard.as_slice().is_some();
        assert_eq!(matches!(flat, std::borrow::Cow::Borrowed(_)), in_order, "{name}");
    }
    let v = View::from_slice(&[1, 2, 3], 3)?;
    assert!(v.take(&tensor![3], 0).is_err_and(|error| error.is_index()));
    assert!(v.take(&tensor![true, false, true].into_dyn(), 0).is_err_and(|error| error.is_index()));
    assert!(v.take(&few, 1).is_err_and(|error| error.to_string().starts_with("take: axis 1")));
    Ok(())
}

#[test]
fn loads_are_those_of_a_tensor() -> Result<()> {
    for (name, x) in arrangements(&[4, 2, 5]) {
        let picks = Picks::new(x.shape())?;
        let guard = x.read()?;
        for items in picks.items() {
            let loaded = guard.as_view().load(&items)?;
            check_fresh(&format!("{name}, {items:?}"), &loaded, &Grid::of(&x.load(&items)?));
        }
        let rest = x.transpose();
        let turned = guard.as_view().transpose();
        let few = tensor![1, 0];
        assert_eq!(turned.load(s![.., &few, &few])?, rest.load(s![.., &few, &few])?, "{name}");
        assert!(guard.as_view().load(s![&tensor![4]]).unwrap_err().is_index(), "{name}");
    }
    Ok(())
}

#[test]
fn stores_are_those_of_a_tensor() -> Result<()> {
    for (name, x) in arrangements(&[4, 2, 5]) {
        let picks = Picks::new(x.shape())?;
        for items in picks.items() {
            let (name, expected) = (format!("{name}, {items:?}"), x.copy()?);
            let value = Tensor::from_flat_fn(x.load(&items)?.shape(), |i| 100.5 + i as f64)?;
            expected.store(&items, &value)?;
            x.write()?.as_view_mut().store(&items, &value)?;
            check(&name, &x, &Grid::of(&expected));
            expected.store(&items, -7)?;
            x.write()?.as_view_mut().store(&items, -7)?;
            check(&name, &x, &Grid::of(&expected));
        }
        let before = Grid::of(&x);
        let few = tensor![1, 0];
        let bad = [tensor![1.0, f64::NAN], tensor![1.0, 2.0, 3.0]];
        assert!(x.write()?.as_view_mut().store(s![&few, 0, 0], &bad[0]).unwrap_err().is_dtype(), "{name}");
        assert!(x.write()?.as_view_mut().store(s![&few, 0, 0], &bad[1]).unwrap_err().is_shape(), "{name}");
        assert!(x.write()?.as_view_mut().store(s![&tensor![0, 9]], 1).unwrap_err().is_index(), "{name}");
        check(&name, &x, &before);
    }
    Ok(())
}

#[test]
fn a_load_copies_no_more_than_it_picks() -> Result<()> {
    // All of it would need more memory than there is.
    let huge = View::from_slice(&[7_u8], [1, 1])?.broadcast_to([1 << 40, 1 << 20])?;
    assert_eq!(huge.load(s![&tensor![5_i64, -1], 3])?, tensor![7_u8, 7]);
    Ok(())
}

#[test]
fn names_of_stores_are_their_own() -> Result<()> {
    let (x, text) = (Tensor::<i32>::zeros(3)?, |error: lunette::Error| error.to_string());
    let error = x.store_where(&tensor![true, false, true], f64::NAN).unwrap_err();
    assert!(error.to_string().starts_with("store_where: "), "{error}");
    let error = x.store_where(&tensor![true, false, true], tensor![1.0, 2.0, f64::NAN]).unwrap_err();
    assert!(text(error).starts_with("store_where: "));
    let error = x.scatter(s![&tensor![9]], 1, Duplicates::LastWins).unwrap_err();
    assert!(text(error).starts_with("scatter: "));
    let error = x.as_read_only().scatter(s![0], 1, Duplicates::LastWins).unwrap_err();
    assert!(text(error).starts_with("scatter: "));
    let error = x.write().map(|_guard| x.roll(1, 0).unwrap_err())?;
    assert!(text(error).starts_with("roll: "));
    Ok(())
}

#[test]
fn a_write_guard_writes_through_every_view_of_it() -> Result<()> {
    let x = Tensor::from_flat_fn([2, 3], |i| i as i32)?;
    let mut guard = x.write()?;
    guard.permute_mut([1, 0])?.set([2, 0], 20)?;
    guard.flip_mut(..)?.set([0, 0], 50)?;
    guard.reshape_mut(6)?.set(1, 10)?;
    guard.expand_dims_mut(0)?.squeeze_mut(0)?.set([1, 0], 30)?;
    guard.diagonal_mut()?.set(0, -1)?;
    guard.diagonal_of_mut(1, 0, 1)?.iter_mut().for_each(|value| *value += 1);
    *guard.get_mut([1, 1])? = 40;
    assert!(guard.get_mut([2, 0]).unwrap_err().is_index());
    assert_eq!(guard.to_tensor()?, tensor![[-1, 11, 20], [30, 40, 51]]);
    guard.fill(7)?;
    assert_eq!(guard.try_to_vec()?, [7; 6]);
    guard.assign(tensor![[1, 2, 3], [4, 5, 6]])?;
    assert!(guard.assign(tensor![1, 2, 3]).unwrap_err().is_shape());
    drop(guard);
    assert_eq!(x, tensor![[1, 2, 3], [4, 5, 6]]);
    Ok(())
}
