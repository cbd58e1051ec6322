//! What a text that was written from another one must keep of it, whoever wrote it and whatever for.
//!
//! Those who ask somebody to write choose what they demand from one table ([`Demand`]).

mod chatter;
mod demands;
mod kept;
mod objection;
mod sameness;
mod scripts;
mod shape;

use std::collections::{BTreeMap, HashSet};

use dragoman_language::Language;
use dragoman_text::{copies, lower_case_words, words};

pub use demands::{Demand, Length, check};
pub use kept::{find_kept, keeps_all};
pub use objection::Objection;
use scripts::{Script, script_of, scripts_of, weight_of};

/// The fewest copies of a word, in a row, that can be a fault.
const FEWEST_COPIES: usize = 4;

/// So many letters of words that the source does not have tell in which script a text is.
const TELLING_LETTERS: usize = 8;

/// So many words, with so many letters, tell in which language a text is.
const TELLING_WORDS: usize = 6;
const TELLING_SENTENCE: usize = 36;

/// So many words of the instructions in a row are no coincidence.
const LEAKED_WORDS: usize = 6;

/// From so many letters of words other than names on a sentence is not its own translation, and is
/// not a part of it.
const LEAST_COPY: usize = 24;
const LONG_COPY: usize = 60;

/// The length of a text, in letters of an alphabet.
pub fn weigh(text: &str) -> usize {
    text.chars().map(weight_of).sum()
}

/// Whether a text has each of these as often as its source.
fn has_as_often(kept: &[&str], source: &str, text: &str) -> bool {
    let counts = |text: &str| {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for copy in copies(text, kept) {
            let copy = text.get(copy).unwrap_or_default();
            *counts.entry(copy.to_owned()).or_default() += 1;
        }
        counts
    };
    kept.is_empty() || counts(source) == counts(text)
}

/// Whether there are line ends or control characters that the source does not have.
fn has_new_lines(source: &str, text: &str) -> bool {
    let is_new = |character: char| character.is_control() && !source.contains(character);
    text.contains(is_new)
}

/// Whether there are tags that the source does not have, or more brackets of markup and
/// placeholders, or more addresses.
fn adds_something(source: &str, text: &str) -> bool {
    let adds = |what: &str| text.matches(what).count() > source.matches(what).count();
    ["<", ">", "{", "}", "://", "www.", "@"]
        .into_iter()
        .any(adds)
        || tags(text).any(|tag| !source.contains(tag))
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

/// Whether one word stands there many times in a row, and not in the source.
fn repeats_itself(source: &str, text: &str) -> bool {
    let most = |of: &str| {
        let words: Vec<String> = lower_case_words(of).collect();
        let runs = words.chunk_by(|one, other| one == other);
        runs.map(<[String]>::len).max().unwrap_or_default()
    };
    let copies = most(text);
    copies >= FEWEST_COPIES && copies > 2 * most(source)
}

/// Whether a text has any of these phrases, and its source does not.
fn repeats_phrases(known: &HashSet<Vec<String>>, source: &str, text: &str) -> bool {
    let said = phrases(text);
    if said.is_disjoint(known) {
        return false;
    }
    let own = phrases(source);
    said.intersection(known).any(|phrase| !own.contains(phrase))
}

/// Whether what a text does not have from its source is in another script than the language is written in.
fn is_in_wrong_script(language: Language, source: &str, text: &str) -> bool {
    let expected = scripts_of(language);
    if expected.is_empty() {
        return false;
    }
    let known: HashSet<String> = lower_case_words(source).collect();
    let (mut right, mut wrong) = (0, 0);
    for word in lower_case_words(text).filter(|word| !known.contains(word)) {
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

/// The part of a text that tells its language, without what is kept; nothing if that is too little.
pub fn telling_part(text: &str, kept: &[&str]) -> Option<String> {
    let mut telling = String::with_capacity(text.len());
    let mut written = 0;
    for copy in copies(text, kept) {
        telling.push_str(text.get(written..copy.start)?);
        telling.push(' ');
        written = copy.end;
    }
    telling.push_str(text.get(written..)?);
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

/// Whether a text in `wanted` may be recognised as one in `found`.
pub fn is_taken_for(found: Language, wanted: Language) -> bool {
    let (found, wanted) = (found.base(), wanted.base());
    found == wanted
        || matches!(
            (found.tag(), wanted.tag()),
            ("da", "nb") | ("nb", "da") | ("id", "ms") | ("ms", "id") | ("zh", "yue")
        )
}

/// All phrases of `LEAKED_WORDS` words.
pub fn phrases(text: &str) -> HashSet<Vec<String>> {
    let words: Vec<String> = lower_case_words(text).collect();
    words
        .windows(LEAKED_WORDS)
        .map(<[String]>::to_vec)
        .collect()
}

/// Whether a translation is its source, or has all of it in it, where that cannot be: names are
/// the same in many languages, and so are short sentences in related ones. What is kept is the same anyway.
fn is_copy(kept: &[&str], source: &str, translation: &str) -> bool {
    let folded = |text: &str| -> String {
        let letters = text.chars().filter(|character| character.is_alphabetic());
        letters.flat_map(char::to_lowercase).collect()
    };
    let kept: usize = kept.iter().copied().map(weigh).sum();
    let common = source.split_whitespace();
    let common = common.filter(|word| !word.starts_with(|first: char| !is_common(first)));
    let weight = common.map(|word| weigh(&folded(word))).sum::<usize>();
    if weight < kept + LEAST_COPY {
        return false;
    }
    let (source, said) = (folded(source), folded(translation));
    said == source || (weight >= kept + LONG_COPY && said.contains(&source))
}

/// Whether a word that begins like this is no name, as far as that can be seen.
fn is_common(first: char) -> bool {
    first.is_alphabetic() && !first.is_uppercase()
}
