//! N-dimensional tensors whose views you can trust.
//!
//! A tensor is shared memory, a layout and a dtype. A **view** shares memory, a **load** copies, a **store** writes,
//! and every notation for picking a part of a tensor means the same in all three.
//!
//! ```
//! use lunette::prelude::*;
//!
//! let x = tensor![[1, 2, 3], [4, 5, 6]]; // Tensor<i32>, shape [2, 3]
//! x.view(s![.., 1])?.set([0], 9)?; // a view shares memory
//! let row = x.load(s![0, ..])?; // a load copies
//! x.store(s![0..2, -1], tensor![[7], [8]])?; // a store writes: shapes fit once the 1s are removed
//! x.store(s![&tensor![true, false], (.., 2)], 0)?; // a mask, and every second entry
//! assert_eq!((row, x), (tensor![1, 9, 3], tensor![[0, 9, 0], [4, 5, 8]]));
//! # Ok::<(), lunette::Error>(())
//! ```
//!
//! [`Tensor`] holds its dtype in the type, [`DynTensor`] at run time; both are one implementation. [`View`] and
//! [`ViewMut`] borrow elements for loops at full speed, from a tensor's guards or from plain slices. Mistakes are
//! [`Error`]s with facts; only what cannot return one (`&a + &b`, `v[[i, j]]`, `==`, `tensor![…]`, `to_vec` of a view)
//! panics, with the same words. The [`guide`] goes through all of it.
//!
//! # Where to find what
//!
//! - [`Tensor`]: everything that is computed, by families: creation, views and shapes, arithmetic, reductions, sorting and
//!   searching, linear algebra, Fourier transforms. [`einsum`], [`concat`](concat()), [`where_`] and others that take several tensors
//!   are functions of the crate.
//! - [`s!`](s!), [`tensor!`](tensor!) and [`prelude`]: what nearly every program uses.
//! - [`View`], [`ViewMut`] and the guards [`ReadGuard`] and [`WriteGuard`]: elements as plain references.
//! - [`Lazy`]: expressions that are computed in one go.
//! - [`random`]: generators and distributions. [`io`]: files. [`convert`]: from and to other crates.
//! - [`dtype`]: the element types, a closed list, and how they promote. [`error`]: what can go wrong.
//! - [`layout`], [`index`] and [`buffer`]: what tensors are made of, for those who build on it.
//! - [`print`](mod@print) and [`explain`]: tensors as text, and pictures of indices.
//!
//! # Features
//!
//! | feature | default | what it brings |
//! |---|---|---|
//! | `linalg` | yes | decompositions and solvers: `solve`, `svd`, `eigh`, `qr`, `cholesky` |
//! | `fft` | yes | Fourier transforms |
//! | `gzip` | yes | compressed texts, `.csv.gz` |
//! | `npz` | yes | archives of npy files |
//! | `safetensors` | no | files of that format, read, written and mapped |
//! | `ndarray` | no | conversions from and to ndarray's arrays and views |
//! | `nalgebra` | no | conversions from and to nalgebra's matrices and vectors |
//! | `serde` | no | tensors in serde's formats |
#![cfg_attr(not(test), warn(clippy::unwrap_used))]
#![warn(missing_debug_implementations)]

pub mod buffer;
pub mod convert;
pub mod dtype;
pub mod error;
pub mod explain;
pub mod index;
pub mod io;
mod kernels;
pub mod layout;
mod nest;
mod ops;
pub mod print;
pub mod random;
pub mod tensor;

pub use crate::buffer::{Buffer, ReadGuard, View, ViewMut, WriteGuard};
pub use crate::dtype::{
    Complex32, Complex64, DType, DTypeKind, Element, Float, FloatInfo, Integer, IntegerInfo, Numeric,
    Promote, Scalar, bf16, can_cast, f16, finfo, iinfo, isdtype, promote, promote_weak, result_type,
};
pub use crate::error::{Access, Error, ErrorKind, ReadOnlyReason, Result};
pub use crate::explain::Explanation;
pub use crate::index::{Fill, IndexRange, Item, NewAxis, span};
pub use crate::layout::{Layout, Order};
pub use crate::nest::cancel::Cancel;
pub use crate::nest::threads::{set_threads, threads};
pub use crate::ops::close::Tolerance;
pub use crate::ops::create::Endpoint;
pub use crate::ops::elementwise::BinaryOp;
#[cfg(feature = "fft")]
pub use crate::ops::fft::{FftOptions, FftnOptions, Norm};
pub use crate::ops::finite::Substitutes;
#[cfg(feature = "linalg")]
pub use crate::ops::linalg::{MatrixNorm, QrMode, Triangle};
pub use crate::ops::pad::Pad;
pub use crate::ops::pick::Duplicates;
pub use crate::ops::quantile::Interpolation;
pub use crate::ops::search::Side;
pub use crate::ops::series::{Beyond, ConvolveMode};
pub use crate::tensor::{
    AnyOperand, Dyn, DynTensor, Flags, Histogram, Kind, Lazy, Tensor, TopK, UniqueAll, UniqueCounts,
    UniqueInverse, Weak, binary, binary_in_place, binary_into, binary_scalar, broadcast_arrays,
    broadcast_tensors, choose, column_stack, concat, dstack, einsum, hstack, lexsort, meshgrid, meshgrid_ij,
    multi_dot, ravel_multi_index, select, stack, vstack, where_,
};

/// What most programs need: `use lunette::prelude::*;`.
pub mod prelude {
    pub use crate::index::IntoRange;
    pub use crate::{
        DType, Duplicates, Dyn, DynTensor, Element, Endpoint, Fill, Float, Integer, Item, Kind, NewAxis,
        Numeric, Order, Pad, Scalar, Tensor, View, ViewMut, broadcast_arrays, broadcast_tensors, concat,
        einsum, hstack, meshgrid, meshgrid_ij, s, span, stack, tensor, vstack, where_,
    };
}

// Its examples are tests. The text is read only for documentation, so that a build needs no file but the sources.
#[cfg(any(doc, doctest))]
#[doc = include_str!("../guide.md")]
pub mod guide {}
