//! libFuzzer's way into `lunette_fuzz::index`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| lunette_fuzz::index::run(bytes));
