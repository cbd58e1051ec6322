//! Portuguese infinitives without their final consonant, which precede a hyphen and a pronoun, as in "comprá-lo".
//! Dictionaries take "comprá" for a word of its own and suggest it.

use std::collections::{BTreeMap, BTreeSet};

use dragoman_language::Language;

use super::dictionaries::Dictionaries;
use crate::base_language::BaseLanguage;

/// Removes such suggestions for words that no hyphen follows.
///
/// # Errors
/// Returns the errors of the dictionaries.
pub(super) async fn remove<D: Dictionaries>(
    unknown: &mut BTreeMap<String, Vec<String>>,
    text: &str,
    language: Language,
    dictionaries: &D,
) -> Result<(), D::Error> {
    if BaseLanguage::of(language) != Some(BaseLanguage::Portuguese) {
        return Ok(());
    }
    let open = |word: &str| !text.contains(&format!("{word}-"));
    let asked: BTreeSet<String> = unknown
        .iter()
        .filter(|(word, _)| open(word))
        .flat_map(|(_, others)| others.iter().filter_map(|other| infinitive(other)))
        .collect();
    let asked: Vec<String> = asked.into_iter().collect();
    if asked.is_empty() {
        return Ok(());
    }
    let are_known = dictionaries.are_known(language, &asked).await?;
    let known: BTreeSet<&String> = (asked.iter().zip(are_known))
        .filter_map(|(word, is_known)| is_known.then_some(word))
        .collect();
    for (word, others) in unknown.iter_mut().filter(|(word, _)| open(word)) {
        let is_stem = |other: &String| {
            word.chars().count() > MAX_SHORT_LENGTH
                && infinitive(other).is_some_and(|whole| known.contains(&whole))
        };
        others.retain(|other| !is_stem(other));
    }
    Ok(())
}

/// The maximum length of a word for which short verb forms such as "está" and "vê" may be meant, in letters.
const MAX_SHORT_LENGTH: usize = 4;

/// The infinitive of which a word may be the clipped form.
fn infinitive(word: &str) -> Option<String> {
    let (stem, vowel) = match word.strip_suffix('á') {
        Some(stem) => (stem, 'a'),
        None => (word.strip_suffix('ê')?, 'e'),
    };
    Some(format!("{stem}{vowel}r"))
}
