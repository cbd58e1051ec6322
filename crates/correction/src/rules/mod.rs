//! Grammar rules of each language, for mistakes that a dictionary cannot find: confused words, wrong inflected forms.

mod agreement;
mod french;
mod german;
mod italian;
mod japanese;
mod korean;
mod portuguese;
mod rule;
mod spanish;
mod table;

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

use dragoman_language::Language;

use crate::base_language::BaseLanguage;
use crate::draft::Draft;
pub(crate) use german::is_noun as is_german_noun;
use rule::Rule;
pub use table::{Row, Table};

/// The rules of a language.
pub(crate) struct Rules {
    table: Table,
    functions: &'static [Rule],
}

macro_rules! rules {
    ($($name:ident = $file:literal + $functions:expr;)*) => {
        $(static $name: LazyLock<Rules> = LazyLock::new(|| Rules {
            table: Table::read(include_str!(concat!("../../rules/", $file, ".tsv"))),
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

    /// Mends words that there are not and that are always meant for the same others, before a dictionary is asked for
    /// similar ones: "prenduto" is nearer to "penduto" than to "preso".
    pub(crate) fn mend_words(&self, draft: &mut Draft, language: Language, stop: &AtomicBool) {
        let rows = self.table.rows_for(language).filter(|row| row.is_word());
        for row in rows.take_while(|_| is_wanted(stop)) {
            row.carry_out(draft);
        }
    }

    /// What the rules change, each of them after the others, until `stop` is set: then nobody wants the answer.
    pub(crate) fn carry_out(&self, draft: &mut Draft, language: Language, stop: &AtomicBool) {
        for row in self
            .table
            .rows_for(language)
            .take_while(|_| is_wanted(stop))
        {
            row.carry_out(draft);
        }
        for rule in self.functions.iter().take_while(|_| is_wanted(stop)) {
            draft.apply(rule(draft, language));
        }
    }
}

fn is_wanted(stop: &AtomicBool) -> bool {
    !stop.load(Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_mends_its_own_example_and_leaves_the_mended_one() {
        let mut wrong = Vec::new();
        for base in BaseLanguage::ALL {
            let rules = Rules::of(base);
            for row in rules.table.rows() {
                let language = row.variant.unwrap_or(base.tag());
                let language = Language::parse(language).unwrap();
                let after = |text: &str| {
                    let mut draft = Draft::new(text.to_owned(), Vec::new());
                    rules.carry_out(&mut draft, language, &AtomicBool::new(false));
                    draft.into_text()
                };
                let stays = row.stays.into_iter().map(|text| (text, text));
                let examples = [(row.faulty, row.mended), (row.mended, row.mended)];
                for (before, wanted) in examples.into_iter().chain(stays) {
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
