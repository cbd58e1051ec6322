//! Markdown as a whole: what is translated, what is written, and that a parser reads the same markup in it, whatever an
//! engine gives and whatever bytes there are.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed, and one that is skipped says so"
)]

mod arbitrary;
mod bilingual;
mod directives;
mod markup;
mod tree;

use std::io::Cursor;

use dragoman_documents::{CodeId, Content, Document, DocumentError, Markdown, Options, Piece};
use dragoman_language::Language;

const HANDBOOK: &str = include_str!("../../testdata/md/handbook.md");

fn read(bytes: &[u8]) -> Result<Markdown, DocumentError> {
    let options = Options::to(Language::parse("de").unwrap());
    Markdown::read(&mut Cursor::new(bytes.to_vec()), &options)
}

/// A content in short: `<1>a stretch</1>`, `{2}` for what stands between words.
fn short(content: &Content) -> String {
    let pieces = content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Open(CodeId(id)) => format!("<{id}>"),
        Piece::Close(CodeId(id)) => format!("</{id}>"),
        Piece::Mark(CodeId(id)) => format!("{{{id}}}"),
    });
    pieces.collect()
}

fn units(text: &str) -> Vec<String> {
    let document = read(text.as_bytes()).unwrap();
    let units = document.units().iter();
    units.map(|unit| short(&unit.content)).collect()
}

fn written(document: &mut Markdown, translate: impl Fn(&Content) -> Content) -> Vec<u8> {
    let units = document.units().iter();
    let translations: Vec<Option<Content>> =
        units.map(|unit| Some(translate(&unit.content))).collect();
    let mut output = Vec::new();
    document.write(&translations, &mut output).unwrap();
    output
}

fn translated(text: &str, translate: impl Fn(&Content) -> Content) -> String {
    let mut document = read(text.as_bytes()).unwrap();
    String::from_utf8(written(&mut document, translate)).unwrap()
}

fn mapped(content: &Content, change: impl Fn(&str) -> String) -> Content {
    Content::new(content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => Piece::Text(change(text)),
        code => code.clone(),
    }))
}

fn upper(content: &Content) -> Content {
    mapped(content, str::to_uppercase)
}

/// The text with one text in the place of every unit.
fn replaced(text: &str, translation: &str) -> String {
    translated(text, |_| {
        Content::new([Piece::Text(translation.to_owned())])
    })
}
