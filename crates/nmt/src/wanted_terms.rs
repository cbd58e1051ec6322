//! The words that are wanted, as the tokens that a translation can write them with.

use std::ops::Range;
use std::sync::Arc;

use dragoman_language::is_unspaced;

use crate::model::Model;
use crate::search::{Constraints, Form, MOST_FORMS, MOST_TERMS, Term};
use crate::source::Prepared;
use crate::vocabulary::{Piece, SPACE_SYMBOL, TokenId, Vocabulary};

/// Forms of more tokens than this are not searched for.
const LONGEST_FORM: usize = 64;

/// What stands before a word without a space in between when its tokens there are looked for.
const ANCHORS: [&str; 4] = ["(", "-", "\"", "。"];

/// A stretch of a text and the words that its translation is to use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WantedTerm {
    /// Bytes of the text.
    pub source: Range<usize>,
    /// The words, each as good as the others.
    pub targets: Vec<String>,
}

impl Model {
    /// What the search of one of the sources of a text has to know of the terms that are wanted;
    /// `None` if none of them is in it or can be written with the model's vocabulary.
    #[must_use]
    pub fn constrain(
        &self,
        prepared: &Prepared,
        source: usize,
        wanted: &[WantedTerm],
    ) -> Option<Arc<Constraints>> {
        let stretch = prepared.stretches.get(source)?;
        let pieces = prepared.pieces.get(stretch.clone())?;
        let begins_sentence = source == 0 && starts_with_capital(&prepared.text);
        let writer = Writer {
            vocabulary: &self.target_vocabulary,
            begins_sentence,
        };
        let mut terms = Vec::new();
        for term in wanted {
            // A term that is cut in two belongs to where it begins.
            let all = tokens_of(&prepared.pieces, &prepared.text, &term.source);
            if !stretch.contains(&all.start) || all.is_empty() {
                continue;
            }
            let end = all.end.min(stretch.end).saturating_sub(stretch.start);
            let forms = writer.forms(&term.targets);
            if !forms.is_empty() && terms.len() < MOST_TERMS {
                terms.push(Term {
                    source: all.start - stretch.start..end.min(pieces.len()),
                    forms,
                });
            }
        }
        let vocabulary = Arc::clone(&self.target_vocabulary);
        (!terms.is_empty()).then(|| Arc::new(Constraints::new(terms, vocabulary)))
    }
}

/// The pieces that have any visible bytes of a range.
fn tokens_of(pieces: &[Range<usize>], text: &str, range: &Range<usize>) -> Range<usize> {
    let overlaps = |piece: &Range<usize>| {
        let shared = piece.start.max(range.start)..piece.end.min(range.end);
        let text = text.get(shared).unwrap_or_default();
        text.chars().any(|character| !character.is_whitespace())
    };
    let start = pieces.partition_point(|piece| piece.end <= range.start);
    let rest = pieces.get(start..).unwrap_or_default();
    let near = rest.partition_point(|piece| piece.start < range.end);
    let near = rest.get(..near).unwrap_or_default();
    let first = near.iter().position(overlaps).unwrap_or(0);
    let end = near.iter().rposition(overlaps).map_or(0, |last| last + 1);
    start + first..start + end
}

fn starts_with_capital(text: &str) -> bool {
    let first = text.chars().find(|character| character.is_alphabetic());
    first.is_some_and(char::is_uppercase)
}

/// Finds tokens for words.
struct Writer<'a> {
    vocabulary: &'a Vocabulary,
    begins_sentence: bool,
}

impl Writer<'_> {
    fn forms(&self, targets: &[String]) -> Vec<Form> {
        let mut forms = Vec::new();
        for target in targets.iter().map(|target| target.trim()) {
            match self.begins_sentence.then(|| capitalized(target)).flatten() {
                Some(initial) => {
                    self.push(&initial, (true, false), &mut forms);
                    self.push(target, (false, true), &mut forms);
                }
                None => self.push(target, (true, true), &mut forms),
            }
        }
        forms
    }

    /// Adds the tokens of a text behind a space and those behind something else.
    fn push(&self, text: &str, (is_initial, is_inner): (bool, bool), forms: &mut Vec<Form>) {
        let Some(first) = text.chars().next() else {
            return;
        };
        let is_unspaced = is_unspaced(first);
        let written = [(self.spaced(text), false), (self.glued(text), true)];
        for (tokens, is_glued) in written {
            let Some(tokens) = tokens.filter(|tokens| self.can_be_written(tokens)) else {
                continue;
            };
            let form = Form {
                tokens,
                is_initial,
                is_inner,
                is_glued,
                is_unspaced,
            };
            if forms.len() < MOST_FORMS && !forms.contains(&form) {
                forms.push(form);
            }
        }
    }

    fn can_be_written(&self, tokens: &[TokenId]) -> bool {
        let unknown = self.vocabulary.unknown();
        (1..=LONGEST_FORM).contains(&tokens.len()) && !tokens.contains(&unknown)
    }

    fn spaced(&self, text: &str) -> Option<Vec<TokenId>> {
        let mut pieces: Vec<Piece> = Vec::new();
        self.vocabulary.encode(text, &mut pieces);
        Some(pieces.into_iter().map(|piece| piece.id).collect())
    }

    /// The tokens of a text that touches what stands before it.
    fn glued(&self, text: &str) -> Option<Vec<TokenId>> {
        let behind = |anchor: &&str| {
            let mut pieces: Vec<Piece> = Vec::new();
            let anchored = format!("{anchor}{text}");
            self.vocabulary.encode(&anchored, &mut pieces);
            let start = pieces.partition_point(|piece| piece.range.start < anchor.len());
            let is_apart = pieces
                .get(..start)
                .and_then(<[Piece]>::last)
                .is_some_and(|piece| piece.range.end == anchor.len());
            let tokens = pieces.get(start..)?.iter().map(|piece| piece.id);
            is_apart.then(|| tokens.collect::<Vec<TokenId>>())
        };
        let mut found = ANCHORS.iter().filter_map(behind);
        found.find(|tokens| {
            let piece = tokens
                .first()
                .and_then(|token| self.vocabulary.piece(*token));
            piece.is_some_and(|piece| !piece.starts_with(SPACE_SYMBOL))
        })
    }
}

/// A text with a capital, unless its first word has one, were it elsewhere, as brands do.
fn capitalized(text: &str) -> Option<String> {
    let first = text.chars().next()?;
    let mut word = text.chars().take_while(|c| !c.is_whitespace());
    if word.any(char::is_uppercase) || !first.is_lowercase() {
        return None;
    }
    let rest = text.get(first.len_utf8()..)?;
    Some(first.to_uppercase().chain(rest.chars()).collect())
}

#[cfg(test)]
mod tests {
    use super::{capitalized, tokens_of};

    #[test]
    fn words_without_capitals_get_one_at_the_beginning() {
        assert_eq!(capitalized("élan vital").as_deref(), Some("Élan vital"));
        assert_eq!(capitalized("eine Uhr").as_deref(), Some("Eine Uhr"));

        for kept in ["Hund", "iPhone", "3d", "日本", ""] {
            assert_eq!(capitalized(kept), None, "{kept}");
        }
    }

    #[test]
    fn a_term_has_the_tokens_that_share_letters_with_it() {
        let text = "the big dog";
        let pieces = [0..3, 3..5, 5..7, 7..11];
        assert_eq!(tokens_of(&pieces, text, &(4..7)), 1..3);
        assert_eq!(tokens_of(&pieces, text, &(8..11)), 3..4);
        assert_eq!(tokens_of(&pieces, text, &(4..11)), 1..4);
        // The space alone is no part of the word.
        assert!(tokens_of(&pieces, text, &(7..8)).is_empty());
        assert!(tokens_of(&[], "", &(0..1)).is_empty());
    }
}
