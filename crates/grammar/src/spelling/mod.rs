//! Spelling: words that are not in the dictionary, and their corrections.

mod error_model;
mod known;

use std::ops::Range;
use std::sync::LazyLock;

use dragoman_correction::EditableText;
use dragoman_text::{Edit, begins_sentence};
use harper_core::Dialect;
use rustc_hash::FxHashMap;
use unicode_segmentation::UnicodeSegmentation;

use crate::vocabulary::{FrequencyClass, Similar, Vocabulary};
use error_model::ENGLISH;

/// Misspellings of a single word, with that word.
static MISSPELLINGS: LazyLock<FxHashMap<&str, &str>> = LazyLock::new(|| {
    let lines = include_str!("../../rules/misspellings.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(' ')).collect()
});

/// The maximum number of unknown words that are looked up in a block: each takes about a millisecond.
const MAX_LOOKUPS: usize = 60;

/// The minimum difference between the costs of the second best word and the best one.
const MIN_MARGIN: f32 = 0.34;

/// The maximum cost of a correction to a word that is not among the most frequent, for misspelled words shorter than
/// [`LONG`] and for longer ones. A higher cost means that the dictionary probably lacks the word ("undock", "playtoy").
const MAX_COST_OF_COMMON: [f32; 2] = [1.2, 1.7];

/// The maximum cost of a correction to a rare word, for misspelled words of at least [`MIN_RARE_LENGTH`] letters.
const MAX_COST_OF_RARE: f32 = 1.05;

const LONG: usize = 9;
const MIN_COMMON_LENGTH: usize = 5;
const MIN_RARE_LENGTH: usize = 6;

/// A word of a text that is looked up.
struct Word<'t> {
    at: usize,
    text: &'t str,
}

/// The corrections of the words that are certainly misspelled.
pub(crate) fn edits(
    editable: &EditableText,
    dialect: Dialect,
    vocabulary: &Vocabulary,
) -> Vec<Edit> {
    let text = editable.text();
    let words = words_to_look_up(editable);
    let unknown: Vec<&Word<'_>> = words
        .iter()
        .filter(|word| is_listed(word.text) || !known::is_known(word.text, vocabulary))
        .collect();
    let foreign = foreign_quotations(text, &unknown);
    // A text most of whose words are unknown is in another language.
    if words.len() >= 4 && unknown.len() * 2 > words.len() {
        return Vec::new();
    }
    let mut corrections: FxHashMap<&str, Option<String>> = FxHashMap::default();
    let mut edits = Vec::new();
    for word in unknown {
        if foreign.iter().any(|range| range.contains(&word.at)) && !is_listed(word.text) {
            continue;
        }
        if !corrections.contains_key(word.text) {
            if corrections.len() >= MAX_LOOKUPS {
                continue;
            }
            let is_usable = if is_lower_case(word.text) {
                is_listed(word.text) || !is_also_capitalised(word, &words)
            } else {
                is_misspelled_beginning(word, text, &words, vocabulary)
            };
            let is_repeated = words.iter().filter(|other| other.text == word.text).count() > 1;
            let correction = is_usable.then(|| correction(word.text, dialect, vocabulary));
            let correction = correction.flatten().filter(|correction| {
                // A word that occurs twice is intentional.
                !is_repeated
                    || is_listed(word.text)
                    || vocabulary.frequency_class(correction) == Some(FrequencyClass::Frequent)
            });
            corrections.insert(word.text, correction);
        }
        if let Some(Some(correction)) = corrections.get(word.text)
            && (is_lower_case(word.text) || begins_sentence(text, word.at))
        {
            edits.push(Edit {
                range: word.at..word.at + word.text.len(),
                text: correction.clone(),
            });
        }
    }
    edits
}

/// The quotations with two or more unknown words: they are in another language, or in older English.
fn foreign_quotations(text: &str, unknown: &[&Word<'_>]) -> Vec<Range<usize>> {
    let mut quotations = Vec::new();
    let mut opened: Option<usize> = None;
    for (at, mark) in text.match_indices(['"', '“', '”']) {
        match opened {
            Some(start) if mark != "“" => {
                quotations.push(start..at);
                opened = None;
            }
            _ => opened = Some(at),
        }
    }
    let whole = text.trim().len();
    quotations.retain(|range| {
        let words = unknown.iter().filter(|word| range.contains(&word.at));
        range.len() + 2 < whole && words.filter(|word| !is_listed(word.text)).count() >= 2
    });
    quotations
}

fn is_listed(word: &str) -> bool {
    MISSPELLINGS.contains_key(word.to_ascii_lowercase().as_str())
}

/// The words of a text that may be misspelled: they consist of lower-case letters, perhaps with a capital first letter,
/// and no character next to them makes them part of a longer token.
fn words_to_look_up<'d>(editable: &'d EditableText) -> Vec<Word<'d>> {
    let text = editable.text();
    let words = text.unicode_word_indices().filter_map(|(at, word)| {
        let word = ["'s", "’s"]
            .into_iter()
            .find_map(|suffix| word.strip_suffix(suffix))
            .unwrap_or(word);
        let is_plain = word.len() >= 3
            && word.len() <= 40
            && word.bytes().all(|byte| byte.is_ascii_alphabetic())
            && word.bytes().skip(1).all(|byte| byte.is_ascii_lowercase());
        let range = at..at + word.len();
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let after = text.get(range.end..).and_then(|text| text.chars().next());
        let is_beside = |c: char| c.is_numeric() || "@#_$\\*~-‑/".contains(c);
        // A hyphenated word is often part of a name, but known misspellings are corrected anyway.
        let is_beside = |c: char| is_beside(c) && !(c == '-' && is_listed(word));
        let is_marked = before.is_some_and(is_beside) || after.is_some_and(is_beside);
        // As in "fwrite()" and "(mis)feature".
        let rest = text.get(range.end..).unwrap_or_default();
        let is_opened =
            rest.starts_with(')') && rest.chars().nth(1).is_some_and(char::is_alphabetic);
        let is_called = after == Some('(') || before == Some(')') || is_opened;
        let is_marked = is_marked
            || is_called
            || is_clipped(text, &range)
            || is_foreign(text, &range)
            || is_quoted_alone(before, after);
        (is_plain && !is_marked && !editable.is_kept(&range)).then_some(Word { at, text: word })
    });
    words.collect()
}

/// Whether an apostrophe replaces letters of a word, as in "fixin' to", "ye canna’ see" and "’ere we are".
fn is_clipped(text: &str, range: &Range<usize>) -> bool {
    let is_apostrophe = |c: char| "'’".contains(c);
    let before = text.get(..range.start).unwrap_or_default();
    let mut after = text.get(range.end..).unwrap_or_default().chars();
    after.next().is_some_and(is_apostrophe) || before.ends_with('’')
}

/// Words of other languages next to which another word is foreign too: "de facto", "raison d'être".
const PARTICLES: [&str; 27] = [
    "bon", "buon", "buona", "de", "la", "le", "les", "du", "des", "von", "van", "der", "den",
    "und", "del", "della", "di", "el", "et", "y", "ad", "al", "en", "los", "las", "il", "mit",
];

/// Whether a word is next to a word of another language.
fn is_foreign(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default();
    let after = text.get(range.end..).unwrap_or_default();
    let last = before.strip_suffix(' ').unwrap_or_default();
    let last = last.rsplit(|c: char| !c.is_alphabetic()).next();
    let next = after.strip_prefix(' ').unwrap_or_default();
    let next = next.split(|c: char| !(c.is_alphabetic() || "'’".contains(c)));
    let next = next.into_iter().next().unwrap_or_default();
    let is_elided = ["d'", "d’", "l'", "l’"]
        .iter()
        .any(|elided| next.starts_with(elided));
    let last = last.unwrap_or_default().to_lowercase();
    is_elided || PARTICLES.contains(&next) || PARTICLES.contains(&last.as_str())
}

/// Whether quotation marks enclose a single word, which then belongs to a program or to another language.
fn is_quoted_alone(before: Option<char>, after: Option<char>) -> bool {
    let opens = |c: char| "\"'`“‘«„´".contains(c);
    let closes = |c: char| "\"'`”’»“´".contains(c);
    before.is_some_and(opens) && after.is_some_and(closes)
}

fn is_lower_case(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// Whether a word is probably capitalised only because it begins a sentence: no name follows it, it does not occur
/// elsewhere, and it is no short name. A short word counts only if its correction is no noun: "Teh" for "The", but not
/// "Colum" for "Column".
fn is_misspelled_beginning(
    word: &Word<'_>,
    text: &str,
    words: &[Word<'_>],
    vocabulary: &Vocabulary,
) -> bool {
    let after = text.get(word.at + word.text.len()..).unwrap_or_default();
    let next_is_small = after
        .trim_start_matches([' ', ','])
        .starts_with(char::is_lowercase);
    let times = words
        .iter()
        .filter(|other| other.text.eq_ignore_ascii_case(word.text))
        .count();
    let meant = MISSPELLINGS.get(word.text.to_ascii_lowercase().as_str());
    let is_long = word.text.len() >= 6 && times == 1;
    let is_link = meant.is_some_and(|meant| {
        vocabulary.frequency_class(meant) == Some(FrequencyClass::Frequent)
            && !vocabulary.is_noun(meant)
    });
    (is_long && next_is_small || is_link) && begins_sentence(text, word.at)
}

/// Whether a lower-case word is capitalised elsewhere, like the name of a program.
fn is_also_capitalised(word: &Word<'_>, words: &[Word<'_>]) -> bool {
    words
        .iter()
        .any(|other| !is_lower_case(other.text) && other.text.eq_ignore_ascii_case(word.text))
}

/// The correction of a word that is not in the dictionary, if it is clearly more likely than all others.
fn correction(word: &str, dialect: Dialect, vocabulary: &Vocabulary) -> Option<String> {
    let small = word.to_ascii_lowercase();
    let is_capitalised = small != word;
    if let Some(meant) = MISSPELLINGS.get(small.as_str()) {
        return with_capital(meant, is_capitalised);
    }
    if is_non_word(&small) {
        return None;
    }
    let distance = if small.len() <= 4 { 1 } else { 2 };
    let similar = vocabulary.similar(&small, distance, dialect);
    let mut candidates: Vec<(f32, FrequencyClass, String)> = similar
        .into_iter()
        .map(|similar| (cost_of(&small, &similar), similar.usage, similar.word))
        .chain(split(&small, vocabulary))
        .collect();
    candidates.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut candidates = candidates.into_iter();
    let (cost, usage, best) = candidates.next()?;
    let next = candidates.next().map_or(f32::INFINITY, |(cost, ..)| cost);
    let limit: f32 = match small.len() {
        0..=3 => 0.8,
        4 => 1.05,
        5 | 6 => 1.5,
        7 | 8 => 1.9,
        _ => 2.3,
    };
    // A capitalised word may be a name that resembles a word.
    let limit = if is_capitalised { limit * 0.6 } else { limit };
    let common = MAX_COST_OF_COMMON[usize::from(small.len() >= LONG)];
    let limit = match usage {
        FrequencyClass::Frequent => limit,
        FrequencyClass::Common if small.len() < MIN_COMMON_LENGTH => return None,
        FrequencyClass::Common => limit.min(common),
        FrequencyClass::Rare if small.len() < MIN_RARE_LENGTH => return None,
        FrequencyClass::Rare => limit.min(MAX_COST_OF_RARE),
    };
    if cost > limit || next - cost < MIN_MARGIN || !has_similar_beginning(&small, &best) {
        return None;
    }
    with_capital(&best, is_capitalised)
}

/// Whether two words have the same first letter, or their first two letters are transposed. Writers rarely mistype the
/// first letter, but names of programs and companies are words with another letter before them or instead of it:
/// "xwallpaper".
fn has_similar_beginning(word: &str, other: &str) -> bool {
    let first = |word: &str| {
        (
            word.as_bytes().first().copied(),
            word.as_bytes().get(1).copied(),
        )
    };
    let (one, two) = (first(word), first(other));
    one.0 == two.0 || (one.0 == two.1 && one.1 == two.0)
}

/// Whether a word is no real word: a short one without a vowel ("hhf"), or a lengthened one ("eeeek").
fn is_non_word(word: &str) -> bool {
    let letters = word.as_bytes();
    let is_drawn_out = letters
        .windows(3)
        .any(|three| matches!(three, [a, b, c] if a == b && b == c));
    let has_vowel = letters.iter().any(|letter| b"aeiouy".contains(letter));
    is_drawn_out || (!has_vowel && word.len() <= 3)
}

/// A word, capitalised if requested.
fn with_capital(word: &str, is_capitalised: bool) -> Option<String> {
    if !is_capitalised {
        return Some(word.to_owned());
    }
    let (first, rest) = word.split_at_checked(1)?;
    Some(format!("{}{rest}", first.to_ascii_uppercase()))
}

/// The cost of a correction: the cost of its edits and the rarity of the correct word.
fn cost_of(word: &str, similar: &Similar) -> f32 {
    let rarity = match similar.usage {
        FrequencyClass::Frequent => 0.0,
        FrequencyClass::Common => 0.25,
        FrequencyClass::Rare => 0.55,
    };
    ENGLISH.distance(word, &similar.word) + rarity
}

/// Words that are often written together with the next word by mistake. Two other words are more likely a new compound
/// ("newtype", "adduser").
const OFTEN_RUN_TOGETHER: [&str; 40] = [
    "a", "an", "the", "of", "to", "in", "on", "at", "by", "for", "and", "or", "but", "is", "are",
    "was", "be", "it", "he", "we", "they", "you", "my", "his", "her", "our", "their", "this",
    "that", "as", "if", "with", "from", "will", "can", "so", "have", "has", "had", "i",
];

/// Those of them that form new words with a noun after them.
const PREPOSITIONS: [&str; 9] = ["of", "to", "in", "on", "at", "by", "for", "with", "from"];

/// Splits a word into two frequent words, one of them short, between which a space is missing. Two long words are more
/// likely a new compound.
fn split<'w>(
    word: &'w str,
    vocabulary: &'w Vocabulary,
) -> impl Iterator<Item = (f32, FrequencyClass, String)> + 'w {
    const MISSING_SPACE: f32 = 1.3;
    let is_frequent =
        |part: &str| vocabulary.frequency_class(part) == Some(FrequencyClass::Frequent);
    let places = 2..word.len().saturating_sub(1);
    places.filter_map(move |at| {
        let (one, other) = word.split_at_checked(at)?;
        // "Ingame" is the adjective "in-game" without its hyphen.
        let is_adverbial = PREPOSITIONS.contains(&one) && !OFTEN_RUN_TOGETHER.contains(&other);
        let has_short = one.len().min(other.len()) <= 3 && !is_adverbial;
        let has_link = OFTEN_RUN_TOGETHER.contains(&one) || OFTEN_RUN_TOGETHER.contains(&other);
        let is_frequent = is_frequent(one) && is_frequent(other);
        let is_split = word.len() >= 6 && has_short && has_link && is_frequent;
        is_split.then(|| {
            (
                MISSING_SPACE,
                FrequencyClass::Frequent,
                format!("{one} {other}"),
            )
        })
    })
}
