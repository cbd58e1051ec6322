//! The content of a unit as a text to translate, and back. Codes go by their own numbers.

use dragoman_documents::{CodeId, Content, Piece};
use dragoman_text::{MarkupPiece, is_unseen};

use crate::text_translation::{Text, TextTranslation};

/// The text that a content without codes is.
pub(super) fn plain(content: &Content) -> Option<&str> {
    match content.pieces() {
        [Piece::Text(text)] => Some(text),
        _ => None,
    }
}

/// A content as a text to translate.
pub(super) fn text(content: &Content) -> Text<'_> {
    if let Some(text) = plain(content) {
        return Text::Plain(text);
    }
    Text::from_pieces(content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => MarkupPiece::Text(text),
        Piece::Open(CodeId(number)) => MarkupPiece::Start(*number),
        Piece::Close(_) => MarkupPiece::End,
        Piece::Mark(CodeId(number)) => MarkupPiece::Mark(*number),
    }))
}

/// The content that a translation is.
pub(super) fn translated(translation: TextTranslation<'_>) -> Content {
    let mut pieces = Vec::new();
    let mut open = Vec::new();
    translation.into_pieces(|piece| match piece {
        MarkupPiece::Text(text) => pieces.push(Piece::Text(text.to_owned())),
        MarkupPiece::Start(number) => {
            open.push(CodeId(number));
            pieces.push(Piece::Open(CodeId(number)));
        }
        MarkupPiece::End => pieces.extend(open.pop().map(Piece::Close)),
        MarkupPiece::Mark(number) => pieces.push(Piece::Mark(CodeId(number))),
    });
    Content::new(pieces)
}

/// Whether two texts are equal but for what is not seen, so that there is no reason to touch anything.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let is_seen = |character: &char| !character.is_whitespace() && !is_unseen(*character);
    let other = other.chars().filter(is_seen);
    one.chars().filter(is_seen).eq(other)
}
