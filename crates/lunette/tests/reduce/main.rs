//! Reductions and scans, against loops over every index.

mod arg;
mod fold;
mod large;
mod nan;
mod quantile;
mod range;
mod scan;
mod softmax;
#[path = "../random/splitmix.rs"]
mod splitmix;
mod statistics;
mod views;
mod whole;
