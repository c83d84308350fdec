//! Access: any index expression on any view of a small tensor, for reading and for writing.

use lunette::index::IntoItem;
use lunette::prelude::*;
use lunette::{IndexRange, Result};

use crate::Input;

/// Makes a tensor, views of it and an index of the bytes, then loads and stores; refusals are fine, panics are not.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    // What is refused has said so; what matters is that everything else goes right.
    let _ = access(&mut input);
}

fn access(input: &mut Input<'_>) -> Result<()> {
    let shape = input.list(5, |input| input.below(5));
    let base = Tensor::from_flat_fn(shape, |position| position as i32)?.into_dyn();
    let mut view = base.clone();
    for _ in 0..input.below(4) {
        view = step(&view, input).unwrap_or(view);
    }
    let items = items(input)?;
    let loaded = view.load(&items)?;
    if let Ok(part) = view.view(&items) {
        assert_eq!(part, loaded, "a view and a load of {items:?} differ");
        assert_eq!(part.shape(), loaded.shape());
    }
    store(&base, &view, &items, &loaded, input)
}

/// Stores what was loaded: a writable view must give the same back, a refusal must change nothing.
fn store(
    base: &DynTensor,
    view: &DynTensor,
    items: &[Item<'_>],
    loaded: &DynTensor,
    input: &mut Input<'_>,
) -> Result<()> {
    let before = base.copy()?;
    match view.store(items, loaded) {
        // Where an element is picked twice it holds the last value, which is what it held.
        Ok(()) => assert_eq!(*base, before, "storing what was loaded from {items:?} changed it"),
        Err(_) => assert_eq!(*base, before, "a refused store at {items:?} changed the tensor"),
    }
    let value = input.int() as f64 + 0.5;
    match view.store(items, value) {
        Ok(()) => {
            let after = view.load(items)?;
            let wanted = after.full_like(value)?;
            assert_eq!(after, wanted, "a scalar stored at {items:?} is not there");
        }
        Err(_) => assert_eq!(*base, before, "a refused store at {items:?} changed the tensor"),
    }
    Ok(())
}

/// A view of a view, by one of the ways there are.
pub(crate) fn step(view: &DynTensor, input: &mut Input<'_>) -> Result<DynTensor> {
    match input.below(7) {
        0 => Ok(view.transpose()),
        1 => view.flip(..),
        2 => view.broadcast_to(input.list(6, |input| input.below(4))),
        3 => view.reshape(input.list(4, Input::int)),
        4 => view.diagonal(),
        5 => view.swapaxes(input.int(), input.int()),
        _ => view.view(&items(input)?),
    }
}

fn items(input: &mut Input<'_>) -> Result<Vec<Item<'static>>> {
    input.list(6, item).into_iter().collect()
}

fn item(input: &mut Input<'_>) -> Result<Item<'static>> {
    let end = |input: &mut Input<'_>| (input.byte() < 160).then(|| input.int());
    Ok(match input.below(9) {
        0 => Item::NewAxis,
        1 => Item::Fill,
        2 => Item::At(input.int()),
        3 => Item::Range(IndexRange::slice(end(input), end(input), input.int())),
        4 => Item::Range(IndexRange::inclusive(end(input), input.int())),
        5 => Item::Range(IndexRange::slice(end(input), end(input), 1).stepped(input.int())),
        6 => span(input.int(), input.int()),
        7 => {
            let shape = input.list(2, |input| input.below(4));
            Tensor::from_flat_fn(shape, |_| input.int())?.into_item()
        }
        _ => {
            let shape = input.list(3, |input| input.below(5));
            Tensor::from_flat_fn(shape, |_| input.byte() < 128)?.into_item()
        }
    })
}
