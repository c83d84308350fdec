//! Decompositions of matrices, by `faer`, over batches of them.
//!
//! Elements are copied to vectors of their own, column by column, before anything is computed, and results are made of
//! vectors: no buffer is locked meanwhile, so that threads of any pool may help.

mod batch;
mod eigen;
mod factor;
mod field;
mod least;
mod lu;
mod norm;
mod power;
mod svd;

pub(crate) use self::eigen::{eig, eigh, eigvals, eigvalsh};
pub use self::factor::QrMode;
pub(crate) use self::factor::{cholesky, qr};
pub(crate) use self::least::lstsq;
pub use self::lu::Triangle;
pub(crate) use self::lu::{det, inv, lu, slogdet, solve, solve_triangular};
pub use self::norm::MatrixNorm;
pub(crate) use self::norm::{matrix_norm, vector_norm};
pub(crate) use self::power::{expm, matrix_power};
pub(crate) use self::svd::{Rtol, cond, matrix_rank, pinv, svd, svdvals};
