//! Files that were made to do harm, or that are not what their names say, in every format: each gives an error
//! that whoever sent it understands, or a document that can be written.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed, and a helper fails the test that calls it"
)]

mod archives;
mod contents;
mod mistaken;
mod samples;

use std::io::Cursor;

use dragoman_documents::{
    Content, Document, DocumentError, Filters, Format, Limits, Options, Piece,
};
use dragoman_language::Language;

pub(crate) type Outcome = Result<Box<dyn Document>, DocumentError>;

pub(crate) fn open_with(format: Format, bytes: &[u8], limits: Limits) -> Outcome {
    let options = Options {
        limits,
        ..Options::to(Language::parse("de").unwrap())
    };
    Filters::standard().open(format, Box::new(Cursor::new(bytes.to_vec())), options)
}

pub(crate) fn open(format: Format, bytes: &[u8]) -> Outcome {
    open_with(format, bytes, Limits::default())
}

/// The document with its texts in capitals.
pub(crate) fn in_capitals(document: &mut dyn Document) -> Vec<u8> {
    let capitals = |piece: &Piece| match piece {
        Piece::Text(text) => Piece::Text(text.to_uppercase()),
        code => code.clone(),
    };
    let units = document.units().iter();
    let translations: Vec<Option<Content>> = units
        .map(|unit| Some(Content::new(unit.content.pieces().iter().map(capitals))))
        .collect();
    let mut output = Vec::new();
    document.write(&translations, &mut output).unwrap();
    output
}

/// Fails if this is neither a document that can be written and read again, nor an error that says something to
/// whoever sent the file.
pub(crate) fn check(format: Format, bytes: &[u8], outcome: Outcome) {
    match outcome {
        Ok(mut document) => {
            let mut output = Vec::new();
            let untouched = vec![None; document.units().len()];
            document.write(&untouched, &mut output).unwrap();
            assert!(output == bytes, "{format:?} changed without translations");
            let translated = in_capitals(&mut *document);
            let again = open(format, &translated).unwrap();
            assert_eq!(again.units().len(), document.units().len(), "{format:?}");
        }
        Err(DocumentError::Io(error)) => {
            panic!("{format:?}: nothing is wrong with the source: {error}")
        }
        Err(error) => {
            let message = error.to_string();
            assert!(message.len() < 600 && message.contains(' '), "{message}");
        }
    }
}

pub(crate) fn texts(document: &dyn Document) -> Vec<String> {
    let units = document.units().iter();
    units.map(|unit| unit.content.text()).collect()
}
