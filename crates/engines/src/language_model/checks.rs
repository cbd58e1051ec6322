//! Whether what a model answered can be the translation of a segment.

use std::collections::HashSet;

use dragoman_domain::{Language, LanguagePair, Register, Segment};

use super::rejection::Rejection;
use dragoman_fidelity::{
    adds_something, has_as_often, has_new_lines, is_in_wrong_script, is_taken_for, phrases,
    repeats_itself, repeats_phrases, telling_part, weigh,
};
use dragoman_text::register::register_of;

/// How long a translation may be: so many characters, and so many for each of the source. A
/// character of a script that needs few counts for several, in both.
const FREE_LENGTH: usize = 60;
const MOST_GROWTH: usize = 5;

/// A source that is at least so long has no translation that is so many times shorter.
const LEAST_SOURCE: usize = 30;
const MOST_SHRINKAGE: usize = 6;

/// From so many letters of words other than names on a sentence is not its own translation, and is
/// not a part of it.
const LEAST_COPY: usize = 24;
const LONG_COPY: usize = 60;

/// How models begin when they talk to somebody instead of translating.
const CHATTER: &[&str] = &[
    "here is the translation",
    "here's the translation",
    "here is your translation",
    "sure,",
    "sure!",
    "certainly,",
    "certainly!",
    "of course!",
    "as an ai",
    "i'm sorry, but",
    "i am sorry, but i can",
    "i cannot",
    "i can't",
    "translation:",
];

/// The checks for translations of one pair, made under the same instructions.
#[derive(Debug)]
pub(super) struct Checks {
    pair: LanguagePair,
    register: Option<Register>,
    instructions: HashSet<Vec<String>>,
}

impl Checks {
    /// A `register` is checked; leave out one that a translation is of use without.
    pub(super) fn new(pair: LanguagePair, register: Option<Register>, instructions: &str) -> Self {
        Self {
            pair,
            register,
            instructions: phrases(instructions),
        }
    }

    /// Fails if a text cannot be the translation of a segment.
    pub(super) fn check(&self, segment: &Segment, translation: &str) -> Result<(), Rejection> {
        let source = segment.text();
        let objections = [
            (translation.trim().is_empty(), Rejection::Empty),
            (
                !has_as_often(&placeholders(segment), source, translation),
                Rejection::Placeholders,
            ),
            (has_new_lines(source, translation), Rejection::Lines),
            (adds_something(source, translation), Rejection::Additions),
            (has_wrong_length(source, translation), Rejection::Length),
            (repeats_itself(source, translation), Rejection::Repetition),
            (is_copy(segment, translation), Rejection::Copy),
            (
                is_in_wrong_script(self.pair.target, source, translation),
                Rejection::Script,
            ),
            (self.is_in_other_register(translation), Rejection::Register),
            (
                repeats_phrases(&self.instructions, source, translation),
                Rejection::Leak,
            ),
            (self.chats(translation), Rejection::Chatter),
        ];
        match objections.into_iter().find(|(is_wrong, _)| *is_wrong) {
            Some((_, rejection)) => Err(rejection),
            None => Ok(()),
        }
    }

    /// The part of a translation that tells its language; nothing if that is too little.
    pub(super) fn telling_part(segment: &Segment, translation: &str) -> Option<String> {
        telling_part(translation, &placeholders(segment))
    }

    /// Fails if a translation was recognised as one into another language.
    pub(super) fn check_language(&self, found: Language) -> Result<(), Rejection> {
        if is_taken_for(found, self.pair.target) {
            Ok(())
        } else {
            Err(Rejection::Language)
        }
    }

    fn is_in_other_register(&self, translation: &str) -> bool {
        let wanted = self.register;
        let found = wanted.and_then(|_| register_of(translation, self.pair.target));
        found.is_some() && found != wanted
    }

    fn chats(&self, translation: &str) -> bool {
        // Into English, these may be translations.
        let beginning: String = translation.trim_start().chars().take(40).collect();
        let beginning = beginning.to_lowercase();
        self.pair.target.base().tag() != "en"
            && CHATTER.iter().any(|words| beginning.starts_with(words))
    }
}

fn placeholders(segment: &Segment) -> Vec<&str> {
    let ranges = segment.placeholders().iter();
    ranges
        .filter_map(|range| segment.text().get(range.clone()))
        .collect()
}

fn has_wrong_length(source: &str, translation: &str) -> bool {
    let (before, after) = (weigh(source.trim()), weigh(translation.trim()));
    after > FREE_LENGTH + MOST_GROWTH * before
        || (before >= LEAST_SOURCE && after * MOST_SHRINKAGE < before)
}

/// Whether a translation is its source, or has all of it in it, where that cannot be: names are
/// the same in many languages, and so are short sentences in related ones.
fn is_copy(segment: &Segment, translation: &str) -> bool {
    let folded = |text: &str| -> String {
        let letters = text.chars().filter(|character| character.is_alphabetic());
        letters.flat_map(char::to_lowercase).collect()
    };
    let kept: usize = placeholders(segment).into_iter().map(weigh).sum();
    let common = segment.text().split_whitespace();
    let common = common.filter(|word| !word.starts_with(|first: char| !is_common(first)));
    let weight = common.map(|word| weigh(&folded(word))).sum::<usize>();
    if weight < kept + LEAST_COPY {
        return false;
    }
    let (source, said) = (folded(segment.text()), folded(translation));
    said == source || (weight >= kept + LONG_COPY && said.contains(&source))
}

/// Whether a word that begins like this is no name, as far as that can be seen.
fn is_common(first: char) -> bool {
    first.is_alphabetic() && !first.is_uppercase()
}

#[cfg(test)]
#[path = "checks_tests.rs"]
mod tests;
