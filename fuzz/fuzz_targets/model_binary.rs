//! Models in Marian's binary container.
#![no_main]

use std::sync::LazyLock;

use dragoman_fuzz::{file, items, read_everything};
use dragoman_nmt::files::write::{Precision, marian_binary};
use libfuzzer_sys::fuzz_target;

static VALID: LazyLock<Vec<u8>> = LazyLock::new(|| marian_binary(&items(Precision::Int8)));

fuzz_target!(|data: &[u8]| read_everything(file(data, &VALID)));
