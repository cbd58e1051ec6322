//! Large numbers: from a million on, or from ten thousand on in languages that count in myriads.

mod myriads;
mod scales;
mod sums;

pub(super) use myriads::{Spacing, in_digits, with_characters};
pub(super) use scales::{abbreviated, as_digits, spelled_out};
pub(super) use sums::{SumFormat, italian_abbreviations, italian_words, sums};
