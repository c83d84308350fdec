//! Where memory comes from, who shares it, who frees it, and what happens when there is none.

mod alignment;
mod elements;
mod exposed;
mod foreign;
mod fresh;
mod limits;
mod sharing;
mod strided;
mod vectors;

use lunette::Element;
use lunette::prelude::*;

/// The address of the first element.
fn address<T: Element>(x: &Tensor<T>) -> usize {
    let guard = x.read().unwrap();
    guard.as_view().iter().next().map_or(0, |first| std::ptr::from_ref(first).addr())
}
