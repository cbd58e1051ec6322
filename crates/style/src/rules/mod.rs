//! How each rule of the catalogue is carried out, a module for each category.

mod dates_and_times;
mod formatting;
mod numbers;
mod punctuation;
mod spelling_and_grammar;
mod style_and_tone;
mod vocabulary;
mod wording;
mod words;

use crate::{Application, RuleChoice, StyleLanguage};

/// In which order the categories are applied: numbers are read before their signs are changed, and
/// punctuation comes last, because other rules write some.
const ORDER: [&str; 7] = [
    "dates_and_times",
    "numbers",
    "formatting",
    "vocabulary",
    "style_and_tone",
    "spelling_and_grammar",
    "punctuation",
];

/// How a choice is carried out in a language.
pub(crate) fn application(choice: RuleChoice, language: StyleLanguage) -> Option<Application> {
    let RuleChoice { rule, option, .. } = choice;
    match choice.category {
        "dates_and_times" => dates_and_times::application(rule, option, language),
        "formatting" => formatting::application(rule, option, language),
        "numbers" => numbers::application(rule, option, language),
        "punctuation" => punctuation::application(rule, option, language),
        "spelling_and_grammar" => spelling_and_grammar::application(rule, option, language),
        "style_and_tone" => style_and_tone::application(rule, option, language),
        "vocabulary" => vocabulary::application(rule, option, language),
        _ => None,
    }
}

/// Where a rule comes in the order of application: by category, and within a category as it says
/// itself. Rules that it does not name keep the order they have.
pub(crate) fn position(choice: RuleChoice) -> (usize, usize) {
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
