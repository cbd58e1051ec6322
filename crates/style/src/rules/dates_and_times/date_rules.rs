//! The rules about full dates: `date_format`, `dates_in_numerical_form`, `writing_dates` and
//! `single_digit_days_and_months`.

use super::date_format::{DateFormat, LeadingZeros, YearDigits, single_digits};
use super::date_parser::{DateNotation, DateOrder};
use crate::implementation::Implementation;
use crate::language::StyleLanguage;

use StyleLanguage::{Chinese, English, French, German, Italian, Japanese, Korean, Spanish};

/// The abbreviations of DIN 1355.
const GERMAN_SHORT: [&str; 12] = [
    "Jan.", "Feb.", "Mrz.", "Apr.", "Mai", "Jun.", "Jul.", "Aug.", "Sep.", "Okt.", "Nov.", "Dez.",
];

/// Abbreviations of the names longer than four letters, from Duden.
const GERMAN_LONGER: [&str; 12] = [
    "Jan.", "Febr.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.", "Dez.",
];

const SEPTIEMBRE: [&str; 12] = spanish("septiembre");
const SETIEMBRE: [&str; 12] = spanish("setiembre");

const fn spanish(ninth: &'static str) -> [&'static str; 12] {
    [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        ninth,
        "octubre",
        "noviembre",
        "diciembre",
    ]
}

/// `date_format`.
pub(super) fn date_format(option: &str, language: StyleLanguage) -> Option<Implementation> {
    match option {
        "use_traditional_calendar_system_with_chinese_numbers" => {
            return (language == Chinese).then_some(Implementation::Instruction(
                "Write dates of the traditional Chinese calendar and of the sexagenary cycle in Chinese numbers, such as 农历八月十五 or 丙寅年十月十五日.",
            ));
        }
        "use_historical_eras_and_write_numbers_in_chinese_followed_by_chinese_word_公元前_or_公元后_with_arabic_numerals_in_parentheses" =>
        {
            return (language == Chinese).then_some(Implementation::Instruction(
                "Give years of Chinese history by era in Chinese numbers, then the year of the common era with 公元前 or 公元 in Arabic numerals in parentheses, as in 秦始皇二十六年（公元前221年）.",
            ));
        }
        // The order of day and month depends on the variety of English.
        "use_numerals_only_with_leading_zero_for_single_digits" if language == English => {
            return Some(Implementation::Instruction(
                "Write dates in numerals only, in the order that is usual in this variety of English, with a zero before single digits, such as 05/06/2024.",
            ));
        }
        "use_numerals_only_without_leading_zero_for_single_digits" if language == English => {
            return Some(Implementation::Instruction(
                "Write dates in numerals only, in the order that is usual in this variety of English, without a zero before single digits, such as 5/6/2024.",
            ));
        }
        _ => {}
    }
    let format = format_of_option(option, language)?;
    Some(Implementation::edits(move |target| {
        format.rewrite(target, |_| true)
    }))
}

fn format_of_option(option: &str, language: StyleLanguage) -> Option<DateFormat> {
    match language {
        German | English | Spanish | French | Italian => european_format(option, language),
        Japanese | Korean | Chinese => east_asian_format(option, language),
    }
    .or_else(|| match option {
        "use_yyyy_hyphen_mm_hyphen_dd_with_leading_zero_for_single_digit_days_and_months"
        | "use_yyyy_hyphen_mm_hyphen_dd_with_leading_zeros_for_single_digit_days_and_months" => {
            Some(DateFormat::numeric(
                DateOrder::YearMonthDay,
                "-",
                LeadingZeros::Always,
            ))
        }
        "use_numerals_only_with_leading_zero_for_single_digits" => {
            Some(usual_numeric_format(language, LeadingZeros::Always))
        }
        "use_numerals_only_without_leading_zero_for_single_digits" => {
            Some(usual_numeric_format(language, LeadingZeros::Never))
        }
        _ => None,
    })
}

/// The usual numeric format of a language.
const fn usual_numeric_format(language: StyleLanguage, zeros: LeadingZeros) -> DateFormat {
    let (order, mark) = match language {
        German => (DateOrder::DayMonthYear, "."),
        English | Spanish | French | Italian => (DateOrder::DayMonthYear, "/"),
        Japanese => (DateOrder::YearMonthDay, "/"),
        Korean => (DateOrder::YearMonthDay, ". "),
        // GB/T 15835 uses hyphens, with or without leading zeros.
        Chinese => (DateOrder::YearMonthDay, "-"),
    };
    DateFormat::numeric(order, mark, zeros)
}

fn european_format(option: &str, language: StyleLanguage) -> Option<DateFormat> {
    let by_day = |mark, zeros| DateFormat::numeric(DateOrder::DayMonthYear, mark, zeros);
    let is_english = language == English;
    let german = |names| DateFormat::Named {
        order: DateOrder::DayMonthYear,
        names,
    };
    let format = match option {
        "use_dd_period_mm_period_yyyy" if !is_english => by_day(".", LeadingZeros::AsWritten),
        "use_dd_period_mm_period_yyyy_with_leading_zeros_for_single_digit_days_and_months"
            if !is_english =>
        {
            by_day(".", LeadingZeros::Always)
        }
        "use_dd_period_mm_period_yy_with_leading_zeros_for_single_digit_days_and_months"
            if !is_english =>
        {
            DateFormat::Numeric {
                order: DateOrder::DayMonthYear,
                mark: ".",
                zeros: LeadingZeros::Always,
                years: YearDigits::Short,
            }
        }
        "use_dd_slash_mm_slash_yyyy" if language != German => by_day("/", LeadingZeros::AsWritten),
        "use_dd_slash_mm_slash_yyyy_with_leading_zeros_for_single_digit_days_and_months"
            if language != German =>
        {
            by_day("/", LeadingZeros::Always)
        }
        "use_mm_slash_dd_slash_yyyy_with_leading_zeros_for_single_digit_days_and_months"
            if is_english =>
        {
            DateFormat::numeric(DateOrder::MonthDayYear, "/", LeadingZeros::Always)
        }
        "use_dd_space_spelled_out_month_space_yyyy"
        | "use_dd_space_spelled_out_month_space_yyyy_without_leading_zeros_for_single_digit_days"
            if language != German =>
        {
            DateFormat::named(DateOrder::DayMonthYear)
        }
        "use_spelled_out_month_space_dd_comma_space_yyyy_without_leading_zeros_for_single_digit_days"
            if is_english =>
        {
            DateFormat::named(DateOrder::MonthDayYear)
        }
        _ => match (language, option) {
            (
                German,
                "use_dd_period_space_month_yyyy_without_leading_zeros_for_single_digit_days",
            ) => german(None),
            (German, _) if option.contains("_mrz_period_") => german(Some(&GERMAN_SHORT)),
            (German, _) if option.contains("_maerz_") => german(Some(&GERMAN_LONGER)),
            (Spanish, _) if option.contains("_spanish_word_") => spanish_format(option)?,
            _ => return None,
        },
    };
    Some(format)
}

/// Spanish joins the parts of a date with `de`, although the names of the options do not mention
/// it.
fn spanish_format(option: &str) -> Option<DateFormat> {
    let names = if option.contains("_septiembre_") {
        &SEPTIEMBRE
    } else {
        &SETIEMBRE
    };
    let order = if option.starts_with("use_dd_") {
        DateOrder::DayMonthYear
    } else if option.starts_with("use_spelled_out_month_") {
        DateOrder::MonthDayYear
    } else {
        return None;
    };
    Some(DateFormat::Named {
        order,
        names: Some(names),
    })
}

fn east_asian_format(option: &str, language: StyleLanguage) -> Option<DateFormat> {
    let by_year = |mark, zeros| DateFormat::numeric(DateOrder::YearMonthDay, mark, zeros);
    let format = match option {
        "use_yyyy_chinese_word_年_mm_chinese_word_月_dd_chinese_word_日_without_leading_zero_for_single_digit_months_and_days"
            if language != Korean =>
        {
            DateFormat::Counted
        }
        "use_yyyy_chinese_word_年_mm_chinese_word_月_dd_chinese_word_日_with_chinese_numbers"
            if language != Korean =>
        {
            DateFormat::Characters
        }
        "use_yyyy_korean word_년_space_mm_korean word_월_space_dd_korean word_일_without_leading_zero_for_single_digit_days_and_months"
            if language == Korean =>
        {
            DateFormat::Counted
        }
        "use_yyyy_period_mm_period_dd" => by_year(".", LeadingZeros::AsWritten),
        "use_yyyy_period_space_mm_period_space_dd_period_space_without_leading_zero_for_single_digit_days_and_months"
            if language == Korean =>
        {
            by_year(". ", LeadingZeros::Never)
        }
        "use_yyyy_slash_mm_slash_dd" => by_year("/", LeadingZeros::AsWritten),
        "use_yyyy_slash_mm_slash_dd_with_leading_zero_for_single_digit_days_and_months" => {
            by_year("/", LeadingZeros::Always)
        }
        _ => return None,
    };
    Some(format)
}

/// `dates_in_numerical_form`: the separators of numeric dates. The rule has no meaning in languages
/// whose dates begin with the year.
pub(super) fn dates_in_numerical_form(
    option: &str,
    language: StyleLanguage,
) -> Option<Implementation> {
    let mark = match option {
        "use_dd_hyphen_mm_hyphen_yyyy" => "-",
        "use_dd_period_mm_period_yyyy" => ".",
        "use_dd_slash_mm_slash_yyyy" => "/",
        _ => return None,
    };
    if matches!(language, Japanese | Korean | Chinese) {
        return None;
    }
    let format = DateFormat::numeric(DateOrder::DayMonthYear, mark, LeadingZeros::AsWritten);
    Some(Implementation::edits(move |target| {
        format.rewrite(target, |form| matches!(form, DateNotation::Numeric(_)))
    }))
}

/// `writing_dates`: names of months or digits.
pub(super) fn writing_dates(option: &str, language: StyleLanguage) -> Option<Implementation> {
    let is_eastern = matches!(language, Japanese | Korean | Chinese);
    match option {
        "use_dd_space_spelled_out_month_space_yyyy" if !is_eastern => {
            Some(Implementation::edits(|target| {
                DateFormat::named(DateOrder::DayMonthYear).rewrite(target, |_| true)
            }))
        }
        "use_numerals" if language == English => Some(Implementation::Instruction(
            "Write dates in numerals, in the order that is usual in this variety of English, such as 05/06/2024.",
        )),
        "use_numerals" if !is_eastern => {
            let format = usual_numeric_format(language, LeadingZeros::AsWritten);
            Some(Implementation::edits(move |target| {
                format.rewrite(target, |form| matches!(form, DateNotation::Named(_)))
            }))
        }
        // These languages also write dates in Chinese characters.
        "use_numerals" if language != Korean => Some(Implementation::edits(|target| {
            DateFormat::Counted.rewrite(target, |form| form == DateNotation::Characters)
        })),
        _ => None,
    }
}

/// `single_digit_days_and_months`.
pub(super) fn single_digit_days_and_months(option: &str) -> Option<Implementation> {
    let zeros = match option {
        "do_not_use_leading_zero" => LeadingZeros::Never,
        "use_leading_zero" => LeadingZeros::Always,
        _ => return None,
    };
    Some(Implementation::edits(move |target| {
        single_digits(target, zeros)
    }))
}
