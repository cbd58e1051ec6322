use std::collections::BTreeSet;

/// Identifies a code within one unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CodeId(pub u32);

/// A piece of a unit's content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Text as people read it: without escapes of the format.
    Text(String),
    /// The beginning of a stretch with a formatting of its own.
    Open(CodeId),
    /// The end of that stretch.
    Close(CodeId),
    /// Something without text that stands between words or letters: a line break, a field, a footnote's
    /// mark, a picture.
    Mark(CodeId),
}

/// Text with codes in it.
///
/// Invariant: each code stands in it once; stretches are closed, in the order opposite to that in which
/// they were opened.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Content {
    pieces: Vec<Piece>,
}

impl Content {
    /// Content of these pieces. What breaks the invariant is mended: codes that come again are
    /// dropped, stretches that are not closed end at the end of the one around them.
    #[must_use]
    pub fn new(pieces: impl IntoIterator<Item = Piece>) -> Self {
        let mut content = Self::default();
        let mut seen = BTreeSet::new();
        let mut open = Vec::new();
        let mut is_open = BTreeSet::new();
        for piece in pieces {
            match piece {
                Piece::Text(text) => content.push_text(text),
                Piece::Mark(id) => {
                    if seen.insert(id) {
                        content.pieces.push(piece);
                    }
                }
                Piece::Open(id) => {
                    if seen.insert(id) {
                        is_open.insert(id);
                        open.push(id);
                        content.pieces.push(piece);
                    }
                }
                Piece::Close(id) => {
                    // Pieces may be a stranger's: looking through all that is open for each close would take
                    // the square of their number.
                    while is_open.contains(&id)
                        && let Some(innermost) = open.pop()
                    {
                        is_open.remove(&innermost);
                        content.pieces.push(Piece::Close(innermost));
                    }
                }
            }
        }
        content
            .pieces
            .extend(open.into_iter().rev().map(Piece::Close));
        content
    }

    fn push_text(&mut self, text: String) {
        if let Some(Piece::Text(last)) = self.pieces.last_mut() {
            last.push_str(&text);
        } else if !text.is_empty() {
            self.pieces.push(Piece::Text(text));
        }
    }

    /// The pieces in their order; no two texts follow one another, and none is empty.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The text alone.
    #[must_use]
    pub fn text(&self) -> String {
        let texts = self.pieces.iter().filter_map(|piece| match piece {
            Piece::Text(text) => Some(text.as_str()),
            Piece::Open(_) | Piece::Close(_) | Piece::Mark(_) => None,
        });
        texts.collect()
    }

    /// Whether there is a letter in it, and so something to translate.
    #[must_use]
    pub fn has_letters(&self) -> bool {
        self.text().chars().any(char::is_alphabetic)
    }

    /// This translation of a source, with exactly the codes of the source: others are dropped, and missing
    /// ones come at the end.
    #[must_use]
    pub fn with_codes_of(self, source: &Self) -> Self {
        let codes = |content: &Self, wants_marks: bool| -> BTreeSet<CodeId> {
            let ids = content.pieces.iter().filter_map(|piece| match piece {
                Piece::Mark(id) if wants_marks => Some(*id),
                Piece::Open(id) if !wants_marks => Some(*id),
                _ => None,
            });
            ids.collect()
        };
        let (marks, stretches) = (codes(source, true), codes(source, false));
        let has_kind = |piece: &Piece| match piece {
            Piece::Text(_) => true,
            Piece::Mark(id) => marks.contains(id),
            Piece::Open(id) | Piece::Close(id) => stretches.contains(id),
        };
        let mut pieces = self.pieces;
        pieces.retain(has_kind);
        let kept = Self { pieces };
        let (kept_marks, kept_stretches) = (codes(&kept, true), codes(&kept, false));
        let order = source.pieces.iter();
        let missing_marks = order.clone().filter_map(|piece| match piece {
            Piece::Mark(id) if !kept_marks.contains(id) => Some(Piece::Mark(*id)),
            _ => None,
        });
        let missing_stretches = order.filter_map(|piece| match piece {
            Piece::Open(id) if !kept_stretches.contains(id) => Some(*id),
            _ => None,
        });
        let missing_stretches =
            missing_stretches.flat_map(|id| [Piece::Open(id), Piece::Close(id)]);
        let missing: Vec<Piece> = missing_marks.chain(missing_stretches).collect();
        Self::new(kept.pieces.into_iter().chain(missing))
    }
}

#[cfg(test)]
mod tests {
    use super::Piece::{Close, Mark, Open};
    use super::*;

    fn text(text: &str) -> Piece {
        Piece::Text(text.to_owned())
    }

    const A: CodeId = CodeId(1);
    const B: CodeId = CodeId(2);

    #[test]
    fn stretches_are_closed_and_nest_and_codes_come_once() {
        let mended = |pieces: Vec<Piece>| Content::new(pieces).pieces;
        assert_eq!(mended(vec![Open(A)]), [Open(A), Close(A)]);
        assert_eq!(mended(vec![Close(A), Mark(B), Mark(B)]), [Mark(B)]);
        assert_eq!(
            mended(vec![
                Open(A),
                Open(B),
                text("x"),
                Close(A),
                text("y"),
                Close(B)
            ]),
            [Open(A), Open(B), text("x"), Close(B), Close(A), text("y")]
        );
        assert_eq!(mended(vec![text("x"), text(""), text("y")]), [text("xy")]);
    }

    #[test]
    fn a_translation_gets_exactly_the_codes_of_its_source() {
        let source = Content::new([Open(A), text("x"), Close(A), Mark(B)]);
        let translation = Content::new([Mark(CodeId(9)), text("y"), Mark(A)]);
        assert_eq!(
            translation.with_codes_of(&source).pieces,
            [text("y"), Mark(B), Open(A), Close(A)]
        );
        assert_eq!(source.clone().with_codes_of(&source), source);
    }

    #[test]
    fn only_text_with_letters_is_worth_translating() {
        assert!(Content::new([text("12 é")]).has_letters());
        assert!(!Content::new([text("12.5 % –"), Mark(A)]).has_letters());
    }
}
