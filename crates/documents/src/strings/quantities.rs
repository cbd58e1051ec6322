//! Which plurals languages have.

use dragoman_language::Language;

/// The names that CLDR gives to the plurals of whole numbers in a language, but for that of round millions (`many` in
/// Romance languages), which programs take for `other` where it is missing. Nothing where CLDR does not say.
pub(crate) fn quantities(language: Language) -> &'static [&'static str] {
    match language.base().tag() {
        "ar" | "cy" => &["zero", "one", "two", "few", "many", "other"],
        "br" | "ga" | "mt" => &["one", "two", "few", "many", "other"],
        "be" | "cs" | "lt" | "pl" | "ru" | "sk" | "uk" => &["one", "few", "many", "other"],
        "sl" => &["one", "two", "few", "other"],
        "bs" | "hr" | "ro" | "sr" => &["one", "few", "other"],
        "he" => &["one", "two", "other"],
        "lv" => &["zero", "one", "other"],
        "id" | "ig" | "ja" | "jv" | "ko" | "ms" | "my" | "su" | "th" | "vi" | "wo" | "yue"
        | "zh" => &["other"],
        "ace" | "ay" | "ba" | "gn" | "gom" | "ht" | "kmr" | "la" | "lmo" | "mai" | "mi" | "oc"
        | "pag" | "pam" | "prs" | "qu" | "sa" | "tg" | "tl" | "tt" => &[],
        _ => &["one", "other"],
    }
}
