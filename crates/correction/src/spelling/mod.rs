//! Words that no dictionary has, and which of the words that resemble one was meant.

mod candidates;
mod choice;
mod cost;
mod habits;
mod names;

use std::collections::{BTreeMap, BTreeSet};

use dragoman_domain::{Edit, EngineError, Language, Speller, Spelling};

use crate::conventions::Conventions;
use crate::draft::Draft;
use crate::tongue::Tongue;
use crate::words::{Word, words};
use choice::Choice;
use habits::Habits;
use names::Place;

/// The corrections of the words that no dictionary has and that are clearly other words, misspelled.
///
/// # Errors
/// Those of the speller.
pub(crate) async fn edits(
    draft: &Draft,
    language: Language,
    conventions: &Conventions,
    speller: &dyn Speller,
) -> Result<Vec<Edit>, EngineError> {
    let Some(tongue) = Tongue::of(language) else {
        return Ok(Vec::new());
    };
    let habits = Habits::of(tongue);
    let words = words(draft, conventions);
    let text = draft.text();
    let mut chosen: BTreeMap<&str, String> = BTreeMap::new();
    let mut distinct: BTreeSet<&str> = BTreeSet::new();
    for place in &words {
        let word = place.text(text);
        let small = word.to_lowercase();
        let meant = habits.meant_by(&small, language);
        if let Some(meant) = meant.filter(|meant| !is_name(place, word, meant, conventions)) {
            chosen.insert(word, like(word, meant));
        } else if !habits.is_right(&small) && !habits.is_right(word) {
            distinct.insert(word);
        }
    }
    let looked_up = look_up(distinct.into_iter().map(str::to_owned), language, speller).await?;
    let mut unknown: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (word, spelling) in looked_up {
        if let Spelling::Unknown(suggestions) = spelling {
            unknown.insert(word, suggestions);
        }
    }
    let places = names::places(&words, text, &unknown, conventions);
    let choice = Choice {
        conventions,
        habits,
    };
    add_candidates(&mut unknown, &places, language, &choice, speller).await?;
    for word in words.iter().map(|word| word.text(text)) {
        let place = places.get(word).copied().unwrap_or(Place::Open);
        if let Some(others) = unknown.get(word)
            && let Some(other) = choice.choose(word, place, others)
        {
            chosen.insert(word, other);
        }
    }
    let is_strange = |word: &Word| {
        let word = word.text(text);
        !word.starts_with(char::is_uppercase)
            && unknown.contains_key(word)
            && !chosen.contains_key(word)
    };
    let strange: Vec<bool> = words.iter().map(is_strange).collect();
    let edit = |(at, word): (usize, &Word)| {
        let other = chosen.get(word.text(text))?;
        (!is_among_strange(&strange, at)).then(|| Edit {
            range: word.range.clone(),
            text: with_apostrophes_of(text, other),
        })
    };
    Ok(words.iter().enumerate().filter_map(edit).collect())
}

/// Whether two of the words near one are unknown and resemble no other, as in a passage in another language.
fn is_among_strange(strange: &[bool], at: usize) -> bool {
    const NEAR: usize = 3;
    let near = strange.iter().skip(at.saturating_sub(NEAR));
    near.take(at.min(NEAR) + 1 + NEAR)
        .filter(|is_strange| **is_strange)
        .count()
        >= 2
}

/// Whether a word that resembles a misspelling is a name: it has a capital where only names have one.
fn is_name(place: &Word, word: &str, meant: &str, conventions: &Conventions) -> bool {
    word.starts_with(char::is_uppercase)
        && !place.is_first
        && !conventions.capitalises_nouns
        && !meant.starts_with(char::is_uppercase)
}

/// What is meant by a word, with a capital where that has one.
fn like(word: &str, meant: &str) -> String {
    let mut letters = meant.chars();
    match letters.next() {
        Some(first) if word.starts_with(char::is_uppercase) => {
            first.to_uppercase().chain(letters).collect()
        }
        _ => meant.to_owned(),
    }
}

/// A word with the apostrophes that a text has.
fn with_apostrophes_of(text: &str, word: &str) -> String {
    if text.contains('’') && !text.contains('\'') {
        word.replace('\'', "’")
    } else {
        word.replace('’', "'")
    }
}

async fn look_up(
    words: impl Iterator<Item = String>,
    language: Language,
    speller: &dyn Speller,
) -> Result<Vec<(String, Spelling)>, EngineError> {
    let words: Vec<String> = words.collect();
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let spellings = speller.look_up(language, &words).await?;
    Ok(words.into_iter().zip(spellings).collect())
}

/// Adds words that the dictionary has and did not suggest.
async fn add_candidates(
    unknown: &mut BTreeMap<String, Vec<String>>,
    places: &BTreeMap<&str, Place>,
    language: Language,
    choice: &Choice<'_>,
    speller: &dyn Speller,
) -> Result<(), EngineError> {
    let candidates: BTreeSet<String> = unknown
        .iter()
        .filter(|(word, others)| {
            places.get(word.as_str()) != Some(&Place::Name) && !choice.is_mended_by(word, others)
        })
        .flat_map(|(word, _)| candidates::of(word, choice.conventions))
        .collect();
    let candidates: Vec<String> = candidates.into_iter().collect();
    // Words like them are not wanted, which takes far longer.
    let are_known = speller.are_known(language, &candidates).await?;
    let known: BTreeSet<String> = (candidates.into_iter().zip(are_known))
        .filter_map(|(word, is_known)| is_known.then_some(word))
        .collect();
    for (word, suggestions) in unknown {
        let more = candidates::of(word, choice.conventions).into_iter();
        let more: Vec<String> = more
            .filter(|other| known.contains(other) && !suggestions.contains(other))
            .collect();
        suggestions.extend(more);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
