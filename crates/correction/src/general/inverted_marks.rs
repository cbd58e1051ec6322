//! The inverted marks (¿ ¡) that open questions and exclamations in Spanish.

use dragoman_text::Edit;

use super::annotated_text::AnnotatedText;
use super::typography::{InvertedMarks, Typography};

/// The maximum length of an exclamation with a comma that is treated as one exclamation, in words.
const MAX_WORDS_OF_ONE_EXCLAMATION: usize = 6;

/// The most marks that may close a sentence.
const MAX_CLOSING_MARKS: usize = 3;

/// The longest sentence that is examined, in bytes.
const MAX_SENTENCE: usize = 400;

/// Adds the missing inverted marks to questions and exclamations whose beginning is certain.
pub(super) fn edits(annotated: &AnnotatedText<'_>, typography: &Typography) -> Vec<Edit> {
    let Some(rules) = &typography.inverted_marks else {
        return Vec::new();
    };
    let text = annotated.text;
    let mut edits = Vec::new();
    let mut start = 0;
    let mut is_opened = false;
    // After a bracket the beginning of the question is not certain.
    let mut is_broken = false;
    for (at, c) in text.char_indices() {
        let next = at + c.len_utf8();
        match c {
            '¿' | '¡' if closes_by_mistake(annotated, at, next) => {
                start = next;
                is_opened = false;
            }
            '¿' | '¡' => is_opened = true,
            '?' | '!' if opens_by_mistake(annotated, at, next) => is_opened = true,
            '?' | '!' => {
                let clause = text.get(start..at).unwrap_or_default();
                let run = text.get(at..).unwrap_or_default();
                // A longer run is not a closing mark.
                let run = run.chars().take(MAX_CLOSING_MARKS + 1);
                let run = run.take_while(|mark| *mark == c).count();
                let is_last = annotated
                    .at(at + run)
                    .is_none_or(|c| c.is_whitespace() || "\")”».".contains(c));
                if !is_opened
                    && !is_broken
                    && is_last
                    && clause.len() <= MAX_SENTENCE
                    && run <= MAX_CLOSING_MARKS
                    && annotated.is_editable(&(at..next))
                    && !annotated.is_code(at)
                    && !annotated.is_name_with_mark(at)
                    && !annotated.is_english(at)
                    && let Some(offset) = rules.opening_position(clause, c == '?')
                {
                    let place = start + offset;
                    let mark = if c == '?' { "¿" } else { "¡" };
                    edits.push(Edit {
                        range: place..place,
                        text: mark.repeat(run),
                    });
                }
                start = next;
                is_opened = false;
                is_broken = false;
            }
            // "Espera... vienes?" may be one question or two.
            '.' if annotated.before(at) == Some('.') => {
                start = next;
                is_broken = !annotated.at(next + 1).is_some_and(char::is_uppercase);
            }
            '.' if annotated.at(next).is_none_or(char::is_whitespace)
                && !typography.is_abbreviation(annotated.letters_before(at)) =>
            {
                start = next;
                is_opened = false;
                is_broken = false;
            }
            '\n' => {
                start = next;
                is_opened = false;
                is_broken = false;
            }
            // An exclamation continues after these marks: "¡Les ayudaremos — está claro!"
            '…' | ':' | ';' | '"' | '“' | '”' | '«' | '»' | '(' | '—' | '–' | '*' => {
                start = next;
            }
            ')' => is_broken = true,
            _ => {}
        }
    }
    edits.retain(|edit| annotated.is_editable(&edit.range));
    edits
}

/// Whether an inverted mark is a typing error for a closing one, as in "Vete¡ Ya".
fn closes_by_mistake(annotated: &AnnotatedText<'_>, at: usize, next: usize) -> bool {
    annotated.before(at).is_some_and(char::is_alphanumeric)
        && !annotated.at(next).is_some_and(char::is_alphanumeric)
}

/// Whether a closing mark is a typing error for an inverted one, as in "!Viva la reina!"
fn opens_by_mistake(annotated: &AnnotatedText<'_>, at: usize, next: usize) -> bool {
    annotated.before(at).is_none_or(char::is_whitespace)
        && annotated.at(next).is_some_and(char::is_alphanumeric)
}

impl InvertedMarks {
    /// The offset of the inverted mark in a clause, which is given without its closing mark.
    fn opening_position(&self, clause: &str, is_question: bool) -> Option<usize> {
        let begin = clause.len() - clause.trim_start().len();
        let body = clause.get(begin..)?;
        if !body.starts_with(char::is_alphabetic) {
            return None;
        }
        let Some(comma) = body.rfind(", ") else {
            return (!body.contains(',')).then_some(begin);
        };
        let last_part = body.get(comma + 2..)?;
        let last = begin + comma + 2;
        if !last_part.starts_with(char::is_alphabetic) {
            return None;
        }
        if !is_question {
            return (body.split_whitespace().count() <= MAX_WORDS_OF_ONE_EXCLAMATION)
                .then_some(begin);
        }
        if self.is_question(body) {
            return Some(begin);
        }
        let lead = body.get(..comma)?.to_lowercase();
        let is_address = self.addresses.contains(&lead.as_str())
            || lead.split_once(' ').is_some_and(|(first, rest)| {
                self.addresses.contains(&first) && !rest.contains(' ')
            });
        let is_tag = self.tags.contains(&last_part.to_lowercase().as_str());
        (self.is_question(last_part) || is_tag || is_address).then_some(last)
    }

    /// Whether a clause begins with an interrogative.
    fn is_question(&self, clause: &str) -> bool {
        let mut words = clause.split(' ').map(str::to_lowercase);
        let first = words.next().unwrap_or_default();
        let second = words.next().unwrap_or_default();
        let pair = format!("{first} {second}");
        self.interrogatives.contains(&first.as_str())
            || self.interrogatives.contains(&pair.as_str())
    }
}
