//! Words that no dictionary has, and which of the words that resemble one was meant.

mod candidates;
mod cost;

use std::collections::{BTreeMap, BTreeSet};

use dragoman_domain::{Edit, EngineError, Language, Speller, Spelling};

use crate::conventions::Conventions;
use crate::draft::Draft;
use crate::words::{Word, words};

/// What a word may cost at most to be taken for a misspelling of another, per letter: two slips in a word of eight.
const DEAREST_PER_LETTER: f32 = 0.27;

/// What a correction of any word may cost.
const DEAREST: f32 = 2.1;

/// How much more the second best must cost than the best.
const MARGIN: f32 = 0.3;

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
    let words = words(draft, conventions);
    let text = draft.text();
    let distinct: BTreeSet<&str> = words.iter().map(|word| word.text(text)).collect();
    let looked_up = look_up(distinct.into_iter().map(str::to_owned), language, speller).await?;
    let mut unknown: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (word, spelling) in looked_up {
        if let Spelling::Unknown(suggestions) = spelling {
            unknown.insert(word, suggestions);
        }
    }
    let names = names(&words, text, &unknown, conventions);
    unknown.retain(|word, _| !names.contains(word.as_str()));
    if unknown.is_empty() {
        return Ok(Vec::new());
    }
    add_candidates(&mut unknown, language, conventions, speller).await?;
    let chosen: BTreeMap<&str, &str> = unknown
        .iter()
        .filter_map(|(word, others)| Some((word.as_str(), choose(word, others, conventions)?)))
        .collect();
    let edit = |word: &Word| {
        let other = chosen.get(word.text(text))?;
        Some(Edit {
            range: word.range.clone(),
            text: (*other).to_owned(),
        })
    };
    Ok(words.iter().filter_map(edit).collect())
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

/// Unknown words that are taken for names: they have a capital where their language has none.
fn names<'t>(
    words: &[Word],
    text: &'t str,
    unknown: &BTreeMap<String, Vec<String>>,
    conventions: &Conventions,
) -> BTreeSet<&'t str> {
    let is_capital = |word: &str| word.chars().next().is_some_and(char::is_uppercase);
    let mut names = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut previous: Option<&Word> = None;
    for word in words {
        let written = word.text(text);
        if !unknown.contains_key(written) || !is_capital(written) {
            previous = None;
            continue;
        }
        let stands_beside = previous.filter(|before| {
            text.get(before.range.end..word.range.start)
                .is_some_and(|between| between.chars().all(char::is_whitespace))
        });
        if let Some(before) = stands_beside {
            names.extend([before.text(text), written]);
        }
        let is_again = !seen.insert(written);
        if is_again || (!word.is_first && !conventions.capitalises_nouns) {
            names.insert(written);
        }
        previous = Some(word);
    }
    names
}

/// Adds words that the dictionary has and did not suggest.
async fn add_candidates(
    unknown: &mut BTreeMap<String, Vec<String>>,
    language: Language,
    conventions: &Conventions,
    speller: &dyn Speller,
) -> Result<(), EngineError> {
    let candidates: BTreeSet<String> = unknown
        .keys()
        .flat_map(|word| candidates::of(word, conventions))
        .collect();
    let known: BTreeSet<String> = look_up(candidates.into_iter(), language, speller)
        .await?
        .into_iter()
        .filter_map(|(word, spelling)| (spelling == Spelling::Known).then_some(word))
        .collect();
    for (word, suggestions) in unknown {
        let more = candidates::of(word, conventions).into_iter();
        let more: Vec<String> = more
            .filter(|other| known.contains(other) && !suggestions.contains(other))
            .collect();
        suggestions.extend(more);
    }
    Ok(())
}

/// The word that was meant, if one is much likelier than the others.
fn choose<'a>(word: &str, others: &'a [String], conventions: &Conventions) -> Option<&'a str> {
    let mut costs: Vec<(f32, &str)> = others
        .iter()
        .filter(|other| *other != word)
        .map(|other| (cost::of(word, other, conventions), other.as_str()))
        .collect();
    // The order of the dictionary decides between equals.
    costs.sort_by(|one, other| one.0.total_cmp(&other.0));
    let &(best, chosen) = costs.first()?;
    let letters = u16::try_from(word.chars().count()).ok().map(f32::from)?;
    let second = costs.get(1).map_or(f32::INFINITY, |(cost, _)| *cost);
    let is_near = best <= (letters * DEAREST_PER_LETTER).min(DEAREST);
    (is_near && second - best >= MARGIN).then_some(chosen)
}

#[cfg(test)]
mod tests;
