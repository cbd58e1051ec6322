//! Models in `.npz` archives.
#![no_main]

use std::sync::LazyLock;

use dragoman_fuzz::{file, items, read_everything};
use dragoman_nmt::files::write::{self, Precision};
use libfuzzer_sys::fuzz_target;

static STORED: LazyLock<Vec<u8>> = LazyLock::new(|| write::npz(&items(Precision::Float32), false));
static DEFLATED: LazyLock<Vec<u8>> = LazyLock::new(|| write::npz(&items(Precision::Float32), true));

fuzz_target!(|data: &[u8]| {
    let stored = data.first().is_some_and(|first| first & 2 == 0);
    read_everything(file(data, if stored { &STORED } else { &DEFLATED }));
});
