//! Pages of HTML: what is translated in them, and what they look like with the translation.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed, and one that is skipped says so"
)]

#[path = "../common/mod.rs"]
mod common;

mod bilingual;
mod encodings;
mod hostile;
mod inline;
mod pages;
mod sweep;

use std::io::Cursor;

use dragoman_documents::{Content, Document, Html, Piece};

fn open(bytes: &[u8], target: &str) -> Html {
    let mut source = Cursor::new(bytes.to_vec());
    Html::read(&mut source, &common::options(target)).unwrap()
}

fn units(html: &str) -> Vec<String> {
    common::units(&open(html.as_bytes(), "de"))
}

/// The page with these translations of its units, in short.
fn translated(html: &str, translations: &[&str]) -> String {
    let output = common::write(&mut open(html.as_bytes(), "de"), translations);
    String::from_utf8(output).unwrap()
}

fn mapped(content: &Content, change: impl Fn(&str) -> String) -> Content {
    Content::new(content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => Piece::Text(change(text)),
        code => code.clone(),
    }))
}

/// The page with each unit translated by a function.
fn with_each(document: &mut dyn Document, translate: impl Fn(&Content) -> Content) -> Vec<u8> {
    let units = document.units().iter();
    let translations: Vec<_> = units.map(|unit| Some(translate(&unit.content))).collect();
    let mut output = Vec::new();
    document.write(&translations, &mut output).unwrap();
    output
}

fn upper(content: &Content) -> Content {
    mapped(content, str::to_uppercase)
}
