//! The rules of the category `style_and_tone`.

mod country_names;

use dragoman_language::Register;

use super::spelling_and_grammar::{spell_out_abbreviations, spell_out_symbols};
use crate::implementation::Implementation;
use crate::language::StyleLanguage;
use crate::rules::instructions;

/// The implementation of an option of a rule in a language; `None` if it has no meaning there.
pub(super) fn implementation(
    rule: &str,
    option: &str,
    language: StyleLanguage,
) -> Option<Implementation> {
    register(rule, option, language)
        .or_else(|| edits(rule, option, language))
        .or_else(|| instructions::instruction("style_and_tone", rule, option, language))
}

/// Rules for the form of address. A formal tone is a register in languages with a formal address.
fn register(rule: &str, option: &str, language: StyleLanguage) -> Option<Implementation> {
    use StyleLanguage::{French, German, Italian, Japanese, Spanish};
    let register = match (rule, option, language) {
        ("addressing_the_reader", "use_formal_french_word_vous", French)
        | ("addressing_the_reader", "use_formal_italian_word_lei", Italian)
        | ("formality", "use_formal_tone", German | Spanish | French | Italian | Japanese) => {
            Register::Formal
        }
        ("addressing_the_reader", "use_informal_french_word_tu", French)
        | ("addressing_the_reader", "use_informal_italian_word_tu", Italian)
        | ("formality", "use_casual_tone", German | Spanish | French | Italian | Japanese) => {
            Register::Informal
        }
        _ => return None,
    };
    Some(Implementation::Register(register))
}

fn edits(rule: &str, option: &str, language: StyleLanguage) -> Option<Implementation> {
    use StyleLanguage::{Chinese, Japanese, Korean};
    match (rule, option) {
        ("abbreviations", "avoid_abbreviations_and_symbols_that_can_be_spelled_out_easily") => {
            let applies = !matches!(language, Japanese | Korean | Chinese);
            applies.then(|| {
                Implementation::edits(|target| {
                    let mut edits = spell_out_abbreviations(target, false);
                    edits.extend(spell_out_symbols(target));
                    edits
                })
            })
        }
        ("country_names", "use_short_form") => Some(Implementation::edits(country_names::shorten)),
        _ => None,
    }
}
