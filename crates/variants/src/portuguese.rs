//! Words that differ in Brazil and Portugal, where the counterpart is certain.

use std::ops::Range;

use dragoman_text::Edit;
use dragoman_text::{begins_sentence, is_code};
use rustc_hash::FxHashMap;
use unicode_segmentation::UnicodeSegmentation;

use crate::ranges::outside;

/// The maximum length of an entry, in words.
const MAX_LENGTH: usize = 4;

/// The forms of "estar" that form the progressive with a verb.
const ESTAR: &[&str] = &[
    "estou",
    "estás",
    "está",
    "estamos",
    "estão",
    "estava",
    "estavas",
    "estávamos",
    "estavam",
    "estive",
    "esteve",
    "estivemos",
    "estiveram",
    "estarei",
    "estará",
    "estaremos",
    "estarão",
    "estaria",
    "estariam",
    "esteja",
    "estejam",
    "estivesse",
    "estivessem",
    "estiver",
    "estar",
];

/// Adverbs between "estar" and the verb.
const ADVERBS: &[&str] = &["sempre", "ainda", "só", "já", "agora", "também"];

/// Words with the ending of gerunds that are not gerunds.
const NO_GERUNDS: &[&str] = &[
    "lindo",
    "findo",
    "infindo",
    "brando",
    "horrendo",
    "estupendo",
    "memorando",
    "quando",
    "nefando",
    "reverendo",
];

/// Words with the ending of infinitives that may be something else after "a".
const NO_INFINITIVES: &[&str] = &[
    "mulher",
    "colher",
    "qualquer",
    "par",
    "mar",
    "ar",
    "lar",
    "bar",
    "altar",
    "lugar",
    "militar",
    "popular",
    "familiar",
    "particular",
    "escolar",
    "regular",
    "similar",
    "solar",
    "exemplar",
    "singular",
    "vulgar",
    "radar",
    "celular",
    "talher",
    "líder",
    "polar",
    "preliminar",
    "titular",
    "auxiliar",
    "linear",
    "nuclear",
    "circular",
    "secular",
    "espetacular",
    "super",
];

/// A variant of Portuguese.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PortugueseVariant {
    Brazilian,
    European,
}

/// The equivalent of a word or phrase in the other variant.
#[derive(Debug)]
struct Entry {
    other: &'static str,
    /// Words of which one must precede the entry; empty means any.
    before: Vec<&'static str>,
    /// Words that must not follow the entry.
    unless: Vec<&'static str>,
}

/// The words that differ, by variant.
#[derive(Debug)]
pub(crate) struct PortugueseVocabulary {
    into_brazilian: FxHashMap<&'static str, Vec<Entry>>,
    into_european: FxHashMap<&'static str, Vec<Entry>>,
}

impl PortugueseVocabulary {
    pub(crate) fn new() -> Self {
        let mut vocabulary = Self {
            into_brazilian: FxHashMap::default(),
            into_european: FxHashMap::default(),
        };
        let table = include_str!("portuguese.tsv").lines();
        for line in table.filter(|line| !line.starts_with('#')) {
            let mut fields = line.split('\t');
            let (Some(brazilian), Some(european), Some(direction)) =
                (fields.next(), fields.next(), fields.next())
            else {
                continue;
            };
            let words = |field: Option<&'static str>| -> Vec<&'static str> {
                field.unwrap_or_default().split_whitespace().collect()
            };
            let (before, unless) = (words(fields.next()), words(fields.next()));
            let mut add = |into_european: bool, word: &'static str, other| {
                let (before, unless) = (before.clone(), unless.clone());
                let entry = Entry {
                    other,
                    before,
                    unless,
                };
                let table = if into_european {
                    &mut vocabulary.into_european
                } else {
                    &mut vocabulary.into_brazilian
                };
                table.entry(word).or_default().push(entry);
            };
            if matches!(direction, ">" | "=") {
                add(true, brazilian, european);
            }
            if matches!(direction, "<" | "=") {
                add(false, european, brazilian);
            }
        }
        vocabulary
    }

    /// The edits that replace words of the other variant by those of this one.
    pub(crate) fn edits(
        &self,
        text: &str,
        to: PortugueseVariant,
        kept: &[Range<usize>],
    ) -> Vec<Edit> {
        let mut edits = Vec::new();
        for stretch in outside(text, kept) {
            let part = text.get(stretch.clone()).unwrap_or_default();
            let words = part.unicode_word_indices().map(|(at, word)| {
                let start = stretch.start + at;
                start..start + word.len()
            });
            let words: Vec<Range<usize>> = words.collect();
            let mut at = 0;
            while at < words.len() {
                let (edit, length) = self
                    .entry(text, &words, at, to)
                    .or_else(|| progressive(text, &words, at, to))
                    .map_or((None, 1), |(edit, length)| (Some(edit), length));
                edits.extend(edit);
                at += length;
            }
        }
        edits
    }

    /// The edit of the longest entry that begins at a word, and its length in words.
    fn entry(
        &self,
        text: &str,
        words: &[Range<usize>],
        at: usize,
        to: PortugueseVariant,
    ) -> Option<(Edit, usize)> {
        let table = match to {
            PortugueseVariant::Brazilian => &self.into_brazilian,
            PortugueseVariant::European => &self.into_european,
        };
        let first = words.get(at)?;
        (1..=MAX_LENGTH).rev().find_map(|length| {
            let range = first.start..words.get(at + length - 1)?.end;
            let phrase = text.get(range.clone())?;
            let is_raised = phrase.starts_with(char::is_uppercase);
            // Names of countries and towns are also capitalised in the table.
            let entries = table.get(phrase).or_else(|| {
                let may_be = !is_raised || begins_sentence(text, range.start);
                table
                    .get(in_lower_case(phrase)?.as_str())
                    .filter(|_| may_be)
            })?;
            let word = |at: Option<usize>| {
                let word = at
                    .and_then(|at| words.get(at))
                    .and_then(|range| text.get(range.clone()));
                word.unwrap_or_default().to_lowercase()
            };
            let (before, after) = (word(at.checked_sub(1)), word(Some(at + length)));
            let entry = entries.iter().find(|entry| {
                (entry.before.is_empty() || entry.before.contains(&before.as_str()))
                    && !entry.unless.contains(&after.as_str())
            })?;
            let text_of_it = if is_raised {
                capitalised(entry.other)
            } else {
                entry.other.to_owned()
            };
            let is_joined = is_hyphenated(text, &range);
            (!is_joined && !is_code(text, &range)).then_some((
                Edit {
                    range,
                    text: text_of_it,
                },
                length,
            ))
        })
    }
}

/// Converts "está fazendo" to "está a fazer", or back.
fn progressive(
    text: &str,
    words: &[Range<usize>],
    at: usize,
    to: PortugueseVariant,
) -> Option<(Edit, usize)> {
    let word = |at: usize| words.get(at).and_then(|range| text.get(range.clone()));
    let follows = |at: usize| {
        let end = words.get(at.checked_sub(1)?)?.end;
        (text.get(end..words.get(at)?.start)? == " ").then_some(())
    };
    if !ESTAR.contains(&word(at)?.to_lowercase().as_str()) {
        return None;
    }
    let mut next = at + 1;
    follows(next)?;
    if ADVERBS.contains(&word(next)?) {
        next += 1;
        follows(next)?;
    }
    let (range, other) = match to {
        PortugueseVariant::European => (words.get(next)?.clone(), infinitive(word(next)?)?),
        PortugueseVariant::Brazilian => {
            follows(next + 1)?;
            let preposition = word(next)
                .filter(|word| *word == "a")
                .and(words.get(next))?;
            next += 1;
            (
                preposition.start..words.get(next)?.end,
                gerund(word(next)?)?,
            )
        }
    };
    // Verbs with a hyphenated pronoun would need another word order or form.
    if is_hyphenated(text, &range) || is_code(text, &range) {
        return None;
    }
    let edit = Edit { range, text: other };
    Some((edit, next + 1 - at))
}

/// Converts "fazendo" to "a fazer".
fn infinitive(gerund: &str) -> Option<String> {
    if NO_GERUNDS.contains(&gerund) || gerund.starts_with(char::is_uppercase) {
        return None;
    }
    let endings = [("ando", "ar"), ("endo", "er"), ("indo", "ir")];
    endings.iter().find_map(|(ending, other)| {
        let stem = gerund.strip_suffix(ending)?;
        Some(format!("a {stem}{other}"))
    })
}

/// Converts "fazer" to "fazendo".
fn gerund(infinitive: &str) -> Option<String> {
    let is_other = NO_INFINITIVES.contains(&infinitive);
    if is_other || infinitive.starts_with(char::is_uppercase) {
        return None;
    }
    let endings = [("ar", "ando"), ("er", "endo"), ("ir", "indo")];
    endings.iter().find_map(|(ending, other)| {
        let stem = infinitive.strip_suffix(ending)?;
        Some(format!("{stem}{other}"))
    })
}

/// Whether a hyphen joins a range to another word.
fn is_hyphenated(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let after = text.get(range.end..).unwrap_or_default();
    before.ends_with('-') || after.starts_with('-')
}

/// A phrase in lower case; `None` if a letter other than the first is a capital.
fn in_lower_case(phrase: &str) -> Option<String> {
    let mut letters = phrase.chars();
    let first = letters.next()?;
    let rest = letters.as_str();
    (!rest.chars().any(char::is_uppercase))
        .then(|| first.to_lowercase().chain(rest.chars()).collect())
}

/// A phrase with a capital first letter.
fn capitalised(phrase: &str) -> String {
    let mut letters = phrase.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
