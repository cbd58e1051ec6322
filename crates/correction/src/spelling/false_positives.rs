//! False positives: words that are correct although the dictionary of their language lacks them.

use std::collections::{BTreeMap, BTreeSet};

use dragoman_language::Language;
use dragoman_text::is_capitalised;

use super::candidate_selection::{MAX_NEAR_IDENTICAL_COST, adds_diacritics, has_same_letters};
use super::compounds::CompoundCorrection;
use super::context;
use super::dictionaries::Dictionaries;
use super::formation::Origins;
use super::german_nouns;
use super::names;
use super::word_lists::WordLists;
use crate::base_language::BaseLanguage;
use crate::words::Word;

/// The minimum length of a word that may be English, in letters.
const MIN_FOREIGN_LENGTH: usize = 4;

/// The minimum length in German texts, which have more English words.
const MIN_IN_GERMAN_LENGTH: usize = 3;

/// The maximum number of occurrences of a misspelled word: a more frequent unknown word is a term of the subject.
const MAX_ERRORS: usize = 2;

/// The maximum number of parts of words that are looked up for a text. A word of 45 letters has about a thousand.
/// Beyond this limit, the remaining words count as correct.
const MAX_ASKED: usize = 20_000;

/// The selected corrections by misspelled word, each with its cost.
pub(super) type Chosen<'t> = BTreeMap<&'t str, (String, f32)>;

/// Removes the corrections of words that are correct.
///
/// # Errors
/// Returns the errors of the dictionaries.
pub(super) async fn remove<D: Dictionaries>(
    chosen: &mut Chosen<'_>,
    words: &[Word],
    text: &str,
    language: Language,
    dictionaries: &D,
) -> Result<(), D::Error> {
    remove_by_context(chosen, words, text, language);
    match BaseLanguage::of(language) {
        Some(BaseLanguage::German) => {
            remove_german(chosen, words, text, WordLists::of(BaseLanguage::German));
        }
        Some(BaseLanguage::Portuguese) => {
            chosen.retain(|word, _| !names::has_foreign_spelling(word));
        }
        _ => {}
    }
    remove_names(chosen, language, dictionaries).await?;
    remove_formed(chosen, words, text, language, dictionaries).await?;
    remove_compounds(chosen, language, dictionaries).await?;
    remove_foreign(chosen, words, text, language, dictionaries).await
}

/// Removes the corrections of words whose context or letters show that they are correct.
fn remove_by_context(chosen: &mut Chosen<'_>, words: &[Word], text: &str, language: Language) {
    let Some(base) = BaseLanguage::of(language) else {
        return;
    };
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for word in words {
        let written = word.text(text);
        *times.entry(written).or_default() += 1;
        let Some((meant, cost)) = chosen.get(written) else {
            continue;
        };
        let is_no_word = context::is_command(text, &word.range)
            || context::is_abbreviated(text, &word.range)
            || context::is_end_of_compound(text, &word.range)
            || context::is_split_at_line_break(text, &word.range)
            || context::is_clipped(text, &word.range, base)
            || context::is_garbled(text, &word.range)
            || context::is_quoted(text, &word.range);
        let is_meant = *cost > MAX_NEAR_IDENTICAL_COST
            && context::is_interrupted(text, &word.range, meant)
            || context::is_lengthened_on_purpose(text, &word.range, meant);
        if is_no_word || is_meant {
            chosen.remove(written);
        }
    }
    chosen.retain(|word, (_, cost)| {
        let is_rare = times.get(word).is_none_or(|times| *times <= MAX_ERRORS);
        // Letters with diacritics of a language that has no rules here.
        let is_own = word.chars().all(|c| c <= 'ÿ' || "œŒ".contains(c));
        is_own && !context::is_lengthened(word) && (is_rare || *cost <= MAX_NEAR_IDENTICAL_COST)
    });
}

/// Removes the corrections of German words that are part of another word, and of verbs and adjectives that only lack
/// the capital of a noun.
fn remove_german(chosen: &mut Chosen<'_>, words: &[Word], text: &str, word_lists: &WordLists) {
    for word in words {
        let written = word.text(text);
        let Some((other, _)) = chosen.get(written) else {
            continue;
        };
        let is_raised = other.to_lowercase() == written;
        let is_of_capitals = other.chars().skip(1).any(char::is_uppercase)
            && other.to_lowercase() == written.to_lowercase();
        // "Hintergrunddaemon" does not stand for "dämon".
        let ends_known =
            word_lists.ends_in_accepted_noun(written) && !word_lists.ends_in_accepted_noun(other);
        if is_of_capitals
            || ends_known
            || german_nouns::is_place_adjective(written, text, &word.range)
            || (is_raised && !german_nouns::is_noun(written, text, &word.range, word_lists))
        {
            chosen.remove(written);
        }
    }
}

/// Removes the corrections of capitalised words that would become names: they may be other names.
async fn remove_names<D: Dictionaries>(
    chosen: &mut Chosen<'_>,
    language: Language,
    dictionaries: &D,
) -> Result<(), D::Error> {
    if BaseLanguage::of(language) == Some(BaseLanguage::German) {
        return Ok(());
    }
    let small = chosen
        .iter()
        .filter(|(word, (other, _))| is_capitalised(word) && !other.contains(' '))
        .map(|(_, (other, _))| other.to_lowercase());
    let small: BTreeSet<String> = small.collect();
    let known = known(small.clone(), language, dictionaries).await?;
    chosen.retain(|word, (other, _)| {
        let other = other.to_lowercase();
        !is_capitalised(word) || !small.contains(&other) || known.contains(&other)
    });
    Ok(())
}

/// Removes the corrections of words that are derived from known ones.
async fn remove_formed<D: Dictionaries>(
    chosen: &mut Chosen<'_>,
    words: &[Word],
    text: &str,
    language: Language,
    dictionaries: &D,
) -> Result<(), D::Error> {
    let mut origins: BTreeMap<&str, Origins> = BTreeMap::new();
    for word in words {
        let written = word.text(text);
        if chosen.contains_key(written) {
            let joined = context::joined(text, &word.range);
            let whole = context::whole(text, &word.range);
            origins.insert(written, Origins::of(written, joined, language).or(whole));
        }
    }
    let mut asked: BTreeSet<String> = BTreeSet::new();
    let mut untold: BTreeSet<&str> = BTreeSet::new();
    for (written, origins) in &origins {
        if asked.len() < MAX_ASKED {
            asked.extend(origins.lookups());
        } else {
            untold.insert(written);
        }
    }
    let known = known(asked, language, dictionaries).await?;
    chosen.retain(|word, (other, cost)| {
        let origins = origins.get(word);
        // "Nahkampf" has the same letters as "Nähkampf".
        let changes_little = *cost <= MAX_NEAR_IDENTICAL_COST && !adds_diacritics(word, other);
        // A correction of several words is no other form of one word.
        let is_formed = (!other.contains(' ') || is_separable(other))
            && origins.is_some_and(|it| it.are_right(&known, changes_little));
        !is_formed && !untold.contains(word)
    });
    Ok(())
}

/// Whether two words are an adverb and a verb that may be written as one word, as "hierbleiben".
fn is_separable(words: &str) -> bool {
    const ADVERBS: [&str; 10] = [
        "da", "fort", "heim", "hier", "los", "weg", "weiter", "wieder", "zurück", "zusammen",
    ];
    words.split_once(' ').is_some_and(|(adverb, verb)| {
        let is_verb = verb.ends_with("en") && verb.chars().nth(4).is_some();
        ADVERBS.contains(&adverb) && is_verb
    })
}

/// Removes the corrections of German compounds of which the dictionary may lack a part.
async fn remove_compounds<D: Dictionaries>(
    chosen: &mut Chosen<'_>,
    language: Language,
    dictionaries: &D,
) -> Result<(), D::Error> {
    if BaseLanguage::of(language) != Some(BaseLanguage::German) {
        return Ok(());
    }
    let word_lists = WordLists::of(BaseLanguage::German);
    let corrections = chosen.iter().filter_map(|(word, (other, cost))| {
        let is_plain = has_same_letters(word, other) || word_lists.is_common(&other.to_lowercase());
        let correction = (!is_plain)
            .then(|| CompoundCorrection::of(word, other, *cost))
            .flatten()?;
        Some((*word, correction))
    });
    let corrections: BTreeMap<&str, CompoundCorrection> = corrections.collect();
    let asked: BTreeSet<String> = corrections
        .values()
        .flat_map(CompoundCorrection::lookups)
        .collect();
    let known = known(asked, language, dictionaries).await?;
    chosen.retain(|word, _| {
        let correction = corrections.get(word);
        !correction.is_some_and(|correction| correction.is_doubtful(&known, word_lists))
    });
    Ok(())
}

/// Removes the corrections of English words, which texts of all languages contain, and of words of other variants of
/// the language.
async fn remove_foreign<D: Dictionaries>(
    chosen: &mut Chosen<'_>,
    words: &[Word],
    text: &str,
    language: Language,
    dictionaries: &D,
) -> Result<(), D::Error> {
    let is_other = |other: &Language| {
        let is_variant = other.base() == language.base() && *other != language;
        other.base().tag() == "en" || is_variant
    };
    let joined: BTreeSet<&str> = words
        .iter()
        .filter(|word| names::is_joined(word, text))
        .map(|word| word.text(text))
        .collect();
    for other in dictionaries.languages().into_iter().filter(is_other) {
        let is_german = BaseLanguage::of(language) == Some(BaseLanguage::German);
        let shortest = if is_german {
            MIN_IN_GERMAN_LENGTH
        } else {
            MIN_FOREIGN_LENGTH
        };
        // A correction to a very common word is cheap even if its letters differ.
        let is_strict = is_german || other.base().tag() == "en";
        let is_doubtful = |(word, (meant, cost)): (&&str, &(String, f32))| {
            let is_long = word.chars().count() >= shortest;
            let changes_much =
                *cost > MAX_NEAR_IDENTICAL_COST || is_strict && !has_same_letters(word, meant);
            // "Full-Service" does not stand for "füll".
            let is_joined = is_german && joined.contains(*word);
            (is_long && (changes_much || is_joined)).then(|| (*word).to_owned())
        };
        let asked: BTreeSet<String> = chosen.iter().filter_map(is_doubtful).collect();
        let foreign = known(asked, other, dictionaries).await?;
        chosen.retain(|word, _| !foreign.contains(*word));
    }
    remove_foreign_passages(chosen, words, text, language, dictionaries).await
}

/// Removes the corrections of adjacent words that are all words of a single other language.
async fn remove_foreign_passages<D: Dictionaries>(
    chosen: &mut Chosen<'_>,
    words: &[Word],
    text: &str,
    language: Language,
    dictionaries: &D,
) -> Result<(), D::Error> {
    let mut beside: BTreeSet<&str> = BTreeSet::new();
    for pair in words.windows(2) {
        let [one, other] = pair else { continue };
        let texts = [one.text(text), other.text(text)];
        let touch = text.get(one.range.end..other.range.start) == Some(" ");
        if touch && texts.iter().all(|word| chosen.contains_key(word)) {
            beside.extend(texts);
        }
    }
    if beside.is_empty() {
        return Ok(());
    }
    let asked: BTreeSet<String> = beside.iter().map(|word| (*word).to_owned()).collect();
    let is_other = |other: &Language| other.base() == *other && other.base() != language.base();
    for other in dictionaries.languages().into_iter().filter(is_other) {
        let known = known(asked.clone(), other, dictionaries).await?;
        if known.len() == asked.len() {
            chosen.retain(|word, _| !beside.contains(word));
            return Ok(());
        }
    }
    Ok(())
}

/// The words of a set that a dictionary has.
async fn known<D: Dictionaries>(
    words: BTreeSet<String>,
    language: Language,
    dictionaries: &D,
) -> Result<BTreeSet<String>, D::Error> {
    if words.is_empty() {
        return Ok(words);
    }
    let words: Vec<String> = words.into_iter().collect();
    let are_known = dictionaries.are_known(language, &words).await?;
    let known = words.into_iter().zip(are_known);
    Ok(known
        .filter_map(|(word, is_known)| is_known.then_some(word))
        .collect())
}
