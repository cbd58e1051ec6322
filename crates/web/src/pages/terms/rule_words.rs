//! Style rules in words.

use std::collections::BTreeMap;

use dragoman_style::{
    ConfiguredRules, Mechanism, RuleChoice, Style, StyleLanguage, catalogue, mechanism,
};

use crate::locale::Locale;

/// A rule with what it can be set to in a language.
pub(super) struct Rule {
    pub(super) category: &'static str,
    pub(super) name: &'static str,
    pub(super) options: Vec<(RuleChoice, Mechanism)>,
}

impl Rule {
    /// The name of its field in a form.
    pub(super) fn field(&self) -> String {
        format!("{}.{}", self.category, self.name)
    }
}

/// The rules that mean something in a language, by category.
pub(super) fn rules(language: StyleLanguage) -> BTreeMap<&'static str, Vec<Rule>> {
    let mut rules: BTreeMap<&str, Vec<Rule>> = BTreeMap::new();
    for choice in catalogue() {
        let Some(mechanism) = mechanism(*choice, language) else {
            continue;
        };
        let of_category = rules.entry(choice.category).or_default();
        match of_category.last_mut() {
            Some(rule) if rule.name == choice.rule => rule.options.push((*choice, mechanism)),
            _ => of_category.push(Rule {
                category: choice.category,
                name: choice.rule,
                options: vec![(*choice, mechanism)],
            }),
        }
    }
    rules
}

/// What a category is called.
pub(super) fn category_words(locale: &Locale, category: &str) -> String {
    words_or(locale, &format!("category-{}", id(category)), category)
}

/// What a rule is about.
pub(super) fn about(locale: &Locale, rule: &Rule) -> String {
    words_or(locale, &about_id(rule), rule.name)
}

fn about_id(rule: &Rule) -> String {
    format!("about-{}-{}", id(rule.category), id(rule.name))
}

/// What an option has done.
pub(super) fn option_words(choice: RuleChoice, language: StyleLanguage) -> String {
    instruction(choice, language).unwrap_or_else(|| spoken(choice.option))
}

/// What a language model is told, which says in whole sentences what is wanted.
fn instruction(choice: RuleChoice, language: StyleLanguage) -> Option<String> {
    let mut rules = ConfiguredRules::default();
    let RuleChoice {
        category,
        rule,
        option,
    } = choice;
    rules.set(category, rule, option).ok()?;
    let style = Style::new(&rules, language);
    let (_, sentence) = style.instructions().first()?;
    Some((*sentence).to_owned())
}

/// A name of the catalogue as a part of the name of a message, which has only ASCII letters, digits and hyphens.
fn id(name: &str) -> String {
    let sign = |character: char| match character {
        'a'..='z' | '0'..='9' => character,
        _ => '-',
    };
    name.chars().map(sign).collect()
}

fn words_or(locale: &Locale, id: &str, name: &str) -> String {
    locale.find_text(id, []).unwrap_or_else(|| spoken(name))
}

/// Words that the names of the catalogue have, as they are written.
const WRITTEN: [(&str, &str); 15] = [
    ("ad", "AD"),
    ("arabic", "Arabic"),
    ("bc", "BC"),
    ("bce", "BCE"),
    ("ce", "CE"),
    ("chinese", "Chinese"),
    ("english", "English"),
    ("french", "French"),
    ("german", "German"),
    ("iso", "ISO"),
    ("italian", "Italian"),
    ("japanese", "Japanese"),
    ("korean", "Korean"),
    ("roman", "Roman"),
    ("spanish", "Spanish"),
];

/// A name of the catalogue as people say it.
fn spoken(name: &str) -> String {
    let written = |word: &str| {
        let known = WRITTEN.iter().find(|(known, _)| *known == word);
        known.map_or_else(|| word.to_owned(), |(_, written)| (*written).to_owned())
    };
    let words: Vec<String> = name.split(['_', ' ']).map(written).collect();
    let words = words.join(" ");
    let mut characters = words.chars();
    let first = characters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(characters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_category_and_rule_is_explained() {
        let english = Locale::english();
        let mut missing = Vec::new();
        for language in StyleLanguage::ALL {
            for (category, rules) in rules(language) {
                assert_ne!(category_words(english, category), spoken(category));
                let is_missing = |rule: &&Rule| about(english, rule) == spoken(rule.name);
                missing.extend(rules.iter().filter(is_missing).map(about_id));
            }
        }
        assert!(missing.is_empty(), "{missing:#?}");
    }

    #[test]
    fn an_option_says_what_it_has_done() {
        let words = |category, rule, option| {
            let choice = RuleChoice {
                category,
                rule,
                option,
            };
            option_words(choice, StyleLanguage::English)
        };
        assert_eq!(
            words("punctuation", "apostrophe", "use_curly_apostrophes"),
            "Use curly apostrophes"
        );
        assert_eq!(
            words("dates_and_times", "calendar_era", "use_bc_and_ad"),
            "Use BC and AD"
        );
        assert_eq!(
            words("style_and_tone", "short_vs_long_words", "use_short_words"),
            "Prefer short, common words to long ones, such as 'use' to 'utilize'."
        );
    }
}
