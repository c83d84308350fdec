//! Memory: who owns it, and who may read or write it when.

mod view;

pub use self::view::{View, ViewMut};

/// Shared memory: a clone is another handle to the same bytes.
#[derive(Clone)]
pub struct Buffer {
    _shared: std::sync::Arc<()>,
}
