//! libFuzzer's way into `lunette_fuzz::operations`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| lunette_fuzz::operations::run(bytes));
