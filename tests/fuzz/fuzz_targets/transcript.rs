#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| assent_properties::transcript::check(bytes));
