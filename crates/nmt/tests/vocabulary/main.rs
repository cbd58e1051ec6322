//! Vocabularies: what they make of texts and files, compared with the reference implementation.
//!
//! `testdata/vocabulary/make.py` makes the vocabularies and the expected results. With the variable `DRAGOMAN_MODEL_DATA`, which names a
//! folder of real models, their vocabularies are read as well.

#![allow(clippy::unwrap_used)] // In the functions that the tests share.

mod build;
mod files;
mod hostile;
mod reference;
mod tables;

use std::ops::Range;
use std::path::PathBuf;

use dragoman_nmt::vocabulary::{Piece, SentencePiece, TokenId};

fn testdata(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "testdata", "vocabulary", name]
        .iter()
        .collect()
}

fn file(name: &str) -> Vec<u8> {
    let path = testdata(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn model(name: &str) -> SentencePiece {
    SentencePiece::parse(&file(name)).unwrap()
}

fn encode(model: &SentencePiece, text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    model.encode(text, &mut pieces);
    pieces
}

fn decode(model: &SentencePiece, ids: &[TokenId]) -> (String, Vec<Range<usize>>) {
    let (mut text, mut ranges) = (String::new(), Vec::new());
    model.decode(ids, &mut text, &mut ranges);
    (text, ranges)
}
