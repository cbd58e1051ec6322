//! Instructions to a language model, for choices that edits cannot implement.

use crate::implementation::Implementation;
use crate::language::StyleLanguage;

/// The columns category, rule, option, the tags of the languages, and the instruction.
const TABLE: &str = include_str!("instructions.tsv");

struct Line {
    choice: (&'static str, &'static str, &'static str),
    languages: &'static str,
    instruction: &'static str,
}

fn lines() -> impl Iterator<Item = Line> {
    TABLE.lines().filter_map(|line| {
        let mut columns = line.split('\t');
        Some(Line {
            choice: (columns.next()?, columns.next()?, columns.next()?),
            languages: columns.next()?,
            instruction: columns.next()?,
        })
    })
}

/// The instruction for a choice in a language, if the table has one.
pub(super) fn instruction(
    category: &str,
    rule: &str,
    option: &str,
    language: StyleLanguage,
) -> Option<Implementation> {
    let wanted = (category, rule, option);
    lines()
        .find(|line| {
            line.choice == wanted && line.languages.split(' ').any(|tag| tag == language.tag())
        })
        .map(|line| Implementation::Instruction(line.instruction))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::catalogue::{RuleChoice, catalogue};
    use crate::implementation::Mechanism;

    #[test]
    fn every_line_is_of_a_choice_and_is_one_sentence_said_once() {
        let mut said = BTreeSet::new();
        for Line {
            choice,
            languages,
            instruction,
        } in lines()
        {
            let (category, rule, option) = choice;
            let known = RuleChoice {
                category,
                rule,
                option,
            };
            assert!(catalogue().contains(&known), "{known:?}");
            assert!(instruction.ends_with('.'), "{instruction}");
            assert!(instruction.chars().count() <= 300, "{instruction}");
            for tag in languages.split(' ') {
                let language = StyleLanguage::ALL
                    .into_iter()
                    .find(|language| language.tag() == tag)
                    .unwrap_or_else(|| panic!("'{tag}' of {known:?} is no language"));
                assert!(
                    said.insert((choice, tag)),
                    "{known:?} has two lines for {tag}"
                );
                let mechanism = crate::rules::mechanism(known, language);
                assert_eq!(
                    mechanism,
                    Some(Mechanism::Instruction),
                    "{known:?} in {tag}"
                );
            }
        }
        assert!(!said.is_empty());
    }
}
