//! Grammar rules of each language, for mistakes that a dictionary cannot find: confused words and wrong inflected
//! forms.

mod agreement;
mod french;
mod german;
mod italian;
mod japanese;
mod korean;
mod portuguese;
mod rule_function;
mod rule_table;
mod spanish;

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

use dragoman_language::Language;

use crate::base_language::BaseLanguage;
use crate::editable_text::EditableText;
use crate::packed;
pub(crate) use german::is_noun as is_german_noun;
use rule_function::RuleFunction;
pub use rule_table::{PatternRule, RuleTable};

/// The rules of a language.
pub(crate) struct Rules {
    table: RuleTable,
    functions: &'static [RuleFunction],
}

macro_rules! rules {
    ($($name:ident = $file:literal + $functions:expr;)*) => {
        $(static $name: LazyLock<Rules> = LazyLock::new(|| Rules {
            table: RuleTable::read(packed::file!(concat!($file, ".tsv"))),
            functions: $functions,
        });)*
    };
}

rules! {
    CHINESE = "zh" + &[];
    FRENCH = "fr" + french::RULES;
    GERMAN = "de" + german::RULES;
    ITALIAN = "it" + italian::RULES;
    JAPANESE = "ja" + japanese::RULES;
    KOREAN = "ko" + korean::RULES;
    PORTUGUESE = "pt" + portuguese::RULES;
    SPANISH = "es" + spanish::RULES;
}

impl Rules {
    pub(crate) fn of(base: BaseLanguage) -> &'static Self {
        match base {
            BaseLanguage::Chinese => &CHINESE,
            BaseLanguage::French => &FRENCH,
            BaseLanguage::German => &GERMAN,
            BaseLanguage::Italian => &ITALIAN,
            BaseLanguage::Japanese => &JAPANESE,
            BaseLanguage::Korean => &KOREAN,
            BaseLanguage::Portuguese => &PORTUGUESE,
            BaseLanguage::Spanish => &SPANISH,
        }
    }

    /// Corrects misspelled words that always stand for the same word. This comes before the suggestions of the
    /// dictionary: "prenduto" is nearer to "penduto" than to "preso".
    pub(crate) fn replace_known_misspellings(
        &self,
        editable: &mut EditableText,
        language: Language,
        stop: &AtomicBool,
    ) {
        let rules = self.table.rules_for(language).filter(|rule| rule.is_word());
        for rule in rules.take_while(|_| is_running(stop)) {
            rule.apply(editable);
        }
    }

    /// Applies the rules in order until `stop` is set.
    pub(crate) fn apply(&self, editable: &mut EditableText, language: Language, stop: &AtomicBool) {
        for rule in self
            .table
            .rules_for(language)
            .take_while(|_| is_running(stop))
        {
            rule.apply(editable);
        }
        for rule in self.functions.iter().take_while(|_| is_running(stop)) {
            editable.apply(rule(editable, language));
        }
    }
}

fn is_running(stop: &AtomicBool) -> bool {
    !stop.load(Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_corrects_its_own_example_and_leaves_the_correct_one() {
        let mut wrong = Vec::new();
        for base in BaseLanguage::ALL {
            let rules = Rules::of(base);
            for rule in rules.table.rules() {
                let language = rule.variant.unwrap_or(base.tag());
                let language = Language::parse(language).unwrap();
                let after = |text: &str| {
                    let mut editable = EditableText::new(text.to_owned(), Vec::new());
                    rules.apply(&mut editable, language, &AtomicBool::new(false));
                    editable.into_text()
                };
                let unaffected = rule.unaffected.into_iter().map(|text| (text, text));
                let examples = [(rule.incorrect, rule.correct), (rule.correct, rule.correct)];
                for (before, wanted) in examples.into_iter().chain(unaffected) {
                    let found = after(before);
                    if found != wanted {
                        wrong.push(format!(
                            "{language}: {before:?} -> {found:?}, not {wanted:?}"
                        ));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
