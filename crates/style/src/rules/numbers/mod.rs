//! The rules of the category `numbers`: separators, percentages, money, units, temperatures, large
//! numbers.

mod chinese;
mod context;
mod currency;
mod currency_formats;
mod expressions;
mod han;
mod japanese;
mod large;
mod number;
mod percent;
mod separators;
mod temperature;
mod units;

use crate::implementation::Implementation;
use crate::language::StyleLanguage;
use crate::language::StyleLanguage::{
    Chinese, English, French, German, Italian, Japanese, Korean, Spanish,
};

use large::{Spacing, SumFormat};
use number::{THIN_SPACE, has_decimal_comma};
use separators::{Format, Size};

pub(super) use context::{is_han, is_measured, preceding_text};
pub(super) use number::{is_space, numbers};
pub(super) use units::spaces_before_units;

/// The rules that come before the others, in order: the rules that write words come before those
/// for signs, and the decimal separator comes before the grouping separator, which may use the
/// character of the former decimal separator.
pub(super) const FIRST: &[&str] = &[
    "list_of_measurements_with_units",
    "large_number_format",
    "large_sums_of_money",
    "large_sums_of_money_format",
    "currency_format",
    "percentage_format",
    "temperature_format",
    "spelling_out_units",
    "units_of_measure_spacing",
    "dimensions_separator",
    "decimal_numbers_less_than_one",
    "decimal_separator",
    "numbers_of_5_digits_or_more",
    "numbers_up_to_4_digits",
    "thousands_separator",
    "number_format",
];

/// The implementation of an option of a rule in a language; `None` if it has no meaning there.
pub(super) fn implementation(
    rule: &str,
    option: &str,
    language: StyleLanguage,
) -> Option<Implementation> {
    match rule {
        "approximate_numbers" => in_language(language, Japanese, japanese::approximate),
        "currency_format" => currency_format(option, language),
        "decimal_numbers_less_than_one" => edits(separators::zero_before_mark),
        "decimal_separator" => decimal_separator(option, language),
        "dimensions_separator" => dimensions_separator(option),
        "equation_formula_reference" => equation_reference(language),
        "kanji_numbers" => in_language(language, Japanese, japanese::idioms_and_native_numerals),
        "large_number_format" => large_number_format(option, language),
        "large_sums_of_money" => large_sums_of_money(option, language),
        "large_sums_of_money_format" => large_sums_of_money_format(option, language),
        "list_of_measurements_with_units" => edits(units::repeat_unit),
        "mathematical_expression_spacing" => edits(expressions::spaced_equations),
        "number_format" => {
            is_asian(language).then(|| Implementation::edits(separators::half_width))
        }
        "number_separator" => number_separator(option, language),
        "numbers_of_5_digits_or_more" => format_by_size(Size::FiveDigitsOrMore, option, language),
        "numbers_up_to_4_digits" => format_by_size(Size::UpToFourDigits, option, language),
        "percentage_format" => percentage_format(option, language),
        "reference_to_symbol" => Some(Implementation::Instruction(
            "Where the text speaks of a symbol itself, write the name of the symbol followed by the symbol in parentheses, as in \"ampersand (&)\".",
        )),
        "spelling_out_units" => spelling_out_units(option, language),
        "temperature_format" => temperature_format(option, language),
        "thousands_separator" => thousands_separator(option, language),
        "units_of_measure_spacing" => units_of_measure_spacing(option),
        "use_of_hiragana_and_kanji" => in_language(language, Japanese, japanese::places_and_months),
        "writing_numbers" => writing_numbers(option, language),
        "zero_format" => zero_format(option, language),
        _ => None,
    }
}

type Find = fn(&crate::target_text::TargetText<'_>) -> Vec<dragoman_text::Edit>;

fn edits(find: Find) -> Option<Implementation> {
    Some(Implementation::edits(find))
}

fn in_language(
    language: StyleLanguage,
    wanted: StyleLanguage,
    find: Find,
) -> Option<Implementation> {
    (language == wanted).then(|| Implementation::edits(find))
}

const fn is_asian(language: StyleLanguage) -> bool {
    matches!(language, Japanese | Korean | Chinese)
}

fn currency_format(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let format = currency_formats::format_of_option(option, language)?;
    Some(Implementation::edits(move |target| {
        currency::write(target, format)
    }))
}

fn decimal_separator(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let (mark, groups, radio) = match option {
        "use_comma_and_do_not_use_thousands_separator" => (',', false, false),
        "use_comma_as_decimal_separator" => (',', true, false),
        "use_comma_do_not_use_thousands_separator_and_use_period_only_for_radio_stations" => {
            (',', false, true)
        }
        "use_period_and_do_not_use_thousands_separator" => ('.', false, false),
        "use_period_as_decimal_separator" => ('.', true, false),
        _ => return None,
    };
    (mark == '.' || has_decimal_comma(language)).then(|| {
        Implementation::edits(move |target| separators::decimal(target, mark, groups, radio))
    })
}

fn dimensions_separator(option: &str) -> Option<Implementation> {
    let sign = match option {
        "use_multiplication_sign_between_dimensions_with_space_on_either_side" => "\u{a0}×\u{a0}",
        "use_multiplication_sign_between_dimensions_without_space_on_either_side" => "×",
        "use_x_between_dimensions_with_space_on_either_side" => "\u{a0}x\u{a0}",
        "use_x_between_dimensions_without_space_on_either_side" => "x",
        _ => return None,
    };
    Some(Implementation::edits(move |target| {
        expressions::dimensions(target, sign)
    }))
}

fn equation_reference(language: StyleLanguage) -> Option<Implementation> {
    match language {
        // In Korean the number is inside the word, as in 제2식.
        Korean => Some(Implementation::Instruction(
            "Number equations and formulas that the text refers to with Arabic numerals, as in 식 (2).",
        )),
        _ => edits(expressions::numbered_equations),
    }
}

fn large_number_format(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let is_latin = !is_asian(language);
    match option {
        "always_use_arabic_numerals" if is_latin => edits(large::as_digits),
        "always_use_arabic_numerals" => edits(large::in_digits),
        "spell_out_large_numbers" if is_latin => edits(large::spelled_out),
        "use_abbreviations_for_large_numbers" if is_latin => edits(large::abbreviated),
        "use_chinese_characters_for_ten_thousands_and_hundred_millions" => {
            myriads(language, Chinese, Spacing::Tight)
        }
        "use_comma_to_separate_large_numbers_into_units_of_three_except_for_calendar_years"
            if is_asian(language) =>
        {
            Some(Implementation::edits(|target| {
                separators::group(target, Some(','))
            }))
        }
        "use_kanji_for_trillions_hundred_millions_and_ten_thousands" => {
            myriads(language, Japanese, Spacing::Tight)
        }
        "use_korean_words_만_억_조_with_space" => myriads(language, Korean, Spacing::Spaced),
        "use_korean_words_만_억_조_without_space" => myriads(language, Korean, Spacing::Tight),
        _ => None,
    }
}

fn myriads(
    language: StyleLanguage,
    wanted: StyleLanguage,
    spacing: Spacing,
) -> Option<Implementation> {
    (language == wanted)
        .then(|| Implementation::edits(move |target| large::with_characters(target, spacing)))
}

fn large_sums_of_money(option: &str, language: StyleLanguage) -> Option<Implementation> {
    match option {
        "spell_out_italian_words_milione_and_miliardo" => {
            in_language(language, Italian, large::italian_words)
        }
        "use_italian_words_mio_and_mrd_instead_of_italian_words_milione_and_miliardo" => {
            in_language(language, Italian, large::italian_abbreviations)
        }
        _ => None,
    }
}

fn large_sums_of_money_format(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let format = match (option, language) {
        ("use_amount_followed_by_abbreviation_for_million_or_billion_without_space", English) => {
            SumFormat::Abbreviation
        }
        (
            "use_amount_followed_by_space_then_abbreviation_for_million_or_billion",
            English | German | Italian,
        ) => SumFormat::SpacedAbbreviation,
        ("use_amount_followed_by_space_then_english_word_million_or_billion", English) => {
            SumFormat::Word
        }
        _ => return None,
    };
    Some(Implementation::edits(move |target| {
        large::sums(target, format)
    }))
}

fn number_separator(option: &str, language: StyleLanguage) -> Option<Implementation> {
    match option {
        "do_not_use_chinese_comma_to_separate_numbers_indicating_approximate_value" => {
            in_language(language, Chinese, chinese::approximate)
        }
        "use_chinese_comma_to_separate_numbers_in_abbreviations" => {
            in_language(language, Chinese, chinese::abbreviated_ordinals)
        }
        _ => None,
    }
}

fn format_by_size(size: Size, option: &str, language: StyleLanguage) -> Option<Implementation> {
    let format = |group, decimal, point_for_radio| Format {
        group: Some(group),
        decimal,
        point_for_radio,
    };
    let format = match option {
        "use_comma_as_decimal_separator_and_period_as_thousands_separator" => {
            format('.', ',', false)
        }
        "use_comma_as_decimal_separator_and_space_as_thousands_separator" => {
            format(THIN_SPACE, ',', false)
        }
        "use_comma_as_decimal_separator_period_as_thousands_separator_and_period_for_radio_stations" => {
            format('.', ',', true)
        }
        "use_comma_as_decimal_separator_space_as_thousands_separator_and_period_for_radio_stations" => {
            format(THIN_SPACE, ',', true)
        }
        "use_period_as_decimal_separator_and_comma_as_thousands_separator" => {
            format(',', '.', false)
        }
        "use_period_as_decimal_separator_and_space_as_thousands_separator" => {
            format(THIN_SPACE, '.', false)
        }
        _ => return None,
    };
    // No frequency has five digits, so that the exception for radio stations changes nothing.
    let fits = match (language, format.decimal, format.group) {
        (French, ',', Some('.')) | (French, '.', Some(',')) => false,
        (German | Spanish | French | Italian, _, _) => true,
        (English, '.', _) => true,
        _ => false,
    };
    fits.then(|| Implementation::edits(move |target| separators::format(target, size, format)))
}

fn percentage_format(option: &str, language: StyleLanguage) -> Option<Implementation> {
    use percent::PercentFormat::{After, Chinese as Numerals};
    let format = match (option, language) {
        (
            "use_arabic_numerals_followed_by_percent_symbol_without_space",
            Japanese | Korean | Chinese,
        )
        | ("use_numerals_followed_by_percent_symbol", _) => After("%"),
        ("use_chinese_numbers_followed_by_chinese_word_百分之", Chinese) => Numerals,
        (
            "use_numerals_followed_by_full_width_percent_symbol_without_space",
            Japanese | Chinese,
        ) => After("％"),
        ("use_numerals_followed_by_japanese_word_パーセント_without_space", Japanese) => {
            After("パーセント")
        }
        ("use_numerals_followed_by_korean_word_퍼센트", Korean) => After("퍼센트"),
        ("use_numerals_followed_by_space_then_german_word_prozent", German) => After(" Prozent"),
        ("use_numerals_followed_by_space_then_half_width_percent_symbol", Japanese | Chinese)
        | (
            "use_numerals_followed_by_space_then_percent_symbol",
            German | English | Spanish | French | Italian | Korean,
        ) => After("\u{a0}%"),
        ("use_numerals_followed_by_space_then_italian_word_per_cento", Italian) => {
            After(" per cento")
        }
        ("use_numerals_followed_by_space_then_italian_word_percento", Italian) => {
            After(" percento")
        }
        ("use_numerals_followed_by_space_then_korean_word_퍼센트", Korean) => After(" 퍼센트"),
        ("use_numerals_followed_by_space_then_spell_out_per_cent", English) => After(" per cent"),
        ("use_numerals_followed_by_space_then_spell_out_percent", English) => After(" percent"),
        ("use_spanish_word_por_cien", Spanish) => After(" por cien"),
        ("use_spanish_word_por_ciento", Spanish) => After(" por ciento"),
        _ => return None,
    };
    Some(Implementation::edits(move |target| {
        percent::write(target, format)
    }))
}

fn spelling_out_units(option: &str, language: StyleLanguage) -> Option<Implementation> {
    use units::UnitFormat::{Name, Symbol};
    let format = match (option, language) {
        (
            "abbreviate_units_of_measure_when_used_with_numeral_but_spell_out_when_used_without_numeral"
            | "always_abbreviate_units_of_measure",
            _,
        )
        | ("use_si_symbols" | "use_unit_symbols", Japanese | Korean | Chinese) => Symbol,
        ("always_spell_out_units_of_measure", _)
        | ("spell_out_units_in_korean", Korean)
        | ("spell_out_units_of_measure_with_katakana_or_katakana_and_kanji", Japanese) => Name,
        (
            "spell_out_units_of_measure_when_used_with_spelled_out_numbers_but_abbreviate_when_used_with_numeral",
            German | English | Spanish | French | Italian,
        ) => return edits(units::by_kind_of_number),
        _ => return None,
    };
    Some(Implementation::edits(move |target| {
        units::write(target, format)
    }))
}

fn temperature_format(option: &str, language: StyleLanguage) -> Option<Implementation> {
    use temperature::TemperatureFormat;
    let is_latin = !is_asian(language);
    let format = match (option, language) {
        ("spell_out_unit" | "use_numerals_followed_by_space_then_spell_out_unit", _)
            if is_latin =>
        {
            TemperatureFormat::Name
        }
        ("spell_out_unit_followed_by_numerals_then_korean_word_도", Korean) => {
            TemperatureFormat::ScaleFirst
        }
        ("use_arabic_numerals_followed_by_space_then_spell_out_unit", Chinese) => {
            TemperatureFormat::SpacedName
        }
        ("use_arabic_numerals_then_spell_out_unit", Chinese) => TemperatureFormat::Name,
        ("use_chinese_numbers_then_spell_out_unit", Chinese) => TemperatureFormat::ChineseNumerals,
        ("use_italian_word_grado_and_do_not_specify_temperature_scale", Italian)
        | ("use_spanish_word_grado_and_do_not_specify_temperature_scale", Spanish)
        | ("use_numerals_followed_by_japanese_word_度_without_space", Japanese)
        | ("use_numerals_followed_by_korean_word_도", Korean) => TemperatureFormat::NoScale,
        (
            "use_arabic_numerals_followed_by_unit_symbol_without_space",
            Japanese | Korean | Chinese,
        )
        | ("use_numerals_followed_by_unit_symbol_without_space", _) => {
            TemperatureFormat::Symbol { space: false }
        }
        ("use_numerals_followed_by_space_then_unit_symbol", _) => {
            TemperatureFormat::Symbol { space: true }
        }
        _ => return None,
    };
    Some(Implementation::edits(move |target| {
        temperature::write(target, format)
    }))
}

fn thousands_separator(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let mark = match (option, language) {
        ("do_not_use" | "do_not_use_thousands_separator", _) => None,
        (
            "use_comma" | "use_comma_to_separate_large_numbers_into_units_of_three",
            English | Spanish | Japanese | Korean | Chinese,
        ) => Some(','),
        ("use_period" | "use_period_as_thousands_separator", German | Spanish | Italian) => {
            Some('.')
        }
        (
            "use_space"
            | "use_space_as_thousands_separator"
            | "use_space_to_separate_large_numbers_into_units_of_three",
            German | English | Spanish | French | Italian | Chinese,
        ) => Some(THIN_SPACE),
        ("use_straight_apostrophe_as_thousands_separator", German | French | Italian) => Some('\''),
        _ => return None,
    };
    Some(Implementation::edits(move |target| {
        separators::group(target, mark)
    }))
}

fn units_of_measure_spacing(option: &str) -> Option<Implementation> {
    let has_space = match option {
        "do_not_use_space_between_numeral_and_unit_of_measure" => false,
        "use_space_between_numeral_and_unit_of_measure" => true,
        _ => return None,
    };
    Some(Implementation::edits(move |target| {
        units::spacing(target, has_space)
    }))
}

fn writing_numbers(option: &str, language: StyleLanguage) -> Option<Implementation> {
    match (option, language) {
        ("always_use_kanji_numbers", Japanese) => edits(japanese::kanji),
        ("use_arabic_numerals", Japanese) => edits(japanese::arabic),
        ("use_arabic_numerals", Chinese) => edits(chinese::arabic),
        ("use_arabic_numerals", _) => Some(Implementation::Instruction(
            "Write numbers with Arabic numerals instead of words, except in fixed expressions and names.",
        )),
        (
            "use_full_width_arabic_numerals_and_only_use_kanji_numbers_where_it_would_otherwise_sound_unnatural",
            Japanese,
        ) => edits(japanese::full_width),
        (
            "use_half_width_arabic_numerals_and_only_use_kanji_numbers_where_it_would_otherwise_sound_unnatural",
            Japanese,
        ) => edits(japanese::half_width_digits),
        _ => None,
    }
}

fn zero_format(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let zero = match option {
        "use_chinese_word_〇_for_numbering" => chinese::Zero::InNumbering,
        "use_chinese_word_零_for_measurement" => chinese::Zero::InMeasurement,
        _ => return None,
    };
    (language == Chinese).then(|| Implementation::edits(move |target| chinese::zero(target, zero)))
}

#[cfg(test)]
mod tests {
    use dragoman_text::SegmentTranslation;

    use crate::catalogue::ConfiguredRules;
    use crate::language::StyleLanguage;
    use crate::style::Style;

    fn written(language: StyleLanguage, rules: &[(&str, &str)], text: &str) -> String {
        let mut configured = ConfiguredRules::default();
        for (rule, option) in rules {
            configured.set("numbers", rule, option).unwrap();
        }
        let mut translation = SegmentTranslation::from(text.to_owned());
        Style::new(&configured, language).apply(&mut translation, &[]);
        translation.into_text()
    }

    #[test]
    fn the_marks_of_another_custom_are_not_taken_for_each_other() {
        let swiss = [
            (
                "thousands_separator",
                "use_straight_apostrophe_as_thousands_separator",
            ),
            ("decimal_separator", "use_period_as_decimal_separator"),
        ];
        assert_eq!(
            written(
                StyleLanguage::German,
                &swiss,
                "1.234,50 Franken für 12.000 Stück und 2,5 kg."
            ),
            "1'234.50 Franken für 12'000 Stück und 2.5 kg."
        );
        let mexican = [
            ("thousands_separator", "use_comma"),
            ("decimal_separator", "use_period_as_decimal_separator"),
        ];
        assert_eq!(
            written(
                StyleLanguage::Spanish,
                &mexican,
                "Son 1.234,50 pesos por 12.000 plazas y 2,5 kg."
            ),
            "Son 1,234.50 pesos por 12,000 plazas y 2.5 kg."
        );
    }

    #[test]
    fn an_amount_keeps_its_value_through_several_rules() {
        let rules = [
            ("large_number_format", "spell_out_large_numbers"),
            ("currency_format", "spell_out"),
            ("decimal_separator", "use_comma_as_decimal_separator"),
        ];
        assert_eq!(
            written(
                StyleLanguage::French,
                &rules,
                "Le budget : 2 500 000 euros."
            ),
            "Le budget : 2,5 millions d’euros."
        );
        let rules = [
            ("large_number_format", "spell_out_large_numbers"),
            (
                "currency_format",
                "use_amount_followed_by_space_then_spell_out_currency_name",
            ),
            (
                "units_of_measure_spacing",
                "use_space_between_numeral_and_unit_of_measure",
            ),
        ];
        assert_eq!(
            written(
                StyleLanguage::English,
                &rules,
                "It cost $5,000,000 for 10km."
            ),
            "It cost 5 million dollars for 10\u{a0}km."
        );
    }
}
