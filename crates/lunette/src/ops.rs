//! What can be done to tensors. Each operation reads check → promote → plan → allocate → run, works on
//! [`Handle`](crate::tensor::Handle)s, and holds no unsafe code: memory is touched only in `kernels`.

pub(crate) mod arg;
pub(crate) mod cast;
pub(crate) mod close;
pub(crate) mod create;
pub(crate) mod edit;
pub(crate) mod einsum;
pub(crate) mod elementwise;
#[cfg(feature = "fft")]
pub(crate) mod fft;
pub(crate) mod finite;
pub(crate) mod histogram;
pub(crate) mod join;
#[cfg(feature = "linalg")]
pub(crate) mod linalg;
pub(crate) mod lists;
pub(crate) mod load;
pub(crate) mod matmul;
pub(crate) mod multi_dot;
pub(crate) mod nan;
pub(crate) mod pick;
pub(crate) mod polynomial;
pub(crate) mod products;
pub(crate) mod quantile;
pub(crate) mod random;
pub(crate) mod rearrange;
pub(crate) mod reduce;
pub(crate) mod scan;
pub(crate) mod search;
pub(crate) mod series;
pub(crate) mod sets;
pub(crate) mod sort;
pub(crate) mod statistics;
pub(crate) mod store;
pub(crate) mod taper;
pub(crate) mod triangle;
