//! What a SentencePiece file says, before anything is built from it.
//!
//! Source of the field numbers: `sentencepiece_model.proto` of the SentencePiece project. Fields that only matter for training are
//! passed over, unknown ones too.

use super::VocabularyError;
use super::pieces::Kind;
use super::wire::{Field, Fields};

/// The largest file that is read, in bytes. Real ones have about 1 MB, those of models for a hundred languages 5 MB.
const MAX_FILE: usize = 16 << 20;

/// The largest number of pieces. Real vocabularies have 8,000 to 260,000.
pub(super) const MAX_PIECES: usize = 1 << 20;

/// The longest text of a piece, in bytes. Pieces have up to 16 characters if the training did not ask for more. Cutting a text takes up
/// to this many steps per character, so that the 7,999 of the reference implementation would let a model make it slow.
const MAX_PIECE: usize = 1024;

/// One piece as the file lists it.
#[derive(Debug, Clone, Copy)]
pub(super) struct ListedPiece<'a> {
    pub(super) text: &'a str,
    /// The logarithm of its probability; higher is likelier.
    pub(super) score: f32,
    pub(super) kind: Kind,
}

/// How a text is changed before it is cut into pieces.
#[derive(Debug, Clone, Copy)]
pub(super) struct NormalizerOptions<'a> {
    /// Compiled replacement rules; empty if there are none.
    pub(super) charsmap: &'a [u8],
    /// Whether a space is put before the text (after it if `whitespace_as_suffix`).
    pub(super) add_dummy_prefix: bool,
    /// Whether spaces around the text are dropped and runs of them become one.
    pub(super) remove_extra_whitespaces: bool,
    /// Whether spaces become [`SPACE_SYMBOL`](super::SPACE_SYMBOL).
    pub(super) escape_whitespaces: bool,
    /// Whether a space belongs to the piece before it instead of the one behind.
    pub(super) whitespace_as_suffix: bool,
}

/// The content of a file.
#[derive(Debug)]
pub(super) struct ModelFile<'a> {
    pub(super) pieces: Vec<ListedPiece<'a>>,
    pub(super) normalizer: NormalizerOptions<'a>,
    /// Whether unknown characters become one piece per byte.
    pub(super) byte_fallback: bool,
    /// What the unknown piece becomes in decoded text.
    pub(super) unknown_surface: &'a str,
    /// The text of the piece that ends a sentence.
    pub(super) end_of_sentence: &'a str,
}

impl<'a> ModelFile<'a> {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is too large, damaged, not of the type unigram, or needs what is not supported.
    pub(super) fn parse(bytes: &'a [u8]) -> Result<Self, VocabularyError> {
        if bytes.len() > MAX_FILE {
            return Err(VocabularyError::FileTooLarge {
                actual: bytes.len(),
                limit: MAX_FILE,
            });
        }
        let mut file = Self {
            pieces: Vec::new(),
            normalizer: NormalizerOptions {
                charsmap: &[],
                add_dummy_prefix: true,
                remove_extra_whitespaces: true,
                escape_whitespaces: true,
                whitespace_as_suffix: false,
            },
            byte_fallback: false,
            unknown_surface: " \u{2047} ",
            end_of_sentence: "</s>",
        };
        for field in Fields::new(bytes) {
            let field = field?;
            match field.number() {
                1 => file.read_piece(field.bytes()?)?,
                2 => file.read_trainer(field.bytes()?)?,
                3 => file.read_normalizer(field.bytes()?)?,
                5 => refuse_denormalizer(field.bytes()?)?,
                _ => {}
            }
        }
        Ok(file)
    }

    fn read_piece(&mut self, message: &'a [u8]) -> Result<(), VocabularyError> {
        if self.pieces.len() >= MAX_PIECES {
            return Err(VocabularyError::TooManyPieces { limit: MAX_PIECES });
        }
        let id = u32::try_from(self.pieces.len()).unwrap_or(u32::MAX);
        let invalid = |problem| VocabularyError::InvalidPiece { id, problem };
        let mut piece = ListedPiece {
            text: "",
            score: 0.0,
            kind: Kind::Normal,
        };
        for field in Fields::new(message) {
            let field = field?;
            match field.number() {
                1 => piece.text = field.text().map_err(|_| invalid("is not UTF-8"))?,
                2 => piece.score = field.float()?,
                3 => piece.kind = kind(&field)?.ok_or_else(|| invalid("has an unknown type"))?,
                _ => {}
            }
        }
        if piece.text.is_empty() {
            return Err(invalid("is empty"));
        }
        if piece.text.len() > MAX_PIECE {
            return Err(invalid("is longer than any real piece"));
        }
        if piece.text.contains('\0') {
            return Err(invalid("holds a NUL character"));
        }
        if !piece.score.is_finite() {
            return Err(invalid("has a score that is no number"));
        }
        self.pieces.push(piece);
        Ok(())
    }

    fn read_trainer(&mut self, message: &'a [u8]) -> Result<(), VocabularyError> {
        for field in Fields::new(message) {
            let field = field?;
            match field.number() {
                3 => require_unigram(field.number_value()?)?,
                24 => self.normalizer.whitespace_as_suffix = field.flag()?,
                35 => self.byte_fallback = field.flag()?,
                44 => {
                    // The reference implementation takes it for a C string.
                    let surface = field.text()?;
                    self.unknown_surface = surface.split('\0').next().unwrap_or(surface);
                }
                47 => {
                    let text = field.text()?;
                    self.end_of_sentence = if text.is_empty() { "</s>" } else { text };
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn read_normalizer(&mut self, message: &'a [u8]) -> Result<(), VocabularyError> {
        for field in Fields::new(message) {
            let field = field?;
            match field.number() {
                2 => self.normalizer.charsmap = field.bytes()?,
                3 => self.normalizer.add_dummy_prefix = field.flag()?,
                4 => self.normalizer.remove_extra_whitespaces = field.flag()?,
                5 => self.normalizer.escape_whitespaces = field.flag()?,
                _ => {}
            }
        }
        Ok(())
    }
}

fn kind(field: &Field<'_>) -> Result<Option<Kind>, VocabularyError> {
    Ok(match field.number_value()? {
        1 => Some(Kind::Normal),
        2 => Some(Kind::Unknown),
        3 => Some(Kind::Control),
        4 => Some(Kind::UserDefined),
        5 => Some(Kind::Unused),
        6 => Some(Kind::Byte),
        _ => None,
    })
}

fn require_unigram(model_type: u64) -> Result<(), VocabularyError> {
    let name = match model_type {
        1 => return Ok(()),
        2 => "bpe".to_owned(),
        3 => "word".to_owned(),
        4 => "char".to_owned(),
        other => other.to_string(),
    };
    Err(VocabularyError::UnsupportedModelType { name })
}

fn refuse_denormalizer(message: &[u8]) -> Result<(), VocabularyError> {
    for field in Fields::new(message) {
        let field = field?;
        if field.number() == 2 && !field.bytes()?.is_empty() {
            return Err(VocabularyError::UnsupportedDenormalizer);
        }
    }
    Ok(())
}
