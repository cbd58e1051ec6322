//! Words that differ between American and British English.

use std::ops::Range;

use dragoman_text::{Edit, capitalised, is_code, is_name};
use rustc_hash::FxHashMap;
use unicode_segmentation::UnicodeSegmentation;

use crate::ranges::outside;

/// The distance within which the counterpart of a word is searched for, in bytes.
const NEIGHBOURHOOD: usize = 160;

/// Words that continue a sentence after an adverbial. Before them, "on holiday" is complete; before other words, such
/// as "weekend", it may be part of a compound.
const SENTENCE_CONTINUATIONS: [&str; 56] = [
    "a", "about", "abroad", "after", "again", "alone", "and", "are", "as", "at", "because",
    "before", "but", "by", "can", "during", "every", "for", "from", "he", "her", "his", "i", "if",
    "in", "instead", "is", "it", "last", "my", "next", "now", "or", "our", "she", "since", "so",
    "than", "that", "the", "their", "there", "they", "this", "to", "together", "too", "until",
    "was", "we", "were", "when", "where", "which", "with", "you",
];

/// Words after which a word is mentioned.
const MENTION_CUES: [&str; 14] = [
    "word",
    "words",
    "term",
    "terms",
    "noun",
    "phrase",
    "expression",
    "called",
    "spell",
    "spelled",
    "spelling",
    "spelt",
    "say",
    "says",
];

const DAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Where a word of the table may be replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Condition {
    Anywhere,
    /// Only if the next word cannot be a noun that the word modifies.
    BeforePause,
    /// Only after a number in digits.
    AfterNumber,
}

/// One or several words, and their replacement.
#[derive(Debug, Clone, Copy)]
struct Entry {
    words: &'static str,
    /// `None` if the words do not change.
    other: Option<&'static str>,
    condition: Condition,
}

/// The words of one variant that differ in the other one.
#[derive(Debug, Default)]
pub(crate) struct Vocabulary {
    /// By the first word in lower case.
    entries: FxHashMap<String, Vec<Entry>>,
    has_ranges: bool,
}

impl Vocabulary {
    /// The words that are replaced in a text that is converted to `variant`, a language tag.
    pub(crate) fn into_variant(variant: &str) -> Self {
        let mut entries: FxHashMap<String, Vec<Entry>> = FxHashMap::default();
        let rows = include_str!("vocabulary.tsv").lines();
        for row in rows.filter(|row| !row.starts_with('#')) {
            let mut columns = row.split('\t');
            let (Some(tag), Some(condition), Some(forms), Some(others)) = (
                columns.next(),
                columns.next(),
                columns.next(),
                columns.next(),
            ) else {
                continue;
            };
            if tag != variant {
                continue;
            }
            let condition = match condition {
                "end" => Condition::BeforePause,
                "counted" => Condition::AfterNumber,
                _ => Condition::Anywhere,
            };
            let mut others = others.split('|').filter(|other| *other != "=");
            for words in forms.split('|') {
                let other = others.next();
                if let Some(first) = words.unicode_words().next() {
                    entries
                        .entry(first.to_lowercase())
                        .or_default()
                        .push(Entry {
                            words,
                            other,
                            condition,
                        });
                }
            }
        }
        Self {
            entries,
            has_ranges: variant == "en-GB",
        }
    }

    /// The edits that replace words in a text.
    ///
    /// These do not change: capitalised words inside a sentence, which are names and titles; code; mentioned words,
    /// such as those in quotation marks of their own; and words whose counterpart is nearby, because one explains the
    /// other. An indefinite article changes with its word.
    pub(crate) fn edits(&self, text: &str, kept: &[Range<usize>]) -> Vec<Edit> {
        let is_large = !text.chars().any(char::is_lowercase);
        let mut edits = Vec::new();
        for stretch in outside(text, kept) {
            let part = text.get(stretch.clone()).unwrap_or_default();
            let mut end = 0;
            for (at, word) in part.unicode_word_indices() {
                if at < end {
                    continue;
                }
                let at = stretch.start + at;
                if let Some((range, other)) = self.longest_entry(text, at, word, stretch.end) {
                    end = range.end - stretch.start;
                    let edit = other.and_then(|other| edit(text, &range, other, is_large));
                    edits.extend(edit.map(|edit| with_article(text, &stretch, edit)));
                } else if self.has_ranges {
                    edits.extend(range_of_days(text, at, word, stretch.end));
                }
            }
        }
        edits
    }

    /// The longest entry that begins with a word of a text, preferring an entry with the same capitals; returns its
    /// range and its replacement.
    fn longest_entry(
        &self,
        text: &str,
        at: usize,
        word: &str,
        limit: usize,
    ) -> Option<(Range<usize>, Option<&'static str>)> {
        let word = word.to_lowercase().replace('’', "'");
        let stem = word.strip_suffix("'s").unwrap_or(&word);
        let entries = [word.as_str(), stem].into_iter();
        let entries = { entries }.find_map(|key| self.entries.get(key))?;
        let part = text.get(at..limit)?;
        let matching = entries.iter().filter_map(|entry| {
            let range = at..at + matched_length(part, entry.words)?;
            let matches =
                is_standalone(text, &range) && meets_condition(text, &range, entry.condition);
            matches.then_some((range, entry))
        });
        let best =
            matching.max_by_key(|(range, entry)| (range.len(), part.starts_with(entry.words)));
        best.map(|(range, entry)| (range, entry.other))
    }
}

fn is_lower_case(word: &str) -> bool {
    !word.contains(char::is_uppercase)
}

/// The length in bytes of the given words at the beginning of a text, ignoring capitals and the kinds of apostrophes
/// and spaces. `None` if the text begins otherwise.
fn matched_length(text: &str, words: &str) -> Option<usize> {
    let mut letters = text.char_indices();
    for wanted in words.chars() {
        let (_, letter) = letters.next()?;
        let is_same = match wanted {
            '\'' => matches!(letter, '\'' | '’'),
            ' ' => matches!(letter, ' ' | '\u{a0}'),
            _ => letter.to_lowercase().eq(wanted.to_lowercase()),
        };
        if !is_same {
            return None;
        }
    }
    Some(letters.next().map_or(text.len(), |(at, _)| at))
}

/// Whether a range consists of whole words, none of which is part of a hyphenated compound.
fn is_standalone(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let following = text.get(range.end..).unwrap_or_default();
    let joins = |c: char| c.is_alphanumeric() || "_-‑'’@#$".contains(c);
    let mut next = following.chars();
    let is_joined = match next.next() {
        Some('-' | '‑') => next.next().is_some_and(char::is_alphanumeric),
        Some(c) => c.is_alphanumeric() || c == '_',
        None => false,
    };
    let opens = before.trim_end_matches(['\'', '’', '‘']);
    let is_quoted = opens.len() < before.len() && !opens.ends_with(char::is_alphanumeric);
    !is_joined && (is_quoted || !before.ends_with(joins))
}

fn meets_condition(text: &str, range: &Range<usize>, condition: Condition) -> bool {
    match condition {
        Condition::Anywhere => true,
        Condition::BeforePause => {
            let following = text.get(range.end..).unwrap_or_default();
            let Some(rest) = following.strip_prefix(char::is_whitespace) else {
                return !following.starts_with(['\'', '’', '/', '-', '–']);
            };
            let next = rest.unicode_words().next().unwrap_or_default();
            !rest.starts_with(char::is_alphanumeric)
                || SENTENCE_CONTINUATIONS.contains(&next.to_lowercase().as_str())
        }
        Condition::AfterNumber => {
            let before = text.get(..range.start).unwrap_or_default();
            let number = before.strip_suffix([' ', '\u{a0}', '-']);
            number.is_some_and(|number| number.ends_with(|c: char| c.is_ascii_digit()))
        }
    }
}

/// The edit that replaces words in the same letter case; `None` for names, code and mentioned words.
fn edit(text: &str, range: &Range<usize>, other: &str, is_large: bool) -> Option<Edit> {
    let words = text.get(range.clone())?;
    let has_capital = words.starts_with(char::is_uppercase);
    let inner = words.chars().skip(1).any(char::is_uppercase);
    let other = if is_lower_case(words) || !is_lower_case(other) {
        other.to_owned()
    } else if is_large {
        other.to_uppercase()
    } else if has_capital && !inner && !is_name(text, range) {
        capitalised(other)
    } else if inner && is_acronym_first(words) {
        other.to_owned()
    } else {
        return None;
    };
    let is_among_names = has_capital && !is_large && is_in_title(text, range);
    let stays = is_among_names || is_code(text, range) || is_mentioned(text, range, &other);
    let range = range.clone();
    (!stays).then_some(Edit { range, text: other })
}

/// Whether only the first of several words is in capitals, as in "ZIP code".
fn is_acronym_first(words: &str) -> bool {
    words
        .split_once(' ')
        .is_some_and(|(first, rest)| is_lower_case(rest) && first.chars().all(char::is_uppercase))
}

/// Whether a capitalised word is next to another one, as in a title.
fn is_in_title(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let following = text.get(range.end..).unwrap_or_default();
    let last = before.strip_suffix(' ').and_then(|before| {
        let at = before.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        Some((at, before.get(at..)?))
    });
    let follows_name = last.is_some_and(|(at, word)| {
        word.starts_with(char::is_uppercase)
            && word.ends_with(char::is_alphanumeric)
            && !dragoman_text::begins_sentence(text, at)
    });
    let next = following.strip_prefix(' ').unwrap_or_default();
    let is_pronoun = next.starts_with("I ") || next.starts_with("I'") || next.starts_with("I’");
    follows_name || (next.starts_with(char::is_uppercase) && !is_pronoun)
}

/// Whether a text mentions the words: they are in quotation marks or other marks of their own, follow "the word", or
/// are near their replacement.
fn is_mentioned(text: &str, range: &Range<usize>, other: &str) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let following = text.get(range.end..).unwrap_or_default();
    let is_quoted = before.ends_with(|c: char| "\"'“‘«„*_".contains(c))
        && following
            .trim_start_matches(['.', ',', '!', '?'])
            .starts_with(|c: char| "\"'”’»“*_".contains(c));
    let last = before.unicode_words().next_back().unwrap_or_default();
    let is_named = before.ends_with(' ') && MENTION_CUES.contains(&last.to_lowercase().as_str());
    let start = text.floor_char_boundary(range.start.saturating_sub(NEIGHBOURHOOD));
    let end = text.ceil_char_boundary(range.end.saturating_add(NEIGHBOURHOOD).min(text.len()));
    let other = other.to_lowercase();
    let around = [start..range.start, range.end..end];
    let is_explained = around.iter().any(|part| {
        let part = text.get(part.clone()).unwrap_or_default().to_lowercase();
        let mut found = part.match_indices(&other);
        found.any(|(at, found)| is_standalone(&part, &(at..at + found.len())))
    });
    is_quoted || is_named || is_explained
}

/// An edit, including the indefinite article before it if that changes.
fn with_article(text: &str, stretch: &Range<usize>, edit: Edit) -> Edit {
    let begins_with_vowel = |text: &str| {
        text.chars()
            .next()
            .is_some_and(|c| "aeiou".contains(c.to_ascii_lowercase()))
    };
    let before = text.get(stretch.start..edit.range.start);
    let words = text.get(edit.range.clone()).unwrap_or_default();
    let wanted = begins_with_vowel(&edit.text);
    if begins_with_vowel(words) == wanted {
        return edit;
    }
    let Some(before) = before.and_then(|before| before.strip_suffix(' ')) else {
        return edit;
    };
    let article = before.unicode_words().next_back().unwrap_or_default();
    let is_beside = before.ends_with(article);
    let other = match (article, wanted) {
        ("a", true) => "an",
        ("A", true) => "An",
        ("an", false) => "a",
        ("An", false) => "A",
        _ => return edit,
    };
    if !is_beside {
        return edit;
    }
    let start = stretch.start + before.len() - article.len();
    Edit {
        range: start..edit.range.end,
        text: format!("{other} {}", edit.text),
    }
}

/// Replaces "through" by "to" in "Monday through Friday" and the like; days and months only.
fn range_of_days(text: &str, at: usize, word: &str, limit: usize) -> Option<Edit> {
    let names: &[&str] = if DAYS.contains(&word) {
        &DAYS
    } else if MONTHS.contains(&word) {
        &MONTHS
    } else {
        return None;
    };
    let start = at + word.len() + 1;
    let following = text.get(start - 1..limit)?.strip_prefix(" through ")?;
    let next = following.unicode_words().next()?;
    let range = start..start + "through".len();
    (following.starts_with(next) && names.contains(&next)).then(|| Edit {
        range,
        text: "to".to_owned(),
    })
}
