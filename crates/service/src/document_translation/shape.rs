//! Units that say the same: texts and the places of codes are equal, whatever the codes are called.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use dragoman_documents::{CodeId, Content, Piece};

/// A content without the names of its codes. Since stretches nest and no code comes twice, which piece
/// belongs to which follows from their kinds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape<'content>(pub(super) &'content Content);

impl Shape<'_> {
    fn pieces(&self) -> impl Iterator<Item = (u8, &str)> {
        self.0.pieces().iter().map(|piece| match piece {
            Piece::Text(text) => (0, text.as_str()),
            Piece::Open(_) => (1, ""),
            Piece::Close(_) => (2, ""),
            Piece::Mark(_) => (3, ""),
        })
    }
}

impl PartialEq for Shape<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.pieces().eq(other.pieces())
    }
}

impl Eq for Shape<'_> {}

impl Hash for Shape<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.pieces().for_each(|piece| piece.hash(state));
    }
}

/// The codes of a content, in the order in which they begin.
fn codes(content: &Content) -> impl Iterator<Item = CodeId> {
    content.pieces().iter().filter_map(|piece| match piece {
        Piece::Open(id) | Piece::Mark(id) => Some(*id),
        Piece::Text(_) | Piece::Close(_) => None,
    })
}

/// The translation of a content as that of another one of the same shape.
pub(super) fn recoded(translation: &Content, from: &Content, to: &Content) -> Content {
    let names: BTreeMap<CodeId, CodeId> = codes(from).zip(codes(to)).collect();
    if names.iter().all(|(from, to)| from == to) {
        return translation.clone();
    }
    let renamed = |id: &CodeId| names.get(id).copied().unwrap_or(*id);
    let pieces = translation.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => Piece::Text(text.clone()),
        Piece::Open(id) => Piece::Open(renamed(id)),
        Piece::Close(id) => Piece::Close(renamed(id)),
        Piece::Mark(id) => Piece::Mark(renamed(id)),
    });
    Content::new(pieces)
}
