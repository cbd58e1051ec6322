//! The formats of the options of `currency_format`.

use crate::StyleLanguage;
use crate::StyleLanguage::{Chinese, English, French, Italian, Japanese, Korean, Spanish};

use super::currency::{Form, Place, Unit};

/// The format of an option; `None` if it has no meaning in a language.
pub(super) fn form(option: &str, language: StyleLanguage) -> Option<Form> {
    let is_asian = matches!(language, Japanese | Korean | Chinese);
    let (unit, place, space) = match option {
        "spell_out" => (Unit::Name, Place::Custom, true),
        "spell_out_currency_name_followed_by_amount_in_arabic_numerals_without_space"
            if language == Chinese =>
        {
            (Unit::NameBefore, Place::Before, false)
        }
        "spell_out_currency_name_followed_by_amount_in_chinese" if language == Chinese => {
            (Unit::NameBeforeNumerals, Place::Before, false)
        }
        "use_amount_followed_by_currency_symbol_without_space" => (Unit::Sign, Place::After, false),
        "use_amount_followed_by_space_then_currency_symbol" => (Unit::Sign, Place::After, true),
        "use_amount_followed_by_space_then_iso_code" => (Unit::Code, Place::After, true),
        "use_amount_followed_by_space_then_spell_out_currency_name" if !is_asian => {
            (Unit::Name, Place::After, true)
        }
        // In languages that do not capitalise nouns.
        "use_amount_followed_by_space_then_spell_out_currency_name_in_lowercase"
            if matches!(language, English | Spanish | French | Italian) =>
        {
            (Unit::Name, Place::After, true)
        }
        "use_amount_followed_by_spelled_out_currency_name_in_japanese_without_space"
            if language == Japanese =>
        {
            (Unit::Name, Place::After, false)
        }
        "use_amount_followed_by_spelled_out_currency_name_without_space" if is_asian => {
            (Unit::Name, Place::After, false)
        }
        "use_currency_symbol_but_spell_out_if_no_symbol_exists" => {
            (Unit::SignOrName, Place::Custom, true)
        }
        "use_currency_symbol_but_use_iso_code_if_no_symbol_exists" => {
            (Unit::SignOrCode, Place::Custom, true)
        }
        "use_currency_symbol_followed_by_amount_without_space" => {
            (Unit::Sign, Place::Before, false)
        }
        "use_currency_symbol_followed_by_amount_in_arabic_numerals_without_space" if is_asian => {
            (Unit::Sign, Place::Before, false)
        }
        "use_currency_symbol_followed_by_space_then_amount" => (Unit::Sign, Place::Before, true),
        "use_currency_symbol_followed_by_space_then_amount_in_arabic_numerals" if is_asian => {
            (Unit::Sign, Place::Before, true)
        }
        "use_full_width_currency_symbol_followed_by_amount_without_space" if is_asian => {
            (Unit::FullWidthSign, Place::Before, false)
        }
        "use_half_width_currency_symbol_followed_by_amount_without_space" if is_asian => {
            (Unit::Sign, Place::Before, false)
        }
        "use_half_width_currency_symbol_followed_by_space_then_amount" if is_asian => {
            (Unit::Sign, Place::Before, true)
        }
        "use_iso_code" => (Unit::Code, Place::Custom, true),
        "use_iso_code_followed_by_space_then_amount" => (Unit::Code, Place::Before, true),
        "use_iso_code_followed_by_space_then_amount_in_arabic_numerals" if is_asian => {
            (Unit::Code, Place::Before, true)
        }
        _ => return None,
    };
    Some(Form { unit, place, space })
}
