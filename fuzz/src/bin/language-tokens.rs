//! libFuzzer's way into `lunette_fuzz::language::run_tokens`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| lunette_fuzz::language::run_tokens(bytes));
