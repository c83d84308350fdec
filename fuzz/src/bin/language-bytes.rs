//! libFuzzer's way into `lunette_fuzz::language::run_bytes`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| lunette_fuzz::language::run_bytes(bytes));
