#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| dragoman_fuzzing::documents::rtf(data));
