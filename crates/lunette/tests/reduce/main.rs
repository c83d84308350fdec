//! Reductions and scans, against loops over every index.

mod arg;
mod fold;
mod large;
mod nan;
mod quantile;
mod scan;
mod statistics;
mod views;
