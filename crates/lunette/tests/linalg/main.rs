//! Products and linear algebra, against loops over every index and against what defines a result.

#[cfg(feature = "linalg")]
mod decompose;
mod einsum;
mod matmul;
mod oracle;
mod products;
#[path = "../random/splitmix.rs"]
mod splitmix;
