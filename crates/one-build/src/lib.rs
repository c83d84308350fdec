//! Nothing but dependencies.
//!
//! Cargo gives a dependency the features that the packages of one command ask for together. The command `lunette`, the
//! tour, the comparison with NumPy and the Python package ask for different ones, and each difference would compile
//! the library once more, for minutes. They all depend on this package, which asks for all of them.
