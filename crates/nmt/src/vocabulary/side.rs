//! The vocabulary of one side of a model.

use std::fmt;
use std::ops::Range;

use super::pieces::{Kind, Pieces};
use super::{Piece, PieceTable, SentencePiece, TokenId};

/// What a model uses for one side, its source or its target: the numbers of a SentencePiece model, or those that a table gives to its
/// pieces.
#[derive(Clone)]
pub struct Vocabulary {
    model: SentencePiece,
    table: Option<Table>,
}

/// A table bound to a SentencePiece model.
#[derive(Clone)]
struct Table {
    /// The pieces by their number in the table.
    pieces: Pieces,
    entries: PieceTable,
    /// The number in the table for each number of the model.
    numbers: Vec<TokenId>,
    unknown: TokenId,
    end_of_sentence: Option<TokenId>,
}

impl fmt::Debug for Vocabulary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Vocabulary")
            .field("len", &self.len())
            .field("has_table", &self.table.is_some())
            .finish_non_exhaustive()
    }
}

impl Vocabulary {
    /// The numbers of the SentencePiece model itself.
    #[must_use]
    pub fn from_sentencepiece(model: SentencePiece) -> Self {
        Self { model, table: None }
    }

    /// The numbers of a table, which may hold pieces that the model does not know (it usually serves both sides) and lack others (which
    /// become the unknown one).
    ///
    /// `<unk>` and `</s>` of the table are the unknown piece and the end of a sentence. Without an `<unk>`, 0 is taken for it;
    /// no model is loaded with such a table.
    #[must_use]
    pub fn with_table(model: SentencePiece, table: PieceTable) -> Self {
        let unknown = table.id("<unk>").unwrap_or_default();
        let end_of_sentence = table.id("</s>");
        let mut pieces = Pieces::with_capacity(table.len(), table.text_len());
        for (id, text) in (0..).zip(table.iter()) {
            let kind = match model.id(text).and_then(|id| model.kind(id)) {
                _ if id == unknown => Kind::Unknown,
                _ if Some(id) == end_of_sentence || text == "<pad>" || text == "<s>" => {
                    Kind::Control
                }
                Some(Kind::Unknown) | None => Kind::Normal,
                Some(kind) => kind,
            };
            pieces.push(text, kind);
        }
        let number = |id| match model.piece(id) {
            Some(text) if id != model.unknown() => table.id(text).unwrap_or(unknown),
            _ => unknown,
        };
        let count = TokenId::try_from(model.len()).unwrap_or(TokenId::MAX);
        let numbers = (0..count).map(number).collect();
        Self {
            model,
            table: Some(Table {
                pieces,
                entries: table,
                numbers,
                unknown,
                end_of_sentence,
            }),
        }
    }

    /// The number of pieces.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.table {
            None => self.model.len(),
            Some(table) => table.pieces.len(),
        }
    }

    /// Whether there are no pieces.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Cuts a text into pieces and appends them to `out`; see [`SentencePiece::encode`].
    pub fn encode(&self, text: &str, out: &mut Vec<Piece>) {
        let before = out.len();
        self.model.encode(text, out);
        let Some(table) = &self.table else { return };
        for piece in out.iter_mut().skip(before) {
            let number = table.numbers.get(piece.id as usize);
            piece.id = number.copied().unwrap_or(table.unknown);
        }
    }

    /// Appends the text that pieces stand for; see [`SentencePiece::decode`].
    pub fn decode(&self, ids: &[TokenId], text: &mut String, ranges: &mut Vec<Range<usize>>) {
        match &self.table {
            None => self.model.decode(ids, text, ranges),
            Some(table) => {
                let decoder = self.model.decoder();
                decoder.decode(&table.pieces, ids, text, ranges);
            }
        }
    }

    /// The text of a piece; see [`SentencePiece::piece`].
    #[must_use]
    pub fn piece(&self, id: TokenId) -> Option<&str> {
        match &self.table {
            None => self.model.piece(id),
            Some(table) => table.pieces.text(id),
        }
    }

    /// The number of the piece with exactly this text.
    #[must_use]
    pub fn id(&self, piece: &str) -> Option<TokenId> {
        match &self.table {
            None => self.model.id(piece),
            Some(table) => table.entries.id(piece),
        }
    }

    /// The piece that ends every sentence.
    #[must_use]
    pub fn end_of_sentence(&self) -> Option<TokenId> {
        match &self.table {
            None => self.model.end_of_sentence(),
            Some(table) => table.end_of_sentence,
        }
    }

    /// The piece that stands for what has none.
    #[must_use]
    pub fn unknown(&self) -> TokenId {
        match &self.table {
            None => self.model.unknown(),
            Some(table) => table.unknown,
        }
    }

    /// Whether a piece begins a word; see [`SentencePiece::starts_word`].
    #[must_use]
    pub fn starts_word(&self, id: TokenId) -> bool {
        match &self.table {
            None => self.model.starts_word(id),
            Some(table) => table.pieces.starts_word(id),
        }
    }

    /// Whether a piece is never part of a text, as is the end of a sentence.
    #[must_use]
    pub fn is_control(&self, id: TokenId) -> bool {
        match &self.table {
            None => self.model.is_control(id),
            Some(table) => table.pieces.is_control(id),
        }
    }
}
