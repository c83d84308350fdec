//! What can be done to tensors. Each operation reads check → promote → plan → allocate → run, works on
//! [`Handle`](crate::tensor::Handle)s, and holds no unsafe code: memory is touched only in `kernels`.

pub(crate) mod cast;
pub(crate) mod create;
pub(crate) mod join;
pub(crate) mod lists;
pub(crate) mod load;
pub(crate) mod pick;
pub(crate) mod rearrange;
pub(crate) mod search;
pub(crate) mod store;
pub(crate) mod triangle;
