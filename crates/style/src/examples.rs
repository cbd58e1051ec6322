use std::collections::HashMap;
use std::sync::LazyLock;

use crate::catalogue::RuleChoice;
use crate::language::StyleLanguage;

/// A sentence that a rule changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// The sentence without the rule.
    pub before: &'static str,
    /// What the rule makes of it.
    pub after: &'static str,
}

type Key = (&'static str, &'static str, &'static str, &'static str);

/// By category, rule, option and language.
static EXAMPLES: LazyLock<HashMap<Key, Example>> = LazyLock::new(|| {
    let example = |line: &'static str| {
        let mut columns = line.split('\t');
        let mut next = || columns.next();
        let key = (next()?, next()?, next()?, next()?);
        let (before, after) = (next()?, next()?);
        Some((key, Example { before, after }))
    };
    // Made from the tested sentences when the program is built.
    include_str!(concat!(env!("OUT_DIR"), "/examples.tsv"))
        .lines()
        .filter_map(example)
        .collect()
});

/// A short sentence in the language that the choice changes, if it edits texts.
#[must_use]
pub fn example(choice: RuleChoice, language: StyleLanguage) -> Option<Example> {
    let RuleChoice {
        category,
        rule,
        option,
    } = choice;
    let key = (category, rule, option, language.tag());
    EXAMPLES.get(&key).copied()
}
