//! Arithmetic: elementwise operations, reductions, picking, products, decompositions, sorting, joining, and small calls.

mod data;
mod elementwise;
mod fft;
pub mod from_python;
mod functions;
mod fused;
mod join;
mod linalg;
mod matmul;
mod pick;
mod random;
mod reduce;
mod small;
mod sort;

use self::data::Number;
use crate::MakeRow;
use crate::limits::Limit;

/// Every row of the family, in the order of the results.
pub fn rows() -> Vec<MakeRow> {
    [
        small::ROWS,
        elementwise::ROWS,
        elementwise::INTEGERS,
        fused::ROWS,
        functions::ROWS,
        reduce::ROWS,
        reduce::BOOLS,
        pick::ROWS,
        sort::ROWS,
        sort::BOTH,
        matmul::ROWS,
        matmul::OTHERS,
        matmul::INTEGERS,
        linalg::ROWS,
        fft::ROWS,
        fft::REAL,
        join::ROWS,
        random::ROWS,
    ]
    .concat()
}

/// What a bench does with an error: the work is right by construction.
const WORKS: &str = "the work of this row is legal";

/// Large matrices: 16 Mi elements, far more than any cache holds.
const SQUARE: [usize; 2] = [4096, 4096];

/// As many elements in one axis.
const LONG: [usize; 1] = [1 << 24];

/// The name of a row: the work, the dtype and the shape.
fn name<T: Number>(work: &str, shape: &[usize]) -> String {
    let shape: Vec<String> = shape.iter().map(usize::to_string).collect();
    format!("{work}, {} {}", T::NAME, shape.join("x"))
}

/// The limit of work that moves so many arrays of this shape through memory.
fn moves<T>(arrays: f64, shape: &[usize]) -> Limit {
    Limit::Memory(arrays * (shape.iter().product::<usize>() * size_of::<T>()) as f64)
}

/// The limit of work that does so many multiply-adds.
fn multiply_adds<T>(count: f64) -> Limit {
    if size_of::<T>() == size_of::<f32>() { Limit::Single(2.0 * count) } else { Limit::Double(2.0 * count) }
}

/// A row: its name, the data, and an expression for each library of Rust over references to its own arrays.
///
/// The data is made when a side first runs. `ndarray` stands for both of its forms, `ndarray_static` for the one with
/// the rank in the type. The sides of Python are added by methods of the row, which find the same names.
macro_rules! row {
    ($name:expr; $($input:ident = $data:expr),* $(,)?; $($sides:tt)*) => {{
        $(let $input = $data;)*
        let setup: Vec<String> = vec![$($input.python(stringify!($input))),*];
        let row = $crate::row::Row::bulk($name).setup(setup.join("\n"));
        $crate::compute::row!(@sides row, [$($input)*], $($sides)*)
    }};
    (@sides $row:expr, $inputs:tt, lunette: $work:expr, $($rest:tt)*) => {{
        let body = $crate::compute::body!($inputs tensor -> lunette::Result<_> { $work });
        let row = $row.side($crate::row::Peer::Lunette, stringify!($work), body);
        $crate::compute::row!(@sides row, $inputs, $($rest)*)
    }};
    (@sides $row:expr, $inputs:tt, ndarray: $work:expr, $($rest:tt)*) => {{
        let body = $crate::compute::body!($inputs array_dyn -> Result<_, ()> { Ok($work) });
        let row = $row.side($crate::row::Peer::NdarrayDyn, stringify!($work), body);
        $crate::compute::row!(@sides row, $inputs, ndarray_static: $work, $($rest)*)
    }};
    (@sides $row:expr, $inputs:tt, ndarray_static: $work:expr, $($rest:tt)*) => {{
        let body = $crate::compute::body!($inputs array -> Result<_, ()> { Ok($work) });
        let row = $row.side($crate::row::Peer::Ndarray, stringify!($work), body);
        $crate::compute::row!(@sides row, $inputs, $($rest)*)
    }};
    (@sides $row:expr, $inputs:tt, candle: $work:expr, $($rest:tt)*) => {{
        let side = $crate::candle!(
            stringify!($work),
            $crate::compute::body!($inputs candle -> candle_core::Result<_> { $work })
        );
        $crate::compute::row!(@sides $row.maybe(side), $inputs, $($rest)*)
    }};
    (@sides $row:expr, $inputs:tt, faer: $work:expr, $($rest:tt)*) => {{
        let side = $crate::faer!(
            stringify!($work),
            $crate::compute::body!($inputs faer -> Result<_, ()> { Ok($work) })
        );
        $crate::compute::row!(@sides $row.maybe(side), $inputs, $($rest)*)
    }};
    (@sides $row:expr, $inputs:tt,) => { $row };
}

/// A closure that makes its arrays at the first call and then evaluates an expression over references to them.
macro_rules! body {
    ([$($input:ident)*] $make:ident -> $Result:ty { $work:expr }) => {{
        $(let $input = $input.clone();)*
        let mut inputs = None;
        move || {
            let ($($input,)*) = &*inputs.get_or_insert_with(|| ($($input.$make(),)*));
            let work = || -> $Result { $work };
            work().expect($crate::compute::WORKS)
        }
    }};
}

/// The rows of functions that are written for both floats: all of `f32`, then all of `f64`, name by name.
macro_rules! both {
    ($($row:ident),* $(,)?) => { &[$($row::<f32>, $row::<f64>),*] };
}

use {body, both, row};
