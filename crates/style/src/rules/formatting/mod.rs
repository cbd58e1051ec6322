//! The rules of the category `formatting`: e-mail addresses, telephone numbers, and spaces between
//! scripts.

mod email;
mod phone;
mod spacing;

use crate::implementation::Implementation;
use crate::language::StyleLanguage;
use crate::language::StyleLanguage::{Chinese, Japanese, Korean};

/// The implementation of an option of a rule in a language; `None` if it has no meaning there.
pub(super) fn implementation(
    rule: &str,
    option: &str,
    language: StyleLanguage,
) -> Option<Implementation> {
    match rule {
        "email_address_format" => email_address(option),
        "phone_number_country_code_format" => country_code(option),
        "phone_number_format" => phone_number(option),
        "space_between_arabic_numerals_and_unit" => matches!(language, Japanese | Korean | Chinese)
            .then(|| Implementation::edits(spacing::close_up_units)),
        "space_between_chinese_and_english" => {
            (language == Chinese).then(|| Implementation::edits(spacing::close_up_english))
        }
        "space_between_chinese_characters_and_arabic_numerals" => {
            (language == Chinese).then(|| Implementation::edits(spacing::close_up_digits))
        }
        _ => None,
    }
}

fn email_address(option: &str) -> Option<Implementation> {
    use email::EmailObfuscation;
    let format = match option {
        "place_domain_in_parentheses" => EmailObfuscation::DomainInParentheses,
        "replace_at_symbol_with_english_word_at_in_brackets_and_replace_periods_with_english_word_dot_in_brackets" => {
            EmailObfuscation::WordsInBrackets
        }
        "replace_at_symbol_with_english_word_at_in_brackets_with_space_on_either_side" => {
            EmailObfuscation::At(" [at] ")
        }
        "replace_at_symbol_with_english_word_at_in_parentheses_with_space_on_either_side" => {
            EmailObfuscation::At(" (at) ")
        }
        "replace_at_symbol_with_english_word_at_with_space_on_either_side" => {
            EmailObfuscation::At(" at ")
        }
        "use_standard_format" => return Some(Implementation::edits(email::standard)),
        _ => return None,
    };
    Some(Implementation::edits(move |target| {
        email::write(target, format)
    }))
}

fn country_code(option: &str) -> Option<Implementation> {
    let sign = match option {
        "use_00_before_country_code" => "00",
        "use_plus_sign_before_country_code" => "+",
        _ => return None,
    };
    Some(Implementation::edits(move |target| {
        phone::with_prefix(target, sign)
    }))
}

fn phone_number(option: &str) -> Option<Implementation> {
    use phone::PhoneFormat;
    let format = match option {
        "do_not_use_spaces" => PhoneFormat::WithoutSpaces,
        "do_not_use_spaces_or_special_characters_between_digits_of_phone_number" => {
            PhoneFormat::Digits
        }
        "keep_original_format" => {
            return Some(Implementation::Instruction(
                "Keep every telephone number exactly as it is written in the source text.",
            ));
        }
        "place_area_code_in_parentheses_followed_by_space" => PhoneFormat::AreaInParentheses,
        "separate_area_code_and_phone_number_with_slash" => PhoneFormat::AreaThen("/"),
        "separate_area_code_and_phone_number_with_space" => PhoneFormat::AreaThen(" "),
        "separate_country_code_area_code_local_prefix_and_last_four_digits_with_hyphens" => {
            PhoneFormat::NorthAmericanParts("-")
        }
        "separate_country_code_area_code_local_prefix_and_last_four_digits_with_periods" => {
            PhoneFormat::NorthAmericanParts(".")
        }
        "separate_country_code_area_code_local_prefix_and_last_four_digits_with_spaces" => {
            PhoneFormat::NorthAmericanParts(" ")
        }
        "use_north_american_numbering_plan_format" => PhoneFormat::NorthAmerican,
        "use_space_after_country_code" => PhoneFormat::SpaceAfterCountry,
        _ => return None,
    };
    Some(Implementation::edits(move |target| {
        phone::write(target, format)
    }))
}
