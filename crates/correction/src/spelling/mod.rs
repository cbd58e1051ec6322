//! Spelling correction: finds words that no dictionary has, and selects the words that were meant.

mod candidate_selection;
mod candidates;
mod clipped_infinitives;
mod compounds;
mod context;
mod dictionaries;
mod false_positives;
mod formation;
mod german_nouns;
mod names;
mod word_lists;

use std::collections::{BTreeMap, BTreeSet};

use dragoman_language::Language;
use dragoman_text::{Edit, Spelling, capitalised_like};

use crate::base_language::BaseLanguage;
use crate::editable_text::EditableText;
use crate::orthography::Orthography;
use crate::words::{Word, words_to_look_up};
use candidate_selection::{CandidateSelector, MAX_NEAR_IDENTICAL_COST};
pub use dictionaries::Dictionaries;
use false_positives::Chosen;
use names::NameEvidence;
use word_lists::WordLists;
pub use word_lists::is_jargon;

/// The corrections of the words that the dictionaries lack and that are certainly misspelled.
///
/// # Errors
/// Returns the errors of the dictionaries.
pub(crate) async fn edits<D: Dictionaries>(
    editable: &EditableText,
    language: Language,
    orthography: &Orthography,
    dictionaries: &D,
) -> Result<Vec<Edit>, D::Error> {
    let Some(base) = BaseLanguage::of(language) else {
        return Ok(Vec::new());
    };
    let word_lists = WordLists::of(base);
    let words = words_to_look_up(editable, orthography);
    let text = editable.text();
    let certain = known_misspellings(&words, text, language, orthography, word_lists);
    let distinct: BTreeSet<&str> = words
        .iter()
        .map(|word| word.text(text))
        .filter(|word| {
            let small = word.to_lowercase();
            !certain.contains_key(word)
                && !word_lists.is_accepted(&small)
                && !word_lists.is_accepted(word)
        })
        .collect();
    let mut unknown = unknown(distinct, language, dictionaries).await?;
    let evidence_by_word = names::evidence_by_word(&words, text, &unknown, orthography, word_lists);
    let selector = CandidateSelector {
        orthography,
        word_lists,
        has_diacritics: text.contains(['ä', 'ö', 'ü', 'ß', 'Ä', 'Ö', 'Ü']),
    };
    add_candidates(
        &mut unknown,
        &evidence_by_word,
        language,
        &selector,
        dictionaries,
    )
    .await?;
    clipped_infinitives::remove(&mut unknown, text, language, dictionaries).await?;
    let mut chosen: Chosen<'_> = BTreeMap::new();
    let written: BTreeSet<&str> = words.iter().map(|word| word.text(text)).collect();
    for word in written {
        let evidence = evidence_by_word
            .get(word)
            .copied()
            .unwrap_or(NameEvidence::None);
        if let Some(others) = unknown.get(word)
            && let Some(other) = selector.select(word, evidence, others)
        {
            chosen.insert(word, other);
        }
    }
    false_positives::remove(&mut chosen, &words, text, language, dictionaries).await?;
    chosen.extend(certain);
    let is_strange = |word: &Word| {
        let word = word.text(text);
        !word.starts_with(char::is_uppercase)
            && unknown.contains_key(word)
            && !chosen.contains_key(word)
    };
    let strange: Vec<bool> = words.iter().map(is_strange).collect();
    let is_doubtful = |word: &Word| {
        let cost = chosen.get(word.text(text)).map(|(_, cost)| *cost);
        is_strange(word) || cost.is_some_and(|cost| cost > MAX_NEAR_IDENTICAL_COST)
    };
    let doubtful: Vec<bool> = words.iter().map(is_doubtful).collect();
    let edit = |(at, word): (usize, &Word)| {
        let (other, cost) = chosen.get(word.text(text))?;
        // In "ein phase shift" the word is English.
        let is_raised = base == BaseLanguage::German && other.to_lowercase() == word.text(text);
        let is_spoken = base == BaseLanguage::German && context::is_in_dialect(&words, at, text);
        let is_strange = is_spoken
            || context::is_in_english(&words, at, text)
            || context::has_unknown_neighbours(&strange, at)
            || (is_raised && context::is_next_to_unknown(&words, &strange, at, text))
            || (*cost > MAX_NEAR_IDENTICAL_COST
                && (context::is_next_to_unknown(&words, &strange, at, text)
                    || context::is_in_doubtful_sentence(&words, &doubtful, at)));
        // Titles of books and quotations use the orthography of their time.
        let is_old = word.text(text).replace('ß', "ss") == *other
            && context::is_in_german_marks(text, &word.range);
        let range = context::with_accent(text, &word.range, other, base)?;
        (!is_strange && !is_old).then(|| Edit {
            range,
            text: with_apostrophes_of(text, other),
        })
    };
    let edits: Vec<Edit> = words.iter().enumerate().filter_map(edit).collect();
    Ok(without_swiss(edits, text, base))
}

/// The words with a known misspelling and their corrections, which have no cost.
fn known_misspellings<'t>(
    words: &[Word],
    text: &'t str,
    language: Language,
    orthography: &Orthography,
    word_lists: &WordLists,
) -> Chosen<'t> {
    let mut chosen: Chosen<'t> = BTreeMap::new();
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for word in words {
        let written = word.text(text);
        let Some(meant) = word_lists.correction_of(&written.to_lowercase(), language) else {
            continue;
        };
        if names::is_titled(word, text, word_lists) {
            names.insert(written);
        }
        if !is_name(word, written, meant, text, orthography) {
            chosen.insert(written, (capitalised_like(written, meant), 0.0));
        }
    }
    chosen.retain(|word, _| !names.contains(word));
    chosen
}

/// The edits without those that replace ss by ß, if there are several of these and the text has neither ß nor
/// transcriptions for letters that a keyboard lacks: such a text is in Swiss orthography.
fn without_swiss(mut edits: Vec<Edit>, text: &str, base: BaseLanguage) -> Vec<Edit> {
    if base != BaseLanguage::German || text.contains('ß') {
        return edits;
    }
    let is_swiss = |edit: &Edit| {
        let written = text.get(edit.range.clone()).unwrap_or_default();
        written.contains("ss") && edit.text.contains('ß') && edit.text.replace('ß', "ss") == written
    };
    let lacks_keys = |edit: &Edit| {
        let written = text.get(edit.range.clone()).unwrap_or_default();
        let spelt = edit.text.replace('ä', "ae").replace('ö', "oe");
        edit.text.contains(['ä', 'ö', 'ü']) && spelt.replace('ü', "ue") == written
    };
    if edits.iter().filter(|edit| is_swiss(edit)).count() >= MIN_SWISS_SPELLINGS
        && !edits.iter().any(lacks_keys)
    {
        edits.retain(|edit| !is_swiss(edit));
    }
    edits
}

/// The minimum number of words with ss for ß that shows Swiss orthography.
const MIN_SWISS_SPELLINGS: usize = 2;

/// The words that the dictionary lacks, with its suggestions.
async fn unknown<D: Dictionaries>(
    words: BTreeSet<&str>,
    language: Language,
    dictionaries: &D,
) -> Result<BTreeMap<String, Vec<String>>, D::Error> {
    let words: Vec<String> = words.into_iter().map(str::to_owned).collect();
    if words.is_empty() {
        return Ok(BTreeMap::new());
    }
    let spellings = dictionaries.look_up(language, &words).await?;
    let unknown = |(word, spelling)| match spelling {
        Spelling::Unknown(suggestions) => Some((word, suggestions)),
        Spelling::Known => None,
    };
    Ok(words
        .into_iter()
        .zip(spellings)
        .filter_map(unknown)
        .collect())
}

/// Whether a word that resembles a misspelling is a name: it is capitalised where only names are, or next to another
/// capitalised word, such as "Nino" in "Nino Bravo cantó".
fn is_name(place: &Word, word: &str, meant: &str, text: &str, orthography: &Orthography) -> bool {
    let is_small = !meant.starts_with(char::is_uppercase);
    if orthography.capitalises_nouns && !is_small && names::is_in_title(place, text) {
        return true;
    }
    if !word.starts_with(char::is_uppercase) || !is_small {
        return false;
    }
    if place.is_first {
        // In German, a noun may follow any word that begins a sentence.
        return !orthography.capitalises_nouns && names::is_before_capital(place, text);
    }
    let before = text.get(..place.range.start).unwrap_or_default();
    let last = before.split_whitespace().next_back().unwrap_or_default();
    !orthography.capitalises_nouns || last.starts_with(char::is_uppercase)
}

/// A word with the kind of apostrophe that the text uses.
fn with_apostrophes_of(text: &str, word: &str) -> String {
    if text.contains('’') && !text.contains('\'') {
        word.replace('\'', "’")
    } else {
        word.replace('’', "'")
    }
}

/// Adds candidates that the dictionary has and did not suggest.
async fn add_candidates<D: Dictionaries>(
    unknown: &mut BTreeMap<String, Vec<String>>,
    evidence_by_word: &BTreeMap<&str, NameEvidence>,
    language: Language,
    selector: &CandidateSelector<'_>,
    dictionaries: &D,
) -> Result<(), D::Error> {
    let candidates_of =
        |word: &str| candidates::of(word, selector.orthography, selector.word_lists);
    let asked: BTreeSet<String> = unknown
        .iter()
        .filter(|(word, others)| {
            evidence_by_word.get(word.as_str()) != Some(&NameEvidence::Name)
                && !selector.is_corrected_by(word, others)
        })
        .flat_map(|(word, _)| candidates_of(word).into_values())
        .collect();
    let asked: Vec<String> = asked.into_iter().collect();
    // The lookup without suggestions is far faster.
    let are_known = dictionaries.are_known(language, &asked).await?;
    let known: BTreeSet<String> = (asked.into_iter().zip(are_known))
        .filter_map(|(word, is_known)| is_known.then_some(word))
        .collect();
    for (word, suggestions) in unknown {
        for (other, asked) in candidates_of(word) {
            if known.contains(&asked) && !suggestions.contains(&other) {
                suggestions.push(other);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
