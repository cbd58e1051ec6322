//! Interchange files of FrameMaker.
#![no_main]

use dragoman_documents::Format;
use dragoman_fuzz::documents::check;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| check(Format::Mif, data));
