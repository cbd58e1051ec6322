//! The rules of the category `formatting`: e-mail addresses, telephone numbers, and spaces between
//! scripts.

mod email;
mod phone;
mod spacing;

use crate::StyleLanguage::{Chinese, Japanese, Korean};
use crate::{Application, StyleLanguage};

/// The implementation of an option of a rule in a language; `None` if it has no meaning there.
pub(super) fn application(
    rule: &str,
    option: &str,
    language: StyleLanguage,
) -> Option<Application> {
    match rule {
        "email_address_format" => email_address(option),
        "phone_number_country_code_format" => country_code(option),
        "phone_number_format" => phone_number(option),
        "space_between_arabic_numerals_and_unit" => matches!(language, Japanese | Korean | Chinese)
            .then(|| Application::edits(spacing::close_up_units)),
        "space_between_chinese_and_english" => {
            (language == Chinese).then(|| Application::edits(spacing::close_up_english))
        }
        "space_between_chinese_characters_and_arabic_numerals" => {
            (language == Chinese).then(|| Application::edits(spacing::close_up_digits))
        }
        _ => None,
    }
}

fn email_address(option: &str) -> Option<Application> {
    use email::Form;
    let form = match option {
        "place_domain_in_parentheses" => Form::DomainInParentheses,
        "replace_at_symbol_with_english_word_at_in_brackets_and_replace_periods_with_english_word_dot_in_brackets" => {
            Form::WordsInBrackets
        }
        "replace_at_symbol_with_english_word_at_in_brackets_with_space_on_either_side" => {
            Form::At(" [at] ")
        }
        "replace_at_symbol_with_english_word_at_in_parentheses_with_space_on_either_side" => {
            Form::At(" (at) ")
        }
        "replace_at_symbol_with_english_word_at_with_space_on_either_side" => Form::At(" at "),
        "use_standard_format" => return Some(Application::edits(email::standard)),
        _ => return None,
    };
    Some(Application::edits(move |passage| {
        email::write(passage, form)
    }))
}

fn country_code(option: &str) -> Option<Application> {
    let sign = match option {
        "use_00_before_country_code" => "00",
        "use_plus_sign_before_country_code" => "+",
        _ => return None,
    };
    Some(Application::edits(move |passage| {
        phone::with_prefix(passage, sign)
    }))
}

fn phone_number(option: &str) -> Option<Application> {
    use phone::Form;
    let form = match option {
        "do_not_use_spaces" => Form::WithoutSpaces,
        "do_not_use_spaces_or_special_characters_between_digits_of_phone_number" => Form::Digits,
        "keep_original_format" => {
            return Some(Application::instruction(
                "Keep every telephone number exactly as it is written in the source text.",
            ));
        }
        "place_area_code_in_parentheses_followed_by_space" => Form::AreaInParentheses,
        "separate_area_code_and_phone_number_with_slash" => Form::AreaThen("/"),
        "separate_area_code_and_phone_number_with_space" => Form::AreaThen(" "),
        "separate_country_code_area_code_local_prefix_and_last_four_digits_with_hyphens" => {
            Form::NorthAmericanParts("-")
        }
        "separate_country_code_area_code_local_prefix_and_last_four_digits_with_periods" => {
            Form::NorthAmericanParts(".")
        }
        "separate_country_code_area_code_local_prefix_and_last_four_digits_with_spaces" => {
            Form::NorthAmericanParts(" ")
        }
        "use_north_american_numbering_plan_format" => Form::NorthAmerican,
        "use_space_after_country_code" => Form::SpaceAfterCountry,
        _ => return None,
    };
    Some(Application::edits(move |passage| {
        phone::write(passage, form)
    }))
}
