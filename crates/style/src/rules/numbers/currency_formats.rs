//! The formats of the options of `currency_format`.

use crate::language::StyleLanguage;
use crate::language::StyleLanguage::{
    Chinese, English, French, Italian, Japanese, Korean, Spanish,
};

use super::currency::{CurrencyDisplay, CurrencyFormat, CurrencyPosition};

/// The format of an option; `None` if it has no meaning in a language.
pub(super) fn format_of_option(option: &str, language: StyleLanguage) -> Option<CurrencyFormat> {
    let is_asian = matches!(language, Japanese | Korean | Chinese);
    let (unit, place, space) = match option {
        "spell_out" => (CurrencyDisplay::Name, CurrencyPosition::Usual, true),
        "spell_out_currency_name_followed_by_amount_in_arabic_numerals_without_space"
            if language == Chinese =>
        {
            (CurrencyDisplay::NameBefore, CurrencyPosition::Before, false)
        }
        "spell_out_currency_name_followed_by_amount_in_chinese" if language == Chinese => (
            CurrencyDisplay::NameBeforeNumerals,
            CurrencyPosition::Before,
            false,
        ),
        "use_amount_followed_by_currency_symbol_without_space" => {
            (CurrencyDisplay::Sign, CurrencyPosition::After, false)
        }
        "use_amount_followed_by_space_then_currency_symbol" => {
            (CurrencyDisplay::Sign, CurrencyPosition::After, true)
        }
        "use_amount_followed_by_space_then_iso_code" => {
            (CurrencyDisplay::Code, CurrencyPosition::After, true)
        }
        "use_amount_followed_by_space_then_spell_out_currency_name" if !is_asian => {
            (CurrencyDisplay::Name, CurrencyPosition::After, true)
        }
        // In languages that do not capitalise nouns.
        "use_amount_followed_by_space_then_spell_out_currency_name_in_lowercase"
            if matches!(language, English | Spanish | French | Italian) =>
        {
            (CurrencyDisplay::Name, CurrencyPosition::After, true)
        }
        "use_amount_followed_by_spelled_out_currency_name_in_japanese_without_space"
            if language == Japanese =>
        {
            (CurrencyDisplay::Name, CurrencyPosition::After, false)
        }
        "use_amount_followed_by_spelled_out_currency_name_without_space" if is_asian => {
            (CurrencyDisplay::Name, CurrencyPosition::After, false)
        }
        "use_currency_symbol_but_spell_out_if_no_symbol_exists" => {
            (CurrencyDisplay::SignOrName, CurrencyPosition::Usual, true)
        }
        "use_currency_symbol_but_use_iso_code_if_no_symbol_exists" => {
            (CurrencyDisplay::SignOrCode, CurrencyPosition::Usual, true)
        }
        "use_currency_symbol_followed_by_amount_without_space" => {
            (CurrencyDisplay::Sign, CurrencyPosition::Before, false)
        }
        "use_currency_symbol_followed_by_amount_in_arabic_numerals_without_space" if is_asian => {
            (CurrencyDisplay::Sign, CurrencyPosition::Before, false)
        }
        "use_currency_symbol_followed_by_space_then_amount" => {
            (CurrencyDisplay::Sign, CurrencyPosition::Before, true)
        }
        "use_currency_symbol_followed_by_space_then_amount_in_arabic_numerals" if is_asian => {
            (CurrencyDisplay::Sign, CurrencyPosition::Before, true)
        }
        "use_full_width_currency_symbol_followed_by_amount_without_space" if is_asian => (
            CurrencyDisplay::FullWidthSign,
            CurrencyPosition::Before,
            false,
        ),
        "use_half_width_currency_symbol_followed_by_amount_without_space" if is_asian => {
            (CurrencyDisplay::Sign, CurrencyPosition::Before, false)
        }
        "use_half_width_currency_symbol_followed_by_space_then_amount" if is_asian => {
            (CurrencyDisplay::Sign, CurrencyPosition::Before, true)
        }
        "use_iso_code" => (CurrencyDisplay::Code, CurrencyPosition::Usual, true),
        "use_iso_code_followed_by_space_then_amount" => {
            (CurrencyDisplay::Code, CurrencyPosition::Before, true)
        }
        "use_iso_code_followed_by_space_then_amount_in_arabic_numerals" if is_asian => {
            (CurrencyDisplay::Code, CurrencyPosition::Before, true)
        }
        _ => return None,
    };
    Some(CurrencyFormat { unit, place, space })
}
