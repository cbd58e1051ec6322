//! The files of the folder `rules`, which the build script compresses.

use std::io::Read;

use flate2::read::DeflateDecoder;

/// The text of a file, by its path in the folder `rules`: for what is read once, since each call unpacks it.
macro_rules! file {
    ($path:expr) => {
        $crate::packed::text(include_bytes!(concat!(env!("OUT_DIR"), "/rules/", $path)))
    };
}

pub(crate) use file;

/// Unpacks a text that is kept until the program ends.
#[allow(clippy::expect_used)] // No other bytes get here than those of the build script, and the tests read them.
pub(crate) fn text(packed: &[u8]) -> &'static str {
    let mut text = String::new();
    DeflateDecoder::new(packed)
        .read_to_string(&mut text)
        .expect("the build script compressed a text");
    text.leak()
}
