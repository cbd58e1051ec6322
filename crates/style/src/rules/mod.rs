//! The implementations of the rules of the catalogue, a module for each category.

mod dates_and_times;
mod formatting;
mod instructions;
mod numbers;
mod punctuation;
mod spelling_and_grammar;
mod style_and_tone;
mod vocabulary;
mod words;

use crate::catalogue::RuleChoice;
use crate::implementation::{Implementation, Mechanism};
use crate::language::StyleLanguage;

/// The order of the categories: numbers are parsed before other rules change their signs, and
/// punctuation comes last, because other rules write punctuation marks.
const ORDER: [&str; 7] = [
    "dates_and_times",
    "numbers",
    "formatting",
    "vocabulary",
    "style_and_tone",
    "spelling_and_grammar",
    "punctuation",
];

/// The implementation of a choice in a language; `None` if the choice has no meaning there.
pub(crate) fn implementation(
    choice: RuleChoice,
    language: StyleLanguage,
) -> Option<Implementation> {
    let RuleChoice { rule, option, .. } = choice;
    match choice.category {
        "dates_and_times" => dates_and_times::implementation(rule, option, language),
        "formatting" => formatting::implementation(rule, option, language),
        "numbers" => numbers::implementation(rule, option, language),
        "punctuation" => punctuation::implementation(rule, option, language),
        "spelling_and_grammar" => spelling_and_grammar::implementation(rule, option, language),
        "style_and_tone" => style_and_tone::implementation(rule, option, language),
        "vocabulary" => vocabulary::implementation(rule, option, language),
        _ => None,
    }
}

/// The mechanism that implements a choice in a language; `None` if the choice has no meaning there.
#[must_use]
pub fn mechanism(choice: RuleChoice, language: StyleLanguage) -> Option<Mechanism> {
    implementation(choice, language).map(|implementation| implementation.mechanism())
}

/// The sort key of a rule in the order of application: by category, then by the order that the
/// category defines. Other rules of a category keep their order.
pub(crate) fn sort_key(choice: RuleChoice) -> (usize, usize) {
    let category = ORDER.iter().position(|name| *name == choice.category);
    let first: &[&str] = match choice.category {
        "dates_and_times" => dates_and_times::FIRST,
        "numbers" => numbers::FIRST,
        "punctuation" => punctuation::FIRST,
        _ => &[],
    };
    let own = first.iter().position(|name| *name == choice.rule);
    let or_last = |position: Option<usize>| position.unwrap_or(usize::MAX);
    (or_last(category), or_last(own))
}
