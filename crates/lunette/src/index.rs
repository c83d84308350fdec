//! Index items, the [`s!`](crate::s) macro, and the one function that turns items into a plan.
//!
//! Every notation of every front end becomes a list of [`Item`]s. What they mean on a given layout is decided in one
//! place, the private module `resolve`: a list of integers, ranges, [`NewAxis`] and [`Fill`] becomes a layout, and
//! one with index tensors in it becomes a plan of what to pick. Shapes, lists of integers and axes are simpler
//! arguments with a trait each: [`IntoShape`], [`IntoInts`], [`IntoAxes`].
//!
//! | written in `s![]`         | takes                                                        | the axis        |
//! |---------------------------|--------------------------------------------------------------|-----------------|
//! | `2`, `-1`                 | one entry, from the end if negative                          | goes            |
//! | `1..3`, `-2..`, `..=4`    | a range of entries                                           | stays           |
//! | `(1..7, 2)`, `(.., -1)`   | every second entry of a range; a range from its end          | stays           |
//! | `span(1, 3)`, `span(1, 1)`| a range, but one entry when both ends are the same           | stays, or goes  |
//! | `NewAxis`                 | nothing                                                      | a new one       |
//! | `Fill`                    | as many whole axes as are left                               | stay            |
//! | `&indices`, `&[2, 0]`     | the entries that a tensor or list of integers names          | becomes its axes|
//! | `&mask`                   | the entries where a tensor of bools is true                  | becomes one axis|
//! | `&items`                  | what the items of a run-time list take                       |                 |

mod along;
mod args;
mod convert;
#[cfg(test)]
mod fixture;
mod item;
mod locate;
mod macros;
mod orthogonal;
mod outline;
mod parts;
mod pick;
mod range;
mod resolve;

pub(crate) use self::along::{entry_along, index_axis, slice_axis};
pub use self::args::{Axes, IntoAxes, IntoInts, IntoShape, Ints};
pub use self::convert::{IndexInteger, IndexKind, IntoIndices, IntoItem, IntoRange};
pub(crate) use self::item::Flat;
pub use self::item::{Fill, IndexTensor, Item, NewAxis, span};
pub(crate) use self::locate::{locate, wrong_count};
pub(crate) use self::orthogonal::{Axis, OrthogonalPlan};
pub(crate) use self::outline::Part;
pub(crate) use self::pick::{Pick, PickKind, PickPlan};
pub use self::range::IndexRange;
pub(crate) use self::resolve::{
    Plan, cut, entry_of, is_plain, outline, resolve, resolve_orthogonal, resolve_view,
};
