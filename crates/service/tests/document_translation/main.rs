//! Units of documents through the whole of text translation, with engines that say what they were asked, and
//! with a trained model.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod contents;
mod engines;
mod languages;
mod patience;
mod units;

use std::sync::Mutex;

use dragoman_documents::{CodeId, Content, Piece, Unit};
use dragoman_domain::{DocumentProgress, Priority};
use dragoman_service::{
    DocumentRequest, DocumentTranslationError, DocumentTranslator, Resources, TranslatedUnits,
};

use engines::language;

pub(crate) fn request() -> DocumentRequest {
    DocumentRequest {
        source: Some(language("en")),
        target: language("de"),
        formality: None,
        priority: Priority::Bulk,
    }
}

/// A unit; `[1` opens a stretch and `]1` closes it, `{2}` is a mark.
pub(crate) fn unit(text: &str) -> Unit {
    let mut pieces = Vec::new();
    let mut characters = text.chars();
    let number = |characters: &mut std::str::Chars<'_>| {
        CodeId(characters.next().unwrap().to_digit(10).unwrap())
    };
    while let Some(character) = characters.next() {
        pieces.push(match character {
            '[' => Piece::Open(number(&mut characters)),
            ']' => Piece::Close(number(&mut characters)),
            '{' => {
                let mark = Piece::Mark(number(&mut characters));
                characters.next();
                mark
            }
            other => Piece::Text(other.into()),
        });
    }
    Unit {
        content: Content::new(pieces),
        longest: None,
    }
}

pub(crate) fn units(texts: &[&str]) -> Vec<Unit> {
    texts.iter().map(|text| unit(text)).collect()
}

/// The content as [`unit`] reads it.
pub(crate) fn shown(content: &Content) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Open(CodeId(id)) => format!("[{id}"),
        Piece::Close(CodeId(id)) => format!("]{id}"),
        Piece::Mark(CodeId(id)) => format!("{{{id}}}"),
    };
    content.pieces().iter().map(piece).collect()
}

/// Each translation as [`unit`] reads it, `-` for none.
pub(crate) fn all_shown(translated: &TranslatedUnits) -> Vec<String> {
    let translations = translated.translations.iter();
    translations
        .map(|one| one.as_ref().map_or_else(|| "-".to_owned(), shown))
        .collect()
}

pub(crate) async fn translate(
    translator: &DocumentTranslator,
    request: &DocumentRequest,
    units: &[Unit],
) -> Result<TranslatedUnits, DocumentTranslationError> {
    let resources = Resources::default();
    translator
        .translate(None, request, units, &resources, &|_| ())
        .await
}

/// Translates and gives each progress that was told.
pub(crate) async fn with_progress(
    translator: &DocumentTranslator,
    units: &[Unit],
) -> (TranslatedUnits, Vec<DocumentProgress>) {
    let told = Mutex::new(Vec::new());
    let tell = |progress| told.lock().unwrap().push(progress);
    let translated = translator
        .translate(None, &request(), units, &Resources::default(), &tell)
        .await
        .unwrap();
    (translated, told.into_inner().unwrap())
}
