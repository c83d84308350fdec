//! libFuzzer's way into `lunette_fuzz::files`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| lunette_fuzz::files::run(bytes));
