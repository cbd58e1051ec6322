//! Filters the words on standard input, one a line, and prints those that harper's dictionary lacks, in their order,
//! for `rules/rare.txt`; see `rules/rare.LICENSE`.

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a tool for the terminal that ends where it cannot go on"
)]

use std::collections::BTreeSet;
use std::io;

use harper_core::spell::{Dictionary, FstDictionary};

fn main() {
    let dictionary = FstDictionary::curated();
    let words: BTreeSet<String> = io::stdin().lines().map(Result::unwrap).collect();
    for word in words {
        if !dictionary.contains_word_str(&word) {
            println!("{word}");
        }
    }
}
