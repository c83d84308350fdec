//! The command `lunette`.

fn main() {}
