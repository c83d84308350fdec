//! Does nothing: only a package with a build script can ask for features of what procedural macros are built from.

fn main() {}
