//! A SentencePiece model of the type unigram.

use std::fmt;
use std::ops::Range;

use super::decoding::Decoder;
use super::file::{ListedPiece, ModelFile};
use super::normalizer::{Normalized, Normalizer};
use super::pieces::{Kind, Pieces, byte_of};
use super::segmentation::{Candidate, Segmenter, Stretch};
use super::trie::{Key, MAX_VALUE, Trie};
use super::{Piece, TokenId, VocabularyError};

/// Texts are normalised and segmented in parts of at most this many bytes, which bounds the memory that it takes. Far beyond the length
/// of a sentence.
const MAX_PART: usize = 16 << 20;

/// A SentencePiece model of the type unigram: what it takes to turn text into pieces and back.
///
/// Results are those of the reference implementation with sampling off. It is built once and used from many threads.
#[derive(Clone)]
pub struct SentencePiece {
    normalizer: Normalizer,
    segmenter: Segmenter,
    decoder: Decoder,
    pieces: Pieces,
    /// Pieces that no text is cut into (control, unknown, byte, unused), in the order of their texts.
    apart: Vec<TokenId>,
    /// The pieces for the 256 bytes, if unknown characters are to become those.
    bytes: Option<Box<[TokenId; 256]>>,
    unknown: TokenId,
    end_of_sentence: Option<TokenId>,
}

impl fmt::Debug for SentencePiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SentencePiece")
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}

impl SentencePiece {
    /// Reads a model (`*.spm`, `*.model`): a protocol buffer.
    ///
    /// # Errors
    /// If it is damaged, larger than any real one (16 MiB, 1,048,576 pieces), not of the type unigram, contradicts itself (two pieces
    /// with one text, no unknown piece, missing byte pieces), or holds rules for normalising decoded text.
    pub fn parse(bytes: &[u8]) -> Result<Self, VocabularyError> {
        let file = ModelFile::parse(bytes)?;
        let listed = &file.pieces;
        let unknown = unknown_piece(listed)?;
        let bytes = byte_pieces(listed, file.byte_fallback)?;
        let trie = piece_trie(listed)?;
        let apart = pieces_apart(listed)?;
        let symbols = symbol_trie(listed)?;
        let mut pieces = Pieces::with_capacity(
            listed.len(),
            listed.iter().map(|piece| piece.text.len()).sum(),
        );
        for piece in listed {
            pieces.push(piece.text, piece.kind);
        }
        let candidates: Vec<Option<Candidate>> = listed.iter().map(candidate).collect();
        let mut model = Self {
            normalizer: Normalizer::new(&file.normalizer, symbols)?,
            segmenter: Segmenter::new(trie, &candidates, unknown),
            decoder: Decoder::new(&file),
            pieces,
            apart,
            bytes,
            unknown,
            end_of_sentence: None,
        };
        model.end_of_sentence = model
            .id(file.end_of_sentence)
            .filter(|id| model.is_control(*id));
        Ok(model)
    }

    /// The number of pieces.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Whether there are no pieces, which is never the case: there is always the unknown one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pieces.len() == 0
    }

    /// Cuts a text into its likeliest pieces and appends them to `out`; no piece for the end of the sentence is added.
    ///
    /// Characters without a piece become byte pieces if the model has them (the last one carries the range of the character), else
    /// one unknown piece per run. Time and memory grow in proportion to the text: about 40 bytes per byte of a text up to 16 MiB.
    /// Longer texts are treated in parts of that size, each like a text of its own.
    pub fn encode(&self, text: &str, out: &mut Vec<Piece>) {
        let mut start = 0_usize;
        while let Some(rest) = text.get(start..).filter(|rest| !rest.is_empty()) {
            let part = rest
                .get(..rest.floor_char_boundary(MAX_PART))
                .unwrap_or(rest);
            self.encode_part(part, start, out);
            start = start.saturating_add(part.len());
        }
    }

    fn encode_part(&self, text: &str, offset: usize, out: &mut Vec<Piece>) {
        let normalized = self.normalizer.normalize(text);
        out.reserve(normalized.text.len() / 4);
        let mut after_unknown = false;
        for stretch in self.segmenter.segment(&normalized.text) {
            let range = origin(&normalized, stretch, offset);
            let is_unknown = stretch.id == self.unknown;
            match (&self.bytes, out.last_mut()) {
                (Some(bytes), _) if is_unknown => {
                    let unknown = (stretch.start as usize)..(stretch.end as usize);
                    let unknown = normalized.text.get(unknown).unwrap_or_default();
                    push_bytes(unknown, bytes, &range, out);
                }
                (None, Some(last)) if is_unknown && after_unknown => last.range.end = range.end,
                _ => out.push(Piece {
                    id: stretch.id,
                    range,
                }),
            }
            after_unknown = is_unknown;
        }
    }

    /// Appends the text that pieces stand for to `text`, and for each piece to `ranges` where in `text` its part is, in bytes.
    ///
    /// Spaces at the beginning are dropped as the model wants it. Control pieces become nothing, unknown ones `" ⁇ "` (unless the
    /// model says otherwise), and so do numbers beyond the vocabulary. Byte pieces become the character that they make up,
    /// whose range the last of them has; those that make up none become U+FFFD.
    pub fn decode(&self, ids: &[TokenId], text: &mut String, ranges: &mut Vec<Range<usize>>) {
        self.decoder.decode(&self.pieces, ids, text, ranges);
    }

    /// The text of a piece, in which [`SPACE_SYMBOL`](super::SPACE_SYMBOL) stands for a space.
    #[must_use]
    pub fn piece(&self, id: TokenId) -> Option<&str> {
        self.pieces.text(id)
    }

    /// The number of the piece with exactly this text.
    #[must_use]
    pub fn id(&self, piece: &str) -> Option<TokenId> {
        let apart = self
            .apart
            .binary_search_by_key(&piece, |&id| self.pieces.text(id).unwrap_or_default())
            .ok()
            .and_then(|index| self.apart.get(index).copied());
        apart.or_else(|| self.segmenter.id(piece))
    }

    /// The piece that ends every sentence.
    #[must_use]
    pub fn end_of_sentence(&self) -> Option<TokenId> {
        self.end_of_sentence
    }

    /// The piece that stands for what has none.
    #[must_use]
    pub fn unknown(&self) -> TokenId {
        self.unknown
    }

    /// Whether a piece begins a word: its text starts with [`SPACE_SYMBOL`](super::SPACE_SYMBOL).
    #[must_use]
    pub fn starts_word(&self, id: TokenId) -> bool {
        self.pieces.starts_word(id)
    }

    /// Whether a piece is never part of a text, as is the end of a sentence.
    #[must_use]
    pub fn is_control(&self, id: TokenId) -> bool {
        self.pieces.is_control(id)
    }

    pub(super) fn kind(&self, id: TokenId) -> Option<Kind> {
        self.pieces.kind(id)
    }

    pub(super) fn decoder(&self) -> &Decoder {
        &self.decoder
    }
}

/// The part of the original text that a stretch of the normalised one came from.
#[inline]
fn origin(normalized: &Normalized, stretch: Stretch, offset: usize) -> Range<usize> {
    let at = |position: u32| {
        let origin = normalized.origins.get(position as usize).copied();
        offset.saturating_add(origin.unwrap_or_default() as usize)
    };
    at(stretch.start)..at(stretch.end)
}

/// Appends the pieces for the bytes of an unknown stretch. All but the last have an empty range.
fn push_bytes(unknown: &str, bytes: &[TokenId; 256], range: &Range<usize>, out: &mut Vec<Piece>) {
    out.extend(unknown.bytes().map(|byte| Piece {
        id: bytes.get(usize::from(byte)).copied().unwrap_or_default(),
        range: range.start..range.start,
    }));
    if let Some(last) = out.last_mut().filter(|_| !unknown.is_empty()) {
        last.range.end = range.end;
    }
}

fn unknown_piece(listed: &[ListedPiece<'_>]) -> Result<TokenId, VocabularyError> {
    let mut unknown = numbered(listed).filter(|(_, piece)| piece.kind == Kind::Unknown);
    let (id, _) = unknown.next().ok_or(VocabularyError::NoUnknownPiece)?;
    match unknown.next() {
        None => Ok(id),
        Some((id, _)) => Err(VocabularyError::InvalidPiece {
            id,
            problem: "is the second unknown one",
        }),
    }
}

fn byte_pieces(
    listed: &[ListedPiece<'_>],
    fallback: bool,
) -> Result<Option<Box<[TokenId; 256]>>, VocabularyError> {
    let mut found = [None; 256];
    for (id, piece) in numbered(listed).filter(|(_, piece)| piece.kind == Kind::Byte) {
        let invalid = |problem| VocabularyError::InvalidPiece { id, problem };
        if !fallback {
            return Err(invalid("stands for a byte, but byte fallback is off"));
        }
        let byte = byte_of(piece.text).ok_or_else(|| invalid("should name a byte"))?;
        if let Some(slot) = found.get_mut(usize::from(byte)) {
            *slot = Some(id);
        }
    }
    if !fallback {
        return Ok(None);
    }
    let mut ids = Box::new([0; 256]);
    for (byte, (id, found)) in (0..=255).zip(ids.iter_mut().zip(found)) {
        *id = found.ok_or(VocabularyError::MissingBytePiece { byte })?;
    }
    Ok(Some(ids))
}

/// Numbers pieces as the file does; there are at most as many as [`MAX_VALUE`] allows.
fn numbered<'a>(
    listed: &'a [ListedPiece<'a>],
) -> impl Iterator<Item = (TokenId, &'a ListedPiece<'a>)> {
    const { assert!(super::file::MAX_PIECES <= MAX_VALUE as usize) };
    (0..).zip(listed)
}

/// The trie of the pieces that a text can be cut into.
fn piece_trie(listed: &[ListedPiece<'_>]) -> Result<Trie, VocabularyError> {
    let mut keys = sorted(listed, |kind| {
        matches!(kind, Kind::Normal | Kind::UserDefined | Kind::Unused)
    })?;
    keys.retain(|key| {
        let piece = listed.get(key.value() as usize);
        piece.is_some_and(|piece| piece.kind != Kind::Unused)
    });
    Ok(Trie::new(&keys))
}

fn pieces_apart(listed: &[ListedPiece<'_>]) -> Result<Vec<TokenId>, VocabularyError> {
    // Unused pieces have been compared with the normal ones before, and may share a text with one of these.
    sorted(listed, |kind| {
        matches!(kind, Kind::Control | Kind::Unknown | Kind::Byte)
    })?;
    let mut apart: Vec<(&str, bool, TokenId)> = numbered(listed)
        .filter(|(_, piece)| !matches!(piece.kind, Kind::Normal | Kind::UserDefined))
        .map(|(id, piece)| (piece.text, piece.kind == Kind::Unused, id))
        .collect();
    apart.sort_unstable();
    apart.dedup_by_key(|(text, _, _)| *text);
    Ok(apart.into_iter().map(|(_, _, id)| id).collect())
}

fn symbol_trie(listed: &[ListedPiece<'_>]) -> Result<Option<Trie>, VocabularyError> {
    let symbols = sorted(listed, |kind| kind == Kind::UserDefined)?;
    Ok((!symbols.is_empty()).then(|| Trie::new(&symbols)))
}

/// The pieces of some kinds in the order of their texts, each of which may be there once.
fn sorted<'a>(
    listed: &'a [ListedPiece<'a>],
    wanted: impl Fn(Kind) -> bool,
) -> Result<Vec<Key<'a>>, VocabularyError> {
    let mut keys: Vec<Key<'_>> = numbered(listed)
        .filter(|(_, piece)| wanted(piece.kind))
        .map(|(id, piece)| Key::new(piece.text.as_bytes(), id))
        .collect();
    keys.sort_unstable_by(Key::order);
    for (one, other) in keys.iter().zip(keys.iter().skip(1)) {
        if one.text() == other.text() {
            return Err(VocabularyError::DuplicatePiece {
                text: String::from_utf8_lossy(one.text()).into_owned(),
                first: one.value(),
                second: other.value(),
            });
        }
    }
    Ok(keys)
}

fn candidate(piece: &ListedPiece<'_>) -> Option<Candidate> {
    let score = match piece.kind {
        Kind::Normal => Some(piece.score),
        Kind::UserDefined => None,
        _ => return None,
    };
    Some(Candidate {
        score,
        length: piece.text.len(),
    })
}
