//! What the tests of filters have in common.

use crate::{Content, Document, Piece};

/// The texts of the units, without their codes.
pub(crate) fn units(document: &dyn Document) -> Vec<String> {
    let units = document.units().iter();
    units.map(|unit| unit.content.text()).collect()
}

/// A content with other text between its codes.
pub(crate) fn with_text(content: &Content, change: impl Fn(&str) -> String) -> Content {
    Content::new(content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => Piece::Text(change(text)),
        code => code.clone(),
    }))
}

/// The document with each unit translated.
pub(crate) fn written(
    document: &mut dyn Document,
    translate: impl Fn(&Content) -> Content,
) -> Vec<u8> {
    let units = document.units().iter();
    let translations: Vec<_> = units.map(|unit| Some(translate(&unit.content))).collect();
    let mut output = Vec::new();
    document.write(&translations, &mut output).unwrap();
    output
}
