//! The bias of a search towards a register.

use std::fmt;
use std::sync::{Arc, OnceLock};

use dragoman_nmt::vocabulary::{TokenId, Vocabulary};
use dragoman_nmt::{Guide, Model};

use super::values::Values;
use dragoman_text::register::is_inside;

/// How many pieces a word may have for its beginning to be seen.
const LONGEST_WORD: usize = 16;

/// Adds to the score of a hypothesis what its words are worth: part of it while a word is
/// written, taken back if it becomes another.
pub(super) struct RegisterGuide {
    model: Arc<Model>,
    values: Arc<Values>,
    /// What is known of the candidates, which stay the same for all steps of a search.
    known: OnceLock<Vec<Piece>>,
}

/// What is known of a piece whatever stands before it.
#[derive(Debug, Clone, Copy)]
enum Piece {
    /// It ends the sentence.
    End,
    /// It ends the word before it, and what it has is worth so much.
    Apart(f32),
    /// It goes on with the word before it, and has nothing else.
    Continued,
    /// It depends on the word before it in other ways.
    Other,
}

impl RegisterGuide {
    /// A guide for one search.
    pub(super) fn new(model: Arc<Model>, values: Arc<Values>) -> Self {
        Self {
            model,
            values,
            known: OnceLock::new(),
        }
    }

    fn piece(&self, token: TokenId) -> Piece {
        let vocabulary = self.model.target_vocabulary();
        if vocabulary.is_control(token) {
            return Piece::End;
        }
        let piece = vocabulary.piece(token).unwrap_or_default();
        match piece.chars().next() {
            Some('\'' | '’') => Piece::Other,
            Some(first) if !is_inside(first) => Piece::Apart(self.values.gain("", piece)),
            _ if piece.chars().all(is_inside) => Piece::Continued,
            _ => Piece::Other,
        }
    }
}

impl fmt::Debug for RegisterGuide {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("RegisterGuide")
            .finish_non_exhaustive()
    }
}

impl Guide for RegisterGuide {
    fn candidates(&self) -> &[TokenId] {
        self.values.pieces()
    }

    fn adjust(&self, prefix: &[TokenId], candidates: &[TokenId], logits: &mut [f32]) {
        let vocabulary = self.model.target_vocabulary();
        let of_candidates = || candidates.iter().map(|token| self.piece(*token)).collect();
        let known = self.known.get_or_init(of_candidates);
        let run = last_word(vocabulary, prefix);
        let value = self.values.of_beginning(&run);
        let settled = self.values.of_word(&run) - value;
        let is_beginning = self.values.is_beginning(&run);
        for ((piece, token), logit) in known.iter().zip(candidates).zip(logits) {
            *logit += match piece {
                Piece::End => settled,
                Piece::Apart(own) => settled + own,
                Piece::Continued if !is_beginning => -value,
                Piece::Continued | Piece::Other => {
                    let piece = vocabulary.piece(*token).unwrap_or_default();
                    self.values.gain(&run, piece)
                }
            };
        }
    }
}

/// The letters that a text of pieces ends in.
fn last_word(vocabulary: &Vocabulary, prefix: &[TokenId]) -> String {
    let last = prefix.get(prefix.len().saturating_sub(LONGEST_WORD)..);
    let pieces = last.unwrap_or_default().iter();
    let text: String = pieces
        .filter_map(|token| vocabulary.piece(*token))
        .collect();
    let start = text.rfind(|character| !is_inside(character));
    let start = start.map_or(0, |at| at + text.get(at..).map_or(0, first_length));
    text.get(start..).unwrap_or_default().to_owned()
}

fn first_length(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}
