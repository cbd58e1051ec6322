//! Whether what a model answered can be the translation of a segment.

use std::collections::{BTreeMap, HashSet};

use dragoman_domain::{Language, LanguagePair, Register, Segment, copies};

use super::answer::Malformed;
use super::scripts::{Script, script_of, scripts_of, weight_of};
use crate::register::register_of;

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

/// The fewest copies of a word, in a row, that can be a fault.
const FEWEST_COPIES: usize = 4;

/// So many letters of words that the source does not have tell in which script a text is.
const TELLING_LETTERS: usize = 8;

/// So many words, with so many letters, tell in which language a text is.
const TELLING_WORDS: usize = 6;
const TELLING_SENTENCE: usize = 36;

/// So many words of the instructions in a row are no coincidence.
const LEAKED_WORDS: usize = 6;

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

/// Why an answer was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rejection {
    /// The answer as a whole is not what was asked for.
    Form,
    /// It does not have each segment once.
    Segments,
    /// It ended before its end.
    Truncated,
    /// The model cannot read so much at once.
    TooLong,
    /// The server does not let the model answer, and answers other questions.
    Declined,
    /// Nothing was written.
    Empty,
    /// A placeholder is missing, or there is one too many.
    Placeholders,
    /// A mark is missing or is where it cannot be.
    Marks,
    /// There are brackets or addresses that the source does not have.
    Additions,
    /// There are line ends or control characters that the source does not have.
    Lines,
    /// It is much too long or much too short.
    Length,
    /// It says one word over and over.
    Repetition,
    /// It is in another script than the language is written in.
    Script,
    /// It is in another language.
    Language,
    /// It addresses its readers in the other register.
    Register,
    /// It is the source, or has it in it.
    Copy,
    /// It has some of the instructions in it.
    Leak,
    /// It talks about the translation.
    Chatter,
}

impl Rejection {
    /// The word for it in metrics.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Form => "form",
            Self::Segments => "segments",
            Self::Truncated => "truncated",
            Self::TooLong => "too_long",
            Self::Declined => "declined",
            Self::Empty => "empty",
            Self::Placeholders => "placeholders",
            Self::Marks => "marks",
            Self::Additions => "additions",
            Self::Lines => "lines",
            Self::Length => "length",
            Self::Repetition => "repetition",
            Self::Script => "script",
            Self::Language => "language",
            Self::Register => "register",
            Self::Copy => "copy",
            Self::Leak => "leak",
            Self::Chatter => "chatter",
        }
    }

    /// What the model is told about it when it is asked again.
    pub(super) const fn advice(self) -> &'static str {
        match self {
            Self::Form | Self::Truncated | Self::TooLong | Self::Declined => {
                "It was not exactly the JSON object that was asked for."
            }
            Self::Segments => "It did not have each segment exactly once.",
            Self::Empty => "A translation was empty.",
            Self::Placeholders => {
                "It did not have each string of \"keep\" exactly as often as the segment."
            }
            Self::Marks => {
                "It did not have each numbered mark exactly once, nested as in the segment."
            }
            Self::Additions => "It had brackets or addresses that the segment does not have.",
            Self::Lines => "It had line breaks that the segment does not have.",
            Self::Length => "Its length was not that of a translation of the segment.",
            Self::Script | Self::Language => "It was not in the target language.",
            Self::Register => "It addressed its readers in the other register.",
            Self::Copy => "It left the segment untranslated.",
            Self::Repetition | Self::Leak | Self::Chatter => {
                "It was not a translation of the segment and nothing else."
            }
        }
    }
}

impl From<Malformed> for Rejection {
    fn from(malformed: Malformed) -> Self {
        match malformed {
            Malformed::Form => Self::Form,
            Malformed::Segments => Self::Segments,
        }
    }
}

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
                !keeps_placeholders(segment, translation),
                Rejection::Placeholders,
            ),
            (has_new_lines(source, translation), Rejection::Lines),
            (adds_something(source, translation), Rejection::Additions),
            (has_wrong_length(source, translation), Rejection::Length),
            (repeats_itself(source, translation), Rejection::Repetition),
            (is_copy(segment, translation), Rejection::Copy),
            (
                self.is_in_wrong_script(source, translation),
                Rejection::Script,
            ),
            (self.is_in_other_register(translation), Rejection::Register),
            (self.leaks(source, translation), Rejection::Leak),
            (self.chats(translation), Rejection::Chatter),
        ];
        match objections.into_iter().find(|(is_wrong, _)| *is_wrong) {
            Some((_, rejection)) => Err(rejection),
            None => Ok(()),
        }
    }

    /// The part of a translation that tells its language; nothing if that is too little.
    pub(super) fn telling_part(segment: &Segment, translation: &str) -> Option<String> {
        let placeholders = placeholders(segment);
        let mut telling = String::with_capacity(translation.len());
        let mut written = 0;
        for kept in copies(translation, &placeholders) {
            telling.push_str(translation.get(written..kept.start)?);
            telling.push(' ');
            written = kept.end;
        }
        telling.push_str(translation.get(written..)?);
        let letters: usize = telling
            .chars()
            .filter(|c| c.is_alphabetic())
            .map(weight_of)
            .sum();
        let is_dense = telling.chars().any(|character| weight_of(character) > 1);
        let words = words(&telling).count();
        let is_enough = letters >= TELLING_SENTENCE && (words >= TELLING_WORDS || is_dense);
        is_enough.then_some(telling)
    }

    /// Fails if a translation was recognised as one into another language.
    pub(super) fn check_language(&self, found: Language) -> Result<(), Rejection> {
        let (found, target) = (found.base(), self.pair.target.base());
        let are_alike = |one: Language, other: Language| {
            matches!(
                (one.tag(), other.tag()),
                ("da", "nb") | ("nb", "da") | ("id", "ms") | ("ms", "id") | ("zh", "yue")
            )
        };
        if found == target || are_alike(found, target) {
            Ok(())
        } else {
            Err(Rejection::Language)
        }
    }

    fn is_in_wrong_script(&self, source: &str, translation: &str) -> bool {
        let expected = scripts_of(self.pair.target);
        if expected.is_empty() {
            return false;
        }
        let known: HashSet<String> = words(source).collect();
        let (mut right, mut wrong) = (0, 0);
        for word in words(translation).filter(|word| !known.contains(word)) {
            for letter in word.chars().filter(|letter| letter.is_alphabetic()) {
                match script_of(letter) {
                    Script::Other => {}
                    script if expected.contains(&script) => right += weight_of(letter),
                    _ => wrong += weight_of(letter),
                }
            }
        }
        wrong >= TELLING_LETTERS && wrong > right
    }

    fn is_in_other_register(&self, translation: &str) -> bool {
        let wanted = self.register;
        let found = wanted.and_then(|_| register_of(translation, self.pair.target));
        found.is_some() && found != wanted
    }

    fn leaks(&self, source: &str, translation: &str) -> bool {
        let said = phrases(translation);
        if said.is_disjoint(&self.instructions) {
            return false;
        }
        let own = phrases(source);
        said.intersection(&self.instructions)
            .any(|phrase| !own.contains(phrase))
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

fn keeps_placeholders(segment: &Segment, translation: &str) -> bool {
    let placeholders = placeholders(segment);
    let counts = |text: &str| {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for copy in copies(text, &placeholders) {
            let copy = text.get(copy).unwrap_or_default();
            *counts.entry(copy.to_owned()).or_default() += 1;
        }
        counts
    };
    placeholders.is_empty() || counts(segment.text()) == counts(translation)
}

fn has_new_lines(source: &str, translation: &str) -> bool {
    let is_new = |character: char| character.is_control() && !source.contains(character);
    translation.contains(is_new)
}

/// Whether there are tags that the source does not have, or more brackets of markup and
/// placeholders, or more addresses.
fn adds_something(source: &str, translation: &str) -> bool {
    let adds = |what: &str| translation.matches(what).count() > source.matches(what).count();
    ["<", ">", "{", "}", "://", "www.", "@"]
        .into_iter()
        .any(adds)
        || tags(translation).any(|tag| !source.contains(tag))
}

/// The beginnings of tags, up to the end of their names.
fn tags(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('<').filter_map(|(at, _)| {
        let tag = text.get(at..)?;
        let name = tag.get(1..)?.trim_start_matches('/');
        let is_end = |character: char| !character.is_alphanumeric();
        let end = tag.len() - name.len() + name.find(is_end).unwrap_or(name.len());
        name.starts_with(char::is_alphabetic)
            .then(|| tag.get(..end))
            .flatten()
    })
}

fn has_wrong_length(source: &str, translation: &str) -> bool {
    let weigh = |text: &str| text.trim().chars().map(weight_of).sum::<usize>();
    let (before, after) = (weigh(source), weigh(translation));
    after > FREE_LENGTH + MOST_GROWTH * before
        || (before >= LEAST_SOURCE && after * MOST_SHRINKAGE < before)
}

/// Whether one word stands there many times in a row, and not in the source.
fn repeats_itself(source: &str, translation: &str) -> bool {
    let most = |text: &str| {
        let words: Vec<String> = words(text).collect();
        let runs = words.chunk_by(|one, other| one == other);
        runs.map(<[String]>::len).max().unwrap_or_default()
    };
    let copies = most(translation);
    copies >= FEWEST_COPIES && copies > 2 * most(source)
}

/// Whether a translation is its source, or has all of it in it, where that cannot be: names are
/// the same in many languages, and so are short sentences in related ones.
fn is_copy(segment: &Segment, translation: &str) -> bool {
    let folded = |text: &str| -> String {
        let letters = text.chars().filter(|character| character.is_alphabetic());
        letters.flat_map(char::to_lowercase).collect()
    };
    let weigh = |text: &str| text.chars().map(weight_of).sum::<usize>();
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

/// The words of a text in lower case. Where words are not written apart, a run of letters is one.
fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|character: char| !character.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// All phrases of [`LEAKED_WORDS`] words.
fn phrases(text: &str) -> HashSet<Vec<String>> {
    let words: Vec<String> = words(text).collect();
    words
        .windows(LEAKED_WORDS)
        .map(<[String]>::to_vec)
        .collect()
}

#[cfg(test)]
#[path = "checks_tests.rs"]
mod tests;
