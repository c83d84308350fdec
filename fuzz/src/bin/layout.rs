//! libFuzzer's way into `lunette_fuzz::layout`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| lunette_fuzz::layout::run(bytes));
